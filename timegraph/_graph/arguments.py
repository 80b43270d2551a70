"""What may be added to a graph: links, endpoints and names, checked before anything changes."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from numbers import Rational
from typing import TYPE_CHECKING, Any

from timegraph.allen import AllenSet
from timegraph.links import AnyLink, DistanceLink, Endpoint, Link, Placement, PointLink
from timegraph.points import OPERATOR_CODES, constraints_of

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = [
    "check_endpoint",
    "check_key",
    "check_named",
    "checked_comparison",
    "checked_link",
    "checked_weight",
    "constraints_of_mask",
    "refuse_none",
]


@cache
def constraints_of_mask(mask: int) -> tuple[tuple[int, int, int], ...]:
    """:func:`timegraph.points.constraints_of` with the operators' codes."""
    return tuple((p, OPERATOR_CODES[op], q) for p, op, q in constraints_of(mask))


def check_key(key: Hashable) -> None:
    """Raise ``ValueError`` for NaN, which does not equal itself, so that nobody could ask about
    it."""
    if key != key:
        raise ValueError(f"{key!r} cannot be a name, since it is not equal to itself")


def refuse_none(key: Hashable) -> None:
    """Raise ``ValueError`` for ``None``, which is a name that is missing. Files of earlier versions
    have entities of this name."""
    if key is None:
        raise ValueError("None cannot be a name; give each entity a name of its own")


def check_named(link: AnyLink) -> None:
    """Raise ``ValueError`` if a link names ``None``."""
    if isinstance(link, Link):
        if link.a is None or link.b is None:
            refuse_none(None)
    elif isinstance(link, (PointLink, DistanceLink, Placement)):
        ends = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
        if any(isinstance(end, tuple) and end[:1] == (None,) for end in ends):
            refuse_none(None)


def check_endpoint(point: Endpoint) -> None:
    """Raise ``ValueError`` or ``TypeError`` unless this can name an endpoint."""
    if not (isinstance(point, tuple) and len(point) == 2 and point[1] in ("start", "end", "at")):
        raise ValueError(
            f'an endpoint is (entity, "start"), (entity, "end") or (instant, "at"), not {point!r}'
        )
    hash(point[0])
    check_key(point[0])


def checked_comparison(link: PointLink) -> PointLink:
    """The comparison. Raises ``ValueError`` or ``TypeError`` unless it compares two endpoints."""
    x, op, y = link.x, link.op, link.y
    if not isinstance(op, str) or op not in ("<", "<=", "=", ">=", ">"):
        raise ValueError(f"an endpoint constraint is <, <=, =, >= or >, not {op!r}")
    check_endpoint(x)
    check_endpoint(y)
    return link


def checked_weight(weight: Any) -> int | float | Fraction | None:
    """A weight as it is stored. Raises ``TypeError`` unless it is a number or ``None``,
    ``ValueError`` unless it is finite."""
    if weight is None or type(weight) is int:
        return weight
    if isinstance(weight, (bool, str)):
        raise TypeError(f"a weight is a number, not {weight!r}")
    try:
        finite = math.isfinite(weight)
    except TypeError:
        raise TypeError(f"a weight is a number, not {weight!r}") from None
    if not finite:
        raise ValueError(f"a weight is a finite number, not {weight!r}")
    if isinstance(weight, float):
        return float(weight)
    if weight == int(weight):
        return int(weight)
    from fractions import Fraction  # most graphs have no such weights

    return Fraction(*weight.as_integer_ratio())


def _check_seconds(*values: object) -> None:
    """Raise ``TypeError`` unless these are whole or rational numbers, or ``None``."""
    for value in values:
        if value is not None and (isinstance(value, bool) or not isinstance(value, Rational)):
            raise TypeError(
                f"a DistanceLink or Placement has an int or a Fraction of seconds, not {value!r}; "
                "add_distance() and place() take other lengths and times"
            )


def _check_steps(link: DistanceLink) -> None:
    """Raise ``ValueError`` if a distance in months has other bounds than these months."""
    if link.steps is not None:
        least, most = link.steps
        said = least and least.least, most and most.most
        if said != (link.at_least, link.at_most):
            raise ValueError(
                f"at_least and at_most are {link.at_least} and {link.at_most} seconds, where the "
                f"months say {said[0]} and {said[1]}"
            )


def checked_link(link: AnyLink) -> AnyLink:
    """The link, as it is stored; only a contradiction can be wrong with it.

    Raises ``TypeError`` or ``ValueError`` for a link that cannot be added.
    """
    if isinstance(link, (Link, PointLink)) and link.weight is not None:
        weight = checked_weight(link.weight)
        if weight is not link.weight:
            link = replace(link, weight=weight)
    if isinstance(link, PointLink):
        return checked_comparison(link)
    if isinstance(link, Link):
        hash(link.a), hash(link.b)
        check_key(link.a)
        check_key(link.b)
        if type(link.relation) is not AllenSet:
            # The types forbid Link("a", "before", "b"), but it is easily written.
            link = replace(link, relation=AllenSet(link.relation))
        constraints_of_mask(link.relation.mask)
        return link
    if isinstance(link, DistanceLink):
        check_endpoint(link.x)
        check_endpoint(link.y)
        _check_seconds(link.at_least, link.at_most)
        _check_steps(link)
        return link
    if isinstance(link, Placement):
        check_endpoint(link.start)
        check_endpoint(link.end)
        _check_seconds(link.earliest, link.latest)
        return link
    raise TypeError(
        f"extend() takes Link and PointLink objects, not {link!r}; add() takes a, relation, b"
    )
