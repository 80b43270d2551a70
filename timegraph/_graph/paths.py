"""Shortest chains of constraints: why one point is before another.

A chain is a path in the graph whose arcs are the constraints in force (``=`` both ways) and the
arcs from each interval's start to its end. An arc of a constraint costs one link step, the arc from
start to end is free; x < y is entailed iff some chain from x to y has a strict arc. The search is
breadth-first over pairs (point, strict so far?) and follows free arcs at once, so the first chain
that arrives has the fewest link steps. Of equal ones the one of earlier constraints is taken.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Reversible, Sequence
from itertools import takewhile
from typing import NamedTuple

from timegraph._pace import check
from timegraph.points import EQUAL, LESS

STRUCTURAL = -1
"""The constraint number of a start-before-end step."""

_MANY = 20_000


class Step(NamedTuple):
    """One arc of a chain: ``x < y`` (``strict``) or ``x <= y``, by constraint number."""

    x: int
    y: int
    strict: bool
    constraint: int


class ConstraintPaths:
    """The arcs of a set of constraints, ready for searches.

    Constraints are numbers into the three parallel sequences, which may grow.
    """

    def __init__(self, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]) -> None:
        self._xs, self._ops, self._ys = xs, ops, ys
        self._arcs: dict[int, list[Step]] = {}
        self._ends: list[int] = []
        self._inner: dict[int, Step] = {}  # the arcs from start to end that chains have used
        self._constraints = 0
        # The constraints of a large graph that were in force at first: those that lead from point
        # p are numbers[first[p]:first[p + 1]]. To list all their arcs would take a second.
        self._first: list[int] = []
        self._numbers: list[int] = []
        self._first_arcs: dict[int, list[Step]] = {}  # those of them that were asked for

    def extend(self, points: int, starts: Reversible[int], kept: Sequence[int] = ()) -> None:
        """Add what is new: points up to ``points`` in all, intervals by their start points
        (increasing; the end is the next point), and the constraints that are ``kept``."""
        old = len(self._ends)
        self._ends.extend([-1] * (points - old))
        for start in takewhile(lambda start: start >= old, reversed(starts)):
            self._ends[start] = start + 1
        if not self._constraints and len(kept) >= _MANY:
            self._add_many(points, kept)
        else:
            self.add(k for k in range(self._constraints, len(kept)) if kept[k])
        self._constraints = len(kept)

    def trim(self, points: int, constraints: int) -> None:
        """Forget the points and constraints from these numbers on, which have no arcs."""
        del self._ends[points:]
        self._constraints = min(self._constraints, constraints)

    def add(self, constraints: Iterable[int]) -> None:
        """Add the arcs of these constraints."""
        for k in constraints:
            x, op, y = self._xs[k], self._ops[k], self._ys[k]
            self._arcs.setdefault(x, []).append(Step(x, y, op == LESS, k))
            if op == EQUAL:
                self._arcs.setdefault(y, []).append(Step(y, x, False, k))

    def _add_many(self, points: int, kept: Sequence[int]) -> None:
        """Add all that is kept where there are no arcs yet."""
        import numpy as np

        chosen = np.flatnonzero(np.asarray(kept, np.bool_))
        xs, ops, ys = (np.asarray(column)[chosen] for column in (self._xs, self._ops, self._ys))
        both = ops == EQUAL
        begins = np.concatenate((xs, ys[both]))
        numbers = np.concatenate((chosen, chosen[both]))
        order = np.lexsort((numbers, begins))
        self._first = np.searchsorted(begins[order], np.arange(points + 1)).tolist()
        self._numbers = numbers[order].tolist()

    def _from(self, point: int) -> Sequence[Step]:
        """The arcs that lead from a point, in the order of their constraints."""
        later = self._arcs.get(point, ())
        if point + 1 >= len(self._first):
            return later
        first = self._first_arcs.get(point)
        if first is None:
            xs, ops, ys = self._xs, self._ops, self._ys
            numbers = self._numbers[self._first[point] : self._first[point + 1]]
            first = self._first_arcs[point] = [
                Step(point, ys[k] if xs[k] == point else xs[k], ops[k] == LESS, k) for k in numbers
            ]
        return [*first, *later] if later else first

    def _inside(self, start: int) -> Step:
        """The step from an interval's start to its end."""
        step = self._inner.get(start)
        if step is None:
            step = self._inner[start] = Step(start, start + 1, True, STRUCTURAL)
        return step

    def shortest(
        self,
        x: int,
        y: int,
        *,
        strict: bool,
        before: int | None = None,
        among: Container[int] | None = None,
    ) -> list[Step]:
        """A chain from x to y with the fewest link steps, strict if asked for.

        ``before`` admits only constraints with smaller numbers, ``among`` only these. Raises
        ``LookupError`` if there is no such chain. For ``x == y`` and not ``strict`` the chain is
        empty.
        """
        check()
        # State 2 p + 1 is point p, reached by a strict arc among others; 2 p without any yet.
        goals = (2 * y + 1,) if strict else (2 * y, 2 * y + 1)
        begin = 2 * x
        if begin in goals:
            return []
        came = {begin: -1}  # each state with the one before it
        by: dict[int, Step] = {}  # and with the arc between, unless that is from start to end
        ends, simple = self._ends, None if self._first else self._arcs
        last = len(self._xs) if before is None else before
        level = [begin]
        if ends[x] >= 0:
            end = 2 * ends[x] + 1
            came[end] = begin
            if end in goals:
                return self._trace(came, by, end)
            level.append(end)
        # All states of one cost come before the first one of the next.
        while level:
            further: list[int] = []
            for state in level:
                arcs = self._from(state >> 1) if simple is None else simple.get(state >> 1)
                if arcs is None:
                    continue
                flag = state & 1
                for step in arcs:
                    _, other, is_strict, constraint = step
                    if constraint >= last:
                        break  # those that follow were added later
                    target = 2 * other + (flag | is_strict)
                    if target in came or (among is not None and constraint not in among):
                        continue
                    came[target] = state
                    by[target] = step
                    if target in goals:
                        return self._trace(came, by, target)
                    further.append(target)
                    end = 2 * ends[other] + 1  # at no cost; -1 where the point is not a start
                    if end > 0 and end not in came:
                        came[end] = target
                        if end in goals:
                            return self._trace(came, by, end)
                        further.append(end)
            level = further
        raise LookupError(f"no chain from point {x} to point {y}")

    def _trace(self, came: dict[int, int], by: dict[int, Step], state: int) -> list[Step]:
        """The steps to a state. Chains share their steps: those of many long ones would fill the
        memory."""
        steps: list[Step] = []
        while (before := came[state]) >= 0:
            steps.append(by.get(state) or self._inside(before >> 1))
            state = before
        steps.reverse()
        return steps
