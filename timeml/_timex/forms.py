"""The forms of a TIMEX3 value, each to what it means; the dispatch, and durations.

The forms are those of the TimeML 1.2.1 annotation guidelines, which take them from the TIDES
standard for TIMEX2 (2005), which extends ISO 8601. Where a form is vague the bounds are
those that its usual reading keeps to: a season of the north, a part of the day within its day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Union

from timeml._timex.meanings import (
    CalendarInterval,
    DateForm,
    Days,
    Duration,
    Reference,
    Unresolvable,
    date_span,
    fiscal_span,
    is_time,
    prefix_span,
    time_of_day,
)
from timeml.gregorian import DAY, NUMBER_OF_MONTH, Instant, date_of, day_number

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

_REFERENCES = ("PRESENT_REF", "PAST_REF", "FUTURE_REF")
_PREFIXES = {1: "millennium", 2: "century", 3: "decade"}
_GRANULARITIES = {"weekday": "day", "ordinal": "day"}


def parse_value(
    value: str | None, type: str | None = None
) -> CalendarInterval | Reference | Duration | Unresolvable:
    """What a TIMEX3 value means by itself, without mod, anchors and document.

    ``type`` matters only if it is ``SET``, since a set of times is refused whatever its value;
    annotators often give a DATE's value to a DURATION and the reverse, so the form decides.
    Upper and lower case are the same. Never raises.
    """
    if type is not None and type.strip().upper() == "SET":
        return Unresolvable("set")
    if value is None:
        return Unresolvable("no-value")
    return parse_form(value)


@lru_cache(maxsize=8192)
def parse_form(value: str) -> Meaning:
    """What ``value`` means whatever its TIMEX3 type; upper and lower case are the same, and
    blanks around it are ignored. Never raises."""
    value = value.strip().upper()
    if value in _REFERENCES:
        return Reference(value)
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
    return Unresolvable("years-ago" if _YEARS_AGO.fullmatch(value) else "malformed")


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
            return Unresolvable("malformed")
        return _interval(prefix_span(era, digits), "X" not in digits, _PREFIXES[len(digits)])
    form = _form(match)
    span = date_span(form)
    if span is None:
        return Unresolvable("no-such-date")
    granularity = _GRANULARITIES.get(form.unit, form.unit)
    if match[13] is None:
        return _interval(span, form.exact, granularity)
    if granularity != "day":
        return Unresolvable("malformed")
    return time_of_day(span, match[13], exact=form.exact)


def _form(match: re.Match[str]) -> DateForm:
    era, digits, month, day, week, weekday = match.groups()[:6]
    if month is not None:
        written = [_padded(field) for field in (month, day) if field is not None]
        return DateForm(era, digits, ("month", "day")[len(written) - 1], *written)
    if week is not None:
        if weekday is None or weekday == "WE":
            return DateForm(era, digits, "weekend" if weekday else "week", _padded(week))
        return DateForm(era, digits, "weekday", _padded(week), weekday[0])
    for unit, group in (("half", 8), ("quarter", 10), ("season", 11), ("ordinal", 12)):
        if match[group] is not None:
            return DateForm(era, digits, unit, match[group])
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
        return Unresolvable("malformed")
    if "X" in value:
        return Duration(None, None)
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
            return Duration(None, None)  # a season, a weekend
    for number, unit in _TIME_PART.findall(match[2] or ""):
        if unit not in _CLOCK_SECONDS:
            return Duration(None, None)  # a morning
        seconds += Fraction(number.replace(",", ".")) * _CLOCK_SECONDS[unit]
        smallest = 0, _CLOCK_SECONDS[unit]
    if months.denominator != 1:
        return Duration(None, None)  # half a month has no length of its own
    return Duration(int(months), int(seconds) if seconds.denominator == 1 else seconds, smallest)


# Values that are more likely a slip than what the text says: each is refused for a reason.
#
# The calendar as annotators mean it does not use them, and ``timegraph check`` reports them.
#
# What the text says of its date in words is compared with the value. Only expressions that name a
# date and nothing else are read as a whole ("Sept. 27, 1989", "late Tuesday night"), month and
# weekday names only in English; of others ("the 1988 elections") the year or century is read. In
# "two days before March 1" the value rightly is another day than the one named, so expressions
# that count from a date, or may, are not read at all.


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

# What may stand next to the date in an expression that names nothing else.
_BESIDE = frozenset(
    """a am afternoon afternoons and at by cdt cst dawn day during early edt end est evening
    evenings gmt in last late local m mdt mid midday middle midnight morning mornings mst next
    night nights noon oclock of on or p pdt pm pst start the this through time to until
    utc""".split()  # noqa: SIM905
)
# With one of these words the value may lie elsewhere than the date that is named.
_COUNTING = frozenset(
    """after ago before days decade decades earlier ended ending fiscal following hours later
    minutes month months past previous prior quarter season since than till week weeks year
    years""".split()  # noqa: SIM905
)
_TOKEN = re.compile(
    r"""(?P<clock>[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?|[0-9]{1,2}(?=\s*(?:[ap]\.?\s?m\b|o.clock)))
      | (?P<century>[0-9]{1,2})(?:st|nd|rd|th)[\s-]+century
      | (?P<decade>[0-9]{3,4})s\b
      | (?P<ordinal>[0-9]{1,2})(?:st|nd|rd|th)\b
      | (?P<number>[0-9]+)
      | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
      | (?P<mark>[\s.,;'’"()-]+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_ERA = re.compile(r"\b(?:a\.?\s?d|(?:b\.?\s?)?c\.?\s?e|b\.?\s?c)\b")
_BEFORE_CHRIST = re.compile(r"\s*\bb\.?\s?c(?:\.?\s?e)?\b")


class StatedDate(NamedTuple):
    """What the words name; of several years, months ... one must fit. ``spans`` are years,
    decades and centuries, as half-open pairs of years."""

    spans: tuple[tuple[int, int], ...] = ()
    months: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()
    weekdays: frozenset[int] = frozenset()

    def fault(self, place: CalendarInterval) -> str | None:
        """What of the words ``place`` contradicts (``"the weekday"``), ``None`` if nothing."""
        if place.earliest is None or place.latest is None:
            return None
        first, last = _days(place, place.earliest, place.latest)
        if self.spans and not any(
            first < day_number(after) and day_number(year) <= last for year, after in self.spans
        ):
            return "the year"
        if last - first > 30:
            return None
        dates = [date_of(number) for number in range(first, last + 1)]
        if self.months and not self.months & {month for _, month, _ in dates}:
            return "the month"
        if place.coarse:
            return None
        if self.days and not self.days & {day for *_, day in dates}:
            return "the day"
        # 1970-01-01 was a Thursday; Monday is 0.
        weekdays = {(number + 3) % 7 for number in range(first, last + 1)}
        return "the weekday" if self.weekdays and not self.weekdays & weekdays else None


def _days(place: CalendarInterval, earliest: Instant, latest: Instant) -> tuple[int, int]:
    """The first and the last day of ``place`` on its own clock. Midnight is the end of the day
    before, too."""
    zone = place.zone or 0
    first, last = (earliest + zone) // DAY, -((-latest - zone) // DAY) - 1
    if not place.coarse and place.granularity != "day" and (earliest + zone) % DAY == 0:
        first -= 1
    return int(first), int(last)


def spelt_numbers(text: str) -> frozenset[str]:
    """The numbers in ``text`` that stand alone: not ``1990`` in ``1990s``, nor ``19`` in
    ``19th``."""
    return frozenset(
        token["number"] for token in _TOKEN.finditer(text.casefold()) if token["number"]
    )


def stated_date(text: str, *, has_clock: bool) -> StatedDate:
    """What ``text`` says of a date: only the year, if it says other things besides. ``has_clock``:
    the value has a time of day, so that a number of four digits may be one."""
    named: list[_Named] = []
    months, days, weekdays = set(), set(), set()
    numbers: list[str] = []
    only_a_date = True
    for match in _TOKEN.finditer(text.casefold()):
        kind, token = str(match.lastgroup), match[str(match.lastgroup)]
        if kind == "century":
            count = int(match["century"])
            named.append(_Named(100 * count - 100, 100 * count, _before_christ(match)))
        elif kind == "decade":
            count = int(match["decade"])
            named.append(_Named(count, count + 10, _before_christ(match)))
        elif kind == "ordinal":
            days.add(int(token))
        elif kind == "number":
            if _before_christ(match):
                named.append(_Named(int(token), int(token) + 1, True))
            else:
                numbers.append(token)
        elif kind == "other":
            return StatedDate()
        elif kind == "word":
            token = token.replace("'", "").replace("’", "")
            if token in _WEEKDAYS:
                weekdays.add(_WEEKDAYS.index(token))
            elif token in NUMBER_OF_MONTH:
                months.add(NUMBER_OF_MONTH[token])
            elif token in _COUNTING:
                return StatedDate()
            elif token not in _BESIDE:
                only_a_date = False
    for number in numbers:
        if len(number) == 4 and "1000" <= number < "3000":
            if not (has_clock and int(number[:2]) < 25 and int(number[2:]) < 60):
                named.append(_Named(int(number), int(number) + 1, False))
        elif len(number) <= 2 and months:
            days.add(int(number))
        else:
            return StatedDate()
    spans = _spans(named)
    if not only_a_date:
        return StatedDate(spans)
    return StatedDate(spans, frozenset(months), frozenset(days), frozenset(weekdays))


class _Named(NamedTuple):
    """Years as they are counted in the text, half-open, and whether BC stands behind them."""

    first: int
    after: int
    before_christ: bool


def _before_christ(token: re.Match[str]) -> bool:
    return _BEFORE_CHRIST.match(token.string, token.end()) is not None


def _spans(named: list[_Named]) -> tuple[tuple[int, int], ...]:
    """The years on the calendar, where 0 is 1 BC. In "1200-1100 BC" the first may be BC, too."""
    spans = [(years.first, years.after) for years in named if not years.before_christ]
    if len(spans) < len(named):
        # One year more: for 44 BC some write -0043, as ISO 8601 counts, and some -0044.
        spans += [(1 - years.after, 2 - years.first) for years in named]
    return tuple(spans)


FAR_YEARS = 200
"""A value so many years from the creation time is not trusted unless its text spells it."""

_CLOCK = frozenset({"hour", "minute", "second", "part-of-day"})
_UNTRUSTED_PREFIXES = frozenset({"decade", "century", "millennium"})
_FAR = FAR_YEARS * 365 * DAY


def distrusted(
    place: CalendarInterval,
    *,
    value: str,
    type: str,
    text: str,
    created: CalendarInterval | None,
    named: Iterable[CalendarInterval] = (),
) -> Unresolvable | None:
    """Why the value of a time expression, which stands for ``place``, is not to be trusted;
    ``None`` if nothing speaks against it. ``created`` is the document's creation time, and
    ``named`` are the dates whose years the document spells: a history of ancient wars means what
    is near them."""
    digits = (
        "".join(filter(str.isdigit, value[:6])) if place.granularity in _UNTRUSTED_PREFIXES else ""
    )
    if digits and digits in spelt_numbers(text):
        return Unresolvable("prefix-spelt-as-year", value)
    stated = stated_date(text, has_clock=place.granularity in _CLOCK)
    fault = stated.fault(place)
    if fault is not None:
        return Unresolvable("contradicts-text", fault)
    if type.strip().upper() == "DURATION" and stated == StatedDate():
        return Unresolvable("date-for-duration", value)
    # Years that the text names, and that the value does not contradict, are meant.
    if created is None or not _is_far(place, created) or names_its_year(place, value, text):
        return None
    if any(_is_far(other, created) and not _is_far(place, other) for other in named):
        return None
    return Unresolvable("far-from-creation-time", value)


def names_its_year(place: CalendarInterval, value: str, text: str) -> bool:
    """Whether the text says in which years ``place`` is, which ``value`` means."""
    has_clock = place.granularity in _CLOCK
    return bool(stated_date(text, has_clock=has_clock).spans) or _spells_year(place, value, text)


def _is_far(place: CalendarInterval, created: CalendarInterval) -> bool:
    if created.earliest is None or created.latest is None:
        return False
    late = place.earliest is not None and place.earliest - created.latest > _FAR
    return late or (place.latest is not None and created.earliest - place.latest > _FAR)


def _spells_year(place: CalendarInterval, value: str, text: str) -> bool:
    """Whether the text names the year (1492) or a century, which nobody does by mistake. One or
    two digits (91) are a year of the writer's century, unless an era stands with them."""
    if place.granularity in ("century", "millennium"):
        return True
    year = value.strip().lstrip("BCbc+-")[:4].lstrip("0")
    is_plain = len(year) > 2 or _ERA.search(text.casefold()) is not None
    return bool(year) and is_plain and year in spelt_numbers(text)
