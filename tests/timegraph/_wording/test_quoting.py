"""What is quoted is short."""

from __future__ import annotations

from timegraph._wording import quoted, shortened


def test_what_is_quoted_is_short_and_has_single_blanks() -> None:
    assert quoted(" is  it\tso ") == "'is it so'"
    assert len(quoted("x" * 100_000)) == 62


def test_what_is_shortened_is_else_as_it_was() -> None:
    assert shortened("a  b") == "a  b"
    assert shortened("x" * 300, 4) == "xxx…"
