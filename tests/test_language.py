"""Turns of phrase that are kept out of pages, docstrings, comments and messages."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What not to write, and what to write instead.
PHRASES = {
    r"(?<![-=\"])\bbeside\b(?![\"])": "next to, compared with, with",
    r"\b(?:held |holds? (?:claims|answers|it|them) )against\b|\bheld to\b": "compared with",
    r"\banew\b": "again",
    r"\bguilty\b|\bblamed\b|\bto blame\b|\bat fault\b": "say what contradicts what",
    r"(?<![`-])\bmend(?:s|ed|ing)\b": "fix",
    r"\bbears? (?:a |the |an )": "have",
    r"\bthat is none\b|\bto be had\b": "that is not a ..., there is",
    r"(?<!there )\b(?:is|are) no (?!longer|shorter|further|more|information)[a-z]": "is not a ...",
    r"\b(?:is|are|was|were|be|been) (?:said|told)\b|\btold (?:apart|by)\b": "stated, distinguished",
    r"\btells? (?:apart|what|how|which|the scores)\b": "distinguishes, says, names",
    r"\b(?:un)?settled?\b": "decided",
    r"\b(?:is|are|was|were) gone\b|\bgone (?:through|so far)\b": "removed, tried",
    r"\bwhat there (?:is|are)\b": "a noun",
    r"\bcries wolf\b|\bleft in peace\b|\bkeeper\b": "what happens, in plain words",
}
PAGES = [
    path
    for root in ("docs", "timegraph", "timeml", "examples")
    for path in sorted((ROOT / root).rglob("*"))
    if path.suffix in (".md", ".py") and not {"build", "reference"} & {*path.parts}
] + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]


@cache
def prose(path: Path) -> tuple[tuple[int, str], ...]:
    """The lines that people read, with their numbers: of a page all but code and what programs
    print, of Python comments and texts."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        text = re.sub(
            r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S
        )
        lines = enumerate(text.split("\n"), start=1)
    else:
        lines = texts_in(text)
    return tuple((number, re.sub(r"``[^`]*``|`[^`]*`", "", line)) for number, line in lines)


def texts_in(code: str) -> Iterator[tuple[int, str]]:
    """The lines of comments and of texts of several words."""
    kinds = (tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", None))
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type in kinds and " " in token.string:
            words = re.sub(r"\{[^{}]*\}", "", token.string)  # but for what an f-string fills in
            yield from enumerate(words.split("\n"), start=token.start[0])


def lines_with(phrase: str) -> list[str]:
    """The places of a phrase."""
    pattern = re.compile(phrase, re.IGNORECASE)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in PAGES
        for number, line in prose(path)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("phrase", PHRASES, ids=PHRASES.values())
def test_a_phrase_is_nowhere(phrase: str) -> None:
    assert lines_with(phrase) == []
