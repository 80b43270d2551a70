"""Ids with the words that they stand for."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from timegraph import ContradictionError, TimeGraph, build, explain
from timegraph.findings import described, named, naming
from timeml import read


def test_ids_are_described_by_their_words(kit: Path) -> None:
    read_document = read(kit / "gold" / "news-festival-storm.tml")
    assert described(read_document, "ei6") == 'ei6 "evacuation"'
    assert described(read_document, "ei999") == "ei999 (not in the document)"
    assert read_document.dct is not None
    shown = described(read_document, read_document.dct.tid)
    assert str(read_document.dct.value) in shown


def test_long_words_are_cut() -> None:
    words = "a very long expression of more than forty characters"
    document = read(
        f'<TimeML><TEXT><EVENT eid="e1" class="STATE">{words}</EVENT></TEXT></TimeML>'.encode()
    )
    assert named(document, "e1") == f"e1 {words[:39]}…"
    assert described(document, "e1") == f'e1 "{words[:39]}…"'


def test_texts_call_entities_by_id_and_words_and_all_else_by_itself(kit: Path) -> None:
    document = read(kit / "gold" / "news-festival-storm.tml")
    name = naming(document)
    assert name("ei6") == 'ei6 "evacuation"'
    assert [name("1998-05"), name(3)] == ["1998-05", "3"]


def test_a_contradiction_is_named_in_the_words_of_the_document() -> None:
    document = read(
        b"""<TimeML><TEXT><EVENT eid="e1">rose</EVENT> <EVENT eid="e2">fell</EVENT></TEXT>
        <TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/>
        <TLINK lid="l2" relType="AFTER" eventID="e1" relatedToEvent="e2"/></TimeML>"""
    )
    with pytest.raises(ContradictionError) as raised:
        build(document, on_conflict="error")
    message = str(raised.value)
    assert message.startswith('e1 "rose" after e2 "fell" (e2.end < e1.start) contradicts ')
    assert str(pickle.loads(pickle.dumps(raised.value))) == message


def test_proofs_call_entities_as_the_caller_says() -> None:
    graph: TimeGraph[str] = TimeGraph()
    graph.add("a", "before", "b", "Ann")
    graph.add_points(("b", "end"), "<", ("c", "start"), "Ben")
    proof = explain(graph, "a", "before", "c", name=str.upper)
    assert str(proof) == "A before C, since Ann: A before B; Ben: B.end < C.start"
    assert proof == explain(graph, "a", "before", "c")
    assert proof.to_json()["chains"] == explain(graph, "a", "before", "c").to_json()["chains"]
    assert "Ann: A before B" in proof._repr_html_()
