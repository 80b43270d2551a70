"""What was left out of a graph with distances, and the links that contradict it.

What was left out closes a cycle of negative weight with bounds that are in force and were added
before it. The links of a shortest such cycle contradict it; those that the others make unnecessary
are left out, so that none of the links named can be.
"""

from __future__ import annotations

from collections.abc import Sequence

from timegraph._graph.metric.closing import arcs_of
from timegraph._graph.metric.subset import closure_of, subset_of
from timegraph._graph.state import GraphState
from timegraph._metric.protocol import Arc
from timegraph.links import Conflict

__all__ = ["find_conflicts", "refusal_of"]


def find_conflicts(state: GraphState, *, most: int | None = None) -> list[Conflict]:
    """Every link of which something was left out, with links before it that contradict it and of
    which none can be left out; only the first ``most``, if that is given."""
    store, kept = state.store, state.kept
    conflicts: list[Conflict] = []
    k = kept.find(0)
    while k >= 0 and len(conflicts) != most:
        number = store.link_of[k]
        own = store.constraints_of_link(number)
        left_out = [j for j in own if not kept[j]]
        refusals = {j: refusal_of(state, [j]) for j in left_out}
        refused = [j for j, links in refusals.items() if links is not None]
        named = [links for links in refusals.values() if links is not None]
        if not refused:
            # Each fits by itself, all together do not.
            refused, named = left_out, [refusal_of(state, left_out) or []]
        conflicts.append(
            Conflict(
                store.links[number],
                tuple(store.constraint(j) for j in refused),
                tuple(store.links[other] for other in min(named, key=len) if other != number),
            )
        )
        k = kept.find(0, own.stop)
    return conflicts


def refusal_of(state: GraphState, numbers: Sequence[int]) -> list[int] | None:
    """The numbers of links in force that contradict these constraints of one link together, and of
    which none can be left out; ``None`` if nothing before them does.

    The link itself is among them where what is in force of it counts.
    """
    store, closure = state.store, closure_of(state)
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure)]
    cycle = closure.contradicting(arcs, before=numbers[0])
    if cycle is None:
        return None
    links = _links(state, cycle, numbers)
    own = {
        link: [j for j in store.constraints_of_link(link) if state.kept[j] and j < numbers[0]]
        for link in links
    }
    points = [point for arc in arcs for point in (arc.x, arc.y)]
    subset = subset_of(state, (j for chosen in own.values() for j in chosen), points)
    shorter = subset.contradicting(arcs)
    assert shorter is not None
    if sum(arc.number in numbers for arc in shorter) == 1 and subset.is_only_way(shorter[1:]):
        return links
    for link in links[:]:
        rest = subset.without(own[link])
        if rest.contradicting(arcs) is not None:
            subset = rest
            links.remove(link)
    return links


def _links(state: GraphState, cycle: Sequence[Arc], numbers: Sequence[int]) -> list[int]:
    """The numbers of the links whose bounds are on a cycle, but for those of these constraints."""
    return sorted(
        {
            state.store.link_of[arc.number]
            for arc in cycle
            if arc.number >= 0 and arc.number not in numbers
        }
    )
