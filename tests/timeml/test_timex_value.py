"""TIMEX3 values: a table of forms, each with the guideline that defines it, and properties.

[A] TimeML annotation guidelines 1.2.1, TIMEX3 (attributes value, mod, beginPoint, endPoint).
[T] TIDES 2005 standard for the annotation of temporal expressions (TIMEX2), attribute VAL.
[I] ISO 8601:2004.
"""

from __future__ import annotations

import pickle
from collections import Counter
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph.testing.oracle.timex import search_span
from timeml.document import Document, Event, Timex3
from timeml.timex_value import (
    REASONS,
    CalendarInterval,
    Duration,
    Reference,
    Refusal,
    add_months,
    format_instant,
    interpret,
    parse_value,
)

EPOCH = datetime(1970, 1, 1)


def seconds(moment: datetime | date) -> int:
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day)
    difference = moment - EPOCH
    return difference.days * 86_400 + difference.seconds


def timex(value: str | None, tid: str = "t1", type: str = "DATE", **others: str) -> Timex3:
    return Timex3(tid, type, value, None, None, "", **others)


def place(value: str) -> CalendarInterval:
    meaning = parse_value(value)
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    return meaning


def ends(interval: object) -> tuple[str | None, str | None]:
    assert isinstance(interval, CalendarInterval), str(interval)
    return (
        None if interval.earliest is None else format_instant(interval.earliest),
        None if interval.latest is None else format_instant(interval.latest),
    )


EXACT = [
    # value, earliest, latest, granularity, source
    ("1", "1000-01-01", "2000-01-01", "millennium", "T: years cut to their first digits"),
    ("19", "1900-01-01", "2000-01-01", "century", "T, A"),
    ("199", "1990-01-01", "2000-01-01", "decade", "T, A"),
    ("1998", "1998-01-01", "1999-01-01", "year", "A, I 4.1.2.3"),
    ("1998-H1", "1998-01-01", "1998-07-01", "half", "T"),
    ("1998-H2", "1998-07-01", "1999-01-01", "half", "T"),
    ("1998-Q1", "1998-01-01", "1998-04-01", "quarter", "A, T"),
    ("1998-Q4", "1998-10-01", "1999-01-01", "quarter", "A, T"),
    ("1998-02", "1998-02-01", "1998-03-01", "month", "A, I 4.1.2.3"),
    ("2000-02", "2000-02-01", "2000-03-01", "month", "I"),
    ("1998-12", "1998-12-01", "1999-01-01", "month", "I"),
    ("1998-W23", "1998-06-01", "1998-06-08", "week", "A, I 4.1.4"),
    ("1998-W53", "1998-12-28", "1999-01-04", "week", "I 4.1.4: a long year"),
    ("2000-W6", "2000-02-07", "2000-02-14", "week", "as W06; found in AQUAINT"),
    ("1998-W23-WE", "1998-06-06", "1998-06-08", "weekend", "A, T"),
    ("1998-W23-3", "1998-06-03", "1998-06-04", "day", "I 4.1.4"),
    ("1998-05-03", "1998-05-03", "1998-05-04", "day", "A, I 4.1.2.2"),
    ("19980503", "1998-05-03", "1998-05-04", "day", "I 4.1.2.2, basic format"),
    ("1998-123", "1998-05-03", "1998-05-04", "day", "I 4.1.3, ordinal date"),
    ("1998-05-03T09", "1998-05-03T09:00", "1998-05-03T10:00", "hour", "A, I 4.2.2.3"),
    ("1998-05-03T09:30", "1998-05-03T09:30", "1998-05-03T09:31", "minute", "A, I 4.2.2.3"),
    ("1998-05-03T9:30", "1998-05-03T09:30", "1998-05-03T09:31", "minute", "as T09:30; found"),
    ("19980503T0930", "1998-05-03T09:30", "1998-05-03T09:31", "minute", "I, basic format"),
    ("1998-05-03T09:30:59", "1998-05-03T09:30:59", "1998-05-03T09:31", "second", "I"),
    ("1998-05-03T09:30:05.25", "1998-05-03T09:30:05.25", "1998-05-03T09:30:05.26", "second", "I"),
    ("1998-05-03T09:30,5", "1998-05-03T09:30:30", "1998-05-03T09:30:36", "minute", "I 4.2.2.4"),
    ("1998-05-03T24:00", "1998-05-04", "1998-05-04T00:01", "minute", "A, I 4.2.3: midnight"),
    ("1998-05-03T24", "1998-05-04", "1998-05-04T01:00", "hour", "I 4.2.3"),
    ("BC0350", "-0349-01-01", "-0348-01-01", "year", "T: 350 BC; I has a year 0"),
    ("BC0001", "0000-01-01", "0001-01-01", "year", "T"),
    ("BC035", "-0358-01-01", "-0348-01-01", "decade", "T: 359 to 350 BC"),
    ("BC03", "-0398-01-01", "-0298-01-01", "century", "T: 399 to 300 BC"),
    ("BC0044-03-15", "-0043-03-15", "-0043-03-16", "day", "T"),
    ("-0044", "-0044-01-01", "-0043-01-01", "year", "I 4.1.2.4: 45 BC"),
    ("-0044-03-15", "-0044-03-15", "-0044-03-16", "day", "I 4.1.2.4"),
    ("0000-02-29", "0000-02-29", "0000-03-01", "day", "I: 1 BC is a leap year"),
    ("10000", "+10000-01-01", "+10001-01-01", "year", "I 4.1.2.4, without its sign"),
    ("+12000-05", "+12000-05-01", "+12000-06-01", "month", "I 4.1.2.4"),
    ("1998-q2", "1998-04-01", "1998-07-01", "quarter", "any case"),
    ("  1998-05 ", "1998-05-01", "1998-06-01", "month", "blanks around"),
]

BOUNDS = [
    ("1998-SP", "1998-03-01", "1998-12-24", "A, T: spring, on either hemisphere"),
    ("1998-FA", "1998-03-01", "1998-12-24", "A, T"),
    ("1998-SU", "1997-12-01", "1999-03-22", "A, T"),
    ("1998-WI", "1997-12-01", "1999-03-22", "A, T: a winter crosses a new year"),
    ("FY1998", "1997-01-01", "2000-01-01", "T: named after the first or the last year"),
    ("FY1998-Q2", "1997-01-01", "2000-01-01", "T"),
    ("1998-FQ2", "1997-01-01", "2000-01-01", "T"),
    ("1998-05-03TMO", "1998-05-03", "1998-05-03T12:00", "A, T: morning"),
    ("1998-05-03TMI", "1998-05-03T11:00", "1998-05-03T14:00", "A, T: midday"),
    ("1998-05-03TAF", "1998-05-03T12:00", "1998-05-03T20:00", "A, T: afternoon"),
    ("1998-05-03TEV", "1998-05-03T16:00", "1998-05-04", "A, T: evening"),
    ("1998-05-03TNI", "1998-05-03", "1998-05-04T09:00", "A, T: a night crosses midnight"),
    ("1998-05-03TDT", "1998-05-03", "1998-05-04", "T: daytime"),
    ("1998-W23-5TNI", "1998-06-05", "1998-06-06T09:00", "A"),
    ("199X", "1990-01-01", "2000-01-01", "A: X for what is not known"),
    ("19XX", "1900-01-01", "2000-01-01", "A"),
    ("19X", "1900-01-01", "2000-01-01", "A: some decade"),
    ("199X-XX-XX", "1990-01-01", "2000-01-01", "A"),
    ("1998-HX", "1998-01-01", "1999-01-01", "T"),
    ("1998-QX", "1998-01-01", "1999-01-01", "A"),
    ("1998-XX", "1998-01-01", "1999-01-01", "A"),
    ("1998-XX-XX", "1998-01-01", "1999-01-01", "A"),
    ("1998-XX-12", "1998-01-12", "1998-12-13", "A"),
    ("1998-XX-31", "1998-01-31", "1999-01-01", "A"),
    ("1998-04-XX", "1998-04-01", "1998-05-01", "A"),
    ("1998-04-1X", "1998-04-10", "1998-04-20", "A"),
    ("1998-0X", "1998-01-01", "1998-10-01", "A"),
    ("199X-02-29", "1992-02-29", "1996-03-01", "A: leap days only"),
    ("1998-WXX", "1997-12-29", "1999-01-04", "A: the weeks of a year"),
    ("1998-WXX-WE", "1998-01-03", "1999-01-04", "A"),
    ("1998-WXX-3", "1997-12-31", "1998-12-31", "A: some Wednesday"),
    ("1998-3XX", "1998-10-27", "1999-01-01", "I: ordinal dates"),
    ("1998-W23-X", "1998-06-01", "1998-06-08", "A"),
    ("1998-05-03TXX", "1998-05-03", "1998-05-04", "A"),
    ("1998-05-03TXX:30", "1998-05-03T00:30", "1998-05-03T23:31", "A"),
    ("1998-05-03T1X:XX", "1998-05-03T10:00", "1998-05-03T20:00", "A"),
    ("1998-XX-XXT20", "1998-01-01T20:00", "1998-12-31T21:00", "A"),
    ("1998-WXX-7TNI", "1998-01-04", "1999-01-04T09:00", "A"),
    ("BC03XX", "-0398-01-01", "-0298-01-01", "T"),
    ("-00X4-05", "-0094-05-01", "-0004-06-01", "I"),
]

DURATIONS = [
    ("P3D", 0, 3 * 86_400, "A, I 4.4.3.2"),
    ("P2W", 0, 14 * 86_400, "A"),
    ("P1Y2M10DT2H30M", 14, 10 * 86_400 + 9_000, "I"),
    ("PT1M30S", 0, 90, "A"),
    ("PT36H", 0, 36 * 3_600, "A"),
    ("P1.5Y", 18, 0, "I: decimals"),
    ("PT0,5S", 0, Fraction(1, 2), "I: decimals"),
    ("P2Q", 6, 0, "A: quarters"),
    ("P1H", 6, 0, "T: half years"),
    ("P1DE", 120, 0, "T: decades"),
    ("P1E", 120, 0, "T 2001"),
    ("P1CE", 1_200, 0, "T: centuries"),
    ("P2L", 24_000, 0, "T 2001: millennia"),
    ("P1ML", 12_000, 0, "T"),
    ("P150MA", 150 * 12_000_000, 0, "T: million years"),
    ("PXY", None, None, "A: some years"),
    ("PXX", None, None, "A: some time"),
    ("PTXH", None, None, "A"),
    ("P2SU", None, None, "T: summers"),
    ("P1WE", None, None, "T: a weekend"),
    ("PT3NI", None, None, "T: nights"),
    ("P0.3Y", None, None, "3.6 months have no length"),
]

REFUSED = [
    (None, "no-value"),
    ("", "no-value"),
    ("  ", "no-value"),
    ("XXXX", "unspecified-year"),
    ("XXXX-XX-XX", "unspecified-year"),
    ("XXXX-WXX-3", "unspecified-year"),
    ("XXXX-WI", "unspecified-year"),
    ("XX98", "unspecified-year"),
    ("T09:00", "no-date"),
    ("TMO", "no-date"),
    ("1998-13", "no-such-date"),
    ("1998-00", "no-such-date"),
    ("1998-02-29", "no-such-date"),
    ("1900-02-29", "no-such-date"),
    ("1998-4X", "no-such-date"),
    ("199X-02-30", "no-such-date"),
    ("1997-W53", "no-such-date"),
    ("1998-366", "no-such-date"),
    ("1998-05-03T25", "no-such-date"),
    ("1998-05-03T24:01", "no-such-date"),
    ("1998-05-03T09:60", "no-such-date"),
    ("1998-05-03T09:30+25:00", "no-such-date"),
    ("BC0000", "no-such-date"),
    ("1998-12-31T23:59:60", "leap-second"),
    ("MA65", "years-ago"),
    ("KA12", "years-ago"),
    ("199-05", "malformed"),
    ("1998-05T09:00", "malformed"),
    ("1998TMO", "malformed"),
    ("1998-Q5", "malformed"),
    ("1998-W23-8", "malformed"),
    ("1998/05/03", "malformed"),
    ("1998-05-03 T09", "malformed"),
    ("123456", "malformed"),
    ("P", "malformed"),
    ("PT", "malformed"),
    ("P3", "malformed"),
    ("P02:00D", "malformed"),
    ("P1Y2MT", "malformed"),
    ("PAST", "malformed"),
    ("tomorrow", "malformed"),
    ("１９９８", "malformed"),
    ("9" * 5000, "malformed"),
    ("P" + "9" * 5000 + "D", "malformed"),
]


@pytest.mark.parametrize(("value", "earliest", "latest", "granularity", "source"), EXACT)
def test_a_fully_specified_value_is_an_exact_interval(
    value: str, earliest: str, latest: str, granularity: str, source: str
) -> None:
    assert source
    interval = place(value)
    assert (ends(interval), interval.exact, interval.granularity, interval.zone) == (
        (earliest, latest),
        True,
        granularity,
        None,
    )


@pytest.mark.parametrize(("value", "earliest", "latest", "source"), BOUNDS)
def test_a_vague_value_has_bounds_only(value: str, earliest: str, latest: str, source: str) -> None:
    assert source
    interval = place(value)
    assert (ends(interval), interval.exact) == ((earliest, latest), False)


@pytest.mark.parametrize(("value", "months", "length", "source"), DURATIONS)
def test_a_duration_has_a_length_or_an_unknown_one(
    value: str, months: int | None, length: int | Fraction | None, source: str
) -> None:
    assert source
    meaning = parse_value(value, "DURATION")
    assert meaning == Duration(months, length)
    assert isinstance(meaning, Duration)
    assert meaning.known is (months is not None)


@pytest.mark.parametrize(("value", "reason"), REFUSED)
def test_a_refusal_states_a_listed_reason(value: str | None, reason: str) -> None:
    meaning = parse_value(value)
    assert isinstance(meaning, Refusal), f"{value}: {meaning}"
    assert meaning.reason == reason
    assert REASONS[reason] in str(meaning)


@pytest.mark.parametrize("kind", ["PRESENT_REF", "PAST_REF", "FUTURE_REF"])
def test_references_are_their_own_kind(kind: str) -> None:
    assert parse_value(kind) == parse_value(kind.lower()) == Reference(kind)
    assert interpret(timex(kind)) == Reference(kind)


@pytest.mark.parametrize("value", ["P1D", "1998-05-03", "XXXX-WXX-1", None])
def test_a_set_is_no_interval_whatever_its_value(value: str | None) -> None:
    assert parse_value(value, "SET") == parse_value(value, "set") == Refusal("set")
    assert interpret(timex(value, type="SET")) == Refusal("set")


def test_the_form_decides_and_not_the_type() -> None:
    # Annotators give DATE values to durations ("the fourth quarter"), and the reverse.
    assert parse_value("1998-Q4", "DURATION") == place("1998-Q4")
    assert parse_value("P3D", "DATE") == Duration(0, 3 * 86_400)


# Time zones -----------------------------------------------------------------------------------


def test_zoned_values_are_kept_in_utc() -> None:
    kolkata = place("1998-05-03T09:30+05:30")
    assert ends(kolkata) == ("1998-05-03T04:00", "1998-05-03T04:01")
    assert kolkata.zone == 19_800
    assert place("1998-05-03T04:00Z").earliest == kolkata.earliest
    assert place("1998-05-02T23:00-05").earliest == kolkata.earliest
    assert place("19980502T2300-0500").earliest == kolkata.earliest


def test_zoned_and_floating_values_order_only_beyond_any_offset() -> None:
    noon = place("1998-05-03T12:00Z")
    # On the clocks ahead of UTC by 14 hours it is 02:01 on the next day when that minute ends.
    assert not noon.precedes(place("1998-05-04T02:01"))
    assert noon.precedes(place("1998-05-04T02:02"))
    # On the clocks behind by 12 hours it is midnight.
    assert not place("1998-05-02T23:59").precedes(noon)
    assert place("1998-05-02T23:58").precedes(noon)
    assert place("1998-05-03T11:59").precedes(place("1998-05-03T12:00"))
    assert place("1998-05-03T11:59Z").precedes(place("1998-05-03T13:00+01:00"))
    assert not place("1998-05-03T11:59Z").precedes(place("1998-05-03T12:00+01:00"))


def test_floating_values_are_on_the_clock_of_a_zoned_creation_time() -> None:
    created = timex("1998-05-03T22:00-05:00", "t0", function_in_document="CREATION_TIME")
    today = timex("1998-05-03", "t1")
    document = Document(dct=created, timexes=(created, today))
    day, moment = interpret(today, document=document), interpret(created, document=document)
    assert ends(day) == ("1998-05-03T05:00", "1998-05-04T05:00")
    assert ends(moment) == ("1998-05-04T03:00", "1998-05-04T03:01")
    assert interpret(today) == place("1998-05-03")


# Mods -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mod", "expected"),
    [
        ("START", ("1998-01-01", "1999-01-01")),
        ("mid", ("1998-01-01", "1999-01-01")),
        ("END", ("1998-01-01", "1999-01-01")),
        ("BEFORE", (None, "1998-01-01")),
        ("ON_OR_BEFORE", (None, "1999-01-01")),
        ("AFTER", ("1999-01-01", None)),
        ("ON_OR_AFTER", ("1998-01-01", None)),
    ],
)
def test_a_modified_date_has_bounds_only(mod: str, expected: tuple[str, str]) -> None:
    interval = interpret(timex("1998", mod=mod))
    assert isinstance(interval, CalendarInterval)
    assert ends(interval) == expected
    assert not interval.exact


@pytest.mark.parametrize(
    ("value", "mod", "reason"),
    [
        ("1998", "APPROX", "approximate"),
        ("1998", "LESS_THAN", "unusable-mod"),
        ("1998", "NEARLY", "unusable-mod"),
        ("PAST_REF", "START", "unusable-mod"),
        ("XXXX", "START", "unspecified-year"),
    ],
)
def test_a_mod_that_bounds_nothing_is_refused(value: str, mod: str, reason: str) -> None:
    refusal = interpret(timex(value, mod=mod))
    assert isinstance(refusal, Refusal)
    assert refusal.reason == reason


def test_an_empty_mod_is_none() -> None:
    assert interpret(timex("1998", mod="")) == place("1998")


# Anchored durations ---------------------------------------------------------------------------


def anchored(value: str, **others: str) -> CalendarInterval | Reference | Refusal:
    """A duration in a document whose t1 is a day, t2 a month, t3 a later day."""
    timexes = (
        timex("1996-02-29", "t1"),
        timex("1996-10", "t2"),
        timex("1996-10-31", "t3"),
        timex("PAST_REF", "t4"),
        timex("P1D", "t5", "DURATION", begin_point="t6"),
        timex("P1D", "t6", "DURATION", begin_point="t5"),
        timex("P1M", "t7", "DURATION", begin_point="t1"),
        timex("1996-10-31T09:00Z", "t8"),
    )
    subject = timex(value, "t9", "DURATION", **others)
    event = Event("e1", None, 0, 1, "x")
    return interpret(subject, document=Document(timexes=(*timexes, subject), events=(event,)))


def inner(interval: object) -> tuple[str | None, str | None]:
    assert isinstance(interval, CalendarInterval), str(interval)
    return (
        None if interval.latest_start is None else format_instant(interval.latest_start),
        None if interval.earliest_end is None else format_instant(interval.earliest_end),
    )


def test_a_duration_starts_within_its_begin_point_and_has_its_length() -> None:
    year = anchored("P1Y", begin_point="t1")
    assert isinstance(year, CalendarInterval)
    assert not year.exact
    assert (ends(year), inner(year)) == (
        ("1996-02-29", "1997-03-01"),
        ("1996-03-01", "1997-02-28"),  # no 29 February in 1997
    )
    assert (year.open_start, year.open_end) == (True, False)


def test_a_duration_ends_within_its_end_point_and_has_its_length() -> None:
    months = anchored("P1M", end_point="t3")
    assert isinstance(months, CalendarInterval)
    assert (ends(months), inner(months)) == (
        ("1996-09-30", "1996-11-01"),
        ("1996-10-01", "1996-10-31"),
    )
    assert (months.open_start, months.open_end) == (False, True)


def test_two_anchors_place_a_duration_whatever_its_length() -> None:
    for value in ("P8M", "PXM", "P1D"):
        months = anchored(value, begin_point="t1", end_point="t2")
        assert isinstance(months, CalendarInterval)
        assert (ends(months), inner(months)) == (
            ("1996-02-29", "1996-11-01"),
            ("1996-03-01", "1996-10-01"),
        )
        assert months.open_start
        assert months.open_end


@pytest.mark.parametrize(
    ("value", "mod", "outer", "innermost"),
    [
        ("PXD", None, (None, None), (None, None)),
        ("P2D", "APPROX", (None, None), (None, None)),
        ("P2D", "ON_OR_BEFORE", (None, None), (None, None)),
        ("P2D", "LESS_THAN", (None, "1996-03-03"), (None, None)),
        ("P2D", "EQUAL_OR_LESS", (None, "1996-03-03"), (None, None)),
        ("P2D", "MORE_THAN", (None, None), (None, "1996-03-02")),
        ("P2D", "EQUAL_OR_MORE", (None, None), (None, "1996-03-02")),
    ],
)
def test_a_length_that_is_only_limited_limits_the_end(
    value: str,
    mod: str | None,
    outer: tuple[str | None, str | None],
    innermost: tuple[str | None, str | None],
) -> None:
    others = {"mod": mod} if mod else {}
    days = anchored(value, begin_point="t1", **others)
    assert ends(days) == ("1996-02-29", outer[1])
    assert inner(days) == ("1996-03-01", innermost[1])
    # and, mirrored, the start
    back = anchored(value, end_point="t1", **others)
    assert isinstance(back, CalendarInterval)
    assert (back.earliest is None) == (outer[1] is None)
    assert (back.latest_start is None) == (innermost[1] is None)
    assert back.latest == place("1996-02-29").latest


def test_the_end_of_a_duration_is_somewhere_within_it() -> None:
    days = anchored("P2D", begin_point="t1", mod="END")
    assert (ends(days), inner(days)) == (("1996-02-29", "1996-03-03"), (None, None))


def test_an_anchor_may_be_a_duration_itself() -> None:
    days = anchored("P1D", begin_point="t7")
    assert ends(days) == ("1996-02-29", "1996-04-02")


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ({}, "unanchored-duration"),
        ({"begin_point": "t4"}, "unresolved-anchor"),
        ({"begin_point": "t99"}, "unresolved-anchor"),
        ({"begin_point": "e1"}, "unresolved-anchor"),
        ({"begin_point": "t5"}, "anchor-cycle"),
        ({"begin_point": "t9"}, "anchor-cycle"),
        ({"begin_point": "t3", "end_point": "t1"}, "anchors-contradict"),
        ({"begin_point": "t3", "end_point": "t8"}, "mixed-zones"),
        ({"begin_point": "t1", "mod": "NEARLY"}, "unusable-mod"),
    ],
)
def test_a_duration_without_a_usable_anchor_is_refused(others: dict[str, str], reason: str) -> None:
    refusal = anchored("P3D", **others)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == reason


def test_one_usable_anchor_of_two_is_enough() -> None:
    assert anchored("P1M", begin_point="t99", end_point="t3") == anchored("P1M", end_point="t3")


def test_a_long_chain_of_anchors_ends() -> None:
    chain = [
        timex("P1D", f"t{n}", "DURATION", begin_point=f"t{n + 1}", end_point=f"t{n + 1}")
        for n in range(2_000)
    ]
    document = Document(timexes=(*chain, timex("1998", "t2000")))
    refusal = interpret(chain[0], document=document)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "unresolved-anchor"
    assert isinstance(interpret(chain[-3], document=document), CalendarInterval)


# Against datetime -----------------------------------------------------------------------------

days = st.dates(min_value=date(1, 1, 1), max_value=date(9999, 12, 30))


@given(days)
def test_days_weeks_and_ordinals_are_those_of_datetime(day: date) -> None:
    start = seconds(day)
    expected = (start, start + 86_400)
    year, week, weekday = day.isocalendar()
    for value in (
        day.isoformat(),
        f"{day.year:04d}{day.month:02d}{day.day:02d}",
        f"{day.year:04d}-{day.timetuple().tm_yday:03d}",
        f"{year:04d}-W{week:02d}-{weekday}",
    ):
        interval = place(value)
        assert (interval.earliest, interval.latest) == expected, value
    assert place(f"{year:04d}-W{week:02d}").earliest == start - 86_400 * (weekday - 1)


@given(st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31)))
def test_times_are_those_of_datetime(moment: datetime) -> None:
    micros = moment.microsecond
    interval = place(moment.isoformat(timespec="microseconds"))
    assert interval.earliest == seconds(moment) + Fraction(micros, 10**6)
    assert interval.latest == interval.earliest + Fraction(1, 10**6)
    assert place(moment.isoformat(timespec="seconds")).earliest == seconds(moment)
    plain = moment.replace(microsecond=0)
    shown = plain.isoformat(timespec="seconds")
    assert datetime.fromisoformat(format_instant(seconds(plain))) == datetime.fromisoformat(shown)


@given(days, st.data())
def test_a_prefix_of_a_date_contains_it(day: date, data: st.DataObject) -> None:
    full = f"{day.isoformat()}T{data.draw(st.times()).strftime('%H:%M:%S')}"
    lengths = [1, 2, 3, 4, 7, 10, 13, 16, 19]
    values = [place(full[:length]) for length in lengths]
    for longer, shorter in pairwise(values):
        assert longer.earliest is not None
        assert longer.latest is not None
        assert shorter.earliest is not None
        assert shorter.latest is not None
        assert longer.earliest <= shorter.earliest < shorter.latest <= longer.latest


_part = st.one_of(
    st.just(""),
    st.integers(1, 2).map("-H{}".format),
    st.integers(1, 4).map("-Q{}".format),
    st.integers(1, 12).map("-{:02d}".format),
    st.tuples(st.integers(1, 12), st.integers(1, 28)).map(lambda md: f"-{md[0]:02d}-{md[1]:02d}"),
    st.integers(1, 52).map("-W{:02d}".format),
    st.integers(1, 52).map("-W{:02d}-WE".format),
    st.tuples(st.integers(1, 52), st.integers(1, 7)).map(lambda wd: f"-W{wd[0]:02d}-{wd[1]}"),
    st.integers(1, 365).map("-{:03d}".format),
)


@st.composite
def _searchable(draw: st.DrawFn) -> str:
    """A date of the 1990s with some of its digits, the first three excepted, made X."""
    value = "199" + draw(st.sampled_from("0123456789")) + draw(_part)
    hidden = draw(st.sets(st.integers(3, max(3, len(value) - 1))))
    letters = ["X" if n in hidden and c.isdigit() else c for n, c in enumerate(value)]
    return "".join(letters)


@given(_searchable())
def test_values_mean_the_days_that_a_search_finds(value: str) -> None:
    found = search_span(value, range(1990, 2000))
    meaning = parse_value(value)
    if found is None:
        assert meaning == Refusal("no-such-date")
        return
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    assert (meaning.earliest, meaning.latest) == (seconds(found[0]), seconds(found[1]))
    assert meaning.exact is ("X" not in value)


@given(st.integers(0, 23), st.integers(0, 59), st.integers(2, 5), st.sets(st.integers(0, 4)))
def test_times_mean_the_minutes_that_a_search_finds(
    hour: int, minute: int, length: int, hidden: set[int]
) -> None:
    clock = f"{hour:02d}:{minute:02d}"[: 5 if length > 2 else 2]
    clock = "".join("X" if n in hidden and c != ":" else c for n, c in enumerate(clock))
    value = f"1998-02-28T{clock}"
    found = search_span(value, [1998])
    meaning = parse_value(value)
    if found is None:
        assert meaning == Refusal("no-such-date", "time of day")
        return
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    assert (meaning.earliest, meaning.latest) == (seconds(found[0]), seconds(found[1]))


@given(_searchable(), _searchable())
def test_values_order_as_their_days_do(one: str, other: str) -> None:
    first, second = parse_value(one), parse_value(other)
    if isinstance(first, Refusal) or isinstance(second, Refusal):
        return
    assert isinstance(first, CalendarInterval)
    assert isinstance(second, CalendarInterval)
    a, b = search_span(one, range(1990, 2000)), search_span(other, range(1990, 2000))
    assert a is not None
    assert b is not None
    assert first.precedes(second) is (a[1] <= b[0])


@given(st.integers(-(10**9), 10**9), st.integers(1, 12), st.integers(1, 28))
def test_the_calendar_repeats_every_400_years(year: int, month: int, day: int) -> None:
    def spelt(year: int) -> str:
        sign = "-" if year < 0 else "+"
        return f"{sign}{abs(year):04d}-{month:02d}-{day:02d}"

    here, there = place(spelt(year)), place(spelt(year + 400))
    assert here.earliest is not None
    assert there.earliest is not None
    assert there.earliest - here.earliest == 146_097 * 86_400
    shown = format_instant(here.earliest)
    assert place(shown if len(shown) == 10 else spelt(year)) == here
    assert shown.lstrip("+-") == spelt(year).lstrip("+-")


@given(st.dates(date(1000, 1, 1), date(3000, 1, 1)), st.integers(-5_000, 5_000))
def test_adding_months_keeps_the_day_or_takes_the_months_last(day: date, months: int) -> None:
    moved = EPOCH + timedelta(seconds=int(add_months(seconds(day) + 7, months)))
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.second == 7
    if moved.day != day.day:
        assert moved.day < day.day
        assert (moved + timedelta(days=1)).day == 1


@given(st.integers(0, 10**12), st.integers(0, 10**12), st.integers(-100, 100))
def test_adding_a_duration_keeps_order(one: int, other: int, months: int) -> None:
    length = Duration(months, 5)
    early, late = sorted((one, other))
    assert length.after(early) <= length.after(late)
    assert length.before(early) <= length.before(late)


def test_an_unknown_length_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="unknown length"):
        Duration(None, None).after(0)


# Robustness -----------------------------------------------------------------------------------

_alphabet = st.text(alphabet="0123456789X-+:.,TZWQHSPUFAIMNEVDYCLBGKR_ \n²٣", max_size=24)


@given(
    st.one_of(_alphabet, st.text(max_size=12), st.none()), st.sampled_from(["DATE", "SET", None])
)
def test_parsing_never_raises(value: str | None, type: str | None) -> None:
    meaning = parse_value(value, type)
    assert isinstance(meaning, CalendarInterval | Reference | Duration | Refusal)
    if isinstance(meaning, Refusal):
        assert meaning.reason in REASONS
    if isinstance(meaning, CalendarInterval):
        assert meaning.earliest is not None
        assert meaning.latest is not None
        assert meaning.earliest < meaning.latest
        assert str(meaning)


@given(_alphabet, st.sampled_from(["START", "BEFORE", "APPROX", "MORE_THAN", "?"]))
def test_interpreting_never_raises(value: str, mod: str) -> None:
    subject = timex(value, begin_point="t1", end_point="t2", mod=mod)
    document = Document(timexes=(subject, timex("1998", "t2")))
    meaning = interpret(subject, document=document)
    assert isinstance(meaning, CalendarInterval | Reference | Refusal)
    assert pickle.loads(pickle.dumps(meaning)) == meaning


def test_reading_a_value_takes_microseconds() -> None:
    from timeml._timex_forms import parse_form

    values = [f"{year}-{month:02d}-12T09:30" for year in range(1900, 2000) for month in (1, 6)]
    best = float("inf")
    for _ in range(3):
        parse_form.cache_clear()
        began = perf_counter()
        for value in values:
            parse_value(value)
        best = min(best, (perf_counter() - began) / len(values))
    assert best < 100e-6  # some 7 on a quiet machine


# The corpora ----------------------------------------------------------------------------------


@pytest.mark.data
@pytest.mark.slow
def test_nearly_every_date_of_the_corpora_has_a_place_or_a_reason(data: Path) -> None:
    import timeml

    kinds: Counter[str] = Counter()
    for path in sorted((data / "tempeval3").rglob("*.tml")):
        document = timeml.read(path)
        for one in document.timexes:
            if one.type not in ("DATE", "TIME"):
                continue
            meaning = interpret(one, document=document)
            kinds[meaning.reason if isinstance(meaning, Refusal) else "placed"] += 1
    assert set(kinds) <= {"placed", *REASONS}
    placed = kinds["placed"] / kinds.total()
    assert placed > 0.98, kinds
    assert kinds["malformed"] <= 2, kinds
