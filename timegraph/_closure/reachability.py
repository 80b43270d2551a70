"""What the indexes for graphs too large for bit rows share: a plain graph without cycles.

:mod:`timegraph._closure.kernels.dag` describes its nodes. An index answers one query after the
other. A batch with many queries for each of its targets sweeps the whole graph instead, once for
hundreds of targets.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._closure.free_memory import free_memory
from timegraph._closure.kernels import dag as dag_kernels
from timegraph._closure.kernels import sweep as sweep_kernels
from timegraph._closure.ordering import Order
from timegraph._closure.protocol import Closure
from timegraph.points import mask_table

__all__ = ["MASKS", "Dag", "ReachabilityIndex", "dag_of"]

_Ints: TypeAlias = NDArray[np.int32]


class Dag(NamedTuple):
    """Every arc leads from a node to one of greater number; lists of arcs are in order.

    ``upper`` and ``lower`` are the nodes of each point (not of each position), the same array if no
    constraint is weak. ``first`` and ``to`` are the arcs: those of node v are
    ``to[first[v]:first[v + 1]]``; ``back_first`` and ``back`` are the same arcs reversed.
    """

    upper: _Ints
    lower: _Ints
    first: _Ints
    to: _Ints
    back_first: _Ints
    back: _Ints

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.first) - 1

    @property
    def weak(self) -> bool:
        """Whether some node is a lower one."""
        return self.lower is not self.upper

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        arrays: tuple[_Ints, ...] = self if self.weak else self[1:]
        return sum(array.nbytes for array in arrays)

    def reaching(self, targets: _Ints) -> NDArray[np.uint64]:
        """A row of bits for each node: bit k is set iff it is or reaches ``targets[k]``."""
        rows = np.empty((self.nodes, -(-len(targets) // 64)), np.uint64)
        by_node = np.argsort(targets).astype(np.int32)
        dag_kernels.sweep_down(self.first, self.to, targets, by_node, rows)
        return rows

    def reached(self, sources: _Ints) -> NDArray[np.uint64]:
        """A row of bits for each node: bit k is set iff it is or is reached by ``sources[k]``."""
        rows = np.empty((self.nodes, -(-len(sources) // 64)), np.uint64)
        by_node = np.argsort(sources).astype(np.int32)
        dag_kernels.sweep_up(self.back_first, self.back, sources, by_node, rows)
        return rows


def dag_of(ordered: Order) -> Dag:
    """The graph of constraints in order; it shares no memory with them."""
    record, start, successor = ordered.record, ordered.start, ordered.successor
    upper, lower = np.empty((2, len(record)), np.int32)
    nodes, arcs = dag_kernels.number(record, start, successor, upper, lower)
    if arcs >= 2**31:
        raise MemoryError("a graph has at most 2**31 - 1 arcs")
    first, back_first = np.empty(nodes + 1, np.int32), np.empty(nodes + 1, np.int32)
    to, back = np.empty(arcs, np.int32), np.empty(arcs, np.int32)
    dag_kernels.expand(record, start, successor, upper, lower, first, to)
    dag_kernels.transpose(first, to, back_first, back)
    # Transposing twice sorts the arcs of each node.
    dag_kernels.transpose(back_first, back, first, to)
    above = upper[ordered.position]
    below = lower[ordered.position] if ordered.weak else above
    return Dag(above, below, first, to, back_first, back)


_Masks: TypeAlias = NDArray[np.uint16]
_Words: TypeAlias = NDArray[np.uint64]

MASKS = np.array(mask_table(), np.uint16)
"""The mask of relations for the labels of the four cross pairs, as kernels take it."""

_INTERVALS_PER_SWEEP = 256
# Two sweeps touch 16 words per node and arc, in some 12 ns.
_SECONDS_PER_STEP = 12e-9

_CONVERSE = np.zeros(8192, np.uint16)
for _k in range(13):
    _CONVERSE |= ((np.arange(8192) >> _k & 1) << (12 - _k)).astype(np.uint16)


class ReachabilityIndex(Closure):
    """What a consistent set of constraints entails, by queries to a graph without cycles.

    Queries are thread-safe.
    """

    seconds_per_query: float
    """About how long a mask takes in a batch."""

    def __init__(self, dag: Dag) -> None:
        self._dag = dag

    def __len__(self) -> int:
        return len(self._dag.upper)

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """Bytes that the index takes."""

    @abstractmethod
    def _one_by_one(self, a: _Ints, b: _Ints) -> _Masks:
        """The masks of pairs of intervals by their start points, without a sweep."""

    def _masks(self, a: _Ints, b: _Ints) -> _Masks:
        seconds = len(a) * self.seconds_per_query
        if seconds > self._sweep_seconds:
            # The side with fewer intervals is the one to sweep for.
            first, second = np.unique(a), np.unique(b)
            sweeps = -(-min(len(first), len(second)) // _INTERVALS_PER_SWEEP)
            if seconds > sweeps * self._sweep_seconds:
                if len(first) < len(second):
                    converse: _Masks = _CONVERSE[self._by_sweeps(b, a, first)]
                    return converse
                return self._by_sweeps(a, b, second)
        return self._one_by_one(a, b)

    def _matrix(self, starts: _Ints) -> _Masks:
        count = len(starts)
        if 2 * count * count > free_memory():
            raise MemoryError(
                f"the relations of all pairs of {count:,} entities take {2 * count * count:,} "
                "bytes, more than is free; ask_many() answers for chosen pairs"
            )
        result = np.empty((count, count), np.uint16)
        for offset in range(0, count, _INTERVALS_PER_SWEEP):
            targets = starts[offset : offset + _INTERVALS_PER_SWEEP]
            sweep_kernels.columns(
                *self._points, *self._sweep(targets), MASKS, starts, offset, len(targets), result
            )
        return result

    @property
    def _points(self) -> tuple[_Ints, _Ints]:
        return self._dag.upper, self._dag.lower

    @property
    def _sweep_seconds(self) -> float:
        steps = self._dag.nodes + len(self._dag.to)
        return steps * _SECONDS_PER_STEP * (1 + 0.5 * self._dag.weak)

    def _sweep(self, starts: _Ints) -> tuple[_Words, _Words, _Words]:
        """What reaches these intervals, what they reach, and what they reach strictly."""
        dag = self._dag
        points = np.stack((starts, starts + 1), axis=1).ravel()
        down, up = dag.reaching(dag.upper[points]), dag.reached(dag.upper[points])
        return down, up, dag.reached(dag.lower[points]) if dag.weak else up

    def _by_sweeps(self, a: _Ints, b: _Ints, targets: _Ints) -> _Masks:
        """The masks of pairs, ``targets`` being the different ones of ``b`` in order."""
        number = np.searchsorted(targets, b).astype(np.int32)
        by_target = np.argsort(number, kind="stable")
        offsets = range(0, len(targets), _INTERVALS_PER_SWEEP)
        bounds = [*np.searchsorted(number[by_target], offsets).tolist(), len(a)]
        result = np.empty(len(a), np.uint16)
        for offset, (begin, end) in zip(offsets, pairwise(bounds), strict=True):
            chosen = by_target[begin:end]
            part = np.empty(len(chosen), np.uint16)
            sweep_kernels.pairs(
                *self._points,
                *self._sweep(targets[offset : offset + _INTERVALS_PER_SWEEP]),
                MASKS,
                a[chosen],
                b[chosen],
                number[chosen] - np.int32(offset),
                part,
            )
            result[chosen] = part
        return result
