"""Which intervals a graph knows anything about together, and what, without looking at all pairs.

Something is known of two intervals iff a path of constraints in force leads from a point of one to
a point of the other: then at least one Allen relation is impossible. One search from each point of
each interval finds all that is later, in time proportional to what it finds; what is earlier is
found from there. Documents consist of small groups: of the pairs of TimeBank 7 % are related.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import compress

from timegraph._closure.protocol import Closure
from timegraph._graph.closing import closed, decided
from timegraph._graph.constraint_sets import strong_components
from timegraph._graph.state import GraphState
from timegraph.points import EQUAL, LESS, LESS_EQUAL, mask_table

__all__ = ["Related", "partner_and_mask", "related"]

Related = list[tuple[int, "array[int]"]]
"""Intervals by their start points, in insertion order, each with its partners after it: numbers
that :func:`partner_and_mask` takes apart."""

_MASK_BITS = 13
_MASK = (1 << _MASK_BITS) - 1

# While searches go on, what is known of two intervals is the number that mask_table() is indexed
# with: a digit in base 8 for the label of each cross pair, the last one for the two starts. Here
# are these numbers for "a ? b" as a is found to be earlier, and for "b ? a".
_CODE_BITS = 12
_CODE = (1 << _CODE_BITS) - 1
_BEFORE = 0o1111, 0o5555
_MEETS = 0o1311, 0o5535
_END_LATER = 0o1010, 0o5500  # a.end < b.end
_START_LATER = 0o0011, 0o0505  # a.start < b.start
_OVERLAP = 0o0010, 0o0500  # a.start < b.end
_SAME_END = 0o3010, 0o3500
_SAME_START = 0o0003, 0o0003
_TOUCH = 0o0200, 0o0040  # a.end <= b.start
_END_NOT_EARLIER = 0o2000, 0o4000
_START_NOT_EARLIER = 0o0002, 0o0004
_START_NOT_AFTER_END = 0o0020, 0o0400  # a.start <= b.end
# A pair has at most so many entries: three from either side.
_MOST_ENTRIES = 6


def related(state: GraphState, most: int | None = None) -> Related | None:
    """All intervals of which something is known together with others after them, with these and
    the masks of the relations that can hold; ``None`` if there are certainly more than ``most``
    such pairs."""
    if state.store.bounds:
        # Lengths relate intervals that no path joins, so that every pair has to be looked at.
        return _up_to(_by_lengths(closed(state), list(state.store.starts.values())), most)
    order = _Order(state)
    entries = 0
    rows = {start: array("q") for start in state.store.starts.values()}
    for start in rows:
        entries += _search(order, start, rows)
        if most is not None and entries > _MOST_ENTRIES * most:
            return None
    return _up_to(((start, _masks(row)) for start, row in rows.items() if row), most)


def partner_and_mask(number: int) -> tuple[int, int]:
    """The start point of a partner, and the mask of the relations to it."""
    return number >> _MASK_BITS, number & _MASK


def _up_to(rows: Iterator[tuple[int, array[int]]], most: int | None) -> Related | None:
    result: Related = []
    for start, row in rows:
        result.append((start, row))
        if most is not None:
            most -= len(row)
            if most < 0:
                return None
    return result


def _masks(row: array[int]) -> array[int]:
    """The partners in order, with masks for the codes, of which a partner may have several."""
    codes: dict[int, int] = {}
    for number in row:
        other = number >> _CODE_BITS
        codes[other] = codes.get(other, 0) | number & _CODE
    table = mask_table()
    return array("q", [other << _MASK_BITS | table[codes[other]] for other in sorted(codes)])


class _Order:
    """The constraints in force as arcs between classes of equal points."""

    def __init__(self, state: GraphState) -> None:
        decided(state)
        store = state.store
        columns: list[Sequence[int]] = [store.xs, store.ops, store.ys]
        if 0 in state.kept:
            columns = [list(compress(column, state.kept)) for column in columns]
        xs, ops, ys = columns
        self.later: list[list[int]] = [[] for _ in store.points]
        """Of each class the classes that are strictly later; those of ``weakly``, which need not
        be, are not among them."""
        self.weakly: dict[int, list[int]] = {}
        self.members: dict[int, list[int]] = {}
        """Of each class of several points, its points."""
        self.root = root = list(range(len(store.points)))
        if LESS_EQUAL in ops or EQUAL in ops:
            number = (k for k, kept in enumerate(state.kept) if kept)
            self.root = root = strong_components(store, number)
            for point, class_ in enumerate(root):
                if point != class_:
                    self.members.setdefault(class_, [class_]).append(point)
        for start in store.starts.values():
            self.later[root[start]].append(root[start + 1])
        for x, op, y in zip(xs, ops, ys, strict=True):
            if op == LESS:
                self.later[root[x]].append(root[y])
            elif root[x] != root[y]:
                self.weakly.setdefault(root[x], []).append(root[y])
        self.seen = [-1] * len(store.points)
        self.kind = bytearray(b"\2") * len(store.points)
        """0 for the start of an interval, 1 for its end, 2 for an instant."""
        for start in store.starts.values():
            self.kind[start], self.kind[start + 1] = 0, 1

    def points(self, classes: Sequence[int]) -> Sequence[int]:
        """The points of these classes."""
        members = self.members
        if not members:
            return classes
        return [point for class_ in classes for point in members.get(class_, (class_,))]

    def spread(self, found: list[int], stamp: int) -> list[int]:
        """All classes that lead on from those found, which are marked in ``seen`` with ``stamp``,
        as the others are then."""
        later, weakly, seen = self.later, self.weakly, self.seen
        for class_ in found:
            for other in later[class_]:
                if seen[other] != stamp:
                    seen[other] = stamp
                    found.append(other)
            if class_ in weakly:
                for other in weakly[class_]:
                    if seen[other] != stamp:
                        seen[other] = stamp
                        found.append(other)
        return found

    def not_earlier(self, one: int) -> list[int]:
        """The classes to which a path without a strict step leads, this one first."""
        classes = [one]
        if one in self.weakly:
            for each in classes:
                classes += [other for other in self.weakly.get(each, ()) if other not in classes]
        return classes

    def strictly(self, classes: Sequence[int], stamp: int) -> list[int]:
        """All classes strictly later than one of these and not yet marked, which they are then."""
        found = []
        for class_ in classes:
            for other in self.later[class_]:
                if self.seen[other] != stamp:
                    self.seen[other] = stamp
                    found.append(other)
        return self.spread(found, stamp)


def _search(order: _Order, a: int, rows: dict[int, array[int]]) -> int:
    """Add to the rows all that follows from what is later than a point of the interval ``a``; the
    number of entries made."""
    root, seen, kind, row = order.root, order.seen, order.kind, rows[a]
    entries = 0

    def add(b: int, codes: tuple[int, int]) -> None:
        nonlocal entries
        if b > a:
            row.append(b << _CODE_BITS | codes[0])
        else:
            rows[b].append(a << _CODE_BITS | codes[1])
        entries += 1

    start, end = root[a], root[a + 1]
    seen[end] = a
    ends_weakly = order.not_earlier(end)
    before, after = _BEFORE
    for y in order.points(order.strictly(ends_weakly, a)):
        if kind[y] == 0:  # add(y, _BEFORE), written out: most entries are these
            if y > a:
                row.append(y << _CODE_BITS | before)
            else:
                rows[y].append(a << _CODE_BITS | after)
            entries += 1
        elif kind[y] == 1 and seen[root[y - 1]] != a:
            add(y - 1, _END_LATER)
    for y in order.members.get(end, ()):
        if kind[y] == 0:
            add(y, _MEETS)
        elif kind[y] == 1 and y != a + 1:
            add(y - 1, _SAME_END)
    touching = [entity for entity in ends_weakly if seen[entity] != a]
    for y in order.points(touching):
        if kind[y] == 0:
            add(y, _TOUCH)
        elif kind[y] == 1:
            add(y - 1, _END_NOT_EARLIER)
    for entity in touching:
        seen[entity] = a
    starts_weakly = order.not_earlier(start)
    for y in order.points([*touching, *order.strictly(starts_weakly, a)]):
        if kind[y] == 0:
            add(y, _START_LATER)
        elif kind[y] == 1 and seen[root[y - 1]] != a:
            add(y - 1, _OVERLAP)
    for y in order.members.get(start, ()):
        if kind[y] == 0 and y > a:
            add(y, _SAME_START)
    for y in order.points([entity for entity in starts_weakly[1:] if seen[entity] != a]):
        if kind[y] == 0:
            add(y, _START_NOT_EARLIER)
        elif kind[y] == 1:
            add(y - 1, _START_NOT_AFTER_END)
    return entries


_ALL = 2**13 - 1
# So many pairs are looked at together, or one by one, without numpy.
_MANY, _FEW = 100_000, 1_000


def _by_lengths(closure: Closure, starts: list[int]) -> Iterator[tuple[int, array[int]]]:
    first = 0
    while first < len(starts):
        last = first + max(1, _MANY // (len(starts) - first))
        block = range(first, min(last, len(starts)))
        masks: Iterator[int]
        sources = [starts[k] for k in block for _ in starts[k + 1 :]]
        targets = [other for k in block for other in starts[k + 1 :]]
        if len(sources) < _FEW:
            masks = map(closure.mask, sources, targets)
        else:
            masks = iter(closure.masks(sources, targets).tolist())
        for k in block:
            later = starts[k + 1 :]
            pairs = [(b, mask) for b, mask in zip(later, masks, strict=False) if mask != _ALL]
            if pairs:
                yield starts[k], array("q", [b << _MASK_BITS | mask for b, mask in pairs])
        first = block.stop
