"""Results as JSON and back, equal to what they were."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from timegraph import Allen, AllenSet, Answer, Conflict, Link, build, explain
from timegraph.corpus.codec import decode, encode
from timegraph.documents.calendar_links import CALENDAR
from timegraph.facts.questions.times import Time
from timegraph.qa import Session, explain_question, parse_question
from timegraph.scoring import ENTITY_ROWS, AwarenessScore, Notice, Score
from timeml import read

DOCUMENT = read(
    b"""<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="e1" relatedToEventInstance="e2"/>
<TLINK lid="l2" relType="AFTER" eventInstanceID="e1" relatedToEventInstance="e2"/></TimeML>"""
)


def test_proofs_of_distances_come_back() -> None:
    session = Session(DOCUMENT, on_conflict="drop-link")
    question = parse_question("IS e1 AT LEAST 3 DAYS AFTER e2")
    session.ask(question)
    proof = explain_question(session.graph, DOCUMENT, question)
    assert proof is not None
    assert there_and_back(proof) == proof
    assert there_and_back(proof).text() == proof.text()


def there_and_back(value: Any) -> Any:
    return decode(json.loads(json.dumps(encode(value))))


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 3, 0.25, "text", (), ((1, "a"), 2)),
        [1, (2,), []],
        {("a", 1): [None], "b": {}},
        frozenset({"b", "a", ("c", 1)}),
        Answer.YES,
        Allen.BEFORE,
        AllenSet([Allen.BEFORE, Allen.MEETS]),
        Score(3, 2, 1),
        Fraction(-1, 3),
        AwarenessScore(1, 2, 1, 2, 0.5),
        Notice("left-out", "a.tml", "a sentence", "brief"),
        dict.fromkeys(ENTITY_ROWS, 1),
        DOCUMENT.tlinks,
    ],
)
def test_values_come_back_equal_and_of_their_type(value: Any) -> None:
    again = there_and_back(value)
    assert again == value
    assert type(again) is type(value)


def test_what_was_one_object_is_one_again() -> None:
    link = Link("a", AllenSet(Allen.BEFORE), "b")
    first, second, other = there_and_back((link, link, Link("a", AllenSet(Allen.BEFORE), "b")))
    assert first is second
    assert first == other
    assert first is not other


def test_proofs_and_conflicts_come_back() -> None:
    graph = build(DOCUMENT)
    (conflict,) = graph.conflicts
    assert isinstance(there_and_back(conflict), Conflict)
    assert there_and_back(conflict) == conflict
    proof = explain(graph, "e1", "before", "e2")
    assert there_and_back(proof).to_json() == proof.to_json()


def test_sets_are_written_in_one_order() -> None:
    assert encode(frozenset("cab")) == encode(frozenset("bca")) == {"frozenset": ["a", "b", "c"]}


def test_a_default_that_came_from_another_process_is_one_still() -> None:
    plain = Time("when")
    sent = pickle.loads(pickle.dumps(plain))
    assert sent.first is not plain.first  # a copy of the default
    assert encode(sent) == encode(plain)
    assert there_and_back(sent) == plain
    other = replace(plain, first=replace(plain.first, text="some day"))  # granules are equal so
    assert there_and_back(other).first.text == "some day"


def test_what_exists_once_stays_so() -> None:
    assert there_and_back(CALENDAR) is CALENDAR


@pytest.mark.parametrize("value", [object(), {1, 2}, b"bytes", print])
def test_other_types_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="a file of --resume cannot hold"):
        encode(value)


@pytest.mark.parametrize(
    "value",
    [
        {"is": "os:system", "of": {}},
        {"is": "timegraph.cli:os.system", "of": {}},
        {"the": "timegraph.corpus:os"},
        {"enum": "timegraph.answer:Nobody", "member": "YES"},
        {"enum": "timegraph.corpus:run", "member": "YES"},
        {"see": 7},
        {"is": "timegraph.scoring.qa_tempeval.counts:Score", "of": {"wrong": 1}},
        {},
    ],
)
def test_what_was_not_encoded_is_an_error(value: object) -> None:
    with pytest.raises(ValueError, match=r"not of timegraph|cannot be read|does not name"):
        decode(value)
