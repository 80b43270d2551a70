"""A simple temporal network: what its two implementations have in common.

Bounds ``y - x <= w`` are the arcs ``x -> y`` of a graph (Dechter, Meiri & Pearl 1991, Temporal
constraint networks): a shortest path is the tightest bound that they entail, and they contradict
each other iff a cycle has a negative weight. Weights are those of :mod:`timegraph._metric.weights`.

:class:`timegraph._metric.network.PythonNetwork` needs no compiler;
:class:`timegraph._metric.compiled.CompiledNetwork` is for large networks. Both answer alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Arc", "Network", "Row", "Weights"]


class Arc(NamedTuple):
    """The bound ``y - x <= weight``; ``number`` is whatever the caller knows it by."""

    x: int
    y: int
    weight: int
    number: int


class Row(Protocol):
    """The tightest weight of each point from one point, as far as something bounds it."""

    def __len__(self) -> int: ...

    def get(self, point: int, /) -> int | None:
        """The weight of one point; ``None`` if nothing bounds it."""


Weights = list[list[int | None]]
"""In row i and column j the tightest weight from the i-th to the j-th of some points."""


class Network(ABC):
    """Consistent bounds between the points ``0 .. n-1``.

    Questions with ``before`` are about the bounds whose numbers are below it. Whoever adds bounds
    with growing numbers can so ask about the past.
    """

    __slots__ = ()

    long_search: ClassVar[int]
    """Searches that visit more points than this take longer than to look into a row."""

    work: int
    """How many points all searches have visited so far."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of points."""

    @abstractmethod
    def copy(self) -> Network:
        """An independent copy."""

    @abstractmethod
    def arcs(self) -> Iterator[Arc]:
        """All bounds."""

    @property
    @abstractmethod
    def potential(self) -> list[int]:
        """A weight for each point; read as times, they satisfy every bound."""

    @abstractmethod
    def grow(self, points: int) -> None:
        """Add points without bounds, up to ``points`` in all."""

    @abstractmethod
    def shrink(self, points: int) -> None:
        """Remove all but the first ``points``; the others may have bounds among themselves."""

    @abstractmethod
    def scale(self, factor: int) -> None:
        """Multiply all values, as if ticks became so many times shorter."""

    @abstractmethod
    def add(self, arcs: Sequence[Arc]) -> bool:
        """Add bounds, all or none. Returns whether they agree with the others."""

    @abstractmethod
    def remove(self, numbers: Container[int]) -> None:
        """Remove the bounds with these numbers; the others still agree."""

    @abstractmethod
    def take_out(self, numbers: range) -> None:
        """Remove the bounds with these numbers, and lower the numbers after them accordingly."""

    @abstractmethod
    def arcs_at(self, point: int, side: int) -> Iterator[Arc]:
        """The bounds from a point, or for side 1 those to it."""

    @abstractmethod
    def row(self, point: int, side: int = 0, *, before: int | None = None) -> Row:
        """The tightest weight of ``y - point`` for every point y that has one, or for side 1 that
        of ``point - y``."""

    @abstractmethod
    def tightest(self, x: int, y: int) -> int | None:
        """The tightest weight of ``y - x``; ``None`` if nothing bounds it."""

    @abstractmethod
    def among(self, points: Sequence[int], *, before: int | None = None) -> Weights:
        """The tightest weights between a few points."""

    @abstractmethod
    def mask(self, a: int, b: int) -> int:
        """The relations that can hold between the intervals (a, a+1) and (b, b+1)."""

    @abstractmethod
    def masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        """:meth:`mask` for many pairs."""

    def path(self, x: int, y: int, *, before: int | None = None) -> list[Arc]:
        """The bounds, in order from x to y, that together give the tightest weight of ``y - x``.

        Of several such paths one with the fewest bounds, and of these the one whose numbers come
        first: it depends on nothing but the bounds. Raises ``LookupError`` if nothing bounds the
        distance.
        """
        row = self.row(x, before=before)
        if row.get(y) is None:
            raise LookupError(f"nothing bounds point {y} from point {x}")

        def tight(point: int, side: int) -> Iterator[Arc]:
            for arc in self.arcs_at(point, side):
                start = row.get(arc.x)
                if start is None or (before is not None and arc.number >= before):
                    continue
                if start + arc.weight == row.get(arc.y):
                    yield arc

        # How many tight bounds there are from a point to y.
        steps, waiting = {y: 0}, deque([y])
        while x not in steps:
            point = waiting.popleft()
            for arc in tight(point, 1):
                if arc.x not in steps:
                    steps[arc.x] = steps[point] + 1
                    waiting.append(arc.x)
        path: list[Arc] = []
        while x != y:
            on_the_way = (arc for arc in tight(x, 0) if steps.get(arc.y) == steps[x] - 1)
            path.append(min(on_the_way, key=lambda arc: (arc.number, arc.y)))
            x = path[-1].y
        return path
