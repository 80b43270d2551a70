"""Kernels of the search for a good annotation: links are tried on a closed matrix of points.

``known[p, q]`` is 2 where p < q follows, 1 where p <= q follows, else 0. Whatever a link changes is
noted in a log, so that it can be taken back. ``values[pair, class]`` is what a pair is worth where
the closure says of it what ``class`` stands for; ``class_of`` has the class of each code.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["close", "improve", "insert"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]

Space: TypeAlias = tuple[Bytes, Ints, Ints, Ints]
"""What a search changes: what is known, the class of each pair now, the log, and which pairs a link
touched."""

Tables: TypeAlias = tuple[Ints, Ints, Ints, Longs, Ints, int]
"""What stays: the arcs of each choice, the entities of each pair, the pair of two entities, what a
pair is worth by its class, the class of each code, and how many points an entity has."""

# The label of two points by known[p, q] and known[q, p]: none, <, <=, =, >=, >.
_LABEL = np.array([[0, 4, 5], [2, 3, 0], [1, 0, 0]], np.int64)


@helper
def _class(known: Bytes, a: int, b: int, points: int, class_of: Ints) -> int:
    """The class of what known says of two entities."""
    if points == 1:
        return int(class_of[_LABEL[known[a, b], known[b, a]]])
    code = 0
    for k in range(4):
        p, q = 2 * a + (k >> 1), 2 * b + (k & 1)
        code |= _LABEL[known[p, q], known[q, p]] << (3 * k)
    return int(class_of[code])


@helper
def _add_arc(known: Bytes, p: int, q: int, strength: int, log: Ints, size: int) -> int:
    """Close known under one more arc; the size of the log then, -1 if the arc contradicts known."""
    if known[q, p] == 2 or (known[q, p] == 1 and strength == 2):
        return -1
    if p == q or known[p, q] >= strength:
        return size
    n = known.shape[0]
    # What p does not reach so strictly yet: in the end of the log, which the rest never fills.
    last, count = log.shape[0] - 1, 0
    for y in range(n):
        if known[q, y] > 0 and known[p, y] < max(known[q, y], strength):
            log[last - count, 0] = y
            count += 1
    for x in range(n):
        # What already reaches q so strictly reaches all that q does.
        level = max(known[x, p], strength)
        if known[x, p] == 0 or known[x, q] >= level:
            continue
        for k in range(count):
            y = log[last - k, 0]
            s = max(known[q, y], level)
            if x != y and known[x, y] < s:
                log[size, 0], log[size, 1], log[size, 2] = x, y, known[x, y]
                size += 1
                known[x, y] = s
    return size


@helper
def _undo(known: Bytes, log: Ints, size: int) -> None:
    for k in range(size - 1, -1, -1):
        known[log[k, 0], log[k, 1]] = np.int8(log[k, 2])


@helper
def _add_link(known: Bytes, arcs: Ints, a: int, b: int, points: int, log: Ints) -> int:
    """Close ``known`` under a link from a to b; -1, with nothing changed, if that contradicts."""
    size = 0
    for k in range(arcs.shape[0]):
        if arcs[k, 2] == 0:
            break
        p, q = arcs[k, 0], arcs[k, 1]
        x = points * a + p if p < points else points * b + p - points
        y = points * a + q if q < points else points * b + q - points
        grown = _add_arc(known, x, y, arcs[k, 2], log, size)
        if grown < 0:
            _undo(known, log, size)
            return -1
        size = grown
    return size


@helper
def _gain(space: Space, tables: Tables, size: int) -> tuple[int, int]:
    """What the pairs that a log changes are worth more than before, and how many they are; they
    are noted in ``touched`` with the class they had, and ``now`` has their new one."""
    known, now, log, touched = space
    pair_of, values, class_of, points = tables[2:]
    gain, count = 0, 0
    for k in range(size):
        a, b = log[k, 0] >> (points - 1), log[k, 1] >> (points - 1)
        pair = pair_of[a, b]
        if pair < 0:
            continue
        if a > b:
            a, b = b, a
        new = _class(known, a, b, points, class_of)
        if new != now[pair]:
            gain += values[pair, new] - values[pair, now[pair]]
            touched[count, 0], touched[count, 1] = pair, now[pair]
            count += 1
            now[pair] = new
    return gain, count


@helper
def _try(space: Space, tables: Tables, pair: int, choice: int, least: int) -> int:
    """Add a link if it contradicts nothing and the value does not grow less than ``least``; the
    gain, 0 if it was not added."""
    known, now, log, touched = space
    arcs, pairs = tables[:2]
    size = _add_link(known, arcs[choice], pairs[pair, 0], pairs[pair, 1], tables[5], log)
    if size <= 0:
        return 0
    gain, count = _gain(space, tables, size)
    if gain < least:
        _undo(known, log, size)
        for k in range(count - 1, -1, -1):
            now[touched[k, 0]] = touched[k, 1]
        return 0
    return gain


@jit
def close(known: Bytes, arcs: Ints) -> bool:
    """Close known under arcs; false if they contradict each other."""
    log = np.empty((known.shape[0] * known.shape[0] * 2 + 1, 3), np.int32)
    for k in range(arcs.shape[0]):
        if _add_arc(known, arcs[k, 0], arcs[k, 1], arcs[k, 2], log, 0) < 0:
            return False
    return True


@jit
def insert(space: Space, tables: Tables, order: Ints, least: int) -> int:
    """Try the links of ``order`` (pair, choice) one after the other; what the value grows by."""
    total = 0
    for k in range(order.shape[0]):
        total += _try(space, tables, order[k, 0], order[k, 1], least)
    return total


@helper
def _draw(state: Longs, below: int) -> int:
    """A number from 0 to ``below`` - 1, by a linear congruential generator."""
    state[0] = (state[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return int((state[0] >> 8) % below)


@helper
def _take_out(space: Space, tables: Tables, first: Bytes, v: int) -> int:
    """Forget all that is known of an entity but what was given, which is in ``first``, and what
    follows from that; what the value grows by."""
    known, now, log, _ = space
    pair_of, values, class_of, points = tables[2:]
    gain = 0
    n = known.shape[0]
    for x in range(points * v, points * v + points):
        for y in range(n):
            if x != y:
                known[x, y] = known[y, x] = 0
    # Each arc is added again, not only copied: with what is known of others it may say more.
    for x in range(points * v, points * v + points):
        for y in range(n):
            if x != y and first[x, y] > 0:
                _add_arc(known, x, y, first[x, y], log, 0)
            if x != y and first[y, x] > 0:
                _add_arc(known, y, x, first[y, x], log, 0)
    for u in range(n // points):
        a, b = min(u, v), max(u, v)
        pair = pair_of[a, b]
        if u != v and pair >= 0:
            new = _class(known, a, b, points, class_of)
            gain += values[pair, new] - values[pair, now[pair]]
            now[pair] = new
    return gain


@helper
def _copy(known: Bytes, known_from: Bytes, now: Ints, now_from: Ints) -> None:
    for x in range(known.shape[0]):
        for y in range(known.shape[1]):
            known[x, y] = known_from[x, y]
    for k in range(now.shape[0]):
        now[k] = now_from[k]


@jit
def improve(
    space: Space,
    tables: Tables,
    first: Bytes,
    candidates: Ints,
    keys: Longs,
    starts: Ints,
    random: Longs,
    rounds: int,
) -> int:
    """Take entities out and put them back in other places, so many times; keep what is not worth
    less. Returns what the value grows by; ``known`` and ``now`` are the best found.

    ``candidates[starts[v]:starts[v + 1]]`` are the links (pair, choice) of entity v, and ``keys``
    what they weigh more than nothing.
    """
    known, now = space[:2]
    n = known.shape[0] // tables[5]
    total = 0
    best, best_now = known.copy(), now.copy()
    order = np.empty((candidates.shape[0], 2), np.int32)
    key = np.empty(candidates.shape[0], np.float64)
    for _ in range(rounds):
        count = 0
        gain = 0
        moved = 1 + (_draw(random, 4) == 0) + (_draw(random, 8) == 0)
        for _m in range(moved):
            v = _draw(random, n)
            gain += _take_out(space, tables, first, v)
            for k in range(starts[v], starts[v + 1]):
                if count < order.shape[0]:
                    order[count, 0], order[count, 1] = candidates[k, 0], candidates[k, 1]
                    key[count] = -keys[k] * (0.25 + _draw(random, 1024) / 1024.0)
                    count += 1
        sequence = np.argsort(key[:count])
        for k in range(count):
            at = sequence[k]
            gain += _try(space, tables, order[at, 0], order[at, 1], 1)
        if gain >= 0:
            total += gain
            _copy(best, known, best_now, now)
        else:
            _copy(known, best, now, best_now)
    return total
