"""Small calls that between them use every kernel of the closure, so that all are compiled.

Importing this module loads numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from timegraph._closure import bit_rows, ordering
from timegraph._closure.chain_index import chains_of
from timegraph._closure.grail_index import GrailIndex
from timegraph._closure.growing.incremental import IncrementalClosure
from timegraph._closure.kernels import (
    chain_index,
    dag,
    dynamic_order,
    dynamic_query,
    dynamic_removal,
    file_order_rows,
    fill_rows,
    grail_index,
    order,
    query_rows,
    sweep,
)
from timegraph._closure.reachability import Dag, ReachabilityIndex, dag_of
from timegraph._compiled.jit import any_compiled
from timegraph.points import EQUAL, LESS, LESS_EQUAL

__all__ = ["MODULES", "compiled", "steps"]

MODULES: tuple[ModuleType, ...] = (
    chain_index, dag, dynamic_order, dynamic_query, dynamic_removal, file_order_rows, fill_rows,
    grail_index, order, query_rows, sweep,
)  # fmt: skip
"""All files of kernels."""

_POINTS = 6
_MEMORY = 2**26
_STARTS = np.array([0, 2, 4], np.int32)
_X, _Y = np.array([0, 2, 4, 1, 3], np.int32), np.array([1, 3, 5, 2, 4], np.int32)
_STRICT = np.zeros(5, np.int8)
_WEAK = np.array([LESS, LESS, LESS, EQUAL, LESS_EQUAL], np.int8)


def _grow() -> Iterator[None]:
    none = np.empty(0, np.int32)
    order.suspects(_POINTS, _X, _Y, _STRICT)
    yield
    closure = IncrementalClosure(0, none, none, none.astype(np.int8), lambda: None)
    yield
    closure.grow(_POINTS, (0, 2, 4))
    closure.try_add([(1, LESS_EQUAL, 2), (3, LESS, 4)])
    yield
    closure.mask(0, 4)
    yield
    closure.label(0, 4)
    yield
    closure.depending([(3, LESS, 4)], ([4], [LESS], [0]), bytearray(1), 0)
    yield
    closure.remove([(3, LESS, 4)])
    yield
    closure.try_add([(2, EQUAL, 4)])
    closure.remove([(2, EQUAL, 4)])


def _leave_out() -> Iterator[None]:
    x, y = np.array([0, 1, 2], np.int32), np.array([1, 2, 0], np.int32)
    ordering.order(3, x, y, np.zeros(3, np.int8))
    yield
    groups = np.arange(3, dtype=np.int32)
    ordering.file_order(3, x, y, np.zeros(3, np.int8), groups)
    yield
    ordering.file_order(3, x, y, np.zeros(3, np.int8), groups, budget=0)


def _rows() -> Iterator[None]:
    for op in (_STRICT, _WEAK):
        rows = bit_rows.close(_POINTS, _X, _Y, op)
        assert rows is not None
        yield
        rows.mask(0, 2)
        rows.label(0, 2)
        yield
        rows.masks(_STARTS, _STARTS)
        yield
        rows.answers(_STARTS, [0, 1], 1, [1, 2])
        yield
        rows.relation_matrix(_STARTS)
        yield


def _large(index_of: Callable[[Dag, int], ReachabilityIndex | None]) -> Iterator[None]:
    for op in (_STRICT, _WEAK):
        index = index_of(_dag(op), _MEMORY)
        assert index is not None
        yield
        index.mask(0, 2)
        yield
        index.label(0, 2)
        yield
        for seconds in (0.0, 1.0):  # one pair after the other, then by sweeps
            index.seconds_per_query = seconds
            index.masks(_STARTS, _STARTS)
            yield
        index.answers(_STARTS, [0, 1], 1, [1, 2])
        index.relation_matrix(_STARTS)
        yield


def _dag(op: NDArray[np.int8]) -> Dag:
    ordered = ordering.order(_POINTS, _X, _Y, op)
    assert ordered is not None
    return dag_of(ordered)


def _supported() -> Iterator[None]:
    index = GrailIndex(_dag(_STRICT), supports=64)
    yield
    index.mask(0, 4)


def steps() -> Iterator[bool]:
    """Use every kernel, in the order in which they are needed, a few at each step; yields whether
    all are there by now that a graph needs unless it is very large."""
    for _ in chain(_grow(), _leave_out(), _rows()):
        yield False
    yield True
    for _ in chain(_large(chains_of), _large(GrailIndex), _supported()):
        yield True


def compiled() -> bool:
    """Whether some kernel had to be compiled, since no machine code was kept for it."""
    return any_compiled(MODULES)
