"""Contradictions in graphs with distances: cycles of bounds whose sum is negative."""

from __future__ import annotations

from collections.abc import Iterable

from timegraph._graph.store import Store
from timegraph._metric.constraints import arcs_of, network_of

__all__ = ["contradiction"]


def contradiction(store: Store, constraints: Iterable[int]) -> list[int] | None:
    """Constraints among these that contradict each other, those of a cycle that the first one
    closes which does not fit; ``None`` if all of them agree."""
    network = network_of(store, ())
    assert network is not None
    for k in constraints:
        arcs = arcs_of(store, k, network)
        if not network.add(arcs):
            cycle = network.contradicting(arcs)
            assert cycle is not None
            return [k, *(arc.number for arc in cycle if arc.number >= 0 and arc.number != k)]
    return None
