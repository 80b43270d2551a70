"""What a graph can be asked: the questions of graphs that can change and of snapshots."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal

from timegraph._graph.arguments import check_endpoint
from timegraph._graph.closing import closed
from timegraph._graph.edits import conflicts_of
from timegraph._graph.locked_state import MISSING, LockedState, entities_of
from timegraph._lazy import named_if_missing, registered
from timegraph._wording.counting import counted
from timegraph.allen import KNOWN_MASKS, Allen, AllenSet, RelationLike, mask_of
from timegraph.answer import Answer
from timegraph.links import AnyLink, Conflict, Endpoint, Policy
from timegraph.points import LABELS, PointOperator

if TYPE_CHECKING:
    from datetime import datetime
    from fractions import Fraction
    from os import PathLike

    import networkx
    import numpy as np
    from numpy.typing import NDArray

    # Checkers know this module by themselves; programs do not need it.
    from typing_extensions import TypeVar

    from timegraph._graph.bulk import Relations
    from timegraph._graph.distances import Bounds
    from timegraph.proofs.proof import Proof
    from timeml.gregorian import Moment

    E = TypeVar("E", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    E = TypeVar("E", bound=Hashable)


_MOST_DRAWN = 400
"""Entities of a graph that a notebook draws without being asked to."""

_YES, _NO, _UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


class ReadableGraph(LockedState, Generic[E]):
    """What :class:`timegraph.TimeGraph`, which can change, and :class:`timegraph.GraphSnapshot`,
    which cannot, have in common: all questions. Every graph is one of the two.

    ``E`` is the type of the entities, for checkers: ``TimeGraph[str]``."""

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
        from timegraph._graph import bulk

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
        from timegraph._graph import bulk

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
        if (found := self._surely(Allen.BEFORE, a)) is not None:
            return found
        with self._lock:
            less, store = closed(self._state).less, self._state.store
            try:
                start = store.known_point((a, "start"))
            except KeyError as error:
                return self._dated_after(error, a).before(a)
            return tuple(b for b, other in store.starts.items() if less(other + 1, start))

    def after(self, a: E) -> tuple[E, ...]:
        """The entities that certainly start after ``a`` ends, in insertion order."""
        if (found := self._surely(Allen.AFTER, a)) is not None:
            return found
        with self._lock:
            less, store = closed(self._state).less, self._state.store
            try:
                end = store.known_point((a, "end"))
            except KeyError as error:
                return self._dated_after(error, a).after(a)
            return tuple(b for b, other in store.starts.items() if less(end, other))

    def distance(self, x: Endpoint, y: Endpoint) -> Bounds:
        """The tightest bounds of ``y - x`` that follow, in seconds.

        Raises ``KeyError`` for an unknown entity or instant.
        """
        from timegraph._graph import distances  # most graphs have no distances

        return self._told(distances.distance, x, y)

    def duration(self, entity: E) -> Bounds:
        """The tightest bounds of how long an interval lasts, in seconds; see :meth:`distance`."""
        return self.distance((entity, "start"), (entity, "end"))

    def explain(self, a: E, relation: RelationLike, b: E) -> Proof:
        """Why :meth:`ask` answers as it does: the :class:`timegraph.Proof` that
        :func:`timegraph.explain` gives."""
        (explain,) = registered("explain")
        proof: Proof = explain(self, a, relation, b)
        return proof

    def decoded(self, *, time_limit: float | None = None) -> Any:
        """The weighted links that can hold together and weigh most, with a proven bound: a
        :class:`timegraph.decoding.Decoded`. Links without a weight hold whatever is chosen, and at
        most one weighted link of a pair is; see :mod:`timegraph.decoding` for what is refused."""
        (decode_graph,) = registered("decode")
        return decode_graph(self, time_limit=time_limit)

    def distances(self, pairs: Iterable[tuple[Endpoint, Endpoint]]) -> list[Bounds]:
        """What :meth:`distance` gives for each of many pairs ``(x, y)``, in order."""
        from timegraph._graph import distances  # most graphs have no distances

        return self._told(distances.distances, list(pairs))

    def ask_distance(
        self, x: Endpoint, y: Endpoint, *, at_least: Any = None, at_most: Any = None
    ) -> Answer:
        """Whether ``y - x`` is at least, and at most, so long. Raises ``KeyError`` for an unknown
        entity or instant, ``ValueError`` and ``TypeError`` for what is not a length."""
        from timegraph._graph import distances  # most graphs have no distances

        return self._told(distances.ask_distance, x, y, at_least, at_most)

    def earliest(self, point: Endpoint) -> datetime | Moment | None:
        """The earliest time that an endpoint can have; ``None`` if nothing bounds it.

        In a graph with a time zone it has that zone; else it is in UTC if the graph was given times
        with a zone, and local time if not. What no ``datetime`` is, as in the year 10000, is a
        :class:`timeml.edtf.Moment`. Raises ``KeyError`` for an unknown
        endpoint.
        """
        from timegraph._graph import distances  # most graphs have no distances

        return self._told(distances.date_of, point, False)

    def latest(self, point: Endpoint) -> datetime | Moment | None:
        """The latest time that an endpoint can have; see :meth:`earliest`."""
        from timegraph._graph import distances  # most graphs have no distances

        return self._told(distances.date_of, point, True)

    def schedule(self) -> dict[Endpoint, Fraction]:
        """One time in seconds for each endpoint, such that everything in force holds: since
        1970-01-01T00:00 if the graph has dates, else since the first point. Raises ``ValueError``
        if the graph has no distances."""
        from timegraph._graph import distances  # most graphs have no distances

        with self._lock:
            return distances.schedule(self._state)

    def scheduled_dates(self) -> dict[Endpoint, datetime | Moment]:
        """The times of :meth:`schedule` as those of :meth:`earliest` are. Raises ``ValueError`` if
        the graph has no dates."""
        from timegraph._graph import distances  # most graphs have no distances

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
            (show,) = registered("show")
            return f"{said}{show(self).html}"

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
        from timegraph._graph.exchange import graph_file  # few programs need it

        with self._lock:
            content = graph_file.content_of(self._state)
        graph_file.write(content, path)

    def to_json(self) -> dict[str, Any]:
        """The graph as data for ``json.dumps``, an object for each link: what
        :meth:`timegraph.TimeGraph.json_schema` describes and
        :meth:`timegraph.TimeGraph.from_json` reads. Raises as :meth:`save` does."""
        from timegraph._graph.exchange import graph_json  # few programs need it

        with self._lock:
            return graph_json.to_json(self._state)

    @named_if_missing()
    def to_networkx(self) -> networkx.MultiDiGraph:
        """The constraints in force: a node for each endpoint, an edge for each constraint.

        Edges have ``relation`` (``"<"``, ``"<="``, ``"="``) and ``source`` (``None`` for start
        before end); ``=`` is an edge each way. ``.graph["on_conflict"]`` is the policy. See
        docs/distances.md for ``"distance"``.
        """
        from timegraph._graph.exchange import networkx_graph  # few programs need it

        with self._lock:
            return networkx_graph.to_networkx(self._state)
