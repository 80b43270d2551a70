"""Registers this library's types with Hypothesis, through its entry point.

Hypothesis calls :func:`register` when it is imported wherever timegraph is installed; from then on
``st.from_type(TimeGraph)``, ``st.builds`` and ``@given(...)`` of annotated tests know the types.
The strategies themselves are only loaded when such a type is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    for kind in (AllenSet, Link, PointLink, PointConstraint, TimeGraph, Document, Question):
        st.register_type_strategy(kind, _strategy)


def _strategy(kind: type[object]) -> st.SearchStrategy[Any]:
    from timegraph.testing import strategies

    if kind in (Link, PointLink, PointConstraint):
        # Without relations, only single constraints can be drawn.
        single = strategies.arbitrary_link_sets(
            min_size=1,
            max_size=1,
            relations=AllenSet.all() if kind is Link else AllenSet(),
            allow_points=kind is not Link,
        )
        return single.map(
            lambda links: _constraint(links[0]) if kind is PointConstraint else links[0]
        )
    if kind is TimeGraph:
        instants = st.sampled_from([(), ("i1",), ("i1", "i2")])
        return instants.flatmap(
            lambda names: strategies.models_with_links(instants=names).map(
                lambda world: _graph(names, *world)
            )
        )
    if kind is Question:
        return strategies.questions(["ei1", "ei2", "t0"], kinds=list(Kind))
    return strategies.allen_sets() if kind is AllenSet else strategies.documents()


def _constraint(link: AnyLink) -> PointConstraint:
    assert isinstance(link, PointLink)
    return PointConstraint(link.x, link.op, link.y)


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
