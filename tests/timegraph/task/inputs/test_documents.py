"""Texts made input documents, and back."""

from __future__ import annotations

import pytest

import timeml
from timegraph.task.inputs import InputDocument, input_document, plain_text_of
from timeml.plain_text import plain_text

LONG = "The river rose again. " * 40


def made(content: str | bytes) -> InputDocument:
    data = content.encode() if isinstance(content, str) else content
    return input_document(data, docid="a", path="texts/a.txt")


def codes(result: InputDocument) -> list[str]:
    return [found.code for found in result.findings]


@pytest.mark.parametrize(
    "content", [f"1998-04-18\nRain\n\n{LONG}\n", f"created: 1998\ntitle: Rain.\n\n{LONG}"]
)
def test_a_text_comes_back(content: str) -> None:
    result = made(content)
    assert result.document is not None
    assert codes(result) == []
    found = timeml.read(timeml.write(result.document))
    assert plain_text_of(found) == content
    assert found.docid == "a"
    assert not found.events


def test_line_ends_are_those_of_xml() -> None:
    unix, dos = made(f"1998\n\n{LONG}\nEnd.\n"), made(f"1998\r\n\r\n{LONG}\r\nEnd.\r\n")
    assert unix.document == dos.document


def test_what_is_reported_and_written() -> None:
    result = made("1998\nRain\n\nA short\x0ctext\x00.")
    assert codes(result) == ["short-text", "unwritable-character"]
    assert result.document is not None
    assert plain_text(result.document) == "A short text ."
    assert "U+000C, and 1 more" in result.findings[1].message
    assert str(result.findings[1].position).startswith("Position(line=4, column=8")


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (LONG, "no-creation-time", "The river rose"),
        (f"April 18, 1998\n{LONG}", "no-creation-time", "'April 18, 1998', which is not a TIMEX3"),
        (f"created: May\n\n{LONG}", "no-creation-time", "'May' is not a TIMEX3 date"),
        ("<?xml version='1.0'?><TimeML/>", "already-timeml", "is TimeML"),
        (b"1998\ncaf\xe9", "unreadable", "byte 0xe9 is not UTF-8"),
        (b"\xff\xfe1", "unreadable", "UTF-16"),
        ("1998\n", "unreadable", "holds no text"),
    ],
)
def test_what_gives_no_document(content: str | bytes, code: str, words: str) -> None:
    result = made(content)
    assert result.document is None
    assert codes(result) == [code]
    assert words in result.findings[0].message
    assert result.findings[0].fix
