"""Dates as people write them: English ("January 1926", "431 B.C.", "the early 1990s"), ISO 8601 and
the exact values of TIMEX3.

:func:`plain_date` reads these and needs nothing of EDTF; :class:`timeml.edtf.When`, the reader of
dates behind every door, begins with it. A number of three digits is a year ("793"), whereas a
value in a document is read by :mod:`timeml.timex_value`, in which it is a decade. A year of one or
two digits is refused, unless an era stands with it: "85" may be 85 or 1985.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from timeml._timex.forms import parse_value
from timeml._timex.meanings import CalendarInterval
from timeml.gregorian import DAY, MONTHS, NUMBER_OF_MONTH, day_number, days_in_month


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

# A date that begins at a position of a text. Words between its parts may be missing ("7May, 2023"),
# and its year, too.
_I = re.IGNORECASE | re.ASCII
_OF_MONTH = rf"({_MONTH_NAMES})(?![a-z])"
_DAY_AT = r"([0-3]?\d)(?!\d)(?:st|nd|rd|th)?"
_YEAR_AT = (
    rf"(?:({_ERA_FIRST})(\d{{1,4}})|(\d{{3,4}}(?![\d:%])|(?<=')\d\d(?!\d)|\d{{1,5}}(?=\s*{_ERA}))"
    rf"(?:\s*({_ERA}))?)(?!\w)"
)
_GAP = r"[\s,.-]*(?:(?:of|in|the|year)\s+)*'?"
_WITH_MONTH = re.compile(
    rf"(?:{_DAY_AT}[\s.-]*(?:day\s+)?(?:of\s+)?(?:the\s+)?(?:month\s+of\s+)?)?{_OF_MONTH}"
    rf"(?(1)|(?:[\s.]*(?:the\s+)?{_DAY_AT}(?![:\w]|\s*{_ERA}))?)(?:{_GAP}{_YEAR_AT})?",
    re.ASCII,
)
_YEAR_FIRST = re.compile(
    rf"(\d{{4}})[\s,]+{_OF_MONTH}(?!{_GAP}\d{{4}}|\s+\d+[\s,]+\d{{4}})(?:\s+{_DAY_AT}(?![\w:]))?",
    re.ASCII,
)
_YEARS = re.compile(
    rf"(\d{{2,3}}0)'?s\b|(\d{{1,2}})(?:st|nd|rd|th)[\s-]+century(?:\s+({_ERA})(?!\w))?|{_YEAR_AT}",
    re.ASCII,
)


class Written(NamedTuple):
    """A date in a text, up to ``stop``: 0 for a month or a day that it has not, ``None`` for a year
    that is missing; 1 BC is the year 0. ``years`` is 10 for a decade, 100 for a century."""

    year: int | None
    month: int
    day: int
    years: int
    stop: int

    @property
    def unit(self) -> str:
        """How fine it is: day, month, year, decade, century."""
        if self.month:
            return "day" if self.day else "month"
        return {1: "year", 10: "decade", 100: "century"}[self.years]

    def days(self, year: int) -> tuple[int, int]:
        """Its first day, numbered from 1970 on, and the day after its last, where ``year`` stands
        for one that is missing. Raises :class:`RefusedDate` for a day that its month has not."""
        year = year if self.year is None else self.year
        if not self.month:
            return day_number(year), day_number(year + self.years)
        first, length = day_number(year, self.month), days_in_month(year, self.month)
        if not self.day:
            return first, first + length
        if not 1 <= self.day <= length:
            shown = year if year > 0 else f"{1 - year} BC"
            raise RefusedDate(f"{MONTHS[self.month - 1]} {shown} has no day {self.day}")
        return first + self.day - 1, first + self.day


def written_date(text: str, at: int = 0) -> Written | None:
    """The date that begins at a position of a text in small letters, whose year may be missing: a
    day, a month, a year, a decade or a century. Raises :class:`RefusedDate` for the year 0 BC."""
    found = _WITH_MONTH.match(text, at)
    if found is not None:
        first, month, second, *year = found.groups()
        number = NUMBER_OF_MONTH[month[:3]]
        return Written(_year(*year), number, int(first or second or 0), 1, found.end())
    found = _YEAR_FIRST.match(text, at)
    if found is not None:
        month = NUMBER_OF_MONTH[found[2][:3]]
        return Written(int(found[1]), month, int(found[3] or 0), 1, found.end())
    found = _YEARS.match(text, at)
    if found is None:
        return None
    decade, century, era, *year = found.groups()
    if decade:
        return Written(int(decade), 0, 0, 10, found.end())
    if century:
        number = -int(century) if _is_bc(era) else int(century) - 1
        return Written(100 * number + 1, 0, 0, 100, found.end())
    return Written(_year(*year), 0, 0, 1, found.end())


def _year(before: str | None, dated: str | None, year: str | None, era: str | None) -> int | None:
    """The year of a date, if it has one."""
    if year is not None and era is None:
        return int(year) + (0 if len(year) > 2 else 1900 if year > "30" else 2000)  # '69
    digits = year or dated
    if digits is None or not _is_bc(era or before):
        return None if digits is None else int(digits)
    if not int(digits):
        raise RefusedDate("there is no year 0 BC")
    return 1 - int(digits)


_PART_OF = re.compile(r"(?:the\s+)?(?:(early|mid|late)[\s-]+)?(?:the\s+)?", _I)
_SHORT_YEAR = re.compile(
    rf"(?:{_DAY}\s+(?:of\s+)?)?(?:(?:{_MONTH_NAMES})\b\.?,?\s*)?(?:{_DAY},?\s+)?(?P<year>\d{{1,2}})"
    r"|(?:the\s+)?(?:(?:early|mid|late)[\s-]+)?(?:the\s+)?(?P<decade>\d{2})'?s",
    _I,
)
# Tenths of a decade or a century that its parts hold. Speakers disagree; the outer ends are
# certain.
_TENTHS = {"early": (0, 4), "mid": (3, 7), "late": (6, 10), "": (0, 10)}
_SHORT = re.compile(r"[0-9][0-9X]{0,2}")
_NUMBERS = re.compile(
    r"([0-9]{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12][0-9]|3[01])"
    r"(?:T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(Z)?)?)?)?"
)


def plain_date(text: str) -> CalendarInterval | None:
    """The period of the calendar that a text names: in English, or as an exact value of ISO 8601
    or TIMEX3; ``None`` for other text, which may be a value of EDTF.

    What is early, mid or late in a decade or a century is somewhere in a part of it, not exactly
    that part. Raises :class:`RefusedDate` for a day that its month has not, the year 0 BC, and a
    year or a decade whose digits can mean several.
    """
    numbers = _NUMBERS.fullmatch(text)  # as most dates are written
    if numbers is not None:
        *fields, utc = numbers.groups()
        year, month, day, hour, minute, second = (int(digits or 0) for digits in fields)
        if not day or day <= days_in_month(year, month):
            dated = Written(year, month, day, 1, 0)
            first, after = dated.days(year)
            if fields[-1] is None:
                return _period(first, after, dated.unit)
            instant = first * DAY + hour * 3600 + minute * 60 + second
            return CalendarInterval(instant, instant + 1, True, "second", 0 if utc else None)
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
    short = _SHORT_YEAR.fullmatch(text)
    if short is not None:
        raise _ambiguous(text, short["year"] or short["decade"])
    opening = _PART_OF.match(text)
    small = text.lower()
    found = None if opening is None else written_date(small, opening.end())
    if opening is None or found is None or found.stop < len(small) or found.year is None:
        return None
    part = (opening[1] or "").lower()
    if found.years == 1:
        first, after = found.days(found.year)
        return None if opening.end() else _period(first, after, found.unit)
    unit = part if part and found.years == 10 else "span" if part else found.unit
    start, end = (found.year + found.years // 10 * tenths for tenths in _TENTHS[part])
    return _period(day_number(start), day_number(end), unit, exact=not part)


def _ambiguous(text: str, digits: str) -> RefusedDate:
    """For a year of one or two digits: the ways to write it."""
    start, _, end = text.rpartition(digits)
    many, century = ("one digit", "200") if len(digits) == 1 else ("two digits", "19")
    ways = (f"{start}{digits:0>4}{end}", f"{start}{century}{digits}{end}")
    return RefusedDate(f"a year of {many} can be one of several; write {ways[0]!r} or {ways[1]!r}")


def _is_bc(era: str | None) -> bool:
    return era is not None and era[0] in "bB"


def _period(first: int, after: int, unit: str, *, exact: bool = True) -> CalendarInterval:
    return CalendarInterval(first * DAY, after * DAY, exact, unit)
