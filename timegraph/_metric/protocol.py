"""A simple temporal network: what its two implementations have in common.

Bounds ``y - x <= w`` are the arcs ``x -> y`` of a graph (Dechter, Meiri & Pearl 1991, Temporal
constraint networks): a shortest path is the tightest bound that they entail, and they contradict
each other iff a cycle has a negative weight. Weights are those of :mod:`timegraph._metric.weights`.

:class:`timegraph._metric.network.PythonNetwork` needs no compiler;
:class:`timegraph._metric.compiled.CompiledNetwork` is for large networks. Both answer alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Arc", "Network", "Weights"]


class Arc(NamedTuple):
    """The bound ``y - x <= weight``; ``number`` is whatever the caller knows it by."""

    x: int
    y: int
    weight: int
    number: int


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

    cycle: list[Arc]
    """A cycle of negative weight that the bounds that were refused last would have closed."""

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
    def remove(self, numbers: Collection[int], *, close_up: bool = False) -> None:
        """Remove the bounds with these numbers; the others still agree. Where these follow each
        other, and ``close_up``, the numbers after them are lowered accordingly."""

    @abstractmethod
    def loosen(self, x: int, y: int, number: int) -> None:
        """Let the bounds with this number from x to y be reached."""

    @abstractmethod
    def row(self, point: int, side: int = 0) -> dict[int, int]:
        """The tightest weight of ``y - point`` for every point y that has one, or for side 1 that
        of ``point - y``."""

    @abstractmethod
    def tightest(self, x: int, y: int, *, before: int | None = None) -> int | None:
        """The tightest weight of ``y - x``; ``None`` if nothing bounds it."""

    def among(self, points: Sequence[int], *, before: int | None = None) -> Weights:
        """The tightest weights between a few points."""
        return [[self.tightest(x, y, before=before) for y in points] for x in points]

    @abstractmethod
    def matrix(self, points: Sequence[int]) -> NDArray[np.int64]:
        """For each two of some points whether the distance from the first to the second is bounded,
        by how many ticks at most, and how many strict bounds add up to that. Raises
        ``OverflowError`` for what does not fit into 64 bits."""

    @abstractmethod
    def support(self, x: int, y: int) -> tuple[int, list[int]] | None:
        """The tightest weight of ``y - x``, and the numbers of bounds that together give it;
        ``None`` if nothing bounds it."""

    @abstractmethod
    def mask(self, a: int, b: int) -> int:
        """The relations that can hold between the intervals (a, a+1) and (b, b+1)."""

    @abstractmethod
    def masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        """:meth:`mask` for many pairs."""

    @abstractmethod
    def path(self, x: int, y: int, *, before: int | None = None) -> list[Arc]:
        """The bounds, in order from x to y, that together give the tightest weight of ``y - x``.

        Of several such paths one with the fewest bounds, and of these the one whose numbers come
        first: it depends on nothing but the bounds. Raises ``LookupError`` if nothing bounds the
        distance.
        """
