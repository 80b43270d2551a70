"""Links one by one: entailed, informative or contradicting, as the slow twin has them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.oracle.scores import entailed_links, reduced_links
from timegraph import PointLink
from timegraph._graph.arguments import Statement
from timegraph.allen import Allen
from timegraph.scoring.awareness import in_order

RELATIONS = [
    relation for relation in Allen if relation not in (Allen.OVERLAPS, Allen.OVERLAPPED_BY)
]
relations = st.sampled_from(RELATIONS)
triples = st.tuples(st.sampled_from("abcd"), relations, st.sampled_from("abcd"))
link_lists = st.lists(triples, max_size=6)


@given(link_lists)
def test_links_in_order_equal_those_of_the_slow_twin(links: list[Statement]) -> None:
    taken = in_order(dict.fromkeys(links))
    assert list(taken.informative) == reduced_links(links)
    asked: list[Statement] = [(a, r, b) for a in "abcd" for b in "abcd" for r in RELATIONS]
    assert [link for link in asked if taken.closure.entails(link)] == entailed_links(links, asked)


def test_each_statement_is_added_contradicting_or_entailed() -> None:
    links: list[Statement] = [
        ("a", Allen.BEFORE, "b"),
        ("b", Allen.BEFORE, "c"),
        ("a", Allen.BEFORE, "c"),
        ("c", Allen.BEFORE, "a"),
        ("c", Allen.MEETS, "d"),
    ]
    taken = in_order(links)
    assert taken.added == (links[0], links[1], links[4])
    assert taken.contradicting == (links[3],)
    assert taken.informative == (links[0], links[1], links[3], links[4])


def test_axioms_hold_from_the_beginning() -> None:
    before = PointLink(("a", "end"), "<", ("b", "start"), None)
    taken = in_order([("a", Allen.BEFORE, "b"), ("b", Allen.BEFORE, "a")], [before])
    assert (taken.added, taken.contradicting) == ((), (("b", Allen.BEFORE, "a"),))
    back = PointLink(("b", "start"), "<", ("a", "end"), None)
    with pytest.raises(ValueError, match="contradict each other"):
        in_order([], [before, back])
