"""Properties of TIMEX3 values: against datetime, against a search over days, and never raising."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.limits import cpu_limit
from tests.oracle.dated import search_span
from timeml.document import Document, Timex3
from timeml.timex_value import (
    READINGS,
    REASONS,
    UNTRUSTED,
    CalendarInterval,
    Duration,
    Reading,
    Reference,
    Unresolvable,
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


def timex(value: str | None, tid: str = "t1", type: str = "DATE", **others: Any) -> Timex3:
    return Timex3(tid, type, value, None, None, "", **others)


def place(value: str) -> CalendarInterval:
    meaning = parse_value(value)
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    return meaning


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
        assert meaning == Unresolvable("no-such-date")
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
        assert meaning == Unresolvable("no-such-date", "time of day")
        return
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    assert (meaning.earliest, meaning.latest) == (seconds(found[0]), seconds(found[1]))


@given(_searchable(), _searchable())
def test_values_order_as_their_days_do(one: str, other: str) -> None:
    first, second = parse_value(one), parse_value(other)
    if isinstance(first, Unresolvable) or isinstance(second, Unresolvable):
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
    assert isinstance(meaning, CalendarInterval | Reference | Duration | Unresolvable)
    if isinstance(meaning, Unresolvable):
        assert meaning.reason in REASONS
    if isinstance(meaning, CalendarInterval):
        assert meaning.earliest is not None
        assert meaning.latest is not None
        assert meaning.earliest < meaning.latest
        assert str(meaning)


_odd = st.sampled_from(
    [
        *("", " ", "-0001", "-0000", "BC0000", "BC0001-W53", "1998-W53", "2004-W53-WE", "1998-W54"),
        *("1998-05-03T24:00", "1998-05-03T24:01", "1998-05-03T12:00+99:00", "1998-Q5", "1998-H3"),
        *("1998-Q2-05", "1998-W18T09", "199-05", "1998-05-32", "1998-13", "1998-366", "P-1D", "P"),
        *(
            "99999999",
            "19980503",
            "123456",
            "0000",
            "T24:00",
            "1998-05-03T9:60",
            "XX98",
            "1998-5-3",
        ),
    ]
)
_words = st.sampled_from(["610", "the 0th century", "early 0000", "May 99", "Friday night", "x"])


@given(
    _alphabet | _odd,
    st.sampled_from(["START", "BEFORE", "APPROX", "MORE_THAN", "?", None]),
    st.sampled_from(READINGS),
    st.text(max_size=12) | _words,
    st.sampled_from(["DATE", "DURATION", "SET", ""]),
    _odd,
)
def test_interpreting_never_raises(
    value: str, mod: str | None, reading: Reading, text: str, type: str, created: str
) -> None:
    subject = replace(timex(value, begin_point="t1", end_point="t2", mod=mod), text=text, type=type)
    dct = timex(created, "t0")
    document = Document(timexes=(dct, subject, timex("1998", "t2")), dct=dct)
    meaning = interpret(subject, document=document, reading=reading)
    assert isinstance(meaning, CalendarInterval | Reference | Unresolvable)
    if isinstance(meaning, Unresolvable):
        assert meaning.reason in REASONS
        assert reading != "exact" or meaning.reason not in UNTRUSTED
    assert pickle.loads(pickle.dumps(meaning)) == meaning
    trusted = interpret(subject, document=document, reading=reading, trusted=True)
    assert not isinstance(trusted, Unresolvable) or trusted.reason not in UNTRUSTED


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(
        ValueError,
        match="reading must be one of annotators, exact, edtf, edtf-as-written, not 'mine'",
    ):
        interpret(timex("1998"), reading="mine")  # type: ignore[arg-type]


def test_reading_many_values_takes_no_time() -> None:
    values = [f"{year}-{month:02d}-12T09:30" for year in range(1900, 2900) for month in (1, 6)]
    with cpu_limit(1):
        for value in values:
            parse_value(value)
