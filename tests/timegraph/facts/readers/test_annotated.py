"""Facts as annotators' questions."""

from __future__ import annotations

from timegraph.facts import read_date
from timegraph.facts.answering import ask
from timegraph.facts.dates import OPEN
from timegraph.facts.fact import Source
from timegraph.facts.readers.annotated import is_group, read_group, subject_of

GROUP = {
    "index": "/wiki/Old_Tower_(Oslo)#P466",
    "questions": [
        ["Who held the Old Tower from 1811 to Mar 1827?", [{"answer": "Bo"}, {"answer": "Cy"}]],
        ["In 1830, who held the Old Tower?", [{"answer": "Di"}]],
        ["Who held the Old Tower from 1840 to 1850?", [{"answer": ""}]],
        ["Who held the Old Tower after 1860?", [{"answer": "Flo"}]],
        ["Who fell from the Old Tower?", [{"answer": "Ed"}]],
    ],
}


def test_questions_become_facts() -> None:
    read = read_group(GROUP)
    assert [(fact.object, fact.dates) for fact in read.facts] == [
        ("Bo", "1811 to Mar 1827"),
        ("Cy", "1811 to Mar 1827"),
        ("Di", "1830 to 1830"),
        ("", "1840 to 1850"),
        ("Flo", "1860 to open"),
        ("Ed", "open to open"),
    ]
    assert {fact.subject for fact in read.facts} == {"Old Tower (Oslo)"}


def test_they_answer_other_questions_in_the_same_words() -> None:
    base = read_group(GROUP).base
    reply = ask(base, "Who held the Old Tower in May 1812?", reading="timeqa")
    assert reply.items == ("Bo", "Cy")
    assert ask(base, "before Mar 1820, who held the Old Tower", reading="timeqa").items == (
        "Bo", "Cy")  # fmt: skip
    assert ask(base, "Who held the Old Tower in 1830?", reading="timeqa").items == ("Di",)
    assert ask(base, "Who held the Old Tower in Jun 1845?", reading="timeqa").items == ("",)
    assert ask(base, "Who fell from the Old Tower?", reading="timeqa").items == ("Ed",)


def test_what_is_broken_is_a_finding() -> None:
    read = read_group({"index": "/wiki/A#P1", "questions": [["no answers"], ["q in 1990", [{}]]]},
                      Source("a.json", 3))  # fmt: skip
    assert read.facts == ()
    assert [str(p).split(": ")[0] for p in read.problems] == ["a.json:3", "a.json:3"]


def test_how_a_group_is_known() -> None:
    assert is_group(GROUP)
    assert not is_group({"index": 1})
    assert not is_group([1])
    assert subject_of("/wiki/Ada_Lovelace#P69") == "Ada Lovelace"
    assert read_date("1811").unit == "year"
    assert OPEN.is_open
