"""Questions about distances by definition: what each relation says of the four ends in one world,
and which answer all worlds together give.

A relation is a conjunction of bounds (:mod:`timegraph.testing.oracle.metric`). It is certain if no
bound can be false, and impossible if all of them cannot be true together; both are asked of Floyd
and Warshall.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from timegraph.answer import Answer
from timegraph.testing.oracle.metric import MetricBound, tightest_bounds

__all__ = ["answer_by_bounds", "bounds_of_relation", "distance_holds"]

_Ends = tuple[int, int]


def distance_holds(
    comparison: str,
    seconds: Fraction,
    side: str,
    a: tuple[Fraction, Fraction],
    b: tuple[Fraction, Fraction],
) -> bool:
    """Whether "a ``comparison`` so many seconds ``side`` b" holds of two intervals (start, end)."""
    if comparison == "WITHIN":
        if side == "BEFORE":
            return b[0] - seconds <= a[0] and a[1] <= b[0]
        return b[1] <= a[0] and a[1] <= b[1] + seconds
    distance = b[0] - a[1] if side == "BEFORE" else a[0] - b[1]
    if comparison == "AT LEAST":
        return distance >= seconds
    if comparison == "MORE THAN":
        return distance > seconds
    if comparison == "AT MOST":
        return 0 < distance <= seconds
    if comparison == "LESS THAN":
        return 0 < distance < seconds
    return distance == seconds and distance > 0


def bounds_of_relation(
    comparison: str, seconds: Fraction, side: str, a: _Ends, b: _Ends
) -> list[MetricBound]:
    """The same as bounds on the points of the two intervals."""
    zero = Fraction(0)
    if comparison == "WITHIN":
        if side == "BEFORE":
            return [(b[0], a[1], zero, False), (a[0], b[0], seconds, False)]
        return [(a[0], b[1], zero, False), (b[1], a[1], seconds, False)]
    x, y = (a[1], b[0]) if side == "BEFORE" else (b[1], a[0])
    at_least, at_most = (y, x, -seconds, False), (x, y, seconds, False)
    some = (y, x, zero, True)
    return {
        "AT LEAST": [at_least],
        "MORE THAN": [(y, x, -seconds, True)],
        "AT MOST": [some, at_most],
        "LESS THAN": [some, (x, y, seconds, True)],
        "EXACTLY": [some, at_least, at_most],
    }[comparison]


def answer_by_bounds(
    points: int, known: Sequence[MetricBound], asked: Sequence[MetricBound]
) -> Answer:
    """Whether all the bounds asked hold in every, in no, or in some of the worlds that satisfy the
    known ones."""
    if tightest_bounds(points, [*known, *asked]) is None:
        return Answer.NO
    for x, y, value, strict in asked:
        if tightest_bounds(points, [*known, (y, x, -value, not strict)]) is not None:
            return Answer.UNKNOWN
    return Answer.YES
