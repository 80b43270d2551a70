"""Conflicts and smallest repairs against trying all sets of links."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from timegraph import TimeGraph
from timegraph.repairs import (
    independent_conflicts,
    independent_conflicts_within,
    smallest_repair,
)
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")


def numbered(links):
    return [replace(link, source=number) for number, link in enumerate(links)]


def agree(links):
    said = [c for link in links for c in oracle.link_constraints(link)]
    return oracle.consistent(ENTITIES, said)


def graph_of(links):
    graph = TimeGraph(on_conflict="drop-link")
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(links)
    return graph


@settings(max_examples=60)
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


@settings(max_examples=60)
@given(arbitrary_link_sets(ENTITIES, max_size=8).map(numbered))
def test_no_smaller_set_of_links_makes_the_rest_agree(links):
    graph = graph_of(links)
    repair = smallest_repair(graph, time_limit=60)
    assert repair.exact
    assert repair.at_least == len(repair.links) <= len(graph.conflicts)
    gone = {link.source for link in repair.links}
    assert agree([link for link in links if link.source not in gone])
    for fewer in combinations(links, len(repair.links) - 1) if repair.links else ():
        assert not agree([link for link in links if link not in fewer])


def test_independent_conflicts_can_be_had_within_so_many_steps():
    graph = TimeGraph(on_conflict="drop-link")
    for number in range(200):
        graph.add(number, "before", (number + 1) % 200, number)
    assert independent_conflicts_within(graph, 10_000) is None
    few = graph_of([])
    few.add("a", "before", "b", 1)
    few.add("b", "before", "a", 2)
    assert independent_conflicts_within(few, 1_000) == independent_conflicts(few) != ()


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


@settings(max_examples=60)
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
        for one in conflict:
            assert agree([*base, *(link for link in conflict if link != one)])
