"""Points, the 13 relations and constraints, defined by comparing numbers.

An interval is a pair ``(start, end)`` of numbers, ``start < end``. A point is
``(entity, "start")`` or ``(entity, "end")``; a world gives each point a number. The relations
are those of Allen (1983), "Maintaining knowledge about temporal intervals".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import product

from timegraph.allen import Allen, AllenSet
from timegraph.links import Link, PointLink

Point = tuple[Hashable, str]
Constraint = tuple[Point, str, Point]
Interval = tuple[float, float]
World = Mapping[Point, float]

DEFINITIONS: Mapping[Allen, Callable[[float, float, float, float], bool]] = {
    # a lasts from a1 to a2, b from b1 to b2
    Allen.BEFORE: lambda a1, a2, b1, b2: a2 < b1,
    Allen.MEETS: lambda a1, a2, b1, b2: a2 == b1,
    Allen.OVERLAPS: lambda a1, a2, b1, b2: a1 < b1 < a2 < b2,
    Allen.STARTS: lambda a1, a2, b1, b2: a1 == b1 and a2 < b2,
    Allen.DURING: lambda a1, a2, b1, b2: b1 < a1 and a2 < b2,
    Allen.FINISHES: lambda a1, a2, b1, b2: b1 < a1 and a2 == b2,
    Allen.EQUAL: lambda a1, a2, b1, b2: a1 == b1 and a2 == b2,
    Allen.FINISHED_BY: lambda a1, a2, b1, b2: a1 < b1 and a2 == b2,
    Allen.CONTAINS: lambda a1, a2, b1, b2: a1 < b1 and b2 < a2,
    Allen.STARTED_BY: lambda a1, a2, b1, b2: a1 == b1 and b2 < a2,
    Allen.OVERLAPPED_BY: lambda a1, a2, b1, b2: b1 < a1 < b2 < a2,
    Allen.MET_BY: lambda a1, a2, b1, b2: b2 == a1,
    Allen.AFTER: lambda a1, a2, b1, b2: b2 < a1,
}
"""Each relation as a statement about four numbers; exactly one is true of two intervals."""


def relation_of(a: Interval, b: Interval) -> Allen:
    """The one relation in which interval ``a`` stands to interval ``b``.

    Raises ``ValueError`` if one of them does not start before it ends.
    """
    for start, end in (a, b):
        if not start < end:
            raise ValueError(f"an interval starts before it ends; got ({start}, {end})")
    (relation,) = [r for r, true in DEFINITIONS.items() if true(*a, *b)]
    return relation


def holds(sign: str, left: float, right: float) -> bool:
    """Whether ``left sign right`` is true of two numbers; ``sign`` is ``<``, ``<=`` or ``=``."""
    if sign == "<":
        return left < right
    if sign == "<=":
        return left <= right
    if sign == "=":
        return left == right
    raise ValueError(f"a sign is '<', '<=' or '='; got {sign!r}")


def holds_in(world: World, constraint: Constraint) -> bool:
    """Whether a constraint between two points is true in a world."""
    left, sign, right = constraint
    return holds(sign, world[left], world[right])


_INTERVALS = [(start, end) for start, end in product(range(6), repeat=2) if start < end]
# Six numbers are enough to place three intervals in every way, as they have six ends.

_PICTURES = {relation_of(a, b): (a, b) for a, b in product(_INTERVALS, repeat=2)}
# Two intervals for each relation. Any pair will do: the endpoints of all pairs in the same relation
# compare in the same way.


def converse(relations: AllenSet) -> AllenSet:
    """The relations of b to a if those of a to b are ``relations``, found by trying intervals."""
    relations = AllenSet(relations)
    return AllenSet(
        relation_of(b, a)
        for a, b in product(_INTERVALS, repeat=2)
        if relation_of(a, b) in relations
    )


def compose(first: AllenSet, second: AllenSet) -> AllenSet:
    """The possible relations of a to c, if ``first`` holds from a to b and ``second`` from b to c.

    Found by trying all three intervals with ends among six numbers.
    """
    first, second = AllenSet(first), AllenSet(second)
    return AllenSet(
        relation_of(a, c)
        for a, b in product(_INTERVALS, repeat=2)
        if relation_of(a, b) in first
        for c in _INTERVALS
        if relation_of(b, c) in second
    )


_CROSS = tuple(product(("start", "end"), repeat=2))


def possible_under(constraints: Iterable[Constraint], a: Hashable, b: Hashable) -> AllenSet:
    """The relations of ``a`` to ``b`` that constraints between their points allow.

    Constraints on points of other entities raise ``KeyError``.
    """
    asked = tuple(constraints)
    relations = []
    for relation, ((a1, a2), (b1, b2)) in _PICTURES.items():
        world = {(a, "start"): a1, (a, "end"): a2, (b, "start"): b1, (b, "end"): b2}
        possible = all(holds_in(world, constraint) for constraint in asked)
        if possible and (a != b or relation is Allen.EQUAL):
            relations.append(relation)
    return AllenSet(relations)


def constraints_of(a: Hashable, relations: AllenSet, b: Hashable) -> tuple[Constraint, ...]:
    """``a relations b`` as the smallest equivalent set of constraints between their points.

    For each of the four pairs of a point of a and a point of b, take the strongest of ``<``,
    ``<=``, ``=`` (and their converses) that is true under all ``relations``; then leave out each
    that the others imply. Raises ``ValueError`` if the result is not equivalent: a set such as
    "before or after" is not a conjunction of constraints.
    """
    # Two different names, since the meaning of a relation does not depend on the entities.
    said = [
        constraint
        for of_a, of_b in _CROSS
        if (constraint := _strongest(relations, ("a", of_a), ("b", of_b)))
    ]
    if possible_under(said, "a", "b") != relations or not relations:
        raise ValueError(f"{relations} is not a conjunction of <, <= and = between points")
    for constraint in tuple(said):
        others = [other for other in said if other != constraint]
        if possible_under(others, "a", "b") == relations:
            said = others
    who = {"a": a, "b": b}
    return tuple(
        ((who[str(left)], of_left), sign, (who[str(right)], of_right))
        for (left, of_left), sign, (right, of_right) in said
    )


def link_constraints(link: Link | PointLink) -> tuple[Constraint, ...]:
    """The constraints of a link; those of a relation are found by :func:`constraints_of`."""
    if isinstance(link, PointLink):
        if link.op in (">", ">="):
            return ((link.y, "<" if link.op == ">" else "<=", link.x),)
        return ((link.x, link.op, link.y),)
    return constraints_of(link.a, link.relation, link.b)


def _strongest(relations: AllenSet, x: Point, y: Point) -> Constraint | None:
    candidates: list[Constraint] = [
        (x, "=", y),
        (x, "<", y),
        (y, "<", x),
        (x, "<=", y),
        (y, "<=", x),
    ]
    for candidate in candidates:
        if all(relation in possible_under([candidate], "a", "b") for relation in relations):
            return candidate
    return None
