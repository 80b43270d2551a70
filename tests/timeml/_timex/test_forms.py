"""The forms of a TIMEX3 value: a table, each with the guideline that defines it.

[A] TimeML annotation guidelines 1.2.1, TIMEX3 (attributes value, mod, beginPoint, endPoint).
[T] TIDES 2005 standard for the annotation of temporal expressions (TIMEX2), attribute VAL.
[I] ISO 8601:2004.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from timeml.document import Timex3
from timeml.timex_value import (
    REASONS,
    CalendarInterval,
    Duration,
    Reference,
    Unresolvable,
    format_instant,
    interpret,
    parse_value,
)


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
    ("1998-SP", "1998-03-01", "1998-06-23", "A, T: meteorological or astronomical"),
    ("1998-FA", "1998-09-01", "1998-12-24", "A, T"),
    ("1998-SU", "1998-06-01", "1998-09-25", "A, T"),
    ("1998-WI", "1997-12-01", "1999-03-22", "A, T: a winter crosses a new year"),
    ("FY1998", "1997-01-01", "2000-01-01", "T: named after the first or the last year"),
    ("FY1998-Q2", "1997-01-01", "2000-01-01", "T"),
    ("1998-FQ2", "1997-01-01", "2000-01-01", "T"),
    ("1998-05-03TMO", "1998-05-03", "1998-05-04", "A, T: morning"),
    ("1998-05-03TMI", "1998-05-03", "1998-05-04", "A, T: midday"),
    ("1998-05-03TAF", "1998-05-03", "1998-05-04", "A, T: afternoon"),
    ("1998-05-03TEV", "1998-05-03", "1998-05-04", "A, T: evening"),
    ("1998-05-03TNI", "1998-05-03", "1998-05-04", "A, T: a part of its day, too"),
    ("1998-05-03TDT", "1998-05-03", "1998-05-04", "T: daytime"),
    ("1998-W23-5TNI", "1998-06-05", "1998-06-06", "A"),
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
    ("1998-WXX-7TNI", "1998-01-04", "1999-01-04", "A"),
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
    assert isinstance(meaning, Unresolvable), f"{value}: {meaning}"
    assert meaning.reason == reason
    assert REASONS[reason] in str(meaning)


@pytest.mark.parametrize("kind", ["PRESENT_REF", "PAST_REF", "FUTURE_REF"])
def test_references_are_their_own_kind(kind: str) -> None:
    assert parse_value(kind) == parse_value(kind.lower()) == Reference(kind)
    assert interpret(timex(kind)) == Reference(kind)


@pytest.mark.parametrize("value", ["P1D", "1998-05-03", "XXXX-WXX-1", None])
def test_a_set_is_no_interval_whatever_its_value(value: str | None) -> None:
    assert parse_value(value, "SET") == parse_value(value, "set") == Unresolvable("set")
    assert interpret(timex(value, type="SET")) == Unresolvable("set")


def test_the_form_decides_and_not_the_type() -> None:
    # Annotators give DATE values to durations ("the fourth quarter"), and the reverse.
    assert parse_value("1998-Q4", "DURATION") == place("1998-Q4")
    assert parse_value("P3D", "DATE") == Duration(0, 3 * 86_400)
