"""Kernels that accept constraints group by group, in file order, among rows that stay closed.

Where contradictions abound, nearly every constraint would need a search in an order of the points.
Here two square bit matrices are closed again after each accepted constraint: row p of ``after``
has the points q with p <= q, row q of ``before`` the points p with p <= q. If there is no weak
constraint (``<=``), p < q iff p <= q and not q <= p. Else two further matrices, ``strictly_after``
and ``strictly_before``, hold what is strict. A constraint that follows from others costs one test,
as does one that they contradict; any other changes just the rows that miss something, and just the
words of them that do.

A group is tested as a whole before anything is written: what is known between its few points is
closed together with its constraints.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["accept"]

Ints: TypeAlias = NDArray[np.int32]
Words: TypeAlias = NDArray[np.uint64]
Table: TypeAlias = NDArray[np.int8]

# Fields of a constraint.
X, OP, Y, GROUP = range(4)
# What is known of two points: nothing, <=, <.
NOTHING, WEAKLY, STRICTLY = range(3)


@helper
def _has(rows: Words, p: int, q: int) -> bool:
    return bool((rows[p, q >> 6] >> np.uint64(q & 63)) & np.uint64(1) != 0)


@helper
def _known(after: Words, strictly_after: Words, any_weak: bool, x: int, y: int) -> int:
    """What is entailed of "x ? y"."""
    if not _has(after, x, y):
        return NOTHING
    if any_weak:
        return STRICTLY if _has(strictly_after, x, y) else WEAKLY
    return WEAKLY if _has(after, y, x) else STRICTLY


@helper
def _differ(change: Words, words: Ints, where: Words, p: int, less: Words, q: int) -> int:
    """List the words of row ``p`` of ``where`` that have bits which row ``q`` of ``less`` has
    not, and these bits; returns how many words these are."""
    count = 0
    for word in range(where.shape[1]):
        bits = where[p, word] & ~less[q, word]
        if bits != 0:
            words[count] = word
            change[count] = bits
            count += 1
    return count


@helper
def _spread(
    rows: Words, to: Words, to_words: Ints, to_count: int,
    change: Words, change_words: Ints, change_count: int,
) -> None:  # fmt: skip
    """OR the listed words into the rows of the listed points."""
    for k in range(to_count):
        bits = to[k]
        p = np.int64(to_words[k]) << 6
        while bits != 0:
            if bits & np.uint64(1) != 0:
                row = rows[p]
                for j in range(change_count):
                    row[change_words[j]] |= change[j]
            bits >>= np.uint64(1)
            p += 1


@helper
def _pairs(
    after: Words, before: Words, change: Words, words: Ints, k: int, sources: int, targets: int
) -> None:
    """Let the points of list ``k`` come before those of list ``k + 1``."""
    _spread(after, change[k], words[k], sources, change[k + 1], words[k + 1], targets)
    _spread(before, change[k + 1], words[k + 1], targets, change[k], words[k], sources)


@helper
def _join(
    after: Words, before: Words, strictly_after: Words, strictly_before: Words, any_weak: bool,
    x: int, y: int, strict: bool, change: Words, words: Ints,
) -> None:  # fmt: skip
    """Let all that is at most ``x`` be at most, or less than, all that ``y`` is at most."""
    # All lists come before all changes, since rows that are read change as well.
    sources = _differ(change[0], words[0], before, x, before, y)
    targets = _differ(change[1], words[1], after, y, after, x)
    if any_weak and strict:
        first = _differ(change[2], words[2], before, x, strictly_before, y)
        last = _differ(change[3], words[3], after, y, strictly_after, x)
        _pairs(strictly_after, strictly_before, change, words, 2, first, last)
    elif any_weak:
        # Of what is less than x, and of what y is less than; the points come from the planes
        # that are not strict, which have not changed yet.
        first = _differ(change[2], words[2], strictly_before, x, strictly_before, y)
        last = _differ(change[3], words[3], after, y, after, x)
        others = _differ(change[5], words[5], strictly_after, y, strictly_after, x)
        for k in range(sources):
            change[4, k] = change[0, k]
            words[4, k] = words[0, k]
        _pairs(strictly_after, strictly_before, change, words, 2, first, last)
        _pairs(strictly_after, strictly_before, change, words, 4, sources, others)
    _pairs(after, before, change, words, 0, sources, targets)


@helper
def _add(
    after: Words, before: Words, strictly_after: Words, strictly_before: Words, any_weak: bool,
    x: int, op: int, y: int, change: Words, words: Ints,
) -> None:  # fmt: skip
    """Add a constraint that agrees with the others."""
    known = _known(after, strictly_after, any_weak, x, y)
    if known < (STRICTLY if op == 0 else WEAKLY):
        _join(
            after, before, strictly_after, strictly_before, any_weak, x, y, op == 0, change, words
        )
    if op == 2 and not _has(after, y, x):
        _join(after, before, strictly_after, strictly_before, any_weak, y, x, False, change, words)


@helper
def _refuses(after: Words, strictly_after: Words, any_weak: bool, x: int, op: int, y: int) -> bool:
    """Whether a constraint by itself contradicts what is known."""
    if op == 0:
        return _has(after, y, x)
    if _known(after, strictly_after, any_weak, y, x) == STRICTLY:
        return True
    return op == 2 and _known(after, strictly_after, any_weak, x, y) == STRICTLY


@helper
def _place(points: Ints, count: int, point: int) -> int:
    """The place of a point among those listed, or the first one free."""
    for k in range(count):
        if points[k] == point:
            return k
    return count


@helper
def _agrees(
    after: Words, strictly_after: Words, any_weak: bool, constraints: Ints, begin: int, end: int,
    points: Ints, table: Table,
) -> bool:  # fmt: skip
    """Whether the constraints ``begin .. end - 1`` together agree with all that is known."""
    for k in range(begin, end):
        if _refuses(
            after, strictly_after, any_weak,
            constraints[k, X], constraints[k, OP], constraints[k, Y],
        ):  # fmt: skip
            return False
    if end == begin + 1:
        return True
    count = 0
    for k in range(begin, end):
        for field in (X, Y):
            place = _place(points, count, constraints[k, field])
            if place == count:
                points[count] = constraints[k, field]
                count += 1
    for a in range(count):
        for b in range(count):
            table[a, b] = _known(after, strictly_after, any_weak, points[a], points[b])
    for k in range(begin, end):
        a = _place(points, count, constraints[k, X])
        b = _place(points, count, constraints[k, Y])
        op = constraints[k, OP]
        table[a, b] = max(table[a, b], STRICTLY if op == 0 else WEAKLY)
        if op == 2:
            table[b, a] = max(table[b, a], WEAKLY)
    for middle in range(count):
        for a in range(count):
            if table[a, middle] != NOTHING:
                for b in range(count):
                    if table[middle, b] != NOTHING:
                        through = max(table[a, middle], table[middle, b])
                        table[a, b] = max(table[a, b], through)
    before_itself = 0
    for a in range(count):
        before_itself += table[a, a] == STRICTLY
    return before_itself == 0


@jit
def accept(
    after: Words, before: Words, strictly_after: Words, strictly_before: Words, any_weak: bool,
    constraints: Ints, begin: int, single: int, longest: int, refused: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Accept the constraints from ``begin`` on group by group, all of a group or none, and mark
    those ``refused``.

    The matrices have what was accepted before; without any, they have no bits yet. The strict ones
    are used if there is ``any_weak`` constraint. The first constraints, ``single`` of them, are
    tried one by one, whatever their groups are; of the others, no group has more than the
    ``longest``.
    """
    one = np.uint64(1)
    if begin == 0:
        for p in range(len(after)):
            after[p, p >> 6] |= one << np.uint64(p & 63)
            before[p, p >> 6] |= one << np.uint64(p & 63)
    change = np.empty((6, after.shape[1]), np.uint64)
    words = np.empty((6, after.shape[1]), np.int32)
    points = np.empty(2 * longest, np.int32)
    table = np.empty((2 * longest, 2 * longest), np.int8)
    while begin < len(constraints):
        end = begin + 1
        if begin >= single:
            while end < len(constraints) and constraints[end, GROUP] == constraints[begin, GROUP]:
                end += 1
        if _agrees(after, strictly_after, any_weak, constraints, begin, end, points, table):
            for k in range(begin, end):
                _add(
                    after, before, strictly_after, strictly_before, any_weak,
                    constraints[k, X], constraints[k, OP], constraints[k, Y], change, words,
                )  # fmt: skip
        else:
            for k in range(begin, end):
                refused[k] = True
        begin = end
