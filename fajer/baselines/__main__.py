"""`python -m fajer.baselines NAME` lets a bot of the package play over stdin and stdout."""

import sys

from fajer.baselines import BOTS
from fajer.baselines.by_game import ByGame
from fajer.bot import run

name = sys.argv[1] if len(sys.argv) == 2 else ""
if name not in BOTS:
    sys.exit(f"usage: python -m fajer.baselines NAME, one of {', '.join(BOTS)}")
run(ByGame(name))
