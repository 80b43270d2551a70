"""An index for large graphs that are nearly a few chains: one number per point and chain.

:mod:`timegraph._closure.kernels.chain_index` describes it; a query is one or two comparisons.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from timegraph._closure.kernels import chain_index as chain_kernels
from timegraph._closure.reachability import MASKS, Dag, ReachabilityIndex

__all__ = ["ChainIndex", "chains_of"]


class ChainIndex(ReachabilityIndex):
    """What a consistent set of constraints entails, by the earliest node reached in each chain."""

    seconds_per_query = 250e-9

    def __init__(self, dag: Dag, chain: NDArray[np.int32], earliest: NDArray[np.int32]) -> None:
        super().__init__(dag)
        self._chain = chain
        self._earliest = earliest
        self._index = dag.upper, dag.lower, chain, earliest

    def __reduce__(self) -> tuple[Any, ...]:
        return ChainIndex, (self._dag, self._chain, self._earliest)

    @property
    def nbytes(self) -> int:
        """Bytes that the index takes."""
        return self._dag.nbytes + self._chain.nbytes + self._earliest.nbytes

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        return chain_kernels.label(*self._index, x, y)

    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""
        return chain_kernels.mask(*self._index, MASKS, a, b)

    def _one_by_one(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        result = np.empty(len(a), np.uint16)
        chain_kernels.masks(*self._index, MASKS, a, b, result)
        return result


def chains_of(dag: Dag, memory_limit: int, *, steps: int | None = None) -> ChainIndex | None:
    """The index of a graph, or ``None``, before anything large is allocated, if it would take
    more than ``memory_limit`` bytes or more than ``steps`` steps to fill."""
    nodes = max(1, dag.nodes)
    most = (memory_limit - dag.nbytes - 4 * nodes) // (4 * nodes)
    if steps is not None:
        most = min(most, steps // (nodes + len(dag.to)))
    chain = np.empty(dag.nodes, np.int32)
    chains = chain_kernels.cover(dag.first, dag.to, max(0, most), chain)
    if chains < 0:
        return None
    earliest = np.empty((dag.nodes, chains), np.int32)
    chain_kernels.fill(dag.first, dag.to, chain, earliest)
    return ChainIndex(dag, chain, earliest)
