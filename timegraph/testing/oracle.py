"""Definitions in slow, simple code, with which the fast code is compared.

The oracle shares names and data types with the rest of the library (``Allen``, ``AllenSet``,
``Answer``, ``Proof``, documents) and no algorithm: every definition here is plain Python that
compares numbers, enumerates or counts. Constraints are plain data, ``(point, sign, point)``
with a point ``(entity, "start" | "end")`` and a sign ``<``, ``<=`` or ``=``. An interval is a pair
``(start, end)`` of numbers; the relations are those of Allen (1983), "Maintaining knowledge about
temporal intervals".

A weak order is a sequence of moments, each a set of points. Every answer of this library
depends only on which weak orders are possible, so these few lines define the right answer; they
take exponential time. Two intervals have 13 weak orders, three 409, four 23,917, and six
308,682,013 (OEIS A055203). :func:`worlds` lists them. :func:`relations_by_brute_force` goes
through all of them but shares their common continuations, which is fast enough for six.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement, product

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.links import Link, PointLink

__all__ = [
    "DEFINITIONS",
    "FileOrder",
    "add_in_file_order",
    "answer",
    "closed_labels",
    "compose",
    "consistent",
    "constraints_of",
    "link_constraints",
    "converse",
    "holds",
    "holds_in",
    "possible_under",
    "relation_of",
    "relations_by_brute_force",
    "relations_by_closure",
    "worlds",
]


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


Points = frozenset[Point]


def points_of(entities: Iterable[Hashable], constraints: Iterable[Constraint] = ()) -> Points:
    """The start and the end of each entity, and each instant ``(name, "at")`` in constraints."""
    ends = {(entity, end) for entity in entities for end in ("start", "end")}
    named = {point for left, _, right in constraints for point in (left, right)}
    return frozenset(ends | {(name, end) for name, end in named if end == "at"})


def worlds(entities: Iterable[Hashable], constraints: Iterable[Constraint] = ()) -> Iterator[World]:
    """Every world in which the constraints hold, as the number of the moment of each point.

    None for contradicting constraints. Meant for up to four entities.
    """
    everything, rules = _set_up(entities, constraints)

    def continue_from(happened: World, remaining: Points) -> Iterator[World]:
        if not remaining:
            yield happened
        for moment in _next_moments(remaining, rules):
            now = len(set(happened.values()))
            yield from continue_from({**happened, **dict.fromkeys(moment, now)}, remaining - moment)

    return continue_from({}, everything)


def consistent(entities: Iterable[Hashable], constraints: Iterable[Constraint]) -> bool:
    """Whether the constraints hold in some world."""
    everything, rules = _set_up(entities, constraints)
    seen: set[Points] = set()

    def can_end(remaining: Points) -> bool:
        if not remaining:
            return True
        if remaining in seen:  # tried before, and it led nowhere
            return False
        seen.add(remaining)
        return any(can_end(remaining - moment) for moment in _next_moments(remaining, rules))

    return can_end(everything)


def relations_by_brute_force(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> dict[tuple[Hashable, Hashable], AllenSet]:
    """For every ordered pair of entities, the relations that hold in some world.

    All sets are empty if the constraints contradict each other.
    """
    everyone = tuple(entities)
    everything, rules = _set_up(everyone, constraints)
    number: dict[Points, int | None] = {frozenset(): 0}  # None: they cannot all be placed
    nexts: list[list[tuple[Points, int]]] = [[]]

    def explore(remaining: Points) -> int | None:
        """Fill ``nexts`` with the moments that can come first and the number of what remains
        after each, if all remaining points can be placed; what remains later has lower numbers."""
        if remaining not in number:
            firsts = [
                (moment, after)
                for moment in _next_moments(remaining, rules)
                if (after := explore(remaining - moment)) is not None
            ]
            number[remaining] = len(nexts) if firsts else None
            if firsts:
                nexts.append(firsts)
        return number[remaining]

    possible = explore(everything) is not None

    relations: dict[tuple[Hashable, Hashable], AllenSet] = {}
    for a, b in combinations_with_replacement(everyone, 2):
        stories = _stories(nexts, points_of([a, b])) if possible else set()
        relations[a, b] = AllenSet(_relation_in(story, a, b) for story in stories)
        relations[b, a] = AllenSet(_relation_in(story, b, a) for story in stories)
    return relations


def _set_up(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> tuple[Points, tuple[Constraint, ...]]:
    """All points, and all constraints with those that make the entities intervals."""
    everyone, rules = tuple(entities), tuple(constraints)
    everything = points_of(everyone, rules)
    unknown = {point for left, _, right in rules for point in (left, right)} - everything
    if unknown:
        raise KeyError(f"constraints on unknown points: {sorted(map(repr, unknown))}")
    lasting = tuple(((entity, "start"), "<", (entity, "end")) for entity in everyone)
    return everything, rules + lasting


def _next_moments(remaining: Points, rules: Sequence[Constraint]) -> Iterator[Points]:
    """The sets of remaining points that can happen at once, before all other remaining ones."""
    late = {right for left, sign, right in rules if sign == "<" and left in remaining}
    others = [rule for rule in rules if rule[1] != "<"]
    points = sorted(remaining - late, key=repr)
    sizes = range(1, len(points) + 1)
    for chosen in chain.from_iterable(combinations(points, size) for size in sizes):
        moment = frozenset(chosen)
        if all(_allows(rule, moment, remaining) for rule in others):
            yield moment


def _allows(rule: Constraint, moment: Points, remaining: Points) -> bool:
    left, sign, right = rule
    if sign == "<=":
        return not (right in moment and left in remaining - moment)
    if sign == "=":
        return (left in moment) == (right in moment)
    raise ValueError(f"a sign is '<', '<=' or '='; got {sign!r}")


Story = tuple[Points, ...]


def _stories(nexts: list[list[tuple[Points, int]]], watched: Points) -> set[Story]:
    """The weak orders of the watched points alone, over all weak orders of all points."""
    stories: list[set[Story]] = [{()}]
    for firsts in nexts[1:]:
        longer: set[Story] = set()
        for moment, after in firsts:
            if seen := moment & watched:
                longer.update([(seen, *story) for story in stories[after]])
            else:
                longer |= stories[after]
        stories.append(longer)
    return stories[-1]


def _relation_in(story: Story, a: Hashable, b: Hashable) -> Allen:
    when = {point: number for number, moment in enumerate(story) for point in moment}
    return relation_of((when[a, "start"], when[a, "end"]), (when[b, "start"], when[b, "end"]))


# Slow closure: all that follows from constraints between points, by the rule of transitivity.
#
# From x <= y and y <= z follows x <= z, and x < z if one of the two was strict; x = y is x <= y
# and y <= x. Applied to all triples of points (Floyd 1962, Warshall 1962), this finds all that
# follows from ``<``, ``<=`` and ``=`` (Vilain, Kautz & van Beek 1989).


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


# Contradicting links, added one by one in file order: what stays in force, what is left out.
#
# A link is given as its constraints. ``drop-link`` leaves out a whole link if it contradicts the
# constraints in force; ``drop-constraint`` leaves out only the contradicting constraints, like
# the QA TempEval software; ``error`` stops.


Constraints = Sequence[Constraint]


@dataclass(frozen=True)
class FileOrder:
    """What is in force and what was left out of each link, in file order.

    ``in_force[i]`` and ``left_out[i]`` are the constraints of the i-th link that were kept and
    that were left out. ``stopped_at`` is the number of the link at which the policy ``error``
    stopped, if it did.
    """

    in_force: tuple[tuple[Constraint, ...], ...]
    left_out: tuple[tuple[Constraint, ...], ...]
    stopped_at: int | None = None

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints in force, in file order."""
        return tuple(constraint for link in self.in_force for constraint in link)

    @property
    def conflicts(self) -> tuple[int, ...]:
        """The numbers of the links that were left out wholly or in part."""
        return tuple(number for number, link in enumerate(self.left_out) if link)


def add_in_file_order(
    entities: Iterable[Hashable], links: Iterable[Constraints], policy: str
) -> FileOrder:
    """Add the links one by one under ``drop-constraint``, ``drop-link`` or ``error``.

    Under ``error``, neither the link at which it stops nor later links are in force.
    """
    everyone = tuple(entities)
    kept: list[tuple[Constraint, ...]] = []
    dropped: list[tuple[Constraint, ...]] = []
    in_force: tuple[Constraint, ...] = ()
    for number, link in enumerate(links):
        if policy == "drop-constraint":
            good: tuple[Constraint, ...] = ()
            for constraint in link:
                if consistent(everyone, (*in_force, *good, constraint)):
                    good += (constraint,)
        elif policy in ("drop-link", "error"):
            good = tuple(link) if consistent(everyone, (*in_force, *link)) else ()
        else:
            raise ValueError(f"{policy!r} is not a policy")
        bad = tuple(constraint for constraint in link if constraint not in good)
        if bad and policy == "error":
            return FileOrder(tuple(kept), tuple(dropped), stopped_at=number)
        kept.append(good)
        dropped.append(bad)
        in_force += good
    return FileOrder(tuple(kept), tuple(dropped))


# The answer to a question, from the relations that are possible.


def answer(possible: AllenSet, asked: AllenSet) -> Answer:
    """YES if no possible relation is other than asked, NO if none is as asked, else UNKNOWN.

    Raises ``ValueError`` if nothing is possible: contradicting annotations have no answers.
    """
    as_asked = [relation for relation in possible if relation in asked]
    otherwise = [relation for relation in possible if relation not in asked]
    if not as_asked and not otherwise:
        raise ValueError("nothing is possible; leave contradicting links out first")
    if not otherwise:
        return Answer.YES
    if not as_asked:
        return Answer.NO
    return Answer.UNKNOWN
