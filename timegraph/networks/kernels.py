"""The search of a network: propagation and backtracking, in slices.

A network has a set of relations for each pair of its ``n`` intervals and, where it is measured, a
bound for each pair of its points (those of interval k are 2k and 2k + 1). Both are kept closed:
sets by path consistency (Mackworth 1977), bounds by shortest paths as each new one comes, and each
narrows the other. What a level of the search changes is put on a trail, from which it is restored,
so nothing is copied. A set that is not in the tractable class is split into its largest part that
is, and the rest, which is tried once the part is refuted. Before each split the likeliest world is
looked at, which often satisfies everything; "yes" is only ever said of a world that does.

:func:`run` goes on for so many steps and then returns, so that its caller can look at the clock
and at interrupts; all state is in the arrays of :class:`Search`. Functions that are called often
take single arrays: to hand over all of them takes longer than the work.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = [
    "ALL", "BASE", "COUNTERS", "DIRTY", "LEVEL", "LIMIT", "NODE", "NO_ROOM", "OVERFLOW", "PAUSED",
    "REFUTED", "SATISFIED", "UNBOUNDED", "WAITING", "Search", "assume", "run",
]  # fmt: skip

Masks: TypeAlias = NDArray[np.uint16]
Bytes: TypeAlias = NDArray[np.uint8]
Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

ALL = 8191
UNBOUNDED = 1 << 60
_TOO_LARGE = 1 << 58

# What run() returns.
REFUTED, SATISFIED, PAUSED, NO_ROOM, OVERFLOW, STUCK = range(6)

# Positions in `counters`; the first two of each queue are its head and its length.
(
    HEAD,
    WAITING,
    DIRTY_HEAD,
    DIRTY,
    LEVEL,
    TRAIL,
    NODE,
    FAILURES,
    LIMIT,
    STEPS,
    FAILED,
    BASE,
    THIRD,
) = range(13)
COUNTERS = 13

CONVERSE, SIZE, SIGNS, PART = range(4)
_EDGE, _ALTERNATIVE = 0, 1
_MASK, _BOUND, _ALIVE = 0, 1, 2


class Search(NamedTuple):
    """The arrays of one search.

    ``look`` has for each mask its converse, size, signs of endpoints, and largest tractable part.
    ``edges`` are the pairs (a, b, original set) that may be split, with a < b. ``literals`` (a, b,
    set) make up alternatives, of which number k has those from ``alternatives[k]`` to
    ``alternatives[k + 1]``; a group has alternatives in the same way, and one of them holds.
    ``conflicts`` counts failures by pair. ``bounds`` has at x, y the bound of y - x; it has no rows
    where nothing is measured. ``needs`` is :func:`timegraph._metric.network.needs_table`.
    Row 0 of a queue is a ring of pairs, row 1 says which are in it. ``trail`` has (what, position,
    old value); ``decisions`` (kind, number, part, length of the trail).
    """

    masks: Masks
    edges: Ints
    conflicts: Floats
    compose: Masks
    look: Masks
    relations: Masks
    queue: Ints
    bounds: Longs
    stamps: Ints
    needs: Longs
    dirty: Ints
    literals: Ints
    alternatives: Ints
    groups: Ints
    alive: Bytes
    trail: Longs
    decisions: Longs
    times: Longs
    counters: Longs


@jit
def run(s: Search, budget: int) -> int:
    """Go on with the search for so many steps; what comes of it.

    SATISFIED leaves a world in ``times`` and the sets that it came from in ``masks``; REFUTED says
    that there is none; NO_ROOM asks for a longer trail.
    """
    c = s.counters
    n, p = s.masks.shape[0], s.bounds.shape[0]
    room = 2 * n + p * p + s.alive.shape[0] + 2 * s.literals.shape[0] + 64
    c[STEPS] = 0
    while True:
        if c[STEPS] > budget:
            return PAUSED
        if c[TRAIL] + room > s.trail.shape[0]:
            return NO_ROOM
        if c[FAILED]:
            outcome = REFUTED
        elif c[WAITING]:
            pair = _next(s.queue, c, HEAD)
            i, j = pair // n, pair % n
            c[THIRD] = -1
            outcome = SATISFIED
            if p:
                outcome = _bounds_of_pair(
                    s.bounds, s.stamps, s.dirty, s.trail, c, s.look[SIGNS, s.masks[i, j]], i, j
                )
            if outcome == SATISFIED and not _paths(
                s.masks, s.compose, s.look, s.queue, s.trail, c, i, j
            ):
                outcome = REFUTED
            if outcome == REFUTED:
                _blame(s.conflicts, i, j, c[THIRD])
        elif c[DIRTY]:
            pair = _next(s.dirty, c, DIRTY_HEAD)
            i, j = pair // n, pair % n
            mask = _mask_of_bounds(s.bounds, s.needs, int(s.masks[i, j]), i, j)
            outcome = SATISFIED
            if not _narrow(s.masks, s.look, s.queue, s.trail, c, i, j, mask):
                _blame(s.conflicts, i, j, -1)
                outcome = REFUTED
        else:
            outcome = _groups(s)
            if outcome == SATISFIED:
                if _world(s):
                    return SATISFIED
                outcome = _split(s)
        if outcome == REFUTED:
            _forget(s.queue, c, HEAD)
            _forget(s.dirty, c, DIRTY_HEAD)
            if c[LEVEL] <= c[BASE]:
                return REFUTED
            c[FAILURES] += 1
            if c[FAILURES] > c[LIMIT]:
                _restart(s)
            else:
                _take_other_side(s)
        elif outcome > PAUSED:
            return outcome


@jit
def assume(s: Search, literals: Ints) -> bool:
    """Go back to what holds in any case, and add literals (a, b, set) for the next :func:`run`;
    whether each leaves some relation."""
    c = s.counters
    _forget(s.queue, c, HEAD)
    _forget(s.dirty, c, DIRTY_HEAD)
    _go_back(s, 0)
    s.decisions[0, 3] = c[TRAIL]
    c[LEVEL] = c[BASE] = 1
    fits = True
    for t in range(literals.shape[0]):
        a, b, mask = literals[t, 0], literals[t, 1], literals[t, 2]
        fits = fits and _narrow(s.masks, s.look, s.queue, s.trail, c, a, b, mask)
    return fits


@helper
def _blame(conflicts: Floats, i: int, j: int, k: int) -> None:
    """Count a failure for all pairs of a triangle, so that these are split sooner: so far the
    search for A(80, 9.5, 6.5) takes a tenth of what it takes where one pair alone is counted."""
    conflicts[i, j] += 1.0
    if k >= 0:
        conflicts[min(i, k), max(i, k)] += 1.0
        conflicts[min(j, k), max(j, k)] += 1.0


@helper
def _next(queue: Ints, c: Longs, head: int) -> int:
    pair = queue[0, c[head]]
    c[head] += 1
    if c[head] == queue.shape[1]:
        c[head] = 0
    c[head + 1] -= 1
    queue[1, pair] = 0
    return int(pair)


@helper
def _push(queue: Ints, c: Longs, head: int, pair: int) -> None:
    if not queue[1, pair]:
        queue[1, pair] = 1
        at = c[head] + c[head + 1]
        if at >= queue.shape[1]:
            at -= queue.shape[1]
        queue[0, at] = pair
        c[head + 1] += 1


@helper
def _forget(queue: Ints, c: Longs, head: int) -> None:
    while c[head + 1]:
        _next(queue, c, head)


@helper
def _save(trail: Longs, c: Longs, what: int, at: int, old: int) -> None:
    trail[c[TRAIL], 0], trail[c[TRAIL], 1], trail[c[TRAIL], 2] = what, at, old
    c[TRAIL] += 1


@helper
def _narrow(
    masks: Masks, look: Masks, queue: Ints, trail: Longs, c: Longs, i: int, j: int, mask: int
) -> bool:
    """Keep only these relations of i and j; whether any are left."""
    old = int(masks[i, j])
    new = old & mask
    if new == old:
        return new != 0
    n = masks.shape[0]
    _save(trail, c, _MASK, i * n + j, old)
    masks[i, j], masks[j, i] = new, look[CONVERSE, new]
    _push(queue, c, HEAD, min(i, j) * n + max(i, j))
    return new != 0


@helper
def _paths(
    masks: Masks, compose: Masks, look: Masks, queue: Ints, trail: Longs, c: Longs, i: int, j: int
) -> bool:
    """Narrow the sets of all pairs that lie on a path with i, j; whether none is empty."""
    there, back = int(masks[i, j]), int(masks[j, i])
    n = masks.shape[0]
    c[STEPS] += 2 * n
    if there == ALL:
        return True
    low_there, high_there, low_back, high_back = there & 127, there >> 7, back & 127, back >> 7
    for k in range(n):
        if i == k or k == j:
            continue
        onward, direct = int(masks[j, k]), int(masks[i, k])
        if onward != ALL:
            low, high = onward & 127, onward >> 7
            mask = int(np.int64(
                compose[0, low_there, low] | compose[1, low_there, high]
                | compose[2, high_there, low] | compose[3, high_there, high]
            ))  # fmt: skip
            if direct & ~mask and not _narrow(masks, look, queue, trail, c, i, k, mask):
                c[THIRD] = k
                return False
            direct &= mask
        if direct != ALL:
            low, high = direct & 127, direct >> 7
            mask = int(np.int64(
                compose[0, low_back, low] | compose[1, low_back, high]
                | compose[2, high_back, low] | compose[3, high_back, high]
            ))  # fmt: skip
            if onward & ~mask and not _narrow(masks, look, queue, trail, c, j, k, mask):
                c[THIRD] = k
                return False
    return True


@helper
def _bounds_of_pair(
    d: Longs, stamps: Ints, dirty: Ints, trail: Longs, c: Longs, signs: int, i: int, j: int
) -> int:
    """Put what the set of i and j says of their points into the bounds."""
    outcome = SATISFIED
    for k in range(8):
        x, y = 2 * i + (k >> 2), 2 * j + (k >> 1 & 1)
        possible = int(signs) >> (3 * (k >> 1)) & 7
        if k & 1:  # read it from the other side
            x, y = y, x
            possible = possible >> 2 | (possible & 2) | (possible & 1) << 2
        if outcome == SATISFIED and not possible & 4:  # never x > y: x - y is at most 0
            outcome = _bound(d, stamps, dirty, trail, c, y, x, 0 if possible & 2 else -1)
    return outcome


@helper
def _bound(
    d: Longs, stamps: Ints, dirty: Ints, trail: Longs, c: Longs, x: int, y: int, most: int
) -> int:
    """Let y - x be at most so much, and all bounds the tightest that follow."""
    if d[x, y] <= most:
        return SATISFIED
    if d[y, x] + most < 0:
        return REFUTED
    p = d.shape[0]
    n = p // 2
    c[STEPS] += p
    for u in range(p):
        so_far = d[u, x] + most
        if d[u, x] == UNBOUNDED or so_far >= d[u, y]:
            continue
        for v in range(p):
            if d[y, v] == UNBOUNDED or so_far + d[y, v] >= d[u, v]:
                continue
            if stamps[u, v] != c[NODE]:
                stamps[u, v] = c[NODE]
                _save(trail, c, _BOUND, u * p + v, d[u, v])
            d[u, v] = so_far + d[y, v]
            if d[u, v] < -_TOO_LARGE:
                return OVERFLOW
            a, b = min(u >> 1, v >> 1), max(u >> 1, v >> 1)
            if a != b and b < n:
                _push(dirty, c, DIRTY_HEAD, a * n + b)
    return SATISFIED


@helper
def _mask_of_bounds(d: Longs, needs: Longs, mask: int, i: int, j: int) -> int:
    """Which of these relations of i and j the bounds among their four points allow."""
    for k in range(needs.shape[0]):
        bit = needs[k, 0]
        if mask & bit:
            total = -needs[k, 5]
            for t in (1, 3):
                x, y = needs[k, t], needs[k, t + 1]
                total += d[2 * (j if x > 1 else i) + (x & 1), 2 * (j if y > 1 else i) + (y & 1)]
            if total < 0:
                mask &= ~bit
    return mask


@helper
def _groups(s: Search) -> int:
    """Leave out alternatives that cannot hold, and take those that must; PAUSED if that narrows
    something."""
    for group in range(s.groups.shape[0] - 1):
        last, left = -1, 0
        for k in range(s.groups[group], s.groups[group + 1]):
            if s.alive[k]:
                if _holds(s.masks, s.literals, s.alternatives, k):
                    last, left = k, left + 1
                else:
                    _save(s.trail, s.counters, _ALIVE, k, 1)
                    s.alive[k] = 0
        if left == 0 or (left == 1 and not _take(s, last)):
            return REFUTED
    return PAUSED if s.counters[WAITING] else SATISFIED


@helper
def _holds(masks: Masks, literals: Ints, alternatives: Ints, k: int) -> bool:
    """Whether each literal of an alternative has a relation in common with the sets."""
    for t in range(alternatives[k], alternatives[k + 1]):
        if not masks[literals[t, 0], literals[t, 1]] & literals[t, 2]:
            return False
    return True


@helper
def _is_taken(masks: Masks, literals: Ints, alternatives: Ints, k: int) -> bool:
    """Whether the sets have no relation that an alternative does not allow."""
    for t in range(alternatives[k], alternatives[k + 1]):
        if masks[literals[t, 0], literals[t, 1]] & ~literals[t, 2]:
            return False
    return True


@helper
def _take(s: Search, k: int) -> bool:
    for t in range(s.alternatives[k], s.alternatives[k + 1]):
        a, b, mask = s.literals[t, 0], s.literals[t, 1], s.literals[t, 2]
        if not _narrow(s.masks, s.look, s.queue, s.trail, s.counters, a, b, mask):
            return False
    return True


@helper
def _world(s: Search) -> bool:
    """Put the likeliest world into ``times``; whether it satisfies all that was asked."""
    p = s.bounds.shape[0]
    if p:
        # Every point as early as the last one, from which all are bounded, allows.
        for x in range(p):
            s.times[x] = -s.bounds[x, p - 1]
    else:
        _by_rank(s.masks, s.look, s.times)
    for e in range(s.edges.shape[0]):
        if not _relation(s.times, s.relations, s.edges[e, 0], s.edges[e, 1]) & s.edges[e, 2]:
            return False
    holds = True
    for group in range(s.groups.shape[0] - 1):
        holds = holds and _group_holds(s, group)
    return holds


@helper
def _by_rank(masks: Masks, look: Masks, times: Longs) -> None:
    """Points in an order that follows what is known of them; points are equal only if they must
    be. What is known of a closed network is transitive: points that have more others before them,
    or at their place, are not before these."""
    n = masks.shape[0]
    for x in range(2 * n):
        i, first, count = x >> 1, x, 1 + (x & 1)
        for j in range(n):
            if j == i:
                continue
            signs = int(look[SIGNS, masks[j, i]])
            for side in range(2):
                possible = signs >> (3 * (2 * side + (x & 1))) & 7
                if not possible & 4:
                    count += 1
                    if not possible & 1:
                        first = min(first, 2 * j + side)
        times[x] = count * 2 * n + first


@helper
def _relation(times: Longs, relations: Masks, i: int, j: int) -> int:
    """The relation of i and j in the world of ``times``, as a mask."""
    index, weight = 0, 1
    for pair in range(4):
        x, y = times[2 * i + (pair >> 1)], times[2 * j + (pair & 1)]
        index += weight * (1 + (x > y) - (x < y))
        weight *= 3
    return int(relations[index])


@helper
def _group_holds(s: Search, group: int) -> bool:
    """Whether the world at hand has all of an alternative."""
    for k in range(s.groups[group], s.groups[group + 1]):
        holds = True
        for t in range(s.alternatives[k], s.alternatives[k + 1]):
            relation = _relation(s.times, s.relations, s.literals[t, 0], s.literals[t, 1])
            holds = holds and (relation & s.literals[t, 2]) != 0
        if holds:
            return True
    return False


@helper
def _split(s: Search) -> int:
    """Take one side of a choice that the world at hand does not satisfy: the one with the fewest
    possibilities for the failures that it had."""
    kind, best, least, spare, least_spare = _EDGE, -1, 1e300, -1, 1e300
    for e in range(s.edges.shape[0]):
        i, j = s.edges[e, 0], s.edges[e, 1]
        mask = s.masks[i, j]
        if s.look[PART, mask] == mask:
            continue
        score = s.look[SIZE, mask] / s.conflicts[i, j]
        if score < least_spare:
            spare, least_spare = e, score
        if score < least and not _relation(s.times, s.relations, i, j) & s.edges[e, 2]:
            best, least = e, score
    for group in range(s.groups.shape[0] - 1):
        # An alternative that is taken already, though the world at hand lacks it, is never taken
        # again: the sets that it has are split.
        first, left, taken = -1, 0, False
        for k in range(s.groups[group], s.groups[group + 1]):
            if s.alive[k]:
                left += 1
                first = k if first < 0 else first
                taken = taken or _is_taken(s.masks, s.literals, s.alternatives, k)
        if left > 1 and least > 2.0 and not taken and not _group_holds(s, group):
            kind, best, least = _ALTERNATIVE, first, 2.0
    if best < 0:
        best = spare
    return STUCK if best < 0 else _decide(s, kind, best)


@helper
def _decide(s: Search, kind: int, number: int) -> int:
    c = s.counters
    level, part = c[LEVEL], 0
    if level >= s.decisions.shape[0]:
        return STUCK
    if kind == _EDGE:
        part = int(s.look[PART, s.masks[s.edges[number, 0], s.edges[number, 1]]])
    s.decisions[level, 0], s.decisions[level, 1] = kind, number
    s.decisions[level, 2], s.decisions[level, 3] = part, c[TRAIL]
    c[LEVEL] += 1
    c[NODE] += 1
    if kind == _ALTERNATIVE:
        return SATISFIED if _take(s, number) else REFUTED
    i, j = s.edges[number, 0], s.edges[number, 1]
    _narrow(s.masks, s.look, s.queue, s.trail, c, i, j, part)
    return SATISFIED


@helper
def _undo(s: Search, length: int) -> None:
    """Restore what was changed since the trail had this length."""
    c, n, p = s.counters, s.masks.shape[0], s.bounds.shape[0]
    while c[TRAIL] > length:
        c[TRAIL] -= 1
        what, at, old = s.trail[c[TRAIL], 0], s.trail[c[TRAIL], 1], s.trail[c[TRAIL], 2]
        if what == _MASK:
            s.masks[at // n, at % n], s.masks[at % n, at // n] = old, s.look[CONVERSE, old]
        elif what == _BOUND:
            s.bounds[at // p, at % p] = old
        else:
            s.alive[at] = 1


@helper
def _take_other_side(s: Search) -> None:
    """Go back one level, and leave out what was refuted there."""
    c = s.counters
    c[LEVEL] -= 1
    c[NODE] += 1
    level = c[LEVEL]
    _undo(s, s.decisions[level, 3])
    number = s.decisions[level, 1]
    c[FAILED] = 0
    if s.decisions[level, 0] == _EDGE:
        i, j, rest = s.edges[number, 0], s.edges[number, 1], ALL & ~s.decisions[level, 2]
        c[FAILED] = not _narrow(s.masks, s.look, s.queue, s.trail, c, i, j, rest)
    else:
        _save(s.trail, c, _ALIVE, number, 1)
        s.alive[number] = 0


@helper
def _restart(s: Search) -> None:
    """Go back to the first level; which sets failed is remembered, so others are split first."""
    _go_back(s, s.counters[BASE])
    s.counters[LIMIT] += s.counters[LIMIT] // 2


@helper
def _go_back(s: Search, level: int) -> None:
    c = s.counters
    if c[LEVEL] > level:
        _undo(s, s.decisions[level, 3])
    c[LEVEL], c[FAILURES], c[FAILED] = level, 0, 0
    c[NODE] += 1
