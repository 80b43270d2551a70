"""Changing a graph by more than one link; each function returns the state that holds then.

A few links are added to the state, or taken out of it, where they are: what does not depend on them
is not looked at. Where more may have to be undone, the result is a new state.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from itertools import accumulate, groupby
from typing import Any

from timegraph._closure.growing.protocol import GrowingClosure
from timegraph._graph.adding import append, name_alone, take_back, undo
from timegraph._graph.arguments import check_named
from timegraph._graph.closing import (
    FEW_AT_FIRST,
    closed,
    decide,
    decide_ahead,
    growing_form,
    take_all,
)
from timegraph._graph.conflicts import find_conflicts, refusal
from timegraph._graph.link_index import names_of
from timegraph._graph.state import GraphState
from timegraph.links import AnyLink, ContradictionError, DistanceLink, Placement

__all__ = [
    "compacted",
    "constraint_of",
    "extend",
    "remove",
    "remove_entity",
    "restore",
    "retract",
]

# Graphs of so many points are made again in a millisecond.
_SMALL = 1_000
_FEW_LINKS = 16


def extend(
    state: GraphState, links: Sequence[AnyLink]
) -> tuple[GraphState, ContradictionError | None]:
    """The state with these links added, which were checked, and the error to raise.

    Under "error" there is one if a link contradicts those before it; the state then has the links
    before that one. To add all links in one attempt costs no more than to add a few singly.
    """
    for link in links:
        check_named(link)
    distances = any(isinstance(link, (DistanceLink, Placement)) for link in links)
    if distances:
        from timegraph._graph.distances import check_zones  # most graphs have no distances

        check_zones(state, links)
    few = len(links) <= max(_FEW_LINKS, len(state.store.links) >> 3)
    # Months are counted from dates, which asks for what waits.
    few = few and not any(isinstance(link, DistanceLink) and link.steps for link in links)
    if few or state.policy != "error":
        before = len(state.store.links), len(state.store.points)
        try:
            return state, _extended(state, links)
        except BaseException:
            undo(state, *before)
            raise
    return _extended_copy(state, links)


def _extended_copy(
    state: GraphState, links: Sequence[AnyLink]
) -> tuple[GraphState, ContradictionError | None]:
    """The same for many links under "error", which are tried on a copy."""
    trial = state.copy()
    trial.policy = "drop-link"
    for link in links:
        append(trial, link)
    trial.closure = trial.current = decide(trial)
    if trial.conflicts is not None:
        trial.policy = "error"
        return trial, None
    (conflict,) = find_conflicts(trial, most=1)
    added = trial.store.link_of[trial.kept.index(0)] - len(state.store.links)
    before = state.copy()
    for link in links[:added]:
        append(before, link)
    return before, ContradictionError(conflict, added)


def _extended(state: GraphState, links: Sequence[AnyLink]) -> ContradictionError | None:
    """Add links where they are, and a few under "error", up to the first that contradicts; the
    error to raise."""
    if state.policy != "error":
        for link in links:
            append(state, link)
        return None
    store = state.store
    closed(state)
    first, decided = len(store.links), len(state.kept)
    points = []
    for link in links:
        points.append(len(store.points))
        append(state, link)
    one_by_one = store.bounds or len(store.xs) - decided <= max(FEW_AT_FIRST, decided >> 3)
    closed(state)
    if state.conflicts is not None:
        return None
    refused = store.link_of[state.kept.index(0)]
    while len(store.links) > refused + 1:
        store.remove_last(points[len(store.links) - 1 - first])
    del state.kept[len(store.xs) :]
    conflict = refusal(state, points[refused - first])
    take_back(state, points[refused - first], alone=False)
    if not one_by_one:  # what follows the refused link was then closed, too
        state.closure = state.current = None
    return ContradictionError(conflict, refused - first)


def retract(state: GraphState, source: Any) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without the links from this source, as if they had never been added, and these
    links. Raises ``KeyError`` if there are none."""
    store = state.store
    numbers = store.links_from(source)
    if not numbers:
        raise KeyError(f"no link in the graph has the source {source!r}")
    return remove(state, numbers)


def remove(state: GraphState, numbers: Sequence[int]) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without the links with these rising numbers, as if they had never been added, and
    these links."""
    store = state.store
    removed = tuple(store.links[number] for number in numbers)
    if store.bounds and len(numbers) == 1:
        from timegraph._metric.deciding import take_out  # most graphs have no distances

        ready = take_out(state, numbers[0])
        if ready is not None:
            return state if ready else _without(state, ()), removed
    if store.bounds or len(store.points) <= _SMALL:
        return _without(state, frozenset(numbers)), removed
    _take_out(state, numbers)
    if store.removed > max(_SMALL, len(store.links)):
        # What is left behind of removed links takes as much memory as those that are there.
        state = compacted(state)
        state.closure = growing_form(state, None)
    return state, removed


def remove_entity(state: GraphState, entity: Hashable) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without an entity and without the links that name it, and these links. Raises
    ``KeyError`` if the graph does not have it."""
    store = state.store
    if entity not in store.starts:
        raise KeyError(f"no entity {entity!r} in the graph")
    numbers = [k for k, link in enumerate(store.links) if (entity, True) in names_of(link)]
    store.named.pop((entity, True), None)
    if numbers and not store.bounds:
        return remove(state, numbers)
    return _without(state, frozenset(numbers)), tuple(store.links[number] for number in numbers)


def compacted(state: GraphState) -> GraphState:
    """The same, with entities and instants numbered in insertion order again, without gaps."""
    made = _without(state, ())
    # On the way some of it may have been closed already: counting months asks for dates.
    made.closure = made.current = None
    made.kept = state.kept[:]
    made.conflicts = None if state.conflicts is None else state.conflicts[:]
    return made


def _without(state: GraphState, gone: Collection[int]) -> GraphState:
    """A graph made again from all but the links with these numbers; what was named after a link is
    named after it, or after those that stood before it."""
    store = state.store
    order = [number for number in range(len(store.links)) if number not in gone]
    rest = GraphState(state.policy, state.engine, store.empty())
    after = [*accumulate((number not in gone for number in range(len(store.links))), initial=0)]
    named = deque((name, after[before]) for name, before in store.named.items())
    for place in range(len(order) + 1):
        while named and named[0][1] <= place:
            (key, is_entity), _ = named.popleft()
            name_alone(rest, key, is_entity)
        if place < len(order):
            # Links of a consistent graph stay consistent, so none is tried by itself.
            append(rest, store.links[order[place]])
    rest.store.handles = array("q", map(store.handles.__getitem__, order))
    rest.store.next_handle = store.next_handle
    return rest


def _take_out(state: GraphState, numbers: Sequence[int]) -> None:
    """Take links out of a graph without distances, where it is.

    Only what was left out can come back, and only if each chain that contradicts it led through
    what is taken out. If then nothing in force contradicts it, nothing else changes: what is in
    force agrees with all of it. If something does, and may have been added later, everything from
    there on is decided on again.
    """
    store, kept = state.store, state.kept
    columns = store.xs, store.ops, store.ys
    closure = None if state.closure is None else growing_form(state, state.closure)
    gone = [k for number in numbers for k in store.constraints_of_link(number)]
    in_force = [k for k in gone if k < len(kept) and kept[k]]
    again, parted = list[int](), list[int]()
    if in_force:
        first, taken = in_force[0], frozenset(gone)
        if closure is not None:
            removed = [constraint_of(state, k) for k in in_force]
            again = [k for k in closure.depending(removed, columns, kept, first) if k not in taken]
            parted = closure.remove(removed)
        elif any(not kept[k] and k not in taken for k in range(first, len(kept))):
            del kept[first:]
    for k in reversed(gone):
        if k < len(kept):
            del kept[k]
    store.remove(numbers)
    state.paths = state.index = state.past = state.current = None
    state.closure = closure
    if closure is not None:
        restore(state, closure, parted)
        _try_again(state, [k - bisect_left(gone, k) for k in again])
        decide_ahead(state)
    state.conflicts = None if 0 in kept else []


def constraint_of(state: GraphState, k: int) -> tuple[int, int, int]:
    store = state.store
    return store.xs[k], store.ops[k], store.ys[k]


def restore(state: GraphState, closure: GrowingClosure, parted: Sequence[int]) -> None:
    """Give points that lost all constraints those again that are in force."""
    store = state.store
    if parted:
        sides = [(point, store.points[point][1]) for point in parted]
        starts = {point - (side == "end") for point, side in sides if side != "at"}
        closure.restore(parted, sorted(starts), (store.xs, store.ops, store.ys), state.kept)


def _try_again(state: GraphState, refused: Sequence[int]) -> None:
    """Put into force what no longer contradicts, in file order."""
    store, kept, closure = state.store, state.kept, state.closure
    assert isinstance(closure, GrowingClosure)
    if state.policy == "drop-constraint":
        groups: Iterable[Sequence[int]] = [[k] for k in refused]
    else:
        links = [number for number, _ in groupby(refused, store.link_of.__getitem__)]
        groups = [store.constraints_of_link(number) for number in links]
    for group in groups:
        if closure.try_add([constraint_of(state, k) for k in group]):
            for k in group:
                kept[k] = 1
        else:
            del kept[group[0] :]
            state.closure = growing = growing_form(state, None)
            assert growing is not None
            take_all(state, growing)
            return
