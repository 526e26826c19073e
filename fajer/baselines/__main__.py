"""`python -m fajer.baselines NAME` lets a bot of the package play over stdin and stdout."""

import importlib
import sys

from fajer.baselines import BOTS
from fajer.bot import run

name = sys.argv[1] if len(sys.argv) == 2 else ""
if name not in BOTS:
    sys.exit(f"usage: python -m fajer.baselines NAME, one of {', '.join(BOTS)}")
run(importlib.import_module(f"fajer.baselines.{name}").BOT())
