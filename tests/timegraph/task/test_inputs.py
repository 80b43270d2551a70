"""Texts made input documents."""

from __future__ import annotations

import pytest

import timeml
from timegraph.findings import Finding
from timegraph.task.files import decoded, input_document, is_date, split_title
from timeml import Document, TimeMLError
from timeml.plain_text import plain_text, title_of

LONG = "The river rose again. " * 40


def made(content: str | bytes) -> tuple[Document | None, list[Finding]]:
    data = content.encode() if isinstance(content, str) else content
    document, findings = input_document(data, docid="a", path="texts/a.txt")
    return document, list(findings)


def codes(findings: list[Finding]) -> list[str]:
    return [found.code for found in findings]


def test_a_text_with_its_creation_time_and_title() -> None:
    document, findings = made(f"1998-04-18\nRain\n\n{LONG}\n")
    assert document is not None
    assert findings == []
    found = timeml.read(timeml.write(document))
    assert (plain_text(found), title_of(found)) == (f"{LONG}\n", "Rain")
    assert found.docid == "a"
    assert found.dct is not None
    assert found.dct.value == "1998-04-18"
    assert not found.events


@pytest.mark.parametrize("title", ["Rain", "Rain?", 'Mayor: "Rain!"', "A day in May"])
def test_a_line_that_is_no_sentence_is_a_title(title: str) -> None:
    assert split_title(f"{title}\n\nIt rained.") == ("It rained.", title)


@pytest.mark.parametrize(
    "content",
    ["It rained.\n\nAgain.", 'He said "No."\n\nSo.', "word " * 26 + "\n\nSo.", "A\n\n"],
)
def test_what_is_not_a_title(content: str) -> None:
    assert split_title(content) == (content, None)


def test_dates_are_places_on_the_calendar() -> None:
    assert all(map(is_date, ["1998", "1998-04", "1998-W16", "1998-04-18T09:00"]))
    assert not any(map(is_date, ["P3D", "PRESENT_REF", "1998-13", "today", ""]))


def test_line_ends_and_byte_order_mark() -> None:
    assert decoded(b"\xef\xbb\xbfa\r\nb\rc\nd\xc3\xa9\xe2\x80\xa8", "f") == "a\nb\nc\ndé\u2028"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\r\nb\rc\xe9", "f:3: byte 0xe9 is not UTF-8"),
        (b"\xff\xfea\0", "f:1: is UTF-16"),
    ],
)
def test_other_encodings(data: bytes, message: str) -> None:
    with pytest.raises(TimeMLError, match=message):
        decoded(data, "f")


def test_line_ends_are_those_of_xml() -> None:
    unix, dos = made(f"1998\n\n{LONG}\nEnd.\n"), made(f"1998\r\n\r\n{LONG}\r\nEnd.\r\n")
    assert unix[0] == dos[0] is not None


def test_what_is_reported_and_written() -> None:
    document, findings = made("1998\nRain\n\nA short\x0ctext\x00.")
    assert codes(findings) == ["short-text", "unwritable-character"]
    assert document is not None
    assert plain_text(document) == "A short text ."
    assert "U+000C, and 1 more" in findings[1].message
    assert str(findings[1].position).startswith("Position(line=4, column=8")


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (LONG, "no-creation-time", "The river rose"),
        (f"April 18, 1998\n{LONG}", "no-creation-time", "'April 18, 1998', which is not a TIMEX3"),
        ("<?xml version='1.0'?><TimeML/>", "already-timeml", "is TimeML"),
        (b"1998\ncaf\xe9", "unreadable", "byte 0xe9 is not UTF-8"),
        (b"\xff\xfe1", "unreadable", "UTF-16"),
        ("1998\n", "unreadable", "holds no text"),
    ],
)
def test_what_gives_no_document(content: str | bytes, code: str, words: str) -> None:
    document, (found,) = made(content)
    assert document is None
    assert found.code == code
    assert words in found.message
    assert found.fix
