"""LIST questions against the definitions, in concrete worlds and by brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from timegraph import build
from timegraph.qa import answer_list, parse_question
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets
from timeml import read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
<EVENT eid="e1" class="OCCURRENCE">a</EVENT> <EVENT eid="e2" class="OCCURRENCE">b</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-05-04">Monday</TIMEX3>
<TIMEX3 tid="t2" type="DATE" value="2020-05-05">Tuesday</TIMEX3>
<TIMEX3 tid="t3" type="DATE" value="2020-05-06">Wednesday</TIMEX3></TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t2"/>
<TLINK lid="l2" relType="BEGINS" eventInstanceID="e2" relatedToTime="t2"/></TimeML>"""
)


def certain(question, **options):
    graph = build(DOCUMENT, calendar=True, dates=parse_question(question).dates)
    return answer_list(graph, DOCUMENT, parse_question(question), **options).certain


def test_each_relation_lists_what_is_certain_in_text_order():
    assert certain("LIST AFTER t1") == ("t0", "e1", "e2", "t2", "t3")
    assert certain("LIST BEFORE t3") == ("e1", "e2", "t1", "t2")
    assert certain("LIST BEFORE t3", listed="events") == ("e1", "e2")
    assert certain("LIST BEFORE t3", listed="timexes") == ("t1", "t2")
    assert certain("LIST SINCE t2", listed="events") == ("e1", "e2")
    assert certain("LIST WITHIN t2") == ("e1", "e2")
    assert certain("LIST BETWEEN t1 t3") == ("e1", "e2", "t2")
    assert certain("LIST BETWEEN t3 t1") == ()
    assert certain("LIST WITHIN 2020-05-05") == ("e1", "e2", "t2")
    assert certain("LIST AFTER t9") == ()


def test_other_questions_and_kinds_are_refused():
    graph = build(DOCUMENT)
    with pytest.raises(ValueError, match="does not ask for a list"):
        answer_list(graph, DOCUMENT, parse_question("IS e1 BEFORE e2"))
    with pytest.raises(ValueError, match="listed must be one of"):
        answer_list(graph, DOCUMENT, parse_question("LIST AFTER t1"), listed="nouns")


HOLDS = {
    "BEFORE": lambda y, x: y[1] < x[0],
    "AFTER": lambda y, x: x[1] < y[0],
    "SINCE": lambda y, x: x[0] <= y[0],
    "WITHIN": lambda y, x: x[0] <= y[0] and y[1] <= x[1],
    "BETWEEN": lambda y, x, z: x[1] <= y[0] and y[1] <= z[0],
}
NAMES = ("e1", "e2", "t1")


@settings(max_examples=40)
@given(arbitrary_link_sets(NAMES, max_size=5), st.sampled_from(sorted(HOLDS)), st.data())
def test_lists_are_what_holds_in_all_and_in_some_worlds(links, relation, data):
    from timegraph import TimeGraph

    graph = TimeGraph(on_conflict="drop-link")
    for name in NAMES:
        graph.add_entity(name)
    graph.extend(links)
    kept = oracle.add_in_file_order(
        NAMES, [oracle.link_constraints(link) for link in links], "drop-link"
    )
    count = 2 if relation == "BETWEEN" else 1
    args = data.draw(st.permutations(NAMES))[:count]
    answer = answer_list(graph, DOCUMENT, parse_question(f"LIST {relation} {' '.join(args)}"))
    for name in NAMES:
        if name in args:
            continue
        seen = set()
        for world in oracle.worlds(NAMES, kept.constraints):
            spans = {n: (world[n, "start"], world[n, "end"]) for n in NAMES}
            seen.add(HOLDS[relation](spans[name], *(spans[a] for a in args)))
        assert (name in answer.certain) == (seen == {True})
        assert (name in answer.possible) == (seen == {True, False})
