"""The words of questions, and the reasons of unknown answers."""

from __future__ import annotations

import pytest

import timeml
from timegraph.documents.build import build
from timegraph.qa import explain_question, parse_question
from timegraph.scoring.qa_tempeval.comparison import Unknown, described
from timegraph.scoring.qa_tempeval.measure import Asking

DOCUMENT = timeml.read(
    b"""<TimeML><DOCID>d</DOCID>
<TEXT>They <EVENT eid="e1" class="OCCURRENCE">met</EVENT>, <EVENT eid="e2"
class="OCCURRENCE">ate</EVENT> and <EVENT eid="e3" class="OCCURRENCE">left</EVENT>. Then
it <EVENT eid="e4" class="OCCURRENCE">rained</EVENT>. <EVENT eid="e5"
class="OCCURRENCE">Snow</EVENT> <EVENT eid="e6" class="OCCURRENCE">fell</EVENT>.</TEXT>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="e1" relatedToEventInstance="e2"/>
<TLINK lid="l2" relType="BEFORE" eventInstanceID="e1" relatedToEventInstance="e3"/>
<TLINK lid="l3" relType="BEGINS" eventInstanceID="e1" relatedToEventInstance="e6"/>
<TLINK lid="l4" relType="SIMULTANEOUS" eventInstanceID="e5" relatedToEventInstance="e5"/>
</TimeML>"""
)


@pytest.fixture
def asking() -> Asking:
    dates = {"1998-05": "", "1998-13": "there is no such month"}
    graph = build(DOCUMENT, dates=["1998-05"])
    return Asking(graph, DOCUMENT, DOCUMENT, DOCUMENT.resolve, dates)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("IS e1 BEFORE e9", "entity missing: the system has no e9 (not in the document)"),
        ("IS e1 BEFORE e4", 'not annotated: e4 "rained" is in no link'),
        ("IS 1998-05 BEFORE e4", "not annotated: 1998-05 (not in the document) and"),
        ("IS e2 BEFORE e3", "no path: no chain of links says anything of their order"),
        ("IS e1 BEFORE e5", "no path: no chain of links says anything of their order"),
        ("IS e2 BEFORE e6", "no path: the links leave open which of IS_INCLUDED, "),
        ("IS e1 BEFORE 1998-13", "date unknown: there is no such month"),
        ("WHEN e1", "no path: no chain of links leads to an answer"),
        ("LIST AFTER e4", 'not annotated: e4 "rained" is in no link'),
    ],
)
def test_an_unknown_has_the_first_reason_there_is(asking: Asking, query: str, reason: str) -> None:
    context = asking.context(parse_question(query), answered=False)
    assert str(context.unknown).startswith(reason)


def test_an_answer_has_words_and_links_and_no_reason(asking: Asking) -> None:
    question = parse_question("IS e2 AFTER e1")
    proof = explain_question(asking.graph, DOCUMENT, question)
    context = asking.context(question, answered=True, proof=proof)
    assert list(map(str, context.mentions)) == ['e2 "ate"', 'e1 "met"']
    assert list(map(str, context.sentences)) == ["They [met e1], [ate e2] and left."]
    assert list(map(str, context.links)) == ['l1: e1 "met" BEFORE e2 "ate"']
    assert context.unknown is None


def test_a_document_that_is_not_there_still_has_words(asking: Asking) -> None:
    missing = Unknown("document missing", "the system has no d")
    context = described(parse_question("IS e1 BEFORE 1998-05"), asking.key_describer, missing)
    assert list(map(str, context.mentions)) == ['e1 "met"']
    assert str(context.unknown) == "document missing: the system has no d"
