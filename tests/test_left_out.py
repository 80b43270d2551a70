"""The default run leaves out slow tests and says so, with and without processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SLOW = "tests/test_namesake.py"
LEFT_OUT = "3 tests: slow; python -m pytest -m slow runs them"


def run(root: Path, *arguments: str) -> str:
    """What a test run prints, whatever process of a test run this is."""
    outer = [name for name in os.environ if name.startswith("PYTEST_")]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=root,
        env={name: value for name, value in os.environ.items() if name not in outer},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    ).stdout


@pytest.mark.parametrize("processes", ["0", "2"])
def test_what_is_left_out_is_said_at_the_end(root: Path, processes: str) -> None:
    shown = run(root, "-n", processes, SLOW)
    assert "NOT TESTED" in shown
    assert LEFT_OUT in shown.splitlines()
    assert "passed" not in shown


def test_what_is_named_or_asked_for_runs(root: Path) -> None:
    for asked in ([f"{SLOW}::test_alone_nothing_is_said"], ["-m", "slow", SLOW], ["-m", "", SLOW]):
        shown = run(root, "--collect-only", "-q", *asked)
        assert f"{SLOW}::test_alone_nothing_is_said" in shown.splitlines()
        assert "-m slow runs" not in shown


def test_what_a_keyword_leaves_out_is_not_called_slow(root: Path) -> None:
    assert "-m slow runs" not in run(root, "--collect-only", "-k", "nothing_of_the_kind", SLOW)
