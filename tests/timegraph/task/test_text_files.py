"""Text files in UTF-8."""

from __future__ import annotations

import pytest

from timegraph.task.submissions import decoded
from timeml import TimeMLError


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
