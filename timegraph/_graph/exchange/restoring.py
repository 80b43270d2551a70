"""A graph made again from what was saved of it."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, repeat
from operator import itemgetter, lt
from typing import Any

from timegraph._graph.adding import append, name_alone
from timegraph._graph.arguments import checked_link
from timegraph._graph.exchange.relation_columns import RelationColumns
from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph._graph.weights.weighted_arcs import rank_of
from timegraph._wording.counting import counted
from timegraph.links import AnyLink, DistanceConstraint, Endpoint, GraphFormatError

__all__ = ["NamedAlone", "StoredLink", "restore"]

NamedAlone = tuple[Hashable, bool, int]
"""An entity (``True``) or instant that was added by itself, and the number of links before it."""


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link, the bounds that it had where it has months, and the positions of those of its
    constraints that are not in force."""

    link: AnyLink
    bounds: Sequence[tuple[Endpoint, Endpoint, Fraction, bool]] | None = None
    left_out: Sequence[int] = ()


def restore(
    state: GraphState,
    links: Iterable[StoredLink | range],
    named: Sequence[NamedAlone],
    handles: Sequence[Any] | None = None,
    next_handle: Any = None,
    *,
    relations: RelationColumns | None = None,
) -> None:
    """Add all of this to an empty state, where it waits to be closed.

    A range of ``links`` stands for these rows of ``relations``. Raises :class:`GraphFormatError`,
    which has the position of the link, for what a graph does not take. Without ``handles`` the
    links have new ones.
    """
    waiting = deque(named)
    number = 0
    for stored in links:
        if isinstance(stored, range):
            assert relations is not None
            first = stored.start
            while first < stored.stop:
                _add_alone(state, waiting, number)
                until_next = waiting[0][2] - number if waiting else 0
                stop = min(stored.stop, first + until_next) if until_next > 0 else stored.stop
                relations.append_to(state.store, first, stop)
                number += stop - first
                first = stop
        else:
            _add_alone(state, waiting, number)
            state.current = None  # months ask for dates, of all that was added by columns, too
            try:
                _append(state, stored)
            except (TypeError, ValueError) as error:
                raise GraphFormatError(f"links[{number}]: {error}") from None
            number += 1
    _add_alone(state, waiting, number)
    state.current = None
    if waiting:
        key, _, before = waiting[0]
        raise GraphFormatError(
            f"named: {key!r} stands after {before} links, and there are {number}, or the list "
            "is not in order"
        )

    by_weight = state.policy == "drop-lighter"
    if by_weight:
        _check_order(state.store)
    if handles is not None:
        _set_handles(state.store, handles, next_handle, by_weight)


def _check_order(store: Store) -> None:
    ranks = [*map(rank_of, store.links)]
    for number, rank in enumerate(ranks[1:], start=1):
        if rank < ranks[number - 1]:
            raise GraphFormatError(
                f"links[{number}]: is heavier than the link before it, and under drop-lighter "
                "links stand heaviest first, those without a weight before all others"
            )


def _set_handles(
    store: Store, handles: Sequence[Any], next_handle: Any, by_weight: bool = False
) -> None:
    in_order = sorted(handles) if by_weight and {*map(type, handles)} == {int} else handles
    numbers = [*in_order, next_handle]
    rising = {*map(type, numbers)} == {int} and all(map(lt, numbers, numbers[1:]))
    if not rising or numbers[0] < 0 or numbers[-1] >= 2**63:
        _refuse_handles(numbers)
    if len(handles) != len(store.links):
        raise GraphFormatError(f"handles: {len(handles)} for {counted(len(store.links), 'link')}")
    store.handles, store.next_handle = array("q", handles), next_handle


def _refuse_handles(numbers: Sequence[Any]) -> None:
    before = -1
    for number, handle in enumerate(numbers):
        where = f"links[{number}].handle" if number < len(numbers) - 1 else "next_handle"
        if type(handle) is not int or not 0 <= handle < 2**63:
            raise GraphFormatError(f"{where} must be a whole number from 0 on, not {handle!r}")
        if handle <= before:
            raise GraphFormatError(f"{where}: {handle} comes after {before}; handles rise")
        before = handle


def _append(state: GraphState, stored: StoredLink) -> None:
    append(state, checked_link(stored.link))
    if stored.bounds is None:
        return
    store = state.store
    saved = [(x, y, seconds, strict) for x, y, seconds, strict in stored.bounds]
    bounds = map(store.constraint, store.constraints_of_link(len(store.links) - 1))
    counted_again = [
        (bound.x, bound.y, bound.value, bound.strict)
        for bound in bounds
        if isinstance(bound, DistanceConstraint)
    ]
    if saved != counted_again:
        what = "; ".join(str(DistanceConstraint(*bound)) for bound in saved) or "none"
        should = "; ".join(str(DistanceConstraint(*bound)) for bound in counted_again)
        raise GraphFormatError(
            f"bounds are {what}, but its months, from the dates before it, say {should}; correct "
            "the link, or leave its bounds out"
        )


def _add_alone(state: GraphState, waiting: deque[NamedAlone], links: int) -> None:
    store, here = state.store, []
    while waiting and waiting[0][2] == links:
        here.append(waiting.popleft())
    for is_entity, group in groupby(here, itemgetter(1)):
        if is_entity:
            keys = [key for key, _, _ in group]
            store.intervals(keys)
            new = [name for name in zip(keys, repeat(True)) if name not in store.named]
            store.named.update(dict.fromkeys(new, links))
        else:
            for key, _, _ in group:
                name_alone(state, key, False)
