"""Dates as facts and questions state them: granules of the calendar, read from English and ISO.

A granule is all that a date says of an instant: it lies in the half-open interval from the first
instant of the date to the first instant after it. "January 1926" is a month, "1926" a year, "the
early 1990s" four years; an open granule has no bound on one side or on both.

ISO 8601 and TIMEX3 values are read by :func:`timeml.timex_value.parse_value`, other values of EDTF
(``198X``, ``1984~``) by :mod:`timeml.edtf`; only the English forms are read here. A number of up to
four digits is a year in English ("633"), whereas TIMEX3 reads ``633`` as a decade.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from timegraph._wording.quoting import quoted
from timeml.timex_value import (
    DAY,
    CalendarInterval,
    Instant,
    Unresolvable,
    date_of,
    day_number,
    days_in_month,
    parse_value,
)

if TYPE_CHECKING:
    from timeml.edtf import EdtfError

__all__ = ["DATE", "MONTHS", "OPEN", "DateError", "Granule", "as_written", "day",
           "latest_and_earliest", "month", "open_from", "qualities_of", "read_date", "until",
           "year"]  # fmt: skip

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December")  # fmt: skip


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

OPEN = Granule(None, None, "open", "open")
"""No date at all: an end that is not known, or has not come."""


def year(y: int) -> Granule:
    """An astronomical year (0 is 1 BC)."""
    return Granule(day_number(y) * DAY, day_number(y + 1) * DAY, "year", _year_text(y))


def month(y: int, m: int) -> Granule:
    """A month, ``m`` from 1 to 12, of an astronomical year."""
    first = day_number(y, m)
    after = first + days_in_month(y, m)
    return Granule(first * DAY, after * DAY, "month", f"{MONTHS[m - 1]} {_year_text(y)}")


def day(y: int, m: int, d: int) -> Granule:
    """A day. Raises :class:`DateError` if the month has no such day."""
    if not 1 <= d <= days_in_month(y, m):
        raise DateError(f"{month(y, m)} has no day {d}")
    first = day_number(y, m, d) * DAY
    return Granule(first, first + DAY, "day", f"{d} {month(y, m)}")


def open_from(date: Granule) -> Granule:
    """An end that had not come by ``date``: anything from its first instant on."""
    return Granule(date.first, None, "open", f"{date} or later")


def until(date: Granule, *, since: Granule = OPEN) -> Granule:
    """An end that had come when ``date`` was over and not before ``since``, no more being known; as
    a point it counts as ``date`` does."""
    text = f"{date} or earlier" if since.first is None else f"{since}, {date} or earlier"
    bound = Granule(since.first, date.after, "open", text)
    for name in ("point", "rank", "months"):
        object.__setattr__(bound, name, getattr(date, name))
    return bound


_MONTH_NAMES = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_YEAR = r"(?<!\d)(?:ad\s+)?\d{1,4}(?!\d|-\d{1,2}(?!\d))(?:\s+(?:bce?|ce|ad)\b)?"
_PART = r"(?:(?:the\s+)?(?:early|mid|late)[\s-]+)?(?:the\s+)?\d{1,3}0'?s\b"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_EDTF = r"(?=[\dX-]{0,10}[X~%]|[~%])(?=X*\d|[~%])[~%]?[\dX]{4}(?:-[~%]?[\dX]{2}){0,2}[~%]?(?![\w-])"
_ISO = r"[+-]?\d{4}-\d{1,2}(?:-\d{1,2})?(?:t\d{2}(?::\d{2}){0,2})?(?![\d-])"
DATE = (
    rf"(?:{_PART}|{_EDTF}|{_ISO}|{_DAY}\s+(?:of\s+)?(?:{_MONTH_NAMES})\b\.?,?\s+{_YEAR}"
    rf"|(?:{_MONTH_NAMES})\b\.?\s+{_DAY}(?:,\s*|\s+){_YEAR}"
    rf"|(?:{_MONTH_NAMES})\b\.?,?\s*{_YEAR}|{_YEAR})"
)
"""A pattern (to compile without regard to case) of every date that :func:`read_date` reads,
centuries and TIMEX3's rarer forms apart; it has no groups."""

_I = re.IGNORECASE | re.ASCII
_YEAR_PARTS = r"(?:ad\s+)?(?P<year>\d{1,4})(?:\s+(?P<era>bce?|ce|ad))?"
_MONTH_PARTS = rf"(?P<month>{_MONTH_NAMES})\.?"
_FORMS = tuple(
    re.compile(form, _I)
    for form in (
        rf"{_MONTH_PARTS},?\s*{_YEAR_PARTS}",
        rf"{_YEAR_PARTS}",
        rf"{_MONTH_PARTS}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,\s*|\s+){_YEAR_PARTS}",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH_PARTS},?\s+{_YEAR_PARTS}",
    )
)
_DECADE = re.compile(
    r"(?:the\s+)?(?:(?P<part>early|mid|late)[\s-]+)?(?:the\s+)?(?P<decade>\d{1,3}0)'?s", _I
)
_CENTURY = re.compile(
    r"(?:the\s+)?(?P<century>\d{1,2})(?:st|nd|rd|th)[\s-]+century(?:\s+(?P<era>bce?|ce|ad))?", _I
)
# Years of a decade that its parts hold. Speakers disagree; the ends of the decade are certain.
_PARTS = {"early": (0, 4), "mid": (3, 7), "late": (6, 10), None: (0, 10)}


@lru_cache(maxsize=65_536)
def read_date(text: str) -> Granule:
    """The date that ``text`` states.

    Reads "January 1926", "Jan, 1993", "Sept. 1926", "1926", "633", "5 January 1926", "May 14th,
    2001", "44 BC", "the 1990s", "early 1990s", "19th century", and the dates of TIMEX3 values
    ("1926-01-05", "BC0044") and of EDTF ("198X", "1984~", "[1984,1986]", which is from its first
    to its last date). What is uncertain or approximate (``?``, ``~``, ``%``) gives no bound; see
    :func:`as_written`. Raises :class:`DateError`, saying why, for anything else.
    """
    written = " ".join(text.split())
    granule = _english(written) or _timex(written) or _edtf(written)
    return Granule(granule.first, granule.after, granule.unit, written)


def as_written(date: Granule) -> Granule:
    """The date with its ``?``, ``~`` and ``%`` taken at their word: those of "1984~" give the year
    1984. Others are the same."""
    return _edtf(date.text, as_written=True) if qualities_of(date) else date


def qualities_of(date: Granule) -> tuple[str, ...]:
    """What the ``?``, ``~`` and ``%`` of a date say, in words: ``("1984 is approximate",)``."""
    if _MARKS.isdisjoint(date.text):
        return ()
    from timeml.edtf import EdtfError, When

    try:
        return tuple(When(date.text).qualities())
    except EdtfError:  # "1984~ or later"
        return ()


_MARKS = frozenset("?~%")


def latest_and_earliest(date: Granule) -> tuple[Instant | float, Instant | float]:
    """Of a vague date the latest instant at which it can begin, and the earliest at which it can be
    over: 198X begins by 1989 and may be over when 1981 begins."""
    from timeml.edtf import When

    granules = When(date.text, as_written=date.first is not None).extent.starts
    first: Instant | float = inf
    after: Instant | float = -inf
    if not isinstance(granules.high, float):
        *_, (first, _) = granules.between(granules.high - 1, granules.high)
    if not isinstance(granules.low, float):
        _, after = next(granules.between(granules.low, granules.low + 1))
    return first, after


def _english(text: str) -> Granule | None:
    for form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return _one_date(**match.groupdict())
    match = _DECADE.fullmatch(text)
    if match:
        part = match["part"] and match["part"].lower()
        begin, end = _PARTS[part]
        decade = int(match["decade"])
        return Granule(year(decade + begin).first, year(decade + end).first, part or "decade")
    match = _CENTURY.fullmatch(text)
    if match and int(match["century"]):
        number = int(match["century"])
        begin = 1 - 100 * number if _is_bc(match["era"]) else 100 * number - 99
        return Granule(year(begin).first, year(begin + 100).first, "century")
    return None


def _one_date(year: str, era: str | None, month: str = "", day: str = "") -> Granule:
    y = int(year)
    if _is_bc(era):
        if y == 0:
            raise DateError("there is no year 0 BC")
        y = 1 - y
    if not month:
        return _year_granule(y)
    m = _NUMBER_OF_MONTH[month[:3].lower()]
    return _day_granule(y, m, int(day)) if day else _month_granule(y, m)


_year_granule, _month_granule, _day_granule = year, month, day
_NUMBER_OF_MONTH = {name[:3].lower(): n for n, name in enumerate(MONTHS, 1)}


def _is_bc(era: str | None) -> bool:
    return era is not None and era[0] in "bB"


def _timex(text: str) -> Granule | None:
    meaning = parse_value(text)
    if isinstance(meaning, CalendarInterval) and meaning.exact and meaning.zone is None:
        return Granule(meaning.earliest, meaning.latest, meaning.granularity)
    return None


def _edtf(text: str, *, as_written: bool = False) -> Granule:
    from timeml.edtf import EdtfDate, EdtfError, When  # most facts have no such dates

    try:
        when = When(text, as_written)
    except EdtfError as error:
        raise _no_date(text, error) from None
    starts, ends = when.extent
    if when.zoned or when.edtf is None:
        raise _no_date(text)
    if ends is not None:
        raise DateError(f"{text!r} is an interval, which has two ends: give them as start and end")
    first, after = (None if isinstance(x, float) else x for x in (starts.low, starts.high))
    unit = "open" if first is None or after is None else "span"
    date = when.edtf
    if isinstance(date, EdtfDate) and not date.code and "X" not in text:
        unit = date.form.unit if as_written or not date.qualified else unit
    return Granule(first, after, unit, text)


def _no_date(text: str, error: EdtfError | None = None) -> DateError:
    """Why a text is not a date: as TIMEX3, or as EDTF where it is nearly right."""
    meaning = parse_value(text)
    why = f" ({meaning})" if isinstance(meaning, Unresolvable) and meaning.detail else ""
    if error is not None and error.nearest and not why:
        why = f" (the nearest right form of EDTF is {error.nearest!r})"
    return DateError(
        f"{quoted(text, 100)} is not a date{why}; write dates like January 1926, 1926, 1926-01-05, "
        "5 January 1926, 44 BC, the early 1990s"
    )


def _year_text(y: int) -> str:
    return str(y) if y > 0 else f"{1 - y} BC"


def _spelt(granule: Granule) -> str:
    if granule.first is None:
        return "open" if granule.after is None else f"before {_instant_text(granule.after)}"
    if granule.after is None:
        return f"{_instant_text(granule.first)} or later"
    y, m, d = date_of(int(granule.first // DAY))
    if granule.unit == "year":
        return _year_text(y)
    if granule.unit == "month":
        return f"{MONTHS[m - 1]} {_year_text(y)}"
    if granule.unit == "day":
        return f"{d} {MONTHS[m - 1]} {_year_text(y)}"
    return f"{_instant_text(granule.first)} to {_instant_text(granule.after)}"


def _instant_text(instant: Instant) -> str:
    y, m, d = date_of(int(instant // DAY))
    seconds = int(instant % DAY)
    clock = f" {seconds // 3600:02d}:{seconds // 60 % 60:02d}" if seconds else ""
    return f"{d} {MONTHS[m - 1]} {_year_text(y)}{clock}"
