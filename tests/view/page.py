"""The page's model, asked from Python: one Node process answers all questions."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

import fajer

HERE = Path(__file__).parent
PAGE = Path(fajer.__file__).parent / "view" / "page"


def missing(what: str) -> NoReturn:
    """Say what is not there. Where everything is tested it has to be."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}: the page's model is not tested")
    pytest.skip(f"{what}: the page's model is not tested")


class Model:
    """What answers."""

    def __init__(self, folder: Path) -> None:
        """The modules that ship are copied beside the script, since Node takes them for modules only there."""
        node = shutil.which("node")
        if node is None:
            missing("there is no node (apt-get install nodejs)")
        shutil.copytree(PAGE, folder / "fajer/view/page")
        (folder / "package.json").write_text('{"type": "module"}')
        script = folder / "tests/view/answer.mjs"
        script.parent.mkdir(parents=True)
        shutil.copy(HERE / script.name, script)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([node, script], stdin=pipe, stdout=pipe)

    def ask(self, what: str, **question: Any) -> Any:
        """Ask something; fails the test with the error that came in answer."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode({"what": what, **question}) + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["answer"]

    def close(self) -> None:
        """No more questions."""
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(10)
