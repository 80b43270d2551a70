"""What a TIMEX3 value can mean: an interval of the calendar, a reference, a length, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from types import MappingProxyType
from typing import NamedTuple

from timeml.gregorian import (
    DAY,
    Instant,
    add_months,
    date_of,
    day_number,
    days_in_month,
    format_instant,
    is_leap,
    monday_of_week,
    weeks_in_year,
)

# Dates of a TIMEX3 value to days: one date where every digit is known, else first to last.
#
# A date is an era (``None``, ``"BC"``, ``"+"`` or ``"-"``), the digits of a year, a unit and two
# fields of that unit; digits may be X. Spans are half-open, in days from 1970-01-01.


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


_UP_TO_A_DAY = frozenset({"day", "part-of-day", "hour", "minute", "second"})


# A clock is at most 12 hours behind UTC and at most 14 ahead, so a floating L lies between
# L - 14 h and L + 12 h UTC.
FLOATING_BEFORE_ZONED = 12 * 3600
"""Seconds by which a floating instant must be less than a zoned one to be surely earlier."""
ZONED_BEFORE_FLOATING = 14 * 3600
"""Seconds by which a zoned instant must be less than a floating one to be surely earlier."""


@dataclass(frozen=True, slots=True)
class CalendarInterval:
    """Where on the calendar a time expression lies.

    If ``exact``, it *is* the half-open interval [``earliest``, ``latest``). If not, it is some
    interval within these bounds; ``None`` is a side without a bound. A duration with an anchor
    knows more: it starts at ``latest_start`` at the latest and ends at ``earliest_end`` at the
    earliest.

    Instants are seconds from 1970-01-01T00:00:00 in the proleptic Gregorian calendar (``int``,
    or ``Fraction`` where the value has fractions). ``zone`` is ``None`` for a floating value,
    whose instants are local time, and else its offset from UTC in seconds, and then the instants
    are UTC. The two kinds compare only as far as no offset in use on earth (-12 to +14 hours)
    can change the order; see :meth:`precedes`. ``part`` is the code of a part of the day
    (``"MO"``, ``"NI"``), ``None`` for everything else.
    """

    earliest: Instant | None
    latest: Instant | None
    exact: bool = True
    granularity: str = "day"
    zone: int | None = None
    latest_start: Instant | None = None
    earliest_end: Instant | None = None
    part: str | None = None

    @property
    def coarse(self) -> bool:
        """Whether the value names a period longer than a day: a weekend, a month, a century; so
        does every duration."""
        return self.granularity not in _UP_TO_A_DAY

    @property
    def bounds(self) -> CalendarInterval:
        """The same read as *some* interval within its bounds."""
        return replace(self, exact=False) if self.exact else self

    def at_zone(self, zone: int) -> CalendarInterval:
        """A floating interval read on the clock ``zone`` seconds ahead of UTC; others as is."""
        if self.zone is not None:
            return self

        def move(instant: Instant | None) -> Instant | None:
            return None if instant is None else instant - zone

        return replace(
            self,
            earliest=move(self.earliest),
            latest=move(self.latest),
            zone=zone,
            latest_start=move(self.latest_start),
            earliest_end=move(self.earliest_end),
        )

    def precedes(self, other: CalendarInterval) -> bool:
        """Whether this certainly ends no later than ``other`` starts. Between a floating and a
        zoned value that takes a gap of more than 14 hours if the floating one is the later,
        of more than 12 if it is the earlier."""
        if self.latest is None or other.earliest is None:
            return False
        if (self.zone is None) == (other.zone is None):
            return self.latest <= other.earliest
        slack = FLOATING_BEFORE_ZONED if self.zone is None else ZONED_BEFORE_FLOATING
        return self.latest + slack < other.earliest

    def __str__(self) -> str:
        def show(instant: Instant | None) -> str:
            return "..." if instant is None else format_instant(instant)

        suffix = "" if self.zone is None else " UTC"
        within = "" if self.exact else "within "
        return f"{within}[{show(self.earliest)}, {show(self.latest)}){suffix}"


@dataclass(frozen=True, slots=True)
class Reference:
    """``PRESENT_REF``, ``PAST_REF`` or ``FUTURE_REF``: placed by the creation time only.

    The present starts no later than the creation time and ends no earlier; the past ends before
    it starts; the future starts after it ends.
    """

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Duration:
    """A length: months of whatever length, and seconds. Both ``None``: a length not known
    (``PXD``, a season, a night). ``unit`` is one of the smallest unit that is named, as months
    and seconds: a length read from text is exact to that unit only."""

    months: int | None
    seconds: Instant | None
    unit: tuple[int, Instant] = field(default=(0, 0), compare=False)

    @property
    def known(self) -> bool:
        """Whether the length can be added to an instant."""
        return self.months is not None

    @property
    def plus_a_unit(self) -> Duration:
        """The length with one more of its :attr:`unit`; an unknown length as it is."""
        if self.months is None or self.seconds is None:
            return self
        return Duration(self.months + self.unit[0], self.seconds + self.unit[1], self.unit)

    @property
    def less_a_unit(self) -> Duration:
        """The length with one less of its :attr:`unit`, but never less than nothing; an unknown
        length as it is."""
        if self.months is None or self.seconds is None:
            return self
        months, seconds = self.months - self.unit[0], self.seconds - self.unit[1]
        if months <= 0:
            months, seconds = 0, max(seconds, 0)
        return Duration(months, seconds, self.unit)

    def after(self, instant: Instant) -> Instant:
        """``instant`` plus this length: months first, clamped to the month's last day, then
        seconds, as XML Schema adds them. Raises ``ValueError`` for an unknown length."""
        return self._added(instant, 1)

    def before(self, instant: Instant) -> Instant:
        """``instant`` minus this length. Raises ``ValueError`` for an unknown length."""
        return self._added(instant, -1)

    def _added(self, instant: Instant, sign: int) -> Instant:
        if self.months is None or self.seconds is None:
            raise ValueError("a duration of unknown length cannot be added; check `known` first")
        moved = add_months(instant, sign * self.months) if self.months else instant
        result = moved + sign * self.seconds
        if isinstance(result, Fraction) and result.denominator == 1:
            return int(result)
        return result


@dataclass(frozen=True, slots=True)
class Unresolvable:
    """Why the calendar cannot resolve a value. ``reason`` is one of :data:`REASONS`."""

    reason: str
    detail: str = ""

    def __str__(self) -> str:
        about = f" ({self.detail})" if self.detail else ""
        return f"{REASONS[self.reason]}{about} [{self.reason}]"


REASONS: Mapping[str, str] = MappingProxyType(
    {
        "no-value": "the timex has no value",
        "malformed": "the value does not have a TIMEX3 form",
        "no-such-date": "no such date or time exists",
        "unspecified-year": "the value does not give the year",
        "no-date": "the value is a time of day without a date",
        "set": "a set of times is not an interval",
        "unanchored-duration": "a duration without beginPoint or endPoint is only a length",
        "unresolved-anchor": "the duration's anchor cannot be resolved either",
        "anchor-cycle": "the duration is anchored to itself",
        "anchors-contradict": "the duration's end point lies before its begin point",
        "mixed-zones": "one anchor of the duration has a time zone and the other has none",
        "approximate": "an approximate value has no certain bounds",
        "unusable-mod": "the mod gives no certain bounds for a value of this kind",
        "years-ago": "thousands or millions of years ago have no given year to count from",
        "leap-second": "leap seconds are not supported",
        "prefix-spelt-as-year": "the value is a decade or a century, but the text writes its "
        "digits as a year",
        "date-for-duration": "the timex is a DURATION, but its value is a date",
        "contradicts-text": "the value contradicts the date that its text names",
        "far-from-creation-time": "the value lies centuries from the creation time, and its text "
        "does not name the year",
    }
)
"""Every reason for which a value is refused, by its code, in words."""

UNTRUSTED = frozenset(
    {"prefix-spelt-as-year", "date-for-duration", "contradicts-text", "far-from-creation-time"}
)
"""The reasons for which a value that has a place is not trusted to mean it."""


# Words by which a time expression says less than its value: "Wednesday night" with the value of
# the whole day, "early 1998" without a mod, "fiscal 1989".
#
# English only, as the corpora are; in other languages values are taken as they are.


_PARTS = {
    "morning": "MO",
    "afternoon": "AF",
    "evening": "EV",
    "night": "NI",
    "tonight": "NI",
    "overnight": "NI",
}
_MODS = {"early": "START", "mid": "MID", "late": "END"}
_WORDS = re.compile(r"[^\W\d_]+")
_FISCAL_UNITS = frozenset({"year", "half", "quarter"})


def implied_mod(text: str) -> str:
    """The mod that the words ask for, ``""`` if they ask for none or for several."""
    mods = {_MODS[word] for word in _words(text) if word in _MODS}
    return mods.pop() if len(mods) == 1 else ""


def less_than_the_value(place: CalendarInterval, text: str) -> CalendarInterval:
    """The place that the words name: a part of the day that the value names, or bounds of a
    fiscal period; else ``place`` as it is."""
    words = _words(text)
    if place.granularity == "day":
        parts = {_PARTS[word] for word in words if word in _PARTS}
        if place.exact and len(parts) == 1:
            return replace(place, exact=False, granularity="part-of-day", part=parts.pop())
    elif place.granularity in _FISCAL_UNITS and "fiscal" in words:
        assert place.earliest is not None
        year = date_of(int(place.earliest // DAY))[0]
        first, last = fiscal_span(year)
        return CalendarInterval(first * DAY, last * DAY, False, "fiscal-year")
    return place


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


# The attribute ``mod`` of a TIMEX3: what it makes of the place that the value names.
#
# TimeML 1.2.1 (Saurí et al. 2006), TIMEX3 attribute ``mod``; the modifiers are those of TIDES
# (Ferro et al. 2005, section 2.4.1).


PARTS = frozenset({"START", "MID", "END"})
SHORTER = frozenset({"LESS_THAN", "EQUAL_OR_LESS"})
LONGER = frozenset({"MORE_THAN", "EQUAL_OR_MORE"})
LENGTH_UNKNOWN = frozenset({"APPROX", "BEFORE", "AFTER", "ON_OR_BEFORE", "ON_OR_AFTER"})

# The first, middle and last third of a period, and a quarter of a third more on each open side:
# "early May" may still be used on the 13th.
_THIRDS = {
    "START": (Fraction(0), Fraction(5, 12)),
    "MID": (Fraction(1, 4), Fraction(3, 4)),
    "END": (Fraction(7, 12), Fraction(1)),
}
# "Earlier this year" is START and "later this year" END for annotators, but compares with now.
_COMPARING = {"START": "earlier", "END": "later"}


def modified(place: CalendarInterval, mod: str) -> CalendarInterval | Unresolvable:
    """The place of a date or time with a mod, at its word: START, MID and END are somewhere
    within the period. A date of EDTF, which is itself somewhere within its bounds, is compared
    with: BEFORE it is before the latest instant at which it can start."""
    if mod in PARTS:
        return replace(place, exact=False, latest_start=None, earliest_end=None)
    if mod == "APPROX":
        return Unresolvable("approximate")
    earliest: Instant | None = None
    latest: Instant | None = None
    if mod == "BEFORE":
        latest = _start(place)
    elif mod == "ON_OR_BEFORE":
        latest = place.latest
    elif mod == "AFTER":
        earliest = _end(place)
    elif mod == "ON_OR_AFTER":
        earliest = place.earliest
    else:
        return Unresolvable("unusable-mod", mod)
    return CalendarInterval(earliest, latest, False, place.granularity, place.zone)


def _start(place: CalendarInterval) -> Instant | None:
    """The latest instant at which it starts; of a TIMEX3 value the first."""
    if place.granularity != "period":
        return place.earliest
    return place.latest if place.latest_start is None else place.latest_start


def _end(place: CalendarInterval) -> Instant | None:
    """The earliest instant at which it ends; of a TIMEX3 value the last."""
    if place.granularity != "period":
        return place.latest
    return place.earliest if place.earliest_end is None else place.earliest_end


def narrowed(place: CalendarInterval, mod: str, text: str) -> CalendarInterval | Unresolvable:
    """The same as annotators mean it: START, MID and END of a period that is known are within
    its first, middle or last third and a bit."""
    within = modified(place, mod)
    if mod not in PARTS or not place.exact or isinstance(within, Unresolvable):
        return within
    if _COMPARING.get(mod, "\0") in text.casefold():
        return within
    assert place.earliest is not None
    assert place.latest is not None
    length = place.latest - place.earliest
    first, last = (_plain(place.earliest + share * length) for share in _THIRDS[mod])
    return replace(within, earliest=first, latest=last)


def _plain(number: Fraction) -> Instant:
    return number.numerator if number.denominator == 1 else number


# Durations with a begin point or an end point: where they lie.
#
# A duration of n units that was read from text is longer than n - 1 and shorter than n + 1 of
# them as annotators mean it; at its word it is as long as it says, to the day.


Limits = tuple[Duration | None, Duration | None]
"""The least and the greatest length of a duration; ``None`` where it is not known."""


def part_of(place: CalendarInterval | Unresolvable, mod: str) -> CalendarInterval | Unresolvable:
    """The start, middle or end of an anchored duration, which is only somewhere within it; the
    duration itself for any other mod."""
    if mod not in PARTS or isinstance(place, Unresolvable):
        return place
    return _bounds(place.zone, place.earliest, place.latest)


def between(begin: CalendarInterval, end: CalendarInterval) -> CalendarInterval | Unresolvable:
    """The duration that starts within ``begin`` and ends within ``end``, whatever its length.

    Within, or at its bounds: "the last two weeks" with today's date for an end point may end as
    today begins.
    """
    if (begin.zone is None) != (end.zone is None):
        return Unresolvable("mixed-zones")
    if begin.earliest is not None and end.latest is not None and end.latest <= begin.earliest:
        return Unresolvable("anchors-contradict")
    return replace(
        _bounds(begin.zone, begin.earliest, end.latest),
        latest_start=begin.latest,
        earliest_end=end.earliest,
    )


def limits(length: Duration, mod: str, *, loose: bool) -> Limits:
    """The least and the greatest length that a duration with this value and mod can have:
    ``loose`` as annotators mean it, else at its word."""
    if not length.known or mod in LENGTH_UNKNOWN:
        return None, None
    least, most = (length.less_a_unit, length.plus_a_unit) if loose else (length, length)
    return None if mod in SHORTER else least, None if mod in LONGER else most


def lasting_from(begin: CalendarInterval, lasting: Limits) -> CalendarInterval:
    """The duration that starts within ``begin``."""
    least, most = lasting
    return replace(
        _bounds(begin.zone, begin.earliest, _after(begin.latest, most)),
        latest_start=begin.latest,
        earliest_end=_after(begin.earliest, least),
    )


def lasting_until(end: CalendarInterval, lasting: Limits) -> CalendarInterval:
    """The duration that ends within ``end``."""
    least, most = lasting
    return replace(
        _bounds(end.zone, _before(end.earliest, most), end.latest),
        latest_start=_before(end.latest, least),
        earliest_end=end.earliest,
    )


def _after(instant: Instant | None, length: Duration | None) -> Instant | None:
    return None if instant is None or length is None else length.after(instant)


def _before(instant: Instant | None, length: Duration | None) -> Instant | None:
    return None if instant is None or length is None else length.before(instant)


def _bounds(zone: int | None, earliest: Instant | None, latest: Instant | None) -> CalendarInterval:
    return CalendarInterval(earliest, latest, False, "duration", zone)


# The time of day of a TIMEX3 value: clock times, parts of the day, time zones.


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
        fields = [part for part in (hour, minute, second) if part is not None]
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
            extended = ":".join(part for part in basic.groups() if part)
            match = _TIME.fullmatch(extended + text[basic.end() :])
    return match


def _clock(fields: list[str], decimals: str | None) -> tuple[Instant, Instant] | Unresolvable:
    """The half-open span, in seconds of the day, of hour, minute and second as written."""
    if len(fields[0]) == 1:  # TIMEX3 files have T9:30
        fields[0] = "XX" if fields[0] == "X" else "0" + fields[0]
    if fields[2:] == ["60"]:
        return Unresolvable("leap-second")
    start = end = unit = 0
    for part, (name, limit, unit) in zip(fields, _UNITS, strict=False):
        if part.isdigit():
            low = high = int(part)
        else:
            numbers = [n for n in range(limit) if fits(n, part)]
            low, high = (numbers[0], numbers[-1]) if numbers else (limit, limit)
        # ISO 8601: 24:00 is the end of the day.
        midnight = (
            name == "hour"
            and part == "24"
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
