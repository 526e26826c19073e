"""Before the first game: every bot says hello once, and gets its name in the match."""

from collections.abc import Sequence

from fajer.errors import BotFault, MatchStopped
from fajer.match.unit import dismiss, seated
from fajer.records.record import Entrant, Isolation, Limits
from fajer.referee.entry import NAME_LENGTH, Entry
from fajer.referee.keeper import Keeper
from fajer.referee.player import Player, table
from fajer.referee.process import Watch
from fajer.wire.codec import plain
from fajer.wire.messages import HelloAnswer

_LAST_LINES = 5
"""So many of the last lines of a failed bot's stderr are shown."""


class NoHello(MatchStopped):
    """A match that cannot begin, as a bot says no proper hello in time."""

    def __init__(self, who: str, detail: str, stderr: str) -> None:
        super().__init__(f"{who}: {detail}{last_lines(stderr)}")
        self.detail = detail
        """What it did."""
        self.stderr = stderr
        """What it wrote to stderr."""


def roll_call(entries: Sequence[Entry], limits: Limits, isolation: Isolation = "none") -> list[Entrant]:
    """The bots as they introduce themselves, each run once.

    Raises `NoHello` for the first that does not say a proper hello in time, `UsageError` for one that
    cannot be isolated.
    """
    keeper = Keeper()
    watch = Watch()
    players: list[Player] = []
    try:
        for number, entry in enumerate(entries):
            players.append(seated(number, entry, limits, keeper, watch, isolation))
        table(players)
        said = [_hello(player, entry) for player, entry in zip(players, entries, strict=True)]
        dismiss(players, politely=True)
    finally:
        dismiss(players, politely=False)
        watch.close()
        keeper.close()
    names = distinct([entry.name or hello.name for entry, hello in zip(entries, said, strict=True)])
    return [
        Entrant(name, entry.version or hello.version, entry.spec, entry.sha256, hello.encoding, hello.batch)
        for name, entry, hello in zip(names, entries, said, strict=True)
    ]


def _hello(player: Player, entry: Entry) -> HelloAnswer:
    try:
        return player.hello()
    except BotFault as fault:
        named = entry.name is not None and entry.name != entry.spec
        who = f"{entry.name} ({entry.spec})" if named else entry.spec
        raise NoHello(who, fault.detail, player.stderr()) from None


def last_lines(stderr: str, most: int = _LAST_LINES) -> str:
    """The last of a bot's stderr as something to add to a message; empty if there is none."""
    lines = [plain(line) for line in stderr.strip().splitlines()[-most:]]
    return f"; its stderr ends: {' | '.join(lines)}" if lines else ""


def distinct(names: Sequence[str]) -> list[str]:
    """The names, repeated ones numbered: `greedy`, `greedy#2`, …; long ones are cut to make room."""
    made: list[str] = []
    for name in names:
        count = 1
        unique = name
        while unique in made:
            count += 1
            number = f"#{count}"
            unique = name[: NAME_LENGTH - len(number)] + number
        made.append(unique)
    return made
