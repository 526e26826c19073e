"""Messages as a later version of the protocol may send them, and the longest there may be."""

from typing import Any

import msgspec

from fajer.wire.messages import MESSAGE_LIMIT, Act

_KEY = "unknown_key"
_VALUE = [1, 2.5, "text", None, {"deeper": []}]
NEWS = {"type": "unknown_message", "text": "nothing that a bot has to know", "number": 1}
"""A message of a kind that no bot knows."""


def more_keys(message: Any) -> Any:
    """The message with a key more in every map of it."""
    return _with_more(msgspec.to_builtins(message))


def _with_more(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_more(part) for key, part in value.items()} | {_KEY: _VALUE}
    return [_with_more(part) for part in value] if isinstance(value, list) else value


def turned_round(message: Any) -> Any:
    """The message with the keys of every map of it the other way round."""
    return _turned_round(msgspec.to_builtins(message))


def _turned_round(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _turned_round(part) for key, part in reversed(value.items())}
    return [_turned_round(part) for part in value] if isinstance(value, list) else value


def padded(message: Any) -> Any:
    """An act made as long as a message may be, by a key that nobody knows."""
    if not isinstance(message, Act):
        return message
    plain = msgspec.to_builtins(message) | {_KEY: ""}
    return plain | {_KEY: "x" * (MESSAGE_LIMIT - len(msgspec.json.encode(plain)) - 1)}
