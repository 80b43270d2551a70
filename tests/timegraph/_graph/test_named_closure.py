"""A closure by names entails what a graph of the same links entails, while links are added."""

from __future__ import annotations

from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, Link, PointLink, TimeGraph
from timegraph._graph.arguments import NamedClosure, inverse
from timegraph.allen import KNOWN_MASKS

ENTITIES = ("a", "b", "c", "d")
statements = st.lists(
    st.tuples(st.sampled_from(ENTITIES), st.sampled_from(list(Allen)), st.sampled_from(ENTITIES)),
    max_size=8,
)
endpoints = st.one_of(
    st.tuples(st.sampled_from(ENTITIES[:2]), st.sampled_from(["start", "end"])),
    st.tuples(st.sampled_from("tu"), st.just("at")),
)
axiom_lists = st.lists(
    st.builds(PointLink, endpoints, st.sampled_from(["<", "<=", "="]), endpoints), max_size=4
)


def graph_of(links):
    graph = TimeGraph(on_conflict="drop-link")
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(links)
    return graph


def as_links(said):
    return [Link(a, AllenSet(relation), b) for a, relation, b in said]


def check(closure, graph, named):
    for a in ENTITIES:
        for b in ENTITIES:
            for relation in Allen:
                follows = graph.relations(a, b) == AllenSet(relation)
                assert closure.entails((a, relation, b)) == (follows and {a, b} <= named)


@given(axiom_lists, statements)
def test_statements_are_added_where_they_are_possible(axioms, said):
    try:
        closure = NamedClosure(axioms)
    except ValueError:
        assert graph_of(axioms).conflicts
        return
    added = []
    for statement in said:
        a, relation, b = statement
        graph = graph_of([*axioms, *as_links(added)])
        assert closure.mask(a, b) == graph.relations(a, b).mask
        if closure.mask(a, b) & KNOWN_MASKS[relation]:
            closure.add(statement)
            added.append(statement)
    named = {key for link in axioms for key, side in (link.x, link.y) if side != "at"}
    named |= {name for a, _, b in said for name in (a, b)}
    check(closure, graph_of([*axioms, *as_links(added)]), named)


def test_what_is_not_known_is_not_entailed() -> None:
    closure = NamedClosure()
    assert not closure.entails(("z", Allen.EQUAL, "z"))
    assert closure.mask("z", "z") == KNOWN_MASKS[Allen.EQUAL]
    assert closure.entails(("z", Allen.EQUAL, "z"))


def test_the_inverse_says_the_same() -> None:
    assert inverse(("a", Allen.MEETS, "b")) == ("b", Allen.MET_BY, "a")
