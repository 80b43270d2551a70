"""Slow closure: all that follows from constraints between points, by the rule of transitivity.

From x <= y and y <= z follows x <= z, and x < z if one of the two was strict; x = y is x <= y
and y <= x. Applied to all triples of points (Floyd 1962, Warshall 1962), this finds all that
follows from ``<``, ``<=`` and ``=`` (Vilain, Kautz & van Beek 1989).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from timegraph.allen import AllenSet
from timegraph.testing.oracle.meaning import Constraint, Point, possible_under
from timegraph.testing.oracle.weak_orders import points_of

__all__ = ["closed_labels", "relations_by_closure"]

_STRICT, _WEAK = 2, 1


def closed_labels(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> dict[tuple[Point, Point], str] | None:
    """The strongest label, ``<``, ``<=`` or ``=``, of each pair of points that has one.

    ``None`` if the constraints contradict each other (some point would come before itself).
    """
    everyone, said = tuple(entities), tuple(constraints)
    points = sorted(points_of(everyone, said), key=repr)
    after: dict[Point, dict[Point, int]] = {point: {} for point in points}

    def learn(x: Point, y: Point, strength: int) -> None:
        if strength > after[x].get(y, 0):
            after[x][y] = strength

    for point in points:
        learn(point, point, _WEAK)
    for entity in everyone:
        learn((entity, "start"), (entity, "end"), _STRICT)
    for left, sign, right in said:
        learn(left, right, _STRICT if sign == "<" else _WEAK)
        if sign == "=":
            learn(right, left, _WEAK)

    for y in points:
        for x in points:
            if y in after[x]:
                for z, strength in [*after[y].items()]:
                    learn(x, z, max(after[x][y], strength))

    if any(after[point][point] == _STRICT for point in points):
        return None
    return {
        (x, y): "<" if strength == _STRICT else "=" if x in after[y] else "<="
        for x in points
        for y, strength in after[x].items()
    }


def relations_by_closure(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> dict[tuple[Hashable, Hashable], AllenSet]:
    """For every ordered pair of entities, the relations that its closed labels allow; the pairs
    ``(a, a)`` of an entity with itself, which is equal to itself, are among them.

    All sets are empty if the constraints contradict each other.
    """
    everyone = tuple(entities)
    labels = closed_labels(everyone, constraints)
    if labels is None:
        return {(a, b): AllenSet() for a in everyone for b in everyone}
    relations: dict[tuple[Hashable, Hashable], AllenSet] = {}
    for a in everyone:
        for b in everyone:
            of_both = points_of([a, b])
            between = [(x, sign, y) for (x, y), sign in labels.items() if {x, y} <= of_both]
            relations[a, b] = possible_under(between, a, b)
    return relations
