"""A match that ends before its time with the games that there are, and says so."""

import os
from pathlib import Path

from msgspec.structs import replace

from fajer.records.files import encoded, opened
from fajer.records.record import End


def shortened(path: Path, games: int, off_turn_us: list[int]) -> None:
    """Make a complete match out of its first `games` games, whole sets: its first line has a new `id`.

    Games are the same only where no unit is cut: by `block` and seating these have to be whole ones.
    """
    found = opened(path)
    made = path.with_name(path.name + ".new")
    used = off_turn_us if any(off_turn_us) else []
    with open(made, "xb") as file:
        file.write(encoded(replace(found.match, games=games).identified()))
        for game in found.games():
            if game.index < games:
                file.write(encoded(game))
        file.write(encoded(End(games, used)))
    os.replace(made, path)
