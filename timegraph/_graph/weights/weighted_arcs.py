"""The constraints in force with the weights of their links, and what contradicts a further one.

Of all chains that contradict a constraint the search finds one whose lightest link is the heaviest:
nothing heavier than that link contradicts the constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Any, TypeAlias

from timegraph.links import AnyLink
from timegraph.points import EQUAL, LESS

__all__ = ["Rank", "WeightedArcs", "rank_of"]

Rank: TypeAlias = tuple[Any, ...]
"""Where a link stands: heaviest first, ties in the order of adding (by their handles)."""

_ALWAYS: Rank = (-1,)


def rank_of(link: AnyLink) -> Rank:
    """Links without a weight stand first, the others by their weights."""
    weight = getattr(link, "weight", None)
    return (0, 0) if weight is None else (1, -weight)


class WeightedArcs:
    """The arcs of the constraints in force of a :class:`timegraph._graph.store.Store`, each with
    the rank of its link."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._arcs: dict[int, list[tuple[Rank, int, bool]]] = {}
        self.constraints = 0
        """How many constraints these are made of, in force or not."""

    def rank(self, number: int) -> Rank:
        """The rank of a link, with its handle last."""
        return (*rank_of(self._store.links[number]), self._store.handles[number])

    def follow(self, kept: bytearray) -> None:
        """Take in the constraints that were decided on since."""
        store = self._store
        for k in range(self.constraints, len(kept)):
            if kept[k]:
                self.add(store.link_of[k], (k,))
        self.constraints = len(kept)

    def add(self, number: int, constraints: Iterable[int]) -> None:
        """Take constraints of a link into force."""
        store, rank = self._store, self.rank(number)
        for k in constraints:
            x, op, y = store.xs[k], store.ops[k], store.ys[k]
            self._arcs.setdefault(x, []).append((rank, y, op == LESS))
            if op == EQUAL:
                self._arcs.setdefault(y, []).append((rank, x, False))

    def remove(self, number: int) -> None:
        """Take a link out of force."""
        store, handle = self._store, self._store.handles[number]
        for k in store.constraints_of_link(number):
            for point in (store.xs[k], store.ys[k]):
                arcs = self._arcs.get(point, [])
                arcs[:] = [arc for arc in arcs if arc[0][-1] != handle]

    def against(
        self, constraints: Sequence[tuple[int, int, int]], place: Callable[[int], int]
    ) -> Rank:
        """The rank of the lightest link of the heaviest chain that contradicts one of the
        constraints (x, op, y); of no link where they contradict themselves. No chain leads to a
        point of a smaller ``place``. Raises ``LookupError`` if nothing contradicts them."""
        ranks = []
        for x, op, y in constraints:
            ranks.append(self._lightest(y, x, place, strict=op != LESS))
            if op == EQUAL:
                ranks.append(self._lightest(x, y, place, strict=True))
        found = [rank for rank in ranks if rank is not None]
        if not found:
            raise LookupError("nothing in force contradicts these constraints")
        return min(found)

    def _lightest(
        self, x: int, y: int, place: Callable[[int], int], *, strict: bool
    ) -> Rank | None:
        """The rank of the lightest link of the heaviest chain from x to y, ``None`` without one."""
        names, arcs = self._store.points, self._arcs
        goals = (2 * y + 1,) if strict else (2 * y, 2 * y + 1)
        waiting: list[tuple[Rank, int]] = [(_ALWAYS, 2 * x)]
        seen = set()
        last = place(y)
        while waiting:
            rank, state = heappop(waiting)
            if state in goals:
                return rank
            if state in seen:
                continue
            seen.add(state)
            point, flag = state >> 1, state & 1
            if place(point) > last:
                continue
            if names[point][1] == "start" and state + 2 | 1 not in seen:
                heappush(waiting, (rank, state + 2 | 1))
            for own, other, is_strict in arcs.get(point, ()):
                target = 2 * other + (flag | is_strict)
                if target not in seen:
                    heappush(waiting, (max(rank, own), target))
        return None
