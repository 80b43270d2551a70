"""Tables over the 8,192 sets of Allen relations, all computed from the endpoints of intervals.

A set is its mask of 13 bits. What is typed in is only what an interval is; which sets belong to the
ORD-Horn class follows from its definition (Nebel & Buerckert 1995, Reasoning about temporal
relations: a maximal tractable subclass of Allen's interval algebra): those that are a conjunction
of clauses over ``x <= y``, ``x = y`` and ``x != y`` between endpoints with at most one literal that
is not ``!=``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from timegraph.allen import Allen, AllenSet

__all__ = ["ALL", "Tables", "convex", "mask_of_comparison", "ord_horn", "tables"]

ALL = (1 << 13) - 1
"""Every relation: nothing is known."""

_HALF = 7
"""Masks are composed in two parts, so that their tables stay in the processor's cache."""

_SIGNS = [relation.signs for relation in Allen]

Masks = NDArray[np.uint16]


class Tables(NamedTuple):
    """What the search looks up.

    ``compose[k]`` composes the low or high parts (7 and 6 bits) of two masks: k is 0 for low and
    low, 1 for low and high, 2 for high and low, 3 for high and high. Bit ``3 p + s`` of the signs
    of a mask says that the pair p of endpoints can compare as s - 1 (-1, 0, 1), where the pairs are
    those of :attr:`timegraph.Allen.signs`. ``relations`` has the bit of the relation whose four
    signs, each plus 1, are the digits of the index to base 3; 0 where there is none.

    ``for_sets`` and ``for_bounds`` have a row each for the converse, the size and the signs of each
    mask, and for the largest part of it that is in the class ORD-Horn, or convex: the mask itself
    if it is.
    """

    compose: Masks
    relations: Masks
    for_sets: Masks
    for_bounds: Masks

    @property
    def converse(self) -> Masks:
        """The converse of each mask."""
        of_sets: Masks = self.for_sets[0]
        return of_sets


@cache
def tables() -> Tables:
    """All tables; computed in some milliseconds."""
    rows = (
        _union([1 << relation.converse.index for relation in Allen]),
        _sizes(),
        _union([sum(1 << (3 * p + sign + 1) for p, sign in enumerate(s)) for s in _SIGNS]),
    )
    of_sets, of_bounds = (
        np.array([*rows, _parts(subclass)]) for subclass in (ord_horn(), convex())
    )
    return Tables(_composition(), _relations(), of_sets, of_bounds)


def mask_of_comparison(pair: int, signs: Iterable[int]) -> int:
    """The relations of a and b in which the endpoints of ``pair`` (0 to 3, as in
    :attr:`timegraph.Allen.signs`) compare as one of ``signs``."""
    allowed = set(signs)
    return sum(
        1 << bit for bit, relation_signs in enumerate(_SIGNS) if relation_signs[pair] in allowed
    )


@cache
def ord_horn() -> frozenset[int]:
    """The masks of the ORD-Horn class, the empty one included."""
    positive = [0, *_literals([(-1, 0), (0, 1), (0,)])]
    unequal = _literals([(-1, 1)])
    negative = [sum_of(literals) for size in range(5) for literals in combinations(unequal, size)]
    return _intersections(first | then for first in positive for then in negative)


@cache
def convex() -> frozenset[int]:
    """The masks of conjunctions of ``<``, ``<=`` and ``=`` between endpoints."""
    return _intersections(_literals([(-1,), (-1, 0), (0,), (0, 1), (1,)]))


def sum_of(masks: Iterable[int]) -> int:
    """The union of sets."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def _literals(signs: list[tuple[int, ...]]) -> list[int]:
    return [mask_of_comparison(pair, allowed) for pair in range(4) for allowed in signs]


def _intersections(clauses: Iterable[int]) -> frozenset[int]:
    """All intersections of these sets."""
    closed = {ALL}
    for clause in set(clauses):
        closed |= {mask & clause for mask in closed}
    return frozenset(closed)


def _union(of_relation: list[int]) -> Masks:
    """For each mask the union of what its relations have."""
    unions = np.zeros(ALL + 1, np.uint16)
    for bit, part in enumerate(of_relation):
        unions[1 << bit : 2 << bit] = unions[: 1 << bit] | part
    return unions


def _sizes() -> Masks:
    sizes = np.zeros(ALL + 1, np.uint16)
    for bit in range(13):
        sizes[1 << bit : 2 << bit] = sizes[: 1 << bit] + 1
    return sizes


def _composition() -> Masks:
    single = [[AllenSet(a).compose(AllenSet(b)).mask for b in Allen] for a in Allen]
    size = 1 << _HALF
    halves = np.zeros((4, size, size), np.uint16)
    bits = (range(_HALF), range(_HALF, 13))
    for k in range(4):
        first, second = bits[k >> 1], bits[k & 1]
        for a, bit in enumerate(first):
            row = np.zeros(size, np.uint16)
            for b, other in enumerate(second):
                row[1 << b : 2 << b] = row[: 1 << b] | single[bit][other]
            halves[k, 1 << a : 2 << a] = halves[k, : 1 << a] | row
    return halves


def _relations() -> Masks:
    masks = np.zeros(81, np.uint16)
    for bit, signs in enumerate(_SIGNS):
        masks[sum((sign + 1) * 3**k for k, sign in enumerate(signs))] = 1 << bit
    return masks


def _parts(members: frozenset[int]) -> Masks:
    """The largest member within each mask; of several the one found by leaving out low bits."""
    every = np.arange(ALL + 1)
    sizes = _sizes()
    best = np.where(np.isin(every, list(members)), every, 0)
    for size in range(1, 14):
        others = every[(sizes == size) & (best == 0)]
        for bit in range(13):
            part = best[others & ~(1 << bit)]
            better = sizes[part] > sizes[best[others]]
            best[others] = np.where(better, part, best[others])
    return best.astype(np.uint16)
