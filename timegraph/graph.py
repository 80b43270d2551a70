"""TimeGraph: intervals, the links between them, and what follows.

The idea. Every entity is an interval with two points, start < end. Each link, an Allen relation
or a single comparison, becomes constraints ``<``, ``<=``, ``=`` between points. Then x < y is
entailed iff a path of constraints leads from x to y with a strict step on it, x = y iff paths lead
both ways, and a strict step on a cycle is a contradiction. For this *convex point algebra* the
closure is complete: what is not entailed can be otherwise (Vilain, Kautz & van Beek 1989; van Beek
& Cohen 1990). The labels of the four cross pairs of points of two intervals thus give exactly the
set F of Allen relations that can still hold; "a R b" is answered YES iff F is a subset of R, NO
iff they are disjoint, else UNKNOWN.

How it is done. A graph holds one :class:`timegraph._graph.store.GraphState`, and each method hands
it to a function of :mod:`timegraph._graph`. Links are stored in insertion order. Many are closed at
once; a few are tried one by one, at the cost of what they change, with the same outcome. Small
graphs are closed in pure Python (:mod:`timegraph._closure.int_rows`), large ones by numba kernels,
into the index that their shape and the memory allow (:mod:`timegraph._closure.indexes`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

from timegraph._graph import edits
from timegraph._graph.arguments import checked_link, checked_weight, mention_source, refuse_none
from timegraph._graph.store import Engine, GraphState, names_of, new_state
from timegraph._lazy import Later
from timegraph.allen import AllenSet, RelationLike
from timegraph.links import (
    PLAIN,
    POLICIES as POLICIES,
    AnyLink,
    Endpoint,
    Handle,
    Link,
    PointLink,
    Policy as Policy,
    RelationColumns,
)
from timegraph.points import PointOperator
from timegraph.readable_graph import E, ReadableGraph

if TYPE_CHECKING:
    from os import PathLike

    from timegraph._graph import distances, graph_json, placing
else:
    distances = Later("timegraph._graph.distances")
    placing = Later("timegraph._graph.placing")
    graph_json = Later("timegraph._graph.graph_json")


def keys_that_may_be_dates(links: Iterable[AnyLink]) -> list[Hashable]:
    """The entities that links name and that are of other types than :data:`PLAIN`."""
    keys: list[Hashable] = []
    for link in links:
        if type(link) is Link:
            if type(link.a) not in PLAIN:
                keys.append(link.a)
            if type(link.b) not in PLAIN:
                keys.append(link.b)
        else:
            named = names_of(link)
            keys += [key for key, is_entity in named if is_entity and type(key) not in PLAIN]
    return keys


class TimeGraph(ReadableGraph[E]):
    """Intervals and links between them, closed exactly; the module's docstring has the idea.

    ``on_conflict`` says what happens to a link that contradicts those before it: ``"error"``
    raises :class:`ContradictionError` and does not add it; ``"drop-link"`` leaves the whole link
    out; ``"drop-constraint"`` leaves out only its contradicted endpoint constraints, as the QA
    TempEval software does. What was left out is in :attr:`conflicts`. Weights
    count in :meth:`decoded`.

    ``memory_budget`` is how many bytes the index of a large graph may take, by default a quarter
    of the memory that is then free. Where a full closure takes more, a smaller index answers, in
    microseconds. ``engine`` is for tests: which index, and whether compiled code is used.

    ``timezone`` is the name of a time zone, as ``"Europe/Berlin"``: what has no zone is in it,
    times with a zone are compared with these in UTC, and days and weeks are as long as its clocks
    make them. Without it a day has 86,400 seconds, and all times have a zone or none.
    With ``conventions`` what lies within a day is before what lies within the next, unless that
    contradicts a link; without them it may end as the other starts.
    Entities are any hashables: ``TimeGraph[str]`` has strings for type checkers. Every call is
    safe, whatever other threads call: an answer is that of the graph as some number of
    complete calls left it, and a :meth:`transaction` counts as one.
    """

    def __init__(
        self,
        *,
        on_conflict: Policy = "error",
        memory_budget: int | None = None,
        engine: Engine | None = None,
        timezone: str | None = None,
        conventions: bool = True,
    ) -> None:
        self._hold(new_state(on_conflict, memory_budget, engine, timezone, conventions))

    @classmethod
    def _of(cls, state: GraphState) -> TimeGraph[E]:
        """A graph that holds this state."""
        graph = cls.__new__(cls)
        graph.__setstate__(state)
        return graph

    @classmethod
    def load(cls, path: str | PathLike[str], *, memory_budget: int | None = None) -> TimeGraph[E]:
        """Read a graph that :meth:`save` wrote.

        What was left out is decided again; the first question closes the graph. Raises ``OSError``
        for a file that cannot be read and :class:`GraphFormatError`, which names it, for one that
        is damaged, was changed, or was written by a newer version.
        """
        return cls._of(graph_json.load(path, memory_budget))

    @classmethod
    def from_json(cls, data: Any, *, memory_budget: int | None = None) -> TimeGraph[E]:
        """The graph that :meth:`to_json` gave as data, or as JSON text.

        Contradictions are decided again by the policy. Raises :class:`GraphFormatError`, which
        names the place, for anything else, and :class:`ContradictionError` if links contradict
        each other under ``"error"``.
        """
        return cls._of(graph_json.from_json(data, memory_budget))

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """The JSON Schema (draft 2020-12) of what :meth:`to_json` gives."""
        return graph_json.json_schema()

    # ---- changing -----------------------------------------------------------------------

    def add_entity(self, entity: E) -> None:
        """Add an interval, so that it can be asked about before a link names it."""
        if type(entity) not in PLAIN and self._add_dates(entity):
            return
        with self._lock:
            self._name(entity, True)

    def add_instant(self, key: Hashable) -> None:
        """Add a point that is not the start or end of an interval; :meth:`add_points` calls it
        ``(key, "at")``. Instants are not among the :attr:`entities`."""
        with self._lock:
            self._name(key, False)

    def _name(self, key: Hashable, is_entity: bool) -> None:
        """Add an interval or an instant by itself, for who holds the lock."""
        refuse_none(key)
        self._published = None
        edits.name_alone(self._live, key, is_entity)

    def add(
        self, a: E, relation: RelationLike, b: E, source: Any = None, *, weight: Any = None
    ) -> Handle:
        """Add the link ``a relation b``; ``source`` is what explanations name, ``weight`` a finite
        number. Returns the handle for :meth:`remove`.

        Any value is a source, but :meth:`save` refuses a graph with others than strings, numbers,
        booleans, ``None``, lists, dicts and a tuple of these, and the sources of documents and
        facts. Of a set and an object of your own a ``UserWarning`` says so, once for each type.

        ``relation`` is an :class:`Allen`, its name, or a set of them that is a conjunction of
        endpoint constraints. Raises ``ValueError`` for any other set or name, and
        :class:`ContradictionError` under ``on_conflict="error"``; nothing is changed then.
        """
        relations = relation if type(relation) is AllenSet else AllenSet(relation)
        link = Link(a, relations, b, source, weight=checked_weight(weight))
        if type(a) not in PLAIN or type(b) not in PLAIN:
            return self._added_beside_dates(link)
        return self._added(link)

    def _add_dates(self, *keys: Any) -> list[Any]:
        """Add those of the keys that are dates and not there yet, each with its place. What the
        calendar says of their order is left out where links contradict it."""
        with self._lock:
            dates = placing.new_dates(self._live, keys)
            links = placing.links_of_dates(self._live, dates)
            while links:
                self._published = None
                error = edits.extend(self._live, links)
                if error is None:
                    break
                links = links[error.added + 1 :]
            for date in dates:
                self._name(date, True)
            return [*dates]

    def add_points(
        self, x: Endpoint, op: PointOperator, y: Endpoint, source: Any = None, *, weight: Any = None
    ) -> Handle:
        """Add one endpoint constraint: ``add_points(("a", "end"), "<=", ("b", "start"))``.

        ``op`` is ``"<"``, ``"<="``, ``"="``, ``">="`` or ``">"``; an endpoint is ``(entity,
        "start")``, ``(entity, "end")`` or ``(instant, "at")``. Returns and raises as :meth:`add`
        does.
        """
        return self._added_at(PointLink(x, op, y, source, weight=checked_weight(weight)), x, y)

    def add_distance(
        self,
        x: Endpoint,
        y: Endpoint,
        *,
        at_least: Any = None,
        at_most: Any = None,
        exactly: Any = None,
        source: Any = None,
    ) -> Handle:
        """Add bounds on the distance ``y - x`` of two endpoints:
        ``add_distance(("a", "end"), ("b", "start"), at_least="3 days")``.

        A length is text (``"3 days"``, ``"2 years 3 months"``, ISO 8601 ``"P1Y2M"``), a
        ``timedelta``, or a whole or rational number of seconds, which may be below 0. Months are as
        long as they are from the date of ``x``, if that is known, else as anywhere in the calendar;
        so are days and weeks as text in a graph with a time zone.
        Raises ``TypeError`` and ``ValueError`` for what is not a length, else as :meth:`add` does.
        """
        zone = distances.zone_of(self._live)
        link = distances.distance_link(x, y, at_least, at_most, source, exactly, zone)
        return self._added_at(link, x, y)

    def add_duration(
        self,
        entity: Hashable,
        exactly: Any = None,
        *,
        at_least: Any = None,
        at_most: Any = None,
        source: Any = None,
    ) -> Handle:
        """Add how long an interval lasts: exactly so long, or at least and at most."""
        zone = distances.zone_of(self._live)
        link = distances.duration_link(entity, exactly, at_least, at_most, source, zone)
        return self._added_at(link, link.x)

    def place(
        self,
        point: Any,
        *unnamed: NoReturn,
        within: Any = None,
        at: Any = None,
        start: Any = None,
        end: Any = None,
        spanning: Any = None,
        source: Any = None,
    ) -> Handle:
        """Place an endpoint, or an interval, in time.

        ``within``: at some time in a date. ``spanning``: exactly a :class:`Period`, a value that
        names one, or a pair of times. ``start`` and ``end``: when it starts and ends. ``at``: an
        endpoint at the first instant of a ``date``, or at a ``datetime``.

        A time is a ``date`` (some time in that day), a ``datetime``, a value of EDTF or TIMEX3
        (``"1998-05"``, ``"156X"``; ``?`` and ``~`` give no bound), or a pair (earliest, latest), of
        which one may be ``None``. What lies in a day, or another date, ends before that does,
        unless a link says otherwise. Raises ``ValueError`` and ``TypeError`` for what is not a
        time, for ends before starts, for times with and without zone in a graph without
        ``timezone``, for a ``datetime`` that its clocks skip or show twice, and
        :class:`ContradictionError` as :meth:`add` does.
        """
        if unnamed:
            raise TypeError(
                f"place() takes a time by name: write within={unnamed[0]!r}, or at=, start=, end=, "
                "spanning="
            )
        link = placing.placement(
            point,
            within=within,
            at=at,
            start=start,
            end=end,
            spanning=spanning,
            source=source,
            zone=distances.zone_of(self._live),
        )
        return self._added_at(link, link.start)

    def _added_at(self, link: AnyLink, *points: Endpoint) -> Handle:
        """Add a link between endpoints, which may be those of dates."""
        for point in points:
            named = type(point) is tuple and len(point) == 2 and point[1] != "at"
            if named and type(point[0]) not in PLAIN:
                return self._added_beside_dates(link)
        return self._added(link)

    def _added_beside_dates(self, link: AnyLink) -> Handle:
        """Add a link after the dates that it names; if it cannot be added, these are not either. A
        link with an instant places its interval."""
        with self._lock:
            (link,) = self._without_instants([link])
            with self._beside_dates([link]):
                return self._added(link)

    def _without_instants(self, links: Sequence[AnyLink]) -> list[AnyLink]:
        """The links, with placements instead of those between an interval and an instant."""
        return [
            placing.placement_of(self._live, link)
            if type(link) is Link and placing.given(link.a, link.b)
            else link
            for link in links
        ]

    @contextmanager
    def _beside_dates(self, links: Sequence[AnyLink]) -> Iterator[None]:
        """Have the dates that these links name among the entities, for who holds the lock and adds
        the links; if that fails, only those that links in the graph name."""
        dates = self._add_dates(*keys_that_may_be_dates(links))
        first = len(self._live.store.links)
        try:
            yield
        except BaseException:
            there = {key for link in self._live.store.links[first:] for key, _ in names_of(link)}
            for date in dates:
                if date not in there:
                    self.remove_entity(date)
            raise

    def _added(self, link: AnyLink) -> Handle:
        mention_source(link.source, stacklevel=4)
        with self._lock:
            self._published = None
            edits.add(self._live, link)
            self._publish()
            return Handle(self._live.store.next_handle - 1)

    def extend(self, links: Iterable[AnyLink]) -> tuple[Handle, ...]:
        """Add many links in order, and return their handles.

        Under ``on_conflict="error"`` a contradiction raises :class:`ContradictionError` for the
        first link that contradicts those before it: the links before it are added, that link and
        those after it are not. Raises ``TypeError`` or ``ValueError``, and adds nothing, if one of
        them is not a link, or one that :meth:`add` and :meth:`add_points` would not take.
        """
        if isinstance(links, RelationColumns) and {*map(type, links.names)} <= PLAIN:
            with self._lock:
                return self._extended(links)
        checked = [checked_link(link) for link in links]
        for source in {type(link.source): link.source for link in checked}.values():
            mention_source(source, stacklevel=3)
        with self._lock:
            if not keys_that_may_be_dates(checked):
                return self._extended(checked)
            checked = self._without_instants(checked)
            with self._beside_dates(checked):
                return self._extended(checked)

    def _extended(self, links: Sequence[AnyLink] | RelationColumns) -> tuple[Handle, ...]:
        self._published = None
        first = self._live.store.next_handle
        error = edits.extend(self._live, links)
        if error is not None:
            raise error
        return tuple(map(Handle, range(first, self._live.store.next_handle)))

    def remove(self, *handles: Handle) -> tuple[AnyLink, ...]:
        """Take back the links with these handles, and return them; see :meth:`retract`.

        Raises ``KeyError`` for a handle that the graph never gave, or whose link was removed, and
        ``ValueError`` for one that is given twice; nothing is changed then.
        """
        with self._lock:
            self._published = None
            numbers = sorted(map(self._live.store.number_of, handles))
            for number, following in pairwise(numbers):
                if number == following:
                    twice = self._live.store.handles[number]
                    raise ValueError(f"the handle {twice} is given twice")
            if not numbers:
                return ()
            self._live, removed = edits.remove(self._live, numbers)
            return removed

    def remove_entity(self, entity: E) -> tuple[AnyLink, ...]:
        """Take an interval out of the graph, with all links that name it, and return these links;
        see :meth:`retract`. Raises ``KeyError``, changing nothing, if the graph does not have
        it."""
        with self._lock:
            self._published = None
            self._live, removed = edits.remove_entity(self._live, entity)
            return removed

    def retract(self, source: Any) -> tuple[AnyLink, ...]:
        """Take back every link whose ``source`` equals this one, and return them.

        The graph is then as if built again from the remaining links in their original order,
        under the same policy: links that were left out may come back, and links that were kept
        may now be left out. Entities that only these links named are removed; those of
        :meth:`add_entity` stay. Raises ``KeyError``, changing nothing, if no link has the source,
        and ``ValueError`` for ``None``: :meth:`remove` takes back single links.
        """
        if source is None:
            raise ValueError(
                "retract(None): None is not a source; keep the handles that add() returns, and "
                "call remove(handle)"
            )
        with self._lock:
            self._published = None
            self._live, removed = edits.retract(self._live, source)
            return removed

    @contextmanager
    def transaction(self) -> Iterator[TimeGraph[E]]:
        """``with graph.transaction():`` keeps all changes of the block, or none if it raises.

        Other threads see the graph as it was before the block or as it is after it: what they ask
        or change meanwhile waits for its end. So a block must not wait for a thread that uses the
        graph. To enter copies the lists of links; handles that the block was given are not given
        again.
        """
        with self._lock:
            before = self._live.copy()
            self._transactions += 1
            try:
                yield self
            except BaseException:
                self._published = None
                before.store.next_handle = self._live.store.next_handle
                self._live = before
                raise
            finally:
                self._transactions -= 1

    # ---- copies -------------------------------------------------------------------------

    def copy(self) -> TimeGraph[E]:
        """An independent graph with the same content."""
        with self._lock:
            return self._of(self._state.copy())

    __copy__ = copy

    def with_links(self, links: Iterable[AnyLink]) -> TimeGraph[E]:
        """What if: a copy to which these links are added; this graph stays as it is. Raises as
        :meth:`extend` does."""
        made = self.copy()
        made.extend(links)
        return made

    def snapshot(self) -> GraphSnapshot[E]:
        """The graph as it is now: for questions that belong together while this one is changed,
        and for readers who must not wait for that."""
        with self._lock:
            return GraphSnapshot(self._state.copy())


class GraphSnapshot(ReadableGraph[E]):
    """A graph that nobody can change, from :meth:`TimeGraph.snapshot`: it answers all questions,
    from as many threads as there are. It has its own lists of the links, and is closed at its
    first question where the graph is large."""

    def __init__(self, state: GraphState) -> None:
        self._hold(state)

    def copy(self) -> TimeGraph[E]:
        """A graph with the same content that can be changed."""
        with self._lock:
            return TimeGraph._of(self._state.copy())
