"""Proofs of answers about distances: the bounds, their links and their sum."""

from __future__ import annotations

import json

import pytest

from timegraph.answer import Answer
from timegraph.qa import DistanceProof, Session, explain_question, parse_question
from timegraph.qa.answering import proof_in_lines, proof_in_words
from timeml import read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-05-04">Monday</TIMEX3>
<TIMEX3 tid="t2" type="DATE" value="2020-05-12">Tuesday</TIMEX3></TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t1"/>
<TLINK lid="l2" relType="AFTER" eventInstanceID="e2" relatedToTime="t2"/></TimeML>"""
)


def proof_of(text: str, *, calendar: bool = True) -> DistanceProof:
    session, question = Session(DOCUMENT, calendar=calendar), parse_question(text)
    session.ask(question)
    proof = explain_question(session.graph, DOCUMENT, question)
    assert isinstance(proof, DistanceProof)
    assert proof_in_words(proof, question) == proof.text()
    return proof


def test_the_bounds_are_listed_with_their_sum() -> None:
    proof = proof_of("IS e1 AT LEAST 3 DAYS BEFORE e2")
    assert proof.text() == (
        "e2.start - e1.end is more than 8 days, since t2.end < e2.start (l2: e2 AFTER t2); "
        "t2.end >= 2020-05-13 (calendar); t1.end <= 2020-05-05 (calendar); "
        "e1.end < t1.end (l1: e1 IS_INCLUDED t1); "
        "together e2.start - e1.end > 2020-05-13 - 2020-05-05 = 8 days"
    )
    assert proof.answer == str(Answer.YES)
    question = parse_question("IS e1 AT LEAST 3 DAYS BEFORE e2")
    assert proof_in_lines(proof, question) == [
        "e2.start - e1.end is more than 8 days, since",
        "t2.end < e2.start (l2: e2 AFTER t2)",
        "t2.end >= 2020-05-13 (calendar)",
        "t1.end <= 2020-05-05 (calendar)",
        "e1.end < t1.end (l1: e1 IS_INCLUDED t1)",
        "together e2.start - e1.end > 2020-05-13 - 2020-05-05 = 8 days",
    ]
    assert {getattr(link.source, "lid", None) for link in proof.links} == {"l1", "l2", None}


def test_only_the_bound_that_decides_is_proved() -> None:
    assert proof_of("IS t1 AT LEAST 1 WEEK BEFORE t2").text().count("together") == 1
    assert proof_of("IS t1 EXACTLY 7 DAYS BEFORE t2").text().count("together") == 2
    no = proof_of("IS t2 AT LEAST 1 DAY BEFORE t1")
    assert no.answer == "no"
    assert "together t1.start - t2.end <= 2020-05-04 - 2020-05-13 = -9 days" in no.text()
    unknown = proof_of("IS e1 AT MOST 9 DAYS BEFORE e2")
    assert unknown.answer == "unknown"
    assert "is more than 8 days" in unknown.text()


def test_months_are_proved_by_dates() -> None:
    text = proof_of("IS 2020-01-31 EXACTLY 3 MONTHS BEFORE 2020-05-01").text()
    assert "2020-01-31.end is 2020-02-01, since 2020-01-31.end >= 2020-02-01 (calendar)" in text


def test_how_long_has_both_bounds() -> None:
    proof = proof_of("HOW LONG e1")
    assert proof.answer == "more than 0 and less than 1 day"
    assert "e1.start < e1.end (start before end)" in proof.text()
    data = json.loads(json.dumps(proof.to_json()))
    assert [len(distance["chains"]) for distance in data["distances"]] == [2]
    assert data["text"] == proof.text()


def test_order_alone_is_proved_too() -> None:
    proof = proof_of("IS e2 AT LEAST 1 DAY BEFORE t2", calendar=False)
    assert proof.answer == "no"
    assert "t2.end < e2.start (l2: e2 AFTER t2)" in proof.text()
    assert proof_of("IS e1 AT LEAST 1 DAY BEFORE e2", calendar=False).text() == (
        "e2.start - e1.end is unbounded"
    )


@pytest.mark.parametrize("text", ["HOW LONG e9", "IS e9 AT LEAST 3 DAYS BEFORE e1"])
def test_there_is_no_proof_about_what_is_not_there(text: str) -> None:
    session = Session(DOCUMENT)
    assert explain_question(session.graph, DOCUMENT, parse_question(text)) is None
