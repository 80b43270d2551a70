"""The time of day of a TIMEX3 value: clock times, parts of the day, time zones."""

from __future__ import annotations

import re
from fractions import Fraction

from timeml._timex.dates import Days, fits
from timeml._timex.meanings import CalendarInterval, Unresolvable
from timeml.gregorian import DAY, Instant

__all__ = ["is_time", "time_of_day"]

_TIME = re.compile(
    r"""(?:(MO|MI|AF|EV|NI|DT)
         |([0-9X]{1,2})(?::([0-9X]{2})(?::([0-9X]{2}))?)?(?:[.,]([0-9]{1,18}))?)
    (?:(Z)|([+-])([0-9]{2})(?::?([0-9]{2}))?)?""",
    re.ASCII | re.VERBOSE,
)
_BASIC = re.compile(r"([0-9X]{2})([0-9X]{2})([0-9X]{2})?(?=[.,Z+-]|$)", re.ASCII)

# A part stands in place of the hour (TimeML 1.2.1), so it is less than its day and within it, for
# annotators even a night. No guideline says when a morning ends, and annotators differ.
_PART = 0, 24 * 3_600
_UNITS = (("hour", 24, 3_600), ("minute", 60, 60), ("second", 60, 1))


def is_time(text: str) -> bool:
    """Whether ``text`` is a time of day as it would follow a T."""
    return _match(text) is not None


def time_of_day(span: Days, text: str, *, exact: bool) -> CalendarInterval | Unresolvable:
    """The time ``text`` (what follows the T) on the days of ``span``.

    ``exact`` says whether the day is known; the result is exact if the time is, too.
    """
    match = _match(text)
    if match is None:
        return Unresolvable("malformed")
    part, hour, minute, second, decimals, utc, sign, zone_hours, zone_minutes = match.groups()
    zone: int | None = 0 if utc else None
    if sign:
        if int(zone_hours) > 23 or int(zone_minutes or 0) > 59:
            return Unresolvable("no-such-date", "time zone")
        zone = (int(zone_hours) * 60 + int(zone_minutes or 0)) * 60
        zone = -zone if sign == "-" else zone
    start: Instant
    end: Instant
    if part:
        start, end = _PART
        exact, granularity = False, "part-of-day"
    else:
        fields = [field for field in (hour, minute, second) if field is not None]
        within = _clock(fields, decimals)
        if isinstance(within, Unresolvable):
            return within
        start, end = within
        exact = exact and "X" not in "".join(fields)
        granularity = _UNITS[len(fields) - 1][0]
    start += span[0] * DAY - (zone or 0)
    end += (span[1] - 1) * DAY - (zone or 0)
    return CalendarInterval(start, end, exact, granularity, zone, part=part)


def _match(text: str) -> re.Match[str] | None:
    match = _TIME.fullmatch(text)
    if match is None:
        basic = _BASIC.match(text)
        if basic is not None:
            extended = ":".join(field for field in basic.groups() if field)
            match = _TIME.fullmatch(extended + text[basic.end() :])
    return match


def _clock(fields: list[str], decimals: str | None) -> tuple[Instant, Instant] | Unresolvable:
    """The half-open span, in seconds of the day, of hour, minute and second as written."""
    if len(fields[0]) == 1:  # TIMEX3 files have T9:30
        fields[0] = "XX" if fields[0] == "X" else "0" + fields[0]
    if fields[2:] == ["60"]:
        return Unresolvable("leap-second")
    start = end = unit = 0
    for field, (name, limit, unit) in zip(fields, _UNITS, strict=False):
        if field.isdigit():
            low = high = int(field)
        else:
            numbers = [n for n in range(limit) if fits(n, field)]
            low, high = (numbers[0], numbers[-1]) if numbers else (limit, limit)
        # ISO 8601: 24:00 is the end of the day.
        midnight = (
            name == "hour"
            and field == "24"
            and not (decimals or "").strip("0")
            and {*fields[1:]} <= {"00"}
        )
        if high >= limit and not midnight:
            return Unresolvable("no-such-date", "time of day")
        start += low * unit
        end += high * unit
    if decimals is None:
        return start, end + unit
    if "X" in "".join(fields):
        return Unresolvable("malformed")
    tick = Fraction(unit, 10 ** len(decimals))  # ISO 8601: of the last unit that is written
    return _plain(start + int(decimals) * tick), _plain(start + (int(decimals) + 1) * tick)


def _plain(number: Fraction) -> Instant:
    return number.numerator if number.denominator == 1 else number
