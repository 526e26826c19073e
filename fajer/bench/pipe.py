"""The bare pipe to a process: the yardstick of the referee."""

import os
import select
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

QUESTION, ANSWER = 600, 40
"""Bytes out and back: those of a usual act and its answer."""
_TRIPS = 20_000
_READ = 400


def trips(peer: Sequence[str], *, blocking: bool) -> float:
    """Round trips a second: write, wait for what comes back, and read it."""
    process = subprocess.Popen(peer, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert process.stdin is not None
    assert process.stdout is not None
    out, back = process.stdin.fileno(), process.stdout.fileno()
    question = b"x" * (QUESTION - 1) + b"\n"
    try:
        os.write(out, question)
        os.read(back, _READ)
        if blocking:
            return _blocking_trips(out, back, question)
        return _polled_trips(out, back, question)
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait()


def _blocking_trips(out: int, back: int, question: bytes) -> float:
    """Round trips a second, waiting in `read`."""
    began = time.perf_counter()
    for _ in range(_TRIPS):
        os.write(out, question)
        os.read(back, _READ)
    return _TRIPS / (time.perf_counter() - began)


def _polled_trips(out: int, back: int, question: bytes) -> float:
    """Round trips a second, waiting in `poll` with a time limit, on pipes that do not block."""
    os.set_blocking(out, False)
    os.set_blocking(back, False)
    poll = select.poll()
    poll.register(back, select.POLLIN)
    began = time.perf_counter()
    for _ in range(_TRIPS):
        os.write(out, question)
        poll.poll(1000)
        os.read(back, _READ)
    return _TRIPS / (time.perf_counter() - began)


def peer(scratch: Path) -> tuple[list[str], str]:
    """What answers on the bare pipe: a C program, or Python where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is not None:
        built = scratch / "echo"
        subprocess.run([compiler, "-O2", "-o", str(built), str(Path(__file__).with_name("echo.c"))], check=True)
        return [str(built)], "C"
    program = f"import os\nwhile os.read(0, 65536): os.write(1, b'x' * {ANSWER})"
    return ["python3", "-I", "-S", "-c", program], "Python"
