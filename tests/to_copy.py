"""The bots to copy, for the tests that run them."""

import os
import shutil
from pathlib import Path

import pytest
from cli.running import BOTS

TOOLS = {
    "c": "cc",
    "java": "javac",
    "javascript": "node",
    "perl": "perl",
    "python": "python3",
    "python-sdk": "python3",
    "rust": "rustc",
    "shell": "bash",
}
"""What each language needs on a machine."""
LANGUAGES = sorted(TOOLS)


def needed(language: str) -> Path:
    """The bot's folder; the test is skipped, aloud, where the language is missing, and fails in CI."""
    if shutil.which(TOOLS[language]) is None:
        message = f"there is no {TOOLS[language]} here for the bot in {language}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return BOTS / language
