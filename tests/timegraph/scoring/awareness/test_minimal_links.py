"""Reductions: they entail the closure, nothing in them is redundant, and orders have one."""

from __future__ import annotations

import networkx
from hypothesis import given, strategies as st

from tests.oracle.scores import entailed_links
from timegraph._graph.arguments import Statement
from timegraph.allen import Allen
from timegraph.scoring.awareness.awareness_counts import in_text_order, reduced_closure

RELATIONS = [
    relation for relation in Allen if relation not in (Allen.OVERLAPS, Allen.OVERLAPPED_BY)
]
ENTITIES = tuple("abcde")

relations = st.sampled_from(RELATIONS)
triples = st.tuples(st.sampled_from("abcd"), relations, st.sampled_from("abcd"))
link_lists = st.lists(triples, max_size=6)


@given(st.lists(triples, max_size=8))
def test_the_reduction_says_the_same_and_nothing_twice(links: list[Statement]) -> None:
    closure = in_text_order(links, ENTITIES).closure
    linked = [entity for entity in ENTITIES if any(entity in (a, b) for a, _, b in links)]
    reduced = reduced_closure(closure, linked)
    assert all(closure.entails(link) for link in reduced)
    asked: list[Statement] = [
        (a, r, b) for a in linked for b in linked if a != b for r in RELATIONS
    ]
    assert [link for link in asked if closure.entails(link)] == entailed_links(reduced, asked)
    for k, link in enumerate(reduced):
        assert not entailed_links([*reduced[:k], *reduced[k + 1 :]], [link])


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda p: p[0] < p[1])))
def test_the_reduction_of_an_order_is_the_only_one_there_is(pairs: set[tuple[int, int]]) -> None:
    names = "fbhadgce"
    links: list[Statement] = [(names[a], Allen.BEFORE, names[b]) for a, b in pairs]
    entities = tuple(sorted(names))
    closure = in_text_order(links, entities).closure
    linked = [entity for entity in entities if any(entity in (a, b) for a, _, b in links)]
    expected = networkx.transitive_reduction(networkx.DiGraph([(a, b) for a, _, b in links]))
    found = {
        (a, b) if relation is Allen.BEFORE else (b, a)
        for a, relation, b in reduced_closure(closure, linked)
    }
    assert found == set(expected.edges)
