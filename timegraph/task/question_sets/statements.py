"""What an answer says: a relation between two entities that holds, or that does not.

A *yes* is the conjunction of the endpoint constraints of its relation. A *no* is a disjunction: one
of these constraints fails. BEFORE fails in one way (b.start <= a.end), INCLUDES in two (b.start <=
a.start, a.end <= b.end), SIMULTANEOUS in four strict ones. Each way is a single constraint of the
convex point algebra, so that a set of answers holds iff some choice of a way for each no gives a
consistent network.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.links import PointConstraint, ends_of
from timegraph.points import PointOperator, constraints_of

__all__ = ["Statement", "entities_of", "opposite"]

_Triple = tuple[int, PointOperator, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """``a relation b`` that holds or, with ``holds=False``, does not; said by ``source``."""

    a: Hashable
    relation: Allen
    b: Hashable
    holds: bool
    source: Any = None

    @property
    def ways(self) -> tuple[tuple[PointConstraint, ...], ...]:
        """The ways in which the statement can be true: each is a conjunction, and one of them has
        to hold. A yes has one way, a no as many as its relation can fail in."""
        points = *ends_of(self.a), *ends_of(self.b)
        return tuple(
            tuple(PointConstraint(points[p], op, points[q]) for p, op, q in way)
            for way in _ways(self.relation, self.holds)
        )

    def negated(self) -> Statement:
        """What holds iff this does not."""
        return replace(self, holds=not self.holds)

    def __str__(self) -> str:
        return f"{self.a} {self.relation.value} {self.b}: {'yes' if self.holds else 'no'}"


@cache
def _ways(relation: Allen, holds: bool) -> tuple[tuple[_Triple, ...], ...]:
    constraints = constraints_of(AllenSet(relation).mask)
    if holds:
        return (constraints,)
    failures: list[_Triple] = []
    for p, op, q in constraints:
        # not (p < q) is q <= p, not (p <= q) is q < p, not (p = q) is p < q or q < p
        failures += [(p, "<", q), (q, "<", p)] if op == "=" else [(q, _OTHER[op], p)]
    return tuple((failure,) for failure in failures)


_OTHER: dict[PointOperator, PointOperator] = {"<": "<=", "<=": "<"}


def opposite(constraint: PointConstraint) -> PointConstraint:
    """What holds iff a constraint ``<`` or ``<=`` does not."""
    return PointConstraint(constraint.y, _OTHER[constraint.op], constraint.x)


def entities_of(statements: Iterable[Statement]) -> tuple[Hashable, ...]:
    """The entities that the statements are about, each once, in order."""
    return tuple(
        dict.fromkeys(entity for statement in statements for entity in (statement.a, statement.b))
    )
