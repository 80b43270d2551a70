"""What a graph can be asked: the questions of graphs that can change and of snapshots."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, compress
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias

from timegraph._files import no_collections, write_bytes
from timegraph._graph import edits
from timegraph._graph.arguments import check_endpoint
from timegraph._graph.closing import closed
from timegraph._graph.edits import conflicts_of
from timegraph._graph.store import GraphState
from timegraph._lazy import Later, named_if_missing
from timegraph._wording import counted
from timegraph.allen import KNOWN_MASKS, Allen, AllenSet, RelationLike, mask_of
from timegraph.answer import Answer
from timegraph.links import PLAIN, AnyLink, Conflict, Endpoint, Policy
from timegraph.points import BELOW, EQUAL, LABELS, OPERATORS, PointOperator

if TYPE_CHECKING:
    from datetime import datetime
    from fractions import Fraction
    from os import PathLike

    import networkx
    import numpy as np
    from numpy.typing import NDArray

    # Checkers know this module by themselves; programs do not need it.
    from typing_extensions import Self, TypeVar

    from timegraph._graph.bulk import Relations
    from timegraph._graph.distances import Bounds
    from timegraph.decoding.decoder import Decoded
    from timegraph.proofs.proof import Proof
    from timeml.gregorian import Moment

    E = TypeVar("E", bound=Hashable, default=Any)
    from timegraph._graph import bulk, distances, graph_json, placing
    from timegraph.decoding import decoder
    from timegraph.pictures import svg
    from timegraph.proofs import search
else:
    from typing import TypeVar

    E = TypeVar("E", bound=Hashable)
    bulk = Later("timegraph._graph.bulk")
    distances = Later("timegraph._graph.distances")
    graph_json = Later("timegraph._graph.graph_json")
    placing = Later("timegraph._graph.placing")
    # Three methods only call what stands above.
    decoder = Later("timegraph.decoding.decoder")
    search = Later("timegraph.proofs.search")
    svg = Later("timegraph.pictures.svg")

T = TypeVar("T")


_MOST_DRAWN = 400
"""Entities of a graph that a notebook draws without being asked to."""

_EDGES = (*OPERATORS, "distance", "distance")
"""What edges of networkx say, by the codes of constraints."""

_YES, _NO, _UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


MISSING = -1
"""In place of a mask: one of the entities is not in the graph. As a mask, it leaves all open."""

_Published: TypeAlias = tuple[Callable[[int, int], int], dict[Any, int]]
"""The masks of a closure, and the starts of the entities."""


def entities_of(*points: Endpoint) -> list[Hashable]:
    """The entities whose ends some of these points are."""
    return [key for key, side in points if side != "at"]


class ReadableGraph(Generic[E]):
    """What :class:`timegraph.TimeGraph`, which can change, and :class:`timegraph.GraphSnapshot`,
    which cannot, have in common: all questions. Every graph is one of the two.

    ``E`` is the type of the entities, for checkers: ``TimeGraph[str]``.

    Who reads or changes ``_live`` holds ``_lock``, since questions change it, too: they close what
    waits. ``ask`` alone does without, since a lock would cost it a third more: it reads what is
    ``_published``, and asks again under the lock unless the same is still published then. Whoever
    changes the graph withdraws that first (``None``). In a transaction nothing is published, and
    the lock stays until its end, so that other threads never see a part of it.
    """

    _live: GraphState
    _lock: RLock
    _published: _Published | None
    _transactions: int
    _written: tuple[object, Any] | None

    def _hold(self, state: GraphState) -> None:
        """Begin with this state, which nobody else has."""
        self._live = state
        self._lock = RLock()
        self._published = None
        self._transactions = 0
        self._written = None

    def __getstate__(self) -> GraphState:
        with self._lock:
            return self._live.copy()

    def __setstate__(self, state: GraphState) -> None:
        self._hold(state)

    @property
    def _state(self) -> GraphState:
        """The state, for who holds the lock, with entities numbered in insertion order. ``_live``
        may have gaps."""
        if self._live.store.gaps:
            self._live = edits.compacted(self._live)
        return self._live

    @contextmanager
    def _reading(self) -> Iterator[GraphState]:
        """The state, with entities numbered in insertion order, which no other thread changes
        meanwhile."""
        with self._lock:
            yield self._state

    def _publish(self) -> None:
        """Publish what answers, if it is there and threads can share it; for who holds the lock."""
        state = self._live
        if state.current is not None and not self._transactions:
            mask = state.current.shared_mask()
            if mask is not None:
                self._published = mask, state.store.starts

    def _possible(self, a: Hashable, b: Hashable, missing: str, relation: RelationLike) -> int:
        """The mask of the relations that can still hold, under the lock; :data:`MISSING` for an
        entity that is, and may be, missing. With an instant it is one that gives the answer to
        ``relation``."""
        with self._lock:
            state = self._live
            closure = state.current
            if closure is None:
                closure = closed(state)
            if self._published is None:
                self._publish()
            starts = state.store.starts
            try:
                return closure.mask(starts[a], starts[b])
            except KeyError:
                if type(a) not in PLAIN or type(b) not in PLAIN:
                    dated: Any = self._with_dates(a, b)
                    if dated is not self:
                        answer = dated.ask(a, relation, b, missing=missing)
                        return placing.mask(answer, relation)
                    if placing.given(a, b):
                        answer = placing.answer(state, a, relation, b, missing)
                        return placing.mask(answer, relation)
                # Checked only here, where it matters: an answer takes less than a microsecond.
                if missing == "error":
                    raise state.store.missing(a, b) from None
                if missing != "unknown":
                    raise ValueError(
                        f'missing must be "error" or "unknown", not {missing!r}'
                    ) from None
                return MISSING

    def _with_dates(self, *keys: Hashable) -> Self:
        """A copy that has those of the keys that are dates among its entities; this graph itself if
        it has them all."""
        if all(type(key) in PLAIN for key in keys):
            return self
        with self._lock:
            dates = placing.new_dates(self._live, placing.intervals(*keys))
            if not dates:
                return self
            made: Any = self.copy()  # type: ignore[attr-defined]
        made._add_dates(*dates)
        return made  # type: ignore[no-any-return]

    def _dated_after(self, error: KeyError, *keys: Hashable) -> Self:
        """As :meth:`_with_dates`, for who got this error, which is raised where that changes
        nothing. Raises ``TypeError`` for a ``datetime``, which is not an interval."""
        dated = self._with_dates(*keys)
        if dated is not self:
            return dated
        if not all(type(key) in PLAIN for key in keys):
            placing.check_instants(*keys)
        raise error

    def _told(self, ask: Callable[..., T], *asked: Any) -> T:
        """What ``ask`` says of the state and of what is asked: endpoints, pairs of them in a list,
        and others; with the dates whose ends these are."""
        with self._lock:
            try:
                return ask(self._live, *asked)
            except KeyError as error:
                pairs = (pair for listed in asked if type(listed) is list for pair in listed)
                points = (part for part in (*asked, *chain(*pairs)) if type(part) is tuple)
                dated = self._dated_after(error, *entities_of(*points))
        return dated._told(ask, *asked)

    def _beside_instant(self, a: Hashable, b: Hashable) -> AllenSet:
        """The relations of ``a`` and ``b``, of which one is an instant, for who holds the lock.
        Raises ``KeyError`` if none is."""
        if not placing.given(a, b):
            raise self._live.store.missing(a, b)
        return placing.relations(self._live, a, b)

    def as_written(self) -> Self:
        """A copy in which ``?``, ``~`` and ``%`` of dates are taken at their word; this graph
        itself if it has none. Raises :class:`ContradictionError` if that cannot be."""
        with self._lock:
            store = self._live.store
            # Whatever is added gives a new handle or a new last entity; what is removed, less.
            last = next(reversed(store.starts), None)
            key = len(store.links), store.next_handle, len(store.starts), last
            if self._written is None or self._written[0] != key:
                links = placing.links_as_written(store.links)
                graph: Any = self
                if links:
                    graph = self.copy()  # type: ignore[attr-defined]
                    graph.extend(links)
                self._written = key, graph
            return self._written[1]  # type: ignore[no-any-return]

    # ---- asking -------------------------------------------------------------------------

    def ask(
        self,
        a: E,
        relation: RelationLike,
        b: E,
        *,
        missing: Literal["error", "unknown"] = "error",
        as_written: bool = False,
    ) -> Answer:
        """Whether ``a relation b`` is entailed (YES), impossible (NO), or neither (UNKNOWN).

        ``relation`` is an :class:`Allen`, its name, or any set of them ("one of these holds").
        A ``datetime`` is an instant, which an interval can be before or after, or contain; other
        relations raise ``TypeError``. An entity that the graph does not have raises ``KeyError``;
        with ``missing="unknown"`` the answer is UNKNOWN then, and any other value of ``missing``
        raises ``ValueError``. With ``as_written`` the ``?``, ``~`` and ``%`` of dates are taken at
        their word; :class:`ContradictionError` says that they cannot be.
        """
        if as_written:
            return self.as_written().ask(a, relation, b, missing=missing)
        published = self._published
        if published is None:
            possible = self._possible(a, b, missing, relation)
        else:
            mask_between, starts = published
            try:
                possible = mask_between(starts[a], starts[b])
            except Exception as error:  # an unknown entity, or a change meanwhile
                if type(error) is KeyError and missing == "unknown":
                    possible = MISSING
                else:
                    possible = self._possible(a, b, missing, relation)
            if self._published is not published:
                possible = self._possible(a, b, missing, relation)
        try:
            mask = KNOWN_MASKS[relation]
        except (KeyError, TypeError):
            mask = mask_of(relation)
        if possible & mask:
            return _UNKNOWN if possible & ~mask else _YES
        return _NO if possible != MISSING else _UNKNOWN

    @named_if_missing()
    def ask_many(
        self,
        sources: Sequence[E] | NDArray[np.integer[Any]],
        relations: Relations,
        targets: Sequence[E] | NDArray[np.integer[Any]],
    ) -> NDArray[np.int8]:
        """The answers to many questions, question k being "sources[k] relations[k] targets[k]".

        Returns an int8 array as long as ``sources`` and ``targets``: 1 yes, 0 no, -1 unknown.
        ``sources`` and ``targets`` are sequences of entities, or integer arrays of positions in
        :attr:`entities` (much faster). ``relations`` is one relation (or a set: one of these) for
        all, a sequence of relations, or an unsigned array of :attr:`AllenSet.mask`. Raises
        ``KeyError``, ``IndexError`` for what is not in the graph, ``ValueError`` for unequal
        lengths and for arrays of entities that do not have one dimension.
        """
        with self._lock:
            try:
                return bulk.ask_many(self._state, sources, relations, targets)
            except KeyError as error:
                dated = self._dated_after(error, *sources, *targets)
                return dated.ask_many(sources, relations, targets)

    @named_if_missing()
    def relation_matrix(self) -> NDArray[np.uint16]:
        """All pairs at once: element [i, j] is the mask of :meth:`relations` from entity i to
        entity j in the order of :attr:`entities`; shape (n, n), uint16."""
        with self._lock:
            return bulk.relation_matrix(self._state)

    def relations(self, a: E, b: E, *, as_written: bool = False) -> AllenSet:
        """Exactly the Allen relations that can still hold from ``a`` to ``b``; ``as_written`` as in
        :meth:`ask`. What ends at a ``datetime`` "meets" it. Raises ``KeyError`` for an entity that
        the graph does not have."""
        if as_written:
            return self.as_written().relations(a, b)
        with self._lock:
            closure, store = closed(self._live), self._live.store
            try:
                return AllenSet.from_mask(closure.mask(store.starts[a], store.starts[b]))
            except KeyError:
                dated = self._with_dates(a, b)
                if dated is not self:
                    return dated.relations(a, b)
                return self._beside_instant(a, b)

    def label(self, x: Endpoint, y: Endpoint) -> PointOperator | None:
        """What is entailed of two endpoints: ``"<"``, ``"<="``, ``"="``, ``">="``, ``">"`` or
        ``None``. Raises ``KeyError`` for an unknown entity or instant."""
        check_endpoint(x)
        check_endpoint(y)
        with self._lock:
            closure, point = closed(self._live), self._live.store.known_point
            try:
                return LABELS[closure.label(point(x), point(y))]
            except KeyError as error:
                return self._dated_after(error, *entities_of(x, y)).label(x, y)

    def before(self, a: E) -> tuple[E, ...]:
        """The entities that certainly end before ``a`` starts, in insertion order."""
        return self._surely(Allen.BEFORE, a)

    def after(self, a: E) -> tuple[E, ...]:
        """The entities that certainly start after ``a`` ends, in insertion order."""
        return self._surely(Allen.AFTER, a)

    def _surely(self, relation: Allen, a: E) -> tuple[E, ...]:
        """The entities that are surely before, or after, an interval or an instant."""
        if type(a) not in PLAIN and placing.given(a):
            return placing.surely(self, relation, a)
        with self._lock:
            less, store = closed(self._state).less, self._state.store
            try:
                start = store.known_point((a, "start"))
            except KeyError as error:
                dated = self._dated_after(error, a)
                return dated.before(a) if relation is Allen.BEFORE else dated.after(a)
            if relation is Allen.BEFORE:
                return tuple(b for b, other in store.starts.items() if less(other + 1, start))
            return tuple(b for b, other in store.starts.items() if less(start + 1, other))

    def distance(self, x: Endpoint, y: Endpoint) -> Bounds:
        """The tightest bounds of ``y - x`` that follow, in seconds.

        Raises ``KeyError`` for an unknown entity or instant.
        """
        return self._told(distances.distance, x, y)

    def duration(self, entity: E) -> Bounds:
        """The tightest bounds of how long an interval lasts, in seconds; see :meth:`distance`."""
        return self.distance((entity, "start"), (entity, "end"))

    def explain(self, a: E, relation: RelationLike, b: E) -> Proof:
        """Why :meth:`ask` answers as it does: the :class:`timegraph.Proof` that
        :func:`timegraph.explain` gives."""
        return search.explain(self, a, relation, b)

    def decoded(self, *, time_limit: float | None = None) -> Decoded:
        """The weighted links that can hold together and weigh most, with a proven bound: a
        :class:`timegraph.decoding.Decoded`. Links without a weight hold whatever is chosen, and at
        most one weighted link of a pair is; see :mod:`timegraph.decoding` for what is refused."""
        return decoder.decode_graph(self, time_limit=time_limit)

    def distances(self, pairs: Iterable[tuple[Endpoint, Endpoint]]) -> list[Bounds]:
        """What :meth:`distance` gives for each of many pairs ``(x, y)``, in order."""
        return self._told(distances.distances, list(pairs))

    def ask_distance(
        self, x: Endpoint, y: Endpoint, *, at_least: Any = None, at_most: Any = None
    ) -> Answer:
        """Whether ``y - x`` is at least, and at most, so long. Raises ``KeyError`` for an unknown
        entity or instant, ``ValueError`` and ``TypeError`` for what is not a length."""
        return self._told(distances.ask_distance, x, y, at_least, at_most)

    def earliest(self, point: Endpoint) -> datetime | Moment | None:
        """The earliest time that an endpoint can have; ``None`` if nothing bounds it.

        In a graph with a time zone it has that zone; else it is in UTC if the graph was given times
        with a zone, and local time if not. What no ``datetime`` is, as in the year 10000, is a
        :class:`timeml.edtf.Moment`. Raises ``KeyError`` for an unknown
        endpoint.
        """
        return self._told(distances.date_of, point, False)

    def latest(self, point: Endpoint) -> datetime | Moment | None:
        """The latest time that an endpoint can have; see :meth:`earliest`."""
        return self._told(distances.date_of, point, True)

    def schedule(self) -> dict[Endpoint, Fraction]:
        """One time in seconds for each endpoint, such that everything in force holds: since
        1970-01-01T00:00 if the graph has dates, else since the first point. Raises ``ValueError``
        if the graph has no distances."""
        with self._lock:
            return distances.schedule(self._state)

    def scheduled_dates(self) -> dict[Endpoint, datetime | Moment]:
        """The times of :meth:`schedule` as those of :meth:`earliest` are. Raises ``ValueError`` if
        the graph has no dates."""
        with self._lock:
            return distances.scheduled_dates(self._state)

    # ---- looking ------------------------------------------------------------------------

    @property
    def on_conflict(self) -> Policy:
        """The policy for contradictions."""
        return self._live.policy

    @property
    def timezone(self) -> str | None:
        """The name of the time zone of times that were given without one, if there is one."""
        return self._live.store.timezone

    @property
    def conventions(self) -> bool:
        """Whether what lies in a date is before what lies in the next, unless links say
        otherwise."""
        return self._live.store.conventions

    @property
    def entities(self) -> tuple[E, ...]:
        """All intervals, in insertion order."""
        with self._lock:
            return tuple(self._state.store.starts)

    @property
    def instants(self) -> tuple[Hashable, ...]:
        """The keys of all points that are not the start or end of an interval, in insertion
        order."""
        with self._lock:
            return tuple(self._state.store.instants)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """All links that were added, in order, whether in force or left out."""
        with self._lock:
            return tuple(self._live.store.links)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What was left out, in order, each with the links that contradict it."""
        with self._lock:
            return tuple(conflicts_of(self._live))

    def __len__(self) -> int:
        with self._lock:
            return len(self._live.store.starts)

    def __iter__(self) -> Iterator[E]:
        return iter(self.entities)

    def __contains__(self, entity: object) -> bool:
        with self._lock:
            return entity in self._live.store.starts

    def __repr__(self) -> str:
        with self._lock:
            left_out, links = self._live.kept.count(0), len(self._live.store.links)
            entities = counted(len(self), "entity", "entities")
        parts = [entities, counted(links, "link")]
        if left_out:
            parts.append(f"{left_out} left-out constraints")
        return f"<{type(self).__name__}: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """For notebooks: the timeline; of graphs with more than 400 entities what :func:`repr`
        says, since a picture of them takes long and cannot be read.
        :func:`timegraph.pictures.show` draws a part of them."""
        from html import escape

        with self._lock:
            said = f"<p>{escape(repr(self))}</p>"
            if not 0 < len(self) <= _MOST_DRAWN:
                return said
            whole: Any = self
            return f"{said}{svg.show(whole).html}"

    # ---- saving -------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> None:
        """Write the graph to a file, which :meth:`timegraph.TimeGraph.load` reads.

        The file has the links with their sources, the policy, and what was left out; it is not
        tied to a machine, and reading it runs nothing. Raises ``TypeError``, which names the link,
        for a name that is not made of strings, numbers, booleans, ``None``, tuples, points of the
        calendar and dated facts, and for a source that is neither a JSON value nor one that
        :func:`timegraph.build` makes or facts have. A file that is there is replaced only when all
        is written.
        """
        with self._lock:
            content = graph_json.content_of(self._state)
        write_bytes(content, path)

    def to_json(self) -> dict[str, Any]:
        """The graph as data for ``json.dumps``, an object for each link: what
        :meth:`timegraph.TimeGraph.json_schema` describes and
        :meth:`timegraph.TimeGraph.from_json` reads. Raises as :meth:`save` does."""
        with self._lock:
            return graph_json.to_json(self._state)

    @named_if_missing()
    @no_collections()
    def to_networkx(self) -> networkx.MultiDiGraph:
        """The constraints in force: a node for each endpoint, an edge for each constraint.

        Edges have ``relation`` (``"<"``, ``"<="``, ``"="``) and ``source`` (``None`` for start
        before end); ``=`` is an edge each way. ``.graph["on_conflict"]`` is the policy. See
        docs/distances.md for ``"distance"``.
        """
        import networkx

        with self._lock:
            state, store = self._state, self._state.store
            closed(state)
            points = store.points
            graph = networkx.MultiDiGraph(on_conflict=state.policy)
            graph.add_nodes_from(points)
            for start in store.starts.values():
                graph.add_edge(points[start], points[start + 1], relation="<", source=None)
            for k in compress(range(len(state.kept)), state.kept):
                x, y, op = points[store.xs[k]], points[store.ys[k]], store.ops[k]
                said = {"source": store.links[store.link_of[k]].source}
                if k in store.bounds:
                    # A convention would become certain.
                    strict = op == BELOW and not store.by_convention(k)
                    said |= {"at_most": store.bounds[k], "strict": strict}
                graph.add_edge(x, y, relation=_EDGES[op], **said)
                if op == EQUAL:
                    graph.add_edge(y, x, relation="=", **said)
            return graph
