"""Values that are more likely a slip than what the text says: each is refused for a reason.

The calendar as annotators mean it does not use them, and ``timegraph check`` reports them.

What the text says of its date in words is compared with the value. Only expressions that name a
date and nothing else are read as a whole ("Sept. 27, 1989", "late Tuesday night"), month and
weekday names only in English; of others ("the 1988 elections") the year or century is read. In
"two days before March 1" the value rightly is another day than the one named, so expressions that
count from a date, or may, are not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from timeml._timex.meanings import CalendarInterval, Unresolvable
from timeml.gregorian import DAY, Instant, date_of, day_number

__all__ = [
    "FAR_YEARS",
    "StatedDate",
    "distrusted",
    "names_its_year",
    "spelt_numbers",
    "stated_date",
]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december", "sept"),
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH = {name: name[:3] for name in (*_MONTHS, *_FULL_MONTHS)}

# What may stand beside the date in an expression that names nothing else.
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
            elif token in _MONTH:
                months.add(_MONTHS.index(_MONTH[token]) + 1)
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
_PREFIXES = frozenset({"decade", "century", "millennium"})
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
    digits = "".join(filter(str.isdigit, value[:6])) if place.granularity in _PREFIXES else ""
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
