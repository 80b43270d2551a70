"""Endpoint constraints ``<``, ``<=``, ``=`` and their correspondence to Allen relations.

Two intervals a and b have four cross pairs of points: (a.start, b.start), (a.start, b.end),
(a.end, b.start), (a.end, b.end), called ss, se, es, ee and numbered 0 to 3. A closed network has a
*label* for each pair of points, a code of three bits; the four labels of the cross pairs decide
which of the 13 relations are still possible. Both directions, from labels to relations and from a
relation to constraints, are computed from the definition in :mod:`timegraph.allen`.

Vilain, Kautz & van Beek (1989), Constraint propagation algorithms for temporal reasoning:
a revised report.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, TypeVar

from timegraph.allen import Allen, AllenSet

PointOperator = Literal["<", "<=", "=", ">=", ">"]
"""How two points can be compared, for type checkers."""

LESS, LESS_EQUAL, EQUAL = range(3)
"""Codes of the constraints ``<``, ``<=``, ``=`` between two points."""

AT_MOST, BELOW = 3, 4
"""Codes of bounds on the distance of two points: at most a value, and below it."""

OPERATORS: tuple[PointOperator, ...] = ("<", "<=", "=")
"""The operators, indexed by their codes."""

OPERATOR_CODES = {operator: code for code, operator in enumerate(OPERATORS)}
"""The code of each operator."""

_CONVERSES: dict[PointOperator, PointOperator] = {">": "<", ">=": "<="}

P = TypeVar("P")


def forward(x: P, op: PointOperator, y: P) -> tuple[P, PointOperator, P]:
    """The same comparison of two points with one of the :data:`OPERATORS`."""
    return (y, _CONVERSES[op], x) if op in _CONVERSES else (x, op, y)


NONE, LT, LE, EQ, GE, GT = range(6)
"""Label codes of "p ? q": unknown, p < q, p <= q, p = q, p >= q, p > q."""

LABELS: tuple[PointOperator | None, ...] = (None, "<", "<=", "=", ">=", ">")
"""What the label codes mean."""

SIGNS: dict[str | None, frozenset[int]] = {
    None: frozenset((-1, 0, 1)),
    "<": frozenset((-1,)),
    "<=": frozenset((-1, 0)),
    "=": frozenset((0,)),
    ">=": frozenset((0, 1)),
    ">": frozenset((1,)),
}
"""How two points may stand to each other where a label holds: -1, 0, 1; in the order of codes."""

LABEL_OF_SIGNS = {signs: code for code, signs in enumerate(SIGNS.values())}
"""The label codes by what they say."""

# _COMPATIBLE[pair][code]: the relations whose sign at that cross pair the label allows.
_COMPATIBLE = tuple(
    tuple(sum(1 << r.index for r in Allen if r.signs[pair] in signs) for signs in SIGNS.values())
    for pair in range(4)
)


def mask_of_labels(ss: int, se: int, es: int, ee: int) -> int:
    """The mask of the relations compatible with the four labels.

    For the labels of a closed, consistent network this is *exactly* the set of relations that
    can still hold, since the convex point algebra's closed networks are globally consistent
    (van Beek & Cohen 1990).
    """
    return _COMPATIBLE[0][ss] & _COMPATIBLE[1][se] & _COMPATIBLE[2][es] & _COMPATIBLE[3][ee]


@lru_cache(maxsize=1)
def mask_table() -> tuple[int, ...]:
    """4,096 masks, indexed by ``ss | se << 3 | es << 6 | ee << 9``; unused codes are 0."""
    table = [0] * 4096
    for ee in range(6):
        for es in range(6):
            for se in range(6):
                for ss in range(6):
                    table[ss | se << 3 | es << 6 | ee << 9] = mask_of_labels(ss, se, es, ee)
    return tuple(table)


# Point numbers of the pairs: 0 a.start, 1 a.end, 2 b.start, 3 b.end.
_PAIRS = ((0, 2), (0, 3), (1, 2), (1, 3))
# A constraint that the others imply is left out. In this order the usual ones remain: BEFORE is
# a.end < b.start alone.
_TRY_TO_DROP = (0, 3, 1, 2)
_FLIPPED = {GE: LE, GT: LT}


@cache
def constraints_of(mask: int) -> tuple[tuple[int, PointOperator, int], ...]:
    """The fewest endpoint constraints that hold exactly where one of these relations does.

    Returns triples ``(p, op, q)``: ``op`` is ``"<"``, ``"<="`` or ``"="``; ``p`` and ``q`` are
    0 for a.start, 1 for a.end, 2 for b.start, 3 for b.end. All 13 relations give ``()``.

    Raises ``ValueError`` if the set is empty or is not a conjunction of such constraints, as
    {before, after} is not.
    """
    members = AllenSet.from_mask(mask)
    labels = []
    for pair in range(4):
        signs = {relation.signs[pair] for relation in members}
        labels.append(LABEL_OF_SIGNS.get(frozenset(signs), NONE))
    if not members or mask_of_labels(*labels) != mask:
        raise ValueError(
            f"{{{members}}} is not a conjunction of endpoint constraints <, <= and =; "
            "only convex relations can be added (any set can be asked)"
        )
    for pair in _TRY_TO_DROP:
        without = [NONE if k == pair else label for k, label in enumerate(labels)]
        if mask_of_labels(*without) == mask:
            labels = without
    return tuple(
        (q, OPERATORS[_FLIPPED[label] - LT], p)
        if label in _FLIPPED
        else (p, OPERATORS[label - LT], q)
        for (p, q), label in zip(_PAIRS, labels, strict=True)
        if label != NONE
    )
