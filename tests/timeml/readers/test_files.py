"""Files as readers see them: from a folder, an archive, or alone; and their text."""

from __future__ import annotations

import json
import json.scanner

import pytest
from hypothesis import given, strategies as st

from timeml import TimeMLError
from timeml.readers.files import File, Line, Placed, line_of, lines, whole
from timeml.readers.tables import rows


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


def json_file(data: bytes) -> File:
    return File("a.json", "in/a.json", lambda: data)


def test_values_in_files() -> None:
    assert whole(json_file(b'{"a": [1]}')) == {"a": [1]}
    assert list(lines(json_file(b'1\n\n"x"\n'))) == [(1, 1), (3, "x")]


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
        whole(json_file(data))


def test_fields_have_their_types() -> None:
    one = json_file(b"")
    assert Line(one, 7).field({"b": 1}, "a b", int) == 1
    with pytest.raises(TimeMLError, match=r"^in/a.json:7: a field 'a' is missing"):
        Line(one, 7).field({}, "a b", int)
    with pytest.raises(TimeMLError, match="the field 'a' is not a whole number"):
        Line(one, None).field({"a": True}, "a", int)
    with pytest.raises(TimeMLError, match="it is not an object"):
        Line(one, None).value([], dict, "it")


def test_objects_know_their_lines() -> None:
    text = b'[{"a": "}{", "b":\n {"c": "\\"{"}},\n\n {"a": {}, "a": {}}, 3]'
    one, other, number = whole(json_file(text))
    assert (line_of(one), line_of(one["b"]), line_of(other), line_of(other["a"])) == (1, 2, 4, 4)
    assert (line_of(number), line_of(number, 7)) == (None, 7)


def oracle(text: str) -> list[int]:
    """The lines of all objects as the pure scanner of the standard library meets them."""
    found = []

    class Slow(json.JSONDecoder):
        def __init__(self) -> None:
            super().__init__()
            read = self.parse_object

            def parse(place: tuple[str, int], *rest: object) -> object:
                found.append(place[0].count("\n", 0, place[1]) + 1)
                return read(place, *rest)

            self.parse_object = parse
            self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]

    Slow().decode(text)
    return found


VALUES = st.recursive(
    st.none() | st.integers() | st.text('{}"\\\n[]a', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text('{}"\\ab', max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 0, 2]))
def test_lines_are_those_of_the_slow_scanner(content: object, indent: int | None) -> None:
    text = json.dumps(content, indent=indent)

    def lines_in(found: object) -> list[int]:
        if isinstance(found, Placed):
            return [found.line, *(n for one in found.values() for n in lines_in(one))]
        return [n for one in found for n in lines_in(one)] if isinstance(found, list) else []

    assert lines_in(whole(json_file(text.encode()))) == oracle(text)


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
