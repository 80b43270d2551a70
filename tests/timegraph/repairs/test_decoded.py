"""Repairs by decoding, against trying all sets of links."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import assume, given, strategies as st

from tests.drawing import examples
from tests.oracle.decoding import least_removal
from tests.timegraph.repairs.small_graphs import ENTITIES, agree, graph_of, numbered
from timegraph import TimeGraph, repairs
from timegraph.repairs import smallest_repair
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets

WEIGHTS = st.sampled_from([None, 0, 1, 1, 1, 2, 3])


@examples(60)
@given(
    arbitrary_link_sets(ENTITIES, max_size=7).map(numbered),
    st.lists(WEIGHTS, min_size=7, max_size=7),
)
def test_what_is_decoded_leaves_out_least(links, weights):
    said = [oracle.link_constraints(link) for link in links]
    least = least_removal(ENTITIES, said, weights[: len(links)])
    assume(least is not None)
    with patch.object(repairs, "_SHARE", -1.0):  # no time for hitting sets
        found = smallest_repair(
            graph_of(links), weigh=lambda link: weights[link.source], time_limit=60
        )
    gone = {link.source for link in found.links}
    assert agree([link for link in links if link.source not in gone])
    assert (found.weight, found.at_least, found.exact) == (least, least, True)


def test_links_of_a_pair_stay_together_where_they_can():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", ["before", "meets"], "b", 0)
    graph.add("b", ["after", "met_by", "overlapped_by"], "a", 1)
    graph.add("a", "after", "b", 2)
    graph.add("a", "after", "b", 3)
    graph.add("b", ["met_by", "after"], "a", 4)
    with patch.object(repairs, "_SHARE", -1.0):
        found = smallest_repair(graph, time_limit=60)
    assert [link.source for link in found.links] == [2, 3]


def test_without_numba_the_hitting_sets_go_on():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", 0)
    graph.add("b", "before", "a", 1)
    with (
        patch.object(repairs, "_SHARE", -1.0),
        patch("timegraph.repairs.decode", side_effect=ImportError),
    ):
        assert smallest_repair(graph, time_limit=60).exact
