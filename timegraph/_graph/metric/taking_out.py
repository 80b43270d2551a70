"""Taking a link out of a graph with distances where it is."""

from __future__ import annotations

from timegraph._graph.metric.conventions import hold_again
from timegraph._graph.state import GraphState
from timegraph._metric.closure import MetricClosure

__all__ = ["take_out"]

# So many constraints before a link are looked at for points that are at least as new as its own.
_BACK = 500
_MOST_REMOVED = 1_000


def take_out(state: GraphState, number: int) -> bool:
    """Take out the link with this number, if the graph is then as if it had never been added.
    Returns whether it did; if not, nothing is changed.

    It is not so if links were left out since, which may come back, or if months were counted
    since from dates that may have come from the link. Points that the link was the first to name
    leave gaps (:attr:`timegraph._graph.store.Store.gaps`), as many as there are links at most.
    """
    store, kept, closure = state.store, state.kept, state.closure
    constraints = store.constraints_of_link(number)
    if (
        not isinstance(closure, MetricClosure)
        or not constraints
        or store.removed > max(_MOST_REMOVED, len(store.links))
        or len(kept) < len(store.xs)
        or len(closure) < len(store.points)
        or kept.find(0, constraints.start) >= 0
        or number <= store.last_steps
    ):
        return False
    # Points are numbered as they come: those below another one were there before it was.
    here, before = (
        slice(constraints.start, constraints.stop),
        slice(max(0, constraints.start - _BACK), constraints.start),
    )
    newest = max((*store.xs[here], *store.ys[here]))
    leaves_gaps = newest > max((*store.xs[before], *store.ys[before]), default=-1)
    closure.take_out(constraints)
    store.remove((number,), leaves_gaps=leaves_gaps)
    del kept[constraints.start : constraints.stop]
    state.paths = state.index = state.past = None
    hold_again(state, closure)
    state.current = closure
    return True
