"""The environment that bots and their builds run in, without isolation."""

import os
import sys
from pathlib import Path


def environment() -> dict[str, str]:
    """Ours, where `python3` is the Python that runs fajer."""
    path = os.environ.get("PATH", os.defpath)
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{path}"}
