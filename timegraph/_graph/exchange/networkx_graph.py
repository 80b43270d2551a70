"""A graph's constraints as a graph of networkx, and graphs of networkx as links."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, get_args

from timegraph._collector import no_collections
from timegraph._graph import edits
from timegraph._graph.arguments import check_endpoint, checked_link
from timegraph._graph.closing import closed
from timegraph._graph.edits import add_entity, add_instant
from timegraph._graph.store import GraphState, new_state
from timegraph.allen import AllenSet
from timegraph.links import AnyLink, DistanceLink, GraphFormatError, Link, PointLink, Policy
from timegraph.points import AT_MOST, BELOW, EQUAL, OPERATORS, PointOperator

if TYPE_CHECKING:
    import networkx


_COMPARISONS: Mapping[str, PointOperator] = {
    operator: operator for operator in get_args(PointOperator)
}
_POLICY = "on_conflict"

Edge = tuple[Hashable, Hashable, str, Mapping[str, Any]]
"""From and to where, how errors name it, and its attributes."""


@no_collections()
def to_networkx(state: GraphState) -> networkx.MultiDiGraph:
    """The constraints in force; see :meth:`timegraph.TimeGraph.to_networkx`."""
    import networkx

    closed(state)
    store = state.store
    points = store.points
    graph = networkx.MultiDiGraph(**{_POLICY: state.policy})
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


def from_networkx(
    network: networkx.DiGraph,
    relation: str,
    source: str,
    policy: Policy | None,
    memory_budget: int | None,
) -> GraphState:
    """The state that a graph of networkx says; see :meth:`timegraph.TimeGraph.from_networkx`."""
    if not network.is_directed():
        raise TypeError(
            "from_networkx takes a DiGraph or a MultiDiGraph: relations have a direction"
        )
    state = new_state(policy or network.graph.get(_POLICY, "error"), memory_budget)
    edges = [*_edges(network)]
    links: list[AnyLink] = []
    entities: set[Hashable] = set()
    both_ways: dict[tuple[Hashable, Hashable], list[Any]] = {}
    for x, y, where, attributes in edges:
        if relation not in attributes:
            raise GraphFormatError(
                f"{where} has no attribute {relation!r}; relation= names the attribute that holds "
                "the relation"
            )
        said, origin = attributes[relation], attributes.get(source)
        try:
            link = _link(x, y, said, origin, attributes)
            links.append(checked_link(link))
        except (TypeError, ValueError) as error:
            raise GraphFormatError(f"{where}: {error}") from None
        if isinstance(link, Link):
            entities.update((x, y))
        elif _own(link) or (said == "=" and _said_before(both_ways, x, y, origin)):
            links.pop()
    for node in network:
        _add_node(state, node, is_entity=node in entities or not _is_endpoint(node))
    state, contradiction = edits.extend(state, links)
    if contradiction is not None:
        raise contradiction
    return state


def _edges(network: networkx.DiGraph) -> Iterator[Edge]:
    if network.is_multigraph():
        for x, y, key, attributes in network.edges(keys=True, data=True):
            yield x, y, f"edge {x!r} -> {y!r} (key {key!r})", attributes
    else:
        for x, y, attributes in network.edges(data=True):
            yield x, y, f"edge {x!r} -> {y!r}", attributes


def _link(x: Any, y: Any, said: Any, origin: Any, attributes: Mapping[str, Any]) -> AnyLink:
    """The link that an edge says. Raises ``TypeError`` or ``ValueError`` if it says none."""
    if isinstance(said, str) and said in _COMPARISONS:
        return PointLink(x, _COMPARISONS[said], y, origin)
    if isinstance(said, str) and said == "distance":
        seconds, strict = attributes.get("at_most"), attributes.get("strict", False)
        if isinstance(seconds, bool) or not isinstance(seconds, Rational):
            raise ValueError(f"at_most is a whole or rational number of seconds, not {seconds!r}")
        if not isinstance(strict, bool):
            raise ValueError(f"strict is True or False, not {strict!r}")
        value = Fraction(seconds)
        if value < 0:
            return DistanceLink(y, x, -value, None, origin, more=strict)
        return DistanceLink(x, y, None, value, origin, less=strict)
    return Link(x, AllenSet(said), y, origin)


def _own(link: AnyLink) -> bool:
    """Whether it says no more than that an interval starts before it ends, and nobody stated it."""
    return (
        isinstance(link, PointLink)
        and link.source is None
        and link.op == "<"
        and link.x[0] == link.y[0]
        and (link.x[1], link.y[1]) == ("start", "end")
    )


def _said_before(
    both_ways: dict[tuple[Hashable, Hashable], list[Any]], x: Hashable, y: Hashable, source: Any
) -> bool:
    """Whether this is the second edge of an ``=``, the way back of the first."""
    waiting = both_ways.get((y, x), [])
    if source in waiting:
        waiting.remove(source)
        return True
    both_ways.setdefault((x, y), []).append(source)
    return False


def _is_endpoint(node: object) -> bool:
    try:
        check_endpoint(node)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def _add_node(state: GraphState, node: Any, *, is_entity: bool) -> None:
    try:
        if is_entity:
            add_entity(state, node)
        elif node[1] == "at":
            add_instant(state, node[0])
        else:
            add_entity(state, node[0])
    except ValueError as error:
        raise GraphFormatError(f"node {node!r}: {error}") from None
