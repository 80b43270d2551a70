"""Which links contradict each other.

A *conflict* here is a set of links that contradict each other while no smaller part of it does.
:func:`independent_conflicts` finds conflicts that share no link; at least one link of each must be
removed. Links from sources that are *given* (the calendar, say) are never removed, and not named
in conflicts.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from timegraph._graph.constraint_sets import consistent, strong_components
from timegraph._graph.store import Store
from timegraph.links import AnyLink
from timegraph.points import EQUAL, LESS
from timegraph.repairs.nearness import Nearness

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = [
    "ConflictSearch",
    "independent_conflicts",
    "independent_conflicts_within",
    "numbers_from",
    "store_of",
]


def independent_conflicts(
    graph: TimeGraph, *, given: Iterable[Any] = ()
) -> tuple[tuple[AnyLink, ...], ...]:
    """Conflicts of which no two share a link, until what is left is consistent.

    Each is a tuple of links in the order in which they were added; the shortest contradictions
    come first where there is a choice. Raises ``ValueError`` if the links from the sources
    ``given`` contradict each other.
    """
    store = store_of(graph)
    search = ConflictSearch(store, numbers_from(store, given))
    return tuple(search.links(numbers) for numbers in search.disjoint_conflicts(set()))


def independent_conflicts_within(
    graph: TimeGraph, steps: int, *, given: Iterable[Any] = ()
) -> tuple[tuple[AnyLink, ...], ...] | None:
    """:func:`independent_conflicts`, or ``None`` if finding them takes more than so many steps
    (points visited and constraints looked at), each about a microsecond."""
    store = store_of(graph)
    search = ConflictSearch(store, numbers_from(store, given), steps)
    conflicts = search.disjoint_conflicts_or_none()
    return None if conflicts is None else tuple(map(search.links, conflicts))


def store_of(graph: TimeGraph) -> Store:
    """What the graph has now, which nobody changes; conventions contradict nothing."""
    with graph._reading() as state:
        return state.store.without_conventions()


def numbers_from(store: Store, sources: Iterable[Any]) -> frozenset[int]:
    """The numbers of the links from these sources."""
    named = tuple(sources)
    return frozenset(
        number
        for number, link in enumerate(store.links)
        if any(link.source == source for source in named)
    )


class _TooManySteps(Exception):
    pass


class ConflictSearch:
    """A search for contradictions among all links of a graph, whether in force or not; those with
    the numbers ``given`` are never removed."""

    def __init__(self, store: Store, given: frozenset[int], steps: float = math.inf) -> None:
        self._steps = steps
        self._links = store.links
        self._given = given
        self._store = store
        self._measured = bool(store.bounds)
        self._starts = list(store.starts.values())
        self._xs, self._ops, self._ys = list(store.xs), list(store.ops), list(store.ys)
        self._link_of = list(store.link_of)
        self._ends = [-1] * len(store.points)
        for start in self._starts:
            self._ends[start] = start + 1
        self._arcs: list[list[tuple[int, int]]] = [[] for _ in store.points]
        for k, (x, op, y) in enumerate(zip(self._xs, self._ops, self._ys, strict=True)):
            self._arcs[x].append((y, k))
            if op == EQUAL:
                self._arcs[y].append((x, k))

    def _count(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise _TooManySteps

    def links(self, numbers: Iterable[int]) -> tuple[AnyLink, ...]:
        """The links with these numbers, in the order in which they were added."""
        return tuple(self._links[number] for number in sorted(numbers))

    def disjoint_conflicts(self, without: set[int]) -> list[list[int]]:
        """Conflicts that share no link, those on the shortest cycles first, until what is left
        is consistent; the links ``without`` take no part."""
        return self.disjoint_conflicts_until(math.inf, without)[0]

    def disjoint_conflicts_or_none(self) -> list[list[int]] | None:
        """The same of all links, or ``None`` if that takes too many steps."""
        try:
            return self.disjoint_conflicts(set())
        except _TooManySteps:
            return None

    def disjoint_conflicts_until(
        self, deadline: float, without: set[int]
    ) -> tuple[list[list[int]], bool]:
        """The same until the time is up, and whether these are all."""
        removed = set(without)
        conflicts: list[list[int]] = []
        if self._measured:
            from timegraph.repairs.distances import contradiction  # most graphs have no distances

            while cycle := contradiction(self._store, self._in_force(removed)):
                if time.monotonic() >= deadline:
                    return conflicts, False
                conflicts.append(self._minimal(cycle))
                removed.update(conflicts[-1])
            return conflicts, True
        limit = 0
        while True:
            arcs, near = self._strict_on_cycles(removed)
            if not arcs:
                return conflicts, True
            # Leaving out links makes no cycle shorter, so one pass finds all that are this short.
            limit += 1
            while near.steps < limit or not any(
                near.near(y, x, limit - (k >= 0)) for x, y, k in arcs
            ):
                if time.monotonic() >= deadline:
                    return conflicts, False
                self._count(near.cost)
                near.go_on()
                limit = max(limit, near.steps)
            before = len(conflicts)
            for x, y, k in arcs:
                if not near.near(y, x, limit - (k >= 0)):
                    continue
                while k < 0 or self._link_of[k] not in removed:
                    if time.monotonic() >= deadline:
                        return conflicts, False
                    cycle = self._cycle(x, y, k, limit, removed, near)
                    if cycle is None:
                        break
                    conflict = self._minimal(cycle)
                    conflicts.append(conflict)
                    removed.update(conflict)
            if len(conflicts) == before:  # of points too many for it to be known which are near
                limit = self._shortest(arcs, limit, removed, deadline, near) - 1

    def _shortest(
        self,
        arcs: list[tuple[int, int, int]],
        above: int,
        removed: set[int],
        deadline: float,
        near: Nearness,
    ) -> int:
        """The length of a shortest cycle through one of the arcs; all are longer than ``above``."""
        best = len(self._link_of) + 1
        for x, y, k in arcs:
            if best == above + 1 or time.monotonic() >= deadline:
                break
            cycle = self._cycle(x, y, k, best - 1, removed, near)
            if cycle is not None:
                best = len(cycle)
        return best

    def _in_force(self, removed: set[int]) -> list[int]:
        """The constraints of all links but the removed ones, those of the given links first."""
        self._count(len(self._link_of))
        numbers = [k for k, number in enumerate(self._link_of) if number not in removed]
        return sorted(numbers, key=lambda k: self._link_of[k] not in self._given)

    def _strict_on_cycles(self, removed: set[int]) -> tuple[list[tuple[int, int, int]], Nearness]:
        """The strict arcs that lie on a cycle: from, to, constraint (-1 for start to end); and
        which points are near each other."""
        self._count(len(self._link_of))
        chosen = [k for k, number in enumerate(self._link_of) if number not in removed]
        inside = strong_components(self._store, chosen)
        arcs = [(s, s + 1, -1) for s in self._starts if inside[s] == inside[s + 1]]
        for k in chosen:
            x, y = self._xs[k], self._ys[k]
            if self._ops[k] == LESS and inside[x] == inside[y]:
                arcs.append((x, y, k))
        neighbours: list[list[int]] = [[] for _ in inside] if arcs else []
        for k in chosen if arcs else ():
            x, y = self._xs[k], self._ys[k]
            if inside[x] == inside[y]:
                neighbours[x].append(y)
                if self._ops[k] == EQUAL:
                    neighbours[y].append(x)
        return arcs, Nearness(inside if arcs else (), self._ends, neighbours)

    def _cycle(
        self, x: int, y: int, arc: int, limit: int, removed: set[int], near: Nearness
    ) -> list[int] | None:
        """The constraints on a shortest cycle through the arc from x to y with at most ``limit``
        link steps, ``None`` if there is none. Points that are not ``near`` enough are passed by."""
        cycle = [] if arc < 0 else [arc]
        came: dict[int, tuple[int, int]] = {y: (-1, -1)}
        cost = {y: len(cycle)}
        queue = deque([y])
        done: set[int] = set()
        link_of, goal = self._link_of, near.place[x]
        while queue:
            point = queue.popleft()
            if point == x:
                while point != y:
                    point, k = came[point]
                    if k >= 0:
                        cycle.append(k)
                return cycle
            if point in done:
                continue
            done.add(point)
            self._count(1)
            so_far = cost[point]
            end = self._ends[point]
            if end >= 0 and cost.get(end, so_far + 1) > so_far:
                cost[end] = so_far
                came[end] = point, -1
                queue.appendleft(end)
            if so_far == limit:
                continue
            rows = near.rows(limit - so_far - 1)
            for other, k in self._arcs[point]:
                if (
                    rows[other] >> goal & 1
                    and cost.get(other, so_far + 2) > so_far + 1
                    and link_of[k] not in removed
                ):
                    cost[other] = so_far + 1
                    came[other] = point, k
                    queue.append(other)
        return None

    def _minimal(self, cycle: list[int]) -> list[int]:
        """Links of a cycle of which, beside the given links, none can be left out."""
        numbers = sorted({self._link_of[k] for k in cycle} - self._given)
        # The cycle with the fewest steps may use a link twice where fewer links would do, and
        # the given links may take the place of another.
        several = self._given or self._measured or len(numbers) < len(cycle)
        for number in tuple(numbers) if several else ():
            rest = [other for other in numbers if other != number]
            chosen = self._given.union(rest)
            if not self._consistent(k for k, own in enumerate(self._link_of) if own in chosen):
                numbers = rest
        if not numbers:
            raise ValueError("the links that must be kept contradict each other")
        return numbers

    def _consistent(self, constraints: Iterable[int]) -> bool:
        self._count(len(self._link_of))
        if self._measured:
            from timegraph.repairs.distances import contradiction  # most graphs have no distances

            return contradiction(self._store, constraints) is None
        return consistent(self._store, constraints)
