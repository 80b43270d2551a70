"""Which points are near each other, so that a search for short cycles looks only where one is.

For each point, the points that so many link steps lead to are one whole number, a bit for each of
them. One step further are those of its neighbours, joined. So the whole of a graph is looked at in
about the time of a few searches from single points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["Nearness"]

_MOST_POINTS = 5_000
"""Of more points that can lie on a cycle together the bits would take too much memory."""

_KEPT = 16
"""Numbers of steps of which the bits are kept, besides the last two."""

_EVERY = -1
"""All bits."""

_JOINED_IN_A_STEP = 4
_BITS = 4_096
"""So many whole numbers, of so many bits, are joined in less than a microsecond."""


class Nearness:
    """Which points can be reached by so many link steps; the way from start to end is free.

    ``component`` has a representative of each point, the same for points that a cycle may join;
    ``ends`` the end of each start, -1 for other points; ``arcs`` the points that a link step leads
    to from each point. Only points of one component are distinguished, and none in very large ones:
    there every point counts as near.
    """

    def __init__(
        self, component: Sequence[int], ends: Sequence[int], arcs: Sequence[Iterable[int]]
    ) -> None:
        sizes: dict[int, int] = {}
        self.place: list[int] = []
        """The number of the bit that stands for each point."""
        for group in component:
            self.place.append(sizes.get(group, 0))
            sizes[group] = self.place[-1] + 1
        self.steps = 0
        """Link steps gone so far."""
        self._starts: list[tuple[int, int, tuple[int, ...]]] = []
        self._others: list[tuple[int, tuple[int, ...]]] = []
        row = [_EVERY if sizes[group] > _MOST_POINTS else 0 for group in component]
        joined = 0
        for point, group in enumerate(component):
            if row[point] == _EVERY:
                continue
            row[point] = 1 << self.place[point]
            end = ends[point]
            others = tuple({other for other in arcs[point] if component[other] == group})
            if end >= 0 and component[end] == group:
                self._starts.append((point, end, others))
            elif others:
                self._others.append((point, others))
            joined += (len(others) + 1) * (1 + sizes[group] // _BITS)
        self.cost = 1 + joined // _JOINED_IN_A_STEP
        """About how many microseconds one more link step takes."""
        for start, end, _ in self._starts:
            row[start] |= row[end]
        self._every = [_EVERY] * len(row)
        self._before = self._last = row
        self._kept = [row]

    def go_on(self) -> None:
        """Go one link step further; at first only those points are near that take none."""
        old, new = self._last, self._last.copy()
        for point, others in self._others:
            near = old[point]
            for other in others:
                near |= old[other]
            new[point] = near
        for point, end, others in self._starts:
            near = old[point] | new[end]
            for other in others:
                near |= old[other]
            new[point] = near
        self.steps += 1
        self._before, self._last = old, new
        if len(self._kept) < _KEPT:
            self._kept.append(new)

    def rows(self, steps: int) -> Sequence[int]:
        """For each point, the bits of all points that at most so many link steps lead to, perhaps
        of further ones where that is not known."""
        if steps < len(self._kept):
            return self._kept[steps]
        if steps > self.steps:
            return self._every
        return self._before if steps == self.steps - 1 else self._last

    def near(self, x: int, y: int, steps: int) -> bool:
        """Whether at most so many link steps lead from x to y."""
        return bool(self.rows(steps)[x] >> self.place[y] & 1)
