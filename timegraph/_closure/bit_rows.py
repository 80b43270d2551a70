"""The closure of a large graph: bit rows that compiled kernels fill and query.

:func:`close` orders the points, learns from that how much memory the closure takes, and only then
fills it (:mod:`timegraph._closure.kernels.order`, :mod:`timegraph._closure.kernels.fill_rows`).
Importing this module loads the kernels (see :mod:`timegraph._compiled.jit` for what that
takes); :mod:`timegraph._closure.int_rows`, the pure-Python closure of small graphs, needs none of
them and has equal results.

Single queries are answered without the kernels, by :mod:`timegraph._closure.bit_row_lookup`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from timegraph._closure.arrays import constraints
from timegraph._closure.bit_row_lookup import label_function, mask_function, weak_mask_function
from timegraph._closure.buffers import Lease, acquire
from timegraph._closure.kernels import fill_rows, query_rows
from timegraph._closure.ordering import Order, order
from timegraph._closure.protocol import Closure
from timegraph.points import mask_table

__all__ = ["BitRows", "RowsTooLarge", "close", "close_order"]

_Ints: TypeAlias = NDArray[np.int32]
_Words: TypeAlias = NDArray[np.uint64]
_Masks: TypeAlias = NDArray[np.uint16]

_MASKS = np.array(mask_table(), np.uint16)
_NO_WORDS = np.zeros(1, np.uint64)


class RowsTooLarge(MemoryError):
    """The closure would take more memory than allowed; nothing was allocated."""

    def __init__(self, needed: int, limit: int) -> None:
        super().__init__(
            f"bit rows would take {needed:,} bytes, more than the limit of {limit:,} bytes"
        )
        self.needed = needed
        self.limit = limit


def close(
    n: int, x: ArrayLike, y: ArrayLike, op: ArrayLike, *, memory_limit: int | None = None
) -> BitRows | None:
    """The closure of the constraints ``x[k] op[k] y[k]`` over ``n`` points.

    ``op`` is 0 for ``<``, 1 for ``<=``, 2 for ``=``. Returns ``None`` if they contradict each
    other. Raises ``IndexError`` for a point out of range, ``ValueError`` for an unknown operator,
    and :class:`RowsTooLarge` if the rows would take more than ``memory_limit`` bytes, before
    allocating them.
    """
    ordered = order(*constraints(n, x, y, op))
    return None if ordered is None else close_order(ordered, memory_limit)


def close_order(ordered: Order, memory_limit: int | None = None) -> BitRows:
    """As :func:`close`, for constraints that are in order already."""
    position, record, start, successor, words, weak_count, kept, _scratch = ordered
    weak, weak_words = None, 0
    if weak_count:
        weak, weak_words = fill_rows.weak_extents(record, start, successor)
    needed = 8 * (words + weak_words) + position.nbytes + record.nbytes * (1 + bool(weak_count))
    limit = memory_limit if memory_limit is not None else 8 * 2**31
    # Offsets into an arena are 32-bit integers.
    if needed > limit or max(words, weak_words) >= 2**31 - 2**25:
        raise RowsTooLarge(needed, limit)
    arena, arena_lease = acquire(max(1, words))
    fill_rows.fill(record, start, successor, arena)
    if weak is None:
        return BitRows(position, record, arena, leases=(kept, arena_lease))
    weak_arena, weak_lease = acquire(max(1, weak_words))
    fill_rows.fill_weak(record, start, successor, arena, weak, weak_arena)
    return BitRows(position, record, arena, weak, weak_arena, (kept, arena_lease, weak_lease))


class BitRows(Closure):
    """What a consistent set of constraints entails; made by :func:`close`, never changed."""

    def __init__(
        self,
        position: _Ints,
        record: _Ints,
        arena: _Words,
        weak: _Ints | None = None,
        weak_arena: _Words = _NO_WORDS,
        leases: tuple[Lease | None, ...] = (),
    ) -> None:
        self._position = position
        self._record = record
        self._arena = arena
        self._weak = weak
        self._weak_arena = weak_arena
        self._leases = leases

    def __len__(self) -> int:
        return len(self._position)

    def __reduce__(self) -> tuple[type[BitRows], tuple[Any, ...]]:
        state = (self._position, self._record, self._arena, self._weak, self._weak_arena)
        return BitRows, state

    @property
    def nbytes(self) -> int:
        """Bytes that the closure takes."""
        size = self._position.nbytes + self._record.nbytes + self._arena.nbytes
        if self._weak is not None:
            size += self._weak.nbytes + self._weak_arena.nbytes
        return size

    @cached_property
    def label(self) -> Callable[[int, int], int]:
        """``label(x, y)``: what is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        return label_function(
            self._position, self._record, self._arena, self._weak, self._weak_arena, self._leases
        )

    @cached_property
    def mask(self) -> Callable[[int, int], int]:
        """``mask(a, b)``: the mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""
        if self._weak is not None:
            return weak_mask_function(
                self._position,
                self._record,
                self._arena,
                self._weak,
                self._weak_arena,
                self._leases,
            )
        return mask_function(self._position, self._record, self._arena, self._leases)

    def _masks(self, a: _Ints, b: _Ints) -> _Masks:
        result = np.empty(len(a), np.uint16)
        rows = self._position, self._record, self._arena
        if self._weak is None:
            query_rows.masks(*rows, _MASKS, a, b, result)
        else:
            query_rows.weak_masks(*rows, self._weak, self._weak_arena, _MASKS, a, b, result)
        return result

    def _answers(self, starts: _Ints, a: _Ints, wanted: _Masks, b: _Ints) -> NDArray[np.int8]:
        result = np.empty(len(a), np.int8)
        rows = self._position, self._record, self._arena
        if self._weak is None:
            query_rows.answers(*rows, _MASKS, starts, a, wanted, b, result)
        else:
            weak = self._weak, self._weak_arena
            query_rows.weak_answers(*rows, *weak, _MASKS, starts, a, wanted, b, result)
        return result

    def _matrix(self, starts: _Ints) -> _Masks:
        result = np.empty((len(starts), len(starts)), np.uint16)
        rows = self._position, self._record, self._arena
        if self._weak is None:
            query_rows.matrix(*rows, _MASKS, starts, result)
        else:
            query_rows.weak_matrix(*rows, self._weak, self._weak_arena, _MASKS, starts, result)
        return result
