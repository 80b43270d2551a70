"""Why an interval is before, after or around a ``datetime``, or is not.

The instant is a point of a copy of the graph. What is settled has the tightest chains between it
and the ends of the interval, what is open two worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timegraph._graph import instants
from timegraph._graph.closing import closed
from timegraph._graph.instants import given as given
from timegraph._graph.store import GraphState
from timegraph._metric.constraints import orders_of_point, tightest_chain
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.periods import DATED
from timegraph.proofs.distances import named_chain
from timegraph.proofs.proof import Proof, Witness

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph


def explain_beside_instant(graph: TimeGraph, a: Any, wanted: AllenSet, b: Any) -> Proof:
    """As :func:`timegraph.proofs.explain`, where ``a`` or ``b`` is a ``datetime``. Raises
    ``TypeError`` for relations that no interval has to an instant."""
    entity, relation, instant = instants.beside(a, wanted, b)
    made: Any = graph.copy()
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
    names = state.store.points
    groups = orders_of_point(state, start, at, relation)
    order = tuple(tuple(names[point] for point in group) for group in groups)
    return Witness(relation, order)
