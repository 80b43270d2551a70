"""Proofs: checked from the links alone, shortest, and readable."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from tests.drawing import examples
from tests.oracle.proofs import (
    check_chain,
    check_contradiction,
    check_proof,
    constraints_in_force,
    fewest_link_steps,
)
from timegraph import Allen, AllenSet, Answer, TimeGraph, explain
from timegraph.links import Link, PointLink, link_to_json
from timegraph.proofs import ChainStep, all_contradictions, contradiction, contradictions
from timegraph.testing import oracle
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
        graph.entities, [oracle.link_constraints(link) for link in links], graph.on_conflict
    )
    return dict(zip(links, order.in_force, strict=True))


def distinct(links):
    return [replace(link, source=f"l{k}") for k, link in enumerate(links)]


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
    force = in_force(graph)
    pair = st.sampled_from(ENTITIES)
    proof = explain(
        graph, data.draw(pair), data.draw(st.sampled_from(list(Allen))), data.draw(pair)
    )
    # Several chains together may have to be longer, so that their links are fewer.
    cited = force if len(proof.chains) == 1 else proof.links
    constraints = [c for link in cited for c in force[link]]
    for chain in proof.chains:
        x, op, y = chain.conclusion.x, chain.conclusion.op, chain.conclusion.y
        fewest = fewest_link_steps(ENTITIES, constraints, x, y, strict=op == "<")
        assert chain.cost == fewest


WEAK = PointLink(("a", "start"), "<=", ("b", "start"), "weak")
EQUAL = Link("b", AllenSet("equal"), "a", "equal")


@pytest.mark.parametrize("links", [[WEAK, EQUAL], [EQUAL, WEAK]], ids=["weak first", "weak last"])
def test_no_link_is_cited_that_others_make_unnecessary(links) -> None:
    graph = TimeGraph()
    graph.extend(links)
    proof = explain(graph, "a", "equal", "b")
    assert proof.links == (EQUAL,)
    check_proof(proof, graph.entities, in_force(graph))
    # As long, but by two links.
    first = proof.chains[0]
    step = ChainStep(WEAK.x, WEAK.op, WEAK.y, WEAK)
    assert (first.conclusion.x, first.conclusion.y) == (WEAK.x, WEAK.y)
    chains = (replace(first, steps=(step,)), *proof.chains[1:])
    with pytest.raises(AssertionError, match=r"a.start <= b.start can be left out"):
        check_proof(replace(proof, chains=chains), graph.entities, in_force(graph))


@examples(300)
@given(
    arbitrary_link_sets(ENTITIES[:4], instants=("t",), min_size=3, max_size=16).map(distinct),
    POLICIES,
    allen_sets(),
)
def test_no_link_of_a_proof_can_be_left_out(links, policy, relations):
    graph = graph_of(links, policy)
    force = in_force(graph)
    for a, b in (("a", "b"), ("c", "a")):
        possible = graph.relations(a, b)
        for asked in (possible, possible | relations, AllenSet.all() - possible, relations):
            check_proof(explain(graph, a, asked, b), ENTITIES, force)


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


@given(arbitrary_link_sets(ENTITIES, max_size=10).map(distinct), POLICIES)
def test_each_constraint_left_out_has_a_chain_of_its_own(links, policy):
    graph = graph_of(links, policy)
    force = in_force(graph)
    for conflict in graph.conflicts:
        before = dict(list(force.items())[: links.index(conflict.link)])
        said = [c for constraints in before.values() for c in constraints]
        chains = contradictions(graph, conflict)
        assert len(chains) == len(conflict.constraints)
        for chain, constraint in zip(chains, conflict.constraints, strict=True):
            check_contradiction(chain, constraint, ENTITIES, before)
            x, y = (constraint.x, constraint.y)
            ways = [(y, x), (x, y)] if constraint.op == "=" else [(y, x)]
            strict = constraint.op != "<"
            costs = [fewest_link_steps(ENTITIES, said, *way, strict=strict) for way in ways]
            fewest = min(cost for cost in costs if cost is not None)
            # Fewer links may need more steps than the chain with the fewest that they are from.
            assert len({step.link for step in chain.steps} - {None}) <= fewest <= chain.cost
        assert set(conflict.against) in [
            {step.link for step in chain.steps} - {None} for chain in chains
        ]


@given(arbitrary_link_sets(ENTITIES, max_size=12), POLICIES, st.booleans(), st.integers(0, 5))
def test_the_first_are_the_first_of_all(links, policy, asked_before, most):
    graph, slow = graph_of(links, policy), graph_of(links, policy)
    if asked_before:
        assert graph.conflicts == slow.conflicts
    assert all_contradictions(graph, most=most) == all_contradictions(slow)[:most]
    assert graph.conflicts == slow.conflicts


@given(arbitrary_link_sets(ENTITIES, max_size=12), POLICIES, st.booleans())
def test_all_at_once_are_those_of_each(links, policy, asked_before):
    graph, slow = graph_of(links, policy), graph_of(links, policy)
    if asked_before:
        assert graph.conflicts == slow.conflicts
    found = all_contradictions(graph)
    assert [conflict for conflict, _ in found] == list(slow.conflicts) == list(graph.conflicts)
    assert [chains for _, chains in found] == [contradictions(slow, c) for c in slow.conflicts]


def test_all_at_once_in_a_graph_with_distances() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add_distance(("a", "end"), ("b", "start"), at_least=10)
    graph.add("b", "before", "a")
    (conflict,) = graph.conflicts
    assert all_contradictions(graph) == ((conflict, contradictions(graph, conflict)),)
    assert all_contradictions(graph, most=0) == ()


def test_constraints_of_one_link_can_have_different_reasons() -> None:
    graph = TimeGraph(on_conflict="drop-constraint")
    graph.add("c", "starts", "b", "l1")
    graph.add("a", "after", "c", "l2")
    graph.add("d", "finishes", "b", "l3")
    graph.add("a", "before", "d", "l4")
    graph.add("a", "equal", "b", "l9")
    (conflict,) = graph.conflicts
    reasons = [
        [step.link.source for step in chain.steps if step.link]
        for chain in contradictions(graph, conflict)
    ]
    assert list(map(str, conflict.constraints)) == ["a.start = b.start", "a.end = b.end"]
    assert reasons == [["l1", "l2"], ["l4", "l3"]]
    assert [link.source for link in conflict.against] == ["l1", "l2"]
    assert contradictions(graph.copy(), conflict) == contradictions(graph, conflict)
    graph.retract("l4")
    with pytest.raises(ValueError, match="not, or no longer, a conflict of the graph"):
        contradictions(graph, conflict)


def test_a_link_that_contradicts_itself_needs_no_steps() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "contains", "a")
    (conflict,) = graph.conflicts
    chains = contradictions(graph, conflict)
    assert [(str(chain.conclusion), chain.steps) for chain in chains] == [
        ("a.start <= a.start", ()),
        ("a.end <= a.end", ()),
    ]
    for chain, constraint in zip(chains, conflict.constraints, strict=True):
        check_contradiction(chain, constraint, graph.entities, {})


def test_a_conflict_of_another_graph_has_no_chain() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "l1")
    graph.add("b", "before", "a", "l2")
    (conflict,) = graph.conflicts
    assert str(contradiction(graph, conflict)).startswith("a.start <= b.end: a.start < a.end")
    assert contradiction(graph.copy(), conflict) == contradiction(graph, conflict)
    graph.retract("l1")
    with pytest.raises(ValueError, match="not, or no longer, a conflict of the graph"):
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
        "not if c.start < b.start = c.end < b.end; still possible: any relation"
    )
    graph.add("d", "contains", "b")
    less = "contains, started_by, overlapped_by, met_by, after"
    assert str(explain(graph, "d", "after", "a")).endswith(f"; still possible: {less}")


def test_links_without_a_name_are_cited_by_line() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b", TLink("", "BEFORE", "a", "b", line=3))
    graph.add("b", "before", "c", TLink("", "BEFORE", "b", "c"))
    graph.add("c", "after", "d", "")
    graph.add("d", "before", "e", 0)
    shown = [link_to_json(link) for link in graph.links]
    assert [(one["text"], one["lid"], one["line"], one["source"]) for one in shown] == [
        ("line 3: a BEFORE b", None, 3, None),
        ("b BEFORE c", None, None, None),
        ("c after d", None, None, None),
        ("0: d before e", None, None, "0"),
    ]
    assert str(explain(graph, "a", "before", "c")) == (
        "a before c, since line 3: a BEFORE b; b BEFORE c"
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


def test_the_checker_refuses_wrong_contradictions() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "l1")
    graph.add("b", "before", "c", "l2")
    graph.add("c", "before", "a", "l3")
    (conflict,) = graph.conflicts
    (chain,) = contradictions(graph, conflict)
    (constraint,) = conflict.constraints
    force = constraints_in_force(graph.links[:2], {})
    check_contradiction(chain, constraint, graph.entities, force)
    with pytest.raises(AssertionError, match="is unrelated to"):
        check_contradiction(chain, replace(constraint, x=("b", "start")), graph.entities, force)
    loose = replace(chain, conclusion=replace(chain.conclusion, op="<="))
    with pytest.raises(AssertionError, match="allows"):
        check_contradiction(loose, replace(constraint, op="<="), graph.entities, force)
    with pytest.raises(AssertionError, match="is not a constraint in force of"):
        check_contradiction(chain, constraint, graph.entities, {})
    same = Link("a", AllenSet("equal"), "d", "l4")
    there = ChainStep(("a", "start"), "=", ("d", "start"), same)
    detour = replace(chain, steps=(there, replace(there, x=there.y, y=there.x), *chain.steps))
    force = constraints_in_force((*graph.links[:2], same), {})
    with pytest.raises(AssertionError, match="can be left out"):
        check_contradiction(detour, constraint, (*graph.entities, "d"), force)


def test_the_checker_refuses_wrong_proofs() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b", "l1")
    graph.add("b", "before", "c", "l2")
    proof = explain(graph, "a", "before", "c")
    force = constraints_in_force(graph.links, {})
    check_proof(proof, graph.entities, force)
    with pytest.raises(AssertionError, match="is not a constraint in force of"):
        check_proof(proof, graph.entities, {Link("a", AllenSet("meets"), "b", "l1"): ()})
    (chain,) = proof.chains
    cut = replace(chain, steps=chain.steps[1:])
    with pytest.raises(AssertionError, match="does not go on"):
        check_proof(replace(proof, chains=(cut,)), graph.entities, force)
    with pytest.raises(AssertionError, match="still possible"):
        check_proof(replace(proof, chains=()), graph.entities, force)
