"""Spans of dates as readings write them."""

from __future__ import annotations

from datetime import date

import pytest

from timegraph.facts.readers.datasets import span_of


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2005-01-31", date(2005, 1, 31), date(2005, 1, 31)),
        ("2004-02", date(2004, 2, 1), date(2004, 2, 29)),
        ("2005", date(2005, 1, 1), date(2005, 12, 31)),
    ],
)
def test_a_date_is_a_span_of_days(text: str, first: date, last: date) -> None:
    assert span_of(text) == (first.toordinal(), last.toordinal())


@pytest.mark.parametrize(
    "text", ["", "05", "2005-1", "2005-13", "2005-02-30", "0000", "2005-01-01T00", "２００５"]
)
def test_other_texts_are_no_dates(text: str) -> None:
    assert span_of(text) is None
