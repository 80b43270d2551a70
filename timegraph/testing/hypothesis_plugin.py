"""Registers this library's types with Hypothesis, through its entry point.

Hypothesis calls :func:`register` when it is imported wherever timegraph is installed; from then on
``st.from_type(TimeGraph)``, ``st.builds`` and ``@given(...)`` of annotated tests know the types.
The strategies themselves are only loaded when such a type is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from timegraph._lazy import Later
from timegraph.allen import AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import Link, PointConstraint, PointLink
from timegraph.qa.questions import Kind, Question
from timeml.document import Document

if TYPE_CHECKING:
    from timegraph.testing import strategies
else:
    strategies = Later("timegraph.testing.strategies")

AnyLink = Link | PointLink


def register() -> None:
    """Register a strategy for each type; Hypothesis draws ``Allen`` and ``Answer`` as enums."""
    st.register_type_strategy(AllenSet, lambda _: strategies.allen_sets())
    st.register_type_strategy(Link, lambda _: _links(Link))
    st.register_type_strategy(PointLink, lambda _: _links(PointLink))
    st.register_type_strategy(PointConstraint, lambda _: _links(PointLink).map(_constraint))
    st.register_type_strategy(TimeGraph, lambda _: _graphs())
    st.register_type_strategy(Document, lambda _: strategies.documents())
    st.register_type_strategy(
        Question, lambda _: strategies.questions(["ei1", "ei2", "t0"], kinds=list(Kind))
    )


def _links(kind: type[AnyLink]) -> st.SearchStrategy[AnyLink]:
    # Without relations, only single constraints can be drawn.
    relations = AllenSet.all() if kind is Link else AllenSet()
    single = strategies.arbitrary_link_sets(
        min_size=1, max_size=1, relations=relations, allow_points=kind is PointLink
    )
    return single.map(lambda links: links[0])


def _constraint(link: AnyLink) -> PointConstraint:
    assert isinstance(link, PointLink)
    return PointConstraint(link.x, link.op, link.y)


def _graphs() -> st.SearchStrategy[TimeGraph]:
    def graphs(instants: tuple[str, ...]) -> st.SearchStrategy[TimeGraph]:
        worlds = strategies.models_with_links(instants=instants)
        return worlds.map(lambda world: _graph(instants, *world))

    return st.sampled_from([(), ("i1",), ("i1", "i2")]).flatmap(graphs)


def _graph(
    instants: tuple[str, ...], model: dict[str, tuple[int, int]], links: tuple[AnyLink, ...]
) -> TimeGraph:
    graph = TimeGraph()
    for entity in model:
        graph.add_entity(entity)
    for instant in instants:
        graph.add_instant(instant)
    graph.extend(links)
    return graph
