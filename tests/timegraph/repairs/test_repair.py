"""Repairs against trying all sets of links."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, strategies as st

from tests.drawing import examples
from tests.oracle.decoding import least_removal
from tests.timegraph.repairs.small_graphs import ENTITIES, agree, graph_of, numbered
from timegraph import TimeGraph
from timegraph.repairs import independent_conflicts, smallest_repair
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets


@examples(60)
@given(arbitrary_link_sets(ENTITIES, max_size=8).map(numbered))
def test_no_smaller_set_of_links_makes_the_rest_agree(links):
    graph = graph_of(links)
    repair = smallest_repair(graph, time_limit=60)
    assert repair.exact
    assert repair.at_least == repair.weight == len(repair.links) <= len(graph.conflicts)
    gone = {link.source for link in repair.links}
    assert agree([link for link in links if link.source not in gone])
    for fewer in combinations(links, len(repair.links) - 1) if repair.links else ():
        assert not agree([link for link in links if link not in fewer])


def test_without_time_the_repair_is_greedy_and_says_so():
    links = []
    for k in range(6):
        # Any two of the three contradict each other, so that two must go; that one must is all
        # that conflicts without common links show.
        for relation in ("before", "after", "equal"):
            links.append((f"a{k}", relation, f"b{k}"))
    graph = TimeGraph(on_conflict="drop-link")
    for number, (a, relation, b) in enumerate(links):
        graph.add(a, relation, b, number)
    greedy = smallest_repair(graph, time_limit=-1)
    assert not greedy.exact
    assert greedy.at_least <= len(greedy.links)
    again = TimeGraph()
    gone = {link.source for link in greedy.links}
    again.extend(link for link in graph.links if link.source not in gone)
    assert smallest_repair(graph).exact


def test_a_greedy_repair_as_small_as_the_bound_is_known_to_be_smallest():
    graph = TimeGraph(on_conflict="drop-link")
    for a, b in ("ab", "ba", "cd", "dc"):
        graph.add(a, "before", b, a + b)
    repair = smallest_repair(graph, time_limit=-1)
    assert (repair.exact, repair.at_least, len(repair.links)) == (True, 2, 2)


def test_what_is_given_stays():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "calendar")
    graph.add("b", "before", "c", "calendar")
    graph.add("c", "before", "a", "l1")
    graph.add("a", "equal", "c", "l2")
    found = independent_conflicts(graph, given=("calendar",))
    assert sorted(link.source for (link,) in found) == ["l1", "l2"]
    repair = smallest_repair(graph, given=("calendar",))
    assert [link.source for link in repair.links] == ["l1", "l2"]
    with pytest.raises(ValueError, match="kept contradict"):
        smallest_repair(graph, given=("calendar", "l1"))


@examples(60)
@given(arbitrary_link_sets(ENTITIES, max_size=8).map(numbered), st.sets(st.integers(0, 7)))
def test_no_smaller_set_does_beside_what_is_given(links, given_sources):
    base = [link for link in links if link.source in given_sources]
    assume(agree(base))
    graph = graph_of(links)
    repair = smallest_repair(graph, given=given_sources, time_limit=60)
    gone = {link.source for link in repair.links}
    assert repair.exact
    assert not gone & given_sources
    assert agree([link for link in links if link.source not in gone])
    free = [link for link in links if link.source not in given_sources]
    for fewer in combinations(free, len(gone) - 1) if gone else ():
        assert not agree([link for link in links if link not in fewer])
    for conflict in independent_conflicts(graph, given=given_sources):
        assert not agree([*base, *conflict])
        for missing in conflict:
            assert agree([*base, *(link for link in conflict if link != missing)])


WEIGHTS = st.sampled_from([None, 0, 1, 2, 2.5, Fraction(1, 3), 0.1])


@examples(100)
@given(
    arbitrary_link_sets(ENTITIES, max_size=7).map(numbered),
    st.lists(WEIGHTS, min_size=7, max_size=7),
    st.sampled_from([-1, 60]),
)
def test_no_set_of_links_that_weighs_less_does(links, weights, seconds):
    exact = [None if weight is None else Fraction(str(weight)) for weight in weights]
    said = [oracle.link_constraints(link) for link in links]
    least = least_removal(ENTITIES, said, exact[: len(links)])
    assume(least is not None)
    repair = smallest_repair(
        graph_of(links), weigh=lambda link: weights[link.source], time_limit=seconds
    )
    gone = {link.source for link in repair.links}
    assert agree([link for link in links if link.source not in gone])
    assert sum(exact[number] for number in gone) == repair.weight
    assert repair.at_least <= least <= repair.weight
    assert repair.exact == (repair.at_least == repair.weight)
    assert repair.exact or seconds < 0


def test_two_light_links_go_before_a_heavy_one():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "ada")
    graph.add("b", "before", "c", "ada")
    for who in ("ben", "cem"):
        graph.add("c", "before", "a", who)
    assert [link.source for link in smallest_repair(graph).links] == ["ada"]
    heavy = {"ada": 2.5, "ben": 1, "cem": 1}
    repair = smallest_repair(graph, weigh=lambda link: heavy[link.source])
    assert [link.source for link in repair.links] == ["ben", "cem"]
    assert (repair.weight, repair.exact) == (2, True)
    with pytest.raises(ValueError, match="must be kept contradict"):
        smallest_repair(graph, weigh=lambda link: None)


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf"), "heavy", []])
def test_weights_are_finite_numbers_from_0_on(weight):
    graph = TimeGraph()
    graph.add("a", "before", "b")
    with pytest.raises(ValueError, match="a weight is a finite number from 0 on"):
        smallest_repair(graph, weigh=lambda link: weight)


def test_weights_may_be_more_than_a_float_can_hold():
    graph = TimeGraph(on_conflict="drop-link")
    for a, b in ("ab", "bc", "ca", "ad", "dc"):
        graph.add(a, "before", b, f"{a}{b}")
    for limit in (60, 0):
        repair = smallest_repair(
            graph, weigh=lambda link: 10**400 + (link.source == "ca"), time_limit=limit
        )
        assert [link.source for link in repair.links] == ["ca"]
        assert repair.weight == 10**400 + 1
        assert repair.at_least <= repair.weight
