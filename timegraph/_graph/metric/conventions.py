"""Bounds that hold by convention: strict at the end of a period, unless that contradicts a link.

A convention only makes a bound strict. So it takes part in a contradiction iff its bound lies on a
cycle of weight 0, and then every convention on that cycle does, whatever the others do: which of
them hold depends on no order. They are in the network as strict bounds; one that is in the way of a
link gives way, and is tried again when links are taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph._metric.closure import MetricClosure
from timegraph._metric.protocol import Arc
from timegraph._metric.weights import SCALE, weight_of
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS

__all__ = ["add_in_their_place", "arcs_of", "hold_again", "interval_arc", "needed", "weaken_all"]

_START_BEFORE_END = -1
"""The number of the bounds that no constraint says."""


def interval_arc(start: int) -> Arc:
    """The bound that an interval starts before it ends."""
    return Arc(start + 1, start, weight_of(0, strict=True), _START_BEFORE_END)


def arcs_of(store: Store, k: int, closure: MetricClosure, *, certain: bool = False) -> list[Arc]:
    """Constraint ``k`` as arcs: one, or two where it says that points are equal. What is
    ``certain`` leaves out that it is strict by convention."""
    x, op, y = store.xs[k], store.ops[k], store.ys[k]
    if op in (AT_MOST, BELOW):
        strict = op == BELOW and not (certain and store.by_convention(k))
        return [Arc(x, y, closure.weight(store.bounds[k], strict=strict), k)]
    # x < y: the distance from y to x is below 0.
    arcs = [Arc(y, x, weight_of(0, strict=op == LESS), k)]
    return [*arcs, Arc(x, y, 0, k)] if op == EQUAL else arcs


def needed(store: Store, cycle: Iterable[Arc]) -> list[int]:
    """The conventions on a cycle of negative weight, if it is negative by them alone."""
    arcs = list(cycle)
    strict = [arc.number for arc in arcs if arc.weight % SCALE and store.by_convention(arc.number)]
    return strict if sum(arc.weight for arc in arcs) + len(strict) >= 0 else []


def add_in_their_place(store: Store, closure: MetricClosure, numbers: Sequence[int]) -> bool:
    """Add constraints that do not fit, if only conventions contradict them, which give way; else
    nothing changes. Returns whether they were added."""
    gave_way: list[int] = []
    while True:
        arcs = [arc for k in numbers for arc in arcs_of(store, k, closure)]
        cycle = closure.contradicting(arcs)
        if cycle is None:
            break
        in_the_way = needed(store, cycle)
        for k in in_the_way:
            store.ops[k] = AT_MOST
            if k not in numbers:
                closure.remove((k,))
                closure.add(arcs_of(store, k, closure))
        gave_way += in_the_way
        if not in_the_way:
            _hold(store, closure, (k for k in gave_way if k not in numbers))
            return False
    if not closure.add(arcs):
        raise AssertionError("constraints that contradict nothing do not fit")
    store.gave_way = True
    _hold(store, closure, gave_way)
    return True


def hold_again(state: GraphState, closure: MetricClosure) -> None:
    """Put the conventions that gave way into force which nothing contradicts any more."""
    store, kept = state.store, state.kept
    if store.gave_way:
        weak = [k for k in store.bounds if k < len(kept) and kept[k] and store.ops[k] == AT_MOST]
        _hold(store, closure, filter(store.by_convention, weak))


def weaken_all(store: Store) -> None:
    """Let all conventions give way."""
    store.gave_way = True
    for k in filter(store.by_convention, store.bounds):
        store.ops[k] = AT_MOST


def _hold(store: Store, closure: MetricClosure, numbers: Iterable[int]) -> None:
    """Put these conventions into force, as far as they fit. Beside a strict bound the same one that
    is not strict says nothing."""
    for k in numbers:
        store.ops[k] = BELOW
        if not closure.add(arcs_of(store, k, closure)):
            store.ops[k] = AT_MOST
