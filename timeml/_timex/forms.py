"""The forms of a TIMEX3 value, each to what it means; the dispatch, and durations.

The forms are those of the TimeML 1.2.1 annotation guidelines, which take them from the TIDES
standard for TIMEX2 (2005), which extends ISO 8601. Where a form is vague the bounds are
those that its usual reading keeps to: a season of the north, a part of the day within its day.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Union

from timeml._timex.clock import is_time, time_of_day
from timeml._timex.dates import DateForm, Days, date_span, fiscal_span, prefix_span
from timeml._timex.meanings import CalendarInterval, Duration, Reference, Unresolvable
from timeml.gregorian import DAY, Instant

__all__ = ["Meaning", "parse_form", "parse_value"]

Meaning = Union[CalendarInterval, Reference, Duration, Unresolvable]  # noqa: UP007 (run-time alias)
"""What a value can mean by itself."""

_DATE = re.compile(
    r"""(BC|[+-])?([0-9X]{1,12})
    (?:-(?:([0-9X]{1,2})(?:-([0-9X]{1,2}))?
          |W([0-9X]{1,2})(?:-([1-7]|XX?|WE))?
          |(?:(H)([12X])|(Q)([1-4X])|(SP|SU|FA|WI))
          |([0-9X]{3})))?
    (?:T(.+))?""",
    re.ASCII | re.VERBOSE,
)
# ISO 8601 without hyphens: month and day, week and its day, or the day of the year.
_BASIC_DATE = re.compile(
    r"([0-9]{4})(?:([0-9]{2})([0-9]{2})|(W[0-9]{2})([1-7])?|([0-9]{3}))(?=T|$)", re.ASCII
)
_FISCAL = re.compile(r"(?:FY([0-9]{4})(?:-(?:Q[1-4X]|H[12X]))?|([0-9]{4})-F[HQ][1-4X])", re.ASCII)
_YEARS_AGO = re.compile(r"[KMG]A[0-9X]{1,12}(?:[.,][0-9]{1,9})?", re.ASCII)

_NUMBER = "[0-9]{1,12}(?:[.,][0-9]{1,9})?|X{1,3}"
_DATE_UNITS = "DE|CE|ML|SP|SU|FA|WI|WE|KA|MA|GA|FY|[YMWDCELQH]"
_TIME_UNITS = "MO|MI|AF|EV|NI|DT|[HMS]"
_DATE_PART = re.compile(f"({_NUMBER})({_DATE_UNITS})")
_TIME_PART = re.compile(f"({_NUMBER})({_TIME_UNITS})")
_DURATION = re.compile(
    f"P(?:XX?|(?=.)((?:(?:{_NUMBER})(?:{_DATE_UNITS}))*)"
    f"(?:T((?:(?:{_NUMBER})(?:{_TIME_UNITS}))+))?)"
)
_MONTHS = {
    "M": 1,
    "Q": 3,
    "H": 6,
    "Y": 12,
    "DE": 120,
    "E": 120,  # TIDES 2001 wrote E, C and L where TIDES 2005 writes DE, CE and ML
    "CE": 1_200,
    "C": 1_200,
    "ML": 12_000,
    "L": 12_000,
    "KA": 12_000,
    "MA": 12_000_000,
    "GA": 12_000_000_000,
}
_SECONDS = {"D": DAY, "W": 7 * DAY}
_CLOCK_SECONDS = {"H": 3_600, "M": 60, "S": 1}
_UNKNOWN_LENGTH = Duration(None, None)

_REFERENCES = {kind: Reference(kind) for kind in ("PRESENT_REF", "PAST_REF", "FUTURE_REF")}
_PREFIXES = {1: "millennium", 2: "century", 3: "decade"}
_GRANULARITIES = {"weekday": "day", "ordinal": "day"}
_MALFORMED = Unresolvable("malformed")
_SET = Unresolvable("set")
_NO_VALUE = Unresolvable("no-value")


def parse_value(
    value: str | None, type: str | None = None
) -> CalendarInterval | Reference | Duration | Unresolvable:
    """What a TIMEX3 value means by itself, without mod, anchors and document.

    ``type`` matters only if it is ``SET``, since a set of times is refused whatever its value;
    annotators often give a DATE's value to a DURATION and the reverse, so the form decides.
    Upper and lower case are the same. Never raises.
    """
    if type is not None and type.strip().upper() == "SET":
        return _SET
    if value is None:
        return _NO_VALUE
    return parse_form(value)


@lru_cache(maxsize=8192)
def parse_form(value: str) -> Meaning:
    """What ``value`` means whatever its TIMEX3 type; upper and lower case are the same, and
    blanks around it are ignored. Never raises."""
    value = value.strip().upper()
    if value in _REFERENCES:
        return _REFERENCES[value]
    if not value:
        return Unresolvable("no-value")
    if value[0] == "P":
        return _duration(value)
    if value[0] == "T" and is_time(value[1:]):
        return Unresolvable("no-date")
    # A plain number of more than five digits is not a year but perhaps a date without hyphens.
    for spelling in (value, _extended(value)):
        match = _DATE.fullmatch(spelling)
        if match is not None and (match[1] or len(match[2]) <= 5):
            return _date(match)
    fiscal = _FISCAL.fullmatch(value)
    if fiscal is not None:
        return _interval(fiscal_span(int(fiscal[1] or fiscal[2])), False, "fiscal-year")
    return Unresolvable("years-ago") if _YEARS_AGO.fullmatch(value) else _MALFORMED


def _extended(value: str) -> str:
    """A date in the basic form of ISO 8601 with the hyphens of the extended one."""
    match = _BASIC_DATE.match(value)
    if match is None:
        return value
    return "-".join(field for field in match.groups() if field) + value[match.end() :]


def _interval(span: Days, exact: bool, granularity: str) -> CalendarInterval:
    return CalendarInterval(span[0] * DAY, span[1] * DAY, exact, granularity)


def _date(match: re.Match[str]) -> Meaning:
    """A date of the common calendar, with or without a time of day."""
    era, digits = match[1], match[2]
    if digits[0] == "X":
        return Unresolvable("unspecified-year")
    if len(digits) < 4:
        if era not in (None, "BC") or match.end(2) != match.end():
            return _MALFORMED
        return _interval(prefix_span(era, digits), "X" not in digits, _PREFIXES[len(digits)])
    form = _form(match)
    span = date_span(form)
    if span is None:
        return Unresolvable("no-such-date")
    granularity = _GRANULARITIES.get(form.unit, form.unit)
    if match[13] is None:
        return _interval(span, form.exact, granularity)
    return time_of_day(span, match[13], exact=form.exact) if granularity == "day" else _MALFORMED


def _form(match: re.Match[str]) -> DateForm:
    era, digits, month, day, week, weekday, half, nth, quarter, fourth, season, ordinal, _ = (
        match.groups()
    )
    if day is not None:
        return DateForm(era, digits, "day", _padded(month), _padded(day))
    if month is not None:
        return DateForm(era, digits, "month", _padded(month))
    if week is not None:
        if weekday is None or weekday == "WE":
            return DateForm(era, digits, "weekend" if weekday else "week", _padded(week))
        return DateForm(era, digits, "weekday", _padded(week), weekday[0])
    if half is not None:
        return DateForm(era, digits, "half", nth)
    if quarter is not None:
        return DateForm(era, digits, "quarter", fourth)
    if season is not None:
        return DateForm(era, digits, "season", season)
    if ordinal is not None:
        return DateForm(era, digits, "ordinal", ordinal)
    return DateForm(era, digits, "year")


def _padded(field: str) -> str:
    """Two characters: ``8`` is ``08`` (TIMEX3 files have ``2000-W8``), ``X`` is ``XX``."""
    if len(field) == 2:
        return field
    return "XX" if field == "X" else "0" + field


def _duration(value: str) -> Duration | Unresolvable:
    """ISO 8601 durations with the units that TIDES adds; X for a number that is not known."""
    match = _DURATION.fullmatch(value)
    if match is None:
        return _MALFORMED
    if "X" in value:
        return _UNKNOWN_LENGTH
    months, seconds = Fraction(0), Fraction(0)
    smallest: tuple[int, Instant] = (0, 0)
    for number, unit in _DATE_PART.findall(match[1]):
        count = Fraction(number.replace(",", "."))
        if unit in _MONTHS:
            months += count * _MONTHS[unit]
            smallest = _MONTHS[unit], 0
        elif unit in _SECONDS:
            seconds += count * _SECONDS[unit]
            smallest = 0, _SECONDS[unit]
        else:
            return _UNKNOWN_LENGTH  # a season, a weekend
    for number, unit in _TIME_PART.findall(match[2] or ""):
        if unit not in _CLOCK_SECONDS:
            return _UNKNOWN_LENGTH  # a morning
        seconds += Fraction(number.replace(",", ".")) * _CLOCK_SECONDS[unit]
        smallest = 0, _CLOCK_SECONDS[unit]
    if months.denominator != 1:
        return _UNKNOWN_LENGTH  # half a month has no length of its own
    return Duration(int(months), int(seconds) if seconds.denominator == 1 else seconds, smallest)
