"""JSON in files."""

from __future__ import annotations

import pytest

from timeml import TimeMLError
from timeml.readers import File
from timeml.readers.json_text import field, lines, value, whole


def file(data: bytes) -> File:
    return File("a.json", "in/a.json", lambda: data)


def test_values_in_files() -> None:
    assert whole(file(b'{"a": [1]}')) == {"a": [1]}
    assert list(lines(file(b'1\n\n"x"\n'))) == [(1, 1), (3, "x")]


@pytest.mark.parametrize(
    ("data", "line", "complaint"),
    [
        (b'{"a":\n', 2, "is not JSON: .*is the file complete"),
        (b'{"a":\n  x}', 2, "is not JSON: Expecting value"),
        (b"[" * 100_000, 1, "JSON"),
        (b'"\xff"', 1, "is not UTF-8"),
    ],
)
def test_what_is_not_json_is_an_error_with_its_line(data: bytes, line: int, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=rf"^in/a.json:{line}: .*{complaint}|^in/a.json:{line}: "):
        whole(file(data))


def test_fields_have_their_types() -> None:
    one = file(b"")
    assert field(one, {"b": 1}, ("a", "b"), int, 7) == 1
    with pytest.raises(TimeMLError, match=r"^in/a.json:7: a field 'a' is missing"):
        field(one, {}, ("a", "b"), int, 7)
    with pytest.raises(TimeMLError, match="the field 'a' is not a whole number"):
        field(one, {"a": True}, ("a",), int, None)
    with pytest.raises(TimeMLError, match="it is not an object"):
        value(one, [], dict, "it", None)
