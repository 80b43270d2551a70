"""Adding entities and links to a graph, one at a time."""

from __future__ import annotations

from collections.abc import Hashable

from timegraph._graph.arguments import (
    check_key,
    check_named,
    checked_comparison,
    constraints_of_mask,
    refuse_none,
)
from timegraph._graph.closing import closed, decide_ahead, forget
from timegraph._graph.conflicts import refusal
from timegraph._graph.state import GraphState
from timegraph.links import AnyLink, ContradictionError, DistanceLink, Placement, PointLink
from timegraph.points import OPERATOR_CODES

__all__ = ["add", "add_entity", "add_instant", "append", "name_alone", "take_back", "undo"]

_COMPARISON = {
    ">": ((1, OPERATOR_CODES["<"], 0),),
    ">=": ((1, OPERATOR_CODES["<="], 0),),
    **{operator: ((0, code, 1),) for operator, code in OPERATOR_CODES.items()},
}
"""The constraint of a comparison. Points are numbered in the order in which a link names them."""


def add_entity(state: GraphState, entity: Hashable) -> None:
    """Add an interval; see :meth:`timegraph.TimeGraph.add_entity`."""
    refuse_none(entity)
    name_alone(state, entity, True)


def add_instant(state: GraphState, key: Hashable) -> None:
    """Add an instant; see :meth:`timegraph.TimeGraph.add_instant`."""
    refuse_none(key)
    name_alone(state, key, False)


def name_alone(state: GraphState, key: Hashable, is_entity: bool) -> None:
    """Add an interval or an instant by itself, whatever its name."""
    store = state.store
    name = key, is_entity
    if name not in store.named:
        check_key(key)
        store.named[name] = len(store.links)
        points = len(store.points)
        if is_entity:
            store.interval(key)
        else:
            store.instant(key)
        if len(store.points) > points:
            state.current = None


def add(state: GraphState, link: AnyLink) -> None:
    """Add a link under the policy of the graph.

    Raises :class:`ContradictionError` under "error", and ``ValueError`` or ``TypeError`` for what
    is not a link; nothing is changed then.
    """
    check_named(link)
    if state.policy == "error":
        # The call that causes an error raises it, so everything before is closed.
        closed(state)
    store = state.store
    links, points = len(store.links), len(store.points)
    try:
        append(state, link)
        if state.policy != "error":
            return
        closed(state)
    except BaseException:
        undo(state, links, points)
        raise
    if state.conflicts is None:
        conflict = refusal(state, points)
        take_back(state, points, alone=True)
        raise ContradictionError(conflict)


def append(state: GraphState, link: AnyLink) -> None:
    """Add a link, which then waits to be closed, whatever it contradicts.

    Raises ``ValueError`` or ``TypeError``, changing nothing, for what is not a link.
    """
    store = state.store
    if isinstance(link, (DistanceLink, Placement)):
        from timegraph._graph import distances  # most graphs have no distances

        distances.append(state, link)
    elif isinstance(link, PointLink):
        link = checked_comparison(link)
        store.append(link, (store.point(link.x), store.point(link.y)), _COMPARISON[link.op])
    else:
        constraints = constraints_of_mask(link.relation.mask)
        # Both first: an unhashable entity must not leave the other one behind.
        a, b = store.starts.get(link.a), store.starts.get(link.b)
        if a is None or b is None:
            check_key(link.a)
            check_key(link.b)
            a, b = store.interval(link.a), store.interval(link.b)
        store.append(link, (a, a + 1, b, b + 1), constraints)
    state.current = None
    if len(store.xs) >= state.decide_at:
        decide_ahead(state)


def undo(state: GraphState, links: int, points: int) -> None:
    """Have only the first ``links`` and ``points`` again, after an interrupt or an error."""
    store = state.store
    if len(store.links) > links or len(store.points) > points:
        store.truncate(links, points)
        del state.kept[len(store.xs) :]
        forget(state)


def take_back(state: GraphState, points: int, *, alone: bool) -> None:
    """Take back the last link, which was left out, and the points from number ``points`` on;
    ``alone`` says that nothing else was added to the closure since then."""
    intervals = state.store.remove_last(points)
    del state.kept[len(state.store.xs) :]
    state.conflicts = []
    state.index = None
    if state.paths is not None:
        state.paths.trim(points, len(state.kept))
    # A link that was left out has added to the closure only the points that it named.
    if state.closure is not None and not state.closure.shrink(points, intervals * alone):
        state.closure = None
    state.current = state.closure
