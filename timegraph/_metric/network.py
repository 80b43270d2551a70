"""A simple temporal network that stays consistent while bounds are added, in pure Python.

A *potential*, one possible time for each point, is kept: it proves that no cycle has a negative
weight, and makes all reduced weights 0 or more, so that Dijkstra's algorithm finds shortest paths.
A bound that the potential violates moves only the times that it has to (Cotton & Maler 2006, Fast
and flexible difference constraint propagation for DPLL(T)), on both sides of it, and is given up as
soon as a cycle is certain. The point with most bounds, such as the instant that all dates are
counted from, never moves and is never searched from.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from timegraph.allen import Allen
from timegraph.points import EQ, GE, GT, LE, LT, NONE, mask_of_labels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# A simple temporal network, in two forms.
#
# Bounds ``y - x <= w`` are the arcs ``x -> y`` of a graph (Dechter, Meiri & Pearl 1991, Temporal
# constraint networks): a shortest path is the tightest bound that they entail, and they
# contradict each other iff a cycle has a negative weight. Weights are those of
# :mod:`timegraph._metric.network`.
#
# :class:`timegraph._metric.network.PythonNetwork` needs no compiler;
# :class:`timegraph._metric.compiled.CompiledNetwork` is for large networks. Both have the same
# methods, which the first one describes, and answer alike.


class Arc(NamedTuple):
    """The bound ``y - x <= weight``; ``number`` is whatever the caller knows it by."""

    x: int
    y: int
    weight: int
    number: int


Weights = list[list[int | None]]
"""In row i and column j the tightest weight from the i-th to the j-th of some points."""


# Which Allen relations two intervals can have, given the tightest bounds among their points.
#
# The minimal network is decomposable (Dechter, Meiri & Pearl 1991): what is consistent among four
# points can be extended to all of them. So a relation is possible iff its constraints, added to
# the tightest bounds among the four points, close no cycle of negative weight.


_UNBOUNDED = 1 << 300
"""More than all weights add up to."""


_Need = tuple[int, int, int, int, int]
"""``(x, y, u, v, steps)``: the tightest weights from x to y and from u to v, less so many strict
steps, must not add up to less than 0. From a point to itself the tightest weight is 0."""


def _needs(relation: Allen) -> tuple[_Need, ...]:
    """What a relation needs of the points a.start, a.end, b.start, b.end."""
    # The bounds of the relation by itself, as tight as they are together.
    bounds = [[0 if i == j else _UNBOUNDED for j in range(4)] for i in range(4)]
    for (x, y), sign in zip(product((0, 1), (2, 3)), relation.signs, strict=True):
        # x < y bounds x - y, which is an arc from y to x.
        if sign <= 0:
            bounds[y][x] = sign
        if sign >= 0:
            bounds[x][y] = -sign
    for k, i, j in product(range(4), repeat=3):
        bounds[i][j] = min(bounds[i][j], bounds[i][k] + bounds[k][j])
    arcs = [(x, y, bounds[x][y]) for x, y in product(range(4), repeat=2) if x != y]
    arcs = [arc for arc in arcs if arc[2] < 1]
    # A cycle alternates between bounds of the relation and tightest ones; with four points it has
    # one or two of each.
    return (
        *((y, x, y, y, -weight) for x, y, weight in arcs),
        *(
            (y, u, v, x, -length - other)
            for (x, y, length), (u, v, other) in product(arcs, repeat=2)
            if x < u and len({x, y, u, v}) == 4
        ),
    )


_NEEDS = {1 << relation.index: _needs(relation) for relation in Allen}
"""What each relation needs, by its bit."""


def needs_table() -> list[tuple[int, ...]]:
    """What all relations need, as rows for kernels: the bit of the relation, and the need."""
    return [(bit, *need) for bit, needs in _NEEDS.items() for need in needs]


def label_of(down: int | None, up: int | None) -> int:
    """What is known of "x ? y", by the tightest weights of y - x and of x - y."""
    if up is not None and up <= 0:
        if up == 0 == down:
            return EQ
        return LT if up < 0 else LE
    if down is not None and down <= 0:
        return GT if down < 0 else GE
    return NONE


def mask_of(tightest: Weights) -> int:
    """The mask of the relations that are possible.

    ``tightest[i][j]`` is the tightest weight from point i to point j of a.start, a.end, b.start,
    b.end; ``None`` where there is none.
    """
    among = mask_of_labels(
        *(label_of(tightest[i][j], tightest[j][i]) for i in (0, 1) for j in (2, 3))
    )
    # A cycle without a positive bound is negative iff some step goes back in time, however far:
    # then the labels say it all.
    if not any(weight is not None and weight > 0 for row in tightest for weight in row):
        return among
    weights = [[_UNBOUNDED if weight is None else weight for weight in row] for row in tightest]
    mask = 0
    for bit, needs in _NEEDS.items():
        if among & bit and all(
            weights[x][y] + weights[u][v] >= steps for x, y, u, v, steps in needs
        ):
            mask |= bit
    return mask


# Bounds as single integers: a value in ticks, and whether it is excluded.
#
# The bound ``y - x <= v`` has the weight ``v * SCALE``, the strict bound ``y - x < v`` the weight
# ``v * SCALE - 1``. Weights along a path add up: the sum is that of the values, less one for
# every strict bound on the way, so that a path is strict iff its weight is not a multiple of
# ``SCALE``. Comparing weights compares values first, and of equal values the strict one is the
# tighter. The order ``x < y`` is the bound ``x - y < 0``. Weights are Python's integers and
# exact.


SCALE = 1 << 40
"""More than the number of strict bounds that a path can have."""


class Bound(NamedTuple):
    """``y - x <= value`` in ticks, or ``y - x < value`` where it is not ``reached``."""

    value: int
    reached: bool


def weight_of(value: int, *, strict: bool = False) -> int:
    """The weight of ``y - x <= value``, or of ``y - x < value``."""
    return value * SCALE - strict


def bound_of(weight: int) -> Bound:
    """What a weight, of one bound or of a path, says."""
    value = -(-weight // SCALE)
    return Bound(value, value * SCALE == weight)


def split(weight: int) -> tuple[int, int]:
    """The value of a weight and the number of its strict bounds, which is below 0 in a time that
    was moved to later ones past strict bounds."""
    value = (weight + (SCALE >> 1)) // SCALE
    return value, value * SCALE - weight


def scaled(weight: int, factor: int) -> int:
    """The weight with its value multiplied, and as many strict bounds."""
    value, strict = split(weight)
    return value * factor * SCALE - strict


_Step = tuple[int, int, int]
"""An arc without one of its points: the other one, weight, number."""


class _Ball:
    """What a search has reached from one of its ends: the distances of points in reduced lengths,
    and by which points and arcs they were reached."""

    __slots__ = ("around", "cost", "done", "heap", "sign", "steps", "via")

    def __init__(self, sign: int, steps: list[list[_Step]], point: int) -> None:
        self.sign = sign
        self.steps = steps
        self.around = {point: 0}
        self.via: dict[int, tuple[int, _Step]] = {}
        self.done: set[int] = set()
        self.heap = [(0, point)]
        self.cost = 0

    def rim(self) -> tuple[int, int] | None:
        """The distance and the point that come next."""
        heap, done = self.heap, self.done
        while heap and heap[0][1] in done:
            heappop(heap)
        return heap[0] if heap else None

    def within(self, radius: int) -> Iterator[tuple[int, int]]:
        """The points nearer than the radius, with how much."""
        for point, distance in self.around.items():
            if distance < radius:
                yield point, radius - distance


class PythonNetwork:
    """Consistent bounds between the points ``0 .. n-1`` in lists; weights are Python's integers, of
    any size.

    Questions with ``before`` are about the bounds whose numbers are below it. Whoever adds bounds
    with growing numbers can so ask about the past. ``work`` is how many points all searches and
    removals have visited so far, and ``cycle`` one of negative weight that the bounds that were
    refused last would have closed.
    """

    long_search = 20
    """Searches that visit more points than this take longer than to look into a row."""

    __slots__ = ("_anchor", "_entering", "_leaving", "_potential", "cycle", "work")

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
        self.cycle: list[Arc] = []
        self._anchor = max(range(len(self)), key=self._degree, default=0)
        for arc in arcs:
            self._append(*arc)

    def __len__(self) -> int:
        """The number of points."""
        return len(self._potential)

    def copy(self) -> PythonNetwork:
        """An independent copy."""
        leaving, entering = ([arcs[:] for arcs in side] for side in (self._leaving, self._entering))
        return PythonNetwork(potential=self._potential, steps=(leaving, entering))

    def arcs(self) -> Iterator[Arc]:
        """All bounds."""
        return (Arc(x, *step) for x, steps in enumerate(self._leaving) for step in steps)

    @property
    def potential(self) -> list[int]:
        """A weight for each point; read as times, they satisfy every bound."""
        return self._potential[:]

    def grow(self, points: int) -> None:
        """Add points without bounds, up to ``points`` in all."""
        for _ in range(points - len(self)):
            self._leaving.append([])
            self._entering.append([])
            self._potential.append(0)

    def shrink(self, points: int) -> None:
        """Remove all but the first ``points``; the others may have bounds among themselves."""
        del self._leaving[points:], self._entering[points:], self._potential[points:]
        if self._anchor >= points:
            self._anchor = 0

    def scale(self, factor: int) -> None:
        """Multiply all values, as if ticks became so many times shorter."""
        self._potential = [scaled(time, factor) for time in self._potential]
        for steps in (*self._leaving, *self._entering):
            steps[:] = [(other, scaled(weight, factor), k) for other, weight, k in steps]

    def add(self, arcs: Sequence[Arc]) -> bool:
        """Add bounds, all or none. Returns whether they agree with the others."""
        potential = self._potential
        for position, (x, y, weight, number) in enumerate(arcs):
            gap = potential[y] - potential[x] - weight
            if gap > 0 and not self._make_room(arcs[position], gap):
                for earlier in reversed(arcs[:position]):
                    self._leaving[earlier.x].pop()
                    self._entering[earlier.y].pop()
                return False
            self._append(x, y, weight, number)
        return True

    def _append(self, x: int, y: int, weight: int, number: int) -> None:
        self._leaving[x].append((y, weight, number))
        self._entering[y].append((x, weight, number))
        most = self._degree(self._anchor)
        for point in (x, y):
            if self._degree(point) > most:
                self._anchor, most = point, self._degree(point)

    def _degree(self, point: int) -> int:
        return len(self._leaving[point]) + len(self._entering[point])

    def _make_room(self, arc: Arc, gap: int) -> bool:
        """Move times such that those of the arc's points are further apart by the gap. Whether that
        is possible; if not, the arc's cycle is noted."""
        forth, back = balls = self._balls(arc.y, arc.x)
        _, meeting = self._meet(balls, gap, any_path=True)
        if meeting is not None:
            path = (step for ball in balls for step in _back_from(ball, meeting))
            self.cycle = [arc, *path]
            return False
        # As far on the one side as its ball reaches, the rest on the other.
        rim = forth.rim()
        radius = gap if rim is None else min(gap, rim[0])
        for ball, within in ((forth, radius), (back, gap - radius)):
            for point, by in ball.within(within):
                self._potential[point] -= by * ball.sign
        return True

    def _balls(self, x: int, y: int) -> tuple[_Ball, _Ball]:
        return _Ball(1, self._leaving, x), _Ball(-1, self._entering, y)

    def _meet(
        self,
        balls: tuple[_Ball, _Ball],
        shortest: int | None = None,
        before: int | None = None,
        *,
        any_path: bool = False,
    ) -> tuple[int | None, int | None]:
        """The reduced length of the shortest path between the centres of two balls that is shorter
        than this, or of ``any_path`` that is, and the point of it where the balls meet.

        They grow until the radii together are no shorter than the path. No path leads through the
        anchor, the point with most bounds, by one ball alone: it is on both rims then.
        """
        potential, anchor, meeting = self._potential, self._anchor, None
        forth, back = balls
        if forth.heap == back.heap:
            return 0, forth.heap[0][1]
        first, second = forth.rim(), back.rim()
        while first is not None and second is not None:
            if shortest is not None and first[0] + second[0] >= shortest:
                break
            cost = forth.cost + len(forth.steps[first[1]])
            cost_back = back.cost + len(back.steps[second[1]])
            ahead = first[1] != anchor and (second[1] == anchor or cost <= cost_back)
            ball, other_around = (forth, back.around) if ahead else (back, forth.around)
            ball.cost = (cost if ahead else cost_back) + 1
            distance, point = heappop(ball.heap)
            sign, around, done = ball.sign, ball.around, ball.done
            done.add(point)
            here = distance + potential[point] * sign
            for step in ball.steps[point]:
                other, weight, number = step
                if other in done or (before is not None and number >= before):
                    continue
                further = here + weight - potential[other] * sign
                if shortest is not None and further >= shortest:
                    continue
                if other not in around or further < around[other]:
                    around[other] = further
                    ball.via[other] = point, step
                    heappush(ball.heap, (further, other))
                    if other in other_around:
                        whole = further + other_around[other]
                        if shortest is None or whole < shortest:
                            shortest, meeting = whole, other
            if any_path and meeting is not None:
                break
            if ahead:
                first = forth.rim()
            else:
                second = back.rim()
        self.work += len(forth.done) + len(back.done)
        return shortest, meeting

    def remove(self, numbers: Collection[int], *, close_up: bool = False) -> None:
        """Remove the bounds with these numbers; the others still agree. Where these follow each
        other, and ``close_up``, the numbers after them are lowered accordingly."""
        first, fewer = min(numbers, default=0), len(numbers) * close_up
        for steps in (*self._leaving, *self._entering):
            for _, _, number in steps:  # of all points: `any` takes twice as long
                if number >= first:
                    steps[:] = [
                        (other, weight, number - fewer * (number >= first))
                        for other, weight, number in steps
                        if number not in numbers
                    ]
                    break
        self.work += len(self)

    def loosen(self, x: int, y: int, number: int) -> None:
        """Allow equality in the bounds with this number from x to y."""
        for steps, other in ((self._entering[y], x), (self._leaving[x], y)):
            for k, (point, weight, held) in enumerate(steps):
                if held == number and point == other:
                    steps[k] = other, -(-weight // SCALE) * SCALE, number

    def row(self, point: int, side: int = 0) -> dict[int, int]:
        """The tightest weight of ``y - point`` for every point y that has one, or for side 1 that
        of ``point - y``."""
        return self._search(point, None, None, side)

    def tightest(self, x: int, y: int, *, before: int | None = None) -> int | None:
        """The tightest weight of ``y - x``; ``None`` if nothing bounds it."""
        length, meeting = self._meet(self._balls(x, y), before=before)
        if length is None or meeting is None:
            return None
        return length - self._potential[x] + self._potential[y]

    def support(self, x: int, y: int) -> tuple[int, list[int]] | None:
        """The tightest weight of ``y - x``, and the numbers of bounds that together give it;
        ``None`` if nothing bounds it."""
        balls = self._balls(x, y)
        length, meeting = self._meet(balls)
        if length is None or meeting is None:
            return None
        numbers = [arc.number for ball in balls for arc in _back_from(ball, meeting)]
        return length - self._potential[x] + self._potential[y], numbers

    def path(self, x: int, y: int, *, before: int | None = None) -> list[Arc]:
        """The bounds, in order from x to y, that together give the tightest weight of ``y - x``.

        Of several such paths one with the fewest bounds, and of these the one whose numbers come
        first: it depends on nothing but the bounds. Raises ``LookupError`` if nothing bounds the
        distance.
        """
        length, meeting = self._meet(self._balls(x, y), before=before)
        if meeting is None:
            raise LookupError(f"nothing bounds point {y} from point {x}")
        row = self._search(x, length, before)

        def tight(start: int, step: _Step, end: int) -> bool:
            old = before is None or step[2] < before
            return old and start in row and end in row and row[start] + step[1] == row[end]

        # How many tight bounds there are from a point to y.
        steps, waiting = {y: 0}, deque([y])
        while x not in steps:
            point = waiting.popleft()
            for step in self._entering[point]:
                if step[0] not in steps and tight(step[0], step, point):
                    steps[step[0]] = steps[point] + 1
                    waiting.append(step[0])
        path: list[Arc] = []
        while x != y:
            on_the_way = (
                Arc(x, *step)
                for step in self._leaving[x]
                if steps.get(step[0]) == steps[x] - 1 and tight(x, step, step[0])
            )
            path.append(min(on_the_way, key=lambda arc: (arc.number, arc.y)))
            x = path[-1].y
        return path

    def mask(self, a: int, b: int) -> int:
        """The relations that can hold between the intervals (a, a+1) and (b, b+1)."""
        points = a, a + 1, b, b + 1
        return mask_of([[self.tightest(x, y) for y in points] for x in points])

    def masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        """:meth:`mask` for many pairs."""
        import numpy as np

        pairs = zip(a.tolist(), b.tolist(), strict=True)
        return np.fromiter((self.mask(x, y) for x, y in pairs), np.uint16, len(a))

    def matrix(self, points: Sequence[int]) -> NDArray[np.int64]:
        """For each two of some points whether the distance from the first to the second is bounded,
        by how many ticks at most, and how many strict bounds add up to that. Raises
        ``OverflowError`` for what does not fit into 64 bits."""
        import numpy as np

        result = np.zeros((len(points), len(points), 3), np.int64)
        for bounds, row in zip(result, map(self.row, points), strict=True):
            for bound, y in zip(bounds, points, strict=True):
                if y in row:
                    bound[:] = 1, *split(row[y])
        return result

    def _search(
        self, source: int, most: int | None, before: int | None, side: int = 0
    ) -> dict[int, int]:
        """Dijkstra's algorithm on reduced weights: the weights of all points from the source, or of
        those no further than ``most`` in reduced weights. On side 1 arcs are turned round."""
        sign, steps = (-1, self._entering) if side else (1, self._leaving)
        potential = self._potential
        base = potential[source] * sign
        row: dict[int, int] = {}
        nearest = {source: 0}
        heap = [(0, source)]
        while heap:
            cost, point = heappop(heap)
            if point in row:
                continue
            here = cost + potential[point] * sign
            row[point] = here - base
            for other, weight, number in steps[point]:
                if other not in row and (before is None or number < before):
                    further = here + weight - potential[other] * sign
                    if (most is None or further <= most) and (
                        other not in nearest or further < nearest[other]
                    ):
                        nearest[other] = further
                        heappush(heap, (further, other))
        self.work += len(row)
        return row


def _back_from(ball: _Ball, point: int) -> Iterator[Arc]:
    """The arcs by which a ball reached a point, the last one first."""
    while point in ball.via:
        earlier, (_, weight, number) = ball.via[point]
        ends = (earlier, point) if ball.sign > 0 else (point, earlier)
        yield Arc(*ends, weight, number)
        point = earlier
