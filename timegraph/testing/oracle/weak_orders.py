"""Brute force over weak orders: every way in which the points of some entities can lie in time.

A weak order is a sequence of moments, each a set of points. Every answer of this library depends
only on which weak orders are possible, so these few lines define the right answer; they take
exponential time. Two intervals have 13 weak orders, three 409, four 23,917, and six 308,682,013
(OEIS A055203). :func:`worlds` lists them. :func:`relations_by_brute_force` goes through all of
them but shares their common continuations, which is fast enough for six.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement

from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle.meaning import Constraint, Point, World, relation_of

__all__ = ["consistent", "points_of", "relations_by_brute_force", "worlds"]

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
    for moment in _nonempty_subsets(sorted(remaining - late, key=repr)):
        if all(_allows(rule, moment, remaining) for rule in others):
            yield moment


def _allows(rule: Constraint, moment: Points, remaining: Points) -> bool:
    left, sign, right = rule
    if sign == "<=":
        return not (right in moment and left in remaining - moment)
    if sign == "=":
        return (left in moment) == (right in moment)
    raise ValueError(f"a sign is '<', '<=' or '='; got {sign!r}")


def _nonempty_subsets(points: Sequence[Point]) -> Iterator[Points]:
    sizes = range(1, len(points) + 1)
    return map(frozenset, chain.from_iterable(combinations(points, size) for size in sizes))


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
