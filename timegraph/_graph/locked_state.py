"""The state of a graph, and the lock that keeps threads out of each other's way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import chain
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from timegraph._graph import edits
from timegraph._graph.closing import closed
from timegraph._graph.dating import PLAIN
from timegraph._graph.store import GraphState
from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.links import Endpoint

if TYPE_CHECKING:
    from typing_extensions import Self


MISSING = -1
"""In place of a mask: one of the entities is not in the graph. As a mask, it leaves all open."""

_Published: TypeAlias = tuple[Callable[[int, int], int], dict[Any, int]]
"""The masks of a closure, and the starts of the entities."""


T = TypeVar("T")


def entities_of(*points: Endpoint) -> list[Hashable]:
    """The entities whose ends some of these points are."""
    return [key for key, side in points if side != "at"]


class LockedState:
    """What a graph holds.

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
                    from timegraph._graph import instants  # most graphs have no dates

                    dated: Any = self._with_dates(a, b)
                    if dated is not self:
                        answer = dated.ask(a, relation, b, missing=missing)
                        return instants.mask(answer, relation)
                    if instants.given(a, b):
                        answer = instants.answer(state, a, relation, b, missing)
                        return instants.mask(answer, relation)
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
        from timegraph._graph import instants  # most graphs have no dates
        from timegraph._graph.dates import dated

        with self._lock:
            dates = dated.new_dates(self._live, instants.intervals(*keys))
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
            from timegraph._graph.dates.dated import check_instants  # most graphs have no dates

            check_instants(*keys)
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
        from timegraph._graph import instants  # most graphs have no dates

        if not instants.given(a, b):
            raise self._live.store.missing(a, b)
        return instants.relations(self._live, a, b)

    def _surely(self, relation: Allen, a: Hashable) -> tuple[Any, ...] | None:
        """The entities that are surely so related to ``a``, if that is an instant."""
        if type(a) in PLAIN:
            return None
        from timegraph._graph import instants  # most graphs have no dates

        return instants.surely(self, relation, a) if instants.given(a) else None

    def as_written(self) -> Self:
        """A copy in which ``?``, ``~`` and ``%`` of dates are taken at their word; this graph
        itself if it has none. Raises :class:`ContradictionError` if that cannot be."""
        with self._lock:
            store = self._live.store
            # Whatever is added gives a new handle or a new last entity; what is removed, less.
            last = next(reversed(store.starts), None)
            key = len(store.links), store.next_handle, len(store.starts), last
            if self._written is None or self._written[0] != key:
                from timegraph._graph.dates.placing import links_as_written  # few graphs have any

                links = links_as_written(store.links)
                graph: Any = self
                if links:
                    graph = self.copy()  # type: ignore[attr-defined]
                    graph.extend(links)
                self._written = key, graph
            return self._written[1]  # type: ignore[no-any-return]
