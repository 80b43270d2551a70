"""A simple temporal network that stays consistent while bounds are added, in pure Python.

A *potential*, one possible time for each point, is kept: it proves that no cycle has a negative
weight, and makes all reduced weights 0 or more, so that Dijkstra's algorithm finds shortest paths.
A bound that the potential violates moves only the times that it has to (Cotton & Maler 2006, Fast
and flexible difference constraint propagation for DPLL(T)), on that side of it where that takes
fewer steps: of a new date this is its own, never that of all dates. What is searched is what
bounds lead to, never the other points.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from timegraph._metric.protocol import Arc, Network, Weights
from timegraph._metric.relations import mask_of
from timegraph._metric.weights import scaled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PythonNetwork"]

_Step = tuple[int, int, int]
"""An arc without one of its points: the other one, weight, number."""


class _Side(NamedTuple):
    """A change of times that is on its way: ``sign`` times these are lowered along ``steps``,
    until nothing is too tight; it must not come to ``goal``."""

    sign: int
    steps: list[list[_Step]]
    goal: int
    gaps: dict[int, int]
    heap: list[tuple[int, int]]
    moved: dict[int, int]

    @classmethod
    def at(cls, sign: int, steps: list[list[_Step]], first: int, goal: int, gap: int) -> _Side:
        """The change that begins by lowering a point by a gap."""
        return cls(sign, steps, goal, {first: gap}, [(gap, first)], {})


class PythonNetwork(Network):
    """Bounds in lists; weights are Python's integers, of any size."""

    long_search = 20

    __slots__ = ("_entering", "_leaving", "_potential", "work")

    def __init__(
        self,
        points: int = 0,
        arcs: Iterable[Arc] = (),
        potential: Sequence[int] | None = None,
        *,
        steps: tuple[list[list[_Step]], list[list[_Step]]] | None = None,
    ) -> None:
        """``arcs`` are bounds that the potential satisfies; so are ``steps``, those from each point
        and those to it."""
        if steps is None:
            steps = [[] for _ in range(points)], [[] for _ in range(points)]
        self._leaving, self._entering = steps
        self._potential = [0] * points if potential is None else list(potential)
        self.work = 0
        for arc in arcs:
            self._append(*arc)

    @classmethod
    def of(cls, other: Network) -> PythonNetwork:
        """The same network in this form."""
        return cls(len(other), other.arcs(), other.potential)

    def __len__(self) -> int:
        return len(self._potential)

    def copy(self) -> PythonNetwork:
        leaving, entering = ([arcs[:] for arcs in side] for side in (self._leaving, self._entering))
        return PythonNetwork(potential=self._potential, steps=(leaving, entering))

    def arcs(self) -> Iterator[Arc]:
        return (Arc(x, *step) for x, steps in enumerate(self._leaving) for step in steps)

    def columns(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """How many bounds there are from each point, and of these in order the other point, the
        weight and the number."""
        counts = list(map(len, self._leaving))
        steps = list(chain.from_iterable(self._leaving))
        others, weights, numbers = ([step[k] for step in steps] for k in range(3))
        return counts, others, weights, numbers

    def arcs_at(self, point: int, side: int) -> Iterator[Arc]:
        for other, weight, number in (self._leaving, self._entering)[side][point]:
            yield Arc(*((other, point) if side else (point, other)), weight, number)

    @property
    def potential(self) -> list[int]:
        return self._potential[:]

    def grow(self, points: int) -> None:
        for _ in range(points - len(self)):
            self._leaving.append([])
            self._entering.append([])
            self._potential.append(0)

    def shrink(self, points: int) -> None:
        del self._leaving[points:], self._entering[points:], self._potential[points:]

    def scale(self, factor: int) -> None:
        self._potential = [scaled(time, factor) for time in self._potential]
        for steps in (*self._leaving, *self._entering):
            steps[:] = [(other, scaled(weight, factor), k) for other, weight, k in steps]

    def add(self, arcs: Sequence[Arc]) -> bool:
        potential = self._potential
        for position, (x, y, weight, number) in enumerate(arcs):
            gap = potential[x] + weight - potential[y]
            if gap < 0 and not self._make_room(x, y, gap):
                for earlier in reversed(arcs[:position]):
                    self._leaving[earlier.x].pop()
                    self._entering[earlier.y].pop()
                return False
            self._append(x, y, weight, number)
        return True

    def _append(self, x: int, y: int, weight: int, number: int) -> None:
        self._leaving[x].append((y, weight, number))
        self._entering[y].append((x, weight, number))

    def _make_room(self, x: int, y: int, gap: int) -> bool:
        """Move times such that those of x and y are further apart by the gap, which is negative:
        those behind y to earlier times, or those before x to later times, whichever takes fewer
        steps. Whether that is possible."""
        sides = _Side.at(1, self._leaving, y, x, gap), _Side.at(-1, self._entering, x, y, gap)
        most, possible = 8, None
        while possible is None:
            for side in sides:
                possible = self._lower(side, most)
                if possible is not None:
                    break
            most *= 2
        self.work += len(sides[0].moved) + len(sides[1].moved)
        if possible:
            for point, time in side.moved.items():
                self._potential[point] = time * side.sign
        return possible

    def _lower(self, side: _Side, most: int) -> bool | None:
        """Go on to lower times of one side, along at most so many steps: ``True`` if nothing is too
        tight any more, ``False`` if that cannot be, else ``None``."""
        old, sign, steps, goal, gaps, heap, moved = self._potential, *side
        while heap:
            gap, point = heap[0]
            # The point that has to move furthest moves first, and no point moves twice.
            if point in moved:
                heappop(heap)
                continue
            if point == goal:
                return False
            most -= 1 + len(steps[point])
            if most < 0:
                return None
            heappop(heap)
            moved[point] = time = old[point] * sign + gap
            for other, weight, _ in steps[point]:
                if other not in moved:
                    further = time + weight - old[other] * sign
                    if further < gaps.get(other, 0):
                        gaps[other] = further
                        heappush(heap, (further, other))
        return True

    def remove(self, numbers: Container[int]) -> None:
        for steps in (*self._leaving, *self._entering):
            if any(step[2] in numbers for step in steps):
                steps[:] = [step for step in steps if step[2] not in numbers]

    def take_out(self, numbers: range) -> None:
        first, stop, fewer = numbers.start, numbers.stop, len(numbers)
        for steps in (*self._leaving, *self._entering):
            for _, _, number in steps:
                if number >= first:
                    steps[:] = [
                        (other, weight, k if k < first else k - fewer)
                        for other, weight, k in steps
                        if k < first or k >= stop
                    ]
                    break

    def row(self, point: int, side: int = 0, *, before: int | None = None) -> dict[int, int]:
        return self._search(point, (), before, side)

    def tightest(self, x: int, y: int) -> int | None:
        return self._search(x, (y,), None).get(y)

    def among(self, points: Sequence[int], *, before: int | None = None) -> Weights:
        rows = [self._search(point, points, before) for point in points]
        return [[row.get(point) for point in points] for row in rows]

    def mask(self, a: int, b: int) -> int:
        return mask_of(self.among((a, a + 1, b, b + 1)))

    def masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        import numpy as np

        pairs = zip(a.tolist(), b.tolist(), strict=True)
        return np.fromiter((self.mask(x, y) for x, y in pairs), np.uint16, len(a))

    def _search(
        self, source: int, goals: Sequence[int], before: int | None, side: int = 0
    ) -> dict[int, int]:
        """Dijkstra's algorithm on reduced weights: the weights of all points from the source, or at
        least those of the goals. On side 1 arcs are turned round."""
        sign, steps = (-1, self._entering) if side else (1, self._leaving)
        potential = self._potential
        base = potential[source] * sign
        row: dict[int, int] = {}
        nearest = {source: 0}
        heap = [(0, source)]
        missing = len(set(goals)) or -1
        while heap:
            cost, point = heappop(heap)
            if point in row:
                continue
            here = cost + potential[point] * sign
            row[point] = here - base
            if point in goals:
                missing -= 1
                if not missing:
                    break
            for other, weight, number in steps[point]:
                if other not in row and (before is None or number < before):
                    further = here + weight - potential[other] * sign
                    if other not in nearest or further < nearest[other]:
                        nearest[other] = further
                        heappush(heap, (further, other))
        self.work += len(row)
        return row
