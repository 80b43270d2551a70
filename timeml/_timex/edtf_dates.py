"""One date of EDTF (ISO 8601-2, the profile of the Library of Congress): its form and its granules.

Read are levels 0 and 1, and of level 2 ``X`` anywhere, the seasons 25 to 41, and ``?``, ``~`` and
``%`` of single components. A qualifier after a component is that of all components up to it, one
before it that of this component alone. A component that is qualified gives no bound: with its year
qualified a date can be any time, with its month or its day it lies in the year or the month that is
written without one. Taken as it is written, the qualifiers say nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from timeml._timex.alternatives import ANYWHERE, Bound, Granules, matching, single
from timeml._timex.clock import time_of_day
from timeml._timex.dates import DateForm
from timeml._timex.meanings import CalendarInterval
from timeml.gregorian import DAY, date_of, day_number

__all__ = ["EdtfDate", "NoSuchDate", "read_edtf_date"]

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
    """A date that has the form of EDTF and that the calendar does not have."""


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


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip


def _why_not(form: DateForm) -> str:
    if form.unit in ("month", "day") and "X" not in form.first and not 1 <= int(form.first) <= 12:
        return f"there is no month {form.first}"
    if form.unit == "day" and "X" not in form.first:
        name = _MONTHS[int(form.first) - 1]
        year = "" if "X" in form.digits else f" {form.era or ''}{form.digits}"
        return f"{name}{year} has no day {form.second}"
    return "the calendar has no such date"
