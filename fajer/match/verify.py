"""Proving a file: every game dealt and played anew, everything compared with what stands there."""

from collections.abc import Callable, Iterator

from fajer.match.plan import Plan
from fajer.records.files import Opened
from fajer.records.record import End
from fajer.records.replay import differences


def verified(found: Opened, step: Callable[[], None] = lambda: None) -> Iterator[str]:
    """What is not as seed, plan and rules make it, a line each; nothing for a true file.

    `step` is called after each game. Raises `RecordError` where the file cannot be read on.
    """
    plan = Plan(found.match)
    expected = (sitting for unit in plan.units() for sitting in plan.sittings(unit))
    played = 0
    ended = False
    for number, line in found.lines():
        where = f"{found.path}, line {number}"
        if isinstance(line, End):
            ended = True
            continue
        played += 1
        sitting = next(expected, None)
        if sitting is None:
            yield f"{where}, game {line.index}: by the match there is no such game"
            continue
        for name in ("set", "seating", "seed", "seats"):
            there, here = getattr(line, name), getattr(sitting, name)
            if there != here:
                yield f"{where}, game {line.index}: {name} is {there}, by the match seed {here}"
        for difference in differences(found, line):
            yield f"{where}, game {line.index}: {difference}"
        step()
    if not ended:
        yield f"{found.path}: the match is not complete: {played} of {found.match.games} games; --resume plays on"
