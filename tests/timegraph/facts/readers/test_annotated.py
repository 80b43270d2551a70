"""Facts as annotators' questions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from timegraph.dates import read_date
from timegraph.dates.granules import OPEN
from timegraph.facts.answers import ask
from timegraph.facts.fact import Source
from timegraph.facts.readers.datasets import (
    UnreadableError,
    is_group,
    questions_of,
    read_dataset,
    read_group,
)

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
        ("Di", "1830"),
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
    assert read_date("1811").unit == "year"
    assert OPEN.is_open


DATED = {
    "index": "/wiki/Ada_Berg#P54", "type": "P54", "link": "/wiki/Ada_Berg", "paras": ["Ada"],
    "questions": [
        [["May 1955", "Apr 1956"], [{"para": 0, "from": 0, "end": 4, "answer": "Reds"}]],
        [["Apr 1956", "1960"], [{"answer": "Blues"}, {"answer": "Greens"}]],
        [["1960", "spring"], [{"answer": "Whites"}]],
    ],
}  # fmt: skip


def test_groups_of_dated_answers() -> None:
    read = read_group(DATED)
    assert [(f.subject, f.relation, f.object, f.dates) for f in read.facts] == [
        ("Ada Berg", "team", "Reds", "May 1955 to Apr 1956"),
        ("Ada Berg", "team", "Blues", "Apr 1956 to 1960"),
        ("Ada Berg", "team", "Greens", "Apr 1956 to 1960"),
    ]
    assert "question 3 of '/wiki/Ada_Berg#P54': 'spring' is not a date" in read.problems[0].message
    assert read.base.unread_about("Ada Berg", ("team",)) == read.unread != ()
    assert list(questions_of(DATED)) == []


def test_released_questions_find_their_group(tmp_path: Path) -> None:
    facts, asked = tmp_path / "annotated_dev.json", tmp_path / "dev.easy.json.gzip"
    facts.write_text(json.dumps([DATED]))
    question = "Which team did Ada Berg play for from May 1955 to Apr 1956?"
    line = {"idx": "/wiki/Ada_Berg#P54#0", "question": question, "targets": ["Reds"]}
    asked.write_bytes(gzip.compress(f"{json.dumps(line)}\n".encode()))
    (record,) = read_dataset(asked, facts=facts).records
    assert record.base is not None
    assert ask(record.base, record.question, reading="timeqa").items == ("Reds",)
    asked.write_bytes(b"\x1f\x8bbroken")
    with pytest.raises(UnreadableError, match="is a damaged gzip file"):
        read_dataset(asked)


def test_annotators_questions_as_facts_of_their_property() -> None:
    question = "Whose shirt had Ada on from 1990 to 1995?"
    group = {"index": "/wiki/Ada#P54", "questions": [[question, [{"answer": "Reds"}]]]}
    (fact,) = read_group(group, properties=True).facts
    assert (fact.relation, fact.object, fact.text) == ("team", "Reds", "")
    (fact,) = read_group(group).facts
    assert fact.relation == "Whose shirt had Ada on"
