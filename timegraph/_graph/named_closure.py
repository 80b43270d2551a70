"""A small closure by names, asked before each link: what follows from links added one by one.

:class:`timegraph.TimeGraph` stores links and closes many at once. Here the closure is needed
before each link, so it is kept closed throughout, in rows that grow
(:mod:`timegraph._closure.int_rows`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from timegraph._closure.int_rows import IntRows, close
from timegraph._graph.arguments import constraints_of_mask
from timegraph.allen import Allen, AllenSet
from timegraph.links import Endpoint, PointLink
from timegraph.points import LESS, OPERATOR_CODES

__all__ = ["MASKS", "NamedClosure", "Statement", "inverse", "mask_stated"]

Statement = tuple[str, Allen | AllenSet, str]
"""``a relation b`` between two entities; a set of relations only where it has several."""

MASKS = {relation: 1 << relation.index for relation in Allen}
"""The mask of each relation alone."""

_CONSTRAINTS = {relation: constraints_of_mask(mask) for relation, mask in MASKS.items()}


def mask_stated(relation: Allen | AllenSet) -> int:
    """The mask of the relation of a statement."""
    return relation.mask if isinstance(relation, AllenSet) else MASKS[relation]


def inverse(statement: Statement) -> Statement:
    """The same link from its other end: ``b converse a``."""
    a, relation, b = statement
    return b, relation.converse, a


class NamedClosure:
    """What follows from axioms, from statements, and from those that :meth:`add` adds.

    Raises ``ValueError`` if the first two contradict each other;
    :func:`timegraph.scoring.awareness.file_order.in_order` takes such statements.
    """

    __slots__ = ("_names", "_rows", "_starts")

    def __init__(
        self, axioms: Sequence[PointLink] = (), statements: Iterable[Statement] = ()
    ) -> None:
        # Entity -> its start; its end is the next point. Instants of the axioms come after their
        # entities.
        starts: dict[str, int] = {}
        for link in axioms:
            for key, side in (link.x, link.y):
                if side != "at":
                    starts.setdefault(str(key), 2 * len(starts))
        instants: dict[Hashable, int] = {}
        first = 2 * len(starts)

        def number(point: Endpoint) -> int:
            key, side = point
            if side == "at":
                return instants.setdefault(key, first + len(instants))
            return starts[str(key)] + (side == "end")

        constraints = [(number(link.x), OPERATOR_CODES[link.op], number(link.y)) for link in axioms]
        points = first + len(instants)
        for a, relation, b in statements:
            for entity in (a, b):
                if entity not in starts:
                    starts[entity] = points
                    points += 2
            constraints += _constraints(relation, starts[a], starts[b])
        rows: IntRows | None = IntRows()
        if points:
            xs, ops, ys = zip(*constraints, strict=True)
            rows = close(points, xs, ops, ys, starts.values())
        if rows is None:
            raise ValueError("the statements contradict each other; take them in_order()")
        self._starts = starts
        self._names = {start: entity for entity, start in starts.items()}
        self._rows = rows

    def possible(self, a: str, b: str) -> int | None:
        """The mask of the relations that can hold; ``None`` if an entity was never named."""
        first, second = self._starts.get(a), self._starts.get(b)
        if first is None or second is None:
            return None
        return self._rows.mask(first, second)

    def entails(self, statement: Statement) -> bool:
        """Whether the statement follows; never, if it names an entity unknown here."""
        a, relation, b = statement
        possible = self.possible(a, b)
        return possible is not None and not possible & ~mask_stated(relation)

    def related(self, a: str) -> Iterator[str]:
        """The entities, ``a`` among them, of which something is known together with ``a``."""
        start = self._starts.get(a)
        if start is None:
            return
        # What leads from an interval begins at its start, and what leads to it arrives at its end.
        points = self._rows.at_least(start) | self._rows.at_most(start + 1)
        while points:
            point = points.bit_length() - 1
            points ^= 1 << point
            entity = self._names.get(point)
            if entity is None and (entity := self._names.get(point - 1)) is not None:
                points &= ~(1 << point - 1)
            if entity is not None:
                yield entity

    def mask(self, a: str, b: str) -> int:
        """The mask of the relations that can hold; new entities are added."""
        first, second = self._starts.get(a), self._starts.get(b)
        if first is None or second is None:
            first, second = self._start(a), self._start(b)
        return self._rows.mask(first, second)

    def add(self, statement: Statement) -> None:
        """Add a statement that is possible."""
        a, relation, b = statement
        add = self._rows.add
        for x, op, y in _constraints(relation, self._start(a), self._start(b)):
            add(x, op, y)

    def between(self, statement: Statement) -> int:
        """How many points lie strictly between those that the statement orders, summed over its
        comparisons: 0 where it could follow only by points that are equal to these, or may be."""
        rows = self._rows
        return sum(
            (rows.after(x) & rows.before(y)).bit_count()
            for x, op, y in self._known(statement)
            if op == LESS
        )

    def irreplaceable(self, statement: Statement) -> bool:
        """Whether some comparison of the statement can follow from nothing else, since no other
        point is known to lie between its two points or to be equal to one of them.

        No axiom may be ``<`` between points of two entities; those of the calendar are about
        instants.
        """
        rows = self._rows
        return any(
            op == LESS and rows.at_least(x) & rows.at_most(y) == 1 << x | 1 << y
            for x, op, y in self._known(statement)
        )

    def _start(self, entity: str) -> int:
        start = self._starts.get(entity)
        if start is None:
            start = self._starts[entity] = len(self._rows)
            self._names[start] = entity
            self._rows.grow(start + 2, (start,))
        return start

    def _known(self, statement: Statement) -> list[tuple[int, int, int]]:
        a, relation, b = statement
        return _constraints(relation, self._starts[a], self._starts[b])


def _constraints(relation: Allen | AllenSet, a: int, b: int) -> list[tuple[int, int, int]]:
    """The constraints of the relation between two intervals that start at ``a`` and ``b``."""
    four = (a, a + 1, b, b + 1)
    if isinstance(relation, AllenSet):
        constraints = constraints_of_mask(relation.mask)
    else:
        constraints = _CONSTRAINTS[relation]
    return [(four[p], op, four[q]) for p, op, q in constraints]
