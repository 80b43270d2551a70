"""Kernels that answer many queries by sweeping the whole graph once for hundreds of targets.

Column 2 j of a swept table is the start, column 2 j + 1 the end of the interval that is the j-th
target; rows are nodes (:mod:`timegraph._closure.kernels.dag`). A bit of ``down`` is set if the node
reaches the target, of ``up`` if the target reaches the node, of ``up_strict`` if it does so
strictly.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["columns", "pairs"]

Ints: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.uint16]
Words: TypeAlias = NDArray[np.uint64]

u = np.uint32

NONE, LT, LE, EQ, GE, GT = range(6)


@helper
def _bit(table: Words, v: int, column: int) -> bool:
    word = table[u(v), u(column >> 6)] >> np.uint64(column & 63)
    return bool(word & np.uint64(1))


@helper
def _label(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, x: int, y: int, column: int
) -> int:
    """The label of "x ? y", where point y is the target in ``column``."""
    p = upper[u(x)]
    if p == upper[u(y)]:
        return EQ
    if _bit(down, p, column):
        return LT if _bit(down, lower[u(x)], column) else LE
    if _bit(up, p, column):
        return GT if _bit(up_strict, p, column) else GE
    return NONE


@helper
def _mask(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, table: Masks,
    a: int, b: int, target: int,
) -> int:  # fmt: skip
    ss = _label(upper, lower, down, up, up_strict, a, b, 2 * target)
    se = _label(upper, lower, down, up, up_strict, a, b + 1, 2 * target + 1)
    es = _label(upper, lower, down, up, up_strict, a + 1, b, 2 * target)
    ee = _label(upper, lower, down, up, up_strict, a + 1, b + 1, 2 * target + 1)
    return int(table[u(ss | se << 3 | es << 6 | ee << 9)])


@jit
def columns(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, table: Masks,
    starts: Ints, offset: int, count: int, result: Masks,
) -> None:  # fmt: skip
    """The masks from each of ``starts`` to the ``count`` from number ``offset`` on, which are the
    targets: those columns of the square ``result``."""
    for i in range(len(starts)):
        for j in range(count):
            result[u(i), u(offset + j)] = _mask(
                upper, lower, down, up, up_strict, table, starts[i], starts[offset + j], j
            )


@jit
def pairs(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, table: Masks,
    a: Ints, b: Ints, target: Ints, result: Masks,
) -> None:  # fmt: skip
    """The masks from ``a[k]`` to ``b[k]``, which is target number ``target[k]``."""
    for k in range(len(a)):
        result[k] = _mask(upper, lower, down, up, up_strict, table, a[k], b[k], target[k])
