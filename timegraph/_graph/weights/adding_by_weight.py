"""Adding links to graphs under "drop-lighter": at any time as if the heaviest had been added first.

The store has the links in that order, and what contradicts links before it is left out: so
everything else takes such a graph for one under "drop-link". A link that fits changes nothing else,
and one that heavier links contradict is left out. Else the lighter links that contradict it go, the
heaviest first; what was left out because of these is tried again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count

from timegraph._closure.growing.protocol import GrowingClosure
from timegraph._graph import adding, edits
from timegraph._graph.arguments import check_named
from timegraph._graph.closing import closed, growing_form
from timegraph._graph.state import GraphState
from timegraph._graph.weights.weighted_arcs import Rank, WeightedArcs, rank_of
from timegraph.links import AnyLink, ContradictionError, Link, PointLink

__all__ = ["add", "extend"]

_FEW = 16


def add(state: GraphState, link: AnyLink) -> GraphState:
    """The state with a link added by the policy of the graph; raises as
    :func:`timegraph._graph.adding.add` does, changing nothing."""
    if state.policy != "drop-lighter":
        adding.add(state, link)
        return state
    return extend(state, [link])[0]


def extend(
    state: GraphState, links: Sequence[AnyLink]
) -> tuple[GraphState, ContradictionError | None]:
    """The state with these links added, which were checked, and the error to raise; see
    :func:`timegraph._graph.edits.extend`."""
    if state.policy != "drop-lighter":
        return edits.extend(state, links)
    for link in links:
        check_named(link)
    simple = not state.store.bounds and all(isinstance(link, (Link, PointLink)) for link in links)
    if not simple or len(links) > _FEW:
        return _made_again(state, links), None
    store = state.store
    first = store.next_handle
    try:
        for link in links:
            _add(state, link)
    except BaseException:
        earlier = [k for k, handle in enumerate(store.handles) if handle < first]
        state.kept, state.closure = bytearray(), None
        again = edits.made_of(state, earlier, store.links[:], store.handles[:])
        for name in ("store", "kept", "closure", "current", "conflicts", "paths", "index", "arcs"):
            setattr(state, name, getattr(again, name))
        raise
    return state, None


def _made_again(state: GraphState, links: Sequence[AnyLink]) -> GraphState:
    """The state with many links, which wait to be closed."""
    store = state.store
    together = [*store.links, *links]
    handles = [*store.handles, *(n for n, _ in zip(count(store.next_handle), links, strict=False))]
    order = sorted(range(len(together)), key=lambda k: rank_of(together[k]))
    made = edits.made_of(state, order, together, handles)
    made.store.next_handle += len(links)
    return made


def _add(state: GraphState, link: AnyLink) -> None:
    """Add one link in its place, and decide on what that changes."""
    store = state.store
    number = bisect_right(store.links, rank_of(link), key=rank_of)
    if number == len(store.links):
        adding.append(state, link)
        return
    closed(state)
    arcs = state.arcs or WeightedArcs(store)
    state.arcs = None  # An interrupt leaves none that are half changed.
    arcs.follow(state.kept)
    adding.append(state, link)
    store.move_last(number)
    constraints = store.constraints_of_link(number)
    state.kept[constraints.start : constraints.start] = bytes(len(constraints))
    arcs.constraints += len(constraints)
    state.paths = state.index = state.current = None
    closure = growing_form(state, state.closure)
    assert closure is not None
    state.closure = closure
    _decide(state, closure, arcs, arcs.rank(number))
    state.current, state.arcs = closure, arcs
    state.conflicts = None if 0 in state.kept else []


def _decide(state: GraphState, closure: GrowingClosure, arcs: WeightedArcs, rank: Rank) -> None:
    """Decide on one link that is not in force, and on all that changes by that.

    Heaviest first: whatever is heavier than the link that is looked at stays as it is.
    """
    store, waiting = state.store, [rank]
    while waiting:
        rank = heappop(waiting)
        number = arcs.number(rank)
        own = store.constraints_of_link(number)
        constraints = [edits.constraint_of(state, k) for k in own]
        displaced: list[tuple[Rank, list[Rank]]] = []
        while not closure.try_add(constraints):
            chain = arcs.against(constraints, rank, closure.place)
            lightest = max(chain, default=rank)
            if lightest <= rank:
                arcs.explain(rank, chain)
                break
            displaced.append((lightest, chain))
            for released in _take_out(state, closure, arcs, lightest):
                heappush(waiting, released)
        else:
            state.kept[own.start : own.stop] = b"\1" * len(own)
            arcs.add(number, own)
        for lighter, chain in displaced:
            # All other links of the chain are heavier, and stay: what goes after it is lighter.
            arcs.explain(lighter, [rank, *(link for link in chain if link != lighter)])


def _take_out(
    state: GraphState, closure: GrowingClosure, arcs: WeightedArcs, rank: Rank
) -> set[Rank]:
    """Leave a link out that was in force; the lighter links that were left out for it."""
    constraints = state.store.constraints_of_link(arcs.number(rank))
    removed = [edits.constraint_of(state, k) for k in constraints]
    state.kept[constraints.start : constraints.stop] = bytes(len(constraints))
    edits.restore(state, closure, closure.remove(removed))
    return arcs.take_out(rank)
