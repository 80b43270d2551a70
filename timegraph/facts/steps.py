"""Steps on the calendar ("8 years and 5 months after ...").

A step from a point somewhere in a granule moves both ends of the granule: two years after 1971
is 1973, eight months after January 1971 is September 1971. A step of months or years from a day
keeps the day of the month; a day that the month lacks becomes its last (31 January and one month
is 28 February), as XML Schema adds durations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from timegraph._wording.counting import counted
from timegraph._wording.numbers import NUMBER_WORDS, number_in
from timegraph.facts.dates import Granule
from timeml.timex_value import DAY, Instant, add_months

__all__ = ["BEGINS_STEP", "STEP", "Step", "StepError", "read_step", "shift"]

_UNITS = {"year": (12, 0), "month": (1, 0), "week": (0, 7 * DAY), "day": (0, DAY),
          "hour": (0, 3_600), "minute": (0, 60), "second": (0, 1), "decade": (120, 0),
          "century": (1_200, 0), "centurie": (1_200, 0)}  # fmt: skip
_NAMES = "|".join(sorted(_UNITS, key=len, reverse=True))
_COUNT = rf"(?:\d{{1,6}}|{NUMBER_WORDS})"
_PART = rf"{_COUNT}\s+(?:{_NAMES})s?"
STEP = rf"{_PART}(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+){_PART}){{0,6}}"
"""A pattern (to compile without regard to case) of every step that :func:`read_step` reads; it
has no groups."""

_STEP = re.compile(STEP, re.IGNORECASE)
_PARTS = re.compile(rf"({_COUNT})\s+({_NAMES})s?", re.IGNORECASE)
BEGINS_STEP = rf"(?:\d+ [a-z]|{NUMBER_WORDS} (?:{_NAMES})s?\b)"
"""A pattern of how a step begins in small letters."""


class StepError(ValueError):
    """A text that states no step, or a step that leads nowhere; the message says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """A length to go on the calendar: months of whatever length, then seconds."""

    months: int
    seconds: int
    text: str = ""

    def __str__(self) -> str:
        if self.text:
            return self.text
        years, months = divmod(self.months, 12)
        days, seconds = divmod(self.seconds, DAY)
        parts = (years, "year"), (months, "month"), (days, "day"), (seconds, "second")
        return " and ".join(counted(n, unit, separator="") for n, unit in parts if n) or "0 days"


@lru_cache(maxsize=8192)
def read_step(text: str) -> Step:
    """The step that ``text`` states: "8 years and 5 months", "12 month", "2 weeks, 3 days",
    "twenty-one days", "half a year".

    Raises :class:`StepError` for anything else.
    """
    written = " ".join(text.split())
    if not _STEP.fullmatch(written):
        raise StepError(
            f"{text!r} is not a length; write lengths like 8 years and 5 months, 10 years, 3 weeks"
        )
    months = seconds = Fraction(0)
    for number, unit in _PARTS.findall(written):
        of_months, of_seconds = _UNITS[unit.lower()]
        months += number_in(number) * of_months
        seconds += number_in(number) * of_seconds
    if months.denominator != 1 or seconds.denominator != 1:
        raise StepError(f"{text!r} has a part of a month or a second; use days or hours")
    return Step(int(months), int(seconds), written)


def shift(date: Granule, step: Step, *, back: bool = False) -> Granule:
    """``date`` moved by ``step``, to earlier dates with ``back``. An open side stays open."""
    sign = -1 if back else 1

    def moved(instant: Instant | None) -> Instant | None:
        if instant is None:
            return None
        there = add_months(instant, sign * step.months) if step.months else instant
        return there + sign * step.seconds

    first = moved(date.first)
    if date.first is None or date.after is None:
        return Granule(first, moved(date.after), "open")
    if date.unit in _COARSE:
        whole = not step.seconds and (date.unit == "month" or step.months % 12 == 0)
        decade = date.unit in ("decade", "early", "mid", "late") and step.months % 120
        return Granule(first, moved(date.after), date.unit if whole and not decade else "span")
    # A day is moved as one: the days after it may be cut to the same last day of a month.
    assert first is not None
    return Granule(first, first + (date.after - date.first), date.unit)


_COARSE = frozenset({"month", "year", "decade", "century", "early", "mid", "late", "span"})
