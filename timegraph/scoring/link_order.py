"""Links one after the other: which are entailed by those before them, which contradict these.

:class:`timegraph.TimeGraph` closes many links at once; here the closure is wanted before each
link, so it is kept closed throughout and asked and extended at the cost of a few machine words a
point (:mod:`timegraph._small`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from timegraph._small import EQUAL, LESS, IntRows
from timegraph._small import close as close_points
from timegraph.allen import Allen
from timegraph.points import constraints_of

__all__ = ["Closure", "InOrder", "Order", "Statement", "close", "in_order", "inverse"]

Statement = tuple[str, Allen, str]
"""``a relation b`` between two entities."""

_OPS = {"<": LESS, "=": EQUAL}
_SAID = {
    relation: (
        1 << relation.index,
        tuple((p, _OPS[op], q) for p, op, q in constraints_of(1 << relation.index)),
    )
    for relation in Allen
}


def inverse(statement: Statement) -> Statement:
    """The same said from the other end: ``b converse a``."""
    a, relation, b = statement
    return b, relation.converse, a


class Closure:
    """What follows from statements that do not contradict each other."""

    __slots__ = ("_index", "_rows")

    def __init__(self, index: dict[str, int], rows: IntRows) -> None:
        self._index = index  # entity -> its start; its end is the next point
        self._rows = rows

    def possible(self, a: str, b: str) -> int | None:
        """The mask of the relations that can hold; ``None`` if an entity was never named."""
        first, second = self._index.get(a), self._index.get(b)
        if first is None or second is None:
            return None
        return self._rows.mask(first, second)

    def entails(self, statement: Statement) -> bool:
        """Whether the statement follows; never, if it names an entity unknown here."""
        a, relation, b = statement
        return self.possible(a, b) == _SAID[relation][0]

    def order(self) -> Order:
        """The order of all points, for questions about what lies between."""
        return Order(self._index, self._rows.reach)


class _Growing(Closure):
    """A closure that statements can be added to, and closed after each."""

    __slots__ = ("_behind",)

    def __init__(self) -> None:
        super().__init__({}, IntRows([]))
        # For each point those that reach it, itself among them. What is new concerns few points
        # in most documents, and without these rows all would have to be looked at.
        self._behind: list[int] = []

    def mask(self, a: str, b: str) -> int:
        """The mask of the relations that can hold; entities that are new are named."""
        return self._rows.mask(self._start(a), self._start(b))

    def add(self, statement: Statement) -> None:
        """Add a statement that is possible."""
        a, relation, b = statement
        for p, op, q in _comparisons(relation, self._start(a), self._start(b)):
            self._join(p, q)
            if op == EQUAL:
                self._join(q, p)

    def _start(self, entity: str) -> int:
        start = self._index.get(entity)
        if start is None:
            start = self._index[entity] = len(self._rows)
            self._rows.grow(start + 2)
            # Nothing reaches the new points yet, so no other row changes.
            self._rows.reach[start] |= 2 << start
            self._behind += (1 << start, 3 << start)
        return start

    def _join(self, x: int, y: int) -> None:
        """Let ``x`` reach ``y``, and with it all that reach ``x`` all that ``y`` reaches."""
        reach, behind = self._rows.reach, self._behind
        if not reach[x] >> y & 1:
            ahead, before = reach[y], behind[x]
            _add_bits(reach, before, ahead)
            _add_bits(behind, ahead, before)


def _comparisons(relation: Allen, a: int, b: int) -> list[tuple[int, int, int]]:
    """What the relation says of the points of two intervals that start at ``a`` and ``b``."""
    four = (a, a + 1, b, b + 1)
    return [(four[p], op, four[q]) for p, op, q in _SAID[relation][1]]


def _add_bits(rows: list[int], where: int, bits: int) -> None:
    """Add ``bits`` to each of the rows that ``where`` has a bit for."""
    if where.bit_count() * 4 > len(rows):
        for point, digit in enumerate(reversed(f"{where:b}")):
            if digit == "1":
                rows[point] |= bits
        return
    while where:
        low = where & -where
        rows[low.bit_length() - 1] |= bits
        where ^= low


class Order:
    """The points of a closure at one time: which are equal, which lie between which."""

    __slots__ = ("_earlier", "_equal", "_index", "_later")

    def __init__(self, index: dict[str, int], reach: list[int]) -> None:
        self._index = dict(index)
        # Equal points, and no others, have the same row.
        classes: dict[int, int] = {}
        for x, row in enumerate(reach):
            classes[row] = classes.get(row, 0) | 1 << x
        self._equal = [classes[row] for row in reach]
        self._later = [row & ~classes[row] for row in reach]
        self._earlier = [0] * len(reach)
        for x, row in enumerate(self._later):
            while row:
                low = row & -row
                self._earlier[low.bit_length() - 1] |= 1 << x
                row ^= low

    def between(self, statement: Statement) -> int:
        """How many points lie strictly between those that the statement orders, summed over its
        comparisons: 0 where nothing but equal points could make it follow."""
        return sum(
            (self._later[p] & self._earlier[q]).bit_count()
            for p, op, q in self._comparisons(statement)
            if op == LESS
        )

    def irreplaceable(self, statement: Statement) -> bool:
        """Whether some comparison of the statement can follow from no other statements, since no
        point lies between its two points and no other is equal to one of them."""
        return any(
            op == LESS
            and not self._later[p] & self._earlier[q]
            and self._equal[p].bit_count() == self._equal[q].bit_count() == 1
            for p, op, q in self._comparisons(statement)
        )

    def _comparisons(self, statement: Statement) -> list[tuple[int, int, int]]:
        a, relation, b = statement
        return _comparisons(relation, self._index[a], self._index[b])


@dataclass(frozen=True, slots=True)
class InOrder:
    """What became of statements taken one by one: ``added`` to the closure, ``contradicting``
    those before them and left out; the rest was entailed. ``informative`` has the first two in
    their common order."""

    closure: Closure
    added: tuple[Statement, ...]
    contradicting: tuple[Statement, ...]
    informative: tuple[Statement, ...]


def in_order(statements: Iterable[Statement]) -> InOrder:
    """Take the statements one by one: what is entailed changes nothing, what contradicts is left
    out whole (the policy ``drop-link``)."""
    closure = _Growing()
    added: list[Statement] = []
    contradicting: list[Statement] = []
    informative: list[Statement] = []
    for statement in statements:
        a, relation, b = statement
        mask = _SAID[relation][0]
        possible = closure.mask(a, b)
        if possible == mask:
            continue
        informative.append(statement)
        if possible & mask:
            closure.add(statement)
            added.append(statement)
        else:
            contradicting.append(statement)
    return InOrder(closure, tuple(added), tuple(contradicting), tuple(informative))


def close(statements: Iterable[Statement]) -> Closure:
    """The closure of statements, all at once. Raises ``ValueError`` if they contradict each
    other; :func:`in_order` takes such."""
    index: dict[str, int] = {}
    comparisons: list[tuple[int, int, int]] = []
    for a, relation, b in statements:
        first = index.setdefault(a, 2 * len(index))
        comparisons += _comparisons(relation, first, index.setdefault(b, 2 * len(index)))
    xs, ops, ys = zip(*comparisons, strict=True) if comparisons else ((), (), ())
    rows = close_points(2 * len(index), xs, ops, ys, index.values())
    if rows is None:
        raise ValueError("the statements contradict each other; take them in_order()")
    return Closure(index, rows)
