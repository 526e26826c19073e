"""What a step of the check found."""

from typing import Any, NamedTuple

from msgspec import Struct

from fajer.errors import BotFault


class Step(Struct, frozen=True, kw_only=True):
    """A step: what was tried, what was seen, and where it failed what to do about it."""

    name: str
    """What the bot has to do, in a few words."""
    ok: bool | None
    """Whether it did; None: not tried, because of an earlier step."""
    seen: str
    """What it did, in a few words; for a failure, how and where it failed."""
    remark: str = ""
    """Something that is no failure but good to know; empty if there is nothing."""
    sent: str = ""
    """The last message that it was sent before it failed, as JSON in full."""
    came: str = ""
    """What came back before it failed, unprintable characters escaped."""
    why: str = ""
    """What is wrong with that."""
    stderr: list[str] = []
    """The last lines that it wrote to stderr, unprintable characters escaped."""
    advice: str = ""
    """What to do, in a sentence."""


class Seen(NamedTuple):
    """What a step saw of a bot that did what it has to."""

    text: str
    """In a few words."""
    remark: str = ""
    """Something that is no failure but good to know."""


class Wrong(BotFault):
    """Something that only the check looks at; it says itself what to do."""

    def __init__(self, short: str, *, why: str, advice: str, came: str, sent: Any = None) -> None:
        super().__init__("check", why)
        self.short = short
        """What is wrong, in a few words."""
        self.advice = advice
        """What to do, in a sentence."""
        self.came = came
        """What came back, as it is shown."""
        self.sent = sent
        """The message that it is about; None: the last one."""
