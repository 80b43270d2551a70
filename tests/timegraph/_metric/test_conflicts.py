"""The links that contradict what was left out: they do, and none of them could be left out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.invariants import check_graph
from timegraph import Allen, ContradictionError, TimeGraph
from timegraph._metric.constraints import refusal_of
from timegraph.links import DistanceLink, Placement
from timegraph.options import POLICIES, Policy
from timegraph.proofs import contradictions

ENTITIES = "abc"
links = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("abc"), st.sampled_from(list(Allen)), st.sampled_from("abc")),
        st.tuples(st.sampled_from("abc"), st.integers(1, 4), st.integers(0, 2)),
    ),
    max_size=8,
)


def graph_of(said: list[tuple[object, ...]], policy: str = "drop-link") -> TimeGraph:
    graph = TimeGraph(on_conflict=policy)  # type: ignore[arg-type]
    graph.add_duration("z", 1)
    for number, one in enumerate(said):
        if isinstance(one[1], Allen):
            graph.add(one[0], one[1], one[2], number)  # type: ignore[arg-type]
        else:
            at_least = Fraction(one[1])  # type: ignore[arg-type]
            at_most = at_least + one[2]  # type: ignore[operator]
            graph.add_duration(one[0], at_least=at_least, at_most=at_most, source=number)  # type: ignore[arg-type]
    return graph


@examples(60)
@given(links)
def test_the_links_of_a_conflict_contradict_it_and_are_needed(
    said: list[tuple[object, ...]],
) -> None:
    graph = graph_of(said)
    for conflict in graph.conflicts:
        own = conflict.link.source
        against = [link.source for link in conflict.against]
        assert all(number < own for number in against)
        chosen = [said[number] for number in against]
        assert len(graph_of([*chosen, said[own]]).conflicts) == 1
        for k in range(len(chosen)):
            assert not graph_of([*chosen[:k], *chosen[k + 1 :], said[own]]).conflicts
        assert conflict.constraints
        assert all(chain.steps for chain in contradictions(graph, conflict)) or own is not None


@examples(60)
@given(links)
def test_each_bound_that_was_left_out_is_contradicted(said: list[tuple[object, ...]]) -> None:
    graph = graph_of(said, "drop-constraint")
    check_graph(graph)
    state = graph._state
    for k in range(len(state.kept)):
        if not state.kept[k]:
            assert refusal_of(state, [k]) is not None
    for conflict in graph.conflicts:
        assert conflict.constraints


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint", "error"])
def test_constraints_that_only_together_contradict(policy: str) -> None:
    graph = TimeGraph(on_conflict=policy)  # type: ignore[arg-type]
    graph.add_duration("a", 3, source="three")
    graph.add_duration("b", 4, source="four")
    if policy == "error":
        with pytest.raises(ContradictionError, match=r"exactly 3; .* exactly 4; nothing was added"):
            graph.add("a", "equal", "b", "both")
        assert len(graph.links) == 2
        return
    graph.add("a", "equal", "b", "both")
    (conflict,) = graph.conflicts
    assert [link.source for link in conflict.against] == ["three", "four"]
    assert len(conflict.constraints) == (1 if policy == "drop-constraint" else 2)
    chains = contradictions(graph, conflict)
    assert {step.link.source for chain in chains for step in chain.steps if step.link} == {
        *("three", "four", "both")
    }
    assert str(graph.distance(("a", "start"), ("b", "start"))) == (
        "exactly 0" if policy == "drop-constraint" else "unbounded"
    )


def test_what_comes_later_is_not_blamed() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add_duration("a", at_least=10, source="first")
    graph.add_duration("a", at_most=5, source="refused")
    graph.add_duration("a", at_least=20, source="later")
    (conflict,) = graph.conflicts
    assert [link.source for link in conflict.against] == ["first"]


def test_a_long_chain_is_named_in_full() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    for k in range(300):
        graph.add_distance((k, "at"), (k + 1, "at"), at_least=1, at_most=2, source=k)
    graph.add_distance((0, "at"), (300, "at"), at_most=299, source="refused")
    (conflict,) = graph.conflicts
    assert [link.source for link in conflict.against] == list(range(300))


IMPOSSIBLE = [
    DistanceLink(("a", "start"), ("b", "start"), Fraction(5), Fraction(5), more=True),
    DistanceLink(("a", "start"), ("b", "start"), Fraction(7), Fraction(5)),
    DistanceLink(("a", "start"), ("a", "start"), Fraction(1), None),
    DistanceLink(("a", "end"), ("a", "start"), Fraction(1), Fraction(9)),
    Placement(("a", "start"), ("a", "end"), Fraction(9), Fraction(1), words="never"),
]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("link", IMPOSSIBLE, ids=str)
def test_a_link_that_contradicts_itself_blames_no_other(
    link: DistanceLink | Placement, policy: Policy
) -> None:
    graph: TimeGraph = TimeGraph(on_conflict=policy)
    graph.add_distance(("a", "start"), ("b", "start"), at_most=3, source="other")
    graph.add_duration("a", at_most=2, source="other")
    graph.place("a", within="1998", source="other")
    if policy == "error":
        with pytest.raises(ContradictionError, match="cannot hold by itself"):
            graph.extend([link])
        return
    graph.extend([link])
    (conflict,) = graph.conflicts
    assert conflict.against == ()
    assert "cannot hold by itself" in str(conflict)
    for chain in contradictions(graph, conflict):
        assert "other" not in [found.source for found in chain.links]
    check_graph(graph)
