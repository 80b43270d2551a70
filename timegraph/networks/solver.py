"""Deciding a problem with the compiled search: time limits, interrupts, and how far it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from timegraph._metric.relations import needs_table
from timegraph.allen import Allen
from timegraph.networks.deadline import Deadline, TimedOut
from timegraph.networks.kernels.search import (
    ALL,
    BASE,
    COUNTERS,
    DIRTY,
    LEVEL,
    LIMIT,
    NO_ROOM,
    NODE,
    OVERFLOW,
    PAUSED,
    REFUTED,
    SATISFIED,
    WAITING,
    Search,
    assume,
    run,
)
from timegraph.networks.problem import Literal, Problem
from timegraph.networks.tables import tables

__all__ = ["TOO_LARGE", "Solver", "World", "relation_in"]

World = tuple[int, ...]

TOO_LARGE = (
    "the times of this network need more than 58 bits; give lengths and dates in coarser units, or "
    "nearer to each other"
)

_SLICE = 2_000_000
"""Steps between two looks at the clock: some hundredths of a second."""

_FIRST_RESTART = 200


class Solver:
    """A problem with all that follows from it before anything is chosen.

    Questions are asked with further literals. What was found for one of them is used for the next:
    the first sets, which pairs are hard, and ``worlds``, numbers for all points (2k and 2k + 1 for
    interval k) that satisfy the problem.
    """

    def __init__(self, problem: Problem, worlds: Iterable[World] = ()) -> None:
        self._search = _search_of(problem)
        self._refuted = problem.impossible or any(not mask for mask in problem.sets.values())
        self._closed = False
        self.worlds: list[World] = list(worlds)

    @property
    def closed(self) -> bool:
        """Whether all that was said was followed to its end."""
        return self._closed

    def consistent(self, deadline: Deadline) -> bool:
        """Whether there is a world. Raises :class:`TimedOut`."""
        return bool(self.worlds) or self.find((), deadline) is not None

    def find(self, literals: Sequence[Literal], deadline: Deadline) -> World | None:
        """A world in which these literals hold as well; ``None`` if there is none. Raises
        :class:`TimedOut`, and ``OverflowError`` for times that need too many bits."""
        if literals and not self._closed:
            self.find((), deadline)
        if self._refuted:
            return None
        edges, further = self._search.edges, _as_array(literals)
        fits = not self._closed or assume(self._search, further)
        # What is assumed is checked, and may be split, like everything that was said.
        self._search = _with(self._search, edges=np.concatenate((edges, further)))
        try:
            outcome = self._run(deadline) if fits else REFUTED
        finally:
            self._search = _with(self._search, edges=edges)
        self._closed = True
        if outcome == REFUTED:
            self._refuted = not literals
            return None
        if outcome == OVERFLOW:
            raise OverflowError(TOO_LARGE)
        if outcome != SATISFIED:
            raise AssertionError("a closed network of tractable sets has no world")
        self.worlds.append(tuple(self._search.times.tolist()))
        return self.worlds[-1]

    def _run(self, deadline: Deadline) -> int:
        """Search to the end, with looks at the clock between slices."""
        while True:
            deadline.check()
            outcome = run(self._search, _SLICE)
            if outcome == NO_ROOM:
                longer = np.concatenate((self._search.trail, np.zeros_like(self._search.trail)))
                self._search = _with(self._search, trail=longer)
            elif outcome != PAUSED:
                return outcome

    def some(self, a: int, b: int, mask: int, deadline: Deadline) -> bool:
        """Whether one of these relations is possible. Raises :class:`TimedOut`."""
        if self.seen(a, b) & mask:
            return True
        return self.find([(a, b, mask)], deadline) is not None

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of which something was asked."""
        return [(a, b) for a, b, _ in self._search.edges.tolist()]

    def tighten(self, literals: Sequence[Literal]) -> None:
        """Add sets to a problem that was ``closed``, and keep all that still holds."""
        further = _as_array(literals)
        fits = assume(self._search, further)
        # What was assumed holds from now on, and is to be followed to its end.
        self._search.counters[LEVEL] = self._search.counters[BASE] = 0
        self._closed = False
        self._search = _with(
            self._search,
            edges=np.concatenate((self._search.edges, further)),
            decisions=np.zeros((len(self._search.decisions) + _room(len(further)), 4), np.int64),
        )
        self._refuted = self._refuted or not fits
        self.worlds = [
            times
            for times in self.worlds
            if all(relation_in(times, a, b) & mask for a, b, mask in literals)
        ]

    def seen(self, a: int, b: int) -> int:
        """The relations of two intervals in the worlds found so far, as a mask."""
        mask = 0
        for times in self.worlds:
            mask |= relation_in(times, a, b)
        return mask

    def possible(self, a: int, b: int, among: int, deadline: Deadline) -> int:
        """Which of the relations ``among`` two intervals can have, as a mask. Raises
        :class:`TimedOut` with the mask found so far."""
        try:
            if not self.consistent(deadline):
                return 0
            if not self._closed:
                self.find((), deadline)
            while rest := among & ~self.seen(a, b) & self._first_set(a, b):
                if self.find([(a, b, rest)], deadline) is None:
                    break
        except TimedOut as error:
            raise TimedOut(str(error), self.seen(a, b) & among) from None
        return self.seen(a, b) & among

    def _first_set(self, a: int, b: int) -> int:
        """What path consistency leaves of a pair."""
        assume(self._search, _as_array(()))
        return int(self._search.masks[a, b])


def _with(search: Search, **arrays: NDArray[Any]) -> Search:
    """The search with other arrays."""
    return search._replace(**arrays)


def _room(edges: int) -> int:
    """The most levels that so many edges, and one that is assumed, can make."""
    return 13 * (edges + 2)


def _as_array(literals: Sequence[Literal]) -> NDArray[np.int32]:
    return np.array(literals, np.int32).reshape(-1, 3)


def relation_in(times: Sequence[int], a: int, b: int) -> int:
    """The relation of two intervals in a world, as a mask."""
    first, second = (times[2 * a], times[2 * a + 1]), (times[2 * b], times[2 * b + 1])
    return 1 << Allen.between(first, second).index


def _search_of(problem: Problem) -> Search:
    """The arrays of a search that has not begun, with everything that was said waiting."""
    n, shared = problem.count, tables()
    bounds = np.zeros((0, 0), np.int64) if problem.bounds is None else problem.bounds
    p = len(bounds)
    masks = np.full((n, n), ALL, np.uint16)
    for said in (problem.known, problem.sets):
        for (a, b), mask in said.items():
            masks[a, b] &= mask
            masks[b, a] = shared.converse[masks[a, b]]
    literals: list[Literal] = []
    alternatives, groups = [0], [0]
    for group in problem.groups:
        for alternative in group:
            literals += alternative
            alternatives.append(len(literals))
        groups.append(len(alternatives) - 1)
    edges = {**dict.fromkeys(((a, b) for a, b, _ in literals), ALL), **problem.sets}
    of_pairs = np.triu(np.ones((n, n), np.bool_), 1)
    counters = np.zeros(COUNTERS, np.int64)
    queue = _queue(of_pairs & (masks != ALL), counters, WAITING)
    dirty = _queue(of_pairs & (p > 0), counters, DIRTY)
    counters[NODE], counters[LIMIT] = 1, _FIRST_RESTART
    return Search(
        masks=masks,
        edges=np.array([(a, b, mask) for (a, b), mask in edges.items()], np.int32).reshape(-1, 3),
        conflicts=np.ones((n, n)),
        compose=shared.compose,
        look=shared.for_bounds if p else shared.for_sets,
        relations=shared.relations,
        queue=queue,
        bounds=bounds,
        stamps=np.zeros((p, p), np.int32),
        needs=_needs(),
        dirty=dirty,
        literals=np.array(literals, np.int32).reshape(-1, 3),
        alternatives=np.array(alternatives, np.int32),
        groups=np.array(groups, np.int32),
        alive=np.ones(len(alternatives) - 1, np.uint8),
        trail=np.zeros((max(1 << 12, 4 * (2 * n + p * p)), 3), np.int64),
        decisions=np.zeros((_room(len(edges)) + len(alternatives), 4), np.int64),
        times=np.zeros(max(2 * n, p), np.int64),
        counters=counters,
    )


@cache
def _needs() -> NDArray[np.int64]:
    return np.array(needs_table(), np.int64)


def _queue(pairs: NDArray[np.bool_], counters: NDArray[np.int64], length: int) -> NDArray[np.int32]:
    """A queue with these pairs."""
    numbers = np.flatnonzero(pairs.ravel())
    queue = np.zeros((2, pairs.size), np.int32)
    queue[0, : len(numbers)] = numbers
    queue[1, numbers] = 1
    counters[length] = len(numbers)
    return queue
