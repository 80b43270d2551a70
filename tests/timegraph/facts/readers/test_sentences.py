"""Facts as sentences."""

from __future__ import annotations

import pytest

from timegraph.dates.granules import OPEN, DateError, read_date
from timegraph.facts.readers.lines import NotAFactError, read_sentence


@pytest.mark.parametrize(
    ("text", "object", "start", "end"),
    [
        ("Ada worked for the Mill from January 1926 to January 1934.", "the Mill", "January 1926",
         "January 1934"),
        ("Ada works for Sony, Inc. from Jan, 1997 to Jan, 2017..", "Sony, Inc.", "Jan 1997",
         "Jan 2017"),
        ("Ada worked for Made in 1990 from A to B from 626 to 633", "Made in 1990 from A to B",
         "626", "633"),
        ("Ada worked for École  normale  (Paris) from 1899 to 1902.", "École  normale  (Paris)",
         "1899", "1902"),
        ("Ada worked for the Mill since 1990", "the Mill", "1990", None),
        ("Ada worked for the Mill from May 1990 to present.", "the Mill", "May 1990", None),
        ("Ada worked for the Mill until 44 BC", "the Mill", None, "44 BC"),
        ("Ada worked for the Mill in December 1, 2019.", "the Mill", "1 December 2019",
         "1 December 2019"),
    ],
)  # fmt: skip
def test_dates_are_the_last_words(text: str, object: str, start: str, end: str) -> None:
    fact = read_sentence(text)
    assert (fact.subject, fact.relation, fact.object) == ("Ada", "employer", object)
    assert fact.start == (OPEN if start is None else read_date(start))
    assert fact.end == (OPEN if end is None else read_date(end))


def test_object_first() -> None:
    fact = read_sentence("Bo was the headcoach of Town from March 2001 to May 2003.")
    assert (fact.subject, fact.relation, fact.object) == ("Town", "head coach", "Bo")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ada worked for the Mill.", "does not end with dates"),
        ("Ada dreamt of the Mill from 1990 to 1991.", "has no verb"),
        ("", "does not end with dates"),
    ],
)
def test_what_is_not_a_fact(text: str, message: str) -> None:
    with pytest.raises(NotAFactError, match=message):
        read_sentence(text)


def test_a_date_that_is_not_there() -> None:
    with pytest.raises(DateError, match="no day 30"):
        read_sentence("Ada worked for the Mill from 30 February 1990 to 1991.")
