"""Closing a graph that has distances, and leaving out what contradicts, in file order.

Everything is one network of bounds: a link contradicts those before it iff its bounds close a cycle
of negative weight with theirs. Bounds are added to the network as they come; nothing that is there
is closed again. Small networks are pure Python, large ones compiled, as the engine says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import takewhile
from math import lcm

from timegraph._closure.protocol import Closure
from timegraph._graph.loading import distances_usable
from timegraph._graph.metric.conventions import (
    add_in_their_place,
    arcs_of,
    hold_again,
    interval_arc,
    weaken_all,
)
from timegraph._graph.state import Engine, GraphState
from timegraph._graph.store import Store
from timegraph._metric.closure import MetricClosure
from timegraph._metric.network import PythonNetwork
from timegraph._metric.protocol import Arc

__all__ = ["allows", "decide", "entails", "network_of"]

_PYTHON = Engine(kernels="never")

# Kernels that are loaded pay from some thousand constraints on. To close so many in Python takes as
# long as loading them.
_KERNELS_PAY_FROM = 100_000
_LOADED_KERNELS_PAY_FROM = 2_000
_SECONDS_PER_CONSTRAINT = 5e-6
# From so many constraints on they are handed to kernels as arrays.
_MANY = 16


def network_of(
    store: Store, numbers: Iterable[int], engine: Engine = _PYTHON
) -> MetricClosure | None:
    """The network of these constraints, and of start before end, in pure Python as yet; ``None`` if
    they contradict."""
    ticks = MetricClosure.ticks_for(store.bounds.values())
    closure = MetricClosure(ticks, None, engine, distances_usable)
    _grow(closure, store)
    fits = all(closure.add(arcs_of(store, k, closure)) for k in numbers)
    return closure if fits else None


def allows(store: Store, closure: Closure, numbers: Iterable[int]) -> bool:
    """Whether these constraints together agree with the network of others."""
    assert isinstance(closure, MetricClosure)
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure)]
    return closure.contradicting(arcs) is None


def entails(store: Store, closure: MetricClosure, numbers: Iterable[int]) -> bool:
    """Whether these constraints follow from the network of others: the opposite of each bound
    contradicts it."""
    arcs = (arc for k in numbers for arc in arcs_of(store, k, closure))
    opposites = (Arc(arc.y, arc.x, -arc.weight - 1, arc.number) for arc in arcs)
    return all(closure.contradicting([opposite]) is not None for opposite in opposites)


def decide(state: GraphState) -> MetricClosure:
    """Decide on the constraints that wait, link by link, and return the closure."""
    store, first = state.store, len(state.kept)
    closure = state.closure
    if isinstance(closure, MetricClosure):
        closure.refine(lcm(closure.ticks, *(v.denominator for v in _new_values(store, first))))
        closure.compile_if_that_pays()
        _grow(closure, store)
    else:
        closure = _begin(state)
    verdicts = _try_waiting(state, closure)
    state.kept.extend(verdicts)
    if 0 in verdicts:
        state.conflicts = None
    return closure


def _try_waiting(state: GraphState, closure: MetricClosure) -> bytes:
    """Add what waits: a byte for each constraint, 1 if it fits."""
    store = state.store
    many = len(store.xs) - len(state.kept) >= _MANY and state.policy != "error"
    if many and not isinstance(closure.network, PythonNetwork):
        from timegraph._graph.metric import arrays  # needs numba

        try:
            together = arrays.insert(state, closure)
        except OverflowError:
            pass  # as exact as Python's integers
        else:
            if not (store.half_open and 0 in together):
                return together
            # What did not fit may only be in the way of conventions.
            closure.remove(range(len(state.kept), len(store.xs)))
    verdicts = bytearray()
    for unit in _units(state):
        arcs = [arc for k in unit for arc in arcs_of(store, k, closure)]
        fits = closure.add(arcs)
        if not fits and store.half_open:
            fits = add_in_their_place(store, closure, unit)
        verdicts.extend((b"\1" if fits else b"\0") * len(unit))
        if not fits and state.policy == "error":
            break
    # Under "error" nothing is taken after the first link that does not fit.
    return bytes(verdicts).ljust(len(store.xs) - len(state.kept), b"\0")


def _new_values(store: Store, first: int) -> Iterator[Fraction]:
    """The values of constraints from number ``first`` on."""
    return (store.bounds[k] for k in takewhile(lambda k: k >= first, reversed(store.bounds)))


def _units(state: GraphState) -> Iterator[range]:
    """The constraints that wait, in the groups that are left out together."""
    k, last, link_of = len(state.kept), len(state.store.xs), state.store.link_of
    while k < last:
        end = k + 1
        if state.policy != "drop-constraint":
            while end < last and link_of[end] == link_of[k]:
                end += 1
        yield range(k, end)
        k = end


def _grow(closure: MetricClosure, store: Store) -> None:
    """Add the points that are new."""
    old = len(closure)
    if len(store.points) > old:
        closure.grow(len(store.points))
        closure.add([interval_arc(start) for start in store.starts_from(old)])


def _begin(state: GraphState) -> MetricClosure:
    """The closure of what is in force; it may take the constraints that wait, too, if all of them
    fit."""
    closure = _made_again(state)
    if closure is None and state.store.half_open:
        # Of a file that was read, nobody has decided on conventions yet.
        weaken_all(state.store)
        closure = _made_again(state)
    if closure is None:
        raise AssertionError("the constraints in force contradict each other")
    hold_again(state, closure)
    return closure


def _made_again(state: GraphState) -> MetricClosure | None:
    """The same; ``None`` if what is in force contradicts itself."""
    store = state.store
    if _kernels_pay(state.engine, len(store.xs) + len(store.starts)):
        from timegraph._graph.metric import arrays  # needs numba

        try:
            return arrays.begin(state, distances_usable)
        except OverflowError:
            pass  # as exact as Python's integers
    in_force = (k for k, is_kept in enumerate(state.kept) if is_kept)
    return network_of(store, in_force, state.engine)


def _kernels_pay(engine: Engine, constraints: int) -> bool:
    if distances_usable(engine):
        return engine.kernels == "always" or constraints >= _LOADED_KERNELS_PAY_FROM
    if constraints < _KERNELS_PAY_FROM:
        return False
    return distances_usable(engine, _SECONDS_PER_CONSTRAINT * constraints)
