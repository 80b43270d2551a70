"""What comes from outside as arrays, checked, in the form that the kernels take.

Bad input raises here, or is reported by the first kernel, which looks at every index once; so it
cannot crash the process.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Ints: TypeAlias = NDArray[np.int32]
_Masks: TypeAlias = NDArray[np.uint16]
_Number = TypeVar("_Number", np.int32, np.int8, np.uint16)

# Else numba would compile a second time, for arrays that are not writable or not contiguous.
_FLAGS: tuple[Literal["C", "A", "W"], ...] = ("C", "A", "W")


def array_of(values: ArrayLike, dtype: type[_Number]) -> NDArray[_Number]:
    """The values as an array that the kernels take, with as few copies as possible.

    Raises ``IndexError`` (for int32) or ``ValueError`` if ``dtype`` cannot hold a value exactly.
    """
    array = np.asarray(values)
    if array.dtype != dtype:
        narrowed = array.astype(dtype)
        if (narrowed != array).any():
            error = IndexError if dtype is np.int32 else ValueError
            raise error(f"a number is out of range, or not whole, for {dtype.__name__}")
        array = narrowed
    return array if array.flags.carray else np.require(array, dtype, _FLAGS)


def constraints(
    n: int, x: ArrayLike, y: ArrayLike, op: ArrayLike
) -> tuple[int, _Ints, _Ints, NDArray[np.int8]]:
    """The constraints ``x[k] op[k] y[k]`` over ``n`` points as arrays for the kernels, which
    themselves check that points and operators are in range. Raises ``ValueError`` for unequal
    lengths, more than one dimension, or too large a graph."""
    xs, ys, ops = array_of(x, np.int32), array_of(y, np.int32), array_of(op, np.int8)
    if not (xs.ndim == ys.ndim == ops.ndim == 1 and len(xs) == len(ys) == len(ops)):
        raise ValueError("x, y and op must be one-dimensional and of equal length")
    if not 0 <= n < 2**30 or len(xs) >= 2**31:
        raise ValueError("a graph has at most 2**30 - 1 points and 2**31 - 1 constraints")
    return int(n), xs, ys, ops


def starts(values: ArrayLike, points: int) -> _Ints:
    """The start points of intervals, each interval's end being the next of ``points`` points.
    Raises ``IndexError`` if some interval's points are out of range."""
    array = array_of(values, np.int32)
    if array.ndim != 1:
        raise ValueError("start points must be one-dimensional")
    if len(array) and not 0 <= array.min() <= array.max() < points - 1:
        raise IndexError(f"an interval's points are not in 0..{points - 1}")
    return array


def same_length(a: _Ints, b: _Ints) -> tuple[_Ints, _Ints]:
    """Both arrays; raises ``ValueError`` unless they pair up."""
    if a.shape != b.shape or a.ndim != 1:
        raise ValueError("a and b must be of equal length")
    return a, b


def questions(
    a: ArrayLike, wanted: ArrayLike, b: ArrayLike, intervals: int
) -> tuple[_Ints, _Masks, _Ints]:
    """Numbers of intervals and the masks that are asked for; a single mask is for all pairs.
    Raises ``IndexError`` unless all numbers are below ``intervals``, and ``ValueError`` for
    unequal lengths."""
    first, second = same_length(array_of(a, np.int32), array_of(b, np.int32))
    masks = np.atleast_1d(array_of(wanted, np.uint16))
    if masks.shape not in ((1,), first.shape):
        raise ValueError("wanted must be one mask, or as long as a and b")
    for numbers in (first, second):
        if len(numbers) and not 0 <= numbers.min() <= numbers.max() < intervals:
            raise IndexError(f"a position is not in 0..{intervals - 1}")
    return first, masks, second


# Blocks of memory for closures, reused once nobody holds them any more.
#
# The first write to a fresh block costs a page fault per 4 KB (or 2 MB to be zeroed); in graphs
# of 50,000 points that takes longer than the closure itself. So blocks of 256 KB and more go into
# a small pool when nothing uses them any more. The pool needs no lock: it relies on single dict
# operations, which are atomic, since a finaliser can run in the middle of anything.


_POOLED_FROM = 256 * 1024
_POOL_LIMIT = 256 * 1024 * 1024

_pool: dict[int, NDArray[np.uint64]] = {}


class Lease:
    """Keeps a block out of the pool for as long as somebody holds this object."""

    __slots__ = ("_block",)

    def __init__(self, block: NDArray[np.uint64]) -> None:
        self._block = block

    def __del__(self) -> None:
        block = self._block
        _pool[id(block)] = block
        kept = 0
        for key, other in reversed(tuple(_pool.items())):
            kept += other.nbytes
            if kept > _POOL_LIMIT:
                _pool.pop(key, None)


def acquire(words: int) -> tuple[NDArray[np.uint64], Lease | None]:
    """An array of ``words`` 64-bit words with any content, and the lease to hold with it.

    Whoever keeps the array, or a view of it, must hold the lease as long: without it, the memory
    may be given to somebody else. Raises ``MemoryError`` if there is not enough.
    """
    if 8 * words < _POOLED_FROM:
        return np.empty(words, np.uint64), None
    best = None
    for key, block in tuple(_pool.items()):
        # A small array must not hold a far larger block.
        if words <= len(block) <= 4 * words and (best is None or len(block) < best[1]):
            best = key, len(block)
    taken = None if best is None else _pool.pop(best[0], None)
    if taken is None:
        taken = np.empty(words, np.uint64)
    return taken[:words], Lease(taken)
