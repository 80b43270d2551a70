"""What a user waits for before anything happens: whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from measuring import Result

__all__ = ["commands"]

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "examples" / "kit" / "gold" / "blog-sourdough-diary.tml"
KERNELS = (
    "from timegraph._closure.indexes import choose; choose(4, [0, 2, 1], [1, 3, 2], [0, 0, 0])"
)


def _once(arguments: Sequence[str]) -> float:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,  # the calendar's note on what repeats
        cwd=ROOT,
        env=environment,
    )
    return time.perf_counter() - start


def commands(*, quick: bool) -> Iterator[Result]:
    """The best of several starts, in turn, so that none has a quieter machine."""
    program = ("-c", "from timegraph.commands.main import main; main()")
    cases = {
        "bare": ("-c", "import click, lxml.etree"),
        "timegraph --help": (*program, "--help"),
        "timegraph ask": (*program, "ask", str(DOCUMENT), "IS e11 BEFORE e13"),
        "import timegraph": ("-c", "import timegraph"),
        "kernels, machine code kept": ("-c", KERNELS),
        "import numba": ("-c", "import numba"),
    }
    fastest = dict.fromkeys(cases, float("inf"))
    for _ in range(3 if quick else 15):
        for name, arguments in cases.items():
            fastest[name] = min(fastest[name], _once(arguments))
    bare = fastest["bare"]
    for name in cases:
        wanted = 2.0 if name.startswith("timegraph") else None
        yield Result(
            "startup",
            name,
            seconds=fastest[name],
            against="click, lxml.etree",
            other=bare,
            ratio=fastest[name] / bare,
            target=wanted,
            at_most=True,
        )
