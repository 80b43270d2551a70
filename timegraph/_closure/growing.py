"""Closures that take further constraints one by one, and give them back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from timegraph._closure.int_rows import Closure, components, mask_by_labels
from timegraph.points import EQ, EQUAL, GE, GT, LE, LESS, LESS_EQUAL, LT, NONE

# A closure that grows and shrinks by single constraints: what its implementations share.
#
# :mod:`timegraph._closure.growing.incremental` has compiled code,
# :mod:`timegraph._closure.growing.list_order` is its twin in pure Python, for as long as no
# machine code is there.


Constraint = tuple[int, int, int]
"""``(x, op, y)``, the operator by its code."""

Columns = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""Constraints as columns: every ``x``, every ``op`` and every ``y``."""


class GrowingClosure(Closure):
    """Constraints in force over the points ``0 .. n-1``, which accepts more, and gives them back.

    Queries search. After many in a row a closed index answers faster; ``close`` makes it, or
    returns ``None`` if that would take too long.
    """

    __slots__ = ("_close", "_closed", "_queries", "patience")

    eager = True

    def __init__(self, close: Callable[[], Closure | None]) -> None:
        self._close = close
        self._closed: Closure | None = None
        self._queries = 0
        self.patience = 64
        """How many queries in a row are answered by searching at least, before there is an index
        of the whole; more in a large graph, where making one takes longer."""

    @abstractmethod
    def grow(self, points: int, starts: Iterable[int] = ()) -> None:
        """Add points, up to ``points`` in all; of the new points, each of ``starts`` is before the
        next one, and nothing else is known of them."""

    @abstractmethod
    def decide(
        self, columns: Columns, groups: Sequence[int] | None, first: int, *, stop: bool = False
    ) -> bytes:
        """Accept the constraints from number ``first`` on, group by group (one by one, if
        ``groups`` is ``None``), each group wholly or not at all; a byte for each, 1 if it is in
        force. ``columns`` are ``x``, ``op`` and ``y``, ``groups[k]`` is the number of the group of
        constraint ``k``. With ``stop``, nothing is accepted after the first that is refused."""

    @abstractmethod
    def try_add(self, constraints: Sequence[Constraint]) -> bool:
        """Accept constraints of one link, all or none. Returns whether they agree with the rest."""

    @abstractmethod
    def place(self, point: int) -> int:
        """Where the class of a point stands in an order that agrees with all that is in force: no
        chain leads from it to a class that stands before it. Holds until something changes."""

    @abstractmethod
    def remove(self, constraints: Sequence[Constraint]) -> list[int]:
        """Take back constraints that are in force. Returns points that have lost all their
        constraints by that, since some of them were merged: :meth:`restore` those that stay."""

    @abstractmethod
    def restore(
        self, points: Sequence[int], starts: Sequence[int], columns: Columns, kept: bytearray
    ) -> None:
        """Take the constraints that are ``kept`` and name one of these points, which have none;
        and that each of ``starts``, of which one or the next is among them, is before the next."""

    @abstractmethod
    def depending(
        self, removed: Sequence[Constraint], columns: Columns, kept: bytearray, first: int
    ) -> list[int]:
        """The numbers, from ``first`` on, of the constraints that are not ``kept`` and contradict
        a chain that may lead through one of those to be removed, which are still in force."""

    def shared_mask(self) -> Callable[[int, int], int] | None:
        # Searches leave marks, and one in a half changed order may not end.
        return None if self._closed is None else self._closed.mask

    def _changed(self) -> None:
        self._closed = None
        self._queries = 0

    def _searches(self) -> bool:
        """Whether to answer one more query by searching."""
        self._queries += 1
        return self._closed is None and (
            self._queries <= self.patience or self._queries <= len(self) >> 5
        )

    def _index(self) -> Closure | None:
        """The closed index of all that is in force; ``None`` where there cannot be one."""
        if self._closed is None:
            self._closed = self._close()
        return self._closed


# A graph that keeps growing, in pure Python.
#
# This is the twin of :mod:`timegraph._closure.growing.incremental`. It is used as long as no
# machine code is there, and for graphs too large for rows of integers
# (:mod:`timegraph._closure.int_rows`). The method is that of
# :mod:`timegraph._closure.kernels.dynamic_order`: the points have an order in which every
# constraint leads forward, and one that leads backward moves only points between its two ends
# (Pearce & Kelly 2006). Points that are equal are one class, which one of them represents.


# An index takes as long as searches that see each point so many times.
_STEPS_OF_AN_INDEX = 30


class ListOrder(GrowingClosure):
    """Constraints in force over the points ``0 .. n-1``, in lists.

    Without arguments it has no points, and grows; :meth:`of` makes one of many constraints.
    """

    __slots__ = (
        "_any_weak",
        "_at",
        "_in",
        "_members",
        "_out",
        "_position",
        "_root",
        "_work_before",
        "work",
    )

    def __init__(self, close: Callable[[], Closure | None]) -> None:
        super().__init__(close)
        self._any_weak = False
        self._position: list[int] = []
        self._at: list[int] = []
        self._root: list[int] = []
        # Of classes of more than one point.
        self._members: dict[int, list[int]] = {}
        # Of each class the constraints that lead out of it and into it: 2 * point + is_weak.
        self._out: list[list[int]] = []
        self._in: list[list[int]] = []
        self._work_before = 0
        self.work = 0
        """About how many steps it took to add constraints and to answer queries."""

    @classmethod
    def of(
        cls,
        n: int,
        xs: Sequence[int],
        ops: Sequence[int],
        ys: Sequence[int],
        close: Callable[[], Closure | None],
    ) -> ListOrder | None:
        """The closure of the constraints ``xs[k] ops[k] ys[k]``; ``None`` if they contradict each
        other. O(n + m)."""
        made = cls(close)
        made.grow(n)
        return made if made.take_all(xs, ops, ys) else None

    def take_all(self, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]) -> bool:
        """Take constraints where there are none yet, if they agree. Returns whether they do."""
        points = len(self._root)
        self._root, sinks_first = root, _ = components(points, xs, ops, ys)
        for x, op, y in zip(xs, ops, ys, strict=True):
            if root[x] != root[y]:
                self._out[root[x]].append(2 * y + op)
                self._in[root[y]].append(2 * x + op)
            elif op == LESS:
                return False
        if len(sinks_first) < len(root):
            classes: dict[int, list[int]] = {class_: [] for class_ in sinks_first}
            for point, class_ in enumerate(root):
                classes[class_].append(point)
            self._members = {class_: own for class_, own in classes.items() if len(own) > 1}
        self._at = []
        for class_ in reversed(sinks_first):
            self._at += self._members.get(class_, (class_,))
        for position, point in enumerate(self._at):
            self._position[point] = position
        self._any_weak = LESS_EQUAL in ops
        self.work += len(xs)
        return True

    def __len__(self) -> int:
        return len(self._root)

    def grow(self, points: int, starts: Iterable[int] = ()) -> None:
        """Add points, up to ``points`` in all; of the new points, each of ``starts`` is before the
        next one, and nothing else is known of them."""
        new = range(len(self), points)
        self._position += new
        self._at += new
        self._root += new
        self._out += [[] for _ in new]
        self._in += [[] for _ in new]
        for start in starts:
            self._out[start].append(2 * start + 2)
            self._in[start + 1].append(2 * start)
        self._changed()

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Remove all but the first ``points``, of which the others must be independent."""
        for numbers in (self._position, self._at, self._root, self._out, self._in):
            del numbers[points:]
        self._changed()
        return True

    def decide(
        self, columns: Columns, groups: Sequence[int] | None, first: int, *, stop: bool = False
    ) -> bytes:
        """Accept the constraints from number ``first`` on; see :class:`GrowingClosure`."""
        xs, ops, ys = columns
        verdicts = bytearray()
        for _, numbers in groupby(range(first, len(xs)), groups.__getitem__ if groups else None):
            group = [(xs[k], ops[k], ys[k]) for k in numbers]
            fits = self.try_add(group)
            verdicts += (b"\1" if fits else b"\0") * len(group)
            if stop and not fits:
                verdicts += bytes(len(xs) - first - len(verdicts))
                break
        return bytes(verdicts)

    def try_add(self, constraints: Sequence[Constraint]) -> bool:
        """Accept constraints ``(x, op, y)`` of one link, all or none. Returns whether they agree
        with the rest.

        Constraints of one relation contradict what is in force only if one of them does so by
        itself; a caller that gives others must give them one by one.
        """
        root, position = self._root, self._position
        self._changed()
        self.work += 4
        settled = True
        for x, op, y in constraints:
            if op != LESS:
                self._any_weak = self._any_weak or op == LESS_EQUAL
            if op == EQUAL or position[root[x]] >= position[root[y]]:
                settled = False
        if not settled:
            for x, op, y in constraints:
                if self._refuses(x, op, y):
                    return False
        for x, op, y in constraints:
            self._add(x, y, op != LESS)
            if op == EQUAL:
                self._add(y, x, True)
        return True

    def place(self, point: int) -> int:
        """Where the class of a point stands; see :class:`GrowingClosure`."""
        return self._position[self._root[point]]

    def _refuses(self, x: int, op: int, y: int) -> bool:
        back = self._label(y, x)
        if op == LESS:
            return back in (LT, LE, EQ)
        return back == LT or (op == EQUAL and back == GT)

    def _add(self, x: int, y: int, weak: bool) -> None:
        """Add a constraint that agrees with the others."""
        a, b = self._root[x], self._root[y]
        if a == b:
            return
        if self._position[a] > self._position[b]:
            after = self._reached(b, self._out, self._position[a], forward=True)
            before = self._reached(a, self._in, self._position[b], forward=False)
            self._reorder(before, after)
            if a in after:
                return
        self._out[a].append(2 * y + weak)
        self._in[b].append(2 * x + weak)

    def _reached(
        self, source: int, lists: list[list[int]], limit: int, *, forward: bool
    ) -> set[int]:
        """The classes that the lists lead to, up to a position."""
        root, position = self._root, self._position
        found, waiting = {source}, [source]
        while waiting:
            own = lists[waiting.pop()]
            self.work += len(own) + 1
            for end in own:
                one = root[end >> 1]
                if one not in found and (
                    position[one] <= limit if forward else position[one] >= limit
                ):
                    found.add(one)
                    waiting.append(one)
        return found

    def _reorder(self, before: set[int], after: set[int]) -> None:
        """Put these classes into the same positions in a new order: what comes before, what merges
        because it is in both sets, what comes after, each part in its old order."""
        position, at = self._position, self._at
        both = before & after
        old = position.__getitem__
        order = [
            *sorted(before - both, key=old),
            *sorted(both, key=old),
            *sorted(after - both, key=old),
        ]
        for free, class_ in zip(sorted(map(old, order)), order, strict=True):
            position[class_] = free
            at[free] = class_
        if both:
            self._merge(both)

    def _merge(self, classes: set[int]) -> None:
        members, root = self._members, self._root
        stays = max(classes, key=lambda one: (len(members.get(one, (one,))), -one))
        own = members.setdefault(stays, [stays])
        for root_class in classes:
            if root_class != stays:
                others = members.pop(root_class, [root_class])
                for point in others:
                    root[point] = stays
                own += others
                self._out[stays] += self._out[root_class]
                self._in[stays] += self._in[root_class]

    def restore(
        self, points: Sequence[int], starts: Sequence[int], columns: Columns, kept: bytearray
    ) -> None:
        """Give points their constraints again; see :class:`GrowingClosure`."""
        chosen = frozenset(points)
        for start in starts:
            self._add(start, start + 1, False)
        for is_kept, x, op, y in zip(kept, *columns, strict=False):
            if is_kept and (x in chosen or y in chosen):
                self._add(x, y, op != LESS)
                if op == EQUAL:
                    self._add(y, x, True)

    def remove(self, constraints: Sequence[Constraint]) -> list[int]:
        """Take back constraints in force; the points that have lost all, since some were merged."""
        root = self._root
        self._changed()
        parted: list[int] = []
        for class_ in {root[x] for x, _, y in constraints if root[x] == root[y]}:
            parted += self._dissolve(class_)
        for x, op, y in constraints:
            if x not in parted and y not in parted:
                self._out[root[x]].remove(2 * y + op)
                self._in[root[y]].remove(2 * x + op)
        return parted

    def _dissolve(self, one: int) -> list[int]:
        """Part the points of a class, which keep positions of their own, and forget all their
        constraints; returns these points."""
        root = self._root
        for lists, backward in ((self._out, self._in), (self._in, self._out)):
            for end in lists[one]:
                other = root[end >> 1]
                if other != one:
                    # Whatever point of the class it leads to or comes from.
                    backward[other] = [back for back in backward[other] if root[back >> 1] != one]
            lists[one] = []
        members = self._members.pop(one, [one])
        for point in members:
            root[point] = point
            self._out[point], self._in[point] = [], []
        return members

    def depending(
        self, removed: Sequence[Constraint], columns: Columns, kept: bytearray, first: int
    ) -> list[int]:
        """The refused constraints that may depend on those to be removed."""
        root, last = self._root, len(self)
        before, after = set[int](), set[int]()
        for x, _, y in removed:
            before |= self._reached(root[x], self._in, 0, forward=False)
            after |= self._reached(root[y], self._out, last, forward=True)
        numbers, k = list[int](), kept.find(0, first)
        while k >= 0:
            x, op, y = (column[k] for column in columns)
            a, b = root[x], root[y]
            if (b in before and a in after) or (op == EQUAL and a in before and b in after):
                numbers.append(k)
            k = kept.find(0, k + 1)
        return numbers

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        index = None if self._searches() else self._index()
        return self._label(x, y) if index is None else index.label(x, y)

    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals (a, a+1), (b, b+1)."""
        index = None if self._searches() else self._index()
        return mask_by_labels(self._label, a, b) if index is None else index.mask(a, b)

    def _changed(self) -> None:
        self._closed = None
        self._queries = 0
        self._work_before = self.work

    def _searches(self) -> bool:
        self._queries += 1
        if self._closed is not None:
            return False
        few = self._queries <= len(self) >> 5
        quick = self.work - self._work_before < _STEPS_OF_AN_INDEX * len(self)
        return self._queries <= self.patience or (few and quick)

    def _label(self, x: int, y: int) -> int:
        a, b = self._root[x], self._root[y]
        if a == b:
            return EQ
        if self._position[a] < self._position[b]:
            reached = self._search(a, b)
            return NONE if reached is None else (LT if reached else LE)
        reached = self._search(b, a)
        return NONE if reached is None else (GT if reached else GE)

    def _search(self, source: int, goal: int) -> bool | None:
        """Whether ``goal`` is entailed to be strictly after ``source``; ``None`` if it is not
        entailed to be after it at all."""
        root, position, out = self._root, self._position, self._out
        limit = position[goal]
        if not self._any_weak:
            found, waiting = {source}, [source]
            for class_ in waiting:
                for end in out[class_]:
                    other = root[end >> 1]
                    if other == goal:
                        self.work += len(found)
                        return True
                    if other not in found and position[other] < limit:
                        found.add(other)
                        waiting.append(other)
            self.work += len(found)
            return None
        # 2 * class + whether it is reached strictly.
        seen, states = {2 * source}, [2 * source]
        for state in states:
            for end in out[state >> 1]:
                other = root[end >> 1]
                if position[other] > limit:
                    continue
                strictly = state & 1 or not end & 1
                if other == goal and strictly:
                    self.work += len(seen)
                    return True
                target = 2 * other + strictly
                if target not in seen and 2 * other + 1 not in seen:
                    seen.add(target)
                    states.append(target)
        self.work += len(seen)
        return False if 2 * goal in seen else None
