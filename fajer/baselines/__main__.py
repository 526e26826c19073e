"""`python -m fajer.baselines NAME` lets a bot of the package play over stdin and stdout.

With `--reasons en` or `--reasons hu` it says with each action why, as a note.
"""

import sys

from fajer.baselines import BOTS
from fajer.baselines.by_game import ByGame
from fajer.baselines.reasons import TEXTS, Why
from fajer.bot import run

match sys.argv[1:]:
    case [name] if name in BOTS:
        run(ByGame(name))
    case [name, "--reasons", language] if name in BOTS and language in TEXTS:
        run(ByGame(name, Why(language)))
    case _:
        sys.exit(f"usage: python -m fajer.baselines NAME [--reasons {'|'.join(TEXTS)}], NAME one of {', '.join(BOTS)}")
