"""Files as readers see them: from a folder, an archive, or alone; and their text."""

from __future__ import annotations

import pytest

from timeml import TimeMLError
from timeml.readers.files import File


def file(data: bytes) -> File:
    return File("a.tsv", "in/a.tsv", lambda: data)


@pytest.mark.parametrize(
    "data",
    [b"one\r\ntwo\rthr\xc3\xa9e", "\ufeffone\ntwo\nthr\u00e9e".encode(),
     "\ufeffone\ntwo\nthr\u00e9e".encode("utf-16-le"),
     "\ufeffone\r\ntwo\nthr\u00e9e".encode("utf-16-be")],
)  # fmt: skip
def test_text_is_decoded_and_its_line_ends_are_one_kind(data: bytes) -> None:
    assert file(data).text() == "one\ntwo\nthr\u00e9e"


def test_another_encoding_is_an_error_with_its_line() -> None:
    with pytest.raises(TimeMLError, match=r"^in/a.tsv:2: is not UTF-8: .*; save the file as"):
        file(b"one\nthr\xe9e\n").text()


def test_utf_16_without_a_mark_is_an_error_that_says_so() -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        with pytest.raises(
            TimeMLError, match=r"^in/a.tsv:1: is UTF-16 without a byte order mark; "
        ):
            file("one\ntwo and three\n".encode(encoding)).text()


@pytest.mark.parametrize("data", [b"one\ntw\0o\n", "\ufeffone\ntw\0o\n".encode("utf-16-le")])
def test_a_nul_byte_is_an_error_with_its_line(data: bytes) -> None:
    with pytest.raises(TimeMLError, match=r"^in/a.tsv:2: contains a NUL byte"):
        file(data).text()
