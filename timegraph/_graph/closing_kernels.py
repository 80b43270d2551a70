"""Closing large graphs by compiled code; :mod:`timegraph._graph.closing` says when.

Importing this module loads numpy and numba.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.indexes import choose
from timegraph._closure.int_rows import Closure
from timegraph._closure.ordering import file_order
from timegraph._graph.store import GraphState
from timegraph._pace import links_done


def close(state: GraphState, last: int) -> Closure | None:
    """An index of the constraints in force and the new ones below ``last``; ``None`` if they
    contradict each other."""
    store = state.store
    constraints = _arrays(state, store.starts.values(), last)
    return choose(len(store.points), *constraints, engine=state.engine)


def index_in_force(state: GraphState) -> Closure:
    """An index of all constraints in force, of which none waits."""
    index = close(state, len(state.kept))
    if index is None:
        raise AssertionError("the constraints in force contradict each other")
    return index


def incremental(state: GraphState, closure: Closure | None) -> IncrementalClosure:
    """The closure in the form that grows, with all points that were added since; without one, it
    is made."""
    store = state.store
    old = len(store.points) if closure is None else len(closure)
    if not isinstance(closure, IncrementalClosure):
        starts = [start for start in store.starts.values() if start < old]
        constraints = _arrays(state, starts, len(state.kept))
        closure = IncrementalClosure(old, *constraints, lambda: index_in_force(state))
    if len(store.points) > old:
        closure.grow(len(store.points), store.starts_from(old))
    return closure


def decide_in_file_order(state: GraphState) -> None:
    """Try the new constraints link by link, or one by one if the policy says so."""
    store, decided = state.store, len(state.kept)
    starts = np.fromiter(store.starts.values(), np.int32, len(store.starts))
    kept = np.frombuffer(bytes(state.kept), np.bool_)
    xs, ys, ops = np.asarray(store.xs), np.asarray(store.ys), np.asarray(store.ops)
    if state.policy == "drop-constraint":
        groups = np.arange(1, len(xs) - decided + 1, dtype=np.int32)
    else:
        groups = np.asarray(store.link_of)[decided:]
        groups = groups - (groups[0] if len(groups) else 0) + 1
    # Group 0 can never be left out: intervals, and what is in force already.
    fixed = len(starts) + int(kept.sum())

    def reached(constraint: int) -> None:
        new = max(0, constraint - fixed)
        links_done(store.link_of[decided + new], len(store.links))

    accepted = file_order(
        len(store.points),
        np.concatenate([starts, xs[:decided][kept], xs[decided:]]),
        np.concatenate([starts + 1, ys[:decided][kept], ys[decided:]]),
        np.concatenate([np.zeros(len(starts), np.int8), ops[:decided][kept], ops[decided:]]),
        np.concatenate([np.zeros(fixed, np.int32), groups.astype(np.int32)]),
        protected=1,
        budget=state.engine.memory_budget,
        reached=reached,
    )[fixed:]
    state.kept.extend(accepted.astype(np.uint8).tobytes())
    if not accepted.all():
        state.conflicts = None


def _arrays(
    state: GraphState, starts: Collection[int], last: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]:
    """Start before end for ``starts``, the constraints in force, and the new ones below ``last``:
    x, y, op."""
    store = state.store
    first = np.fromiter(starts, np.int32, len(starts))
    in_force = np.ones(last, np.bool_)
    decided = min(last, len(state.kept))
    in_force[:decided] = np.frombuffer(state.kept, np.bool_)[:decided]
    # Views, of which none may outlive this call: an array that numpy looks into cannot grow.
    x, y, op = (np.asarray(column)[:last][in_force] for column in (store.xs, store.ys, store.ops))
    return (
        np.concatenate((first, x), dtype=np.int32),
        np.concatenate((first + 1, y), dtype=np.int32),
        np.concatenate((np.zeros(len(first), np.int8), op), dtype=np.int8),
    )
