"""Dates of a TIMEX3 value to days: one date where every digit is known, else first to last.

A date is an era (``None``, ``"BC"``, ``"+"`` or ``"-"``), the digits of a year, a unit and two
fields of that unit; digits may be X. Spans are half-open, in days from 1970-01-01.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from timeml.gregorian import (
    day_number,
    days_in_month,
    is_leap,
    monday_of_week,
    weeks_in_year,
)

__all__ = ["DateForm", "Days", "date_span", "fits", "fiscal_span", "prefix_span"]

Days = tuple[int, int]


class DateForm(NamedTuple):
    """A date as it is written; ``first`` and ``second`` are ``"1"`` where the unit has none."""

    era: str | None
    digits: str
    unit: str
    first: str = "1"
    second: str = "1"

    @property
    def exact(self) -> bool:
        """Whether this names one date and no vague one."""
        return self.unit != "season" and "X" not in self.digits + self.first + self.second


# How far the first field of a unit counts.
_LARGEST = {
    "year": 1,
    "half": 2,
    "quarter": 4,
    "month": 12,
    "day": 12,
    "week": 53,
    "weekend": 53,
    "weekday": 53,
    "ordinal": 366,
}
_MONTHS = {"half": 6, "quarter": 3, "month": 1}

# (month, day, years later) of the first day, and of the day after the last: meteorological or
# astronomical, and for winter, which crosses a new year, named after either year. The seasons are
# those of the northern hemisphere, as in all corpora and tools of TimeML.
_SEASONS = {
    "SP": ((3, 1, 0), (6, 23, 0)),
    "SU": ((6, 1, 0), (9, 25, 0)),
    "FA": ((9, 1, 0), (12, 24, 0)),
    "WI": ((12, 1, -1), (3, 22, 1)),
}


def date_span(form: DateForm) -> Days | None:
    """From the first date that ``form`` can mean to the last; ``None`` if it means none."""
    if form.exact:
        year = _astronomical(int(form.digits), form.era)
        return None if year is None else _days(year, form.unit, int(form.first), int(form.second))
    first = _extreme(form, backward=False)
    last = _extreme(form, backward=True)
    return None if first is None or last is None else (first[0], last[1])


def prefix_span(era: str | None, digits: str) -> Days:
    """The years whose four digits begin so: ``199``, ``19``, ``1``; era ``None`` or ``"BC"``."""
    missing = "X" * (4 - len(digits))
    low = int((digits + missing).replace("X", "0"))
    high = int((digits + missing).replace("X", "9"))
    if era == "BC":
        low, high = 1 - high, 1 - max(low, 1)
    return day_number(low), day_number(high + 1)


def fiscal_span(year: int) -> Days:
    """Bounds of a fiscal year: it is named after the year in which it ends or begins."""
    return day_number(year - 1), day_number(year + 2)


def fits(number: int, pattern: str) -> bool:
    """Whether ``number``, with leading zeros, has the digits of ``pattern``, X being any."""
    text = f"{number:0{len(pattern)}d}"
    if len(text) != len(pattern):
        return False
    return all(p in ("X", c) for c, p in zip(text, pattern, strict=True))


def _astronomical(year: int, era: str | None) -> int | None:
    """The ISO 8601 year: 1 BC is 0, and 0 BC does not exist. A minus sign is ISO's own."""
    if era == "BC":
        return 1 - year if year else None
    return -year if era == "-" else year


def _days(year: int, unit: str, first: int, second: int) -> Days | None:
    """One date, all of it known; ``None`` if the calendar has none such."""
    if unit == "day":
        if not 1 <= first <= 12 or not 1 <= second <= days_in_month(year, first):
            return None
        start = day_number(year, first, second)
        return start, start + 1
    if unit == "year":
        return day_number(year), day_number(year + 1)
    if unit in _MONTHS:
        months = _MONTHS[unit]
        if not 1 <= first <= 12 // months:
            return None
        years, index = divmod(first * months, 12)
        return day_number(year, (first - 1) * months + 1), day_number(year + years, index + 1)
    if unit == "ordinal":
        if not 1 <= first <= 365 + is_leap(year):
            return None
        start = day_number(year) + first - 1
        return start, start + 1
    if not 1 <= first <= weeks_in_year(year):
        return None
    start = monday_of_week(year, first)
    if unit == "week":
        return start, start + 7
    if unit == "weekend":
        return start + 5, start + 7
    return start + second - 1, start + second


def _extreme(form: DateForm, *, backward: bool) -> Days | None:
    """The first date (the last, if ``backward``) of those that ``form`` can mean."""
    if form.unit == "season":
        month, day, later = _SEASONS[form.first][backward]
        for year in _years(form, backward=backward):
            edge = day_number(year + later, month, day)
            return edge, edge
        return None
    step = -1 if backward else 1
    firsts = [n for n in range(1, _LARGEST[form.unit] + 1) if fits(n, form.first)][::step]
    limit = 31 if form.unit == "day" else 7
    seconds = [n for n in range(1, limit + 1) if fits(n, form.second)][::step]
    for year, first, second in product(_years(form, backward=backward), firsts, seconds):
        span = _days(year, form.unit, first, second)
        if span is not None:
            return span
    return None


def _years(form: DateForm, *, backward: bool) -> Iterator[int]:
    """The years that the digits can mean, in time's order or against it. Leap years and long
    years repeat within 400 years, so a date that none of the first 400 has, none has."""
    descending = backward != (form.era in ("BC", "-"))
    any_digit = "9876543210" if descending else "0123456789"
    for digits in islice(product(*(any_digit if d == "X" else d for d in form.digits)), 400):
        year = _astronomical(int("".join(digits)), form.era)
        if year is not None:
            yield year
