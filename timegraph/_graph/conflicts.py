"""What was left out of a graph, and the links that contradict it.

What was left out contradicts a chain of constraints that are in force and were added before it. A
chain with the fewest link steps needs every link on it: constraints in force agree with each
other, so a shortest chain never comes back to an entity that it has left, and uses no link twice;
a chain by fewer links would thus have fewer steps.

The search for a chain takes long beside the closing, so it waits until somebody reads what a link
contradicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from threading import RLock

from timegraph._graph.closing import closed, decided
from timegraph._graph.paths import ConstraintPaths, Step
from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph.links import AnyLink, Conflict, DistanceConstraint, PointConstraint
from timegraph.points import EQUAL, LESS

__all__ = [
    "conflict_of",
    "conflicts_of",
    "contradicted",
    "contradicting",
    "find_conflicts",
    "paths_of",
    "refusal",
]


def paths_of(state: GraphState) -> ConstraintPaths:
    """The constraints in force, ready for searches for chains."""
    store = state.store
    if len(state.kept) < len(store.xs):
        closed(state)
    paths = state.paths or ConstraintPaths(store.xs, store.ops, store.ys)
    state.paths = None  # An interrupt leaves none that are half extended.
    # Nothing in force is ever left out later, so only new constraints are missing.
    paths.extend(len(store.points), store.starts.values(), state.kept)
    state.paths = paths
    return paths


def conflicts_of(state: GraphState) -> list[Conflict]:
    """All conflicts of a graph, which are kept until something is added."""
    decided(state)
    if state.conflicts is None:
        state.conflicts = find_conflicts(state)
    return state.conflicts


def find_conflicts(state: GraphState, *, most: int | None = None) -> list[Conflict]:
    """The conflict of each link that was left out, wholly or in part, in order; only the first
    ``most`` of them, if that is given."""
    if len(state.kept) < len(state.store.xs):
        closed(state)
    numbers = [*islice(_refused(state), most)]
    if state.policy == "error" or most is not None:  # the error names all of it at once
        return [_explained(state, number) for number in numbers]
    if not numbers:
        return []
    # As it is now, whatever is added or removed before somebody reads on. A network of distances
    # is shared until it changes; a closure of order is not needed.
    closure = state.closure.copy() if state.store.bounds and state.closure else None
    then = GraphState(state.policy, state.engine, state.store.copy(), state.kept[:], closure)
    links, lock = then.store.links, RLock()
    return [Conflict.found_later(links[k], partial(_found, then, lock, k)) for k in numbers]


def _found(
    state: GraphState, lock: AbstractContextManager[object], number: int
) -> tuple[tuple[PointConstraint | DistanceConstraint, ...], tuple[AnyLink, ...]]:
    """The constraints of a link that contradict others, and the links of the shortest chain;
    threads that read conflicts of one graph share its ``lock``."""
    with lock:
        conflict = _explained(state, number)
    return conflict.constraints, conflict.against


def _explained(state: GraphState, number: int) -> Conflict:
    """The conflict of a link that was left out."""
    if state.store.bounds:
        from timegraph._metric import chains  # most graphs have no distances

        closed(state)
        return chains.conflict_of(state, number)
    return conflict_of(state, number, _chains(state, number))


def refusal(state: GraphState, points: int) -> Conflict:
    """The conflict of the last link, which was left out under "error"; the points from number
    ``points`` on are its own. What it contradicts is found when somebody reads it, among the links
    that are there now."""
    store, number = state.store, len(state.store.links) - 1
    if store.bounds or len(store.points) > points:
        (conflict,) = find_conflicts(state, most=1)
        return conflict
    constraints = store.constraints_of_link(number)
    triples = [(store.xs[k], store.ops[k], store.ys[k]) for k in constraints]
    past, lock = _past(state, number)
    find = partial(_found_among, past, lock, triples, constraints.start)
    return Conflict.found_later(store.links[number], find)


def _past(state: GraphState, links: int) -> tuple[GraphState, RLock]:
    """What is in force, with all of the first ``links``."""
    if state.past is None:
        past = GraphState(state.policy, state.engine, state.store.empty())
        state.past = past, RLock()
    past, lock = state.past
    store, copied = state.store, past.store
    with lock:
        starts = [*store.starts_from(len(copied.points))]
        copied.starts.update((store.points[start][0], start) for start in reversed(starts))
        copied.points.extend(islice(store.points, len(copied.points), None))
        last = store.constraints_of_link(links).start
        past.kept.extend(b"\1" * (last - len(copied.xs)))
        for column in ("xs", "ops", "ys", "link_of"):
            there = getattr(copied, column)
            there.extend(getattr(store, column)[len(there) : last])
        copied.links.extend(store.links[len(copied.links) : links])
    return past, lock


def _found_among(
    past: GraphState,
    lock: AbstractContextManager[object],
    constraints: Sequence[tuple[int, int, int]],
    before: int,
) -> tuple[tuple[PointConstraint, ...], tuple[AnyLink, ...]]:
    """The same as :func:`_found`, for the ``constraints`` of a link that was refused, and those
    in force that came ``before``."""
    with lock:
        paths, store = paths_of(past), past.store
        chains = {triple: _against(paths, *triple, before=before) for triple in constraints}
        refused = {triple: chain for triple, chain in chains.items() if chain is not None}
        return (
            tuple(store.comparison(*triple) for triple in refused),
            _fewest(store, refused.values()),
        )


def _refused(state: GraphState) -> Iterator[int]:
    """The number of each link that was left out, wholly or in part."""
    store, kept = state.store, state.kept
    k = kept.find(0)
    while k >= 0:
        yield store.link_of[k]
        k = kept.find(0, store.constraints_of_link(store.link_of[k]).stop)


def _chains(state: GraphState, number: int) -> dict[int, list[Step]]:
    """A chain against each constraint of a link that others contradict."""
    paths, kept = paths_of(state), state.kept
    constraints = state.store.constraints_of_link(number)
    left_out = (j for j in constraints if not kept[j])
    chains = {j: contradicting(state, paths, j, before=constraints.start) for j in left_out}
    return {j: chain for j, chain in chains.items() if chain is not None}


def contradicted(state: GraphState) -> Iterator[tuple[int, dict[int, list[Step]]]]:
    """The number of each link that was left out, wholly or in part, and a chain against each of its
    constraints that others contradict, by the constraint's number. The graph has no distances."""
    if len(state.kept) < len(state.store.xs):
        closed(state)
    for number in _refused(state):
        yield number, _chains(state, number)


def conflict_of(state: GraphState, number: int, chains: dict[int, list[Step]]) -> Conflict:
    """The conflict of a link, given as :func:`contradicted` gives it."""
    store = state.store
    against = _fewest(store, chains.values())
    return Conflict(store.links[number], tuple(map(store.constraint, chains)), against)


def _fewest(store: Store, chains: Iterable[list[Step]]) -> tuple[AnyLink, ...]:
    """The links of the chain that has the fewest, in the order in which they were added."""
    against = min(map(_by_links, chains), key=len, default=[])
    others = sorted(set(map(store.link_of.__getitem__, against)))  # long chains have thousands
    return tuple(map(store.links.__getitem__, others))


def contradicting(
    state: GraphState, paths: ConstraintPaths, k: int, *, before: int
) -> list[Step] | None:
    """A chain with the fewest link steps that contradicts constraint ``k``, by constraints
    numbered below ``before``; ``None`` if nothing does."""
    store = state.store
    return _against(paths, store.xs[k], store.ops[k], store.ys[k], before=before)


def _against(paths: ConstraintPaths, x: int, op: int, y: int, *, before: int) -> list[Step] | None:
    """The same for the constraint ``x op y``."""
    shortest: list[Step] | None = None
    for first, last in ((y, x), (x, y)) if op == EQUAL else ((y, x),):
        try:
            steps = paths.shortest(first, last, strict=op != LESS, before=before)
        except LookupError:
            continue
        if shortest is None or len(_by_links(steps)) < len(_by_links(shortest)):
            shortest = steps
    return shortest


def _by_links(chain: list[Step]) -> list[int]:
    """The numbers of the constraints on a chain, without the steps from start to end."""
    return [step.constraint for step in chain if step.constraint >= 0]
