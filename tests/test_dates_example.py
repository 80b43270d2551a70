"""The examples of dates run, and say what follows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def printed_by(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "dates" / name), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert not done.stderr
    return done.stdout


def test_the_memory_of_an_assistant() -> None:
    said = printed_by("agent_memory.py")
    assert "- Was the draft sent before the review? Yes." in said
    assert "- Was the draft sent before the talk? Unknown." in said
    assert "- Is the review over when the call starts? Yes." in said
    assert "- The call starts at 16:00 here.\n" in said
    assert "    Ben: the dinner.start - Ana's talk.start is exactly 2 days\n" in said
    assert "- Is the one from Rome older than 2020? Unknown; yes as written, since 1850 is" in said


@pytest.mark.parametrize("calendar", [[], ["--calendar"]], ids=["days", "calendar"])
def test_what_was_planted_in_a_family_tree_is_found(calendar: list[str]) -> None:
    tree = ("--people", "120", "--wrong", "4", "--seed", "2", *calendar)
    said = printed_by("family_tree.py", *tree)
    records, planted = said.splitlines()[0], said.count("\n- line ")
    assert records.endswith(" 4 contradict others:")
    assert planted == 4
    for conflict in said.split("\n- ")[1:]:
        wrong, *others = conflict.splitlines()
        assert " was born in " in wrong
        assert others
        assert all(line.startswith("    line ") for line in others)
        # A mother's years count from a date of hers.
        assert len(others) > any(" is the mother of " in line for line in others)
