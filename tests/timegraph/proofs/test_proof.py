"""Proofs as data: which links they cite, what they cost, how they print and what JSON has."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest

from timegraph import Allen, AllenSet, Answer, Link, PointConstraint, TimeGraph, explain
from timegraph.proofs import Chain, ChainStep, Proof, Witness

A, B, C = ("a", "b", "c")
FIRST, SECOND = Link(A, AllenSet("before"), B, "l1"), Link(B, AllenSet("meets"), C, "l2")
STEPS = (
    ChainStep((A, "end"), "<", (B, "start"), FIRST),
    ChainStep((B, "start"), "<", (B, "end"), None),
    ChainStep((B, "end"), "=", (C, "start"), SECOND),
)
CHAIN = Chain(PointConstraint((A, "end"), "<", (C, "start")), STEPS)
BEFORE = AllenSet("before")
PROOF = Proof(A, BEFORE, C, Answer.YES, BEFORE, (CHAIN, CHAIN), ())
WORLDS = (
    Witness(Allen.BEFORE, (((A, "start"),), ((A, "end"),), ((B, "start"),), ((B, "end"),))),
    Witness(Allen.EQUAL, (((A, "start"), (B, "start")), ((A, "end"), (B, "end")))),
)


def test_steps_name_their_link_or_that_intervals_end_after_they_start() -> None:
    assert [str(step) for step in STEPS] == [
        "a.end < b.start (l1: a before b)",
        "b.start < b.end (start before end)",
        "b.end = c.start (l2: b meets c)",
    ]
    assert str(CHAIN) == f"a.end < c.start: {'; '.join(map(str, STEPS))}"


def test_only_links_cost_and_each_is_cited_once() -> None:
    assert CHAIN.cost == 2
    assert CHAIN.links == PROOF.links == (FIRST, SECOND)


def test_text_names_the_claim_and_the_links() -> None:
    assert str(PROOF) == "a before c, since l1: a before b; l2: b meets c"
    assert PROOF.text(relation="VOR").startswith("a VOR c, since")
    no = Proof(A, AllenSet("after"), C, Answer.NO, BEFORE, (CHAIN,), ())
    assert str(no).startswith("not a after c, since")
    for b, axiom in ((A, "an interval equals itself"), (B, "start is before end")):
        alone = Proof(A, AllenSet("equal"), b, Answer.YES, BEFORE, (), ())
        assert str(alone).endswith(f"since {axiom}")


def test_unknown_answers_show_two_worlds() -> None:
    open_ = Proof(A, BEFORE, B, Answer.UNKNOWN, AllenSet.all(), (), WORLDS)
    assert str(open_) == (
        "a before b is not determined: it holds if a.start < a.end < b.start < b.end, "
        "not if a.start = b.start < a.end = b.end; still possible: any relation"
    )
    some = Proof(A, BEFORE, B, Answer.UNKNOWN, AllenSet(["before", "equal"]), (), WORLDS)
    assert some.text(labels=lambda relation: relation.name).endswith("possible: BEFORE, EQUAL")
    assert WORLDS[0].of(B) == "b.start < b.end"


def test_json_is_plain_data() -> None:
    data = json.loads(json.dumps(PROOF.to_json()))
    assert data["chains"][0]["steps"][1] == {
        "x": "b.start",
        "op": "<",
        "y": "b.end",
        "link": None,
    }
    assert (data["relation"], data["answer"], data["text"]) == (["before"], "yes", str(PROOF))
    assert WORLDS[1].to_json() == {
        "relation": "equal",
        "order": [["a.start", "b.start"], ["a.end", "b.end"]],
    }


def test_proofs_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        PROOF.answer = Answer.NO  # type: ignore[misc]


def test_a_notebook_shows_the_answer_and_its_chains():
    graph = TimeGraph()
    graph.add("<a>", "before", "b")
    html = explain(graph, "<a>", "before", "b")._repr_html_()
    assert html.startswith("<p><b>yes</b>: &lt;a&gt; before b")
    assert "<li>&lt;a&gt;.end &lt; b.start" in html
