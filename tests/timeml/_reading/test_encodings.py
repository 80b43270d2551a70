"""Files in any encoding."""

from __future__ import annotations

import pytest

import timeml
from timeml import TimeMLError
from timeml._positions import wide_to_utf8

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "iso-8859-1"]
ENCODINGS += ["windows-1252", "iso-8859-15", "shift_jis", "gb18030", "big5", "euc-jp", "koi8-r"]
WORDS = {
    "shift_jis": "雨が",
    "gb18030": "下雨",
    "big5": "下雨",
    "euc-jp": "雨が",
    "koi8-r": "дождь",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_encoding_and_line_end_gives_the_same_document(encoding: str, end: str) -> None:
    word = WORDS.get(encoding, "plût")
    xml = (
        f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>\n<TimeML>\n<TEXT>\n'
        f'il\n<EVENT eid="e1" class="STATE">{word}</EVENT></TEXT>\n</TimeML>\n'
    )
    document = timeml.read(xml.replace("\n", end).encode(encoding))
    assert document.text == f"\nil\n{word}"
    assert (document.events[0].start, document.events[0].text) == (4, word)
    assert document.events[0].line == 5


def test_undecodable_bytes_are_refused_with_their_line() -> None:
    data = "<TimeML>\n<TEXT>plût</TEXT></TimeML>".encode("latin-1")
    with pytest.raises(TimeMLError, match=r"^2: .*declare the encoding"):
        timeml.read(data)


def test_bytes_that_are_not_the_encoding_they_begin_as_are_refused() -> None:
    data = "<TimeML>\n<TEXT>rain</TEXT></TimeML>".encode("utf-16") + b"\x00\xd8"
    with pytest.raises(TimeMLError, match=r"^2: the file begins as utf-16-le, but it is not"):
        timeml.read(data)


def test_lines_of_wide_characters_are_counted_as_characters() -> None:
    # U+0A0A is two bytes, each of which is a line end elsewhere.
    data = "<TimeML>\n<TEXT>\u0a0a\u0a0a".encode("utf-16") + b"\x00\xd8"
    with pytest.raises(TimeMLError, match=r"^2: the file begins as utf-16-le, but it is not"):
        timeml.read(data)


def test_an_encoding_that_libxml2_does_not_know_is_refused_with_the_way_out() -> None:
    data = b"<?xml version='1.0' encoding='martian'?>\n<TimeML>\n<TEXT>\xff</TEXT></TimeML>"
    with pytest.raises(TimeMLError, match=r"^\d: .*save it as UTF-8"):
        timeml.read(data)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_wide_encodings_are_known_by_how_a_file_begins(encoding: str, mark: str) -> None:
    data = (mark + "<TimeML>plût</TimeML>").encode(encoding)
    assert wide_to_utf8(data, None) == ("<TimeML>plût</TimeML>".encode(), "utf-8")


def test_other_encodings_are_left_to_libxml2() -> None:
    for data in (b"", b"<TimeML/>", b"\xef\xbb\xbf<TimeML/>", b"\xa7\x94"):
        assert wide_to_utf8(data, None) == (data, None)
