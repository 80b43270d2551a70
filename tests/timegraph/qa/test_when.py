"""WHEN questions: calendar bounds and the timexes around an entity."""

from __future__ import annotations

import pytest

from timegraph import build
from timegraph.qa import answer_in_words, answer_when, parse_question
from timeml import read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<EVENT eid="e3" class="OCCURRENCE">c</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-05">May</TIMEX3>
<TIMEX3 tid="t2" type="DATE" value="2020-05-05">Tuesday</TIMEX3></TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t2"/>
<TLINK lid="l2" relType="AFTER" eventInstanceID="e2" relatedToTime="t0"/></TimeML>"""
)


def when(entity, **options):
    return answer_when(build(DOCUMENT, **options), DOCUMENT, parse_question(f"WHEN {entity}"))


def test_bounds_are_the_tightest_and_timexes_the_narrowest_first():
    answer = when("e1", calendar=True)
    assert str(answer.earliest) == "start at 2020-05-05"
    assert str(answer.latest) == "end at 2020-05-06"
    assert answer.within == ("t2", "t1")


def test_a_side_that_is_not_known_is_open():
    # After the creation time, which is some time on the 8th, or all of it if read exactly.
    answer = when("e2", calendar=True)
    assert str(answer.earliest) == "start at 2020-05-08"
    exact = when("e2", calendar=True, calendar_reading="exact")
    assert str(exact.earliest) == "end at 2020-05-09"
    assert answer.latest is None
    assert answer.within == ()
    assert when("e3", calendar=True).earliest is None


def test_without_the_calendar_only_links_tell():
    answer = when("e1")
    assert (answer.earliest, answer.latest, answer.within) == (None, None, ("t2",))
    assert when("e9").within == ()


LASTING = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-05-05">Tuesday</TIMEX3>
<TIMEX3 tid="t2" type="DURATION" value="P3D">three days</TIMEX3></TEXT>
<TLINK lid="l1" relType="IBEFORE" timeID="t1" relatedToEvent="e1"/>
<TLINK lid="l2" relType="SIMULTANEOUS" eventID="e1" relatedToTime="t2"/>
<TLINK lid="l3" relType="BEFORE" eventID="e1" relatedToEvent="e2"/></TimeML>"""
)


def lasting(entity, **options):
    graph = build(LASTING, calendar=True, **options)
    return answer_when(graph, LASTING, parse_question(f"WHEN {entity}"))


def test_lengths_make_dates_narrower():
    assert answer_in_words(LASTING, lasting("e1", durations="exact")) == (
        "between 2020-05-06 and 2020-05-09, within t2 three days"
    )
    assert str(lasting("e1").earliest) == "end at 2020-05-06"
    assert lasting("e1").latest is None
    assert str(lasting("e2", durations="exact").earliest) == "start at 2020-05-09"
    assert str(lasting("e2", durations="soft").earliest) == "start at 2020-05-08"
    assert lasting("t1") == lasting("t1", durations="soft")


def test_dates_that_were_given_to_the_graph_count():
    graph = build(LASTING)
    graph.place("e1", within="2020-05-06")
    answer = answer_when(graph, LASTING, parse_question("WHEN e1"))
    assert answer_in_words(LASTING, answer) == "2020-05-06, within t2 three days"


def test_other_questions_are_refused():
    with pytest.raises(ValueError, match="does not ask for a time"):
        answer_when(build(DOCUMENT), DOCUMENT, parse_question("LIST AFTER t1"))
