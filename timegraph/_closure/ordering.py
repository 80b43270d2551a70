"""Constraints between points, put in order by the kernels, or accepted one by one in file order."""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from timegraph._closure.arrays import Lease, acquire, array_of, constraints
from timegraph._closure.kernels import dynamic_order, file_order_rows, order as order_kernels
from timegraph.points import EQ, GE, GT, LE, LESS_EQUAL, LT, NONE, mask_table

_Ints: TypeAlias = NDArray[np.int32]

# Rows of 33,000 points, and of 46,000 if no constraint is weak.
_MOST_ROW_BYTES = 2**29 + 2**25
# The matrix of a longer group would be larger than what it saves; a link has four points.
_LONGEST_GROUP = 16
# Closed rows take about eight times as long, for each pair of points.
_SECONDS_OF_SEARCHES = 2.5e-9
# So many constraints are decided on between two looks at the clock.
_AT_ONCE = 256


class Order(NamedTuple):
    """What kernel ``order`` fills in, and the leases that its arrays stand on."""

    position: _Ints
    record: _Ints
    start: _Ints
    successor: _Ints
    words: int
    weak: int
    kept: Lease | None
    scratch: Lease | None


def order(n: int, x: _Ints, y: _Ints, op: NDArray[np.int8]) -> Order | None:
    """The constraints in order, ``None`` if they contradict each other: O(n + m).

    ``op`` is 0 for ``<``, 1 for ``<=``, 2 for ``=``. Raises ``IndexError`` for a point out of range
    and ``ValueError`` for an unknown operator.
    """
    m = len(x)
    block, kept = acquire((5 * n + 1) // 2)
    room, lease = acquire((6 * n + m + 2) // 2)
    ints, scratch = block.view(np.int32), room.view(np.int32)
    position, record = ints[:n], ints[n : 5 * n].reshape(n, 4)
    status, classes, words, weak = order_kernels.order(n, x, y, op, position, record, scratch)
    if status == order_kernels.CONTRADICTION:
        return None
    if status == order_kernels.BAD_INDEX:
        raise IndexError(f"a constraint names a point that is not in 0..{n - 1}")
    if status == order_kernels.BAD_OP:
        raise ValueError("an operator is none of 0 (<), 1 (<=) and 2 (=)")
    start, successor = scratch[: n + 1], scratch[n + 1 : n + 1 + m]
    return Order(position, record[:classes], start, successor, words, weak, kept, lease)


def file_order(
    n: int,
    x: ArrayLike,
    y: ArrayLike,
    op: ArrayLike,
    group: ArrayLike,
    *,
    protected: int = 0,
    budget: int | None = None,
    reached: Callable[[int], object] = lambda constraint: None,
) -> NDArray[np.bool_]:
    """Which constraints are in force if they are accepted group by group, in order.

    ``group[k]``, non-decreasing, numbers the group of constraint ``k``. A group is accepted if all
    its constraints together agree with all that is accepted before it. Groups below ``protected``
    are known to be consistent, and never refused. What takes more than ``budget`` bytes, or half a
    gigabyte, is done in less memory, and more slowly. ``reached`` is called now and then with the
    number of the constraint that is next; what it raises ends the work.

    Raises ``IndexError`` for a point out of range, and ``ValueError`` for an unknown operator, for
    groups that decrease, and if protected ones contradict each other.
    """
    n, xs, ys, ops = constraints(n, x, y, op)
    groups = array_of(group, np.int32)
    if groups.shape != xs.shape or (len(groups) > 1 and (groups[1:] < groups[:-1]).any()):
        raise ValueError("group must number every constraint and never decrease")
    accepted = np.ones(len(xs), np.bool_)
    if order(n, xs, ys, ops) is not None:
        return accepted
    # Only what lies on a cycle with a strict step can be refused, whatever else is accepted.
    suspected, position = order_kernels.suspects(n, xs, ys, ops)
    suspects = np.flatnonzero(suspected)
    points, ends = np.unique(np.concatenate((xs[suspects], ys[suspects])), return_inverse=True)
    positions = np.empty(len(points), np.int32)
    positions[np.argsort(position[points])] = np.arange(len(points), dtype=np.int32)
    first = ends[: len(suspects)].astype(np.int32)
    second = ends[len(suspects) :].astype(np.int32)
    new = np.stack((first, ops[suspects].astype(np.int32), second, groups[suspects]), axis=1)

    def next_is(suspect: int) -> None:
        reached(int(suspects[suspect]))

    # Searches take next to no time where few contradict, and very long where most do. Rows of one
    # word are always as fast.
    rows_fit = _rows_fit(new, len(points), protected, budget)
    seconds = _SECONDS_OF_SEARCHES * len(points) ** 2 if rows_fit else inf
    verdicts = _refused(new, positions, seconds, next_is)
    if verdicts is None:
        verdicts = _refused_by_rows(new, positions, protected, next_is)
    refused = np.unique(groups[suspects[verdicts]])
    if len(refused) and refused[0] < protected:
        raise ValueError("protected constraints contradict each other")
    accepted[np.isin(groups, refused)] = False
    return accepted


def _rows_fit(new: _Ints, points: int, protected: int, budget: int | None) -> bool:
    """Whether closed rows decide on these constraints, by size and by the bytes there are."""
    _, op, _, group = new.T
    loose = group[group >= protected]
    longest = np.unique(loose, return_counts=True)[1].max(initial=1)
    planes = 4 if (op == LESS_EQUAL).any() else 2
    limit = _MOST_ROW_BYTES if budget is None else min(budget, _MOST_ROW_BYTES)
    return bool(longest <= _LONGEST_GROUP) and planes * _row_words(points) * 8 * points <= limit


def _row_words(points: int) -> int:
    return (points + 63) // 64


def _refused_by_rows(
    new: _Ints, positions: _Ints, protected: int, next_is: Callable[[int], None]
) -> NDArray[np.bool_]:
    """Which constraints are refused, by rows that stay closed."""
    x, op, y, group = new.T
    n, any_weak = len(positions), bool((op == LESS_EQUAL).any())
    # Neighbours in the order share words.
    constraints = np.stack((positions[x], op, positions[y], group), axis=1)
    shape = n, _row_words(n)
    strict_shape = shape if any_weak else (1, 1)
    after, before = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    strictly_after = np.zeros(strict_shape, np.uint64)
    strictly_before = np.zeros(strict_shape, np.uint64)
    refused = np.zeros(len(new), np.bool_)
    single = int(np.searchsorted(group, protected))
    for begin, end in _pieces(group):
        next_is(begin)
        file_order_rows.accept(
            after, before, strictly_after, strictly_before, any_weak, constraints[:end], begin,
            single, _LONGEST_GROUP, refused,
        )  # fmt: skip
    return refused


def _pieces(group: _Ints) -> Iterator[tuple[int, int]]:
    """Ranges of some hundred constraints and whole groups: between two calls of a kernel there is
    time for a look at the clock, and for an interrupt."""
    ends = [*(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
    begin = 0
    while begin < len(group):
        end = ends[bisect_left(ends, min(begin + _AT_ONCE, len(group)))]
        yield begin, end
        begin = end


def _refused(
    new: _Ints, positions: _Ints, seconds: float, next_is: Callable[[int], None]
) -> NDArray[np.bool_] | None:
    """Which constraints are refused, by searches in an order that changes; ``None`` if they take
    longer than that."""
    edges, room = 0, scratch(len(positions), 1)
    state = dynamic_order.new_state(positions, 2 * len(new))
    constraints = new.copy()
    limit = time.perf_counter() + seconds
    for begin, end in _pieces(new[:, dynamic_order.GROUP]):
        if time.perf_counter() > limit:
            return None
        next_is(begin)
        edges, _ = dynamic_order.take(*state, edges, 0, 0, constraints[begin:end], False, *room)
    refused: NDArray[np.bool_] = constraints[:, dynamic_order.GROUP] == dynamic_order.REFUSED
    return refused


def scratch(points: int, constraints: int) -> tuple[_Ints, _Ints, _Ints, _Ints]:
    """What kernel ``take`` writes into while it works: room for so many points, and without
    allocating anything for so many constraints in a group."""
    # The system provides no memory for what is never written to.
    return (
        np.empty((constraints * (4 * points + 8), 5), np.int32),
        np.empty(points, np.int32),
        np.empty(2 * points, np.int32),
        np.empty(2 * points, np.int32),
    )


# Single queries to bit rows, without the kernels.
#
# Handing five arrays to compiled code takes longer than looking up four bits in Python, so single
# queries read the arena byte by byte: small integers cost Python no allocation. The functions are
# closures over plain lists, which Python indexes fastest, or, from some thousands of positions
# on, where lists and the integers in them no longer fit in the caches, over views of the arrays.
# Each holds ``owner``, which keeps the arrays' memory from being reused.


_Words: TypeAlias = NDArray[np.uint64]
_Lookup: TypeAlias = Callable[[int, int], int]

_LISTS_BELOW = 8_192
_ALL = 8191
_BEFORE, _MEETS, _MET_BY, _AFTER = 1 << 0, 1 << 1, 1 << 11, 1 << 12


def _sequence(values: NDArray[np.int64] | _Ints) -> Sequence[int]:
    if len(values) < _LISTS_BELOW:
        listed: list[int] = values.tolist()
        return listed
    return np.ascontiguousarray(values).data


def _rows(
    record: _Ints, arena: _Words
) -> tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]:
    """The first and the last position that each position reaches, the offset at which its row would
    begin, and the bytes of the arena."""
    if sys.byteorder == "big":
        arena = arena.byteswap()
    base = record[:, 2].astype(np.int64) * 8
    data = arena.data.cast("B")
    return _sequence(record[:, 0]), _sequence(record[:, 1]), _sequence(base), data


def label_function(
    position: _Ints,
    record: _Ints,
    arena: _Words,
    weak: _Ints,
    weak_arena: _Words,
    owner: object,
) -> _Lookup:
    """``label(x, y)``: the code of :mod:`timegraph.points` of what is entailed of two points."""
    at = _sequence(position)
    first, last, base, data = _rows(record, arena)
    weak_first, weak_last, weak_base, weak_data = _rows(weak, weak_arena)
    any_weak = len(weak) > 0

    def label(x: int, y: int, _owner: object = owner) -> int:
        p = at[x]
        q = at[y]
        if p == q:
            return EQ
        low, high = (p, q) if p < q else (q, p)
        if not (
            first[low] <= high <= last[low] and data[base[low] + (high >> 3)] >> (high & 7) & 1
        ):
            return NONE
        if (
            any_weak
            and weak_first[low] <= high <= weak_last[low]
            and weak_data[weak_base[low] + (high >> 3)] >> (high & 7) & 1
        ):
            return LE if p < q else GE
        return LT if p < q else GT

    return label


def weak_mask_function(
    position: _Ints,
    record: _Ints,
    arena: _Words,
    weak: _Ints,
    weak_arena: _Words,
    owner: object,
) -> _Lookup:
    """As :func:`mask_function`, for rows with weak rows."""
    table = mask_table()
    at = _sequence(position)
    first, last, base, data = _rows(record, arena)
    weak_first, weak_last, weak_base, weak_data = _rows(weak, weak_arena)
    flipped = (NONE, GT, GE)

    def forward(low: int, high: int) -> int:
        if first[low] <= high <= last[low] and data[base[low] + (high >> 3)] >> (high & 7) & 1:
            if (
                weak_first[low] <= high <= weak_last[low]
                and weak_data[weak_base[low] + (high >> 3)] >> (high & 7) & 1
            ):
                return LE
            return LT
        return NONE

    def mask(a: int, b: int, _owner: object = owner) -> int:
        sa = at[a]
        ea = at[a + 1]
        sb = at[b]
        eb = at[b + 1]
        if ea <= sb:
            if ea == sb:
                return _MEETS
            known = forward(ea, sb)
            if known:
                return _BEFORE if known == LT else _BEFORE | _MEETS
            a_to_b = forward(sa, eb)
            b_to_a = NONE
        elif eb <= sa:
            if eb == sa:
                return _MET_BY
            known = forward(eb, sa)
            if known:
                return _AFTER if known == LT else _AFTER | _MET_BY
            a_to_b = NONE
            b_to_a = forward(sb, ea)
        else:
            a_to_b = forward(sa, eb)
            b_to_a = forward(sb, ea)
        if not a_to_b and not b_to_a:
            return _ALL
        code = a_to_b << 3 | flipped[b_to_a] << 6
        if sa < sb:
            if a_to_b:
                code |= forward(sa, sb)
        elif sa == sb:
            code |= EQ
        elif b_to_a:
            code |= flipped[forward(sb, sa)]
        if ea < eb:
            if a_to_b:
                code |= forward(ea, eb) << 9
        elif ea == eb:
            code |= EQ << 9
        elif b_to_a:
            code |= flipped[forward(eb, ea)] << 9
        return table[code]

    return mask


def mask_function(position: _Ints, record: _Ints, arena: _Words, owner: object) -> _Lookup:
    """``mask(a, b)``: the relations possible between the intervals that start at two points.

    The positions of two points show in which order alone they can be, and a start or an end can
    only be before another if the start is before the other end. So two lookups decide most pairs,
    whether everything or nothing is known of them. The lookups are written out: as function calls
    they take a third longer.
    """
    table = mask_table()
    at = _sequence(position)
    first, last, base, data = _rows(record, arena)

    def mask(a: int, b: int, _owner: object = owner) -> int:
        sa = at[a]
        ea = at[a + 1]
        sb = at[b]
        eb = at[b + 1]
        if ea <= sb:
            if ea == sb:
                return _MEETS
            if first[ea] <= sb <= last[ea] and data[base[ea] + (sb >> 3)] >> (sb & 7) & 1:
                return _BEFORE
            a_to_b = first[sa] <= eb <= last[sa] and data[base[sa] + (eb >> 3)] >> (eb & 7) & 1
            b_to_a = 0
        elif eb <= sa:
            if eb == sa:
                return _MET_BY
            if first[eb] <= sa <= last[eb] and data[base[eb] + (sa >> 3)] >> (sa & 7) & 1:
                return _AFTER
            b_to_a = first[sb] <= ea <= last[sb] and data[base[sb] + (ea >> 3)] >> (ea & 7) & 1
            a_to_b = 0
        else:
            a_to_b = first[sa] <= eb <= last[sa] and data[base[sa] + (eb >> 3)] >> (eb & 7) & 1
            b_to_a = first[sb] <= ea <= last[sb] and data[base[sb] + (ea >> 3)] >> (ea & 7) & 1
        # Codes of the labels, each in its three bits: LT is 1, EQ is 3, GT is 5.
        code = 0
        if a_to_b:
            code = LT << 3
            if (
                sa < sb
                and first[sa] <= sb <= last[sa]
                and data[base[sa] + (sb >> 3)] >> (sb & 7) & 1
            ):
                code |= LT
            if (
                ea < eb
                and first[ea] <= eb <= last[ea]
                and data[base[ea] + (eb >> 3)] >> (eb & 7) & 1
            ):
                code |= LT << 9
        elif not b_to_a:
            return _ALL
        if b_to_a:
            code |= GT << 6
            if (
                sb < sa
                and first[sb] <= sa <= last[sb]
                and data[base[sb] + (sa >> 3)] >> (sa & 7) & 1
            ):
                code |= GT
            if (
                eb < ea
                and first[eb] <= ea <= last[eb]
                and data[base[eb] + (ea >> 3)] >> (ea & 7) & 1
            ):
                code |= GT << 9
        if sa == sb:
            code |= EQ
        if ea == eb:
            code |= EQ << 9
        return table[code]

    return mask
