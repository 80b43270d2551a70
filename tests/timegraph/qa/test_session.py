"""Sessions: one document, any questions, and a graph that grows with the dates they name."""

from __future__ import annotations

import pytest

from timegraph import Answer, build
from timegraph.qa import ListAnswer, Session, WhenAnswer, answer_question, parse_question
from timeml import read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-05-05">Tuesday</TIMEX3></TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t1"/></TimeML>"""
)


def test_every_kind_of_question_has_its_answer() -> None:
    session = Session(DOCUMENT)
    assert session.ask("IS e1 BEFORE t0") is Answer.YES
    assert session.ask("LIST WITHIN t1") == ListAnswer(("e1",), ("e2",))
    assert session.ask("LIST WITHIN t1", listed="timexes") == ListAnswer((), ())
    answer = session.ask("WHEN e1")
    assert isinstance(answer, WhenAnswer)
    assert answer.within == ("t1",)


def test_only_a_new_date_builds_another_graph() -> None:
    session = Session(DOCUMENT)
    before = session.graph
    session.ask("IS e1 BEFORE t0")
    assert session.graph is before
    assert session.ask("IS e1 BEFORE 2020-05-06") is Answer.YES
    with_date = session.graph
    assert with_date is not before
    assert session.ask("IS e1 AFTER 2020-05-06") is Answer.NO
    assert session.graph is with_date


def test_a_date_without_a_place_changes_nothing() -> None:
    session = Session(DOCUMENT)
    before = session.graph
    with pytest.raises(ValueError, match="99"):
        session.ask("IS e1 BEFORE 2020-99")
    assert session.graph is before
    assert session.ask("IS e1 BEFORE 2020-06") is Answer.YES


def test_what_is_missing_is_known_before_it_is_asked() -> None:
    session = Session(DOCUMENT, calendar=False)
    question = parse_question("IS e9 BEFORE 2020-05")
    assert session.missing(question) == ("e9",)
    assert session.dates(question) == ("2020-05",)
    assert session.ask(question) is Answer.UNKNOWN


LASTING = read(
    b"""<TimeML><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<EVENT eid="e3" class="OCCURRENCE">c</EVENT>
<TIMEX3 tid="t1" type="DURATION" value="P3D">three days</TIMEX3>
<TIMEX3 tid="t2" type="DURATION" value="P3D">three days</TIMEX3></TEXT>
<TLINK lid="l1" relType="DURING" eventID="e1" relatedToTime="t1"/>
<TLINK lid="l2" relType="DURING" eventID="e2" relatedToTime="t2"/>
<TLINK lid="l3" relType="BEFORE" eventID="e1" relatedToEvent="e3"/></TimeML>"""
)


def test_lengths_answer_what_order_leaves_open() -> None:
    session = Session(LASTING, durations="exact")
    order = session.graph
    assert session.ask("IS e1 BEFORE e3") is Answer.YES
    assert session.graph is order, "order decides, so that lengths need not be read"
    assert session.ask("IS e1 INCLUDES e2") is Answer.NO
    assert session.graph is not order
    assert Session(LASTING).ask("IS e1 INCLUDES e2") is Answer.UNKNOWN
    for first in order.entities:
        for second in order.entities:
            for relation in ("BEFORE", "INCLUDES", "SIMULTANEOUS", "OVERLAPS"):
                question = parse_question(f"IS {first} {relation} {second}")
                whole = build(LASTING, session.interpretation)
                assert session.ask(question) is answer_question(whole, LASTING, question)


def test_text_that_is_not_a_question_is_an_error() -> None:
    with pytest.raises(ValueError, match="is not a question"):
        Session(DOCUMENT).ask("was it before?")


ARCHIVE = read(
    b"""<TimeML><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT>
<TIMEX3 tid="t1" type="DATE" value="1850~">then</TIMEX3>
<TIMEX3 tid="t2" type="DATE" value="1860/1870">later</TIMEX3></TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventID="e1" relatedToTime="t1"/></TimeML>"""
)


def test_values_in_edtf_are_read_by_option_and_marks_never_in_silence() -> None:
    question = parse_question("IS e1 BEFORE t2")
    plain = Session(ARCHIVE)
    assert plain.ask(question) is Answer.UNKNOWN
    assert plain.otherwise(question, Answer.UNKNOWN) is None
    session = Session(ARCHIVE, calendar_reading="edtf")
    assert session.ask(question) is Answer.UNKNOWN
    assert session.otherwise(question, Answer.UNKNOWN) == (Answer.YES, ["1850 is approximate"])
    assert Session(ARCHIVE, calendar_reading="edtf-as-written").ask(question) is Answer.YES
    assert session.ask(parse_question("IS t2 AFTER 1859")) is Answer.YES
