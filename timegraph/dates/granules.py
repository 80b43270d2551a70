"""Dates as facts and questions state them: granules of the calendar, read from English and ISO.

A granule is all that a date says of an instant: it lies in the half-open interval from the
first instant of the date to the first instant after it. "January 1926" is a month, "1926" a
year, "the early 1990s" four years; an open granule has no bound on one side or on both.

What a text says is read by :func:`timeml.plain_dates.plain_date` and, where that finds nothing,
by :class:`timeml.edtf.When` (``198X``, ``1984~``), as behind every other door.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from timegraph._lazy import Later
from timegraph._wording import NUMBER_WORDS, counted, number_in, quoted, year_in_words
from timeml.gregorian import MONTHS
from timeml.plain_dates import RefusedDate, plain_date
from timeml.timex_value import DAY, Instant, add_months, date_of, day_number, days_in_month

if TYPE_CHECKING:
    from timeml import edtf
else:
    edtf = Later("timeml.edtf")


class DateError(ValueError):
    """A text that states no date; the message says why."""


@dataclass(frozen=True, slots=True)
class Granule:
    """An instant that lies in [``first``, ``after``); ``None`` is a side without a bound.

    Instants are seconds from 1970-01-01T00:00:00, as in :mod:`timeml.timex_value`. ``unit`` says
    how fine the date is: ``day``, ``month``, ``year``, ``decade``, ``century``, ``early``,
    ``mid`` or ``late`` (part of a decade), a unit of a clock, ``span`` (anything else), ``open``.
    ``text`` is how the date is printed; granules are equal whatever their text.

    ``point``, ``rank`` and ``months`` place the date as a point, for the rules of benchmarks:
    ``point`` is its first instant, ``rank`` orders dates as they are printed, a year before its
    January, a month before its first day; ``months`` counts months from January of the year 0.
    They are ``None`` for a granule without a first instant, but for those of :func:`until`.
    """

    first: Instant | None
    after: Instant | None
    unit: str
    text: str = field(default="", compare=False)
    point: Instant | None = field(init=False, compare=False, repr=False)
    rank: int | None = field(init=False, compare=False, repr=False)
    months: int | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.first is not None and self.after is not None and self.after <= self.first:
            raise ValueError(f"a granule ends after it starts, unlike {self.text!r}")
        rank = months = None
        if self.first is not None:
            y, m, d = date_of(int(self.first // DAY))
            months = 12 * y + m - 1
            coarse = _COARSENESS.get(self.unit, 0)
            rank = 10_000 * y + (100 * m if coarse < 2 else 0) + (d if coarse < 1 else 0)
            # A time of day comes after its day, in seconds.
            rank = 86_401 * rank + (int(self.first % DAY) + 1 if self.unit in _CLOCK else 0)
        object.__setattr__(self, "point", self.first)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "months", months)

    @property
    def is_open(self) -> bool:
        """Whether a side has no bound."""
        return self.first is None or self.after is None

    @property
    def is_vague(self) -> bool:
        """Whether this is one of several dates of EDTF, or says nothing sure: ``198X``, ``1984~``,
        ``[1984,1986]``."""
        return self.unit in ("open", "span") and not _VAGUE.isdisjoint(self.text)

    @property
    def low(self) -> Instant | float:
        """The first instant, or minus infinity."""
        return -inf if self.first is None else self.first

    @property
    def high(self) -> Instant | float:
        """The first instant after it, or infinity."""
        return inf if self.after is None else self.after

    def __str__(self) -> str:
        return self.text or _spelt(self)


_VAGUE = frozenset("X?~%[")
_COARSENESS = {"month": 1, "span": 1, "year": 2, "decade": 2, "century": 2, "early": 2, "mid": 2,
               "late": 2}  # fmt: skip

_CLOCK = frozenset({"hour", "minute", "second"})

SOME_TIME = "some time between"
"""How the words begin for a date that is wide: both its first and its last day or year follow."""

OPEN = Granule(None, None, "open", "open")
"""No date at all: an end that is not known, or has not come."""


def year(y: int) -> Granule:
    """An astronomical year (0 is 1 BC)."""
    return Granule(day_number(y) * DAY, day_number(y + 1) * DAY, "year", year_in_words(y))


def month(y: int, m: int) -> Granule:
    """A month, ``m`` from 1 to 12, of an astronomical year."""
    first = day_number(y, m)
    after = first + days_in_month(y, m)
    return Granule(first * DAY, after * DAY, "month", f"{MONTHS[m - 1]} {year_in_words(y)}")


def day(y: int, m: int, d: int) -> Granule:
    """A day. Raises :class:`DateError` if the month has no such day."""
    if not 1 <= d <= days_in_month(y, m):
        raise DateError(f"{month(y, m)} has no day {d}")
    first = day_number(y, m, d) * DAY
    return Granule(first, first + DAY, "day", f"{d} {month(y, m)}")


def until(date: Granule, *, since: Granule = OPEN) -> Granule:
    """An end that had come when ``date`` was over and not before ``since``, no more being known; as
    a point it counts as ``date`` does."""
    text = f"{date} or earlier" if since.first is None else f"{since}, {date} or earlier"
    bound = Granule(since.first, date.after, "open", text)
    for name in ("point", "rank", "months"):
        object.__setattr__(bound, name, getattr(date, name))
    return bound


@lru_cache(maxsize=65_536)
def read_date(text: str) -> Granule:
    """The date that ``text`` states.

    Reads "January 1926", "Jan, 1993", "Sept. 1926", "1926", "633", "5 January 1926", "May 14th,
    2001", "44 BC", "the 1990s", "early 1990s", "19th century", and the dates of TIMEX3 values
    ("1926-01-05", "BC0044") and of EDTF ("198X", "1984~", "[1984,1986]", which is from its first
    to its last date). What is uncertain or approximate (``?``, ``~``, ``%``) gives no bound; see
    :func:`as_written`. Raises :class:`DateError`, saying why, for anything else, intervals and
    times with a zone too.
    """
    written = " ".join(text.split())
    try:
        place = plain_date(written)
    except RefusedDate as error:
        raise _no_date(written, str(error)) from None
    if place is None or place.zone is not None:
        return _edtf(written)
    return Granule(place.earliest, place.latest, place.granularity, written)


def stated_date(text: str) -> Granule:
    """A date in a sentence ("from 8 to 9"): as :func:`read_date` reads it, but a number of one
    digit, which abbreviates no other year, is the year."""
    if len(text) == 1 and text.isdecimal():
        return replace(year(int(text)), text=text)
    return read_date(text)


def as_written(date: Granule) -> Granule:
    """The date with its ``?``, ``~`` and ``%`` taken at their word: those of "1984~" give the year
    1984. Others are the same."""
    return _edtf(date.text, as_written=True) if qualities_of(date) else date


def qualities_of(date: Granule) -> tuple[str, ...]:
    """What the ``?``, ``~`` and ``%`` of a date say, in words: ``("1984 is approximate",)``."""
    if _MARKS.isdisjoint(date.text):
        return ()
    try:
        return tuple(edtf.When(date.text).qualities())
    except edtf.EdtfError:  # "1984~ or later"
        return ()


_MARKS = frozenset("?~%")


def latest_and_earliest(date: Granule) -> tuple[Instant | float, Instant | float]:
    """Of a vague date the latest instant at which it can begin, and the earliest at which it can be
    over: 198X begins by 1989 and may be over when 1981 begins."""
    granules = edtf.When(date.text, as_written=date.first is not None).extent.starts
    first: Instant | float = inf
    after: Instant | float = -inf
    if not isinstance(granules.high, float):
        *_, (first, _) = granules.between(granules.high - 1, granules.high)
    if not isinstance(granules.low, float):
        _, after = next(granules.between(granules.low, granules.low + 1))
    return first, after


def _edtf(text: str, *, as_written: bool = False) -> Granule:
    try:
        when = edtf.When(text, as_written)
    except edtf.EdtfError as error:
        near = error.nearest
        raise _no_date(text, near and f"the nearest right form of EDTF is {near!r}") from None
    if when.zoned:
        raise _no_date(text, "the dates of facts have no time zone")
    starts, ends = when.extent
    if ends is not None:
        raise DateError(f"{text!r} is an interval, which has two ends: give them as start and end")
    first, after = (None if isinstance(x, float) else x for x in (starts.low, starts.high))
    unit = "open" if first is None or after is None else "span"
    date = when.edtf
    if isinstance(date, edtf.EdtfDate) and not date.code and "X" not in text:
        unit = date.form.unit if as_written or not date.qualified else unit
    return Granule(first, after, unit, text)


def _no_date(text: str, why: str | None) -> DateError:
    """Why a text is not a date."""
    shown = f" ({why})" if why else ""
    return DateError(
        f"{quoted(text, 100)} is not a date{shown}; write dates like January 1926, 1926, "
        "1926-01-05, 5 January 1926, 44 BC, the early 1990s"
    )


def _spelt(granule: Granule) -> str:
    if granule.first is None:
        return "open" if granule.after is None else f"before {_instant_text(granule.after)}"
    if granule.after is None:
        return f"{_instant_text(granule.first)} or later"
    y, m, d = date_of(int(granule.first // DAY))
    if granule.unit == "year":
        return year_in_words(y)
    if granule.unit == "month":
        return f"{MONTHS[m - 1]} {year_in_words(y)}"
    if granule.unit == "day":
        return f"{d} {MONTHS[m - 1]} {year_in_words(y)}"
    if granule.first % DAY or granule.after % DAY:
        return f"{SOME_TIME} {_instant_text(granule.first)} and {_instant_text(granule.after)}"
    year_after, *first_day_after = date_of(int(granule.after // DAY))
    if (m, d) == (1, 1) == tuple(first_day_after):
        return f"{SOME_TIME} {year_in_words(y)} and {year_in_words(year_after - 1)}"
    return f"{SOME_TIME} {_instant_text(granule.first)} and {_instant_text(granule.after - DAY)}"


def _instant_text(instant: Instant) -> str:
    y, m, d = date_of(int(instant // DAY))
    seconds = int(instant % DAY)
    clock = f" {seconds // 3600:02d}:{seconds // 60 % 60:02d}" if seconds else ""
    return f"{d} {MONTHS[m - 1]} {year_in_words(y)}{clock}"


# Steps on the calendar ("8 years and 5 months after ...").
#
# A step from a point somewhere in a granule moves both ends of the granule: two years after 1971
# is 1973, eight months after January 1971 is September 1971. A step of months or years from a day
# keeps the day of the month; a day that the month lacks becomes its last (31 January and one
# month is 28 February), as XML Schema adds durations.


_UNITS = {"year": (12, 0), "month": (1, 0), "week": (0, 7 * DAY), "day": (0, DAY),
          "hour": (0, 3_600), "minute": (0, 60), "second": (0, 1), "decade": (120, 0),
          "century": (1_200, 0), "centurie": (1_200, 0)}  # fmt: skip
_NAMES = "|".join(sorted(_UNITS, key=len, reverse=True))
_COUNT = rf"(?:\d{{1,6}}|{NUMBER_WORDS})"
_PART = rf"{_COUNT}\s+(?:{_NAMES})s?"
STEP = rf"{_PART}(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+){_PART}){{0,6}}"
"""A pattern (to compile without regard to case) of every step that :func:`read_step` reads; it
has no groups."""

_STEP = re.compile(STEP, re.IGNORECASE)
_PARTS = re.compile(rf"({_COUNT})\s+({_NAMES})s?", re.IGNORECASE)
BEGINS_STEP = rf"(?:\d+ [a-z]|{NUMBER_WORDS} (?:{_NAMES})s?\b)"
"""A pattern of how a step begins in small letters."""


class StepError(ValueError):
    """A text that states no step, or a step that leads nowhere; the message says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """A length to go on the calendar: months of whatever length, then seconds."""

    months: int
    seconds: int
    text: str = ""

    def __str__(self) -> str:
        if self.text:
            return self.text
        years, months = divmod(self.months, 12)
        days, seconds = divmod(self.seconds, DAY)
        parts = (years, "year"), (months, "month"), (days, "day"), (seconds, "second")
        return " and ".join(counted(n, unit, separator="") for n, unit in parts if n) or "0 days"


@lru_cache(maxsize=8192)
def read_step(text: str) -> Step:
    """The step that ``text`` states: "8 years and 5 months", "12 month", "2 weeks, 3 days",
    "twenty-one days", "half a year".

    Raises :class:`StepError` for anything else.
    """
    written = " ".join(text.split())
    if not _STEP.fullmatch(written):
        raise StepError(
            f"{text!r} is not a length; write lengths like 8 years and 5 months, 10 years, 3 weeks"
        )
    months = seconds = Fraction(0)
    for number, unit in _PARTS.findall(written):
        of_months, of_seconds = _UNITS[unit.lower()]
        months += number_in(number) * of_months
        seconds += number_in(number) * of_seconds
    if months.denominator != 1 or seconds.denominator != 1:
        raise StepError(f"{text!r} has a part of a month or a second; use days or hours")
    return Step(int(months), int(seconds), written)


_COARSE = frozenset({"month", "year", "decade", "century", "early", "mid", "late", "span"})


def shift(date: Granule, step: Step, *, back: bool = False) -> Granule:
    """``date`` moved by ``step``, to earlier dates with ``back``. An open side stays open."""
    sign = -1 if back else 1

    def moved(instant: Instant | None) -> Instant | None:
        if instant is None:
            return None
        there = add_months(instant, sign * step.months) if step.months else instant
        return there + sign * step.seconds

    first = moved(date.first)
    if date.first is None or date.after is None:
        return Granule(first, moved(date.after), "open")
    if date.unit in _COARSE:
        whole = not step.seconds and (date.unit == "month" or step.months % 12 == 0)
        decade = date.unit in ("decade", "early", "mid", "late") and step.months % 120
        return Granule(first, moved(date.after), date.unit if whole and not decade else "span")
    # A day is moved as one: the days after it may be cut to the same last day of a month.
    assert first is not None
    return Granule(first, first + (date.after - date.first), date.unit)
