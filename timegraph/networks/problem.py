"""What the search decides, as data: numbered intervals, sets, groups of alternatives, bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["Literal", "Pair", "Problem"]

Pair = tuple[int, int]
"""Two intervals by their numbers, the lower one first."""

Literal = tuple[int, int, int]
"""The relations between two intervals, lower number first, are in this mask."""


@dataclass(frozen=True, slots=True)
class Problem:
    """``count`` intervals; ``sets`` has the mask of each pair of which something was said, and
    ``known`` what else is known of pairs, which need not be checked. Of each of ``groups`` one
    alternative, all of whose literals hold, is true.

    ``bounds``, where something is measured, has the tightest bound of y - x in row x, column y; the
    points of interval k are 2k and 2k + 1, and the last one is such as all others are bounded from.
    Values are in units of which 1 stands for "strictly". ``impossible`` says that the convex part
    contradicts itself already.
    """

    count: int
    sets: Mapping[Pair, int]
    groups: Sequence[Sequence[Sequence[Literal]]] = ()
    known: Mapping[Pair, int] = field(default_factory=dict)
    bounds: NDArray[np.int64] | None = None
    impossible: bool = False
