"""What annotators mean by convention: it holds where nothing contradicts it.

Each convention is a rule with a name, which proofs show, and a place in the order of strength.
Which rules there are was decided by measuring: one is here only if annotators' own links between
time expressions confirm it more often than they refute it (docs/calendar.md has the counts, also
of rules that were left out).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from math import inf

from timegraph.documents._calendar.annotators import Dated, points_of
from timegraph.documents._calendar.points import CalendarPoint, Convention, CreationPoint, at
from timegraph.links import Endpoint, PointLink, ends_of
from timegraph.points import PointOperator
from timeml.timex_value import CalendarInterval, Reference

__all__ = ["CONVENTIONS", "conventions"]

_DAY = 86_400
_NOW_STARTS, _NOW_ENDS = at(CreationPoint(True)), at(CreationPoint(False))

# The names of periods by their least and greatest length in days.
_PERIODS: dict[str, tuple[int, int]] = {
    "days": (1, 1),
    "weeks": (7, 7),
    "months": (28, 31),
    "quarters": (90, 92),
    "years": (365, 366),
}

Rule = Callable[["_Known"], Iterator[PointLink]]


class _Known:
    """The entities that lie on the calendar, and the references."""

    def __init__(
        self,
        entities: Sequence[Dated],
        references: Sequence[tuple[Hashable, Reference]],
        dct: Hashable | None,
    ) -> None:
        self.entities = entities
        self.references = (
            [] if dct is None else [reference for reference in references if reference[0] != dct]
        )
        self.dct = dct
        self.points = [point for point in points_of(entities) if point.length]
        """The points at which periods start and end, each clock's in order."""


def conventions(
    entities: Sequence[Dated],
    references: Sequence[tuple[Hashable, Reference]],
    *,
    dct: Hashable | None,
) -> list[PointLink]:
    """The constraints that hold by convention, the strongest first, each with a
    :class:`Convention` for a source. ``references`` are past, present and future, relative to
    ``dct``; without it they say nothing."""
    known = _Known(entities, references, dct)
    return [link for rule in CONVENTIONS for link in rule(known)]


def _by(name: str, x: Endpoint, op: PointOperator, y: Endpoint) -> PointLink:
    return PointLink(x, op, y, Convention(name))


def _calendar_quarters(known: _Known) -> Iterator[PointLink]:
    """A quarter or half of a year is the calendar's, not that of a fiscal year."""
    for point in known.points:
        if point.clock == "fiscal":
            of_document = CalendarPoint(point.instant, point.starts, "", point.rank)
            yield _by("quarters of the calendar", at(point), "=", at(of_document))


def _references(known: _Known) -> Iterator[PointLink]:
    """The present includes the creation time, the past is before it, the future after."""
    for strict in (False, True):
        op: PointOperator = "<" if strict else "<="
        for entity, reference in known.references:
            start, end = ends_of(entity)
            if reference.kind == "PRESENT_REF":
                yield _by("the present includes the creation time", start, op, _NOW_STARTS)
                yield _by("the present includes the creation time", _NOW_ENDS, op, end)
            elif reference.kind == "PAST_REF":
                yield _by("the past is before the creation time", end, op, _NOW_STARTS)
            else:
                yield _by("the future is after the creation time", _NOW_ENDS, op, start)


def _parts_of_days(known: _Known) -> Iterator[PointLink]:
    """A part of a day, a night too, is less than its day and within it."""
    for entity in known.entities:
        if entity.day is not None:
            first, last = entity.day
            start, end = ends_of(entity.entity)
            yield _by("a part of a day is within the day", at(first), "<", start)
            yield _by("a part of a day is within the day", end, "<", at(last))


def _smaller_units(known: _Known) -> Iterator[PointLink]:
    """A smaller unit that shares an end with a larger one is strictly inside."""
    for point, following in pairwise(known.points):
        same = (point.clock, point.instant, point.starts) == (
            following.clock,
            following.instant,
            following.starts,
        )
        if same and inf not in (point.length, following.length):
            yield _by("a smaller unit is strictly inside", at(point), "<", at(following))


def _adjacent(known: _Known) -> Iterator[PointLink]:
    """Adjacent periods are BEFORE each other, as Monday is before Tuesday."""
    for point, following in pairwise(known.points):
        adjacent = (point.clock, point.instant) == (following.clock, following.instant)
        if adjacent and not point.starts and following.starts:
            yield _by(f"adjacent {_named(point, following)}", at(point), "<", at(following))


def _named(ending: CalendarPoint, starting: CalendarPoint) -> str:
    for name, (least, most) in _PERIODS.items():
        if all(least * _DAY <= p.length <= most * _DAY for p in (ending, starting)):
            return name
    return "periods"


def _same_part_of_day(known: _Known) -> Iterator[PointLink]:
    """The same part of the same day is the same time: "Friday night" twice."""
    same: dict[CalendarInterval, Hashable] = {}
    for entity in known.entities:
        if entity.day is None:
            continue
        other = same.setdefault(entity.place, entity.entity)
        if other != entity.entity:
            for side in ("start", "end"):
                yield _by("the same part of a day", (other, side), "=", (entity.entity, side))


CONVENTIONS: tuple[Rule, ...] = (
    _calendar_quarters,
    _references,
    _parts_of_days,
    _smaller_units,
    _adjacent,
    _same_part_of_day,
)
"""The rules, the strongest first."""
