"""Proofs in graphs with distances: chains of bounds with their arithmetic.

A relation is impossible iff its constraints close a cycle of negative weight with the bounds in
force. Between the constraints of the relation such a cycle runs along chains of links, and these
chains are the proof.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from timegraph._graph import placing
from timegraph._graph.closing import closed
from timegraph._graph.placing import given as given
from timegraph._graph.store import GraphState, Store
from timegraph._metric.constraints import (
    BoundStep,
    chains_against,
    chains_excluding,
    orders_of_point,
    possible_groups,
    possible_mask,
    tightest_chain,
)
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.links import Conflict, DistanceConstraint, Endpoint
from timegraph.periods import DATED
from timegraph.proofs.proof import Chain, Chains, DistanceStep, Proof, Witness

if TYPE_CHECKING:
    from timegraph.readable_graph import ReadableGraph


# Why an interval is before, after or around a ``datetime``, or is not.
#
# The instant is a point of a copy of the graph. What is decided has the tightest chains between it
# and the ends of the interval, what is open two worlds.


def explain_beside_instant(graph: ReadableGraph[Any], a: Any, wanted: AllenSet, b: Any) -> Proof:
    """As :func:`timegraph.proofs.explain`, where ``a`` or ``b`` is a ``datetime``. Raises
    ``TypeError`` for relations that no interval has to an instant."""
    entity, relation, instant = placing.interval_and_instant(a, wanted, b)
    made: Any = graph.copy()  # type: ignore[attr-defined]
    answer, possible = made.ask(entity, relation, instant), made.relations(entity, instant)
    made.place((instant, "at"), at=instant, source=DATED)
    with made._reading() as state:
        closed(state)
        start, at = state.store.starts[entity], state.store.known_point((instant, "at"))
        if answer is Answer.UNKNOWN:
            holds = _world(state, start, at, relation)
            fails = _world(state, start, at, next(iter(possible - AllenSet(relation))))
            shown = possible if b is instant else possible.converse
            return Proof(a, wanted, b, answer, shown, (), (holds, fails))
        pairs = _pairs(start, at, relation, answer, possible)
        chains = tuple(
            named_chain(state.store, tightest_chain(state, *pair, for_order=True)) for pair in pairs
        )
        shown = possible if b is instant else possible.converse
        return Proof(a, wanted, b, answer, shown, chains, ())


def _pairs(
    start: int, at: int, relation: Allen, answer: Answer, possible: AllenSet
) -> list[tuple[int, int]]:
    """From which to which points the chains go."""
    end, yes = start + 1, answer is Answer.YES
    if relation is Allen.BEFORE:
        return [(at, end) if yes else (end, at)]
    if relation is Allen.AFTER:
        return [(start, at) if yes else (at, start)]
    if yes:
        return [(at, start), (end, at)]
    starts_later = possible <= AllenSet("met_by", "after")
    return [(start, at) if starts_later else (at, end)]


def _world(state: GraphState, start: int, at: int, relation: Allen) -> Witness:
    """An order of all endpoints in which the interval is so related to the instant."""
    groups = orders_of_point(state, start, at, relation)
    return Witness.of_points(relation, state.store.points, groups)


def explain_with_distances(
    state: GraphState, a: Hashable, wanted: AllenSet, b: Hashable, answer: Answer
) -> Proof:
    """As :func:`timegraph.proofs.explain`, for a graph with distances. No link of a proof can be
    left out."""
    store = state.store
    start_a, start_b = store.starts[a], store.starts[b]
    points = (start_a, start_a + 1, start_b, start_b + 1)
    possible = AllenSet.from_mask(closed(state).mask(start_a, start_b))
    if answer is Answer.UNKNOWN:
        witnesses = (
            _distance_witness(state, points, possible & wanted),
            _distance_witness(state, points, possible - wanted),
        )
        return Proof(a, wanted, b, answer, possible, (), witnesses)
    if start_a == start_b:
        return Proof(a, wanted, b, answer, possible, (), ())
    excluded = AllenSet.all() - wanted if answer is Answer.YES else wanted
    cited = {
        step.link
        for relation in excluded
        for chain in chains_excluding(state, points, relation)
        for step in chain
    }
    links = sorted(link for link in cited if link is not None)
    for link in tuple(links):
        rest = [other for other in links if other != link]
        if not possible_mask(state, points, rest) & excluded.mask:
            links = rest
    cycles = [
        steps
        for relation in excluded
        for steps in chains_excluding(state, points, relation, links)
        if any(step.link is not None for step in steps)
    ]
    # What a convention makes strict in one chain is so in all of them.
    strict = {(step[:3], step.link) for steps in cycles for step in steps if step.strict}
    # By numbers of links, since not every source can be hashed.
    chains = dict.fromkeys(
        tuple(BoundStep(*step[:3], (step[:3], step.link) in strict, step.link) for step in steps)
        for steps in cycles
    )
    named = tuple(named_chain(store, steps) for steps in chains)
    return Proof(a, wanted, b, answer, possible, named, ())


def chains_of_distance(state: GraphState, x: Endpoint, y: Endpoint) -> Chains:
    """The chains that give the bounds of ``y - x``: the lower one, then the upper one, as far as
    there are any. Raises ``KeyError`` for an unknown endpoint."""
    store = state.store
    first, second = store.known_point(x), store.known_point(y)
    closed(state)
    chains = (tightest_chain(state, second, first), tightest_chain(state, first, second))
    return Chains(named_chain(store, steps) for steps in chains if steps)


def contradictions_with_distances(state: GraphState, conflict: Conflict) -> tuple[Chain, ...]:
    """For each constraint of a conflict the chain that excludes it: by the links of
    ``conflict.against`` where they suffice, else by others before it; by nothing but the link
    where it contradicts itself."""
    store = state.store
    number = next(n for n, link in enumerate(store.links) if link is conflict.link)
    cited = {id(link) for link in conflict.against}
    against = [n for n, link in enumerate(store.links) if id(link) in cited]
    left_out = [
        k
        for k in store.constraints_of_link(number)
        if not state.kept[k] and store.constraint(k) in conflict.constraints
    ]
    cycles = [_chain_against(state, [k], against) for k in left_out]
    # Constraints that fit singly contradict what is there together.
    if all(steps is None for steps in cycles):
        cycles = [_chain_against(state, left_out, against)]
    # A constraint between a point and itself needs no other.
    return tuple(
        named_chain(store, steps) if steps else _of_a_point(store, k)
        for k, steps in zip(left_out, cycles, strict=False)
        if steps is not None
    )


def _chain_against(
    state: GraphState, numbers: Sequence[int], against: Sequence[int]
) -> list[BoundStep] | None:
    if not against:
        return chains_against(state, numbers, [state.store.link_of[numbers[0]]])
    return chains_against(state, numbers, against) or chains_against(state, numbers)


def named_chain(store: Store, steps: Sequence[BoundStep]) -> Chain:
    """Bounds one after the other as a chain with the names of its points."""
    shown = tuple(
        DistanceStep(
            store.points[step.x],
            store.points[step.y],
            step.value,
            step.strict,
            None if step.link is None else store.links[step.link],
        )
        for step in steps
    )
    total = sum((step.value for step in steps), Fraction(0))
    strict = any(step.strict for step in steps)
    return Chain(DistanceConstraint(shown[0].x, shown[-1].y, total, strict), shown)


def _of_a_point(store: Store, k: int) -> Chain:
    """The proof that the distance of a point to itself is 0, which contradicts constraint ``k``."""
    point = store.points[store.xs[k]]
    return Chain(DistanceConstraint(point, point, Fraction(0)), ())


def _distance_witness(state: GraphState, points: Sequence[int], options: AllenSet) -> Witness:
    """An order of all endpoints in which everything in force and one of ``options`` holds."""
    relation = next(iter(options))
    groups = possible_groups(state, points, relation)
    return Witness.of_points(relation, state.store.points, groups)
