"""Dates in English and ISO, as granules."""

from __future__ import annotations

import re
from datetime import date
from math import inf

import pytest
from hypothesis import given, strategies as st

from tests.oracle.facts import open_from
from timegraph.dates.granules import (
    OPEN,
    DateError,
    Granule,
    as_written,
    day,
    month,
    qualities_of,
    read_date,
    until,
    year,
)
from timeml.gregorian import MONTHS
from timeml.plain_dates import DATE
from timeml.timex_value import format_instant

DATE_ALONE = re.compile(DATE, re.IGNORECASE)
EPOCH = date(1970, 1, 1).toordinal()


def seconds(of: date) -> int:
    return (of.toordinal() - EPOCH) * 86_400


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("January 1926", month(1926, 1)),
        ("Jan, 1993", month(1993, 1)),
        ("Jan 1993", month(1993, 1)),
        ("  jan.   1993 ", month(1993, 1)),
        ("Sept. 1926", month(1926, 9)),
        ("SEP 1926", month(1926, 9)),
        ("Jun 170", month(170, 6)),
        ("1926", year(1926)),
        ("633", year(633)),
        ("AD 8", year(8)),
        ("A.D. 8", year(8)),
        ("BC 44", year(-43)),
        ("BC793", year(-792)),
        ("431 B.C.", year(-430)),
        ("431BC", year(-430)),
        ("431 B. C. E.", year(-430)),
        ("March 793", month(793, 3)),
        ("AD 79", year(79)),
        ("79 CE", year(79)),
        ("44 BC", year(-43)),
        ("March 44 BC", month(-43, 3)),
        ("BC0044", year(-43)),
        ("-0043", year(-43)),
        ("1926-01", month(1926, 1)),
        ("1926-01-05", day(1926, 1, 5)),
        ("5 January 1926", day(1926, 1, 5)),
        ("January 5, 1926", day(1926, 1, 5)),
        ("May 14th, 2001", day(2001, 5, 14)),
        ("the 1st of March, 2001", None),
        ("1st of March, 2001", day(2001, 3, 1)),
        ("29 February 2000", day(2000, 2, 29)),
    ],
)
def test_a_date_means_what_its_words_say(text: str, same: Granule | None) -> None:
    if same is None:
        with pytest.raises(DateError):
            read_date(text)
        return
    assert read_date(text) == same
    assert read_date(text).text == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "first", "after", "unit"),
    [
        ("the 1990s", 1990, 2000, "decade"),
        ("1990's", 1990, 2000, "decade"),
        ("early 1990s", 1990, 1994, "early"),
        ("mid-1990s", 1993, 1997, "mid"),
        ("the late 1990s", 1996, 2000, "late"),
        ("late 900s", 906, 910, "late"),
        ("790s", 790, 800, "decade"),
        ("19th century", 1801, 1901, "century"),
        ("early 6th century", 501, 541, "span"),
        ("the mid-6th century", 531, 571, "span"),
        ("late 6th century BC", -539, -499, "span"),
        ("5th century B.C.", -499, -399, "century"),
        ("1st century BC", -99, 1, "century"),
    ],
)
def test_decades_and_centuries(text: str, first: int, after: int, unit: str) -> None:
    read = read_date(text)
    assert (read.first, read.after, read.unit) == (year(first).first, year(after).first, unit)


@pytest.mark.parametrize(
    "text",
    ["", "soon", "0 BC", "30 February 1990", "29 Feb 1900", "circa 1920", "1990-13", "May", "PXD"],
)
def test_what_is_not_a_date_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(DateError) as refused:
        read_date(text)
    assert len(str(refused.value)) > 10


@pytest.mark.parametrize(
    ("text", "first", "after", "is_vague"),
    [
        ("198X", "1980", "1989", True),
        ("[1984,1986]", "1984", "1986", True),
        ("2001-21", "2001-03-01", "2001-12-23", False),
        ("2004-06-~11", "2004-06", "2004-06", True),
        ("-0043", "44 BC", "44 BC", False),
    ],
)
def test_dates_of_edtf(text: str, first: str, after: str, is_vague: bool) -> None:
    found = read_date(text)
    assert (found.first, found.after) == (read_date(first).first, read_date(after).after)
    assert found.is_vague is is_vague
    assert str(found) == text


def test_what_is_uncertain_gives_no_bound_but_as_written() -> None:
    found = read_date("1984?")
    assert found == OPEN
    assert found.is_vague
    assert qualities_of(found) == ("1984 is uncertain",)
    assert as_written(found) == read_date("1984")
    assert not as_written(found).is_vague
    assert as_written(read_date("1984")) is read_date("1984")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1964/2008", "has two ends"),
        ("{1960,1961}", "is not a date"),
        ("c. 1984", "nearest right form of EDTF is '1984~'"),
        ("Y17E7", "is not a date"),
        ("9" * 1_000_000, "is not a date"),
    ],
)
def test_edtf_that_is_not_one_date_is_refused(text: str, why: str) -> None:
    with pytest.raises(DateError, match=why) as refused:
        read_date(text)
    assert len(str(refused.value)) < 300


@given(st.dates(min_value=date(1, 1, 1), max_value=date(9998, 12, 31)))
def test_days_months_and_years_agree_with_the_standard_library(drawn: date) -> None:
    read = read_date(f"{drawn.day} {MONTHS[drawn.month - 1]} {drawn.year:04d}")
    assert read == read_date(drawn.isoformat())
    assert (read.first, read.high) == (seconds(drawn), seconds(drawn) + 86_400)
    whole = month(drawn.year, drawn.month)
    assert whole.first == seconds(drawn.replace(day=1))
    assert whole.low <= read.low < read.high <= whole.high
    assert year(drawn.year).low <= whole.low < whole.high <= year(drawn.year).high
    assert read.months == 12 * drawn.year + drawn.month - 1
    assert year(drawn.year).rank < whole.rank < read.rank


@given(st.integers(-3000, 4000), st.integers(1, 12))
def test_months_follow_each_other_across_the_year_0(y: int, m: int) -> None:
    following = month(y + m // 12, m % 12 + 1)
    assert month(y, m).after == following.first
    assert month(y, m).rank < following.rank
    assert read_date(str(month(y, m))) == month(y, m)


@given(
    st.dates(min_value=date(1000, 1, 1)),
    st.sampled_from(["%B %Y", "%b, %Y", "%Y", "%d %B %Y", "%B %d, %Y", "%Y-%m-%d"]),
)
def test_the_pattern_finds_what_can_be_read(drawn: date, form: str) -> None:
    text = drawn.strftime(form)
    assert DATE_ALONE.fullmatch(text)
    assert DATE_ALONE.search(f"in {text}?").group() == text


def test_a_longer_number_holds_no_year() -> None:
    assert not DATE_ALONE.search("50023")


def test_open_granules() -> None:
    assert (OPEN.low, OPEN.high) == (-inf, inf)
    assert OPEN.rank is OPEN.months is None
    assert str(open_from(month(2023, 10))) == "October 2023 or later"
    assert open_from(year(2023)).first == year(2023).first
    assert open_from(year(2023)).after is None
    assert until(year(2023)).after == year(2024).first
    assert until(year(2023)).first is None


def test_a_granule_is_not_empty() -> None:
    with pytest.raises(ValueError, match="ends after it starts"):
        Granule(0, 0, "day")


def test_granules_print_even_without_words() -> None:
    assert str(Granule(year(44).first, year(45).first, "year")) == "AD 44"
    assert str(Granule(day(44, 1, 2).first, day(44, 1, 2).after, "day")) == "2 January AD 44"
    assert str(Granule(None, year(44).first, "open")) == "before 1 January AD 44"
    assert str(Granule(year(44).first, None, "open")) == "1 January AD 44 or later"
    span = Granule(year(1990).first, year(1992).first, "span")
    assert str(span) == "some time between 1990 and 1991"
    assert format_instant(span.low) == "1990-01-01"


def test_times_of_day_keep_their_order() -> None:
    morning, evening = read_date("1990-05-05T10:30"), read_date("1990-05-05T20:00")
    assert day(1990, 5, 5).rank < morning.rank < evening.rank < day(1990, 5, 6).rank
    assert str(morning) == "1990-05-05T10:30"
