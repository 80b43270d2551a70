"""What links and distances entail together: tightest bounds, labels and relations.

One network holds everything: that an interval starts before it ends, the constraints of links, and
the bounds. A label is read from the tightest bounds both ways; a relation between intervals needs
all bounds among their four points (:mod:`timegraph._metric.relations`).

A question searches the network around the points that it is about. A point that is asked about
again, while nothing is added to its component, gets a row of all its tightest bounds, so that
further questions about it cost a look.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from fractions import Fraction
from math import lcm

from timegraph._closure.protocol import Closure
from timegraph._metric.components import Components
from timegraph._metric.cycles import closed_cycle
from timegraph._metric.network import PythonNetwork
from timegraph._metric.protocol import Arc, Network, Row, Weights
from timegraph._metric.relations import possible
from timegraph._metric.weights import Bound, bound_of, weight_of
from timegraph.points import EQ, GE, GT, LE, LT, NONE, mask_of_labels

__all__ = ["MetricClosure"]

# How many bounds the rows that are kept may have in all: some 100 MB.
_MOST_KEPT = 1_000_000


class MetricClosure(Closure):
    """Consistent bounds between the points ``0 .. n-1``.

    ``ticks`` is the number of ticks in a second: every value in the network is a whole number of
    them. ``network`` is one that is there already.
    """

    eager = True
    __slots__ = ("_asked", "_components", "_kept", "_network", "_rows", "ticks")

    def __init__(self, ticks: int = 1, network: Network | None = None) -> None:
        self._network: Network = PythonNetwork() if network is None else network
        # Made when a row is first kept.
        self._components: Components | None = None
        self.ticks = ticks
        # By point and side: a row and the stamp of its component then; when it was asked about.
        self._rows: dict[int, tuple[int, Row | None]] = {}
        self._asked: dict[int, int] = {}
        self._kept = 0

    def __len__(self) -> int:
        return len(self._network)

    @staticmethod
    def ticks_for(values: Iterable[Fraction]) -> int:
        """The fewest ticks in a second such that every value is a whole number of them."""
        return lcm(*{value.denominator for value in values})

    def weight(self, value: Fraction, *, strict: bool) -> int:
        """The weight of a bound in seconds, of which :attr:`ticks` must be a multiple."""
        return weight_of(value.numerator * (self.ticks // value.denominator), strict=strict)

    def copy(self) -> MetricClosure:
        """An independent copy."""
        return MetricClosure(self.ticks, self._network.copy())

    @property
    def network(self) -> Network:
        """The network that holds the bounds."""
        return self._network

    def use(self, network: Network) -> None:
        """Go on with another network of the same bounds."""
        self._network = network

    def refine(self, ticks: int) -> None:
        """Make ticks shorter: so many in a second, a multiple of what they were."""
        factor = ticks // self.ticks
        if factor != 1:
            try:
                self._network.scale(factor)
            except OverflowError:
                self._exactly().scale(factor)
            self.ticks = ticks
            self._forget()

    def grow(self, points: int) -> None:
        """Add points of which nothing is known, up to ``points`` in all."""
        if points > len(self):
            try:
                self._network.grow(points)
            except OverflowError:
                self._exactly().grow(points)
            if self._components is not None:
                self._components.resize(points)

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Forget all but the first ``points``."""
        self._network.shrink(points)
        if self._components is not None:
            self._components.resize(points)
        for table in (self._rows, self._asked):
            for key in [key for key in table if key >= 2 * points]:
                del table[key]
        return True

    def add(self, arcs: Sequence[Arc]) -> bool:
        """Add bounds, all or none; whether they agree with the others."""
        try:
            fits = self._network.add(arcs)
        except OverflowError:
            fits = self._exactly().add(arcs)
        if fits and self._components is not None:
            for arc in arcs:
                self._components.join(arc.x, arc.y)
        return fits

    def connect(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Note that the network got bounds between these points, other than by :meth:`add`."""
        if self._components is not None:
            if len(pairs) > len(self) >> 2:
                self._forget()
            else:
                for x, y in pairs:
                    self._components.join(x, y)

    def remove(self, numbers: Container[int]) -> None:
        """Remove the bounds with these numbers."""
        self._network.remove(numbers)
        self._forget()

    def take_out(self, numbers: range, point: int) -> None:
        """Remove the bounds with these numbers, which are about the component of a point, and lower
        the numbers after them accordingly."""
        self._network.take_out(numbers)
        if self._components is not None:
            self._components.join(point, point)

    def contradicting(self, arcs: Sequence[Arc], *, before: int | None = None) -> list[Arc] | None:
        """The cycle that these arcs close with the bounds numbered below ``before``
        (:func:`timegraph._metric.cycles.closed_cycle`); ``None`` if they agree."""
        return closed_cycle(self._network, arcs, before=before)

    def bound(self, x: int, y: int) -> Bound | None:
        """The tightest bound of y - x in ticks; ``None`` if nothing bounds it."""
        weight = self._weight(x, y)
        return None if weight is None else bound_of(weight)

    def path(self, x: int, y: int) -> list[Arc]:
        """The arcs that give the tightest bound of y - x. Raises ``LookupError`` if nothing
        bounds it."""
        return self._network.path(x, y)

    def seconds(self, arc: Arc) -> tuple[Fraction, bool]:
        """The value of an arc in seconds, and whether it is strict."""
        value, reached = bound_of(arc.weight)
        return Fraction(value, self.ticks), not reached

    def potential(self) -> list[int]:
        """One possible time for each point, as weights (:mod:`timegraph._metric.weights`)."""
        return self._network.potential

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y"."""
        (_, down), (up, _) = self._weights((x, y))  # bounds of y - x and of x - y
        return _label(down, up)

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
        tightest = self._weights((a, a + 1, b, b + 1))
        among = mask_of_labels(
            *(_label(tightest[i][j], tightest[j][i]) for i in (0, 1) for j in (2, 3))
        )
        return possible(tightest, among)

    def _weight(self, x: int, y: int) -> int | None:
        """The tightest weight of y - x."""
        row = self._row(x, 0)
        if row is not None:
            return row.get(y)
        column = self._row(y, 1)
        if column is not None:
            return column.get(x)
        return self._network.tightest(x, y)

    def _weights(self, points: Sequence[int]) -> Weights:
        """The tightest weights between a few points."""
        rows = [self._row(point, 0) for point in points]
        known = [row for row in rows if row is not None]
        if len(known) == len(rows):
            return [[row.get(point) for point in points] for row in known]
        return self._network.among(points)

    def _row(self, point: int, side: int) -> Row | None:
        """The row of a point (or, for side 1, the bounds of its distance from each other point),
        unless it is asked about for the first time since something was added."""
        key = 2 * point + side
        components = self._components
        if components is None:
            components = self._components = Components(len(self), self._network.arcs())
        stamp = components.stamp(point)
        made, row = self._rows.get(key, _NO_ROW)
        if made == stamp:
            return row
        if self._asked.get(key) != stamp:
            self._asked[key] = stamp
            return None
        new = self._network.row(point, side)
        self._kept += len(new) - (0 if row is None else len(row))
        if self._kept > _MOST_KEPT:
            self._rows.clear()
            self._kept = len(new)
        self._rows[key] = stamp, new
        return new

    def _forget(self) -> None:
        """Forget all rows, and with their stamps the components."""
        self._rows.clear()
        self._asked.clear()
        self._kept = 0
        self._components = None

    def _exactly(self) -> Network:
        """The network, with integers of any size from now on."""
        if not isinstance(self._network, PythonNetwork):
            self._network = PythonNetwork.of(self._network)
        return self._network


_NO_ROW: tuple[int, Row | None] = (-1, None)


def _label(down: int | None, up: int | None) -> int:
    """What is known of "x ? y", by the tightest weights of y - x and of x - y."""
    if up is not None and up <= 0:
        if up == 0 == down:
            return EQ
        return LT if up < 0 else LE
    if down is not None and down <= 0:
        return GT if down < 0 else GE
    return NONE
