"""Steps on the end: a bot has to be gone when it is told to, and when nobody is there any more."""

import signal

from fajer.check.bench import Bench
from fajer.check.step import Seen, Wrong
from fajer.check.table import short_game
from fajer.referee.process import now
from fajer.wire.codec import plain, quoted

_FAREWELL_MS = 1000
"""A bot has so long to end."""
_REST_NS = 20_000_000
"""For what is still in the pipe of a bot that has ended."""


def ends_after_bye(bench: Bench) -> Seen:
    """It ends after `bye`, with which its input ends too."""
    bench.subject.end_now()
    if bench.answering:
        short_game(bench, 9).whole()
    bench.subject.hello()
    bench.subject.say_bye()
    return _gone(
        bench,
        "bye and the end of its input",
        "it kept running after bye and the end of its input: leave the loop when bye comes or reading gives nothing",
    )


def ends_with_its_input(bench: Bench) -> Seen:
    """It ends when its input does, in the middle of a game."""
    bench.subject.end_now()
    short_game(bench, 10).begin()
    bench.subject.tape.close_stdin()
    return _gone(
        bench,
        "the end of its input in a game",
        "it kept running after the end of its input: leave the loop when reading gives nothing",
    )


def _gone(bench: Bench, after: str, advice: str) -> Seen:
    """How it ended; raises `Wrong` if it did not."""
    subject = bench.subject
    begun = now()
    gone = subject.tape.wait(begun + _FAREWELL_MS * 1_000_000)
    taken = (now() - begun) // 1_000_000
    rest = subject.tape.last_words(_REST_NS)
    if not gone:
        came = f"{quoted(rest)}, and it still runs" if rest else "nothing, and it still runs"
        raise Wrong("it keeps running", why=f"it has {_FAREWELL_MS} ms to end after {after}", advice=advice, came=came)
    remarks = [_how(subject.status()), f"nobody reads what it says then: {quoted(rest)}" if rest else ""]
    subject.end_now()
    return Seen(f"after {taken} ms", "; ".join(remark for remark in remarks if remark))


def _how(status: int | None) -> str:
    """A remark about an exit status that is not 0."""
    if not status:
        return ""
    if status > 0:
        return f"its exit status is {status}, not 0"
    return f"it was killed by {plain(signal.Signals(-status).name)}"
