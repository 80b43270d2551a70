"""A graph made again from what was saved of it."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from timegraph._graph.adding import add_entity, add_instant, append
from timegraph._graph.arguments import checked_link, constraints_of_mask
from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph.links import AnyLink, DistanceLink, Endpoint, GraphFormatError, Link

__all__ = ["NamedAlone", "StoredLink", "restore"]

NamedAlone = tuple[Hashable, bool, int]
"""An entity (``True``) or instant that was added by itself, and the number of links before it."""


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link, its bounds where they are not those that the link says now, and the positions of
    those of its constraints that are not in force."""

    link: AnyLink
    bounds: Sequence[tuple[Endpoint, Endpoint, Fraction, bool]] | None = None
    left_out: Sequence[int] = ()


def restore(
    state: GraphState,
    links: Iterable[Link | StoredLink],
    named: Sequence[NamedAlone],
    handles: Sequence[Any] | None = None,
    next_handle: Any = None,
) -> None:
    """Add all of this to an empty state, where it waits to be closed.

    Raises :class:`GraphFormatError`, which has the position of the link, for what a graph does not
    take. A bare link was checked before: its names are names, and its relation is a set of
    relations that can be added. Without ``handles`` the links have new ones.
    """
    waiting = deque(named)
    store = state.store
    starts, interval, append_link = store.starts.get, store.interval, store.append
    number = -1
    for number, stored in enumerate(links):
        if waiting:
            _add_alone(state, waiting, number)
        if isinstance(stored, Link):
            a, b = starts(stored.a), starts(stored.b)
            if a is None or b is None:
                a, b = interval(stored.a), interval(stored.b)
            constraints = constraints_of_mask(stored.relation.mask)
            append_link(stored, (a, a + 1, b, b + 1), constraints)
        else:
            try:
                _append(state, stored)
            except (TypeError, ValueError) as error:
                raise GraphFormatError(f"links[{number}]: {error}") from None
    _add_alone(state, waiting, number + 1)
    if waiting:
        key, _, before = waiting[0]
        raise GraphFormatError(
            f"named: {key!r} stands after {before} links, and there are {number + 1}, or the list "
            "is not in order"
        )

    if handles is not None:
        _set_handles(state.store, handles, next_handle)


def _set_handles(store: Store, handles: Sequence[Any], next_handle: Any) -> None:
    before = -1
    for number, handle in enumerate([*handles, next_handle]):
        where = f"links[{number}].handle" if number < len(handles) else "next_handle"
        if type(handle) is not int or not 0 <= handle < 2**63:
            raise GraphFormatError(f"{where}: a whole number from 0 on, not {handle!r}")
        if handle <= before:
            raise GraphFormatError(f"{where}: {handle} comes after {before}; handles rise")
        before = handle
    if len(handles) != len(store.links):
        raise GraphFormatError(f"{len(handles)} handles for {len(store.links)} links")
    store.handles, store.next_handle = array("q", handles), next_handle


def _append(state: GraphState, stored: StoredLink) -> None:
    link = checked_link(stored.link)
    if stored.bounds is None:
        append(state, link)
        return
    point = state.store.point
    if isinstance(link, DistanceLink):
        point(link.x), point(link.y)  # as when it was added; a bound may name y first
    bounds = [(point(x), point(y), seconds, strict) for x, y, seconds, strict in stored.bounds]
    state.store.append_bounds(link, bounds)


def _add_alone(state: GraphState, waiting: deque[NamedAlone], links: int) -> None:
    while waiting and waiting[0][2] == links:
        key, is_entity, _ = waiting.popleft()
        (add_entity if is_entity else add_instant)(state, key)
