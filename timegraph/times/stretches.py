"""Stretches of time, and the calendar that phrases such as "the week before D" need.

Stretches are half-open and counted in minutes of the proleptic Gregorian calendar, from the start
of 1970. Of a phrase that can be understood in several ways all readings are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from timegraph._metric.lengths import days_of_months
from timeml.gregorian import MONTHS, add_months, date_of, day_number

DAY = 1440
"""Minutes in a day."""

_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS = {name: number for number, name in enumerate(_WEEK)}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which a northern season begins."""

NAMED_MONTHS = {name.lower(): (k, 1) for k, name in enumerate(MONTHS, 1)} | {
    name: (k, 3) for name, k in SEASONS.items()
}
"""The first month of a month or season, and how many it has."""

_DAYS = {"minute": 0, "hour": 0, "day": 1, "week": 7, "weekend": 7, "fortnight": 14}
MONTHS_IN = {"month": 1, "quarter": 3, "season": 3, "year": 12, "decade": 120, "century": 1200}
STEPS = frozenset({*_DAYS, *MONTHS_IN})
"""The units of the calendar."""


class Stretch(NamedTuple):
    """Minutes from ``first`` up to, but without, ``after``; of a length the least and the most that
    it has, of a weekday its number, of a clock time seconds. ``None`` is an open side. ``reading``
    says which reading of its phrase it is."""

    first: int | None
    after: int | None
    reading: str = ""

    def __str__(self) -> str:
        first = "..." if self.first is None else _written(self.first)
        last = "..." if self.after is None else _written(self.after - 1)
        return first if first == last else f"{first} to {last}"

    @property
    def days(self) -> tuple[int, int]:
        """The first day of a closed stretch, and the one after its last."""
        return (self.first or 0) // DAY, -(-(self.after or 0) // DAY)

    def lies_in(self, other: Stretch) -> bool:
        """Whether all its days are in another closed stretch."""
        return other.days[0] <= self.days[0] and self.days[1] <= other.days[1]

    def part(self, part: int, last: int | None = None) -> Stretch:
        """The early (0), the middle (1) or the late (2) third of its days, or what is from one to
        another: the first and the last floor(n / 3) of n days, and what lies between; of fewer than
        three days, all."""
        first, after = self.days
        third = (after - first) // 3
        bounds = (first, first + third, after - third, after)
        end = bounds[(part if last is None else last) + 1]
        return of_days(bounds[part], end - bounds[part], self.reading) if third else self

    def nth(self, nth: int, what: str, many: int = 1) -> Stretch | None:
        """The n-th unit, half or weekday in it, -1 for the last; or so many of them from there
        on, or up to the last."""
        first, after = self.days
        if what in ("minute", "hour"):
            return None
        if what == "half":
            months = _whole_months(first, after)
            middle = (
                first + (after - first) // 2
                if months % 2 or not months
                else shifted(first, "month", months // 2)
            )
            begin, end = {1: (first, middle), 2: (middle, after), -1: (middle, after)}.get(
                nth, (0, 0)
            )
        else:
            length = _weekday(what)[1]
            begin = _nth(after, what, -many) if nth < 0 else _nth(first, what, nth)
            end = _nth(begin, what, many) + length if length else shifted(begin, what, many)
        return of_days(begin, end - begin, self.reading) if first <= begin < end <= after else None

    def relative(self, what: str, count: int, *, numbered: bool = False) -> Iterator[Stretch]:
        """So many units, weekdays, months or seasons of a name before (below 0) or after it, in
        every reading; ``numbered`` says that the phrase has a number ("two weeks", not "the
        week")."""
        first, after = self.days
        edge = first if count < 0 else after - 1
        if length := _weekday(what)[1]:
            yield of_days(_nth(first if count < 0 else after, what, count), length)
        elif what in NAMED_MONTHS:
            known = [of_months(date_of(edge)[0] + k, *NAMED_MONTHS[what]) for k in range(-1, 2)]
            sides = [s for s in known if (s.days[1] <= first if count < 0 else s.days[0] >= after)]
            yield sides[-1 if count < 0 else 0]
        elif what in ("week", "fortnight"):
            apart = _DAYS[what] * count
            if numbered:
                yield of_days(edge + apart, 1, "day")
            yield of_days(first + apart if count < 0 else after + apart - 7, 7, "seven days")
            yield whole(first + apart, "week")._replace(reading="calendar week")
        elif what in ("minute", "hour"):
            yield of_days(first, after - first)
        else:
            yield whole(shifted(edge, what, count), what)

    def next_to(self, unit: str, count: int) -> Stretch:
        """So many units that end with it (below 0), or begin where it ends."""
        first, after = self.days
        edge = first if count < 0 else after
        other = shifted(edge, unit, count)
        return of_days(min(edge, other), abs(other - edge))

    def holding(self, unit: str, of: str) -> Iterator[Stretch]:
        """The week or weekend of a day: the one that holds it, or those next to it."""
        day = self.days[0]
        saturday = _weekday_before(5, day)
        if unit == "weekend":
            yield of_days(saturday, 2)
            if day > saturday + 1:
                yield of_days(saturday + 7, 2, "next")
        elif of == "ending":
            yield of_days(day - 6, 7)
        else:
            if of == "of":
                yield of_days(_weekday_before(0, day), 7, "Monday first")
                yield of_days(_weekday_before(6, day), 7, "Sunday first")
            yield of_days(day, 7, "seven days")

    def long_weekend(self) -> Stretch:
        """The weekend nearest to a day, with the day itself if that is next to it."""
        day = self.days[0]
        saturday = _weekday_before(5, day + 2)
        first, after = min(saturday, day), max(saturday + 2, day + 1)
        return of_days(first, after - first) if after - first < 4 else of_days(saturday, 2)


def _written(minute: int) -> str:
    number, minutes = divmod(minute, DAY)
    year, month, day = date_of(number)
    clock = f" {minutes // 60:02d}:{minutes % 60:02d}" if 0 < minutes < DAY - 1 else ""
    return f"{'-' * (year < 0)}{abs(year):04d}-{month:02d}-{day:02d}{clock}"


def of_days(first: int, count: int = 1, reading: str = "") -> Stretch:
    """So many days from one on, numbered from 1970 on."""
    return Stretch(first * DAY, (first + count) * DAY, reading)


def of_months(year: int, month: int, count: int) -> Stretch:
    """So many months from the start of one on."""
    years, index = divmod(month - 1 + count, 12)
    first = day_number(year, month)
    return of_days(first, day_number(year + years, index + 1) - first)


# ---- days, numbered from 1970 on -----------------------------------------------------------------


def shifted(day: int, unit: str, count: int) -> int:
    """The day that is so many calendar units after one; one that the month lacks becomes its
    last."""
    if unit in _DAYS:
        return day + _DAYS[unit] * count
    return int(add_months(day * 60 * DAY, MONTHS_IN[unit] * count)) // (60 * DAY)


def minutes_of(minutes: float, months: float) -> list[int]:
    """The fewest and the most minutes of so many minutes and months: of a year 365 or 366 days, of
    months within a year what so many in a row have."""
    years, rest = divmod(months, 12)
    sizes = zip((365, 366), days_of_months(int(rest)), days_of_months(1), strict=True)
    days = (years * year + row + rest % 1 * month for year, row, month in sizes)
    return [round(minutes + each * DAY) for each in days]


def whole(day: int, unit: str) -> Stretch:
    """The calendar unit that holds a day; weeks begin on Monday, centuries in their year 1."""
    if unit in MONTHS_IN:
        year, month, _ = date_of(day)
        index = 12 * year + month - 1
        index -= (index - {"season": 2, "century": 12}.get(unit, 0)) % MONTHS_IN[unit]
        return of_months(index // 12, index % 12 + 1, MONTHS_IN[unit])
    monday = _weekday_before(0, day)
    if unit == "weekend":
        return of_days(monday + 5, 2)
    return of_days(monday, 7) if _DAYS[unit] > 1 else of_days(day)


def _whole_months(first: int, after: int) -> int:
    """How many months begin on one day and end before another; 0 for parts of months."""
    (year, month, day), (year_after, month_after, day_after) = date_of(first), date_of(after)
    return (12 * (year_after - year) + month_after - month) * (day == day_after == 1)


def _weekday_before(weekday: int, day: int) -> int:
    """The last such weekday up to a day; days from Monday on."""
    return day - (day + 3 - weekday) % 7


def _weekday(what: str) -> tuple[int, int]:
    """The first weekday of a weekday or weekend, and how many days it has; of others no days."""
    return (5, 2) if what == "weekend" else (WEEKDAYS.get(what, 0), what in WEEKDAYS)


def _nth(edge: int, what: str, nth: int) -> int:
    """Where the n-th unit, weekday or weekend from a day on begins, or up to it, below 0."""
    weekday, length = _weekday(what)
    steps = nth - (nth > 0)
    if length:
        return _weekday_before(weekday, edge + (6 if nth > 0 else 7 - length)) + 7 * steps
    return shifted(edge, what, steps)


def from_now(now: int, what: str, count: int) -> Iterator[Stretch]:
    """Last (-1), this or next so and so, on the day ``now``: a unit, or a weekday, month or
    season."""
    if what in WEEKDAYS or (what in NAMED_MONTHS and count):
        yield from of_days(now).relative(what, count or 1)
    elif what in NAMED_MONTHS:
        yield of_months(date_of(now)[0], *NAMED_MONTHS[what])
    elif what in ("week", "weekend"):
        first, after = whole(now, what).days
        yield of_days(first + 7 * count, after - first, "calendar week")
        if count and what == "week":
            yield from of_days(now).relative(what, count)
    else:
        yield whole(shifted(now, what, count), what)


HOLIDAYS: dict[str, tuple[int, ...]] = {
    r"new year'?s? eve": (12, 31),
    r"new year'?s?(?: day)?": (1, 1),
    r"m(?:artin )?l(?:uther )?k(?:ing)?(?: jr)? day": (1, 0, 3),
    r"valentine'?s? day": (2, 14),
    r"(?:st|saint) patrick'?s? day": (3, 17),
    r"good friday": (-2,),
    r"easter monday": (1,),
    r"easter(?: sunday)?": (0,),
    r"mother'?s? day": (5, 6, 2),
    r"president'?s'? day": (2, 0, 3),
    r"memorial day": (5, 0, -1),
    r"juneteenth": (6, 19),
    r"father'?s? day": (6, 6, 3),
    r"independence day": (7, 4),
    r"labou?r day": (9, 0, 1),
    r"columbus day": (10, 0, 2),
    r"halloween": (10, 31),
    r"veteran'?s? day": (11, 11),
    r"thanksgiving(?: day)?": (11, 3, 4),
    r"black friday": (11, 3, 4, 1),
    r"christmas eve": (12, 24),
    r"christmas(?: day)?": (12, 25),
    r"boxing day": (12, 26),
}
"""Month and day; or month, weekday and which of them, as in the United States, and days after it;
or days after Easter."""


def day_of_holiday(year: int, rule: tuple[int, ...]) -> Stretch:
    """A holiday in a year; Easter is the Gregorian one, by the rule of Meeus (1991)."""
    if len(rule) > 2:
        edge = day_number(year, rule[0] + (rule[2] < 0))
        return of_days(_nth(edge, _WEEK[rule[1]], rule[2]) + sum(rule[3:]))
    if len(rule) == 2:
        return of_days(day_number(year, *rule))
    century, rest = divmod(year, 100)
    leaps, left = divmod(century, 4)
    moon = (19 * (year % 19) + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * left + 2 * (rest // 4) - moon - rest % 4) % 7
    shift = (year % 19 + 11 * moon + 22 * sunday) // 451
    month, before = divmod(moon + sunday - 7 * shift + 114, 31)
    return of_days(day_number(year, month, before + 1) + rule[0])


Kind = Literal["stretch", "open", "length", "relative", "weekday", "clock", "vague", "impossible"]


class Reading(NamedTuple):
    """What a phrase means, up to ``stop``: ``year`` is False where the year is missing."""

    kind: Kind
    readings: tuple[Stretch, ...]
    stop: int
    unit: str = "day"
    anchored: int = -1
    year: bool = True
    about: bool = False

    def each(self, change: Callable[[Stretch], Stretch | None], **other: Any) -> Reading:
        """The same of each stretch changed, without those that become none."""
        changed = [s for s in map(change, self.readings) if s is not None]
        return self._replace(readings=tuple(changed), **other)

    def at_minute(self, minute: int, stop: int) -> Reading:
        """A clock time on the day."""
        days = ((s.days[0] * DAY + minute, s.reading) for s in self.readings)
        readings = (Stretch(first, first + 1, reading) for first, reading in days)
        return self._replace(readings=tuple(readings), stop=stop, unit="minute")

    def is_on(self, weekday: str) -> bool:
        """Whether the day can be a weekday, called by its first three letters or more."""
        days = [(s.days[0] + 3) % 7 for s in self.readings]
        return not days or any(_WEEK[day].startswith(weekday[:3]) for day in days)

    @property
    def begin(self) -> int | None:
        """The first minute of its first reading, if there is one."""
        return self.readings[0].first if self.readings else None

    @property
    def in_year(self) -> int | None:
        """The year in which it begins."""
        return None if self.begin is None else date_of(self.begin // DAY)[0]

    def until(self, last: Reading) -> Reading:
        """The stretch from its start to the end of another."""
        if "impossible" in (self.kind, last.kind):
            return last._replace(kind="impossible", readings=())
        pairs = tuple(
            Stretch(a.first, b.after, a.reading or b.reading)
            for a in self.readings
            for b in last.readings
            if a.first is not None and b.after is not None and a.first < b.after
            if not (a.reading and b.reading and a.reading != b.reading)
        )
        year = self.year and last.year
        return Reading("stretch", pairs, last.stop, f"range of {last.unit}s", year=year)
