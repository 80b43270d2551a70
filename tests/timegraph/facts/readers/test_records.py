"""Questions of benchmarks with their answers and facts."""

from __future__ import annotations

import pytest

from timegraph.facts import Fact, FactBase
from timegraph.facts.readers.lines import (
    NotAFactError,
    answers_of,
    facts_in,
    is_question,
    known_parts,
    record_of,
)

QUESTION = "Which team did Ada play for in 1990?"
BASE = FactBase([Fact("Ada", "team", name) for name in ("A", "B, C and D", "B", "")])


@pytest.mark.parametrize(
    ("fields", "golds"),
    [
        ({"answers": ["A", "B"]}, ("A", "B")),
        ({"targets": [""]}, ("",)),
        ({"text_answers": {"text": ["A"]}}, ("A",)),
        ({"answer": "A"}, ("A",)),
        ({"answer": 1990}, ("1990",)),
        ({}, None),
        ({"answer": None}, None),
    ],
)
def test_answers_under_the_names_of_all_benchmarks(fields, golds) -> None:
    record = record_of({"question": QUESTION, **fields}, None, number=3)
    assert record.golds == golds
    assert (record.id, record.group, record.reading) == ("3", "3", None)


def test_other_fields_are_kept() -> None:
    given = {
        "question": QUESTION,
        "idx": "x#1",
        "candidates": ["A"],
        "model": "B",
        "score": 0.5,
        "group": "g",
        "reading": "timeqa",
    }
    record = record_of(given, None, number=1)
    assert (record.id, record.group, record.reading) == ("x#1", "g", "timeqa")
    assert record.candidates == ("A",)
    assert record.columns["model"] == ("B",)
    assert "score" not in record.columns


def test_the_reading_of_tiser_is_in_its_data() -> None:
    record = record_of({"question": QUESTION, "dataset": "tempreason_l3_test"}, None, number=1)
    assert record.reading == "tempreason"


def test_what_cannot_be_answered() -> None:
    record = record_of({"question": QUESTION, "answer": "Unknown"}, BASE, number=1,
                       reading="timeqa")  # fmt: skip
    assert record.golds == ("",)
    record = record_of({"question": QUESTION, "answer": "Unknown"}, BASE, number=1)
    assert record.golds == ("Unknown",)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("A", ("A",)),
        ("a", ("a",)),
        ("A B", ("A", "B")),
        ("A, B, C and D", ("A", "B, C and D")),
        ("B, A", ("B", "A")),
        ("A and B", ("A", "B")),
        ("A Z", ()),
        ("", ()),
    ],
)
def test_a_gold_that_is_several_objects(text: str, parts: tuple[str, ...]) -> None:
    assert known_parts(text, BASE.objects) == parts
    record = record_of({"question": QUESTION, "answer": text}, BASE, number=1)
    assert record.golds == (parts or (text,))
    assert record_of({"question": QUESTION, "answers": [text]}, BASE, number=1).golds == (text,)


def test_what_is_broken() -> None:
    with pytest.raises(NotAFactError, match="'answers' of question 7"):
        record_of({"question": QUESTION, "id": 7, "answers": [["A"]]}, None, number=1)
    with pytest.raises(NotAFactError, match="question 1 has the unknown reading"):
        record_of({"question": QUESTION, "reading": "loud"}, None, number=1)


def test_how_parts_are_known() -> None:
    assert is_question({"question": "q"})
    assert not is_question({"question": 1})
    assert not is_question(["q"])
    assert facts_in({"fact_context": "x"}) == "x"
    assert facts_in({"facts": []}) == []
    assert facts_in({}) is None
    assert answers_of({"text": ["a"]}) == ("a",)
    assert answers_of([1, "b"]) == ("1", "b")
    assert answers_of(True) is None
    assert answers_of({"date": "302 AD"}) == ("302 AD",)  # Test of Time
    assert answers_of({"H": 3, "M": 5}) == ("H: 3", "M: 5")
    assert answers_of({"a": {"b": 1}}) is None
    assert answers_of({}) is None
