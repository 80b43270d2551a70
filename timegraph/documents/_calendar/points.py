"""The instants of the calendar in a graph, and the sources of what the calendar says."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Literal

from timegraph._wording.dates import date_in_words, period_in_words
from timegraph.links import Endpoint, PointLink
from timegraph.points import PointOperator
from timeml.timex_value import Instant, format_instant, format_period

__all__ = [
    "CALENDAR",
    "Calendar",
    "CalendarPoint",
    "Clock",
    "Convention",
    "CreationPoint",
    "TextLength",
    "across",
    "at",
    "of_calendar",
]


class Calendar:
    """The source of the calendar's constraints; there is one, :data:`CALENDAR`."""

    __slots__ = ()
    of_calendar = True

    def __str__(self) -> str:
        return "calendar"

    def __repr__(self) -> str:
        return "CALENDAR"

    def __reduce__(self) -> str:
        return "CALENDAR"  # pickled by name, so that it stays the only one


CALENDAR = Calendar()
"""The ``source`` of every constraint that the calendar makes; prints as ``calendar``."""


@dataclass(frozen=True, slots=True)
class Convention:
    """The source of a constraint that holds by convention only, where nothing contradicts it."""

    name: str
    of_calendar: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"by convention: {self.name}"


@dataclass(frozen=True, slots=True)
class TextLength:
    """The source of what a duration says: its TIMEX3."""

    tid: str
    value: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.tid} {self.value}"


Clock = Literal["", "UTC", "fiscal"]
"""The clock of the document, that of zoned values, and that of fiscal years, whose quarters need
not be the calendar's."""


@dataclass(frozen=True, slots=True, order=True)
class CalendarPoint:
    """The point at which all entities that start (or end) at one instant do so.

    As annotators mean it, only periods of equal length do so at one point: ``rank`` is the
    length, in seconds, of a period that ends here, and the negative length of one that starts
    here (infinite for a bound without a period, 0 where lengths make no difference). Points of
    one clock sort as they follow each other: the longer period starts first and ends last.
    """

    instant: Instant
    starts: bool
    clock: Clock = ""
    rank: Instant | float = 0

    @property
    def length(self) -> Instant | float:
        """The length of the period that starts or ends here."""
        return -self.rank if self.starts else self.rank

    @property
    def zoned(self) -> bool:
        """Whether the instant is UTC; else it is local time."""
        return self.clock == "UTC"

    @property
    def period(self) -> tuple[Instant, Instant] | None:
        """The period that starts or ends here, if it is known."""
        if self.length in (0, inf):
            return None
        other = self.instant - self.rank
        assert not isinstance(other, float)
        return min(self.instant, other), max(self.instant, other)

    @property
    def period_in_words(self) -> str:
        """The period that starts or ends here in words: "April 1989"."""
        period = self.period
        words = date_in_words(self.instant) if period is None else period_in_words(*period)
        if self.clock == "fiscal":
            return f"{words} (of the calendar or a fiscal year)"
        return f"{words} UTC" if self.zoned else words

    @property
    def in_words(self) -> str:
        """The point in words: "the end of April 1989"."""
        if self.period is None:
            return self.period_in_words
        return f"the {'start' if self.starts else 'end'} of {self.period_in_words}"

    def __str__(self) -> str:
        side = "start" if self.starts else "end"
        period = self.period
        if period is None:
            when = f"at {format_instant(self.instant)}"
        else:
            when = f"of {format_period(*period)}"
        if self.clock == "fiscal":
            return f"fiscal {side} {when}"
        return f"{side} {when} UTC" if self.zoned else f"{side} {when}"


@dataclass(frozen=True, slots=True)
class CreationPoint:
    """The start or the end of the creation time, with which past and future are compared."""

    starts: bool

    def __str__(self) -> str:
        return f"{'start' if self.starts else 'end'} of the creation time"


def at(point: Hashable) -> Endpoint:
    """The endpoint of a graph that an instant is."""
    return point, "at"


def of_calendar(x: Endpoint, op: PointOperator, y: Endpoint) -> PointLink:
    """A constraint that the calendar makes; ``op`` is ``"<"``, ``"<="``, ``"="`` or ``">="``."""
    return PointLink(y, "<=", x, CALENDAR) if op == ">=" else PointLink(x, op, y, CALENDAR)


def across(
    chain: list[CalendarPoint], other: list[CalendarPoint], slack: int
) -> Iterator[PointLink]:
    """For each point of one clock the first of the other clock's that is surely later, since it
    is more than ``slack`` seconds later; both chains are sorted. What others imply is left out."""
    instants = [point.instant for point in other]
    targets = [bisect_right(instants, point.instant + slack) for point in chain]
    for n, (point, target) in enumerate(zip(chain, targets, strict=True)):
        implied = n + 1 < len(chain) and targets[n + 1] == target
        if target < len(other) and not implied:
            yield of_calendar(at(point), "<", at(other[target]))
