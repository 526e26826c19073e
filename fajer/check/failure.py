"""A step that failed, told so that the author can mend it: what was sent, what came, what is wrong."""

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from fajer.check.subject import Subject
from fajer.errors import BotFault
from fajer.records.record import Limits
from fajer.referee.process import now
from fajer.wire.codec import plain, quoted
from fajer.wire.messages import Batch, Encoding, Hello

_LINES = 6
"""So many of the last lines of stderr are shown."""
_FAREWELL_NS = 1_000_000_000
"""How long a bot that did not answer is listened to once its input is closed."""
_PROMPT_NS = 300_000_000
"""An answer that comes so soon after that was ready before, and stood in a buffer."""

Kind = Literal["start", "timeout", "crash", "garbage", "protocol", "illegal"]
"""How a bot can fail."""
Asked = Literal["hello", "act", "batch"]
"""What it failed to answer."""

_SHORT = {
    "start": "it cannot be run",
    "garbage": "what it says is no message",
    "protocol": "its message is not as it has to be",
    "illegal": "its action is not legal",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of the bot with all that can be known of it; its process is ended then."""

    kind: Kind
    asked: Asked
    """What it was asked last."""
    detail: str
    """What the referee says about it."""
    came: bytes
    """The message that was wrong; empty if none came."""
    torn: bytes
    """What came that was no whole message."""
    buffered: bytes
    """What came as soon as its input was closed; then it had stood in a buffer."""
    encoding: Encoding
    """What it speaks."""
    given_ms: int
    """How long it was given, in milliseconds."""
    stderr: str
    """The last of its stderr."""

    @property
    def short(self) -> str:
        """How it failed, in a few words."""
        if self.kind == "timeout":
            return "no hello in time" if self.asked == "hello" else "no answer in time"
        return _SHORT.get(self.kind) or f"it {self.detail.removeprefix('no proper hello: ')}"

    @property
    def why(self) -> str:
        """What is wrong, as far as `short` and `said` do not tell; it may be empty."""
        message = self.came.rstrip(b"\r\n") if self.encoding == "json" else self.came[4:]
        detail = self.detail.removeprefix("no proper hello: ")
        for between in (", got ", "; got ", ": "):
            detail = detail.replace(f"{between}{quoted(message)}", "")
        return "" if self.kind in ("timeout", "crash") else plain(detail)

    @property
    def said(self) -> str:
        """What came back, as it is shown."""
        if self.came:
            return quoted(self.came)
        end = "no end of the line" if self.encoding == "json" else "that is no whole message"
        part = f"{quoted(self.torn)}, {end}" if self.torn else "nothing"
        if self.kind != "timeout":
            return part
        later = f"; {quoted(self.buffered)} as soon as its input was closed" if self.buffered else ""
        return f"{part}, within {self.given_ms} ms{later}"


def failure(subject: Subject, fault: BotFault, limits: Limits) -> Failure:
    """All that can be known of a fault, and the bot is ended."""
    asked, given = _asked(subject.sent, limits)
    if not subject.running:
        return Failure("start", asked, fault.detail, b"", b"", b"", "json", given, subject.stderr())
    tape = subject.tape
    kind = _kind(fault, tape.came)
    torn, buffered = tape.torn, b""
    if kind == "timeout":
        closed = now()
        after = tape.last_words(_FAREWELL_NS)
        buffered = after[len(torn) :] if now() - closed < _PROMPT_NS else b""
    stderr, encoding = subject.stderr(), subject.encoding
    subject.end_now()
    came = tape.came if kind in ("garbage", "protocol", "illegal") else b""
    return Failure(kind, asked, fault.detail, came, torn, buffered, encoding, given, stderr)


def _asked(sent: Any, limits: Limits) -> tuple[Asked, int]:
    """What has to be answered, and in how many milliseconds."""
    if isinstance(sent, Hello):
        return "hello", limits.start_ms
    if isinstance(sent, Batch):
        return "batch", limits.move_ms * len(sent.acts)
    return "act", limits.move_ms


def _kind(fault: BotFault, came: bytes) -> Kind:
    """The kind of a fault; those before the first game are all of the kind `start`."""
    if fault.kind != "start":
        return fault.kind  # type: ignore[return-value]
    if fault.detail.startswith("no hello within"):
        return "timeout"
    if came:
        return "protocol" if is_object(came) else "garbage"
    return "garbage" if "a line of over" in fault.detail else "crash"


def is_object(came: bytes) -> bool:
    """Whether it is one whole JSON object."""
    try:
        return isinstance(msgspec.json.decode(came), dict)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def last_lines(stderr: str) -> list[str]:
    """The last lines of a bot's stderr, as they can be shown."""
    return [plain(line.rstrip()) for line in stderr.strip().splitlines()[-_LINES:]]


def as_json(message: Any) -> str:
    """A message as it would be sent as a JSON line, without the end of the line."""
    return "" if message is None else msgspec.json.encode(message).decode()
