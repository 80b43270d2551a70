"""The links and constraints of a graph, in insertion order.

Points are numbered in the order in which they were first named; the end of an interval comes
right after its start. Constraints stand in flat arrays, ready to be closed. Nothing here reasons.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, chain, compress, count, repeat, takewhile
from sys import byteorder
from threading import RLock
from typing import TYPE_CHECKING, Any, overload

from timegraph._closure import int_rows
from timegraph._closure.int_rows import Closure, IntRows, close
from timegraph._compiled import Engine as Engine
from timegraph.links import (
    EPOCH,
    POLICIES,
    AnyLink,
    Conflict,
    DistanceConstraint,
    DistanceLink,
    Endpoint,
    Link,
    Placement,
    PointConstraint,
    Policy,
    RelationColumns,
    Side,
)
from timegraph.points import AT_MOST, BELOW, LESS, OPERATORS

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph._graph.paths import ConstraintPaths


# Where the links from a source are, and how many links name an entity: what removing links needs.
#
# A graph has no such index until links are first removed.


Name = tuple[Hashable, bool]
"""An entity (key, ``True``) or an instant (key, ``False``)."""


def names_of(link: AnyLink) -> tuple[Name, Name]:
    """What a link names, by its two ends."""
    if isinstance(link, Link):
        return (link.a, True), (link.b, True)
    ends = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    (first, first_side), (second, second_side) = ends
    return (first, first_side != "at"), (second, second_side != "at")


class LinkIndex:
    """The index of a list of links, which follows the list as links are added and removed.

    Each link has an id, in the order of the list; ids stay when links before are removed.
    """

    __slots__ = ("_by_source", "_following", "_ids", "_unhashable", "uses")

    def __init__(self, links: Sequence[AnyLink]) -> None:
        self._ids = array("q")
        self._following = 0
        self._by_source: dict[Any, list[int]] = {}
        self._unhashable: list[int] = []
        self.uses = Counter(chain.from_iterable(map(names_of, links)))
        """How often links name an entity or an instant."""
        for link in links:
            self._append_source(link.source)

    def append(self, link: AnyLink) -> None:
        """Follow a link that was added."""
        self.uses.update(names_of(link))
        self._append_source(link.source)

    def _append_source(self, source: Any) -> None:
        self._ids.append(self._following)
        try:
            self._by_source.setdefault(source, []).append(self._following)
        except TypeError:
            self._unhashable.append(self._following)
        self._following += 1

    def numbers(self, source: Any, links: Sequence[AnyLink]) -> list[int]:
        """The numbers of the links whose source equals this one, in order."""
        try:
            ids = self._by_source.get(source, [])
        except TypeError:  # what cannot be hashed may equal anything
            return [number for number, link in enumerate(links) if _same(link.source, source)]
        numbers = [bisect_left(self._ids, number) for number in chain(ids, self._unhashable)]
        hashed = len(ids)
        return sorted(
            number
            for k, number in enumerate(numbers)
            if k < hashed or _same(links[number].source, source)
        )

    def remove(self, numbers: Sequence[int], links: Sequence[AnyLink]) -> list[Name]:
        """Follow the removal of links by their increasing numbers, which are still in the list;
        what no link names any more."""
        for number in reversed(numbers):
            one, source = self._ids[number], links[number].source
            try:
                ids = self._by_source[source]
            except TypeError:
                ids = self._unhashable
            if ids[-1] == one:
                ids.pop()
            else:
                ids.remove(one)
            if not ids and ids is not self._unhashable:
                del self._by_source[source]
        if len(numbers) == 1:
            del self._ids[numbers[0]]
        else:
            gone = set(numbers)
            stays = [number not in gone for number in range(len(self._ids))]
            self._ids = array("q", compress(self._ids, stays))
        unused = dict[Name, None]()
        for number in numbers:
            for name in names_of(links[number]):
                self.uses[name] -= 1
                if not self.uses[name]:
                    del self.uses[name]
                    unused[name] = None
        return list(unused)


def _same(one: Any, other: Any) -> bool:
    """Whether two sources are equal; sources that compare element by element are not."""
    if one is other:
        return True
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False


class ColumnLinks(MutableSequence[AnyLink]):
    """The links of a store, those of columns after all others; each of these is made when it is
    first read. Copies share what was made, so that a link is one object."""

    def __init__(
        self,
        before: Iterable[AnyLink | None],
        columns: RelationColumns,
        there: tuple[int, dict[int, Link]] | None = None,
    ) -> None:
        self._links = [*before]
        self._columns = columns
        if there is None:
            there = len(self._links), {}
            self._links += [None] * len(columns)
        self._first, self._made = there

    def copy(self) -> ColumnLinks:
        """An independent list of the same links."""
        return ColumnLinks(self._links, self._columns, (self._first, self._made))

    def __len__(self) -> int:
        return len(self._links)

    @overload
    def __getitem__(self, k: int) -> AnyLink: ...
    @overload
    def __getitem__(self, k: slice) -> list[AnyLink]: ...
    def __getitem__(self, k: int | slice) -> AnyLink | list[AnyLink]:
        if isinstance(k, slice):
            return [self[number] for number in range(len(self))[k]]
        link = self._links[k]
        if link is None:
            number = range(len(self))[k] - self._first
            if number not in self._made:
                (self._made[number],) = self._columns.links(number, number + 1)
            link = self._links[k] = self._made[number]
        return link

    def _all(self) -> list[AnyLink]:
        if None in self._links:
            links = self._columns.links(0, len(self._columns))
            for number, link in enumerate(links):
                self._made.setdefault(number, link)
            for k, there in enumerate(self._links):
                self._links[k] = there or self._made[k - self._first]
        return self._links  # type: ignore[return-value]

    def __iter__(self) -> Iterator[AnyLink]:
        return iter(self._all())

    def __setitem__(self, k: Any, links: Any) -> None:
        self._all()[k] = links

    def __delitem__(self, k: int | slice) -> None:
        at_the_end = isinstance(k, slice) and k.stop is None  # others stay where they are
        del (self._links if at_the_end else self._all())[k]

    def insert(self, k: int, link: AnyLink) -> None:
        self._all().insert(k, link)

    def append(self, link: AnyLink) -> None:
        self._links.append(link)


_LIKE_A_DATE = re.compile(r"'-?\d{4}(-\d\d(-\d\d(T\d\d(:\d\d)?)?)?|-W\d\d)?'")
_START: Side = "start"
_END: Side = "end"


@dataclass(slots=True, repr=False)
class Store:
    """What was added to a graph.

    ``starts`` has the start point of each entity, ``instants`` the point of each instant, and
    ``points`` the name of each point. Constraint ``k`` says ``xs[k] ops[k] ys[k]``, with operators
    by their codes, and belongs to ``links[link_of[k]]``; ``link_of`` never decreases. A constraint
    with the code ``AT_MOST`` or ``BELOW`` says ``ys[k] - xs[k] <= bounds[k]`` or ``<``, in seconds.

    ``named`` has the entities (key, ``True``) and instants (key, ``False``) that were added by
    themselves, with the number of links before: they stay when links are taken back.

    ``handles`` has the handle of each link, in rising order but where links stand by weight, and
    ``next_handle`` is that of the next link: no handle is given twice, whatever is removed.

    ``counted`` has the number of each link with months, which are counted from the dates that are
    known when it is added, with the constraints that these are known by; ``None`` where nobody
    noted them.

    ``dated`` is whether dates are or were among the entities. Times without a zone are in the one
    of the name ``timezone``, if there is one.

    Where ``conventions`` hold, bounds at the end of a period are strict; ``half_open`` is whether
    there are or were such bounds. One that contradicts links is ``AT_MOST`` instead of ``BELOW``,
    and ``gave_way`` is whether any did.

    ``index`` is made when links are first removed; ``removed`` counts them. From then on there are
    :attr:`gaps`: points that nobody names any more, and entities whose numbers are not in
    insertion order.
    """

    starts: dict[Any, int] = field(default_factory=dict)
    instants: dict[Hashable, int] = field(default_factory=dict)
    points: list[Endpoint] = field(default_factory=list)
    links: list[AnyLink] | ColumnLinks = field(default_factory=list)
    named: dict[tuple[Hashable, bool], int] = field(default_factory=dict)
    xs: array[int] = field(default_factory=lambda: array("i"))
    ops: array[int] = field(default_factory=lambda: array("b"))
    ys: array[int] = field(default_factory=lambda: array("i"))
    link_of: array[int] = field(default_factory=lambda: array("i"))
    bounds: dict[int, Fraction] = field(default_factory=dict)
    index: LinkIndex | None = None
    removed: int = 0
    handles: array[int] = field(default_factory=lambda: array("q"))
    next_handle: int = 0
    counted: dict[int, frozenset[int] | None] = field(default_factory=dict)
    dated: bool = False
    timezone: str | None = None
    conventions: bool = True
    half_open: bool = False
    gave_way: bool = False

    @property
    def gaps(self) -> bool:
        """Whether points may be there that nobody names, or numbered in another order."""
        return self.removed > 0

    def copy(self) -> Store:
        """An independent copy."""
        return Store(
            self.starts.copy(),
            self.instants.copy(),
            self.points[:],
            self.links.copy(),
            self.named.copy(),
            self.xs[:],
            self.ops[:],
            self.ys[:],
            self.link_of[:],
            self.bounds.copy(),
            removed=self.removed,
            handles=self.handles[:],
            next_handle=self.next_handle,
            counted=self.counted.copy(),
            dated=self.dated,
            timezone=self.timezone,
            conventions=self.conventions,
            half_open=self.half_open,
            gave_way=self.gave_way,
        )

    def empty(self) -> Store:
        """A store without content that reads times in the same way."""
        return Store(timezone=self.timezone, conventions=self.conventions)

    def by_convention(self, k: int) -> bool:
        """Whether constraint ``k`` is a bound that is strict by convention, or was."""
        if not self.half_open or k not in self.bounds:
            return False
        link = self.links[self.link_of[k]]
        if not isinstance(link, Placement) or link.strict or self.points[self.xs[k]] != EPOCH:
            return False
        of_start = link.start != link.end and self.points[self.ys[k]] == link.start
        return ("latest_start" if of_start else "latest") in link.half_open

    def without_conventions(self) -> Store:
        """A copy in which no convention is in force."""
        other = self.copy()
        for k in filter(self.by_convention, self.bounds):
            other.ops[k] = AT_MOST
        return other

    def counted_after(self, number: int) -> list[frozenset[int] | None]:
        """By which constraints dates are known from which later links count months."""
        return [known for k, known in self.counted.items() if k > number]

    def interval(self, entity: Hashable) -> int:
        """The start point of an entity, which is added if it is new."""
        start = self.starts.get(entity)
        if start is None:
            start = self.starts[entity] = len(self.points)
            self.points.append((entity, "start"))
            self.points.append((entity, "end"))
        return start

    def intervals(self, entities: Iterable[Hashable]) -> None:
        """Add those of many entities that are new: :meth:`interval` for each, at once."""
        unique = dict.fromkeys(entities)
        new = (
            [entity for entity in unique if entity not in self.starts] if self.starts else [*unique]
        )
        self.starts.update(zip(new, count(len(self.points), 2), strict=False))
        ends = zip(zip(new, repeat(_START)), zip(new, repeat(_END)), strict=True)
        self.points.extend(chain.from_iterable(ends))

    def instant(self, key: Hashable) -> int:
        """The point of an instant, which is added if it is new."""
        point = self.instants.get(key)
        if point is None:
            point = self.instants[key] = len(self.points)
            self.points.append((key, "at"))
        return point

    def point(self, endpoint: Endpoint) -> int:
        """The number of an endpoint; its entity or instant is added if it is new."""
        key, side = endpoint
        return self.instant(key) if side == "at" else self.interval(key) + (side == "end")

    def starts_from(self, point: int) -> Iterator[int]:
        """The starts of intervals from a point on, the last one first."""
        return takewhile(lambda start: start >= point, reversed(self.starts.values()))

    def known_point(self, endpoint: Endpoint) -> int:
        """The number of an endpoint. Raises ``KeyError`` for an unknown entity or instant."""
        key, side = endpoint
        try:
            return self.instants[key] if side == "at" else self.starts[key] + (side == "end")
        except KeyError:
            if side == "at":
                raise KeyError(f"no instant {key!r} in the graph") from None
            raise self.missing(key) from None

    def missing(self, *entities: Hashable) -> KeyError:
        """The error that names those of the entities that are not in the graph."""
        absent = [repr(entity) for entity in dict.fromkeys(entities) if entity not in self.starts]
        noun = "entity" if len(absent) == 1 else "entities"
        date = next((name for name in absent if _LIKE_A_DATE.fullmatch(name)), None)
        way_out = (
            f"; a name is not a date: write Period({date})" if date else "; add_entity() adds one"
        )
        return KeyError(f"no {noun} {', '.join(absent)} in the graph{way_out}")

    def append(
        self,
        link: AnyLink,
        points: tuple[int, ...],
        constraints: Iterable[tuple[int, int, int]],
    ) -> None:
        """Add a link and its constraints ``(p, op, q)``: ``points[p] op points[q]``."""
        number = self._append(link)
        xs, ops, ys, link_of = self.xs, self.ops, self.ys, self.link_of
        for p, op, q in constraints:
            xs.append(points[p])
            ops.append(op)
            ys.append(points[q])
            link_of.append(number)

    def append_bounds(
        self,
        link: AnyLink,
        bounds: Iterable[tuple[int, int, Fraction, bool]],
        counted_by: frozenset[int] | None = None,
    ) -> None:
        """Add a link and its bounds ``(x, y, value, strict)``: the distance from point x to point
        y is at most ``value`` seconds, or below it where ``strict``; months in it are
        ``counted_by`` these constraints."""
        number = self._append(link)
        if isinstance(link, DistanceLink) and link.steps:
            self.counted[number] = counted_by
        for x, y, value, strict in bounds:
            self.bounds[len(self.xs)] = value
            self.xs.append(x)
            self.ops.append(BELOW if strict else AT_MOST)
            self.ys.append(y)
            self.link_of.append(number)

    def _append(self, link: AnyLink) -> int:
        self.links.append(link)
        self.handles.append(self.next_handle)
        self.next_handle += 1
        if self.index is not None:
            self.index.append(link)
        return len(self.links) - 1

    def links_from(self, source: Any) -> list[int]:
        """The numbers of the links whose source equals this one, in order."""
        return self._indexed().numbers(source, self.links)

    def number_of(self, handle: int) -> int:
        """The number of the link with this handle. Raises ``KeyError`` if there is none (any
        more)."""
        if not isinstance(handle, int):
            raise TypeError(f"a handle is a number that add() returned, not {handle!r}")
        number = bisect_left(self.handles, handle)
        if number == len(self.handles) or self.handles[number] != handle:
            with suppress(ValueError):  # where links do not stand in the order of adding
                return self.handles.index(handle)
            if 0 <= handle < self.next_handle:
                raise KeyError(f"the link with the handle {handle} was removed or never added")
            raise KeyError(f"no link of the graph ever had the handle {handle}")
        return number

    def _indexed(self) -> LinkIndex:
        if self.index is None:
            self.index = LinkIndex(self.links)
        return self.index

    def remove(self, numbers: Sequence[int], *, leaves_gaps: bool = True) -> None:
        """Remove the links with these increasing numbers, with their constraints, and what only
        these links named. Only a single link may have bounds, or leave no gaps."""
        self.removed += len(numbers) * leaves_gaps
        unused = self._indexed().remove(numbers, self.links)
        first = bisect_left(self.link_of, numbers[0])
        if len(numbers) == 1:
            last = bisect_right(self.link_of, numbers[0])
            for column in (self.xs, self.ops, self.ys, self.link_of):
                del column[first:last]
            if self.bounds:
                self.bounds = {
                    k if k < first else k - (last - first): value
                    for k, value in self.bounds.items()
                    if k < first or k >= last
                }
            _raise(self.link_of, first, -1)
            fewer = last - first
            self.counted = {
                k - (k > numbers[0]): known and frozenset(j - fewer * (j >= last) for j in known)
                for k, known in self.counted.items()
                if k != numbers[0]
            }
            del self.links[numbers[0]]
            del self.handles[numbers[0]]
        else:
            gone, tail = set(numbers), self.link_of[first:]
            stays = [number not in gone for number in range(len(self.links))]
            renumbered = [*accumulate(stays, initial=0)]
            kept = [stays[number] for number in tail]
            for column in (self.xs, self.ops, self.ys):
                column[first:] = array(column.typecode, compress(column[first:], kept))
            self.link_of[first:] = array("i", map(renumbered.__getitem__, compress(tail, kept)))
            self.links[:] = compress(self.links, stays)
            self.handles = array("q", compress(self.handles, stays))
        for name, before in self.named.items():
            if before > numbers[0]:
                self.named[name] = before - bisect_left(numbers, before)
        for key, is_entity in unused:
            if (key, is_entity) not in self.named:
                del (self.starts if is_entity else self.instants)[key]

    def remove_last(self, points: int) -> int:
        """Take back the last link with its constraints, and the points from number ``points``
        on, which only that link named; returns how many of these were starts of intervals."""
        if self.index is not None:
            self.index.remove((len(self.links) - 1,), self.links)
        intervals = len(self.starts)
        self._keep(len(self.links) - 1, points)
        return intervals - len(self.starts)

    def truncate(self, links: int, points: int) -> None:
        """Have only the first ``links`` and ``points`` again, even if an interrupt left what was
        added after them half added."""
        self.index = None
        self._keep(links, points)

    def _keep(self, links: int, points: int) -> None:
        del self.links[links:]
        del self.handles[links:]  # which are not given again
        constraints = bisect_left(self.link_of, links)
        for numbers in (self.xs, self.ops, self.ys, self.link_of):
            del numbers[constraints:]
        for numbered, first in ((self.bounds, constraints), (self.counted, links)):
            while numbered and next(reversed(numbered)) >= first:
                numbered.popitem()
        for table in (self.starts, self.instants):
            while table and next(reversed(table.values())) >= points:
                table.popitem()
        del self.points[points:]

    def constraints_of_link(self, number: int) -> range:
        """The numbers of the constraints of a link."""
        return range(bisect_left(self.link_of, number), bisect_right(self.link_of, number))

    def constraint(self, k: int) -> PointConstraint | DistanceConstraint:
        """Constraint ``k``, by the names of its points."""
        points = self.points
        if k in self.bounds:
            x, y = points[self.xs[k]], points[self.ys[k]]
            clock = " UTC" if self.timezone else ""
            return DistanceConstraint(x, y, self.bounds[k], self.ops[k] == BELOW, clock)
        return self.comparison(self.xs[k], self.ops[k], self.ys[k])

    def comparison(self, x: int, op: int, y: int) -> PointConstraint:
        """A constraint between two points, by their names."""
        return PointConstraint(self.points[x], OPERATORS[op], self.points[y])


def _raise(numbers: array[int], first: int, by: int) -> None:
    """Raise the numbers from position ``first`` on, which stay from 0 on, by 1 or -1."""
    # As digits of one large number, none of which carries: much faster than one by one.
    tail = numbers[first:]
    digits = int.from_bytes(tail.tobytes(), byteorder)
    ones = int.from_bytes((array("i", [1]) * len(tail)).tobytes(), byteorder)
    raised = (digits + by * ones).to_bytes(len(tail) * tail.itemsize, byteorder)
    numbers[first:] = array("i", raised)


# Any of the constraints of a graph by themselves, whether in force or not.
#
# Each function takes the numbers of the constraints; that intervals start before they end always
# holds with them.


_Constraint = tuple[int, int, int]


def consistent(store: Store, numbers: Iterable[int]) -> bool:
    """Whether these constraints agree with each other."""
    listed = list(numbers)
    xs, ops, ys = ([column[k] for k in listed] for column in (store.xs, store.ops, store.ys))
    return close(len(store.points), xs, ops, ys, store.starts.values()) is not None


def strong_components(store: Store, numbers: Iterable[int]) -> list[int]:
    """For every point a representative of the points that must equal it or contradict it."""
    return int_rows.components(len(store.points), *_columns(store, numbers))[0]


def possible_order(
    store: Store, numbers: Iterable[int], also: Iterable[_Constraint] = ()
) -> list[list[int]]:
    """An order of all points in which these constraints hold, and those ``(x, op, y)`` of
    ``also``: groups of equal points, the earliest first. Raises ``ValueError`` if they contradict
    each other."""
    return int_rows.order_classes(len(store.points), *_columns(store, numbers, also))


def _columns(
    store: Store, numbers: Iterable[int], also: Iterable[_Constraint] = ()
) -> tuple[array[int], array[int], array[int]]:
    starts = store.starts.values()
    xs, ops, ys = array("i", starts), array("b"), array("i", (start + 1 for start in starts))
    ops.frombytes(bytes([LESS]) * len(starts))
    for k in numbers:
        xs.append(store.xs[k])
        ops.append(store.ops[k])
        ys.append(store.ys[k])
    for x, op, y in also:
        xs.append(x)
        ops.append(op)
        ys.append(y)
    return xs, ops, ys


# The state of one graph, as data: what was added, what of it is in force, and its closure.
#
# :class:`timegraph.TimeGraph` holds one state and nothing else; the functions of this folder take
# it. :func:`timegraph._graph.closing.closed` is the one way to the closure.


_DEFAULT = Engine()


@dataclass(slots=True, eq=False, repr=False)
class GraphState:
    """All that a graph knows.

    Constraints wait in ``store`` until somebody asks. ``kept`` has a byte for each of those that
    were decided on, 1 if it is in force; they come first. ``closure`` is the closure of these (or
    ``None`` where it has to be made again), ``current`` the same object while nothing waits, else
    ``None``. ``conflicts`` is ``None`` until what was left out is explained.

    Once ``decide_at`` constraints are there, what waits is decided on although nobody asks; that
    may go on up to ``ahead_to`` constraints, and then stops until somebody does.

    ``paths`` and ``index`` are made when they are first needed: the constraints in force as arcs
    for searches, and the closure as an index for many questions at once. ``past`` has the links of
    a graph under "error" again, with their lock, for what refused ones contradict; nothing is ever
    taken out of it.

    Questions change a state, too: they close what waits. So whatever reads or changes one holds
    the lock of the graph that has it (:class:`timegraph.readable_graph.ReadableGraph`).
    """

    policy: Policy
    engine: Engine = _DEFAULT
    store: Store = field(default_factory=Store)
    kept: bytearray = field(default_factory=bytearray)
    closure: Closure | None = field(default_factory=IntRows)
    current: Closure | None = None
    conflicts: list[Conflict] | None = field(default_factory=list)
    paths: ConstraintPaths | None = None
    index: Closure | None = None
    past: tuple[GraphState, RLock] | None = None
    decide_at: int = 2**62
    ahead_to: int = 0

    def copy(self) -> GraphState:
        """An independent copy."""
        closure = None if self.closure is None else self.closure.copy()
        return GraphState(*self._content(closure))

    def __reduce__(self) -> tuple[type[GraphState], tuple[Any, ...]]:
        # What was left out is found again: what it contradicts may never have been looked for.
        closure = self.closure.copy() if isinstance(self.closure, IntRows) else None
        *content, conflicts = self._content(closure)
        return GraphState, (*content, None if conflicts else conflicts)

    def _content(self, closure: Closure | None) -> tuple[Any, ...]:
        """What a copy has of its own. The indexes of large graphs are made again: they take more
        memory than all the rest."""
        return (
            self.policy,
            self.engine,
            self.store.copy(),
            self.kept[:],
            closure,
            None if self.current is None else closure,
            None if self.conflicts is None else self.conflicts[:],
        )


def new_state(
    policy: Policy,
    memory_budget: int | None = None,
    engine: Engine | None = None,
    timezone: str | None = None,
    conventions: bool = True,
) -> GraphState:
    """An empty state. Raises ``ValueError`` for an unknown policy or time zone and a wrong
    budget."""
    if policy not in POLICIES:
        raise ValueError(f"on_conflict must be one of {', '.join(POLICIES)}, not {policy!r}")
    if engine is None:
        engine = _DEFAULT if memory_budget is None else Engine(memory_budget=memory_budget)
    elif memory_budget is not None:
        raise ValueError("the engine has its own memory_budget; set it there")
    if timezone is not None:
        from timegraph._metric.lengths import zone_named  # most graphs have no zone

        timezone = zone_named(timezone).name
    return GraphState(policy, engine, Store(timezone=timezone, conventions=conventions))
