"""What links and distances entail together: tightest bounds, labels and relations.

One network holds everything: that an interval starts before it ends, the constraints of links, and
the bounds. A label is read from the tightest bounds both ways; a relation between intervals needs
all bounds among their four points (:mod:`timegraph._metric.network`).

A question searches the network around the points that it is about. Where searches are long, a point
that is asked about again while nothing is added gets rows of all its tightest bounds, so that
further questions about it cost a look; and a network in Python goes over to a compiled one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import lcm
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from timegraph._closure.int_rows import Closure
from timegraph._compiled import Engine
from timegraph._graph.arguments import DISTANCES
from timegraph._metric.network import (
    Arc,
    Bound,
    PythonNetwork,
    bound_of,
    label_of,
    mask_of,
    weight_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from timegraph._metric.compiled import CompiledNetwork

Network: TypeAlias = "PythonNetwork | CompiledNetwork"
"""Consistent bounds between the points ``0 .. n-1``, in either form."""


# How many bounds the rows that are kept may have in all: some 100 MB.
_MOST_KEPT = 1_000_000
# From so many points on, or after searches have visited so many, a compiled network is faster.
_POINTS_WORTH_COMPILED = 500
_WORK_WORTH_COMPILED = 50_000
# After so many loading the kernels meanwhile pays: about a tenth of a second.
_WORK_WORTH_LOADING = 100_000
_SECONDS_PER_STEP = 1e-6
_STEPS_PER_QUESTION = 20
# So many questions at once are worth a compiled network.
_MANY = 200
# So many pairs of a square are answered at a time.
_MOST_PAIRS = 1_000_000

_Row = dict[int, int]
_Outcome = TypeVar("_Outcome")
_PYTHON = Engine(kernels="never")


class MetricClosure(Closure):
    """Consistent bounds between the points ``0 .. n-1``.

    ``ticks`` is the number of ticks in a second: every value in the network is a whole number of
    them. ``network`` holds the bounds; it may be one that is there already. ``engine`` says when it
    may go over to a compiled one.

    ``refusals`` has, for bounds that were left out, by the number of the first of them, the numbers
    of the bounds on a cycle that they would have closed.
    """

    eager = True
    __slots__ = ("_asked", "_engine", "_kept", "_rows", "network", "refusals", "ticks")

    def __init__(
        self, ticks: int = 1, network: Network | None = None, engine: Engine = _PYTHON
    ) -> None:
        self.network: Network = PythonNetwork() if network is None else network
        self._engine = engine
        self.ticks = ticks
        self.refusals: dict[int, frozenset[int]] = {}
        # Points that were asked about since something changed; the bounds from and to some.
        self._asked: set[int] = set()
        self._rows: dict[int, tuple[_Row, _Row]] = {}
        self._kept = 0

    def __len__(self) -> int:
        return len(self.network)

    @staticmethod
    def ticks_for(values: Iterable[Fraction]) -> int:
        """The fewest ticks in a second such that every value is a whole number of them."""
        return lcm(*{value.denominator for value in values})

    def weight(self, value: Fraction, *, strict: bool) -> int:
        """The weight of a bound in seconds, of which :attr:`ticks` must be a multiple."""
        return weight_of(value.numerator * (self.ticks // value.denominator), strict=strict)

    def copy(self) -> MetricClosure:
        """An independent copy."""
        other = MetricClosure(self.ticks, self.network.copy(), self._engine)
        other.refusals = self.refusals.copy()
        return other

    def shared_mask(self) -> None:
        return None  # searches leave marks, and note what is asked again

    def refine(self, ticks: int) -> None:
        """Make ticks shorter: so many in a second, a multiple of what they were."""
        factor = ticks // self.ticks
        if factor != 1:
            self._change(lambda network: network.scale(factor))
            self.ticks = ticks

    def grow(self, points: int) -> None:
        """Add points of which nothing is known, up to ``points`` in all."""
        if points > len(self):
            self._change(lambda network: network.grow(points))

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Forget all but the first ``points``."""
        self.forget()
        self.network.shrink(points)
        return True

    def add(self, arcs: Sequence[Arc]) -> bool:
        """Add bounds, all or none. Returns whether they agree with the others."""
        return self._change(lambda network: network.add(arcs))

    def _change(self, change: Callable[[Network], _Outcome]) -> _Outcome:
        """Change the network, with integers of any size where 64 bits may not do."""
        self.forget()
        try:
            return change(self.network)
        except OverflowError:
            return change(self.exactly())

    def remove(self, numbers: Collection[int]) -> None:
        """Remove the bounds with these numbers."""
        self.forget()
        self.network.remove(numbers)

    def take_out(self, numbers: range) -> None:
        """Remove the bounds with these numbers, and lower the numbers after them accordingly."""
        self.forget()
        self.network.remove(numbers, close_up=True)
        first, stop, fewer = numbers.start, numbers.stop, len(numbers)
        self.refusals = {
            k if k < first else k - fewer: frozenset(
                j if j < first else j - fewer for j in cycle if j < first or j >= stop
            )
            for k, cycle in self.refusals.items()
            if k < first or k >= stop
        }

    def loosen(self, x: int, y: int, number: int) -> None:
        """Let the bounds with this number from x to y be reached."""
        self.forget()
        self.network.loosen(x, y, number)

    def contradicting(self, arcs: Sequence[Arc], *, before: int | None = None) -> list[Arc] | None:
        """A cycle of negative weight that these new arcs close with the bounds numbered below
        ``before``, or with all; ``None`` if they all fit. It begins with the first new arc that
        does not fit with the new ones before it."""
        network = self.network
        points = list(dict.fromkeys(point for arc in arcs for point in (arc.x, arc.y)))
        position = {point: k for k, point in enumerate(points)}
        # Only the tightest paths among these few points count, and the new arcs between them.
        small = PythonNetwork(len(points))
        for (i, x), (j, y) in permutations(enumerate(points), 2):
            if (weight := network.tightest(x, y, before=before)) is not None:
                small.add([Arc(i, j, weight, -1)])
        for number, arc in enumerate(arcs):
            closing = Arc(position[arc.x], position[arc.y], arc.weight, number)
            if small.add([closing]):
                continue
            cycle = [arc]
            for x, y, _, number in small.path(closing.y, closing.x):
                if number >= 0:
                    cycle.append(arcs[number])
                else:
                    cycle += network.path(points[x], points[y], before=before)
            return cycle
        return None

    def bound(self, x: int, y: int) -> Bound | None:
        """The tightest bound of y - x in ticks; ``None`` if nothing bounds it."""
        weight = self._weight(x, y)
        return None if weight is None else bound_of(weight)

    def support(self, x: int, y: int) -> tuple[Bound | None, list[int]]:
        """The tightest bound of y - x in ticks, and the numbers of bounds that together give it."""
        found = self.network.support(x, y)
        return (None, []) if found is None else (bound_of(found[0]), found[1])

    def seconds(self, arc: Arc) -> tuple[Fraction, bool]:
        """The value of an arc in seconds, and whether it is strict."""
        value, reached = bound_of(arc.weight)
        return Fraction(value, self.ticks), not reached

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y"."""
        return label_of(self._weight(x, y), self._weight(y, x))

    def less(self, x: int, y: int, /) -> bool:
        """Whether x < y is entailed."""
        weight = self._weight(y, x)
        return weight is not None and weight < 0

    def less_equal(self, x: int, y: int, /) -> bool:
        """Whether x <= y is entailed."""
        weight = self._weight(y, x)
        return weight is not None and weight <= 0

    def mask(self, a: int, b: int, /) -> int:
        """The relations that can hold between the intervals (a, a+1) and (b, b+1)."""
        if any(p in self._rows and p + 1 in self._rows for p in (a, b)):
            points, weight = (a, a + 1, b, b + 1), self._weight
            return mask_of([[0 if x == y else weight(x, y) for y in points] for x in points])
        network = self.network
        before = network.work
        mask = network.mask(a, b)
        if network.work - before > 4 * network.long_search:
            self._note((a, a + 1, b, b + 1))
        return mask

    def _masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        if len(a) >= _MANY:
            self.compile_if_that_pays(len(a))
        return self.network.masks(a, b)

    def _matrix(self, starts: NDArray[np.int32]) -> NDArray[np.uint16]:
        import numpy as np

        count = len(starts)
        if count**2 >= _MANY:
            self.compile_if_that_pays(count**2)
        result = np.empty((count, count), np.uint16)
        rows = max(1, _MOST_PAIRS // max(1, count))
        for first in range(0, count, rows):
            sources = starts[first : first + rows]
            pairs = np.repeat(sources, count), np.tile(starts, len(sources))
            result[first : first + rows] = self.network.masks(*pairs).reshape(-1, count)
        return result

    def _weight(self, x: int, y: int) -> int | None:
        """The tightest weight of y - x."""
        if self._rows:
            rows = self._rows.get(x)
            if rows is not None:
                return rows[0].get(y)
            rows = self._rows.get(y)
            if rows is not None:
                return rows[1].get(x)
        network = self.network
        before = network.work
        weight = network.tightest(x, y)
        if network.work - before > network.long_search:
            self._note((x, y))
        return weight

    def _note(self, points: Iterable[int]) -> None:
        """Note that long searches were about these points; make rows of those asked about again."""
        self.compile_if_that_pays()
        for point in points:
            if point not in self._asked:
                self._asked.add(point)
            elif point not in self._rows:
                rows = self.network.row(point, 0), self.network.row(point, 1)
                self._kept += len(rows[0]) + len(rows[1])
                if self._kept > _MOST_KEPT:
                    self._rows.clear()
                    self._kept = len(rows[0]) + len(rows[1])
                self._rows[point] = rows

    def forget(self) -> None:
        """Forget all rows, since something changes."""
        if self._asked:
            self._asked.clear()
            self._rows.clear()
            self._kept = 0

    def compile_if_that_pays(self, questions: int = 0) -> None:
        """Go over to a compiled network, or begin to load the kernels, once that is worth it, by
        itself or for so many questions at once."""
        network, engine = self.network, self._engine
        if not isinstance(network, PythonNetwork):
            return
        steps = questions * _STEPS_PER_QUESTION
        seconds = steps * _SECONDS_PER_STEP if steps >= _WORK_WORTH_LOADING else None
        if DISTANCES.usable(engine, seconds):
            large = len(network) >= _POINTS_WORTH_COMPILED or network.work >= _WORK_WORTH_COMPILED
            if questions or large or engine.kernels == "always":
                from timegraph._metric.compiled import CompiledNetwork  # needs numba

                try:
                    self.network = CompiledNetwork.of(network)
                except OverflowError:
                    self._engine = _PYTHON  # as exact as Python's integers
        elif engine.kernels == "auto" and network.work >= _WORK_WORTH_LOADING:
            DISTANCES.start()

    def exactly(self) -> Network:
        """The network, with integers of any size from now on."""
        self._engine = _PYTHON
        network = self.network
        if not isinstance(network, PythonNetwork):
            self.network = PythonNetwork(len(network), network.arcs(), network.potential)
        return self.network
