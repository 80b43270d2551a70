"""Replies as data."""

from __future__ import annotations

from timegraph.facts.answers import Reply
from timegraph.facts.read_questions import read_question

QUESTION = read_question("Which team did Ada play for in 1990?")


def test_texts() -> None:
    assert Reply(QUESTION, "certain", None).text == "unknown"
    assert Reply(QUESTION, "certain", ()).text == "nothing"
    assert Reply(QUESTION, "certain", ("A", "B")).text == "A; B"
    assert Reply(QUESTION, "timeqa", ("",)).text == "(unanswerable)"
    assert Reply(QUESTION, "both", ("A",), ("A",), ("A", "B")).text == "A (possibly also: B)"
    assert Reply(QUESTION, "both", (), (), ("B",)).text == "nothing certain (possibly: B)"
    assert Reply(QUESTION, "both", (), (), ()).text == "nothing"


def test_json() -> None:
    reply = Reply(QUESTION, "both", ("A",), ("A",), ("A", "B"))
    assert reply.to_json() == {
        "question": "Which team did Ada play for in 1990?",
        "kind": "in",
        "reading": "both",
        "answers": ["A"],
        "certain": ["A"],
        "possible": ["A", "B"],
        "facts": [],
        "notes": [],
    }
    unknown = Reply(QUESTION, "certain", None)
    assert unknown.to_json()["answers"] is None
    assert not unknown.known
