"""Bounds as single integers: a value in ticks, and whether it is excluded.

The bound ``y - x <= v`` has the weight ``v * SCALE``, the strict bound ``y - x < v`` the weight
``v * SCALE - 1``. Weights along a path add up: the sum is that of the values, less one for every
strict bound on the way, so that a path is strict iff its weight is not a multiple of ``SCALE``.
Comparing weights compares values first, and of equal values the strict one is the tighter. The
order ``x < y`` is the bound ``x - y < 0``. Weights are Python's integers and exact.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["SCALE", "Bound", "bound_of", "scaled", "split", "weight_of"]

SCALE = 1 << 40
"""More than the number of strict bounds that a path can have."""


class Bound(NamedTuple):
    """``y - x <= value`` in ticks, or ``y - x < value`` where it is not ``reached``."""

    value: int
    reached: bool


def weight_of(value: int, *, strict: bool = False) -> int:
    """The weight of ``y - x <= value``, or of ``y - x < value``."""
    return value * SCALE - strict


def bound_of(weight: int) -> Bound:
    """What a weight, of one bound or of a path, says."""
    value = -(-weight // SCALE)
    return Bound(value, value * SCALE == weight)


def split(weight: int) -> tuple[int, int]:
    """The value of a weight and the number of its strict bounds, which is below 0 in a time that
    was moved to later ones past strict bounds."""
    value = (weight + (SCALE >> 1)) // SCALE
    return value, value * SCALE - weight


def scaled(weight: int, factor: int) -> int:
    """The weight with its value multiplied, and as many strict bounds."""
    value, strict = split(weight)
    return value * factor * SCALE - strict
