"""Baselines as annotations: what they answer, and that every tool can read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import timeml
from timegraph import Answer, build, relation_for
from timegraph.qa import read_questions
from timegraph.task.annotation_baselines import BASELINES, baseline_document
from timegraph.testing.strategies import documents
from timeml import Document, Event, RelType

KEY = timeml.read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" value="1998"/></DCT><TEXT>
    <EVENT eid="e1">a</EVENT> <TIMEX3 tid="t1">b</TIMEX3> <EVENT eid="e2">c</EVENT>
    <EVENT eid="e3">d</EVENT></TEXT><MAKEINSTANCE eiid="ei2" eventID="e1"/>
    <MAKEINSTANCE eiid="ei7" eventID="e1"/><TLINK lid="l9" relType="AFTER"
    eventInstanceID="ei2" relatedToTime="t0"/></TimeML>"""
)


def links(document: Document) -> list[str]:
    return [f"{link.source} {link.rel_type} {link.target}" for link in document.tlinks]


def questions(*lines: str) -> str:
    return "".join(f"{n}|d|{line}\n" for n, line in enumerate(lines, 1))


def test_each_baseline() -> None:
    found = {name: baseline_document(name, KEY)[0] for name in BASELINES[:3]}
    assert links(found["nothing"]) == []
    assert links(found["text-order"]) == [
        "ei2 BEFORE ei2-2",
        "ei7 BEFORE ei2-2",
        "ei2-2 BEFORE ei3",
    ]
    assert links(found["creation-time"]) == [
        "ei2 BEFORE t0",
        "ei7 BEFORE t0",
        "ei2-2 BEFORE t0",
        "ei3 BEFORE t0",
    ]
    for document in found.values():
        assert not document.diagnostics
        assert [event.eid for event in document.events] == ["e1", "e2", "e3"]
        assert timeml.read(timeml.write(document)) == document


def test_answers() -> None:
    lines = questions(
        "IS e2 AFTER e1|x|yes",
        "IS ei2 BEFORE t1|x|yes",
        "IS e2 AFTER e1|x again|yes",
        "IS e3 AFTER e1|x|no",
        "IS e3 AFTER e1|x|unknown",
        "IS e3 OVERLAPS e1|x|yes",
        "IS e3 BEFORE e9|x|yes",
        "IS e3 BEFORE 1999|x|yes",
        "LIST AFTER e1|x|e3",
    )
    document, missing = baseline_document(
        "answers", KEY, questions=read_questions(lines.encode()).questions
    )
    # Where e2 has no instance, ei2 is one of e1's.
    assert links(document) == ["ei2-2 AFTER ei2", "ei2 BEFORE t1"]
    assert missing == (
        "question 6: IS e3 OVERLAPS e1 cannot be written as a TLINK",
        "question 7: the key has no e9",
        "question 8: the key has no 1999",
    )
    attributes = [(link.source_attribute, link.target_attribute) for link in document.tlinks]
    assert attributes == [
        ("eventInstanceID", "relatedToEventInstance"),
        ("eventInstanceID", "relatedToTime"),
    ]


def test_gold_has_the_ids_of_the_key() -> None:
    gold = timeml.read(
        b"""<TimeML><DCT><TIMEX3 tid="t9" value="1998"/></DCT><TEXT>a b
        <EVENT eid="e8">c</EVENT> <EVENT eid="e7">d</EVENT></TEXT>
        <MAKEINSTANCE eiid="ei8" eventID="e8"/><MAKEINSTANCE eiid="ei7" eventID="e7"/>
        <TLINK lid="l1" relType="BEFORE" eventInstanceID="ei8" relatedToTime="t9"/></TimeML>"""
    )
    document = baseline_document("gold", KEY, gold=gold)[0]
    assert links(document)[0].endswith("BEFORE t0")
    assert build(document).ask(str(document.resolve("e2")), "BEFORE", "t0") is Answer.YES
    with pytest.raises(ValueError, match="needs a gold document"):
        baseline_document("gold", KEY)


def test_a_document_without_creation_time() -> None:
    key = timeml.read(b'<TimeML><TEXT><EVENT eid="x1">a</EVENT></TEXT></TimeML>')
    document, missing = baseline_document("creation-time", key)
    assert (links(document), missing) == ([], ("the document has no creation time",))
    assert document.entities == ("eix1",)


@given(documents())
def test_what_text_order_and_creation_time_answer(key: Document) -> None:
    """Against the definition: of two events the one that begins earlier is BEFORE, all are BEFORE
    the creation time, and nothing is contradicted."""
    for name in ("text-order", "creation-time"):
        document = baseline_document(name, key)[0]
        assert timeml.read(timeml.write(document)).entities == document.entities
        graph = build(document, on_conflict="error")
        events = [id for id in document.entities if isinstance(document.entity(id), Event)]
        for number, one in enumerate(events):
            if name == "creation-time" and document.dct is not None:
                assert graph.ask(one, "before", document.dct.tid) is Answer.YES
            for other in events[number + 1 :]:
                same = document.entity(one) is document.entity(other)
                before = name == "text-order" and not same
                assert (graph.ask(one, "before", other) is Answer.YES) == before


def test_the_yes_answers_answer_themselves(kit: Path) -> None:
    folder = kit / "eval-questions"
    asked = read_questions(folder / "question-set.txt")
    keys = timeml.open_collection(folder / "question-events")
    answered = left_out = 0
    for name in keys:
        own = [question for question in asked.questions if keys.match(question.document) == name]
        document, missing = baseline_document("answers", keys.read(name), questions=own)
        left_out += len(missing)
        system = timeml.align_ids(system=document, key=keys.read(name))
        graph = build(system.document)
        for one in own:
            if one.answer is Answer.YES and one.question is not None:
                a, b = (system.resolve(id) for id in one.question.args)
                assert isinstance(one.question.relation, RelType)
                relation = relation_for(one.question.relation)
                answered += graph.ask(a, relation, b) is Answer.YES
    assert answered + left_out >= sum(question.answer is Answer.YES for question in asked.questions)
