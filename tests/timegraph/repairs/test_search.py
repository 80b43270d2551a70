"""Conflicts against trying all sets of links."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.drawing import examples
from tests.timegraph.repairs.small_graphs import ENTITIES, agree, graph_of, numbered
from timegraph import TimeGraph
from timegraph.repairs import TooManySteps, independent_conflicts
from timegraph.testing.strategies import arbitrary_link_sets


@examples(60)
@given(arbitrary_link_sets(ENTITIES, max_size=8).map(numbered))
def test_conflicts_are_disjoint_minimal_and_as_many_as_there_are(links):
    conflicts = independent_conflicts(graph_of(links))
    sources = [link.source for conflict in conflicts for link in conflict]
    assert len(sources) == len(set(sources))
    for conflict in conflicts:
        assert not agree(conflict)
        for gone in conflict:
            assert agree([link for link in conflict if link != gone])
    assert agree([link for link in links if link.source not in sources])


def test_independent_conflicts_can_be_had_within_so_many_steps():
    graph = TimeGraph(on_conflict="drop-link")
    for number in range(200):
        graph.add(number, "before", (number + 1) % 200, number)
    with pytest.raises(TooManySteps):
        independent_conflicts(graph, steps=10_000)
    few = graph_of([])
    few.add("a", "before", "b", 1)
    few.add("b", "before", "a", 2)
    assert independent_conflicts(few, steps=1_000) == independent_conflicts(few) != ()
