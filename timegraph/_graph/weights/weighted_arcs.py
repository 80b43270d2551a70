"""The constraints in force with the weights of their links, and why links were left out.

Of all chains that contradict a link the search finds one of heavier links, if there is one, else
one whose lightest link is the heaviest. A link that was left out rests on such a chain: while all
of that is in force, nobody has to look at the link again.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Any, TypeAlias

from timegraph.links import AnyLink
from timegraph.points import EQUAL, LESS

__all__ = ["Rank", "WeightedArcs", "rank_of"]

Rank: TypeAlias = tuple[Any, ...]
"""Where a link stands: heaviest first, ties in the order of adding (by their handles)."""


def rank_of(link: AnyLink) -> Rank:
    """Links without a weight stand first, the others by their weights."""
    weight = getattr(link, "weight", None)
    return (0, 0) if weight is None else (1, -weight)


class WeightedArcs:
    """The arcs of the constraints in force of a :class:`timegraph._graph.store.Store`, heaviest
    first, and the chains that the links left out rest on; links go by their ranks."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._arcs: dict[int, list[tuple[Rank, int, bool]]] = {}
        self.constraints = 0
        """How many constraints these are made of, in force or not."""
        self._chains: dict[Rank, Sequence[Rank]] = {}
        self._resting: dict[Rank, set[Rank]] = {}
        """By a link in force, the links left out whose chain has it."""
        self._unexplained: set[Rank] = set()
        """Links left out whose chain nobody looked for."""

    def rank(self, number: int) -> Rank:
        """The rank of a link, with its handle last."""
        return (*rank_of(self._store.links[number]), self._store.handles[number])

    def number(self, rank: Rank) -> int:
        """The number of the link with this rank."""
        return bisect_left(range(len(self._store.links)), rank, key=self.rank)

    def follow(self, kept: bytearray) -> None:
        """Take in the constraints that were decided on since."""
        for k in range(self.constraints, len(kept)):
            number = self._store.link_of[k]
            if kept[k]:
                self.add(number, (k,))
            else:
                self._unexplained.add(self.rank(number))
        self.constraints = len(kept)

    def add(self, number: int, constraints: Iterable[int]) -> None:
        """Take constraints of a link into force."""
        store, rank = self._store, self.rank(number)
        for k in constraints:
            x, op, y = store.xs[k], store.ops[k], store.ys[k]
            insort(self._arcs.setdefault(x, []), (rank, y, op == LESS))
            if op == EQUAL:
                insort(self._arcs.setdefault(y, []), (rank, x, False))

    def explain(self, rank: Rank, chain: Sequence[Rank]) -> None:
        """Note that a link was left out because of a chain of heavier links in force."""
        self._chains[rank] = chain
        for other in chain:
            self._resting.setdefault(other, set()).add(rank)

    def take_out(self, rank: Rank) -> set[Rank]:
        """Take a link out of force. Returns the links left out that may agree with the rest by
        that; they rest on nothing from then on."""
        store = self._store
        for k in store.constraints_of_link(self.number(rank)):
            for point in (store.xs[k], store.ys[k]):
                arcs = self._arcs.get(point, [])
                first = bisect_left(arcs, (rank,))
                while first < len(arcs) and arcs[first][0] == rank:
                    del arcs[first]
        released = self._resting.pop(rank, set())
        for other in released:
            for member in self._chains.pop(other):
                if member != rank:
                    self._resting[member].discard(other)
        lighter = {other for other in self._unexplained if other > rank}
        self._unexplained -= lighter
        return released | lighter

    def against(
        self, constraints: Sequence[tuple[int, int, int]], rank: Rank, place: Callable[[int], int]
    ) -> list[Rank]:
        """The links of a chain that contradicts one of the constraints (x, op, y): of links heavier
        than ``rank`` if there is one, else the chain whose lightest link is the heaviest; none if
        they contradict themselves. No chain leads to a point of a smaller ``place``. Raises
        ``LookupError`` if nothing contradicts them."""
        best: list[Rank] | None = None
        for x, op, y in constraints:
            ways = [(y, x, op != LESS), (x, y, True)]
            for first, last, strict in ways if op == EQUAL else ways[:1]:
                chain = self._chain(first, last, rank, place, strict=strict)
                if chain is not None and (not chain or max(chain) < rank):
                    return chain
                if chain is not None and (best is None or max(chain) < max(best)):
                    best = chain
        if best is None:
            raise LookupError("nothing in force contradicts these constraints")
        return best

    def _chain(
        self, x: int, y: int, heavy: Rank, place: Callable[[int], int], *, strict: bool
    ) -> list[Rank] | None:
        """The shortest chain from x to y of links heavier than ``heavy``, else the chain whose
        lightest link is the heaviest; ``None`` without one.

        State ``2 * p + 1`` is point p, reached with a strict step. Arcs that are not lighter than
        the lightest one so far are free; of the others the heaviest comes first.
        """
        names, last = self._store.points, place(y)
        goals = (2 * y + 1,) if strict else (2 * y, 2 * y + 1)
        came: dict[int, tuple[int, Rank | None]] = {2 * x: (-1, None)}
        reached, lighter = deque([2 * x]), list[tuple[Rank, int, int]]()
        while reached or lighter:
            if reached:
                state, at = reached.popleft(), 0
            else:
                heavy, state, at = heappop(lighter)
            point, flag = state >> 1, state & 1
            if state in goals:
                return _links_on(came, state)
            if not at:
                if place(point) > last:
                    continue
                if names[point][1] == "start" and state + 2 | 1 not in came:
                    came[state + 2 | 1] = state, None
                    reached.append(state + 2 | 1)
            arcs = self._arcs.get(point, ())
            while at < len(arcs) and arcs[at][0] <= heavy:
                rank, other, is_strict = arcs[at]
                target = 2 * other + (flag | is_strict)
                if target not in came and target | 1 not in came:
                    came[target] = state, rank
                    reached.append(target)
                at += 1
            if at < len(arcs):
                heappush(lighter, (arcs[at][0], state, at))
        return None


def _links_on(came: dict[int, tuple[int, Rank | None]], state: int) -> list[Rank]:
    """The links on the way to a state, each once."""
    ranks: dict[Rank, None] = {}
    while state >= 0:
        state, rank = came[state]
        if rank is not None:
            ranks[rank] = None
    return list(ranks)
