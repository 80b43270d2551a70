"""Adding links to graphs under "drop-lighter": at any time as if the heaviest had been added first.

The store has the links in that order, and what contradicts links before it is left out: so
everything else takes such a graph for one under "drop-link". A link that fits changes nothing else,
and one that heavier links contradict is left out. Else the lighter links that contradict it go, the
heaviest first; what these had kept out is tried again.
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
from timegraph._graph.weights.weighted_arcs import WeightedArcs, rank_of
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
        own = [k for k, handle in enumerate(store.handles) if handle < first]
        state.kept, state.closure = bytearray(), None
        again = edits.made_of(state, own, store.links[:], store.handles[:])
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
    own = store.constraints_of_link(number)
    state.kept[own.start : own.start] = bytes(len(own))
    arcs.constraints += len(own)
    state.paths = state.index = state.current = None
    closure = growing_form(state, state.closure)
    assert closure is not None
    state.closure = closure
    _decide(state, closure, arcs, number)
    state.current, state.arcs = closure, arcs
    state.conflicts = None if 0 in state.kept else []


def _decide(state: GraphState, closure: GrowingClosure, arcs: WeightedArcs, number: int) -> None:
    """Decide on one link that is not in force, and on all that changes by that.

    Heaviest first: whatever is heavier than the link that is looked at stays as it is.
    """
    store, waiting = state.store, [number]
    while waiting:
        number = heappop(waiting)
        own = store.constraints_of_link(number)
        if state.kept[own.start]:
            continue  # it waited twice
        constraints = [edits.constraint_of(state, k) for k in own]
        fits = closure.try_add(constraints)
        while not fits:
            lightest = arcs.against(constraints, closure.place)
            if lightest < arcs.rank(number):
                break
            for k in _take_out(state, closure, arcs, store.number_of(lightest[-1])):
                heappush(waiting, k)
            fits = closure.try_add(constraints)
        if fits:
            state.kept[own.start : own.stop] = b"\1" * len(own)
            arcs.add(number, own)


def _take_out(
    state: GraphState, closure: GrowingClosure, arcs: WeightedArcs, number: int
) -> set[int]:
    """Leave a link out that was in force; the lighter links that may have been left out for it."""
    store, kept = state.store, state.kept
    own = store.constraints_of_link(number)
    removed = [edits.constraint_of(state, k) for k in own]
    columns = store.xs, store.ops, store.ys
    released = {store.link_of[k] for k in closure.depending(removed, columns, kept, own.stop)}
    kept[own.start : own.stop] = bytes(len(own))
    edits.restore(state, closure, closure.remove(removed))
    arcs.remove(number)
    return released
