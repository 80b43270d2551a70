"""Distances by definition: the tightest bounds by Floyd and Warshall, exactly.

A bound ``(x, y, value, strict)`` says ``y - x <= value``, or ``y - x < value`` where ``strict``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import TypeAlias

from timegraph.allen import Allen

__all__ = [
    "MetricBound",
    "bounds_hold",
    "conventions_in_force",
    "metric_relations",
    "tightest_bounds",
]

MetricBound: TypeAlias = tuple[int, int, Fraction, bool]
_Tightest: TypeAlias = dict[tuple[int, int], tuple[Fraction, bool]]


def tightest_bounds(points: int, bounds: Iterable[MetricBound]) -> _Tightest | None:
    """The tightest ``(value, strict)`` of y - x for each pair (x, y) that anything bounds, and
    (0, not strict) for x = y; ``None`` if the bounds contradict each other."""
    said = [(x, y, Fraction(value), strict) for x, y, value, strict in bounds]
    # All values are whole numbers of this unit, which are added faster than fractions.
    unit = lcm(*(value.denominator for _, _, value, _ in said))
    tightest: dict[tuple[int, int], tuple[int, bool]] = {(x, x): (0, False) for x in range(points)}
    for x, y, value, strict in said:
        tightest[x, y] = _tighter(tightest.get((x, y)), (int(value * unit), strict))
    for middle, x in product(range(points), repeat=2):
        if (x, middle) not in tightest:
            continue
        for y in range(points):
            if (middle, y) in tightest:
                (one, first), (other, second) = tightest[x, middle], tightest[middle, y]
                tightest[x, y] = _tighter(tightest.get((x, y)), (one + other, first or second))
    if any(tightest[x, x] != (0, False) for x in range(points)):
        return None
    return {pair: (Fraction(value, unit), strict) for pair, (value, strict) in tightest.items()}


def _tighter(bound: tuple[int, bool] | None, other: tuple[int, bool]) -> tuple[int, bool]:
    if bound is None or other[0] < bound[0] or (other[0] == bound[0] and other[1]):
        return other
    return bound


def conventions_in_force(
    points: int, bounds: Iterable[MetricBound], conventions: Iterable[MetricBound]
) -> list[MetricBound]:
    """Those of the ``conventions``, bounds as well, that hold beside the ``bounds``: each, in their
    order, that contradicts nothing so far."""
    so_far = list(bounds)
    before = len(so_far)
    for convention in conventions:
        if tightest_bounds(points, [*so_far, convention]) is not None:
            so_far.append(convention)
    return so_far[before:]


def bounds_hold(times: Mapping[int, Fraction], bounds: Iterable[MetricBound]) -> bool:
    """Whether one time for each point satisfies every bound."""
    return all(
        times[y] - times[x] < value or (times[y] - times[x] == value and not strict)
        for x, y, value, strict in bounds
    )


def metric_relations(
    points: int, bounds: Sequence[MetricBound], a: tuple[int, int], b: tuple[int, int]
) -> set[Allen]:
    """The relations of the intervals with the points ``a`` and ``b`` that contradict nothing: each
    of the 13 is tried."""
    return {
        relation
        for relation in Allen
        if tightest_bounds(points, [*bounds, *_bounds_of(relation, a, b)]) is not None
    }


def _bounds_of(relation: Allen, a: tuple[int, int], b: tuple[int, int]) -> list[MetricBound]:
    """The signs of the four cross pairs as bounds."""
    result: list[MetricBound] = []
    for (x, y), sign in zip(product(a, b), relation.signs, strict=True):
        if sign < 0:
            result.append((y, x, Fraction(0), True))
        elif sign > 0:
            result.append((x, y, Fraction(0), True))
        else:
            result += [(x, y, Fraction(0), False), (y, x, Fraction(0), False)]
    return result
