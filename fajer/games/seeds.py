"""Everything that is drawn by lot, from a match seed or a tournament's down; exact in any language.

Each draw is a hash of a plain text, so a game can be dealt again from its seed alone.
"""

import hashlib
import secrets
from operator import length_hint


def draw_match_seed() -> str:
    """A match seed of 256 bits from the operating system, as 64 hex digits."""
    return secrets.token_hex(32)


def game_seed(match_seed: str, number: int) -> str:
    """The game seed of set `number` of a match, 32 hex digits.

    >>> game_seed("42", 0)
    '578f0b79cb02bf9aa179ae533db9df83'
    """
    return _hex(f"fajer-game/1:{match_seed}:{number}", 32)


def table_seed(seed: str, number: int) -> str:
    """The match seed of table `number` of a tournament, 64 hex digits.

    >>> table_seed("42", 0)
    '155d9198b4f4c72975dd523fc3168b9f83745c30ff83795adeb3616b334ca96d'
    """
    return _hex(f"fajer-table/1:{seed}:{number}", 64)


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
    cards = list(range(size))
    shuffle(cards, game_seed, deal)
    return cards


def shuffle(cards: list[int], game_seed: str, deal: int, used: int = 0) -> int:
    """Shuffle in place from the bytes of deal `deal`, the first `used` of them passed over (P-17).

    Returns how many bytes are used now: the next shuffle of this deal goes on from there.
    """
    return _shuffle(cards, f"fajer-deal/1:{game_seed}:{deal}", used)


def permutation(text: str, size: int) -> list[int]:
    """A permutation of 0 … size−1 (at most 256) drawn from `text`."""
    things = list(range(size))
    _shuffle(things, text)
    return things


def _hex(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


_BELOW = [b"", *(bytes(range(m)) * (256 // m) + b"\xff" * (256 % m) for m in range(1, 257))]
"""By `m`, by byte: the number below `m` that the byte draws; 255 where it would be unfair, to be passed over."""
_BLOCK = 64
"""The bytes of a SHA-512."""


def _shuffle(things: list[int], text: str, used: int = 0) -> int:
    """Fisher–Yates from the last place down, each place a number below `place + 1`.

    The bytes are SHA-512 of `text:0`, `text:1`, … one after another, from byte `used` on. Returns
    the number of the first byte that was not used.
    """
    place = len(things) - 1
    block, passed = divmod(used, _BLOCK)
    numbers = _BELOW
    while place > 0:
        bytes_left = iter(hashlib.sha512(f"{text}:{block}".encode()).digest()[passed:])
        for byte in bytes_left:
            other = numbers[place + 1][byte]
            if other <= place:
                things[place], things[other] = things[other], things[place]
                place -= 1
                if place == 0:
                    break
        block += 1
        passed = 0
        used = block * _BLOCK - length_hint(bytes_left)
    return used
