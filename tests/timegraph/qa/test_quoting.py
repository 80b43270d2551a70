"""What is quoted is short."""

from __future__ import annotations

from timegraph.qa.quoting import quoted


def test_what_is_quoted_is_short_and_has_single_blanks() -> None:
    assert quoted(" is  it\tso ") == "'is it so'"
    assert len(quoted("x" * 100_000)) == 62
