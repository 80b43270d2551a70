"""Values that are more likely a slip, each with its reason."""

from __future__ import annotations

import pytest

from timeml._timex.forms import StatedDate, distrusted, parse_form, spelt_numbers, stated_date
from timeml._timex.meanings import REASONS, UNTRUSTED, CalendarInterval

CREATED = parse_form("1998-05-03")
assert isinstance(CREATED, CalendarInterval)


def reason(value: str, text: str, type: str = "DATE", *, created: bool = True) -> str | None:
    place = parse_form(value)
    assert isinstance(place, CalendarInterval)
    unresolvable = distrusted(
        place, value=value, type=type, text=text, created=CREATED if created else None
    )
    assert unresolvable is None or unresolvable.detail in (value, "the year", "the weekday")
    return None if unresolvable is None else unresolvable.reason


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("610", "610", "prefix-spelt-as-year"),
        ("610", "in 610", "prefix-spelt-as-year"),
        ("19", "19", "prefix-spelt-as-year"),
        ("199", "the 1990s", None),
        ("19", "the 20th century", None),
        ("19", "the 19th century", "contradicts-text"),
        ("0610", "610", None),
        ("0091", "91", "far-from-creation-time"),
        ("0091", "AD 91", None),
        ("0091", "91 C.E.", None),
        ("1492", "1492", None),
        ("1492", "in those days", "far-from-creation-time"),
        ("2998-05-03", "Sunday", "contradicts-text"),
        ("2998-05-03", "the day", "far-from-creation-time"),
        ("BC0044-03-15", "the Ides of March", "far-from-creation-time"),
        ("BC0044", "44 B.C.", None),
        ("-0043", "a day", "far-from-creation-time"),
        ("1801", "once", None),
        ("14", "the Middle Ages", None),
        ("079", "the 790s", None),
        ("078", "the 790s", "contradicts-text"),
        ("790", "the 790s", "contradicts-text"),
        ("BC04", "the 5th century BC", None),
        ("BC04", "the fifth-century, 5th century B.C.E.", None),
        ("04", "the 5th century BC", "contradicts-text"),
        ("BC04", "the 5th century", "contradicts-text"),
        ("BC049", "the 490s BC", None),
        ("BC1200", "1200 BC", None),
        ("1200", "1200 BC", "contradicts-text"),
        ("BC1200", "1200-1100 BC", None),
        ("BC0480", "480 B.C.", None),
        ("-0479", "480 BC", None),
        ("-0043", "44 BC", None),
        ("-0044", "44 BC", None),
        ("1998", "1998 in Vancouver, BC", None),
        ("1998-05-04", "Friday", "contradicts-text"),
        ("1998-05-04", "Monday", None),
    ],
)
def test_a_value_is_trusted_or_refused_for_a_reason(
    value: str, text: str, expected: str | None
) -> None:
    assert reason(value, text) == expected
    assert expected is None or expected in UNTRUSTED


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("1998-05-03", "three days", "date-for-duration"),
        ("1998-Q1", "the quarter", "date-for-duration"),
        ("196", "the late 1960s", None),  # the text names the decade, so the type is the slip
        ("1998-05-03", "Sunday", None),
    ],
)
def test_a_date_for_a_duration_is_trusted_only_if_the_text_names_it(
    value: str, text: str, expected: str | None
) -> None:
    assert reason(value, text, "DURATION") == expected
    assert reason(value, text, " duration ") == expected
    assert reason(value, text, "") is None


def test_without_a_creation_time_nothing_is_far() -> None:
    assert reason("2998", "then", created=False) is None


def test_every_reason_has_its_words() -> None:
    assert set(REASONS) >= UNTRUSTED


def fault(text: str, value: str) -> str | None:
    place = parse_form(value)
    assert isinstance(place, CalendarInterval)
    return stated_date(text, has_clock="T" in value).fault(place)


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("1988", "1998", "the year"),
        ("the 1988 elections", "1998", "the year"),
        ("the 1988 elections", "1988-11-08", None),
        ("the March 1 uprising", "1998-05", None),  # says more than a date
        ("the 1988 season", "1989-03", None),
        ("Mai 1998", "1999-05", "the year"),
        ("Mai 1998", "1998-06", None),  # months of other languages are not known
        ("the 1960s", "1972", "the year"),
        ("the 1960s", "196", None),
        ("the 19th century", "19", "the year"),
        ("the 19th century", "18", None),
        ("the 19th century", "1850", None),
        ("1989-1994", "1989", None),
        ("1989-1994", "1994", None),
        ("Sept. 27, 1989", "1989-11-27", "the month"),
        ("Sept. 27, 1989", "1989-09-26", "the day"),
        ("27 September 1989", "1989-09-27", None),
        ("september", "1989-09-26", None),
        ("May", "1989-06", "the month"),
        ("Monday, 4 May 1998", "1998-05-04", None),
        ("Tuesday", "1998-05-04", "the weekday"),
        ("late Tuesday night", "1998-05-04TNI", "the weekday"),
        ("Monday or Tuesday", "1998-05-04", None),
        ("Tuesday", "1998-W19", None),  # a week has all of them
        ("the 13th", "1998-05-04", "the day"),
        ("Dec. 31 - Jan. 2", "1998-W53", None),
        ("midnight Sunday", "1998-05-03T24:00", None),
        ("9 a.m. Monday", "1998-05-04T09:00", None),
        ("9:40 p.m. Tuesday", "1998-05-04T21:40", "the weekday"),
        ("noon GMT Monday", "1998-05-04T12:00Z", None),
        ("11 p.m. Sunday", "1998-05-03T23:00-05:00", None),  # Monday in UTC
        ("2000 Monday", "1998-05-04T20:00", None),  # the time of day
        ("2000", "1998-05-04", "the year"),
    ],
)
def test_values_are_held_against_the_words(text: str, value: str, expected: str | None) -> None:
    assert fault(text, value) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("two days before March 1", "10 years ago", "a week from Tuesday", "fiscal 1989", ""),
        *("the year after 1988", "since 1988", "the 1988-89 season", "1500 hours"),
        *("11/02/89", "the end of the year", "more than 1000 days", "3.5 %", "№ 5"),
    ],
)
def test_what_names_more_than_a_date_or_less_says_nothing(text: str) -> None:
    assert stated_date(text, has_clock=False) == StatedDate()


def test_a_place_without_bounds_contradicts_nothing() -> None:
    open_ended = CalendarInterval(0, None, False)
    assert stated_date("1998", has_clock=False).fault(open_ended) is None


def test_numbers_that_stand_alone() -> None:
    assert spelt_numbers("in 610, the 1990s and the 19th of 1998") == {"610", "1998"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [("BC0109", None), ("0061", None), ("1492", "far-from-creation-time")],
)
def test_dates_near_those_that_the_text_names_are_meant(value: str, expected: str | None) -> None:
    place, named = parse_form(value), parse_form("BC0058")
    assert isinstance(place, CalendarInterval)
    assert isinstance(named, CalendarInterval)
    found = distrusted(
        place, value=value, type="DATE", text="that year", created=CREATED, named=[named, CREATED]
    )
    assert (None if found is None else found.reason) == expected
