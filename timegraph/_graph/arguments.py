"""What may be added to a graph: links, endpoints and names, checked before anything changes."""

from __future__ import annotations

import math
import os.path
import warnings
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache
from numbers import Rational
from typing import TYPE_CHECKING, Any

from timegraph._closure.int_rows import IntRows, close
from timegraph._compiled import KERNELS_LOADED, Loader, Warming
from timegraph._graph.store import GraphState
from timegraph.allen import KNOWN_MASKS, Allen, AllenSet
from timegraph.links import AnyLink, DistanceLink, Endpoint, Link, Placement, PointLink
from timegraph.points import OPERATOR_CODES, constraints_of

if TYPE_CHECKING:
    from fractions import Fraction


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


# Types of sources that need no notice: saved as they are, or reported already.
_MENTIONED_SOURCES: set[type] = {str, int, float, bool, type(None), list, dict, tuple}


def mention_source(source: Any, stacklevel: int) -> None:
    """Warn, once for each type, of a source that saving the graph refuses; ``stacklevel`` is that
    of whoever added the link."""
    kind = type(source)
    if kind in _MENTIONED_SOURCES:
        return
    _MENTIONED_SOURCES.add(kind)
    if kind.__module__.partition(".")[0] in ("timegraph", "timeml"):
        return  # the rooms that have these as sources save them
    from timegraph._graph.values import source_to_json  # most sources are strings

    try:
        source_to_json(source)
    except TypeError as error:
        warnings.warn(f"{error}; save() will refuse this graph", UserWarning, stacklevel=stacklevel)


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


# The machine code that graphs work with: of order and, where there are distances, of these.


_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def _order() -> Warming:
    from timegraph._closure import indexes

    return indexes


def _distances() -> Warming:
    from timegraph._metric import compiled

    return compiled


ORDER = Loader(
    "timegraph-kernels",
    "the compiled code",
    _order,
    # Those that graphs of every size need are compiled in about so many seconds.
    seconds_to_compile=6.0,
    folder=os.path.join(_PACKAGE, "_closure", "kernels", "__pycache__"),
    loaded=KERNELS_LOADED,
)
DISTANCES = Loader("timegraph-distances", "the compiled code of distances", _distances, first=ORDER)


# A small closure by names, asked before each link: what follows from links added one by one.
#
# :class:`timegraph.TimeGraph` stores links and closes many at once. Here the closure is needed
# before each link, so it is kept closed throughout, in rows that grow
# (:mod:`timegraph._closure.int_rows`).


Statement = tuple[str, Allen | AllenSet, str]
"""``a relation b`` between two entities; a set of relations only where it has several."""


def mask_stated(relation: Allen | AllenSet) -> int:
    """The mask of the relation of a statement."""
    return relation.mask if isinstance(relation, AllenSet) else KNOWN_MASKS[relation]


def inverse(statement: Statement) -> Statement:
    """The same link from its other end: ``b converse a``."""
    a, relation, b = statement
    return b, relation.converse, a


class NamedClosure:
    """What follows from axioms and from the statements that :meth:`add` adds. Raises ``ValueError``
    if the axioms contradict each other."""

    __slots__ = ("_rows", "_starts")

    def __init__(self, axioms: Sequence[PointLink] = ()) -> None:
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
        rows: IntRows | None = IntRows()
        if points:
            xs, ops, ys = zip(*constraints, strict=True)
            rows = close(points, xs, ops, ys, starts.values())
        if rows is None:
            raise ValueError("the axioms contradict each other")
        self._starts = starts
        self._rows = rows

    def entails(self, statement: Statement) -> bool:
        """Whether the statement follows; never, if it names an entity unknown here."""
        a, relation, b = statement
        first, second = self._starts.get(a), self._starts.get(b)
        if first is None or second is None:
            return False
        return not self._rows.mask(first, second) & ~mask_stated(relation)

    def mask(self, a: str, b: str) -> int:
        """The mask of the relations that can hold; new entities are added."""
        first, second = self._starts.get(a), self._starts.get(b)
        if first is None or second is None:
            first, second = self._start(a), self._start(b)
        return self._rows.mask(first, second)

    def add(self, statement: Statement) -> None:
        """Add a statement that is possible."""
        a, relation, b = statement
        add, first, second = self._rows.add, self._start(a), self._start(b)
        points = (first, first + 1, second, second + 1)
        for p, op, q in constraints_of_mask(mask_stated(relation)):
            add(points[p], op, points[q])

    def _start(self, entity: str) -> int:
        start = self._starts.get(entity)
        if start is None:
            start = self._starts[entity] = len(self._rows)
            self._rows.grow(start + 2, (start,))
        return start


# What some of the links of a graph entail by themselves.


class LinkSubset:
    """The closure of the links with these numbers, as far as they are in force.

    ``points`` are the starts and ends of the two intervals that are asked about.
    """

    def __init__(
        self, state: GraphState, numbers: Sequence[int], points: tuple[int, int, int, int]
    ) -> None:
        store = state.store
        self.constraints = {
            k for number in numbers for k in store.constraints_of_link(number) if state.kept[k]
        }
        """The numbers of the constraints."""
        self._number = {points[0]: 0, points[1]: 1, points[2]: 2, points[3]: 3}
        starts = [0, 2]
        for k in self.constraints:
            for point in (store.xs[k], store.ys[k]):
                if point in self._number:
                    continue
                free, side = len(self._number), store.points[point][1]
                self._number[point] = free
                if side != "at":
                    first = point - (side == "end")
                    self._number |= {first: free, first + 1: free + 1}
                    starts.append(free)
        number = self._number
        rows = close(
            len(number),
            [number[store.xs[k]] for k in self.constraints],
            [store.ops[k] for k in self.constraints],
            [number[store.ys[k]] for k in self.constraints],
            starts,
        )
        if rows is None:
            raise AssertionError("constraints in force contradict each other")
        self._rows = rows

    def mask(self) -> int:
        """The relations that can hold between the two intervals, by these links alone."""
        return self._rows.mask(0, 2)

    def label(self, x: int, y: int) -> int:
        """What these links entail of two points that they name or that are asked about."""
        return self._rows.label(self._number[x], self._number[y])
