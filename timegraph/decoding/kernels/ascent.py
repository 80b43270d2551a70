"""The kernels of our own bound: dual ascent, block by block.

Every pair has what each choice weighs; triads and clauses may take some of it over and give it
back, so that the sum of the best of each always is an upper bound. Whatever the numbers are, the
bound holds, so that neither smoothing nor rounding does harm.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import jit

__all__ = ["ascend_clauses", "ascend_triads", "smooth_triads", "triad_losses"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]

_NEVER = -(1 << 60)
_LARGE, _SMALL, _TINY = 1e150, 1e-300, 1e-280
# Over the number of triads: sums of what was moved stay within 64 bits.
_FARTHEST = float(1 << 58)


@jit
def smooth_triads(
    weights: Longs,
    moved: Longs,
    triads: Ints,
    starts: Ints,
    slots: Ints,
    states: Ints,
    temperature: float,
    sweeps: int,
) -> int:
    """Improve a smoothed bound by so many sweeps over the pairs; -1 if a pair has nothing left.

    ``weights[pair, choice]`` is what pairs and triads share, below half of ``_NEVER`` where it is
    not allowed, and ``moved[triad, slot, choice]`` what triads took over, which is changed. The
    triads of pair p are ``slots[starts[p]:starts[p + 1]]``, as 3 * triad + slot. Each pair collects
    what its triads say of its choices, and shares that out evenly among them and itself
    (Hazan & Shashua 2010, Norm-product belief propagation; Meshi et al. 2012). The maximum over the
    states of a triad is a sum of exponentials at ``temperature``, since the maximum itself gets
    stuck. Returns how many exponentials were cut off because they were too small.
    """
    choices = weights.shape[1]
    power = np.empty(moved.shape, np.float64)
    for t in range(moved.shape[0]):
        for slot in range(3):
            most = _NEVER
            for k in range(choices):
                if weights[triads[t, slot], k] > _NEVER // 2:
                    most = max(most, moved[t, slot, k])
            for k in range(choices):
                power[t, slot, k] = 0.0
                if weights[triads[t, slot], k] > _NEVER // 2:
                    less = max((moved[t, slot, k] - most) / temperature, -690.0)
                    power[t, slot, k] = _LARGE * math.exp(less)
    most_triads = 0
    for p in range(weights.shape[0]):
        most_triads = max(most_triads, starts[p + 1] - starts[p])
    heard = np.empty((most_triads, choices), np.float64)
    sums, product = np.empty(choices, np.float64), np.empty(choices, np.float64)
    total = np.empty(choices, np.float64)
    for sweep in range(sweeps):
        for number in range(weights.shape[0]):
            p = number if sweep % 2 == 0 else weights.shape[0] - 1 - number
            count = starts[p + 1] - starts[p]
            for k in range(choices):
                product[k] = 1.0
                alive = weights[p, k] > _NEVER // 2
                total[k] = weights[p, k] / temperature if alive else -np.inf
            for x in range(count):
                t, slot = slots[starts[p] + x] // 3, slots[starts[p] + x] % 3
                u, v = (slot + 1) % 3, (slot + 2) % 3
                sums[:] = 0.0
                for s in range(states.shape[0]):
                    both = power[t, u, states[s, u]] * power[t, v, states[s, v]]
                    sums[states[s, slot]] += both
                largest = 0.0
                for k in range(choices):
                    largest = max(largest, sums[k])
                if largest == 0.0:
                    return -1
                for k in range(choices):
                    if sums[k] == 0.0:
                        # No state of this triad has the choice: it can be forgotten.
                        total[k] = -np.inf
                        continue
                    share = max(sums[k] / largest, _SMALL)
                    heard[x, k] = share
                    if product[k] * share < _TINY:
                        total[k] += math.log(product[k]) + math.log(share)
                        product[k] = 1.0
                    else:
                        product[k] *= share
            largest = -np.inf
            for k in range(choices):
                total[k] = (total[k] + math.log(product[k])) / (count + 1)
                largest = max(largest, total[k])
            if largest == -np.inf:
                return -1
            for k in range(choices):
                alive = total[k] > -np.inf
                total[k] = math.exp(max(total[k] - largest, -690.0)) if alive else 0.0
            for x in range(count):
                t, slot = slots[starts[p] + x] // 3, slots[starts[p] + x] % 3
                largest = 0.0
                for k in range(choices):
                    sums[k] = total[k] / heard[x, k] if total[k] > 0.0 else 0.0
                    largest = max(largest, sums[k])
                for k in range(choices):
                    if total[k] > 0.0:
                        sums[k] = max(sums[k] / largest, _SMALL)
                    power[t, slot, k] = _LARGE * sums[k]
    cut = 0
    for t in range(moved.shape[0]):
        for slot in range(3):
            for k in range(choices):
                moved[t, slot, k] = 0
                if power[t, slot, k] > 0.0:
                    less = temperature * math.log(power[t, slot, k] / _LARGE)
                    moved[t, slot, k] = int(max(less, -_FARTHEST / moved.shape[0]))
                    cut += power[t, slot, k] < _LARGE * _SMALL * 10.0
    return cut


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
def triad_losses(
    moved: Longs, triads: Ints, states: Ints, weights: Longs, losses: Longs, most: Longs
) -> None:
    """What triads took over from the best of their states in which all choices are alive
    (``weights`` above half of ``_NEVER``), as ``most[triad]``; and what is lost with each choice
    of each pair in all of its triads, which is added to ``losses``."""
    choices = weights.shape[1]
    best = np.empty((3, choices), np.int64)
    for t in range(triads.shape[0]):
        best[:] = _NEVER
        i, j, k = triads[t, 0], triads[t, 1], triads[t, 2]
        most[t] = _NEVER
        for s in range(states.shape[0]):
            x, y, z = states[s, 0], states[s, 1], states[s, 2]
            alive = min(weights[i, x], weights[j, y], weights[k, z]) > _NEVER // 2
            if not alive:
                continue
            value = moved[t, 0, x] + moved[t, 1, y] + moved[t, 2, z]
            best[0, x] = max(best[0, x], value)
            best[1, y] = max(best[1, y], value)
            best[2, z] = max(best[2, z], value)
            most[t] = max(most[t], value)
        for slot in range(3):
            pair = triads[t, slot]
            for choice in range(choices):
                if best[slot, choice] == _NEVER:
                    losses[pair, choice] = -_NEVER
                elif losses[pair, choice] != -_NEVER:
                    losses[pair, choice] += most[t] - best[slot, choice]


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
