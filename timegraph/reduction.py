"""All that a graph entails, and the fewest of its links that entail as much.

The closure of a convex point network is unique (Vilain, Kautz & van Beek 1989), a reduction of it
is not: :func:`reduced` leaves out, from the last link to the first, each that the others entail.
Since fewer links never entail more, none of the links that remain can be left out, either.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from timegraph._graph.closing import Related, closed, related
from timegraph._graph.store import GraphState
from timegraph._lazy import Later
from timegraph._pace import check
from timegraph.allen import AllenSet
from timegraph.links import AnyLink, DistanceConstraint, DistanceLink, PointConstraint, PointLink
from timegraph.points import EQUAL, LESS

if TYPE_CHECKING:
    from timegraph._metric import constraints
    from timegraph.graph import TimeGraph
else:
    constraints = Later("timegraph._metric.constraints")


_ALL = AllenSet.all().mask


def entailed(
    graph: TimeGraph, *, among: Iterable[Hashable] | None = None
) -> Iterator[tuple[Hashable, AllenSet, Hashable]]:
    """Every pair of entities with less than all 13 relations possible: ``(a, relations, b)``, where
    a comes before b in :attr:`TimeGraph.entities`, with exactly the relations that can hold.

    This takes time proportional to how many pairs there are; or, for those ``among`` some entities
    (``KeyError`` for an unknown one), to the square of how many these are. The pairs are those of
    the graph when the first of them is taken.
    """
    if among is None:
        yield from EntailedPairs(graph)
        return
    entities = set(among)
    with graph._reading() as state:
        mask, points = closed(state).mask, state.store.points
        starts = sorted({state.store.starts[entity] for entity in entities})
        pairs = [
            (points[start][0], possible, points[other][0])
            for start, other in combinations(starts, 2)
            if (possible := mask(start, other)) != _ALL
        ]
    for a, possible, b in pairs:
        yield a, AllenSet.from_mask(possible), b


class EntailedPairs:
    """What :func:`entailed` gives for a whole graph, found once: ``len()`` is the number of pairs,
    and iterating makes them one by one. Each takes six bytes.

    Raises :class:`TooManyPairs` if there are more than ``most``.
    """

    def __init__(self, graph: TimeGraph, most: int | None = None) -> None:
        with graph._reading() as state:
            found = related(state, most)
            points = state.store.points[:]
        if found is None:
            raise TooManyPairs(f"the graph entails more than {most:,} relations")
        self._rows: Related = found
        self._points = points

    def __len__(self) -> int:
        return sum(len(partners) for _, partners, _ in self._rows)

    def __iter__(self) -> Iterator[tuple[Hashable, AllenSet, Hashable]]:
        points, from_mask = self._points, AllenSet.from_mask
        for start, partners, masks in self._rows:
            check()
            a = points[start][0]
            for other, mask in zip(partners, masks, strict=True):
                yield a, from_mask(mask), points[other][0]


class TooManyPairs(ValueError):
    """A graph entails more relations than wanted."""


def in_force(graph: TimeGraph) -> Iterator[tuple[PointConstraint | DistanceConstraint, AnyLink]]:
    """The constraints in force, in the order in which they were added, each with its link."""
    with graph._reading() as state:
        closed(state)
        store = state.store
        numbers = [k for k, kept in enumerate(state.kept) if kept]
        listed = [(store.constraint(k), store.links[store.link_of[k]]) for k in numbers]
    yield from listed


def reduced(graph: TimeGraph, *, given: Iterable[Any] = ()) -> tuple[AnyLink, ...]:
    """Links of the graph, in their order, that entail all that the graph entails and of which
    none can be left out; which of several such sets is decided by file order, earlier links first.

    A link of which only some constraints are in force (``on_conflict="drop-constraint"``) is
    represented by a :class:`PointLink` (of a distance by a :class:`DistanceLink`) for each that is
    needed. Links from the sources
    ``given`` are axioms: they are not in the result, nor is what they entail.
    """
    sources = tuple(given)
    with graph._reading() as state:
        return _reduced(state, sources)


def _reduced(state: GraphState, sources: tuple[Any, ...]) -> tuple[AnyLink, ...]:
    closure, store = closed(state), state.store
    if store.bounds:
        return _reduced_with_distances(state, sources)
    arcs: list[list[tuple[int, bool, int]]] = [[] for _ in store.points]
    parts: list[tuple[list[int], AnyLink]] = []
    for numbers, link in _parts(state):
        if not any(link.source == source for source in sources):
            parts.append((numbers, link))
        for k in numbers:
            x, op, y = store.xs[k], store.ops[k], store.ys[k]
            arcs[x].append((y, op == LESS, k))
            if op == EQUAL:
                arcs[y].append((x, False, k))
    for start in store.starts.values():
        arcs[start].append((start + 1, True, -1))
    removed: set[int] = set()

    def reaches(x: int, y: int, strict: bool) -> bool:
        """Whether a path of what is left leads from x to y, with a strict step if need be."""
        seen = {(x, False)}
        queue = deque(seen)
        while queue:
            point, so_far = queue.popleft()
            if point == y and so_far >= strict:
                return True
            for target, is_strict, k in arcs[point]:
                reached = (target, so_far or is_strict)
                # What does not reach y in the whole closure does not with fewer links.
                if k not in removed and reached not in seen and closure.less_equal(target, y):
                    seen.add(reached)
                    queue.append(reached)
        return False

    needed = []
    for numbers, link in reversed(parts):
        check()
        removed.update(numbers)
        for k in numbers:
            x, op, y = store.xs[k], store.ops[k], store.ys[k]
            if not reaches(x, y, op == LESS) or (op == EQUAL and not reaches(y, x, False)):
                removed.difference_update(numbers)
                needed.append(link)
                break
    return tuple(reversed(needed))


def _parts(state: GraphState) -> Iterator[tuple[list[int], AnyLink]]:
    """What can be kept or left out as one: the constraints of a link that is wholly in force,
    else each of its constraints in force, with a link of its own."""
    store = state.store
    for number, link in enumerate(store.links):
        own = store.constraints_of_link(number)
        kept = [k for k in own if state.kept[k]]
        if not own:
            continue  # all 13 relations are possible
        if len(kept) == len(own):
            yield kept, link
            continue
        for k in kept:
            yield [k], _alone(store.constraint(k), link.source)


def _alone(constraint: PointConstraint | DistanceConstraint, source: Any) -> AnyLink:
    """One constraint as a link of its own."""
    x, y = constraint.x, constraint.y
    if isinstance(constraint, PointConstraint):
        return PointLink(x, constraint.op, y, source)
    return DistanceLink(x, y, None, constraint.value, source, less=constraint.strict)


def _reduced_with_distances(state: GraphState, sources: tuple[Any, ...]) -> tuple[AnyLink, ...]:
    """The same for a graph with distances: whether the others entail a link is asked of the network
    of all of their bounds."""
    store = state.store
    chosen = {k for k, kept in enumerate(state.kept) if kept}
    left: list[AnyLink] = []
    for numbers, link in reversed(list(_parts(state))):
        check()
        if any(link.source == source for source in sources):
            continue
        rest = chosen.difference(numbers)
        network = constraints.network_of(store, sorted(rest))
        assert network is not None
        if constraints.entails(store, network, numbers):
            chosen = rest
        else:
            left.append(link)
    return tuple(reversed(left))
