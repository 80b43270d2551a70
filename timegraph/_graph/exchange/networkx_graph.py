"""A graph's constraints as a graph of networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._collector import no_collections
from timegraph._graph.closing import closed
from timegraph._graph.store import GraphState
from timegraph.points import AT_MOST, BELOW, EQUAL, OPERATORS

if TYPE_CHECKING:
    import networkx


@no_collections()
def to_networkx(state: GraphState) -> networkx.MultiDiGraph:
    """The constraints in force; see :meth:`timegraph.TimeGraph.to_networkx`."""
    import networkx

    closed(state)
    store = state.store
    points = store.points
    graph = networkx.MultiDiGraph(on_conflict=state.policy)
    graph.add_nodes_from(points)
    for start in store.starts.values():
        graph.add_edge(points[start], points[start + 1], relation="<", source=None)
    for k, kept in enumerate(state.kept):
        if kept:
            x, y, op = points[store.xs[k]], points[store.ys[k]], store.ops[k]
            source = store.links[store.link_of[k]].source
            if op in (AT_MOST, BELOW):
                # A convention would become certain.
                seconds, strict = store.bounds[k], op == BELOW and not store.by_convention(k)
                graph.add_edge(
                    x, y, relation="distance", at_most=seconds, strict=strict, source=source
                )
                continue
            graph.add_edge(x, y, relation=OPERATORS[op], source=source)
            if op == EQUAL:
                graph.add_edge(y, x, relation="=", source=source)
    return graph
