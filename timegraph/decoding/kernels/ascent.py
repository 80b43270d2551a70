"""The kernels of our own bound: dual ascent, block by block, in whole numbers.

Every pair has what each choice weighs; triads and clauses may take some of it over and give it
back, so that the sum of the best of each always is an upper bound. Whatever the numbers are, the
bound holds, so that rounding does no harm.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import jit

__all__ = ["ascend_clauses", "ascend_triads"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]

_NEVER = -(1 << 60)


@jit
def ascend_triads(weights: Longs, moved: Longs, triads: Ints, states: Ints, sweeps: int) -> bool:
    """Improve the bound by so many sweeps over the triads; false if some triad has no state.

    ``weights[pair, choice]`` is what is left with the pairs and ``moved[triad, slot, choice]`` what
    triads took over: both are changed. Below half of ``_NEVER`` a choice is not allowed. A triad
    gets all that its pairs have, and gives each a third of the best that its choice can be part of
    (Globerson & Jaakkola 2007, Fixing max-product).
    """
    choices = weights.shape[1]
    own = np.empty((3, choices), np.int64)
    most = np.empty((3, choices), np.int64)
    for _ in range(sweeps):
        for t in range(triads.shape[0]):
            for slot in range(3):
                pair = triads[t, slot]
                for k in range(choices):
                    own[slot, k] = weights[pair, k] + moved[t, slot, k]
                    most[slot, k] = _NEVER
            for s in range(states.shape[0]):
                i, j, k = states[s, 0], states[s, 1], states[s, 2]
                value = own[0, i] + own[1, j] + own[2, k]
                if value < _NEVER // 2:
                    continue
                most[0, i] = max(most[0, i], value)
                most[1, j] = max(most[1, j], value)
                most[2, k] = max(most[2, k], value)
            for slot in range(3):
                pair = triads[t, slot]
                alive = False
                for k in range(choices):
                    if most[slot, k] == _NEVER:
                        # No state of this triad has the choice: it can be forgotten.
                        weights[pair, k] = _NEVER
                        moved[t, slot, k] = 0
                        continue
                    alive = True
                    back = most[slot, k] // 3
                    moved[t, slot, k] = own[slot, k] - back
                    weights[pair, k] = back
                if not alive:
                    return False
    return True


@jit
def ascend_clauses(
    weights: Longs, prices: Longs, starts: Ints, pairs: Ints, bits: Longs, sweeps: int
) -> None:
    """Improve the bound by so many sweeps over the clauses, whose prices are changed.

    While the best of every pair of a clause is inside it, each unit of its price lowers the bound
    by one; the price ends between the points where the first pair and the second leave it.
    """
    choices = weights.shape[1]
    for _ in range(sweeps):
        for c in range(starts.shape[0] - 1):
            first, second = 1 << 59, 1 << 59
            for m in range(starts[c], starts[c + 1]):
                inside, outside = _NEVER, _NEVER
                for k in range(choices):
                    if bits[m] >> k & 1:
                        inside = max(inside, weights[pairs[m], k] + prices[c])
                    else:
                        outside = max(outside, weights[pairs[m], k])
                margin = inside - outside
                if inside < _NEVER // 2:
                    margin = 0
                elif outside < _NEVER // 2:
                    margin = 1 << 59
                if margin < first:
                    first, second = margin, first
                elif margin < second:
                    second = margin
            price = max(first, 0)
            if second < 1 << 58:
                price = max((first + second) // 2, 0)
            elif first >= 1 << 58:
                price = prices[c]
            for m in range(starts[c], starts[c + 1]):
                for k in range(choices):
                    if bits[m] >> k & 1 and weights[pairs[m], k] > _NEVER // 2:
                        weights[pairs[m], k] += prices[c] - price
            prices[c] = price
