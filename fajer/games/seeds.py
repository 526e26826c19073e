"""Everything that is drawn by lot, from a match seed down; exact in any language.

Each draw is a hash of a plain text, so a game can be dealt again from its seed alone.
"""

import hashlib
import secrets


def draw_match_seed() -> str:
    """A match seed of 256 bits from the operating system, as 64 hex digits."""
    return secrets.token_hex(32)


def game_seed(match_seed: str, number: int) -> str:
    """The game seed of set `number` of a match, 32 hex digits.

    >>> game_seed("42", 0)
    '578f0b79cb02bf9aa179ae533db9df83'
    """
    return _hex(f"fajer-game/1:{match_seed}:{number}", 32)


def bot_seed(game_seed: str, seating: int, seat: int) -> str:
    """What the bot in `seat` gets for its own randomness, 16 hex digits."""
    return _hex(f"fajer-bot/1:{game_seed}:{seating}:{seat}", 16)


def game_id(game_seed: str, seating: int) -> str:
    """The name of a game on the wire, 16 hex digits."""
    return _hex(f"fajer-id/1:{game_seed}:{seating}", 16)


def bot_order(game_seed: str, bots: int) -> list[int]:
    """The order of the bots for the set with this game seed, as numbers in the match's list."""
    return permutation(f"fajer-order/1:{game_seed}", bots)


def unit_order(match_seed: str, block: int, seating: int, sets: int) -> list[int]:
    """The order in which one unit plays the `sets` sets of its block, as positions in it."""
    return permutation(f"fajer-unit/1:{match_seed}:{block}:{seating}", sets)


def shuffled(game_seed: str, deal: int, size: int) -> list[int]:
    """The deck of deal `deal`: cards 0 … size−1, index 0 on top (F-11)."""
    return _shuffle(size, f"fajer-deal/1:{game_seed}:{deal}")


def permutation(text: str, size: int) -> list[int]:
    """A permutation of 0 … size−1 (at most 256) drawn from `text`."""
    return _shuffle(size, text)


def _hex(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


_UNFAIR = tuple(256 - 256 % m if m else 0 for m in range(257))
"""A byte from this value on is passed over when a number below `m` is drawn."""


def _shuffle(size: int, text: str) -> list[int]:
    """Fisher–Yates from the last place down, each place a number below `place + 1`.

    The bytes are SHA-512 of `text:0`, `text:1`, … one after another.
    """
    things = list(range(size))
    place = size - 1
    block = 0
    while place > 0:
        for byte in hashlib.sha512(f"{text}:{block}".encode()).digest():
            below = place + 1
            if byte < _UNFAIR[below]:
                other = byte % below
                things[place], things[other] = things[other], things[place]
                place -= 1
                if place == 0:
                    break
        block += 1
    return things
