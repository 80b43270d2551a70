"""Ids, links and conflicts in the words of a document."""

from __future__ import annotations

import pytest
from hypothesis import given

from timegraph import Allen, AllenSet, Link, PointLink, TimeGraph
from timegraph.findings import Describer, Mention
from timegraph.testing.strategies import documents
from timeml import Document, read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January 2020</TIMEX3></DCT>
<TEXT>Mr. Moss <EVENT eid="e1">ate</EVENT>  and
<EVENT eid="e2">slept</EVENT>. He <EVENT eid="e3">dreamt</EVENT> <SIGNAL sid="s1">on</SIGNAL>
<TIMEX3 tid="t1" type="DATE" value="2020-01-03">the third</TIMEX3>.</TEXT>
<MAKEINSTANCE eiid="ei10" eventID="e1"/><MAKEINSTANCE eiid="ei11" eventID="e1"/>
<MAKEINSTANCE eiid="ei2" eventID="e2"/>
<TLINK lid="l1" eventInstanceID="ei10" relType="BEFORE" relatedToEventInstance="ei9"/>
<TLINK eventInstanceID="ei2" relatedToTime="t0"/>
<SLINK lid="l3" eventInstanceID="ei2" relType="MODAL" subordinatedEventInstance="e3"/>
<ALINK lid="l4" eventInstanceID="ei2" relType="INITIATES" relatedToEventInstance="e1"/>
</TimeML>"""
)
DESCRIBER = Describer(DOCUMENT)


def test_each_kind_of_id_has_its_words() -> None:
    assert DESCRIBER.mention("ei11") == Mention("ei11", "ate", "event")
    assert DESCRIBER.mention("e1") == Mention("e1", "ate", "event")
    assert DESCRIBER.mention("ei3") == Mention("ei3", "dreamt", "event")
    assert DESCRIBER.mention("t0") == Mention("t0", "2 January 2020", "creation time")
    assert DESCRIBER.mention("t1") == Mention("t1", "the third", "timex")
    assert DESCRIBER.mention("s1") == Mention("s1", "on", "signal")
    assert DESCRIBER.mention("x") == Mention("x", "", "unknown")
    assert [m.id for m in DESCRIBER.mentions(["t1", "e1", "t1"])] == ["t1", "e1"]


def test_long_words_are_cut() -> None:
    text = "word " * 40
    document = read(f'<TimeML><TEXT><EVENT eid="e1">{text}</EVENT></TEXT></TimeML>'.encode())
    words = Describer(document).mention("e1").words
    assert words.startswith("word word")
    assert words.endswith("word ...")
    assert len(words) <= 60


def test_links_of_each_kind() -> None:
    first, second = DOCUMENT.tlinks
    assert str(DESCRIBER.link(first)) == 'l1: ei10 "ate" BEFORE ei9 (not in the document)'
    assert str(DESCRIBER.link(second)) == 'ei2 "slept" (no relType) t0 "2 January 2020"'
    assert str(DESCRIBER.link(DOCUMENT.slinks[0])) == 'l3: ei2 "slept" MODAL e3 "dreamt"'
    assert DESCRIBER.link(DOCUMENT.slinks[0]).origin == "SLINK"
    assert str(DESCRIBER.link(DOCUMENT.alinks[0])) == 'l4: ei2 "slept" INITIATES e1 "ate"'


def test_links_of_a_graph() -> None:
    tlink = DOCUMENT.tlinks[0]
    assert DESCRIBER.link(Link("a", AllenSet(Allen.BEFORE), "b", tlink)) == DESCRIBER.link(tlink)
    other = Link("ei10", AllenSet([Allen.BEFORE, Allen.MEETS]), "t1", "reader")
    assert str(DESCRIBER.link(other)) == 'reader: ei10 "ate" before or meets t1 "the third"'
    point = PointLink(("ei10", "end"), "<=", ("1998-01-02", "at"), "calendar")
    assert str(DESCRIBER.link(point)) == 'calendar: ei10.end "ate" <= 1998-01-02'
    assert DESCRIBER.link(point, uses=["x < y"]).uses == ()
    assert DESCRIBER.link(other, uses=["x < y"]).uses == ("x < y",)
    bare = PointLink(("ei10", "end"), "<", ("t1", "start"))
    assert str(DESCRIBER.link(bare)) == 'constraint: ei10.end "ate" < t1.start "the third"'


def test_sentences_in_text_order_with_all_marks() -> None:
    shown = [str(sentence) for sentence in DESCRIBER.sentences(["t1", "ei2", "ei10", "t0"])]
    assert shown == [
        "Mr. Moss [ate ei10] and [slept ei2].",
        "He dreamt on [the third t1].",
    ]
    (sentence,) = DESCRIBER.sentences(["ei10", "ei11"])
    assert str(sentence) == "Mr. Moss [ate ei10 ei11] and slept."
    assert DESCRIBER.sentences(["t0", "x"]) == ()


@pytest.mark.parametrize("gap", [10, 5000])
def test_long_sentences_are_cut_around_the_marks(gap: int) -> None:
    filler = "word " * 300
    between = "more " * (gap // 5)
    text = f'{filler}<EVENT eid="e1">ate</EVENT> {between}<EVENT eid="e2">slept</EVENT> {filler}'
    document = read(f"<TimeML><TEXT>{text}</TEXT></TimeML>".encode())
    shown = [str(sentence) for sentence in Describer(document).sentences(["e1", "e2"])]
    assert len(shown) == (1 if gap == 10 else 2)
    assert all(len(sentence) < 500 for sentence in shown)
    assert shown[0].startswith("... word")
    assert shown[-1].endswith("word ...")


@given(documents())
def test_marks_stand_on_the_words_of_their_annotations(document: Document) -> None:
    describer = Describer(document)
    for sentence in describer.sentences(document.entities):
        for mark in sentence.marks:
            marked = sentence.text[mark.start : mark.end]
            for id in mark.id.split():
                annotation = describer.annotation(id)
                assert annotation is not None
                assert marked.split() == annotation.text.split()


def test_distances_and_dates_are_described() -> None:
    graph = TimeGraph()
    graph.add_distance(("ei10", "end"), ("t1", "start"), at_least="3 days")
    graph.place(("t1", "start"), within="2020-01-03")
    graph.place("ei2", within="2020-01-02")
    distance, date, whole = (str(DESCRIBER.link(link)) for link in graph.links)
    assert distance == 'constraint: ei10.end "ate" at least 3 days before t1.start "the third"'
    assert date == 'constraint: t1.start "the third" is within 2020-01-03'
    assert whole == 'constraint: ei2 "slept" is within 2020-01-02'
