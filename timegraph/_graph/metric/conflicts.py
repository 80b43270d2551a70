"""What was left out of a graph with distances, and the links that contradict it.

What was left out closes a cycle of negative weight with bounds that are in force and were added
before it. The links of a shortest such cycle contradict it; those that the others make unnecessary
are left out, so that none of the links named can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timegraph._graph.metric.conventions import arcs_of
from timegraph._graph.metric.subset import certainly_contradicting, closure_of, subset_of
from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
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
        constraints = store.constraints_of_link(number)
        left_out = [j for j in constraints if not kept[j]]
        if _contradicts_itself(state, constraints):
            conflicts.append(_conflict(store, number, left_out, ()))
            k = kept.find(0, constraints.stop)
            continue
        refusals = {j: refusal_of(state, [j]) for j in left_out}
        refused = [j for j, links in refusals.items() if links is not None]
        named = [links for links in refusals.values() if links is not None]
        if not refused:
            # Each fits by itself, all together do not.
            refused, named = left_out, [refusal_of(state, left_out) or []]
        against = min(named, key=len)
        if state.policy != "drop-constraint" and len(left_out) > 1:
            # Fewer of them may do against all constraints together.
            against = _needed(state, against, left_out)
        conflicts.append(_conflict(store, number, refused, against))
        k = kept.find(0, constraints.stop)
    return conflicts


def _conflict(
    store: Store, number: int, refused: Iterable[int], against: Iterable[int]
) -> Conflict:
    return Conflict(
        store.links[number],
        tuple(store.constraint(j) for j in refused),
        tuple(store.links[other] for other in against if other != number),
    )


def _contradicts_itself(state: GraphState, numbers: Iterable[int]) -> bool:
    """Whether no times satisfy these constraints of one link, whatever else holds."""
    store, closure = state.store, closure_of(state)
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure, certain=True)]
    alone = subset_of(state, (), [point for arc in arcs for point in (arc.x, arc.y)])
    return alone.contradicting(arcs) is not None


def refusal_of(state: GraphState, numbers: Sequence[int]) -> list[int] | None:
    """The numbers of links in force that contradict these constraints of one link together, and of
    which none can be left out; ``None`` if nothing before them does.

    The link itself is among them where what is in force of it counts.
    """
    store = state.store
    cycle = certainly_contradicting(state, numbers)
    if cycle is None:
        return None
    on_the_way = {arc.number for arc in cycle if arc.number >= 0} - {*numbers}
    return _needed(state, sorted({store.link_of[j] for j in on_the_way}), numbers)


def _needed(state: GraphState, links: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Those of the links that are needed to contradict these constraints of one link: what they
    have in force before it does."""
    store, closure = state.store, closure_of(state)
    constraints_of = {
        link: [j for j in store.constraints_of_link(link) if state.kept[j] and j < numbers[0]]
        for link in links
    }
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure, certain=True)]
    points = [point for arc in arcs for point in (arc.x, arc.y)]
    chosen = (j for of_link in constraints_of.values() for j in of_link)
    subset = subset_of(state, chosen, points, certain=True)
    cycle = subset.contradicting(arcs)
    assert cycle is not None
    needed = [link for link in links if constraints_of[link]]
    if len(arcs) == 1 and subset.is_only_way(cycle[1:]):
        return needed
    for link in needed[:]:
        rest = subset.without(constraints_of[link])
        if rest.contradicting(arcs) is not None:
            subset = rest
            needed.remove(link)
    return needed
