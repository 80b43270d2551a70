"""The record of a finding: what it prints and what JSON holds."""

from __future__ import annotations

import json
import pickle

import pytest

from timegraph.findings import SEVERITIES, CitedLink, Finding, Mark, Mention, Sentence
from timeml import Position

ATE, SLEPT = Mention("ei1", "ate"), Mention("ei2", "slept")
LINK = CitedLink("l3", SLEPT, "BEFORE", ATE, 11, ("ei2.end < ei1.start",))
FINDING = Finding(
    code="contradiction",
    severity="error",
    document="a/b.tml",
    message="it cannot be",
    ids=("l3",),
    position=Position(11, 1, 11, 90),
    mentions=(SLEPT, ATE),
    sentences=(Sentence("She ate and slept.", (Mark(4, 7, "ei1"), Mark(12, 17, "ei2"))),),
    links=(LINK,),
    fix="leave one out",
)


@pytest.mark.parametrize(
    ("mention", "shown"),
    [
        (ATE, 'ei1 "ate"'),
        (Mention("", "ate"), '"ate"'),
        (Mention("ei9", "", "unknown"), "ei9 (not in the document)"),
        (Mention("", "", "unknown"), "nothing (not in the document)"),
        (Mention("t0", "", "creation time"), "t0 (creation time without words)"),
        (Mention("1998-01-02", "", "instant"), "1998-01-02"),
    ],
)
def test_a_mention_has_its_words_or_says_that_it_has_none(mention: Mention, shown: str) -> None:
    assert str(mention) == shown


def test_a_link_is_named_with_the_words_of_its_ends() -> None:
    assert str(LINK) == 'l3: ei2 "slept" BEFORE ei1 "ate"'
    assert str(CitedLink("", SLEPT, "BEFORE", ATE)) == 'ei2 "slept" BEFORE ei1 "ate"'
    calendar = CitedLink("", SLEPT, "<", ATE, origin="calendar")
    assert str(calendar) == 'calendar: ei2 "slept" < ei1 "ate"'


def test_a_sentence_shows_its_marks() -> None:
    assert str(FINDING.sentences[0]) == "She [ate ei1] and [slept ei2]."
    assert str(Sentence("No marks.")) == "No marks."


def test_marks_may_touch_and_nest() -> None:
    sentence = Sentence("abcd", (Mark(0, 2, "x"), Mark(0, 4, "z"), Mark(2, 4, "y")))
    assert str(sentence) == "[[ab x][cd y] z]"


def test_a_finding_names_its_place() -> None:
    assert str(FINDING) == "a/b.tml:11:1: it cannot be [contradiction]"
    nowhere = Finding(code="c", severity="note", document="d.tml", message="m")
    assert (nowhere.place, str(nowhere)) == ("d.tml", "d.tml: m [c]")
    line = Finding(code="c", severity="note", document="d", message="m", position=Position(3))
    assert line.place == "d:3"


def test_a_finding_is_the_same_wherever_it_stands() -> None:
    assert FINDING.key == ("contradiction", "a/b.tml", ("l3",))


def test_json_holds_every_field() -> None:
    content = json.loads(json.dumps(FINDING.to_json()))
    assert content == {
        "code": "contradiction",
        "severity": "error",
        "document": "a/b.tml",
        "line": 11,
        "column": 1,
        "end_line": 11,
        "end_column": 90,
        "ids": ["l3"],
        "mentions": [
            {"id": "ei2", "words": "slept", "kind": "event"},
            {"id": "ei1", "words": "ate", "kind": "event"},
        ],
        "sentences": [
            {
                "text": "She ate and slept.",
                "marks": [
                    {"start": 4, "end": 7, "id": "ei1"},
                    {"start": 12, "end": 17, "id": "ei2"},
                ],
            }
        ],
        "message": "it cannot be",
        "links": [
            {
                "id": "l3",
                "line": 11,
                "source": {"id": "ei2", "words": "slept", "kind": "event"},
                "relation": "BEFORE",
                "target": {"id": "ei1", "words": "ate", "kind": "event"},
                "uses": ["ei2.end < ei1.start"],
                "origin": "TLINK",
                "text": 'l3: ei2 "slept" BEFORE ei1 "ate"',
            }
        ],
        "links_between": 0,
        "mend": "leave one out",
    }
    bare = Finding(code="c", severity="note", document="d", message="m").to_json()
    assert (bare["line"], bare["mend"], bare["links"]) == (None, None, [])


def test_a_finding_survives_processes() -> None:
    assert pickle.loads(pickle.dumps(FINDING)) == FINDING


def test_severities_run_from_the_most_severe() -> None:
    assert SEVERITIES == ("error", "warning", "note")


@pytest.mark.parametrize(
    ("document", "file"),
    [
        ("in/a.tml", "in/a.tml"),
        ("in/list.tsv#storm", "in/list.tsv"),
        ("in/a#b.tml", "in/a#b.tml"),
        ("in/c#/list.tsv#storm", "in/c#/list.tsv"),
    ],
)
def test_the_file_of_a_document_in_a_file_of_many(document: str, file: str) -> None:
    found = Finding(code="c", severity="error", document=document, message="m")
    assert found.file == file
