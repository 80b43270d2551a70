"""Changing a graph by more than one link; each function returns the state that holds then.

Where something may have to be undone, that is a new state: if anything goes wrong on the way, the
old one still holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from timegraph._graph.adding import add_entity, add_instant, append
from timegraph._graph.closing import decide
from timegraph._graph.conflicts import find_conflicts
from timegraph._graph.state import GraphState
from timegraph.links import AnyLink, ContradictionError

__all__ = ["extend", "retract"]


def extend(
    state: GraphState, links: Sequence[AnyLink]
) -> tuple[GraphState, ContradictionError | None]:
    """The state with these links added, which were checked, and the error to raise.

    Under "error" there is one if a link contradicts those before it; the state then has the links
    before that one. To add all links in one attempt costs no more than to add a few singly.
    """
    if state.policy != "error":
        for link in links:
            append(state, link)
        return state, None
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


def retract(state: GraphState, source: Any) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without the links from this source, as if they had never been added, and these
    links. Raises ``KeyError`` if there are none."""
    store = state.store
    removed = [_same(link.source, source) for link in store.links]
    if not any(removed):
        raise KeyError(f"no link in the graph has the source {source!r}")
    rest = GraphState(state.policy, state.engine)
    named = deque(store.named.items())
    for number in range(len(store.links) + 1):
        while named and named[0][1] <= number:
            (key, is_entity), _ = named.popleft()
            (add_entity if is_entity else add_instant)(rest, key)
        if number < len(store.links) and not removed[number]:
            # Links of a consistent graph stay consistent, so none is tried by itself.
            append(rest, store.links[number])
    return rest, tuple(
        link for link, is_removed in zip(store.links, removed, strict=True) if is_removed
    )


def _same(one: Any, other: Any) -> bool:
    """Whether two sources are equal; sources that compare element by element are not."""
    if one is other:
        return True
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False
