"""An index of about a hundred bytes per point, for graphs whose bit rows are too large.

Labels answer most queries at once (:mod:`timegraph._closure.kernels.grail_index` describes them);
the rest is searched for. The marks of a search are lent to one query at a time, so that queries of
several threads do not meet.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._closure.kernels import grail_index as grail_kernels
from timegraph._closure.reachability import MASKS, Dag, ReachabilityIndex

__all__ = ["GrailIndex"]

_Ints: TypeAlias = NDArray[np.int32]

_SUPPORTS = 64
# If searches queue more nodes than this on average, further supports are picked: at first so many,
# and at most so many.
_LONG_SEARCH = 12
_FIRST_STEP = 512
_MOST_SUPPORTS = 4096
_SAMPLE = 128


class GrailIndex(ReachabilityIndex):
    """What a consistent set of constraints entails, by labels and searches: O(n + m) memory.

    Where searches are long, further supports are added, as many as ``memory_limit``, in bytes, has
    room for; ``supports`` sets their number instead.
    """

    seconds_per_query = 2e-6

    def __init__(
        self, dag: Dag, memory_limit: int = 0, *, seed: int = 1, supports: int | None = None
    ) -> None:
        super().__init__(dag)
        self._seed = seed
        self._scratch: list[tuple[_Ints, _Ints]] = []
        self._node = _labels(dag, seed)
        self._reaching = self._reached = np.zeros((dag.nodes, 0), np.uint64)
        if supports is None:
            self._shorten_searches(memory_limit)
        else:
            self._add_supports(supports)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._dag, self._seed, self.further_supports)

    @property
    def nbytes(self) -> int:
        """Bytes that the index takes."""
        return self._dag.nbytes + self._node.nbytes + self._reaching.nbytes + self._reached.nbytes

    @property
    def further_supports(self) -> int:
        """How many supports there are besides the 64 that every node has in its record."""
        return self._reaching.shape[1] * 64

    def _shorten_searches(self, memory_limit: int) -> None:
        """Add further supports until searches are short: none in most graphs."""
        room = (memory_limit - self.nbytes) // max(1, 16 * self._dag.nodes) * 64
        for _ in range(2):
            size, count = self._search_size(), self.further_supports
            # Twice as many supports make searches about half as long.
            wanted = max(_FIRST_STEP, count * size / _LONG_SEARCH)
            more = min(1 << int(np.ceil(np.log2(wanted))), _MOST_SUPPORTS, room)
            if size <= _LONG_SEARCH or more <= count:
                return
            self._add_supports(more)

    def _add_supports(self, count: int) -> None:
        dag, words = self._dag, -(-count // 64)
        if words != self._reaching.shape[1]:
            supports = _supports(dag, self._node[:-1], 64 * words)
            self._reaching, self._reached = dag.reaching(supports), dag.reached(supports)

    def _search_size(self) -> float:
        """How many nodes a search queues, on average over some pairs drawn at random."""
        if not self._dag.nodes:
            return 0.0
        dag = self._dag
        x, y = np.random.default_rng(0).integers(0, dag.nodes, (2, _SAMPLE), np.int32)
        scratch = self._acquire_scratch()
        size = grail_kernels.search_size(
            self._node, dag.to, dag.back, x, y, self._reaching, self._reached, *scratch
        )
        self._scratch.append(scratch)
        return size

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        dag, scratch = self._dag, self._acquire_scratch()
        label = grail_kernels.label(
            dag.upper, dag.lower, self._node, dag.to, dag.back, x, y,
            self._reaching, self._reached, *scratch,
        )  # fmt: skip
        self._scratch.append(scratch)
        return label

    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""
        dag, scratch = self._dag, self._acquire_scratch()
        mask = grail_kernels.mask(
            dag.upper, dag.lower, self._node, dag.to, dag.back, MASKS, a, b,
            self._reaching, self._reached, *scratch,
        )  # fmt: skip
        self._scratch.append(scratch)
        return mask

    def _one_by_one(self, a: _Ints, b: _Ints) -> NDArray[np.uint16]:
        dag, scratch = self._dag, self._acquire_scratch()
        result = np.empty(len(a), np.uint16)
        grail_kernels.masks(
            dag.upper, dag.lower, self._node, dag.to, dag.back, MASKS, a, b,
            self._reaching, self._reached, *scratch, result,
        )  # fmt: skip
        self._scratch.append(scratch)
        return result

    def _acquire_scratch(self) -> tuple[_Ints, _Ints]:
        """Marks and queues for one query at a time, which the query puts back."""
        try:
            return self._scratch.pop()
        except IndexError:
            nodes = self._dag.nodes
            return np.zeros(nodes + 2, np.int32), np.empty((2, nodes), np.int32)


def _labels(dag: Dag, seed: int) -> _Ints:
    """The record of each node, and one more, in which the arcs of the last node end."""
    nodes = dag.nodes
    node = np.empty((nodes + 1, grail_kernels.FIELDS), np.int32)
    grail_kernels.extents(dag.first, dag.to, dag.back_first, dag.back, node)
    random = np.random.default_rng(seed)
    stack = np.empty((nodes, 2), np.int32)
    both_ways = (
        (dag.first, dag.to, dag.back_first, grail_kernels.FORWARD),
        (dag.back_first, dag.back, dag.first, grail_kernels.BACKWARD),
    )
    for number, (first, to, back_first, field) in enumerate(both_ways):
        roots = random.permutation(np.flatnonzero(np.diff(back_first) == 0).astype(np.int32))
        grail_kernels.postorder(first, to, roots, node, field, seed + number, stack)
    grail_kernels.propagate_supports(dag.first, dag.to, _supports(dag, node[:nodes]), node)
    return node


def _supports(dag: Dag, node: _Ints, count: int = _SUPPORTS) -> _Ints:
    """Nodes that reach much and are reached by much, as far as labels show, one from each stretch
    of the order, so that they are far from each other."""
    nodes = dag.nodes
    numbers = np.arange(nodes, dtype=np.int32)
    forward, backward = grail_kernels.FORWARD, grail_kernels.BACKWARD
    below = node[:, forward] - node[:, forward + 1] + 1.0
    above = node[:, backward] - node[:, backward + 1] + 1.0
    below = np.minimum(below, node[:, grail_kernels.FAR] - numbers + 1)
    above = np.minimum(above, numbers - node[:, grail_kernels.NEAR] + 1)
    worth = below * above
    worth *= np.diff(dag.first) + 1
    worth *= np.diff(dag.back_first) + 1
    bounds = np.linspace(0, nodes, min(count, nodes) + 1).astype(np.intp)
    picked = [
        begin + int(worth[begin:end].argmax())
        for begin, end in pairwise(bounds.tolist())
        if end > begin
    ]
    return np.array(picked, np.int32)


def _again(dag: Dag, seed: int, supports: int) -> GrailIndex:
    return GrailIndex(dag, seed=seed, supports=supports)
