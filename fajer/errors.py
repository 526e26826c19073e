"""Who erred: every error that a person may meet is one of these."""


class FajerError(Exception):
    """The base of all of them; its text is one line for a person."""


class InvalidAction(FajerError):
    """A text that is no action at all, whatever the position."""


class IllegalAction(FajerError):
    """An action that the rules do not allow in this position."""


class BotFault(FajerError):
    """A bot failed: `kind` says how, the text says what it did."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        """`start`, `timeout`, `crash`, `memory`, `cpu`, `output`, `garbage`, `protocol` or `illegal`."""
        self.detail = detail
        """What was sent, what was expected."""


class Overlong(BotFault):
    """A bot wrote more than a message may hold: `garbage`, but `output` where it is isolated."""

    def __init__(self, detail: str) -> None:
        super().__init__("garbage", detail)


class RecordError(FajerError):
    """A file of records that cannot be read, or does not agree with itself."""


class CutError(RecordError):
    """A file of records whose last line is not whole: it is being written, or its writer was ended."""


class StoreError(FajerError):
    """The store of a tournament cannot be read or written, or is not the one that was meant."""


class UsageError(FajerError):
    """A request that cannot be carried out as it was put."""


class InternalError(FajerError):
    """The referee's own failure, never charged to a bot."""


class IsolationError(FajerError):
    """This machine cannot keep bots apart as was asked; the text says what is missing and how to get it."""


class Enough(Exception):
    """No error: what is looked at game by game is decided, and no more games are wanted."""


class MatchStopped(FajerError):
    """A match that ended before its last game; it can be resumed."""
