"""Deciding what of a graph with distances is in force, in file order, and taking links out of it.

Everything is one network of bounds: a link contradicts those before it iff its bounds close a cycle
of negative weight with theirs. Bounds are added to the network as they come; nothing that is there
is closed again. Small networks are pure Python, large ones compiled, as the engine says. What is
left out is known by the numbers of such a cycle; it can come back only when one of them is taken
out.

Conventions (:mod:`timegraph._metric.constraints`) are in the network as strict bounds; one that is
in the way of a link gives way, and is tried again when links are taken out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from math import lcm
from typing import TYPE_CHECKING

from timegraph._compiled import Engine
from timegraph._graph.arguments import distances_usable
from timegraph._graph.store import GraphState, Store
from timegraph._lazy import Later
from timegraph._metric.closure import MetricClosure
from timegraph._metric.constraints import arcs_of, certainly_contradicting, grow, needed, network_of
from timegraph._metric.network import Arc, PythonNetwork
from timegraph.points import AT_MOST, BELOW

if TYPE_CHECKING:
    from timegraph._metric import compiled
else:
    compiled = Later("timegraph._metric.compiled")

# Kernels that are loaded pay from some thousand constraints on. To close so many in Python takes as
# long as loading them.
_KERNELS_PAY_FROM = 100_000
_LOADED_KERNELS_PAY_FROM = 2_000
_SECONDS_PER_CONSTRAINT = 5e-6
# From so many constraints on they are handed to kernels as arrays.
_MANY = 16
# So many constraints before a link are looked at for points that are at least as new as its own.
_BACK = 500
_MOST_REMOVED = 1_000


def decide(state: GraphState) -> MetricClosure:
    """Decide on the constraints that wait, link by link, and return the closure."""
    store, first = state.store, len(state.kept)
    closure = state.closure
    if isinstance(closure, MetricClosure):
        new = takewhile(lambda k: k >= first, reversed(store.bounds))
        closure.refine(lcm(closure.ticks, *(store.bounds[k].denominator for k in new)))
        closure.compile_if_that_pays()
        grow(closure, store)
    else:
        closure = _begin(state)
    verdicts = _try_waiting(state, closure)
    state.kept.extend(verdicts)
    if 0 in verdicts:
        state.conflicts = None
    return closure


def _try_waiting(state: GraphState, closure: MetricClosure) -> bytes:
    """Add what waits: a byte for each constraint, 1 if it fits. Under "error" nothing is taken
    after the first link that does not fit."""
    store, first, last = state.store, len(state.kept), len(state.store.xs)
    verdicts = bytearray(b"\1") * (last - first)
    refused, add_from = first, _adder(state, closure)
    while (refused := add_from(refused)) < last:
        unit = _unit(state, refused)
        cycle = _make_way(store, closure, unit)
        if cycle:
            stop = last if state.policy == "error" else unit.stop
            verdicts[unit.start - first : stop - first] = bytes(stop - unit.start)
            if state.policy == "error":
                break
            closure.refusals[unit.start] = _numbers(cycle)
        refused = unit.stop
    return bytes(verdicts)


def _adder(state: GraphState, closure: MetricClosure) -> Callable[[int], int]:
    """What adds the constraints that wait, from one on, up to one whose group does not fit; the
    number of the first of that group."""
    store, first, last = state.store, len(state.kept), len(state.store.xs)

    def one_by_one(k: int) -> int:
        while k < last:
            unit = _unit(state, k)
            if not closure.add([arc for j in unit for arc in arcs_of(store, j, closure)]):
                return k
            k = unit.stop
        return last

    if last - first < _MANY or isinstance(closure.network, PythonNetwork):
        return one_by_one
    single = state.policy == "drop-constraint"
    try:
        bounds, units = compiled.units_of(store, first, last, closure.ticks, single=single)
    except OverflowError:
        return one_by_one  # as exact as Python's integers
    numbers = bounds.ends[:, 3].tolist()

    def in_arrays(k: int) -> int:
        network = closure.network
        if isinstance(network, PythonNetwork):
            return one_by_one(k)
        closure.forget()
        try:
            stop = network.insert(bounds, units, bisect_left(numbers, k))
        except OverflowError:
            closure.remove(range(k, last))
            closure.exactly()
            return one_by_one(k)
        return numbers[stop] if stop < len(numbers) else last

    return in_arrays


def _unit(state: GraphState, k: int) -> range:
    """The constraints, from the first one on, that are left out together."""
    if state.policy == "drop-constraint":
        return range(k, k + 1)
    return range(k, state.store.constraints_of_link(state.store.link_of[k]).stop)


def _numbers(cycle: Iterable[Arc]) -> frozenset[int]:
    """The constraints on a cycle."""
    return frozenset(arc.number for arc in cycle if arc.number >= 0)


def _begin(state: GraphState) -> MetricClosure:
    """The closure of what is in force; it may take the constraints that wait, too, if all of them
    fit."""
    closure = _made_again(state)
    if closure is None and state.store.half_open:
        # Of a file that was read, nobody has decided on conventions yet: all of them give way.
        state.store.gave_way = True
        for k in filter(state.store.by_convention, state.store.bounds):
            state.store.ops[k] = AT_MOST
        closure = _made_again(state)
    if closure is None:
        raise AssertionError("the constraints in force contradict each other")
    _hold_again(state, closure)
    return closure


def _made_again(state: GraphState) -> MetricClosure | None:
    """The same; ``None`` if what is in force contradicts itself."""
    store = state.store
    if _kernels_pay(state.engine, len(store.xs) + len(store.starts)):
        try:
            ticks = MetricClosure.ticks_for(store.bounds.values())
            network = compiled.closed_at_once(store, state.kept, ticks)
        except OverflowError:
            pass  # as exact as Python's integers
        else:
            if network is None:
                return None
            return MetricClosure(ticks, network, state.engine, distances_usable)
    in_force = (k for k, is_kept in enumerate(state.kept) if is_kept)
    empty = MetricClosure(1, None, state.engine, distances_usable)
    return network_of(store, in_force, empty)


def _kernels_pay(engine: Engine, constraints: int) -> bool:
    if distances_usable(engine):
        return engine.kernels == "always" or constraints >= _LOADED_KERNELS_PAY_FROM
    seconds = _SECONDS_PER_CONSTRAINT * constraints
    return constraints >= _KERNELS_PAY_FROM and distances_usable(engine, seconds)


def _make_way(store: Store, closure: MetricClosure, numbers: Sequence[int]) -> list[Arc]:
    """Add constraints that were just refused, if only conventions contradict them, which give way;
    else nothing changes. Returns the cycle by which they are refused all the same."""
    if not store.half_open:
        return closure.network.cycle
    gave_way: list[int] = []
    while in_the_way := needed(store, cycle := closure.network.cycle):
        for k in in_the_way:
            store.ops[k] = AT_MOST
            if k not in numbers:
                closure.loosen(store.xs[k], store.ys[k], k)
        gave_way += in_the_way
        if closure.add([arc for k in numbers for arc in arcs_of(store, k, closure)]):
            store.gave_way = True
            _hold(store, closure, gave_way)
            return []
    for k in gave_way:
        store.ops[k] = BELOW
    _hold(store, closure, (k for k in gave_way if k not in numbers))
    return cycle


def _hold_again(state: GraphState, closure: MetricClosure) -> None:
    """Put the conventions that gave way into force which nothing contradicts any more."""
    store, kept = state.store, state.kept
    if store.gave_way:
        weak = [k for k in store.bounds if k < len(kept) and kept[k] and store.ops[k] == AT_MOST]
        _hold(store, closure, filter(store.by_convention, weak))


def _hold(store: Store, closure: MetricClosure, numbers: Iterable[int]) -> None:
    """Put these conventions into force, as far as they fit. With a strict bound the same one that
    is not strict says nothing."""
    for k in numbers:
        store.ops[k] = BELOW
        if not closure.add(arcs_of(store, k, closure)):
            store.ops[k] = AT_MOST


def take_out(state: GraphState, number: int) -> bool | None:
    """Take the link with this number out of a graph in which nothing waits: the graph is then as if
    it had never been added. What was left out and depended on it is decided on again, and what
    contradicts that now. Returns whether the graph is ready; if not, it has to be made again from
    the links that are left. ``None`` if nothing was changed.

    Points that the link was the first to name leave gaps
    (:attr:`timegraph._graph.store.Store.gaps`), as many as there are links at most.
    """
    store, kept, closure = state.store, state.kept, state.closure
    constraints = store.constraints_of_link(number)
    if (
        not isinstance(closure, MetricClosure)
        or not constraints
        or store.removed > max(_MOST_REMOVED, len(store.links))
        or len(kept) < len(store.xs)
        or len(closure) < len(store.points)
        or any(known is None or known & {*constraints} for known in store.counted_after(number))
    ):
        return None
    # What was refused by a cycle without it is so still.
    own, free = frozenset(k for k in constraints if kept[k]), list[int]()
    if own:
        refused = _refused(state, constraints.stop)
        free = [k for k in refused if not own.isdisjoint(closure.refusals.get(k, own))]
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
    state.conflicts = None if 0 in kept else []
    _hold_again(state, closure)
    state.current = closure
    return all(_try_again(state, closure, k - len(constraints)) for k in free)


def _refused(state: GraphState, first: int) -> Iterator[int]:
    """The first constraint of each group, from one on, that was left out."""
    kept = state.kept
    k = kept.find(0, first)
    while k >= 0:
        yield k
        k = kept.find(0, _unit(state, k).stop)


def _try_again(state: GraphState, closure: MetricClosure, first: int) -> bool:
    """Decide again on the group that begins with this constraint, if it is still left out; on all
    that came later as well if that contradicts it. Returns whether no dates changed from which
    months were counted later."""
    store, kept = state.store, state.kept
    if first >= len(kept) or kept[first]:
        return True
    unit = _unit(state, first)
    cycle = certainly_contradicting(state, unit)
    if cycle is not None:
        closure.refusals[first] = _numbers(cycle)
        return True
    if store.counted_after(store.link_of[first]):
        return False
    closure.refusals.pop(first, None)
    fits = closure.add([arc for k in unit for arc in arcs_of(store, k, closure)])
    if fits or not _make_way(store, closure, unit):
        kept[unit.start : unit.stop] = b"\1" * len(unit)
    else:
        closure.remove(range(first, len(kept)))
        for k in [k for k in closure.refusals if k >= first]:
            del closure.refusals[k]
        del kept[first:]
        kept.extend(_try_waiting(state, closure))
    state.conflicts = None if 0 in kept else []
    return True
