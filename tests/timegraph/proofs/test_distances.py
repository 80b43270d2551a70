"""Proofs with distances: right, and without a link that could be left out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from timegraph import Allen, Answer, TimeGraph, explain
from timegraph.options import Policy
from timegraph.proofs import contradiction, contradictions, explain_distance

RELATIONS = ["before", "overlaps", "during", "meets", "equal", "starts"]
added = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("abc"), st.sampled_from(RELATIONS), st.sampled_from("abc")),
        st.tuples(st.sampled_from("abc"), st.integers(1, 5)),
    ),
    min_size=1,
    max_size=6,
)


def graph_of(said: list[tuple[object, ...]], numbers: list[int] | None = None) -> TimeGraph:
    graph = TimeGraph(on_conflict="drop-link")
    for entity in "abc":
        graph.add_entity(entity)
    graph.add_duration("z", 1)
    for number, one in enumerate(said):
        if numbers is None or number in numbers:
            if len(one) == 3:
                graph.add(*one, number)
            else:
                graph.add_duration(one[0], one[1], source=number)
    return graph


@settings(max_examples=40)
@given(added)
def test_the_links_of_a_proof_suffice_and_are_needed(said: list[tuple[object, ...]]) -> None:
    graph = graph_of(said)
    for a, b in product("abc", repeat=2):
        for relation in (Allen.BEFORE, Allen.DURING, Allen.OVERLAPS):
            proof = explain(graph, a, relation, b)
            assert proof.answer is graph.ask(a, relation, b)
            numbers = [link.source for link in proof.links]
            if proof.answer is Answer.UNKNOWN:
                assert [w.relation in proof.relation for w in proof.witnesses] == [True, False]
                continue
            assert graph_of(said, numbers).ask(a, relation, b) is proof.answer
            for number in numbers:
                rest = [one for one in numbers if one != number]
                assert graph_of(said, rest).ask(a, relation, b) is not proof.answer


def test_the_arithmetic_of_a_distance() -> None:
    graph = TimeGraph()
    graph.add_duration("a", "3 days", source="d1")
    graph.add_distance(("a", "end"), ("b", "start"), at_least="1 day", source="d2")
    found = explain_distance(graph, ("a", "start"), ("b", "start"))
    (chain,) = found
    assert f"{found}" == f"{chain}"
    assert [step.link.source for step in chain.steps if step.link] == ["d2", "d1"]
    assert chain.conclusion.value == Fraction(-4 * 86_400)
    assert str(chain.steps[0]) == (
        "a.end is at least 1 day before b.start (d2: b.start - a.end is at least 1 day)"
    )
    assert chain.to_json()["steps"][0]["seconds"] == "-86400"
    assert explain_distance(graph, ("b", "end"), ("a", "end")) != ()


def test_why_a_distance_was_left_out() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "l1")
    graph.add_distance(("b", "start"), ("a", "end"), at_least="1 day", source="d1")
    (conflict,) = graph.conflicts
    chain = contradiction(graph, conflict)
    assert [link.source for link in chain.links] == ["l1"]
    assert contradictions(graph, conflict) == (chain,)
    with pytest.raises(ValueError, match="not, or no longer, a conflict"):
        contradictions(graph, type(conflict)(graph.links[0], (), ()))


def test_sources_that_cannot_be_hashed() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b", {"said by": ["ann"]})
    graph.add_duration("a", "1 day", source=["d1"])
    proof = explain(graph, "a", "before", "b")
    assert [link.source for link in proof.links] == [{"said by": ["ann"]}]


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint"])
def test_a_link_that_contradicts_itself_has_a_chain_without_steps(policy: Policy) -> None:
    graph = TimeGraph(on_conflict=policy)
    graph.add_duration("b", "1 day")
    graph.add("a", "during", "a")
    graph.add_distance(("b", "end"), ("b", "end"), at_least=1)
    for conflict in graph.conflicts:
        chain = contradiction(graph, conflict)
        assert chain.links == conflict.against == ()
        assert str(chain.conclusion) in ("a.start <= a.start", "a.end <= a.end", "b.end <= b.end")
        assert chain in contradictions(graph, conflict)
        assert len(contradictions(graph, conflict)) == len(conflict.constraints)


@pytest.mark.parametrize("point", ["a", ("a",), ("a", "middle"), 3, (float("nan"), "start")])
def test_what_names_no_endpoint_has_no_distance_to_explain(point: Any) -> None:
    graph = TimeGraph[Any]()
    graph.add("a", "before", "b")
    for points in ((point, ("b", "start")), (("b", "start"), point)):
        with pytest.raises(ValueError, match=r"an endpoint is|cannot be a name"):
            explain_distance(graph, *points)
