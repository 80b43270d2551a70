"""Turns of phrase that are kept out of pages, docstrings, comments and messages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What not to write, and what to write instead.
PHRASES = {
    r"\b(?:held |holds? (?:claims|answers|it|them) )against\b": "compare with",
    r"\banew\b": "again",
    r"\bguilty\b|\bblamed\b": "say what contradicts what",
    r"(?<![`-])\bmend(?:s|ed|ing)\b": "fix",
    r"\bbears? (?:a |the |an )": "have",
    r"\bthat is none\b": "that is not a ...",
}
PAGES = [
    path
    for root in ("docs", "timegraph", "timeml", "examples")
    for path in sorted((ROOT / root).rglob("*"))
    if path.suffix in (".md", ".py") and "build" not in path.parts
] + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]


def lines_with(phrase: str) -> list[str]:
    """The places of a phrase."""
    pattern = re.compile(phrase, re.IGNORECASE)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in PAGES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("phrase", PHRASES, ids=PHRASES.values())
def test_a_phrase_is_nowhere(phrase: str) -> None:
    assert lines_with(phrase) == []
