"""Steps as lines for a terminal; long messages are shortened there, and only there."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from fajer.check.step import Step

_MARKS = {True: "ok", False: "FAIL", None: "–"}
MARK_WIDTH = 5
"""So many characters at the beginning of a line are its mark."""
_NAME_WIDTH = 46
_LONGEST = 1000
"""A message is cut after so many characters."""
_DIGITS = re.compile(r"\d+")
_TEXT = 80
"""A text in a message is cut after so many characters."""
_ITEMS = 14
"""A list in a message is cut after so many things."""


def line(step: Step) -> str:
    """A step in a line: a mark, its name, what was seen."""
    mark = "note" if step.ok and step.remark else _MARKS[step.ok]
    seen = f"{step.seen}; {step.remark}" if step.seen and step.remark else step.seen or step.remark
    return f"{mark:<{MARK_WIDTH}} {step.name:<{_NAME_WIDTH}} {seen}".rstrip()


def untried(steps: Sequence[Step]) -> str:
    """Steps that were not tried, one after another, in one line."""
    if len(steps) == 1:
        return line(steps[0])
    names = f"{steps[0].name} … {steps[-1].name}"
    return f"{_MARKS[None]:<{MARK_WIDTH}} {names}: {len(steps)} steps {steps[0].seen}"


def block(step: Step, failed: Sequence[Step]) -> list[str]:
    """What belongs under the line of a failed step; where one `failed` alike before, only that it did."""
    alike = next((other for other in failed if _alike(other) == _alike(step)), None)
    if alike is not None:
        return [f"      as in “{alike.name}” above"]
    parts = [("sent", [shortened(step.sent)] if step.sent else []), ("came", [step.came]), ("why", [step.why])]
    parts += [("stderr", step.stderr), ("do", [step.advice])]
    return [
        f"      {'' if number else name:<7} {text}"
        for name, texts in parts
        for number, text in enumerate(texts)
        if text
    ]


def _alike(step: Step) -> tuple[object, ...]:
    """The same for failures of which one tells enough."""
    return (step.advice, *(_DIGITS.sub("", text) for text in (step.why, *step.stderr[-1:])))


def shortened(message: str) -> str:
    """A message, given as JSON, with its long lists and texts cut."""
    text = _shown(msgspec.json.decode(message))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(message)} characters)"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f'"{key}":{_shown(part)}' for key, part in value.items()) + "}"
    if isinstance(value, list):
        return f"[{_things(value)}]"
    text = msgspec.json.encode(value).decode()
    if not isinstance(value, str) or len(value) <= _TEXT:
        return text
    return f'{text[:_TEXT]}…"({len(value)} characters)'


def _things(values: Sequence[Any]) -> str:
    """The things in a list: all of a short one, the first of a long one, only how many records."""
    if any(isinstance(value, (dict, list)) for value in values) and len(values) > 1:
        return f"… {len(values)} …"
    first = ",".join(_shown(value) for value in values[:_ITEMS])
    return first if len(values) <= _ITEMS else f"{first},… {len(values) - _ITEMS} more"


def verdict(steps: Sequence[Step], name: str) -> str:
    """The last line: how it went, and what to do next; `name` as it is typed in a command."""
    failed = [step for step in steps if step.ok is False]
    tried = [step for step in steps if step.ok is not None]
    if failed:
        left = len(steps) - len(tried)
        rest = f" ({left} {'was' if left == 1 else 'were'} not tried)" if left else ""
        more = "" if len(failed) == 1 else f"; begin with the first, “{failed[0].name}”"
        return f"{len(failed)} of {len(tried)} steps failed{rest}{more}. Then again: fajer check {name}"
    remarks = sum(bool(step.remark) for step in steps)
    noted = f", with {remarks} remark{'s' if remarks > 1 else ''}" if remarks else ""
    return f"all {len(tried)} steps passed{noted}. Next: fajer match {name} greedy"
