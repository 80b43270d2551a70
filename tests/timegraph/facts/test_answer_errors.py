"""The tables of wrong answers about dated facts."""

from __future__ import annotations

from pathlib import Path

from timegraph.facts.readers import read_dataset
from timegraph.facts.report import answer_errors
from timegraph.facts.scoring import AnsweringSystem, read_predictions, score_facts


def test_kinds_are_counted_and_each_error_shown(root: Path) -> None:
    folder = root / "examples" / "facts"
    records = read_dataset(folder / "questions.jsonl").records
    reader = AnsweringSystem("reader", read_predictions(folder / "reader.jsonl"))
    run = score_facts(records, [reader])
    kinds, errors = answer_errors(run.results).tables
    ((name, wrong, *counts),) = kinds.rows
    assert name == "reader"
    assert wrong == sum(map(int, map(str, counts))) == len(errors.rows) > 0
    assert {row[1] for row in errors.rows} <= {record.id for record in records}
