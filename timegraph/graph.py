"""TimeGraph: intervals, the links between them, and what follows.

The idea. Every entity is an interval with two points, start < end. Each link, an Allen relation
or a single comparison, becomes constraints ``<``, ``<=``, ``=`` between points. Then x < y is
entailed iff a path of constraints leads from x to y with a strict step on it, x = y iff paths lead
both ways, and a strict step on a cycle is a contradiction. For this *convex point algebra* the
closure is complete: what is not entailed can be otherwise (Vilain, Kautz & van Beek 1989; van Beek
& Cohen 1990). The labels of the four cross pairs of points of two intervals thus give exactly the
set F of Allen relations that can still hold; "a R b" is answered YES iff F is a subset of R, NO
iff they are disjoint, else UNKNOWN.

How it is done. A graph holds one :class:`timegraph._graph.state.GraphState`, and each method hands
it to a function of :mod:`timegraph._graph`. Links are stored in insertion order. Many are closed at
once; a few are tried one by one, at the cost of what they change, with the same outcome. Small
graphs are closed in pure Python (:mod:`timegraph._closure.int_rows`), large ones by numba kernels,
into the index that their shape and the memory allow (:mod:`timegraph._closure.choose`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from timegraph._graph import adding, edits
from timegraph._graph.arguments import check_endpoint, checked_link
from timegraph._graph.closing import closed
from timegraph._graph.conflicts import conflicts_of
from timegraph._graph.state import Engine, GraphState, new_state
from timegraph.allen import KNOWN_MASKS, AllenSet, RelationLike, mask_of
from timegraph.answer import Answer
from timegraph.links import AnyLink, Conflict, Endpoint, Link, PointLink
from timegraph.options import POLICIES, Policy
from timegraph.points import LABELS, NONE

if TYPE_CHECKING:
    from datetime import datetime
    from fractions import Fraction

    import networkx
    import numpy as np
    from numpy.typing import NDArray

    from timegraph._graph.bounds import Bounds
    from timegraph._graph.bulk import Entities, Relations

__all__ = ["POLICIES", "Policy", "TimeGraph"]

_YES, _NO, _UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


class TimeGraph:
    """Intervals and links between them, closed exactly; the module's docstring has the idea.

    ``on_conflict`` says what happens to a link that contradicts those before it: ``"error"``
    raises :class:`ContradictionError` and does not add it; ``"drop-link"`` leaves the whole link
    out; ``"drop-constraint"`` leaves out only its contradicted endpoint constraints, as the QA
    TempEval software does. What was left out is in :attr:`conflicts`.

    ``memory_budget`` is how many bytes the index of a large graph may take, by default a quarter
    of the memory that is then free. Where a full closure takes more, questions are
    answered by a smaller index: the answers are the same, but take microseconds each.

    ``engine`` is for tests and benchmarks: which index (with a memory budget of its own), and
    whether compiled code is used.

    Entities are any hashables. Queries on a graph that nobody changes are thread-safe.
    """

    def __init__(
        self,
        *,
        on_conflict: Policy = "error",
        memory_budget: int | None = None,
        engine: Engine | None = None,
    ) -> None:
        self._live = new_state(on_conflict, memory_budget, engine)

    @classmethod
    def _of(cls, state: GraphState) -> TimeGraph:
        """A graph that holds this state."""
        graph = cls.__new__(cls)
        graph._live = state
        return graph

    @property
    def _state(self) -> GraphState:
        """The state, with entities numbered in insertion order. ``_live`` may have gaps."""
        if self._live.store.gaps:
            self._live = edits.compacted(self._live)
        return self._live

    # ---- changing -----------------------------------------------------------------------

    def add_entity(self, entity: Hashable) -> None:
        """Add an interval, so that it can be asked about before a link names it."""
        adding.add_entity(self._live, entity)

    def add_instant(self, key: Hashable) -> None:
        """Add a point that is not the start or end of an interval; :meth:`add_points` calls it
        ``(key, "at")``. Instants are not among the :attr:`entities`."""
        adding.add_instant(self._live, key)

    def add(self, a: Hashable, relation: RelationLike, b: Hashable, source: Any = None) -> None:
        """Add the link ``a relation b``; ``source`` is what explanations name.

        ``relation`` is an :class:`Allen`, its name, or a set of them that is a conjunction of
        endpoint constraints. Raises ``ValueError`` for any other set or name, and
        :class:`ContradictionError` under ``on_conflict="error"``; nothing is changed then.
        """
        relations = relation if type(relation) is AllenSet else AllenSet(relation)
        adding.add(self._live, Link(a, relations, b, source))

    def add_points(self, x: Endpoint, op: str, y: Endpoint, source: Any = None) -> None:
        """Add one endpoint constraint: ``add_points(("a", "end"), "<=", ("b", "start"))``.

        ``op`` is ``"<"``, ``"<="``, ``"="``, ``">="`` or ``">"``; an endpoint is ``(entity,
        "start")``, ``(entity, "end")`` or ``(instant, "at")``. Raises as :meth:`add` does.
        """
        adding.add(self._live, PointLink(x, op, y, source))

    def add_distance(
        self,
        x: Endpoint,
        y: Endpoint,
        *,
        at_least: Any = None,
        at_most: Any = None,
        source: Any = None,
    ) -> None:
        """Add bounds on the distance ``y - x`` of two endpoints:
        ``add_distance(("a", "end"), ("b", "start"), at_least="3 days")``.

        A length is text (``"3 days"``, ``"2 years 3 months"``, ISO 8601 ``"P1Y2M"``), a
        ``timedelta``, or a whole or rational number of seconds. Months are as long as they are from
        the date of ``x``, as far as it is known; else as long as they are anywhere in the calendar.
        Raises ``TypeError`` and ``ValueError`` for what is not a length, else as :meth:`add` does.
        """
        from timegraph._graph import distances  # most graphs have no distances

        adding.add(self._state, distances.distance_link(x, y, at_least, at_most, source))

    def add_duration(
        self,
        entity: Hashable,
        exactly: Any = None,
        *,
        at_least: Any = None,
        at_most: Any = None,
        source: Any = None,
    ) -> None:
        """Add how long an interval lasts: exactly so long, or at least and at most."""
        from timegraph._graph import distances  # most graphs have no distances

        link = distances.duration_link(entity, exactly, at_least, at_most, source)
        adding.add(self._state, link)

    def place(self, point: Any, *, within: Any = None, at: Any = None, source: Any = None) -> None:
        """Place an endpoint, or a whole interval, in time.

        ``within`` is a ``date``, a ``datetime`` or a TIMEX3 value (``"1998-05"``): the point, or
        both ends of the interval, lie in that granule, its end included. ``at`` is a ``date`` or
        ``datetime`` at whose first instant the point is exactly; an interval cannot be ``at`` one.
        Raises ``ValueError`` and ``TypeError`` for what is not a time, for times with and without
        zone in one graph, and :class:`ContradictionError` as :meth:`add` does.
        """
        from timegraph._graph import distances  # most graphs have no distances

        adding.add(self._state, distances.placement(self._state, point, within, at, source))

    def extend(self, links: Iterable[AnyLink]) -> None:
        """Add many links in order.

        Under ``on_conflict="error"`` a contradiction raises :class:`ContradictionError` for the
        first link that contradicts those before it: the links before it are added, that link and
        those after it are not. Raises ``TypeError`` or ``ValueError``, and adds nothing, if one of
        them is not a link, or one that :meth:`add` and :meth:`add_points` would not take.
        """
        self._live, error = edits.extend(self._live, [checked_link(link) for link in links])
        if error is not None:
            raise error

    def retract(self, source: Any) -> tuple[AnyLink, ...]:
        """Take back every link whose ``source`` equals this one, and return them.

        The graph is then as if built again from the remaining links in their original order,
        under the same policy: links that were left out may come back, and links that were kept
        may now be left out. Entities that only these links named are gone; those of
        :meth:`add_entity` stay. Raises ``KeyError``, changing nothing, if no link has the source.
        """
        self._live, removed = edits.retract(self._live, source)
        return removed

    # ---- asking -------------------------------------------------------------------------

    def ask(
        self,
        a: Hashable,
        relation: RelationLike,
        b: Hashable,
        *,
        missing: Literal["error", "unknown"] = "error",
    ) -> Answer:
        """Whether ``a relation b`` is entailed (YES), impossible (NO), or neither (UNKNOWN).

        ``relation`` is an :class:`Allen`, its name, or any set of them ("one of these holds").
        An entity that the graph does not have raises ``KeyError``; with ``missing="unknown"`` the
        answer is UNKNOWN then, and any other value of ``missing`` raises ``ValueError``.
        """
        state = self._live
        closure = state.current
        if closure is None:
            closure = closed(state)
        starts = state.store.starts
        try:
            possible = closure.mask(starts[a], starts[b])
        except KeyError:
            if missing == "unknown":
                mask_of(relation)
                return _UNKNOWN
            # Checked only here, where it matters, since an answer takes less than a microsecond.
            if missing != "error":
                raise ValueError(f'missing is "error" or "unknown", not {missing!r}') from None
            raise state.store.missing(a, b) from None
        try:
            mask = KNOWN_MASKS[relation]
        except (KeyError, TypeError):
            mask = mask_of(relation)
        if possible & mask:
            return _UNKNOWN if possible & ~mask else _YES
        return _NO

    def ask_many(
        self, sources: Entities, relations: Relations, targets: Entities
    ) -> NDArray[np.int8]:
        """The answers to many questions, question k being "sources[k] relations[k] targets[k]".

        Returns an int8 array as long as ``sources`` and ``targets``: 1 yes, 0 no, -1 unknown.
        ``sources`` and ``targets`` are sequences of entities, or integer arrays of positions in
        :attr:`entities` (much faster). ``relations`` is one relation (or a set: one of these) for
        all, a sequence of relations, or an unsigned array of :attr:`AllenSet.mask`. Raises
        ``KeyError``, ``IndexError`` for what is not in the graph, ``ValueError`` for unequal
        lengths and for arrays of entities that do not have one dimension.
        """
        from timegraph._graph import bulk

        return bulk.ask_many(self._state, sources, relations, targets)

    def relation_matrix(self) -> NDArray[np.uint16]:
        """All pairs at once: element [i, j] is the mask of :meth:`relations` from entity i to
        entity j in the order of :attr:`entities`; shape (n, n), uint16."""
        from timegraph._graph import bulk

        return bulk.relation_matrix(self._state)

    def relations(self, a: Hashable, b: Hashable) -> AllenSet:
        """Exactly the Allen relations that can still hold from ``a`` to ``b``.

        Raises ``KeyError`` for an entity that the graph does not have.
        """
        closure, store = closed(self._live), self._live.store
        try:
            return AllenSet.from_mask(closure.mask(store.starts[a], store.starts[b]))
        except KeyError:
            raise store.missing(a, b) from None

    def label(self, x: Endpoint, y: Endpoint) -> str | None:
        """What is entailed of two endpoints: ``"<"``, ``"<="``, ``"="``, ``">="``, ``">"`` or
        ``None``. Raises ``KeyError`` for an unknown entity or instant."""
        check_endpoint(x)
        check_endpoint(y)
        closure, point = closed(self._live), self._live.store.known_point
        code = closure.label(point(x), point(y))
        return None if code == NONE else LABELS[code]

    def before(self, a: Hashable) -> tuple[Hashable, ...]:
        """The entities that certainly end before ``a`` starts, in insertion order."""
        less, store = closed(self._state).less, self._state.store
        start = store.known_point((a, "start"))
        return tuple(b for b, other in store.starts.items() if less(other + 1, start))

    def after(self, a: Hashable) -> tuple[Hashable, ...]:
        """The entities that certainly start after ``a`` ends, in insertion order."""
        less, store = closed(self._state).less, self._state.store
        end = store.known_point((a, "end"))
        return tuple(b for b, other in store.starts.items() if less(end, other))

    def distance(self, x: Endpoint, y: Endpoint) -> Bounds:
        """The tightest bounds of ``y - x`` that follow, in seconds.

        Raises ``KeyError`` for an unknown entity or instant.
        """
        from timegraph._graph import distances  # most graphs have no distances

        return distances.distance(self._state, x, y)

    def distances(self, pairs: Iterable[tuple[Endpoint, Endpoint]]) -> list[Bounds]:
        """What :meth:`distance` gives for each of many pairs ``(x, y)``, in order."""
        from timegraph._graph import distances  # most graphs have no distances

        return distances.distances(self._state, pairs)

    def ask_distance(
        self, x: Endpoint, y: Endpoint, *, at_least: Any = None, at_most: Any = None
    ) -> Answer:
        """Whether ``y - x`` is at least, and at most, so long. Raises ``KeyError`` for an unknown
        entity or instant, ``ValueError`` and ``TypeError`` for what is not a length."""
        from timegraph._graph import distances  # most graphs have no distances

        return distances.ask_distance(self._state, x, y, at_least, at_most)

    def earliest(self, point: Endpoint) -> datetime | None:
        """The earliest time that an endpoint can have; ``None`` if nothing bounds it.

        In UTC if the graph was given times with a zone, else local time. Raises ``KeyError`` for an
        unknown endpoint and ``OverflowError`` for what no ``datetime`` is, as in the year 10000.
        """
        from timegraph._graph import distances  # most graphs have no distances

        return distances.date_of(self._state, point, latest=False)

    def latest(self, point: Endpoint) -> datetime | None:
        """The latest time that an endpoint can have; see :meth:`earliest`."""
        from timegraph._graph import distances  # most graphs have no distances

        return distances.date_of(self._state, point, latest=True)

    def schedule(self) -> dict[Endpoint, Fraction]:
        """One time in seconds for each endpoint, such that everything in force holds: since
        1970-01-01T00:00 if the graph has dates, else since the first point. Raises ``ValueError``
        if the graph has no distances."""
        from timegraph._graph import distances  # most graphs have no distances

        return distances.schedule(self._state)

    # ---- looking ------------------------------------------------------------------------

    @property
    def on_conflict(self) -> Policy:
        """The policy for contradictions."""
        return self._live.policy

    @property
    def entities(self) -> tuple[Hashable, ...]:
        """All intervals, in insertion order."""
        return tuple(self._state.store.starts)

    @property
    def instants(self) -> tuple[Hashable, ...]:
        """The keys of all points that are not the start or end of an interval, in insertion
        order."""
        return tuple(self._state.store.instants)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """All links that were added, in order, whether in force or left out."""
        return tuple(self._live.store.links)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What was left out, in order, each with the links that contradict it."""
        return tuple(conflicts_of(self._live))

    def __len__(self) -> int:
        return len(self._live.store.starts)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.entities)

    def __contains__(self, entity: object) -> bool:
        return entity in self._live.store.starts

    def __repr__(self) -> str:
        left_out = self._live.kept.count(0)
        parts = [f"{len(self)} entities", f"{len(self._live.store.links)} links"]
        if left_out:
            parts.append(f"{left_out} left-out constraints")
        return f"<TimeGraph: {', '.join(parts)}>"

    def check_invariants(self) -> None:
        """Raise ``AssertionError`` unless the graph's state is as it must be: for tests and bug
        reports, since the graph is closed again, in quadratic time."""
        from timegraph._graph import invariants  # for tests and bug reports only

        invariants.check(self._live)

    def copy(self) -> TimeGraph:
        """An independent graph with the same content."""
        return self._of(self._state.copy())

    __copy__ = copy

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The constraints in force: a node for each endpoint, an edge for each constraint.

        Edges have ``relation`` (``"<"``, ``"<="``, ``"="``) and ``source`` (``None`` for start
        before end); ``=`` is an edge each way. See docs/distances.md for ``"distance"``.
        """
        from timegraph._graph.exchange import networkx_graph  # few programs need it

        return networkx_graph.to_networkx(self._state)
