"""The closures of large graphs: bit rows, and an index for what is too large for these.

Importing this module loads numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, pairwise
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from timegraph._closure import ordering
from timegraph._closure.arrays import Lease, acquire, constraints
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.int_rows import Closure, free_memory
from timegraph._closure.kernels import (
    bit_rows,
    dag,
    dynamic_order,
    file_order_rows,
    grail_index,
    order,
)
from timegraph._closure.ordering import (
    Order,
    label_function,
    mask_function,
    order as ordering_order,
    weak_mask_function,
)
from timegraph._compiled import Engine
from timegraph._compiled.jit import any_compiled
from timegraph.points import EQUAL, LESS, LESS_EQUAL, mask_table

# The closure of a large graph: bit rows that compiled kernels fill and query.
#
# :func:`choose` orders the points, learns from that how much memory the closure takes, and only
# then fills it (:mod:`timegraph._closure.kernels.order`,
# :mod:`timegraph._closure.kernels.bit_rows`). Importing this module loads the kernels (see
# :mod:`timegraph._compiled.jit` for what that takes); :mod:`timegraph._closure.int_rows`, the
# pure-Python closure of small graphs, needs none of them and has equal results.
#
# Single queries are answered without the kernels, by :mod:`timegraph._closure.ordering`.


_Ints: TypeAlias = NDArray[np.int32]
_Words: TypeAlias = NDArray[np.uint64]
_Masks: TypeAlias = NDArray[np.uint16]

MASKS = np.array(mask_table(), np.uint16)
"""The mask of relations for the labels of the four cross pairs, as kernels take it."""
_NO_RECORDS, _NO_WORDS = np.zeros((0, 4), np.int32), np.zeros(1, np.uint64)


class RowsTooLarge(MemoryError):
    """The closure would take more memory than allowed; nothing was allocated."""


def close_order(ordered: Order, memory_limit: int | None = None) -> BitRows:
    """The closure of constraints in order. Raises :class:`RowsTooLarge` if the rows would take more
    than ``memory_limit`` bytes, before allocating them."""
    position, record, start, successor, words, weak_count, kept, _scratch = ordered
    weak, weak_words = None, 0
    if weak_count:
        weak, weak_words = bit_rows.weak_extents(record, start, successor)
    needed = 8 * (words + weak_words) + position.nbytes + record.nbytes * (1 + bool(weak_count))
    limit = memory_limit if memory_limit is not None else 8 * 2**31
    # Offsets into an arena are 32-bit integers.
    if needed > limit or max(words, weak_words) >= 2**31 - 2**25:
        raise RowsTooLarge(
            f"bit rows would take {needed:,} bytes, more than the limit of {limit:,} bytes"
        )
    arena, arena_lease = acquire(max(1, words))
    bit_rows.fill(record, start, successor, arena)
    if weak is None:
        return BitRows(position, record, arena, leases=(kept, arena_lease))
    weak_arena, weak_lease = acquire(max(1, weak_words))
    bit_rows.fill_weak(record, start, successor, arena, weak, weak_arena)
    return BitRows(position, record, arena, weak, weak_arena, (kept, arena_lease, weak_lease))


class BitRows(Closure):
    """What a consistent set of constraints entails; made by :func:`close_order`, never changed.
    ``weak`` has no records where no constraint is weak."""

    def __init__(
        self,
        position: _Ints,
        record: _Ints,
        arena: _Words,
        weak: _Ints = _NO_RECORDS,
        weak_arena: _Words = _NO_WORDS,
        leases: tuple[Lease | None, ...] = (),
    ) -> None:
        self.arrays = position, record, arena, weak, weak_arena
        """What kernels read, in their order."""
        self._leases = leases

    def __len__(self) -> int:
        return len(self.arrays[0])

    @property
    def nbytes(self) -> int:
        """Bytes that the closure takes."""
        arrays = self.arrays if len(self.arrays[3]) else self.arrays[:3]
        return sum(array.nbytes for array in arrays)

    @cached_property
    def label(self) -> Callable[[int, int], int]:
        """``label(x, y)``: what is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        return label_function(*self.arrays, self._leases)

    @cached_property
    def mask(self) -> Callable[[int, int], int]:
        """``mask(a, b)``: the mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""
        if len(self.arrays[3]):
            return weak_mask_function(*self.arrays, self._leases)
        return mask_function(*self.arrays[:3], self._leases)

    def _masks(self, a: _Ints, b: _Ints) -> _Masks:
        result = np.empty(len(a), np.uint16)
        bit_rows.masks(self.arrays, MASKS, a, b, result)
        return result

    def _answers(self, starts: _Ints, a: _Ints, wanted: _Masks, b: _Ints) -> NDArray[np.int8]:
        result = np.empty(len(a), np.int8)
        bit_rows.answers(self.arrays, MASKS, starts, a, wanted, b, result)
        return result

    def _matrix(self, starts: _Ints) -> _Masks:
        result = np.empty((len(starts), len(starts)), np.uint16)
        bit_rows.matrix(self.arrays, MASKS, starts, result)
        return result


# What the index for graphs too large for bit rows searches: a plain graph without cycles.
#
# :mod:`timegraph._closure.kernels.dag` describes its nodes. The index answers one query after the
# other. A batch with many queries for each of its targets sweeps the whole graph instead, once
# for hundreds of targets.


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

    def swept(self, targets: _Ints, *, down: bool) -> NDArray[np.uint64]:
        """A row of bits for each node: bit k is set iff it is or, ``down``, reaches, else is
        reached by ``targets[k]``."""
        rows = np.empty((self.nodes, -(-len(targets) // 64)), np.uint64)
        in_order = np.argsort(targets).astype(np.int32)
        if down:
            dag.sweep(self.first, self.to, targets, in_order[::-1].copy(), True, rows)
        else:
            dag.sweep(self.back_first, self.back, targets, in_order, False, rows)
        return rows


def dag_of(ordered: Order) -> Dag:
    """The graph of constraints in order; it shares no memory with them."""
    record, start, successor = ordered.record, ordered.start, ordered.successor
    upper, lower = np.empty((2, len(record)), np.int32)
    nodes, arcs = dag.number(record, start, successor, upper, lower)
    if arcs >= 2**31:
        raise MemoryError("a graph has at most 2**31 - 1 arcs")
    first, back_first = np.empty(nodes + 1, np.int32), np.empty(nodes + 1, np.int32)
    to, back = np.empty(arcs, np.int32), np.empty(arcs, np.int32)
    dag.expand(record, start, successor, upper, lower, first, to)
    dag.transpose(first, to, back_first, back)
    # Transposing twice sorts the arcs of each node.
    dag.transpose(back_first, back, first, to)
    above = upper[ordered.position]
    below = lower[ordered.position] if ordered.weak else above
    return Dag(above, below, first, to, back_first, back)


_INTERVALS_PER_SWEEP = 256
# Two sweeps touch 16 words per node and arc, in some 12 ns.
_SECONDS_PER_STEP = 12e-9

_CONVERSE = np.zeros(8192, np.uint16)
for _k in range(13):
    _CONVERSE |= ((np.arange(8192) >> _k & 1) << (12 - _k)).astype(np.uint16)


# An index of about a hundred bytes per point, for graphs whose bit rows are too large.
#
# Labels answer most queries at once (:mod:`timegraph._closure.kernels.grail_index` describes
# them); the rest is searched for. The marks of a search are lent to one query at a time, so that
# queries of several threads do not meet.


_SUPPORTS = 64
# If searches queue more nodes than this on average, further supports are picked: at first so many,
# and at most so many.
_LONG_SEARCH = 12
_FIRST_STEP = 512
_MOST_SUPPORTS = 4096
_SAMPLE = 128


class GrailIndex(Closure):
    """What a consistent set of constraints entails, by labels and searches: O(n + m) memory.
    Queries are thread-safe.

    Where searches are long, further supports are added, as many as ``memory_limit``, in bytes, has
    room for; ``supports`` sets their number instead.
    """

    seconds_per_query = 2e-6
    """About how long a mask takes in a batch."""

    def __init__(
        self, dag: Dag, memory_limit: int = 0, *, seed: int = 1, supports: int | None = None
    ) -> None:
        self._dag = dag
        self._scratch: list[tuple[_Ints, _Ints]] = []
        self._node = _labels(dag, seed)
        self._reaching = self._reached = np.zeros((dag.nodes, 0), np.uint64)
        if supports is None:
            self._shorten_searches(memory_limit)
        else:
            self._add_supports(supports)

    def __len__(self) -> int:
        return len(self._dag.upper)

    @property
    def nbytes(self) -> int:
        """Bytes that the index takes."""
        return self._dag.nbytes + self._node.nbytes + self._reaching.nbytes + self._reached.nbytes

    def _shorten_searches(self, memory_limit: int) -> None:
        """Add further supports until searches are short: none in most graphs."""
        room = (memory_limit - self.nbytes) // max(1, 16 * self._dag.nodes) * 64
        for _ in range(2):
            size, count = self._search_size(), self._reaching.shape[1] * 64
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
            self._reaching, self._reached = (dag.swept(supports, down=way) for way in (True, False))

    def _search_size(self) -> float:
        """How many nodes a search queues, on average over some pairs drawn at random."""
        if not self._dag.nodes:
            return 0.0
        x, y = np.random.default_rng(0).integers(0, self._dag.nodes, (2, _SAMPLE), np.int32)
        return float(self._searched(grail_index.search_size, x, y))

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        dag, scratch = self._dag, self._acquire_scratch()
        label = grail_index.label(
            dag.upper, dag.lower, self._node, dag.to, dag.back, x, y,
            self._reaching, self._reached, *scratch,
        )  # fmt: skip
        self._scratch.append(scratch)
        return label

    def _searched(self, kernel: Callable[..., Any], *asked: Any) -> Any:
        """What a kernel answers that searches with marks, for many pairs."""
        dag, scratch = self._dag, self._acquire_scratch()
        answer = kernel(
            dag.upper, dag.lower, self._node, dag.to, dag.back, *asked,
            self._reaching, self._reached, *scratch,
        )  # fmt: skip
        self._scratch.append(scratch)
        return answer

    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""
        dag, scratch = self._dag, self._acquire_scratch()
        mask = grail_index.mask(
            dag.upper, dag.lower, self._node, dag.to, dag.back, MASKS, a, b,
            self._reaching, self._reached, *scratch,
        )  # fmt: skip
        self._scratch.append(scratch)
        return mask

    def _one_by_one(self, a: _Ints, b: _Ints) -> _Masks:
        result = np.empty(len(a), np.uint16)
        self._searched(grail_index.masks, MASKS, a, b, result)
        return result

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
            dag.columns(
                *self._dag[:2], *self._sweep(targets), MASKS, starts, offset, len(targets), result
            )
        return result

    @property
    def _sweep_seconds(self) -> float:
        steps = self._dag.nodes + len(self._dag.to)
        return steps * _SECONDS_PER_STEP * (1 + 0.5 * self._dag.weak)

    def _sweep(self, starts: _Ints) -> tuple[_Words, _Words, _Words]:
        """What reaches these intervals, what they reach, and what they reach strictly."""
        dag = self._dag
        points = np.stack((starts, starts + 1), axis=1).ravel()
        down, up = (dag.swept(dag.upper[points], down=way) for way in (True, False))
        return down, up, dag.swept(dag.lower[points], down=False) if dag.weak else up

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
            dag.pairs(
                *self._dag[:2],
                *self._sweep(targets[offset : offset + _INTERVALS_PER_SWEEP]),
                MASKS,
                a[chosen],
                b[chosen],
                number[chosen] - np.int32(offset),
                part,
            )
            result[chosen] = part
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
    node = np.empty((nodes + 1, grail_index.FIELDS), np.int32)
    grail_index.extents(dag.first, dag.to, dag.back_first, dag.back, node)
    random = np.random.default_rng(seed)
    stack = np.empty((nodes, 2), np.int32)
    both_ways = (
        (dag.first, dag.to, dag.back_first, grail_index.FORWARD),
        (dag.back_first, dag.back, dag.first, grail_index.BACKWARD),
    )
    for number, (first, to, back_first, field) in enumerate(both_ways):
        roots = random.permutation(np.flatnonzero(np.diff(back_first) == 0).astype(np.int32))
        grail_index.postorder(first, to, roots, node, field, seed + number, stack)
    grail_index.propagate_supports(dag.first, dag.to, _supports(dag, node[:nodes]), node)
    return node


def _supports(dag: Dag, node: _Ints, count: int = _SUPPORTS) -> _Ints:
    """Nodes that reach much and are reached by much, as far as labels show, one from each stretch
    of the order, so that they are far from each other."""
    nodes = dag.nodes
    numbers = np.arange(nodes, dtype=np.int32)
    forward, backward = grail_index.FORWARD, grail_index.BACKWARD
    below = node[:, forward] - node[:, forward + 1] + 1.0
    above = node[:, backward] - node[:, backward + 1] + 1.0
    below = np.minimum(below, node[:, grail_index.FAR] - numbers + 1)
    above = np.minimum(above, numbers - node[:, grail_index.NEAR] + 1)
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


# Which index a large graph gets, by the memory and the time that each takes.
#
# Bit rows answer in about a microsecond, in nanoseconds in a batch, and how much they take is known
# before any is filled. Those of more than half a gigabyte take seconds to fill and miss every
# cache, and some do not fit the budget: then the graph is searched, with labels to prune, in memory
# that grows as the graph does. That index is made whatever the budget, since there is nothing
# smaller.


# Rows of this size are filled in some tenths of a second.
_LARGEST_ROWS = 2**29

# An index that takes less is made without looking up how much memory is free.
_SMALL = 2**26

_AUTO = Engine()


def choose(
    n: int,
    x: ArrayLike,
    y: ArrayLike,
    op: ArrayLike,
    *,
    engine: Engine = _AUTO,
) -> BitRows | GrailIndex | None:
    """An index of what the constraints ``x[k] op[k] y[k]`` over ``n`` points entail.

    ``op`` is 0 for ``<``, 1 for ``<=``, 2 for ``=``. Returns ``None`` if the constraints contradict
    each other; raises ``IndexError`` for a point out of range and ``ValueError`` for an unknown
    operator.
    """
    ordered = ordering_order(*constraints(n, x, y, op))
    if ordered is None:
        return None
    kind, limit = engine.kind, engine.memory_budget
    if limit is None:
        # Weak rows never take more than the rows.
        small = 16 * ordered.words + 50 * len(ordered.position) < _SMALL
        limit = _SMALL if small else free_memory() // 4
    if kind == "bit_rows":
        return close_order(ordered)
    if kind == "auto":
        try:
            return close_order(ordered, min(limit, _LARGEST_ROWS))
        except RowsTooLarge:
            pass
    dag = dag_of(ordered)
    del ordered
    return GrailIndex(dag, limit)


# Small calls that between them use every kernel of the closure, so that all are compiled.


MODULES: tuple[ModuleType, ...] = (
    bit_rows, dag, dynamic_order, file_order_rows, grail_index, order,
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
        rows = choose(_POINTS, _X, _Y, op)
        assert isinstance(rows, BitRows)
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


def _large() -> Iterator[None]:
    for op in (_STRICT, _WEAK):
        index = GrailIndex(_dag(op), _MEMORY)
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


def steps() -> Iterator[bool]:
    """Use every kernel, in the order in which they are needed, a few at each step; yields whether
    all are there by now that a graph needs unless it is very large."""
    for _ in chain(_grow(), _leave_out(), _rows()):
        yield False
    yield True
    for _ in _large():
        yield True


def compiled() -> bool:
    """Whether some kernel had to be compiled, since no machine code was kept for it."""
    return any_compiled(MODULES)
