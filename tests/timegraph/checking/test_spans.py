"""Annotations that begin or end inside a word, and whole documents that are shifted."""

from __future__ import annotations

import pytest

from timegraph.checking import Selection, check_document
from timeml import Document, Event

WORDS = ("sank", "slept", "drifted", "won")


def messages(text: str, spans: list[tuple[int, int]]) -> list[str]:
    events = tuple(
        Event(f"e{number}", "STATE", start, end, text[start:end])
        for number, (start, end) in enumerate(spans)
    )
    document = Document(text=text, events=events)
    checked = check_document(document, path="a", selection=Selection(("span-in-word",)))
    return [finding.message for finding in checked.findings]


@pytest.mark.parametrize(
    ("text", "span", "word"),
    [
        ("It snowed.", (5, 9), "snowed"),
        ("It snowed.", (3, 6), "snowed"),
        ("in 1998", (3, 6), "1998"),
        ("Снегопад", (0, 4), "Снегопад"),
    ],
)
def test_parts_of_words(text: str, span: tuple[int, int], word: str) -> None:
    (message,) = messages(text, [span])
    assert message.endswith(f"s inside the word {word!r}")


@pytest.mark.parametrize(
    ("text", "span"),
    [("It snowed.", (3, 9)), ("the 1990s", (4, 8)), ("l'arrivo", (2, 8)), ("昨天下雨了", (2, 4))],
)
def test_whole_words(text: str, span: tuple[int, int]) -> None:
    assert messages(text, [span]) == []


def _in(text: str) -> list[tuple[int, int]]:
    return [(text.index(word), text.index(word) + len(word)) for word in WORDS]


@pytest.mark.parametrize(
    ("before", "between", "as_counted", "hint"),
    [
        ("", " ", lambda text: [(start, end - 1) for start, end in _in(text)], "last characters"),
        ("😂😂 ", " ", lambda text: [(s + 2, e + 2) for s, e in _in(text)], "UTF-16"),
        ("a\r\n", " ", lambda text: _in(text.replace("\r", "")), "CR LF"),
        ("a\n", " ", lambda text: _in(text.replace("\n", "\r\n")), "two characters"),
        ("é ", " ", lambda text: [(s + 1, e + 1) for s, e in _in(text)], "bytes"),
        ("a ", " ", lambda text: [(s + 1, e + 1) for s, e in _in(text)], "from 1"),
    ],
)
def test_a_shifted_document_has_one_hint(
    before: str, between: str, as_counted: object, hint: str
) -> None:
    text = before + between.join(WORDS) + " races."
    assert messages(text, _in(text)) == []
    (message,) = messages(text, as_counted(text))  # type: ignore[operator]
    assert message.startswith("4 of 4 annotations")
    assert hint in message
