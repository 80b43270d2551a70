"""Networks with any disjunctions, by enumeration: intervals are placed one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle.meaning import relation_of

__all__ = ["network_relations", "network_worlds"]

Sets = Mapping[tuple[int, int], AllenSet]
"""The relations that each pair of numbered intervals, in either order, may have."""

_Ends = tuple[Fraction | int, Fraction | int]
World = tuple[tuple[Fraction, Fraction], ...]


def network_worlds(count: int, sets: Sets) -> Iterator[World]:
    """Every world of a network of at most five intervals, up to its order: start and end of each.

    Each interval is tried at every place between, on and beside the ends of those before it.
    """
    if count > 5:
        raise ValueError(f"{count} intervals have too many worlds; at most 5")
    return _continued((), count, sets)


def _continued(placed: World, count: int, sets: Sets) -> Iterator[World]:
    if len(placed) == count:
        yield placed
        return
    for interval in _places(placed):
        world = (*placed, interval)
        if all(_relation(_signs(world[a], world[b])) in sets[a, b] for a, b in _new(world, sets)):
            yield from _continued(world, count, sets)


def _new(world: World, sets: Sets) -> Iterator[tuple[int, int]]:
    """The pairs whose later interval was placed last."""
    return (pair for pair in sets if max(pair) == len(world) - 1)


def _places(placed: World) -> Iterator[tuple[Fraction, Fraction]]:
    ends = sorted({end for interval in placed for end in interval}) or [Fraction(0)]
    points = _with_gaps(ends)
    for k, start in enumerate(points):
        yield from ((start, end) for end in points[k + 1 :])
        if k % 2 == 0:  # both ends may lie in one gap
            above = points[k + 1] if k + 1 < len(points) else start + 2
            yield start, (start + above) / 2


def _with_gaps(ends: Sequence[Fraction]) -> list[Fraction]:
    """A point in each gap, in turn with the ends."""
    places = [ends[0] - 1]
    for end, following in zip(ends, [*ends[1:], ends[-1] + 2], strict=True):
        places += [end, (end + following) / 2]
    return places


def network_relations(count: int, sets: Sets) -> dict[tuple[int, int], set[Allen]]:
    """For each pair a < b the relations that it has in some world."""
    return {
        (a, b): {
            relation
            for relation in sets.get((a, b), AllenSet.all())
            if next(network_worlds(count, {**sets, (a, b): AllenSet(relation)}), None)
        }
        for b in range(count)
        for a in range(b)
    }


def _signs(a: _Ends, b: _Ends) -> tuple[bool, ...]:
    return tuple(x < y for x in a for y in b) + tuple(x > y for x in a for y in b)


@cache
def _relation(signs: tuple[bool, ...]) -> Allen:
    """The relation of intervals whose ends compare so, looked up among small ones."""
    small = [(start, end) for end in range(6) for start in range(end)]
    return next(relation_of(a, b) for a in small for b in small if _signs(a, b) == signs)
