"""Rows of tab-separated files."""

from __future__ import annotations

import pytest

from timeml import TimeMLError
from timeml.readers import File
from timeml.readers.tables import rows


def read(data: bytes, optional: int = 0) -> list[tuple[int, list[str]]]:
    file = File("x.tab", "in/x.tab", lambda: data)
    return [(line, fields) for line, fields in rows(file, ("a", "b", "c"), optional=optional)]


def test_rows_have_their_lines_and_fields() -> None:
    data = b"# a\tb\tc\n1\t 2\t3 \n\n4\t5\t6\t\t\n"
    assert read(data) == [(2, ["1", "2", "3"]), (4, ["4", "5", "6"])]


def test_the_last_may_be_missing_if_that_is_allowed() -> None:
    assert read(b"1\t2\n", optional=1) == [(1, ["1", "2", ""])]
    with pytest.raises(
        TimeMLError, match=r"^in/x.tab:1: a line has 2 tab-separated fields, not 3 \(a, b, c\)"
    ):
        read(b"1\t2\n")
    with pytest.raises(TimeMLError, match=r":2: a line has 4 "):
        read(b"1\t2\t3\n1\t2\t3\t4\n", optional=1)
