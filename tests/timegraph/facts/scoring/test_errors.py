"""Wrong answers, and the facts behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.commands.score import answer_errors
from timegraph.facts.question_kinds import Reading
from timegraph.facts.read_questions import read_question
from timegraph.facts.readers import read_dataset
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring import AnsweringSystem, read_predictions, score_facts
from timegraph.facts.scoring.measure import Answered, facts_behind, is_wrong


def fact(relation: str, object: str, start: str, end: str) -> Fact:
    return Fact("Ada Holm", relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("team", "Lund", "1990-01", "1992-06"),
        fact("team", "Ystad", "1992-06", "1995-01"),
        fact("employer", "Mill", "1980-01", "1985-01"),
        fact("employer", "Lund", "1991-01", "1994-01"),
    ]
)


def answered(time: str, golds: str, predicted: str | None, reading: Reading = "timeqa") -> Answered:
    text = f"Which team did Ada Holm play for {time}?"
    gold = tuple(golds.split("|"))
    record = Record("1", text, gold, BASE, "Ada", reading)
    given = None if predicted is None else tuple(filter(None, predicted.split("|")))
    return Answered(record, given, read_question(text, BASE), reading)


@pytest.mark.parametrize(
    ("golds", "predicted", "reading", "wrong"),
    [
        ("Lund", "", "timeqa", True),
        ("Lund", None, "timeqa", True),
        ("Lund", "Ystad", "timeqa", True),
        ("Lund", "the lund.", "timeqa", False),
        ("", "", "timeqa", False),
        ("Lund|Ystad", "Ystad", "timeqa", False),
        ("Lund|Ystad", "Ystad", "complex-tr", True),
        ("Lund|Ystad", "Ystad|Lund", "complex-tr", False),
    ],
)
def test_what_is_wrong(golds: str, predicted: str | None, reading: Reading, wrong: bool) -> None:
    assert is_wrong(answered("in May 1991", golds, predicted, reading)) is wrong


def test_the_facts_behind_an_answer_are_of_the_asked_relation_if_any_are() -> None:
    one = answered("in May 1991", "Lund", "Mill")
    assert facts_behind(one, ["Lund"]) == BASE.facts[:1]
    assert facts_behind(one, ["Mill"]) == BASE.facts[2:3]
    assert facts_behind(one, ["Oslo"]) == ()


def test_each_error_is_shown(root: Path) -> None:
    folder = root / "examples" / "facts"
    records = read_dataset(folder / "questions.jsonl").records
    reader = AnsweringSystem("reader", read_predictions(folder / "reader.jsonl"))
    (errors,) = answer_errors(score_facts(records, [reader]).results)
    assert {row[1] for row in errors.rows} <= {record.id for record in records}
    assert len(errors.rows) > 0
