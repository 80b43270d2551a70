"""Which points bounds connect, and what has changed there: union and find, with a stamp for each
component."""

from __future__ import annotations

from collections.abc import Iterable

from timegraph._metric.protocol import Arc

__all__ = ["Components"]


class Components:
    """Components of the points ``0 .. n-1``. The stamp of a component changes whenever two of its
    points are joined, and never when other points are."""

    __slots__ = ("_parent", "_stamps", "_time")

    def __init__(self, points: int, arcs: Iterable[Arc]) -> None:
        """The components that bounds make of the points."""
        self._parent = list(range(points))
        self._stamps = [0] * points
        self._time = 0
        for arc in arcs:
            self.join(arc.x, arc.y)

    def __len__(self) -> int:
        return len(self._parent)

    def resize(self, points: int) -> None:
        """Add points by themselves, or remove the last ones, which are joined with no others."""
        del self._parent[points:], self._stamps[points:]
        self._time += 1
        for point in range(len(self._parent), points):
            self._parent.append(point)
            self._stamps.append(self._time)

    def join(self, x: int, y: int) -> None:
        """Make one component of those of two points, with a new stamp."""
        x, y = self._root(x), self._root(y)
        if x < y:
            x, y = y, x
        # The first point is the root, so that removing the last ones leaves it.
        self._parent[x] = y
        self._time += 1
        self._stamps[y] = self._time

    def stamp(self, point: int) -> int:
        """The stamp of the component of a point."""
        return self._stamps[self._root(point)]

    def _root(self, point: int) -> int:
        parent = self._parent
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point
