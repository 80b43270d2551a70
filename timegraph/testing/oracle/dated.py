"""What two values certainly say of each other as annotators mean them, bound by bound.

The slow twin of the calendar's reading ``annotators`` before all links: no chain, no graph; every
bound of one value is compared with every bound of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Union

from timegraph.allen import Allen
from timeml.timex_value import CalendarInterval

__all__ = ["dated_relations", "dated_world"]

Number = Union[int, float, Fraction]  # noqa: UP007 (an alias evaluated at run time)

_HOUR, _DAY = 3_600, 86_400
_ALLOWED = {
    "<": {-1},
    "<=": {-1, 0},
    "=": {0},
    ">=": {0, 1},
    ">": {1},
    None: {-1, 0, 1},
}


@dataclass(frozen=True)
class Bound:
    """Where a period starts or ends: at ``instant`` of a clock that is ``ahead`` of the
    document's by so many seconds at least and at most."""

    instant: Number
    starts: bool
    length: Number
    ahead: tuple[int, int]

    def order(self, other: Bound) -> str | None:
        """What is certain of the two: ``"<"``, ``"<="``, ``"="``, ``">="``, ``">"``, or nothing."""
        if self.ahead != other.ahead:
            if self.instant - self.ahead[0] < other.instant - other.ahead[1]:
                return "<"
            return ">" if other.instant - other.ahead[0] < self.instant - self.ahead[1] else None
        if self.instant != other.instant:
            return "<" if self.instant < other.instant else ">"
        if self.starts != other.starts:
            return "<=" if other.starts else ">="
        if self.length == other.length:
            return "="
        # The longer of two periods starts first, if anything, and ends last.
        return "<=" if (self.length > other.length) is self.starts else ">="


Endpoint = tuple[list[Bound], list[Bound]]
"""What an endpoint is not before, and what it is not after."""


def _endpoints(
    place: CalendarInterval, *, vague: bool, clock: int | None
) -> tuple[Endpoint, Endpoint]:
    ahead = (0, 0)
    if place.zone is not None:
        # UTC is ahead of a clock to the west of it.
        ahead = (-14 * _HOUR, 12 * _HOUR) if clock is None else (-clock - _HOUR, -clock + _HOUR)
    elif place.granularity in ("quarter", "half"):
        ahead = (-366 * _DAY, 366 * _DAY)
    first, last = place.earliest, place.latest
    # A duration is bounded by its begin point and its end point, anything else by its period.
    begins = last if place.latest_start is None else place.latest_start
    ends = first if place.earliest_end is None else place.earliest_end
    lengths: list[Number] = [
        float("inf") if low is None or high is None else high - low
        for low, high in ((first, begins), (ends, last))
    ]
    start: Endpoint = ([], [])
    end: Endpoint = ([], [])
    if first is not None:
        bound = Bound(first, True, lengths[0], ahead)
        start[0].append(bound)
        start[1].extend([bound] if place.exact and not vague else [])
        if place.part is not None and lengths[0] in (_DAY, _DAY * 3 // 2):
            start[0].append(Bound(first, True, _DAY, ahead))
    if last is not None:
        bound = Bound(last, False, lengths[1], ahead)
        end[1].append(bound)
        end[0].extend([bound] if place.exact and not vague else [])
    if place.latest_start is not None:
        start[1].append(Bound(place.latest_start, True, 0, ahead))
    if place.earliest_end is not None:
        end[0].append(Bound(place.earliest_end, False, 0, ahead))
    return start, end


def _certain(endpoint: Endpoint, other: Endpoint) -> set[int]:
    """How the first of two endpoints can compare with the second."""
    signs = {-1, 0, 1}
    for x in endpoint[1]:
        for y in other[0]:
            if (order := x.order(y)) in ("<", "<=", "="):
                signs &= _ALLOWED["<=" if order == "=" else order]
    for x in endpoint[0]:
        for y in other[1]:
            if (order := x.order(y)) in (">", ">=", "="):
                signs &= _ALLOWED[">=" if order == "=" else order]
    return signs


def dated_relations(
    one: CalendarInterval,
    other: CalendarInterval,
    *,
    vague: tuple[bool, bool] = (False, False),
    clock: int | None = None,
) -> frozenset[Allen]:
    """The relations that two values leave open before any link and convention. ``vague`` says
    which of them is only some interval within its value, as the creation time is; ``clock`` is
    how many seconds the document's clock is ahead of UTC."""
    a = _endpoints(one, vague=vague[0], clock=clock)
    b = _endpoints(other, vague=vague[1], clock=clock)
    possible = [_certain(x, y) for x in a for y in b]
    return frozenset(
        relation
        for relation in Allen
        if all(sign in signs for sign, signs in zip(relation.signs, possible, strict=True))
    )


def dated_world(
    world: Mapping[str, tuple[Number, Number]],
    places: Mapping[str, CalendarInterval],
    *,
    vague: str | None = None,
    clock: int | None = None,
) -> bool:
    """Whether every two values lie in ``world``, which has start and end of each, as
    :func:`dated_relations` allows; ``vague`` is the creation time."""

    def signs(a: tuple[Number, Number], b: tuple[Number, Number]) -> tuple[int, ...]:
        return tuple((x > y) - (x < y) for x in a for y in b)

    if not all(start < end for start, end in world.values()):
        return False
    return all(
        signs(world[a], world[b])
        in {
            relation.signs
            for relation in dated_relations(
                places[a], places[b], vague=(a == vague, b == vague), clock=clock
            )
        }
        for a in places
        for b in places
        if a < b
    )
