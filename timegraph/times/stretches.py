"""Stretches of time, and the calendar that phrases such as "the week before D" need.

Stretches are half-open and counted in minutes of the proleptic Gregorian calendar, from the start
of 1970. Of a phrase that can be understood in several ways all readings are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from timeml.gregorian import date_of, day_number, days_in_month

# The words and numbers of a text, with what each is to the grammar of times.


def listed(words: str) -> list[str]:
    """The words of a line."""
    return words.split()


MONTHS = listed(
    "january february march april may june july august september october november december"
)
WEEKDAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
UNITS = listed("minute hour day weekend week fortnight month quarter season year decade century")
_NUMBERS = listed(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_ORDINALS = listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
HOLIDAYS: dict[tuple[str, ...], tuple[int, ...]] = {
    ("new", "year", "day"): (1, 1),
    ("new", "year", "eve"): (12, 31),
    ("valentine", "day"): (2, 14),
    ("halloween",): (10, 31),
    ("christmas", "eve"): (12, 24),
    ("christmas", "day"): (12, 25),
    ("christmas",): (12, 25),
    ("independence", "day"): (7, 4),
    ("easter",): (),
    ("thanksgiving", "day"): (11, 3, 4),
    ("thanksgiving",): (11, 3, 4),
    ("memorial", "day"): (5, 0, -1),
    ("labor", "day"): (9, 0, 1),
    ("mother", "day"): (5, 6, 2),
    ("father", "day"): (6, 6, 3),
}
"""Month and day; or month, weekday and which of them, as in the United States; none for Easter."""


def day_of_holiday(year: int, rule: tuple[int, ...]) -> tuple[int, int]:
    """The month and the day of a holiday in a year; Easter is the Gregorian one, by the rule of
    Meeus (1991)."""
    if len(rule) == 3:
        month, weekday, which = rule
        day = nth_of(months_from(year, month, 1), which, weekday)
        assert day is not None
        assert day.first is not None
        return date_of(day.first // DAY)[1:]
    if rule:
        return rule[0], rule[1]
    century, rest = divmod(year, 100)
    leaps, left = divmod(century, 4)
    moon = (19 * (year % 19) + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * left + 2 * (rest // 4) - moon - rest % 4) % 7
    shift = (year % 19 + 11 * moon + 22 * sunday) // 451
    month, day_before = divmod(moon + sunday - 7 * shift + 114, 31)
    return month, day_before + 1


_CLUES = listed(
    "no not t unknown unclear unable insufficient none n na cannot mentioned mentions mention "
    "stated states said says noted told tells shared reported described discussed explained "
    "announced revealed recalled wrote posted indicated expressed talked added clarified confirmed "
    "conversation chat message session dialogue discussion interview mail email memory memories "
    "according"
)
"""Words of refusals, and of when something was told."""


def _vocabulary() -> dict[str, tuple[str, int]]:
    """Each word that the grammar knows: its class and its value."""
    words: dict[str, tuple[str, int]] = {}
    for k, name in enumerate(MONTHS, 1):
        words |= {name: ("month", k), name[:3]: ("month", k), f"{name}s": ("other", 0)}
    words["sept"] = ("month", 9)
    for k, name in enumerate(WEEKDAYS):
        words |= {name: ("weekday", k), name[:3]: ("weekday", k)}
    words |= {"tues": ("weekday", 1), "thur": ("weekday", 3), "thurs": ("weekday", 3)}
    words |= {name: ("season", month) for name, month in SEASONS.items()}
    for k, name in enumerate(UNITS):
        plural = "centuries" if name == "century" else f"{name}s"
        words |= {name: ("unit", k), plural: ("unit", k)}
    words |= {name: ("count", k) for k, name in enumerate(_NUMBERS, 1)}
    words |= {"a": ("count", 1), "an": ("count", 1), "couple": ("count", 2)}
    words |= {name: ("ordinal", k) for k, name in enumerate(_ORDINALS, 1)}
    words |= dict.fromkeys(["early", "beginning", "start", "earliest"], ("part", 0))
    words |= dict.fromkeys(["mid", "middle"], ("part", 1))
    words |= dict.fromkeys(["late", "end", "later"], ("part", 2))
    words |= dict.fromkeys(["last", "final", "past", "previous"], ("last", -1))
    words |= {"next": ("last", 1), "coming": ("last", 1), "this": ("last", 0)}
    words |= {"yesterday": ("now", -1), "today": ("now", 0), "tomorrow": ("now", 1)}
    words |= dict.fromkeys(["before", "preceding", "prior", "leading", "previous"], ("side", -1))
    words |= dict.fromkeys(["after", "following"], ("side", 1))
    words |= dict.fromkeys(["few", "several", "many", "some"], ("several", 0))
    words |= dict.fromkeys(_CLUES, ("clue", 0))
    return words | dict.fromkeys(
        ["about", "around", "approximately", "circa", "ca", "roughly"], ("about", 0)
    )


_WORDS = _vocabulary()
_TOKEN = re.compile(
    r"(?P<word>[^\W\d_]+)"
    r"|(?P<iso>(?<![\w/-])-?\d{4}-(?:w\d\d(?:-[1-7])?|\d\d(?:-\d\d)?)(?:t\d\d(?::\d\d){0,2})?(?![\w-]))"
    r"|(?P<slashed>(?<![\w/.-])\d{1,4}([/.-])\d{1,2}\4\d{1,4}(?![\w/-]))"
    r"|(?P<clock>(?<![\d:])\d{1,2}:\d\d(?::\d\d)?(?![\d:]))"
    r"|(?P<number>\d+(?:,\d{3}(?!\d))*)(?P<ending>(?:st|nd|rd|th|s|'s)(?![a-z]))?"
    r"|(?P<sign>[^\s\w*`'’.])"
)


class Token(NamedTuple):
    """A word, a number or a sign: its kind and value, how it is written, and where it stands."""

    kind: str
    value: int
    text: str
    start: int
    stop: int


def cut(text: str) -> list[Token]:
    """The words, numbers and signs of a text in lower case."""
    found = []
    numbers = False
    for match in _TOKEN.finditer(text):
        start, stop = match.span()
        group = match.lastgroup
        if group == "word":
            lower = text[start:stop]
            kind, value = _WORDS.get(lower, _OTHER)
        elif group == "number" or group == "ending":
            kind = _ENDINGS.get(match["ending"], "ordinal")
            lower = match["number"]
            value = int(lower.replace(",", ""))
            numbers = True
        else:
            lower = text[start:stop]
            kind, value = group or "", 0
        found.append(_new(Token, (kind, value, lower, start, stop)))
    return _corrected(found) if numbers else found


_new = tuple.__new__  # in half the time of a call of Token, of which there is one for each word


_OTHER = ("word", 0)
_ENDINGS = {None: "number", "s": "decade", "'s": "decade"}


def _corrected(tokens: list[Token]) -> list[Token]:
    """Misspelt months next to a number become the only month that is near."""
    for k, token in enumerate(tokens):
        if token.kind in ("number", "ordinal"):
            for beside in (k - 1, k + 1):
                if 0 <= beside < len(tokens) and tokens[beside].kind == "word":
                    month = _nearest_month(tokens[beside].text)
                    if month:
                        tokens[beside] = tokens[beside]._replace(kind="month", value=month)
    return tokens


@lru_cache(maxsize=1024)
def _nearest_month(word: str) -> int:
    near = get_close_matches(word, MONTHS, 2, 0.8) if len(word) > 3 else []
    return MONTHS.index(near[0]) + 1 if len(near) == 1 else 0


END = [Token("end", 0, "", 0, 0)] * 8
"""What stands behind the last token, so that looking ahead needs no check."""


DAY = 1440
"""Minutes in a day."""


class Stretch(NamedTuple):
    """Minutes from ``first`` up to, but without, ``after``; of a length the least and the most days
    that it has, of a weekday its number, of a clock time seconds. ``None`` is an open side.
    ``reading`` says which reading of its phrase it is."""

    first: int | None
    after: int | None
    reading: str = ""

    def __str__(self) -> str:
        first = "..." if self.first is None else _written(self.first)
        last = "..." if self.after is None else _written(self.after - 1)
        return first if first == last else f"{first} to {last}"


def _written(minute: int) -> str:
    number, minutes = divmod(minute, DAY)
    year, month, day = date_of(number)
    shown = f"{year:04d}" if year >= 0 else f"-{-year:04d}"
    clock = f" {minutes // 60:02d}:{minutes % 60:02d}" if 0 < minutes < DAY - 1 else ""
    return f"{shown}-{month:02d}-{day:02d}{clock}"


def of_days(first: int, after: int, reading: str = "") -> Stretch:
    """The stretch of these days, numbered from 1970 on."""
    return Stretch(first * DAY, after * DAY, reading)


def months_from(year: int, month: int, count: int) -> Stretch:
    """So many months from the start of one on."""
    years, index = divmod(month - 1 + count, 12)
    return of_days(day_number(year, month), day_number(year + years, index + 1))


def part_of(stretch: Stretch, part: int) -> Stretch:
    """The early (0), the middle (1) or the late (2) third of the days of a stretch: the first and
    the last floor(n / 3) of n days, and what lies between."""
    assert stretch.first is not None
    assert stretch.after is not None
    third = (stretch.after - stretch.first) // DAY // 3 * DAY
    bounds = (stretch.first, stretch.first + third, stretch.after - third, stretch.after)
    return Stretch(bounds[part], bounds[part + 1], stretch.reading)


def shifted(minute: int, unit: str, count: int) -> int:
    """The start of the day that is so many calendar units after the day of a minute; a day that the
    month lacks becomes its last."""
    number = minute // DAY
    days = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}.get(unit)
    if days is not None:
        return (number + days * count) * DAY
    months = {"month": 1, "quarter": 3, "season": 3, "year": 12, "decade": 120, "century": 1200}
    year, month, day = date_of(number)
    years, index = divmod(month - 1 + months[unit] * count, 12)
    year, month = year + years, index + 1
    return day_number(year, month, min(day, days_in_month(year, month))) * DAY


def whole(minute: int, unit: str) -> Stretch:
    """The calendar unit that holds a minute; weeks begin on Monday."""
    number = minute // DAY
    year, month, _ = date_of(number)
    if unit in ("week", "fortnight", "weekend"):
        monday = number - (number + 3) % 7
        return of_days(monday, monday + 7) if unit != "weekend" else of_days(monday + 5, monday + 7)
    if unit in ("month", "quarter", "season"):
        return months_from(year, month, 1)
    years = {"year": 1, "decade": 10, "century": 100}.get(unit)
    if years is None:
        return of_days(number, number + 1)
    return months_from(year - year % years, 1, 12 * years)


def nth_of(outer: Stretch, nth: int, unit: str | int) -> Stretch | None:
    """The n-th week, weekend, half or day of a stretch, or the n-th weekday, a number from Monday
    on; -1 is the last."""
    assert outer.first is not None
    assert outer.after is not None
    first, after = outer.first // DAY, outer.after // DAY
    if unit == "half":
        middle = first + (after - first) // 2
        found = (first, middle) if nth == 1 else (middle, after) if nth in (2, -1) else None
    elif unit == "week":
        found = (after - 7, after) if nth < 0 else (first + 7 * (nth - 1), first + 7 * nth)
    elif unit in ("day", "days"):
        found = (after - 1, after) if nth < 0 else (first + nth - 1, first + nth)
    elif unit in ("month", "quarter"):
        count = 1 if unit == "month" else 3
        start = after * DAY if nth < 0 else first * DAY
        start = shifted(start, "month", -count if nth < 0 else count * (nth - 1))
        found = (start // DAY, shifted(start, "month", count) // DAY)
    else:
        weekday, length = (unit, 1) if isinstance(unit, int) else (5, 2)
        begin = first + (weekday - (first + 3)) % 7
        if nth < 0:
            begin = after - length - (after - length + 3 - weekday) % 7
        else:
            begin += 7 * (nth - 1)
        found = (begin, begin + length)
    if found is None or not first <= found[0] < found[1] <= after:
        return None
    return of_days(*found, outer.reading)


def relative_to(
    anchor: Stretch, unit: str | int, count: int, *, numbered: bool = False
) -> Iterator[Stretch]:
    """So many units, or weekdays of a number, before (below 0) or after a stretch, in every reading
    of the phrase; ``numbered`` says that it has a number ("two weeks", not "the week")."""
    assert anchor.first is not None
    assert anchor.after is not None
    first, after = anchor.first // DAY, -(-anchor.after // DAY)
    if isinstance(unit, int):
        if count < 0:
            day = first - 1 - (first - 1 + 3 - unit) % 7 + 7 * (count + 1)
        else:
            day = after + (unit - after - 3) % 7 + 7 * (count - 1)
        yield of_days(day, day + 1)
    elif unit == "weekend":
        if count < 0:
            saturday = first - 2 - (first - 2 + 3 - 5) % 7 + 7 * (count + 1)
        else:
            saturday = after + (5 - after - 3) % 7 + 7 * (count - 1)
        yield of_days(saturday, saturday + 2)
    elif unit in ("week", "fortnight"):
        apart = 7 * count if unit == "week" else 14 * count
        begin = first + apart if count < 0 else after + apart - 7
        if numbered:
            yield of_days(first + apart, first + apart + 1, "day")
        yield of_days(begin, begin + 7, "seven days")
        yield whole((first + apart) * DAY, "week")._replace(reading="calendar week")
    elif unit == "day":
        day = first + count if count < 0 else after - 1 + count
        yield of_days(day, day + 1)
    elif unit in ("minute", "hour"):
        yield of_days(first, after)
    else:
        yield whole(shifted(first * DAY if count < 0 else (after - 1) * DAY, unit, count), unit)


def holding(day: Stretch, unit: str, of: str) -> Iterator[Stretch]:
    """The week or weekend of a day: the one that holds it, or those next to it."""
    assert day.first is not None
    number = day.first // DAY
    weekday = (number + 3) % 7
    if unit == "weekend":
        saturdays = [number - weekday + 5]
        if weekday < 5:
            saturdays.append(number - weekday - 2)
        for saturday in saturdays:
            yield of_days(saturday, saturday + 2, "next" if saturday > number else "")
    elif of == "ending":
        yield of_days(number - 6, number + 1)
    elif of == "from":
        yield of_days(number, number + 7)
    else:
        yield of_days(number - weekday, number - weekday + 7, "Monday first")
        sunday = number - (weekday + 1) % 7
        yield of_days(sunday, sunday + 7, "Sunday first")
        yield of_days(number, number + 7, "seven days")


def long_weekend(day: Stretch) -> Stretch:
    """The weekend nearest to a day, with the day itself if that is next to it."""
    assert day.first is not None
    number = day.first // DAY
    weekday = (number + 3) % 7
    saturday = number - weekday + (5 if weekday > 2 else -2)
    if weekday in (0, 4):
        return of_days(min(saturday, number), max(saturday + 2, number + 1))
    return of_days(saturday, saturday + 2)


def from_now(now: int, unit: str, count: int, kind: str, value: int) -> Iterator[Stretch]:
    """Last, this or next so and so, said at ``now``: a unit, or a weekday, month or season by its
    number."""
    day = whole(now, "day")
    if kind == "weekday":
        yield from relative_to(day, value, count or 1)
    elif kind in ("month", "season"):
        year = date_of(now // DAY)[0]
        length = 1 if kind == "month" else 3
        candidates = [months_from(y, value, length) for y in (year - 1, year, year + 1)]
        if count < 0:
            yield max(s for s in candidates if s.after is not None and s.after <= now)
        elif count > 0:
            yield min(s for s in candidates if s.first is not None and s.first > now)
        else:
            yield candidates[1]
    elif unit in ("week", "weekend"):
        held = whole(now, unit)
        assert held.first is not None
        assert held.after is not None
        shift = 7 * DAY * count
        yield Stretch(held.first + shift, held.after + shift, "calendar week")
        if count and unit == "week":
            yield from relative_to(day, unit, count)
    else:
        yield whole(shifted(now, unit, count), unit)
