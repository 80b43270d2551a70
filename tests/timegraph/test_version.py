"""The version is one string, in a form that packaging and users can compare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import timegraph
from timegraph._version import __version__

_FORM = r"(\d+)\.(\d+)\.(\d+)(?:\.dev(\d+)|rc(\d+))?"

# Entries from before entries named their version: together they are the first one that does.
_TOGETHER = "0.2.0.dev0"


def _order(version: str) -> tuple[float, ...]:
    """What a version is compared by: a release follows its candidates, and these its development
    versions."""
    match = re.fullmatch(_FORM, version)
    assert match is not None, version
    *release, dev, candidate = match.groups()
    stage = 0 if dev is not None else 1 if candidate is not None else 2
    return (*map(int, release), stage, int(dev or candidate or 0))


def problems_of(changelog: str, version: str) -> list[str]:
    """What is wrong with the score-changing entries of a changelog, the newest of which are of
    ``version`` at most."""
    entries = re.findall(r"^- \*\*Score-changing(.*?):\*\*", changelog, re.MULTILINE)
    problems = [f"an entry without its version: {own}" for own in entries if not own.strip(" ()")]
    named = [own.strip(" ()") for own in entries if own.strip(" ()")]
    problems += [
        f"{own} is later than the version, {version}"
        for own in named
        if _order(own) > _order(version)
    ]
    problems += [
        f"{own} names {named.count(own)} changes: each has a version of its own"
        for own in dict.fromkeys(named)
        if own != _TOGETHER and named.count(own) > 1
    ]
    return problems


def test_the_version_is_public_and_has_three_numbers() -> None:
    assert timegraph.__version__ == __version__
    assert re.fullmatch(_FORM, __version__)


def test_each_change_of_scores_has_a_version_of_its_own() -> None:
    changelog = Path(__file__).parents[2] / "CHANGELOG.md"
    assert problems_of(changelog.read_text(encoding="utf-8"), __version__) == []


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ("- **Score-changing:** a", "without its version"),
        ("- **Score-changing (0.3.0.dev1):** a", "later than the version"),
        ("- **Score-changing (0.2.0):** a\n- **Score-changing (0.2.0):** b", "2 changes"),
    ],
)
def test_an_entry_without_a_new_version_is_refused(entries: str, problem: str) -> None:
    (found,) = problems_of(entries, "0.2.0")
    assert problem in found
