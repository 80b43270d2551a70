"""Values of EDTF as data: one date, an interval, one of a set, all of a set.

An interval is a fact that starts in one granule and ends in another; ``..`` is an end without a
bound, an empty end is some instant that is not known. A set in ``[]`` is one of several dates, one
in ``{}`` is all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import inf
from typing import Union

from timeml._timex.meanings import CalendarInterval, DateForm, date_span, fits, time_of_day
from timeml.gregorian import (
    DAY,
    MONTHS,
    NUMBER_OF_MONTH,
    Instant,
    date_of,
    day_number,
    days_in_month,
    format_instant,
)

# Several granules of the calendar of which one holds a date: ``156X``, ``[1667,1670..1672]``.
#
# A granule is a half-open pair of instants. Most dates have one; the others are listed in time's
# order, and only as far as a question reaches, since ``XXXX-XX-XX`` has millions.


Bound = Union[Instant, float]  # noqa: UP007 (an alias evaluated at run time)
"""An instant, or an infinity where there is no bound."""

Granule = tuple[Bound, Bound]
"""The first instant, and the first instant after it."""

Listing = Callable[[Bound, Bound], Iterator[Granule]]


@dataclass(frozen=True, slots=True)
class Granules:
    """From the first instant of the first granule to the first instant after the last. ``listing``
    gives those of several that have an instant in a period."""

    low: Bound
    high: Bound
    listing: Listing | None = field(default=None, compare=False, repr=False)
    key: object = None
    """What distinguishes several granules from others with the same ends."""

    def __repr__(self) -> str:
        several = "" if self.listing is None else "one of several, "
        return f"<Granules: {several}{_shown(self.low)} to {_shown(self.high)}>"

    def between(self, low: Bound, high: Bound) -> Iterator[Granule]:
        """The granules that have an instant in [``low``, ``high``), in time's order."""
        if self.low < high and low < self.high:
            if self.listing is None:
                yield self.low, self.high
            else:
                yield from self.listing(max(low, self.low), min(high, self.high))


def _shown(bound: Bound) -> str:
    return "no bound" if isinstance(bound, float) else format_instant(bound)


ANYWHERE = Granules(-inf, inf)
"""No bound on either side."""


def single(low: Bound, high: Bound) -> Granules:
    """One granule."""
    return Granules(low, high)


def matching(form: DateForm) -> Granules | None:
    """The dates that have the digits of ``form``, ``X`` being any digit; ``None`` if the calendar
    has none. A date without ``X``, and a season, is one granule."""
    span = date_span(form)
    if span is None:
        return None
    low, high = span[0] * DAY, span[1] * DAY
    if "X" not in form.digits + form.first + form.second:
        return Granules(low, high)
    return Granules(low, high, lambda start, end: _matches(form, start, end), form)


def _matches(form: DateForm, low: Bound, high: Bound) -> Iterator[Granule]:
    """The dates of a form with ``X`` that have an instant in a period, whose ends are finite."""
    first, last = (date_of(int(instant // DAY))[0] for instant in (low, high))
    fields = [
        [number for number in range(1, most + 1) if fits(number, pattern)]
        for pattern, most in ((form.first, 12), (form.second, 31 if form.unit == "day" else 1))
    ]
    before_christ = form.era == "-"
    for year in range(first, last + 1):
        digits = -year if before_christ else year
        if digits < 0 or not fits(digits, form.digits):
            continue
        written = f"{digits:04d}"
        for written_field in fields[0]:
            for other in fields[1]:
                span = date_span(
                    DateForm(form.era, written, form.unit, f"{written_field}", f"{other}")
                )
                if span is not None and span[0] * DAY < high and low < span[1] * DAY:
                    yield span[0] * DAY, span[1] * DAY


def listed(parts: list[Granules]) -> Granules:
    """One of several, each of which is one or several itself."""
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    if len(parts) == 1:
        return parts[0]

    def listing(start: Bound, end: Bound) -> Iterator[Granule]:
        every = {granule for part in parts for granule in part.between(start, end)}
        yield from sorted(every)

    return Granules(low, high, listing, tuple(parts))


def one_of_each(first: DateForm | None, last: DateForm | None) -> Granules | None:
    """The dates from one to another of the same unit (year, month or day), both included; ``None``
    for a side without an end, or for no date at all."""
    unit = next(form.unit for form in (first, last) if form is not None)
    start, end = (None if form is None else date_span(form) for form in (first, last))
    if (first and start is None) or (last and end is None):
        return None
    low = -inf if start is None else start[0] * DAY
    high = inf if end is None else end[1] * DAY
    if low >= high:
        return None

    def listing(start: Bound, end: Bound) -> Iterator[Granule]:
        # A side without an end is asked about as far as the other date reaches, if it ends at all.
        if start == -inf or end == inf:
            yield start, end
            return
        day = int(start // DAY)
        while day * DAY < end:
            span = date_span(_around(day, unit))
            assert span is not None
            yield span[0] * DAY, span[1] * DAY
            day = span[1]

    return Granules(low, high, listing, (low, high, unit))


def _around(day: int, unit: str) -> DateForm:
    """The year, the month or the day that a day lies in."""
    year, month, number = date_of(day)
    era, digits = ("-" if year < 0 else None), f"{abs(year):04d}"
    if unit == "year":
        return DateForm(era, digits, unit)
    return DateForm(era, digits, unit, f"{month}", "1" if unit == "month" else f"{number}")


# One date of EDTF (ISO 8601-2, the profile of the Library of Congress): its form and its
# granules.
#
# Read are levels 0 and 1, and of level 2 ``X`` anywhere, the seasons 25 to 41, and ``?``, ``~``
# and ``%`` of single components. A qualifier after a component is that of all components up to
# it, one before it that of this component alone. A component that is qualified gives no bound:
# with its year qualified a date can be any time, with its month or its day it lies in the year or
# the month that is written without one. Taken as it is written, the qualifiers say nothing.


_DATE = re.compile(
    r"""([?~%])?(-)?([0-9X]{4})([?~%])?
    (?:-([?~%])?([0-9X]{2})([?~%])?(?:-([?~%])?([0-9X]{2})([?~%])?)?)?
    (?:T([0-9]{2}:[0-9]{2}:[0-9]{2}(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?))?""",
    re.ASCII | re.VERBOSE,
)
_LONG_YEAR = re.compile(r"Y(-)?([1-9][0-9]{4,14})([?~%])?", re.ASCII)

# (month, day, years later) of the first day, and of the day after the last. Those of 21 to 24 hold
# the seasons of both hemispheres, those of 25 to 32 are of one; all are meteorological and
# astronomical, as TIMEX3's.
_SPRING, _AUTUMN = ((3, 1, 0), (6, 23, 0)), ((9, 1, 0), (12, 24, 0))
_SUMMER, _WINTER = ((6, 1, 0), (9, 25, 0)), ((12, 1, -1), (3, 22, 1))
_BOTH = (3, 1, 0), (12, 24, 0)
_SEASONS = {21: _BOTH, 22: _WINTER, 23: _BOTH, 24: _WINTER,
            25: _SPRING, 26: _SUMMER, 27: _AUTUMN, 28: _WINTER,
            29: _AUTUMN, 30: _WINTER, 31: _SPRING, 32: _SUMMER}  # fmt: skip
# (months, number of the first) of quarters, thirds and halves of a year.
_PARTS = {range(33, 37): (3, 33), range(37, 40): (4, 37), range(40, 42): (6, 40)}
_SAYS = {"?": "uncertain", "~": "approximate", "%": "uncertain and approximate"}


class NoSuchDate(ValueError):
    """Text that is not of EDTF, or a date that the calendar does not have; why."""


@dataclass(frozen=True)
class EdtfDate:
    """A date as it is written. ``form`` has its digits; ``code`` is that of a season or a part of a
    year (21 to 41), ``time`` what follows the T, ``qualifiers`` what each component has."""

    text: str
    form: DateForm
    code: int | None = None
    time: str | None = None
    qualifiers: tuple[str, str, str] = ("", "", "")

    def __repr__(self) -> str:
        return f"parse_edtf({self.text!r})"

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The date alone, as an interval or a set has those of which it is made."""
        return (self,)

    @property
    def qualified(self) -> bool:
        """Whether a component is uncertain or approximate."""
        return self.qualifiers != ("", "", "")

    @property
    def exact(self) -> bool:
        """Whether this names one period of the calendar: nothing is unspecified, uncertain or
        approximate, and no season."""
        season = self.code is not None and self.code <= 32
        digits = self.form.digits + self.form.first + self.form.second
        return not self.qualified and not season and "X" not in digits

    @property
    def zoned(self) -> bool:
        """Whether it has a time with a zone."""
        return self.time is not None and len(self.time) > 8

    @cached_property
    def as_written(self) -> Granules:
        """Where the date lies if its qualifiers say nothing. Raises :class:`NoSuchDate`."""
        return self._granules(self.form)

    @property
    def granules(self) -> Granules:
        """Where the date lies; what is qualified gives no bound."""
        if not self.qualified:
            return self.as_written
        year, month, day = self.qualifiers
        if year:
            return ANYWHERE
        if self.code is not None:
            return self._granules(_year(self.form), code=None)
        era, digits, unit, first, second = self.form
        return self._granules(
            DateForm(era, digits, unit, "XX" if month else first, "XX" if day else second)
        )

    def qualities(self) -> list[str]:
        """What the qualifiers say, component by component: ``"1850 is approximate"``."""
        named = ("", *self.qualifiers)
        parts = self.form.digits, self.form.first, self.form.second
        if len({*self.qualifiers[: self._components]}) == 1:
            return [f"{self._plain} is {_SAYS[self.qualifiers[0]]}"] if self.qualified else []
        names = ("year", "month", "day")
        return [
            f"the {name} {part} is {_SAYS[quality]}"
            for name, part, quality in zip(names, parts, named[1:], strict=True)
            if quality
        ]

    @property
    def _components(self) -> int:
        return {"year": 1, "day": 3}.get(self.form.unit, 2)

    @property
    def _plain(self) -> str:
        return re.sub("[?~%]", "", self.text)

    def _granules(self, form: DateForm, code: int | None = -1) -> Granules:
        code = self.code if code == -1 else code
        if self.time is not None:
            return self._at_a_time(form)
        if code is None:
            granules = matching(form)
        else:
            year = matching(_year(form))
            granules = None if year is None else _part(year, code)
        if granules is None:
            raise NoSuchDate(_why_not(form))
        return granules

    def _at_a_time(self, form: DateForm) -> Granules:
        days = matching(form)
        if days is None or days.listing is not None:
            raise NoSuchDate(_why_not(form) if days is None else "a time of day needs its day")
        assert self.time is not None
        place = time_of_day((int(days.low // DAY), int(days.high // DAY)), self.time, exact=True)
        if not isinstance(place, CalendarInterval):
            raise NoSuchDate(f"no such time of day as {self.time}")
        assert place.earliest is not None
        assert place.latest is not None
        return single(place.earliest, place.latest)


def read_edtf_date(text: str) -> EdtfDate | None:
    """The date that ``text`` is in EDTF; ``None`` if it does not have the form of one. Whether the
    calendar has the date is seen when its granules are asked for."""
    match = _DATE.fullmatch(text)
    if match is None:
        return _long_year(text)
    (by_year, era, digits, to_year, by_month, month, to_month, by_day, day, to_day, time) = (
        match.groups()
    )
    qualifiers = (
        to_day or to_month or to_year or by_year or "",
        to_day or to_month or by_month or "",
        to_day or by_day or "",
    )
    if time is not None and (day is None or "X" in digits + month + day or any(qualifiers)):
        return None
    if era and digits == "0000":
        return None
    if day is not None:
        return EdtfDate(text, DateForm(era, digits, "day", month, day), None, time, qualifiers)
    if month is None:
        return EdtfDate(text, DateForm(era, digits, "year"), None, None, qualifiers)
    code = int(month) if "X" not in month and 21 <= int(month) <= 41 else None
    unit = "month" if code is None else "season"
    return EdtfDate(text, DateForm(era, digits, unit, month), code, None, qualifiers)


def _long_year(text: str) -> EdtfDate | None:
    match = _LONG_YEAR.fullmatch(text)
    if match is None:
        return None
    era, digits, quality = match.groups()
    return EdtfDate(text, DateForm(era, digits, "year"), None, None, (quality or "", "", ""))


def _part(years: Granules, code: int) -> Granules | None:
    """A season or a part of a year; of years that are not all known the part of any."""
    first, last = (_year_of(instant) for instant in (years.low, years.high - 1))
    if code in _SEASONS:
        starts, ends = _SEASONS[code]
        low, high = (
            day_number(first + starts[2], *starts[:2]),
            day_number(last + ends[2], *ends[:2]),
        )
        return single(low * DAY, high * DAY)
    months, number = next(part for codes, part in _PARTS.items() if code in codes)
    start = months * (code - number) + 1
    after, month = divmod(start - 1 + months, 12)
    return single(day_number(first, start) * DAY, day_number(last + after, month + 1) * DAY)


def _year(form: DateForm) -> DateForm:
    return DateForm(form.era, form.digits, "year")


def _year_of(instant: Bound) -> int:
    return date_of(int(instant // DAY))[0]


def _why_not(form: DateForm) -> str:
    if form.unit in ("month", "day") and "X" not in form.first and not 1 <= int(form.first) <= 12:
        return f"there is no month {form.first}"
    if form.unit == "day" and "X" not in form.first:
        name = MONTHS[int(form.first) - 1]
        year = "" if "X" in form.digits else f" {form.era or ''}{form.digits}"
        return f"{name}{year} has no day {form.second}"
    return "the calendar has no such date"


# What is wrong with text that is nearly EDTF, and the nearest right form of it.


# Forms of level 2 that are not read, by name.
REFUSED = (
    (re.compile(r"Y-?[0-9]+E[0-9]+(?:S[0-9]+)?"), "a year with an exponent"),
    (re.compile(r"(?:Y?-?[0-9]+)S[0-9]+"), "a year with significant digits"),
)

_ENGLISH = re.compile(
    r"(?:([0-9]{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3})[a-z]*\.?,?\s+([0-9]{4})", re.I
)
_AMERICAN = re.compile(r"([a-z]{3})[a-z]*\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})", re.I)


def _english(text: str) -> str:
    match = _ENGLISH.fullmatch(text)
    day, month, year = match.groups() if match else (None, "", "")
    if not match:
        american = _AMERICAN.fullmatch(text)
        if american is None:
            return text
        month, day, year = american.groups()
    number = NUMBER_OF_MONTH.get(month.lower())
    if number is None:
        return text
    return f"{year}-{number:02d}" + (f"-{int(day):02d}" if day else "")


def _digits_missing(year: re.Match[str]) -> str:
    """``199X`` for ``199?``: the span of what may be meant."""
    return year[0].replace("?", "X") if len(year[0]) == 4 else year[0]


def _last_day(date: re.Match[str]) -> str:
    year, month = int(date[1]), int(date[2])
    return f"{date[0][:-2]}{days_in_month(year, month)}" if 1 <= month <= 12 else date[0]


def _padded(text: str) -> str:
    """Two digits for months and days, four for years, a Y before longer ones."""
    text = re.sub(r"(?<=-)([0-9])(?=[-/T?~%]|$)", r"0\1", text)
    text = re.sub(r"(^|[/.,\[{])(-?)([0-9]{5,})(?=[-/?~%]|$)", r"\1Y\2\3", text)
    text = re.sub(
        r"(^|[/.,\[{])(-?)([0-9]{1,3})(?=[-/?~%.,\]}]|$)",
        lambda m: f"{m[1]}{m[2]}{m[3]:0>4}",
        text,
    )
    return re.sub(r"(T[0-9]{2}:[0-9]{2})(?=Z|[+-]|$)", r"\1:00", text)


# Each fixes one slip; they are tried in this order, each on what those before it have made.
_FIXES: tuple[Callable[[str], str], ...] = (
    str.strip,
    lambda text: re.sub(r"^(?:c\.?|ca\.?|circa|about|around)\s*([0-9][0-9-]*)$", r"\1~", text,
                        flags=re.I),
    lambda text: re.sub(r"^(?:perhaps|possibly|probably)\s+([0-9][0-9-]*)$", r"\1?", text,
                        flags=re.I),
    lambda text: re.sub(r"^([0-9]{3})0'?s$", r"\1X", text),
    _english,
    lambda text: re.sub(r"\b(?:open|now|present)\b", "..", text, flags=re.I),
    lambda text: re.sub(r"(?<![0-9])[0-9]{1,3}\?+(?![0-9?~%-])", _digits_missing, text),
    lambda text: re.sub(r"\bunknown\b", "", text, flags=re.I),
    lambda text: re.sub(r"(?<=[0-9ux])[ux]|[ux](?=[0-9ux-])", "X", text),
    lambda text: re.sub(r"^([0-9]{4})[/.]([0-9]{1,2})(?:[/.]([0-9]{1,2}))?$",
                        lambda m: "-".join(filter(None, m.groups())), text),
    lambda text: re.sub(r"^([0-9]{4})([0-9]{2})([0-9]{2})$", r"\1-\2-\3", text),
    lambda text: re.sub(r"(?<=[0-9])[ t](?=[0-9]{2}:)", "T", text),
    lambda text: re.sub(r"\s*(?:--|–|—|/|(?<=\s)-(?=\s)|\bto\b|\buntil\b)\s*", "/", text),
    lambda text: re.sub(r"\s+", "", text),
    lambda text: text.replace("?~", "%").replace("~?", "%"),
    lambda text: re.sub(r"^y(?=-?[0-9])", "Y", text),
    lambda text: re.sub(r"\.{3,}|…", "..", text),
    lambda text: text.rstrip("-"),
    lambda text: re.sub(r"-00(?=-|$|/)", "-XX", text),
    _padded,
    lambda text: re.sub(r"^\+(?=[0-9])", "", text),
    lambda text: re.sub(r"^Y(-?)0*([0-9]{1,4})$", lambda m: f"{m[1]}{m[2]:0>4}", text),
    lambda text: text.replace("-0000", "0000"),
    lambda text: re.sub(r"(\d{4})-(\d\d)-(?:29|3[01])$", _last_day, text),
)  # fmt: skip


def nearest(text: str, readable: Callable[[str], bool]) -> str | None:
    """The form nearest to ``text`` that is right, by the fewest fixes in a row; ``None`` if none
    helps."""
    for fixed in _FIXES:
        text = fixed(text)
        if readable(text):
            return text
    return None


def refused(text: str) -> str | None:
    """The name of a form of EDTF that is not read."""
    return next((name for form, name in REFUSED if form.fullmatch(text)), None)


_LONGEST = 2_000
_LONGEST_SHOWN = 200
_MOST_MEMBERS = 1_000


class EdtfError(ValueError):
    """Text that is not a value of EDTF, or one that is not read; ``nearest`` is the nearest right
    form, if there is one."""

    __module__ = "timeml.edtf"  # where users find it

    def __init__(self, message: str, nearest: str | None = None) -> None:
        super().__init__(message, nearest)
        self.nearest = nearest

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class EdtfInterval:
    """A fact with a start and an end; ``None`` is an end that is not known, ``".."`` none."""

    text: str
    start: EdtfDate | str | None
    end: EdtfDate | str | None

    def __repr__(self) -> str:
        return f"parse_edtf({self.text!r})"

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The dates of the ends."""
        return tuple(end for end in (self.start, self.end) if isinstance(end, EdtfDate))

    def ends(self, *, as_written: bool) -> tuple[Granules, Granules]:
        """Where it starts and where it ends."""
        start, end = (_of_end(end, as_written=as_written) for end in (self.start, self.end))
        return start, end


@dataclass(frozen=True)
class EdtfSet:
    """Dates and ranges of dates, of which one is meant (``[]``) or all (``{}``). A range is a pair;
    ``None`` is a side without an end."""

    text: str
    members: tuple[EdtfDate | tuple[EdtfDate | None, EdtfDate | None], ...]

    def __repr__(self) -> str:
        return f"parse_edtf({self.text!r})"

    @property
    def all_of_them(self) -> bool:
        """Whether all are meant and they are several, so that this is not one date."""
        return self.text[0] == "{" and (len(self.members) > 1 or isinstance(self.members[0], tuple))

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The dates that are written."""
        pairs = (member if isinstance(member, tuple) else (member,) for member in self.members)
        return tuple(date for pair in pairs for date in pair if date is not None)

    def granules(self, *, as_written: bool) -> Granules:
        """Where the one that is meant lies."""
        parts = []
        for member in self.members:
            if isinstance(member, EdtfDate):
                parts.append(member.as_written if as_written else member.granules)
                continue
            qualified = any(date is not None and date.qualified for date in member)
            run = one_of_each(*(None if date is None else date.form for date in member))
            if run is None:
                raise NoSuchDate("the range ends before it starts")
            parts.append(ANYWHERE if qualified and not as_written else run)
        return listed(parts)


EdtfValue = Union[EdtfDate, EdtfInterval, EdtfSet]  # noqa: UP007 (a run-time alias)
"""What a text can be in EDTF."""


def _of_end(end: EdtfDate | str | None, *, as_written: bool) -> Granules:
    if not isinstance(end, EdtfDate):
        return ANYWHERE
    granules = end.as_written if as_written else end.granules
    # One instant, so that granules one after the other are one.
    return single(granules.low, granules.high)


@lru_cache(maxsize=8192)
def parse_edtf(text: str) -> EdtfValue:
    """The value that ``text`` is in EDTF.

    Raises :class:`EdtfError`, with the nearest right form, for text that is not EDTF, and for the
    forms of level 2 that are not read: years with an exponent or with significant digits.
    """
    if len(text) > _LONGEST:
        raise EdtfError(f"{text[:20]!r} and {len(text) - 20} more characters are not a date")
    try:
        return _value(text)
    except NoSuchDate as error:
        why = str(error)
    name = refused(text)
    if name is not None:
        raise EdtfError(f"{text!r} is {name}, which is a form of EDTF that is not read")
    near = nearest(text, _readable)
    hint = f"; the nearest right form is {near!r}" if near and len(near) <= _LONGEST_SHOWN else ""
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
    raise EdtfError(f"{shown!r} is not a date of EDTF{why and f': {why}'}{hint}", near)


def _readable(text: str) -> bool:
    try:
        _value(text)
    except NoSuchDate:
        return False
    return True


def _value(text: str) -> EdtfValue:
    if text[:1] in ("[", "{"):
        return _set(text)
    return _interval(text) if "/" in text else _date(text, "")


def _date(text: str, part: str = "a part of it") -> EdtfDate:
    """A date alone, or ``part`` of an interval or a set."""
    date = read_edtf_date(text)
    if date is None:
        if text.startswith("-0000"):
            raise NoSuchDate("the year 0, which is 1 BC, has no sign")
        what = f"{text[:_LONGEST_SHOWN]!r} is not one" if part else ""
        raise NoSuchDate(what if text else "a date is missing")
    date.as_written  # noqa: B018 (raises if the calendar has no such date)
    return date


def _interval(text: str) -> EdtfInterval:
    first, _, last = text.partition("/")
    if "/" in last:
        raise NoSuchDate("an interval has one slash")
    start, end = (part or None if part in ("", "..") else _date(part) for part in (first, last))
    if start is None and end is None:
        raise NoSuchDate("one end of an interval is a date or ..")
    if isinstance(start, EdtfDate) and isinstance(end, EdtfDate):
        if start.zoned != end.zoned and start.time and end.time:
            raise NoSuchDate("one end has a time zone and the other has none")
        if start.as_written.low >= end.as_written.high:
            raise NoSuchDate("it ends before it starts")
    return EdtfInterval(text, start, end)


def _set(text: str) -> EdtfSet:
    closing = {"[": "]", "{": "}"}[text[0]]
    if text[-1] != closing or len(text) < 3:
        raise NoSuchDate(f"a set that begins with {text[0]} ends with {closing}")
    members = [_member(part.strip()) for part in text[1:-1].split(",")]
    if len(members) > _MOST_MEMBERS:
        raise NoSuchDate(f"a set has at most {_MOST_MEMBERS} members")
    edtf_set = EdtfSet(text, tuple(members))
    edtf_set.granules(as_written=True)
    return edtf_set


def _member(text: str) -> EdtfDate | tuple[EdtfDate | None, EdtfDate | None]:
    if ".." not in text:
        return _date(text)
    first, _, last = text.partition("..")
    pair = _date(first) if first else None, _date(last) if last else None
    units = {date.form.unit for date in pair if date is not None}
    if not units or len(units) > 1 or not units <= {"year", "month", "day"}:
        raise NoSuchDate("a range goes from a year, month or day to another one")
    if any(date is not None and (date.time or "X" in date.text) for date in pair):
        raise NoSuchDate("a range goes from a date without X and time to another one")
    return pair


# Where something lies whose date is written in EDTF.


def extent_of(value: EdtfValue, *, as_written: bool) -> tuple[Granules, Granules | None]:
    """Where it starts and where it ends; ``None`` for a date in whose granule both lie. Raises
    :class:`EdtfError` for a set in ``{}``, which is several things."""
    if isinstance(value, EdtfDate):
        return value.as_written if as_written else value.granules, None
    if isinstance(value, EdtfInterval):
        return value.ends(as_written=as_written)
    if value.all_of_them:
        near = f"[{value.text[1:-1]}]"
        raise EdtfError(
            f"{value.text!r} is several dates, not one; write {near!r} if one of them is meant",
            near,
        )
    return value.granules(as_written=as_written), None


def interval_of(starts: Granules, ends: Granules | None, *, zoned: bool) -> CalendarInterval:
    """The bounds of something that starts and ends so."""
    last = starts if ends is None else ends
    return CalendarInterval(
        _finite(starts.low),
        _finite(last.high),
        exact=False,
        granularity="period",
        zone=0 if zoned else None,
        latest_start=None if ends is None else _finite(starts.high),
        earliest_end=None if ends is None else _finite(ends.low),
    )


def read_edtf(text: str, *, as_written: bool) -> CalendarInterval | None:
    """Where something so dated lies; ``None`` for text that is not one date of EDTF. What ``?``,
    ``~`` and ``%`` qualify gives no bound, unless they are taken as written."""
    try:
        value = parse_edtf(text)
        starts, ends = extent_of(value, as_written=as_written)
    except EdtfError:
        return None
    return interval_of(starts, ends, zoned=any(date.zoned for date in value.dates))


def _finite(bound: Bound) -> Instant | None:
    return None if isinstance(bound, float) else bound
