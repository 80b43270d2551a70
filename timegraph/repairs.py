"""What makes annotations impossible, and the least that would have to go.

A *conflict* here is a set of links that contradict each other while any smaller part of it does
not. :func:`independent_conflicts` finds conflicts that share no link; at least one link of each
must go. :func:`smallest_repair` finds a smallest set of links that meets every conflict, by
implicit hitting sets: hit the conflicts known so far with as few links as possible; if what is
left is consistent, nothing smaller can do; else it yields new conflicts (Reiter 1987, A theory of
diagnosis from first principles; Chandrasekaran et al. 2011, Algorithms for implicit hitting set
problems). Whole links are left out, whatever the policy of the graph. Links from sources that
are *given* (the calendar, say) never go, and are not named in conflicts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from timegraph._paths import ConstraintPaths
from timegraph._small import LESS, close, strong_components
from timegraph.links import Link, PointLink

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["Repair", "independent_conflicts", "smallest_repair"]

AnyLink = Link | PointLink


@dataclass(frozen=True, slots=True)
class Repair:
    """Links without which the others agree.

    ``exact`` says that no smaller set does; where the time ran out, links were chosen greedily,
    and it is false unless the lower bound ``at_least`` proves it.
    """

    links: tuple[AnyLink, ...]
    exact: bool
    at_least: int


def independent_conflicts(
    graph: TimeGraph, *, given: Iterable[Any] = ()
) -> tuple[tuple[AnyLink, ...], ...]:
    """Conflicts of which no two share a link, until what is left is consistent.

    Each is a tuple of links in the order in which they were added; the shortest contradictions
    come first where there is a choice. Raises ``ValueError`` if the links from the sources
    ``given`` contradict each other.
    """
    said = _Said(graph, given)
    return tuple(said.named(units) for units in said.disjoint_conflicts(set()))


def smallest_repair(
    graph: TimeGraph, *, given: Iterable[Any] = (), time_limit: float = 2.0
) -> Repair:
    """A smallest set of links whose removal makes the rest consistent.

    After ``time_limit`` seconds the search gives up being exact and goes on greedily. Raises
    ``ValueError`` if the links from the sources ``given`` contradict each other.
    """
    said = _Said(graph, given)
    deadline = time.monotonic() + time_limit
    known: list[frozenset[int]] = []
    chosen: set[int] = set()
    exact = True
    while True:
        new = said.disjoint_conflicts(chosen)
        if not new:
            break
        known.extend(frozenset(units) for units in new)
        hit = _smallest_hitting_set(known, deadline) if exact else None
        exact = hit is not None
        chosen = hit if hit is not None else _greedy_hitting_set(known)
    bound = len(chosen) if exact else _disjoint(known)
    return Repair(said.named(chosen), bound == len(chosen), bound)


def _smallest_hitting_set(sets: list[frozenset[int]], deadline: float) -> set[int] | None:
    """A smallest set that meets every one of ``sets``; ``None`` if the time runs out."""
    best = _greedy_hitting_set(sets)
    stack: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
    while stack:
        if time.monotonic() >= deadline:
            return None
        taken, refused = stack.pop()
        missed = [s - refused for s in sets if not s & taken]
        if not missed:
            if len(taken) < len(best):
                best = set(taken)
            continue
        narrowest = min(missed, key=len)
        if not narrowest or len(taken) + _disjoint(missed) >= len(best):
            continue
        # Branch on which element of the narrowest set is the first to be taken.
        before: frozenset[int] = refused
        branches = []
        for element in sorted(narrowest, key=_by_use(missed)):
            branches.append((taken | {element}, before))
            before |= {element}
        stack.extend(reversed(branches))
    return best


def _by_use(sets: list[frozenset[int]]) -> _Order:
    return _Order(Counter(element for s in sets for element in s))


class _Order:
    """Sort key: used by many sets first, then added last (as file order would drop it)."""

    def __init__(self, uses: Counter[int]) -> None:
        self.uses = uses

    def __call__(self, element: int) -> tuple[int, int]:
        return -self.uses[element], -element


def _greedy_hitting_set(sets: Iterable[frozenset[int]]) -> set[int]:
    missed = list(sets)
    chosen: set[int] = set()
    while missed:
        order = _by_use(missed)
        element = min(order.uses, key=order)
        chosen.add(element)
        missed = [s for s in missed if element not in s]
    return chosen


def _disjoint(sets: list[frozenset[int]]) -> int:
    """A lower bound on every hitting set: how many of the sets, narrow ones first, are
    disjoint."""
    met: set[int] = set()
    count = 0
    for candidate in sorted(sets, key=len):
        if not candidate & met:
            met |= candidate
            count += 1
    return count


class _Said:
    """All that the links of a graph say, whether in force or not."""

    def __init__(self, graph: TimeGraph, given: Iterable[Any]) -> None:
        self._links = graph.links
        sources = tuple(given)
        self._given = frozenset(
            unit
            for unit, link in enumerate(self._links)
            if any(link.source == source for source in sources)
        )
        self._n = len(graph._points)
        self._starts = list(graph._index.values())
        self._xs, self._ops, self._ys = list(graph._xs), list(graph._ops), list(graph._ys)
        self._units = list(graph._units)

    def named(self, units: Iterable[int]) -> tuple[AnyLink, ...]:
        return tuple(self._links[unit] for unit in sorted(units))

    def disjoint_conflicts(self, without: set[int]) -> list[list[int]]:
        gone = set(without)
        found = []
        while (conflict := self._conflict(gone)) is not None:
            found.append(conflict)
            gone.update(conflict)
        return found

    def _consistent(self, constraints: Iterable[int]) -> bool:
        chosen = list(constraints)
        xs, ops, ys = ([log[k] for k in chosen] for log in (self._xs, self._ops, self._ys))
        return close(self._n, xs, ops, ys, self._starts) is not None

    def _conflict(self, without: set[int]) -> list[int] | None:
        """A conflict among the links that are not in ``without``, or ``None``."""
        chosen = [k for k, unit in enumerate(self._units) if unit not in without]
        cycle = self._shortest_cycle(chosen)
        if cycle is None:
            return None
        units = sorted({self._units[k] for k in cycle} - self._given)
        # The cycle with the fewest steps may use a link twice where fewer links would do, and
        # what is given may do in place of a link.
        for unit in tuple(units) if self._given or len(units) < len(cycle) else ():
            rest = [other for other in units if other != unit]
            force = self._given.union(rest)
            if not self._consistent(k for k in chosen if self._units[k] in force):
                units = rest
        if not units:
            raise ValueError("the links that are given contradict each other")
        return units

    def _shortest_cycle(self, chosen: list[int]) -> list[int] | None:
        """The constraints on a cycle with a strict step and the fewest link steps."""
        inside = strong_components(
            self._n,
            [*self._starts, *(self._xs[k] for k in chosen)],
            [*([LESS] * len(self._starts)), *(self._ops[k] for k in chosen)],
            [*(s + 1 for s in self._starts), *(self._ys[k] for k in chosen)],
        )
        strict = [(s, s + 1, -1) for s in self._starts if inside[s] == inside[s + 1]]
        strict += [
            (self._xs[k], self._ys[k], k)
            for k in chosen
            if self._ops[k] == LESS and inside[self._xs[k]] == inside[self._ys[k]]
        ]
        if not strict:
            return None
        on_cycles = [k for k in chosen if inside[self._xs[k]] == inside[self._ys[k]]]
        ways = ConstraintPaths(self._xs, self._ops, self._ys)
        ways.extend(self._n, self._starts)
        ways.put_in_force(on_cycles)
        best: list[int] | None = None
        for x, y, number in strict:
            steps = ways.shortest(y, x, strict=False)
            cycle = [step.constraint for step in steps if step.constraint >= 0]
            if number >= 0:
                cycle.append(number)
            if best is None or len(cycle) < len(best):
                best = cycle
        return best
