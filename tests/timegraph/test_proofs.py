"""Proofs: checked from the links alone, shortest, and readable."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timegraph import Allen, AllenSet, Answer, TimeGraph, explain
from timegraph.links import Link
from timegraph.proofs import contradiction
from timegraph.testing import oracle
from timegraph.testing.oracle.proof_checker import (
    check_chain,
    check_proof,
    fewest_link_steps,
    said_in_force,
)
from timegraph.testing.strategies import allen_sets, arbitrary_link_sets
from timeml.document import TLink

ENTITIES = ("a", "b", "c", "d", "e")
POLICIES = st.sampled_from(["drop-link", "drop-constraint"])


def graph_of(links, policy="drop-link"):
    graph = TimeGraph(on_conflict=policy)
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(links)
    return graph


def in_force(graph):
    """What is in force by the oracle's own reading of the links."""
    links = graph.links
    order = oracle.add_in_file_order(
        graph.entities, [oracle.constraints_said(link) for link in links], graph.on_conflict
    )
    return dict(zip(links, order.in_force, strict=True))


def distinct(links):
    return [
        link.__class__(*[getattr(link, f) for f in link.__slots__[:-1]], f"l{k}")
        for k, link in enumerate(links)
    ]


@given(arbitrary_link_sets(ENTITIES, max_size=10).map(distinct), POLICIES, allen_sets(), st.data())
def test_every_answer_has_a_proof_that_the_checker_accepts(links, policy, relations, data):
    graph = graph_of(links, policy)
    force = in_force(graph)
    pair = st.sampled_from(ENTITIES)
    a, b = data.draw(pair), data.draw(pair)
    for relation in (relations, AllenSet(data.draw(st.sampled_from(list(Allen))))):
        proof = explain(graph, a, relation, b)
        assert proof.answer is graph.ask(a, relation, b)
        assert proof.possible == graph.relations(a, b)
        check_proof(proof, ENTITIES, force)
        json.dumps(proof.to_json())
        assert str(proof)


@given(arbitrary_link_sets(ENTITIES, max_size=10).map(distinct), st.data())
def test_chains_have_the_fewest_link_steps(links, data):
    graph = graph_of(links)
    constraints = [c for said in in_force(graph).values() for c in said]
    pair = st.sampled_from(ENTITIES)
    proof = explain(
        graph, data.draw(pair), data.draw(st.sampled_from(list(Allen))), data.draw(pair)
    )
    for chain in proof.chains:
        x, op, y = chain.conclusion.x, chain.conclusion.op, chain.conclusion.y
        fewest = fewest_link_steps(ENTITIES, constraints, x, y, strict=op == "<")
        assert chain.cost == fewest


@settings(max_examples=50)
@given(arbitrary_link_sets(ENTITIES, max_size=8).map(distinct), POLICIES)
def test_conflicts_are_subset_minimal(links, policy):
    graph = graph_of(links, policy)
    force = in_force(graph)
    for conflict in graph.conflicts:
        said = [(c.x, c.op, c.y) for c in conflict.constraints]
        assert said
        against = [force[link] for link in conflict.against]
        everything = [c for constraints in against for c in constraints]
        guilty = [c for c in said if not oracle.consistent(ENTITIES, (*everything, c))]
        assert guilty
        for left_out in range(len(against)):
            rest = [c for k, cs in enumerate(against) if k != left_out for c in cs]
            assert oracle.consistent(ENTITIES, (*rest, guilty[0]))


@given(arbitrary_link_sets(ENTITIES, max_size=10).map(distinct), POLICIES)
def test_the_chain_of_a_conflict_excludes_one_of_its_constraints(links, policy):
    graph = graph_of(links, policy)
    force = in_force(graph)
    for conflict in graph.conflicts:
        chain = contradiction(graph, conflict)
        used = {step.link for step in chain.steps if step.link is not None}
        assert used == set(conflict.against)
        own = {link: said for link, said in force.items() if link in conflict.against}
        check_chain(chain, ENTITIES, own)
        excluded = [(c.x, c.op, c.y) for c in conflict.constraints]
        says = (chain.conclusion.x, chain.conclusion.op, chain.conclusion.y)
        assert any(not oracle.consistent(ENTITIES, (says, one)) for one in excluded)


def test_a_conflict_of_another_graph_has_no_chain() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "l1")
    graph.add("b", "before", "a", "l2")
    (conflict,) = graph.conflicts
    assert str(contradiction(graph, conflict)).startswith("a.start <= b.end: a.start < a.end")
    assert contradiction(graph.copy(), conflict) == contradiction(graph, conflict)
    graph.retract("l1")
    with pytest.raises(ValueError, match="no conflict of the graph"):
        contradiction(graph, conflict)


def test_a_proof_cites_tlinks_in_their_own_words() -> None:
    graph = TimeGraph()
    before = TLink("l14", "BEFORE", "ei19", "t8", line=7)
    inside = TLink("l20", "IS_INCLUDED", "t8", "ei21", line=9)
    graph.add("ei19", "before", "t8", before)
    graph.add("t8", "during", "ei21", inside)
    graph.add("t8", "after", "ei3", "me")
    proof = explain(graph, "ei21", "contains", "t8")
    assert proof.text(relation="INCLUDES") == ("ei21 INCLUDES t8, since l20: t8 IS_INCLUDED ei21")
    no = explain(graph, "ei21", "before", "ei3")
    assert str(no) == ("not ei21 before ei3, since me: t8 after ei3; l20: t8 IS_INCLUDED ei21")
    (chain,) = no.chains
    assert chain.cost == 2
    assert chain.steps[-1].link.source.line == 9
    assert no.to_json()["chains"][0]["steps"][-1]["link"]["line"] == 9


def test_unknown_comes_with_two_worlds() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add_entity("c")
    proof = explain(graph, "c", "before", "b")
    assert proof.answer is Answer.UNKNOWN
    assert [witness.relation.value for witness in proof.witnesses] == ["before", "meets"]
    assert str(proof) == (
        "c before b is not determined: it holds if c.start < c.end < b.start < b.end, "
        "not if c.start < b.start = c.end < b.end"
    )


def test_what_holds_of_all_intervals_needs_no_link() -> None:
    graph = TimeGraph()
    graph.add_entity("a")
    graph.add_entity("b")
    assert str(explain(graph, "a", AllenSet.all(), "b")).endswith("since start is before end")
    assert str(explain(graph, "a", "equal", "a")) == "a equal a, since an interval equals itself"
    assert explain(graph, "a", "before", "a").answer is Answer.NO
    with pytest.raises(KeyError, match="no entity 'z'"):
        explain(graph, "a", "before", "z")


def test_the_checker_refuses_wrong_proofs() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b", "l1")
    graph.add("b", "before", "c", "l2")
    proof = explain(graph, "a", "before", "c")
    force = said_in_force(graph.links, {})
    check_proof(proof, graph.entities, force)
    with pytest.raises(AssertionError, match="does not say"):
        check_proof(proof, graph.entities, {Link("a", AllenSet("meets"), "b", "l1"): ()})
    (chain,) = proof.chains
    cut = replace(chain, steps=chain.steps[1:])
    with pytest.raises(AssertionError, match="does not go on"):
        check_proof(replace(proof, chains=(cut,)), graph.entities, force)
    with pytest.raises(AssertionError, match="still possible"):
        check_proof(replace(proof, chains=()), graph.entities, force)
