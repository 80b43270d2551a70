"""Dates as people write them: English ("January 1926", "431 B.C.", "the early 1990s"), ISO 8601 and
the exact values of TIMEX3.

:func:`plain_date` reads these and needs nothing of EDTF; :class:`timeml.edtf.When`, the reader of
dates behind every door, begins with it. A number of three digits is a year ("793"), whereas a
value in a document is read by :mod:`timeml.timex_value`, in which it is a decade. A year of one or
two digits is refused, unless an era stands with it: "85" may be 85 or 1985.
"""

from __future__ import annotations

import re

from timeml._timex.forms import parse_value
from timeml._timex.meanings import CalendarInterval
from timeml.gregorian import DAY, day_number, days_in_month

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December")  # fmt: skip


class RefusedDate(ValueError):
    """A text that looks like a date and is none; the message says why, ``nearest`` is the nearest
    right form, if there is one."""

    def __init__(self, message: str, nearest: str | None = None) -> None:
        super().__init__(message)
        self.nearest = nearest


_MONTH_NAMES = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ERA = r"(?:(?:bce?|ce|ad)(?!\w)|b\.\s?c\.(?:\s?e\.)?|c\.\s?e\.|a\.\s?d\.)"
_ERA_FIRST = r"(?:bc|ad|b\.\s?c\.|a\.\s?d\.)\s*"
_YEAR = rf"(?<!\d)(?:\b{_ERA_FIRST})?\d{{1,4}}(?!\d|-\d{{1,2}}(?!\d))(?:\s*{_ERA})?"
_PART = r"(?:(?:the\s+)?(?:early|mid|late)[\s-]+)?(?:the\s+)?"
_CENTURY = r"\d{1,2}(?:st|nd|rd|th)[\s-]+century"
_EDTF = r"(?=[\dX-]{0,10}[X~%]|[~%])(?=X*\d|[~%])[~%]?[\dX]{4}(?:-[~%]?[\dX]{2}){0,2}[~%]?(?![\w-])"
_ISO = r"[+-]?\d{4}-\d{1,2}(?:-\d{1,2})?(?:t\d{2}(?::\d{2}){0,2})?(?![\d-])"
DATE = (
    rf"(?:{_PART}\d{{1,3}}0'?s\b|{_PART}{_CENTURY}\b(?:\s+{_ERA})?|{_EDTF}|{_ISO}"
    rf"|{_DAY}\s+(?:of\s+)?(?:{_MONTH_NAMES})\b\.?,?\s+{_YEAR}"
    rf"|(?:{_MONTH_NAMES})\b\.?\s+{_DAY}(?:,\s*|\s+){_YEAR}"
    rf"|(?:{_MONTH_NAMES})\b\.?,?\s*{_YEAR}|{_YEAR})"
)
"""A pattern (to compile without regard to case) of every date in English, and of those of ISO 8601
and EDTF that stand in sentences; it has no groups."""

_I = re.IGNORECASE | re.ASCII
_YEAR_PARTS = rf"(?P<before>{_ERA_FIRST})?(?P<year>\d{{1,4}})(?:\s*(?P<era>{_ERA}))?"
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
_YEARS = re.compile(
    r"(?:the\s+)?(?:(?P<part>early|mid|late)[\s-]+)?(?:the\s+)?"
    rf"(?:(?P<decade>\d{{1,3}}0)'?s|(?P<century>\d{{1,2}})(?:st|nd|rd|th)[\s-]+century"
    rf"(?:\s+(?P<era>{_ERA}))?)",
    _I,
)
# Tenths of a decade or a century that its parts hold. Speakers disagree; the outer ends are
# certain.
_TENTHS = {"early": (0, 4), "mid": (3, 7), "late": (6, 10), "": (0, 10)}
_SHORT = re.compile(r"[0-9][0-9X]{0,2}")


def plain_date(text: str) -> CalendarInterval | None:
    """The period of the calendar that a text names: in English, or as an exact value of ISO 8601
    or TIMEX3; ``None`` for other text, which may be a value of EDTF.

    What is early, mid or late in a decade or a century is somewhere in a part of it, not exactly
    that part. Raises :class:`RefusedDate` for a day that its month has not, the year 0 BC, and a
    year or a decade whose digits can mean several.
    """
    written = " ".join(text.split())
    place = _english(written)
    if place is not None:
        return place
    if _SHORT.fullmatch(written):
        near = written.ljust(4, "X")
        raise RefusedDate(f"a year has four digits; write {near!r}", near)
    meaning = parse_value(written)
    if not isinstance(meaning, CalendarInterval) or not meaning.exact:
        return None
    return meaning if well_written(written.upper()) == written.upper() else None


def well_written(text: str) -> str:
    """A value of TIMEX3 with two digits for months, days and weeks, and without the sign of a year
    that has none: ``1984-05`` for ``1984-5``."""
    text = re.sub(r"(?<=[-TW])([0-9])(?=[-:TZ+]|$)", r"0\1", re.sub("^-0000", "0000", text.upper()))
    return re.sub(r"(?<=W[0-9]{2}-)0(?=[1-7]$)", "", text)


def _english(text: str) -> CalendarInterval | None:
    for form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return _one_date(text, **match.groupdict())
    match = _YEARS.fullmatch(text)
    if match is None:
        return None
    part = (match["part"] or "").lower()
    if match["decade"]:
        if len(match["decade"]) < 3:
            raise _ambiguous(text, match["decade"])
        return _tenths(int(match["decade"]), 1, part or "decade", part)
    number = int(match["century"])
    if not number:
        return None
    first = 1 - 100 * number if _is_bc(match["era"]) else 100 * number - 99
    return _tenths(first, 10, "span" if part else "century", part)


def _tenths(first: int, years: int, unit: str, part: str) -> CalendarInterval:
    start, end = _TENTHS[part]
    return _period(day_number(first + years * start), day_number(first + years * end), unit,
                   exact=not part)  # fmt: skip


def _one_date(
    text: str, before: str | None, year: str, era: str | None, month: str = "", day: str = ""
) -> CalendarInterval:
    era = era or before
    if len(year) < 3 and era is None:
        raise _ambiguous(text, year)
    y = int(year)
    if _is_bc(era):
        if y == 0:
            raise RefusedDate("there is no year 0 BC")
        y = 1 - y
    if not month:
        return _period(day_number(y), day_number(y + 1), "year")
    m = _NUMBER_OF_MONTH[month[:3].lower()]
    first, length = day_number(y, m), days_in_month(y, m)
    if not day:
        return _period(first, first + length, "month")
    d = int(day)
    if not 1 <= d <= length:
        shown = y if y > 0 else f"{1 - y} BC"
        raise RefusedDate(f"{MONTHS[m - 1]} {shown} has no day {d}")
    return _period(first + d - 1, first + d, "day")


_NUMBER_OF_MONTH = {name[:3].lower(): n for n, name in enumerate(MONTHS, 1)}


def _ambiguous(text: str, digits: str) -> RefusedDate:
    """For a year of one or two digits: the ways to write it."""
    ways = [text[::-1].replace(digits[::-1], way[::-1], 1)[::-1] for way in _four(digits)]
    many = "one digit" if len(digits) == 1 else "two digits"
    ways_shown = " or ".join(repr(way) for way in ways)
    return RefusedDate(f"a year of {many} can be one of several; write {ways_shown}")


def _four(digits: str) -> tuple[str, str]:
    return digits.zfill(4), f"{'19' if len(digits) == 2 else '200'}{digits}"


def _is_bc(era: str | None) -> bool:
    return era is not None and era[0] in "bB"


def _period(first: int, after: int, unit: str, *, exact: bool = True) -> CalendarInterval:
    return CalendarInterval(first * DAY, after * DAY, exact, unit)
