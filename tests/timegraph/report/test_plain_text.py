"""Text for terminals: printable, measured in columns, wrapped."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.report.plain_text import coloured, display_width, printable, wrapped


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\x1b[31mb", "a\\x1b[31mb"), ("a\nb", "a\\nb"), ("\u202e", "\\u202e"), ("é 日本", "é 日本")],
)
def test_control_characters_are_spelt_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("e\u0301", 1), ("日本", 4), ("", 0)])
def test_width_is_that_of_the_terminal(text: str, columns: int) -> None:
    assert display_width(text) == columns


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_what_is_printable_stays(text: str) -> None:
    assert printable(printable(text)) == printable(text)


@given(
    st.lists(st.text("abc", min_size=1, max_size=30), min_size=1, max_size=12), st.integers(20, 60)
)
def test_lines_fit_and_lose_no_word(words: list[str], width: int) -> None:
    line = "  " + " ".join(words)
    lines = wrapped(line, width)
    assert " ".join(lines).split() == words
    assert all(display_width(line) <= width or len(line.split()) == 1 for line in lines)
    assert wrapped(line, None) == [line]


def test_blanks_and_plain_text_get_no_code() -> None:
    assert coloured("a", "1") == "\x1b[1ma\x1b[0m"
    assert (coloured("a", ""), coloured("  ", "1")) == ("a", "  ")
