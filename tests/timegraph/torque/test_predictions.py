"""Predictions: what counts, what is reported, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.torque.passages import TorqueError, read_passages
from timegraph.torque.predictions import prediction_lines, read_predictions, read_question_ids

P = "docid_ferry_sentid_0"
BEFORE = "What happened before the ferry sailed?"


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "system.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_predictions_by_text_and_by_id(example: Path, tmp_path: Path) -> None:
    passages = read_passages(example / "passages.json")
    ids = tmp_path / "ids.json"
    ids.write_text(json.dumps({P: {BEFORE: 3}}))
    path = written(tmp_path, {"passage": P, "id": "3", "events": ["(23,29)"]}, "")
    read = read_predictions(path, passages=passages, ids=read_question_ids(ids))
    assert read.name == "system"
    assert read.answers == {(P, BEFORE): frozenset({(23, 29)})}
    assert read.problems == ()


def test_lines_that_are_written_are_read_again(example: Path, tmp_path: Path) -> None:
    passages = read_passages(example / "passages.json")
    answers = {(P, BEFORE): frozenset({(23, 29)})}
    path = tmp_path / "again.jsonl"
    path.write_text(prediction_lines(answers.items()), encoding="utf-8")
    assert read_predictions(path, passages=passages).answers == answers


def test_predictions_for_nothing_are_reported(example: Path, tmp_path: Path) -> None:
    passages = read_passages(example / "passages.json")
    path = written(
        tmp_path,
        {"passage": "elsewhere", "question": BEFORE, "events": []},
        {"passage": P, "question": "Why?", "events": []},
        {"passage": P, "question": BEFORE, "events": [[0, 3], [23, 29]]},
        {"passage": P, "question": BEFORE, "events": []},
    )
    read = read_predictions(path, passages=passages)
    assert [problem.code for problem in read.problems] == [
        *("unknown-passage", "unknown-question", "not-an-event", "predicted-twice")
    ]
    assert "system.jsonl:3" in read.problems[2].message
    assert read.answers == {(P, BEFORE): frozenset({(23, 29)})}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "system.jsonl:1:1:2: is not JSON|system.jsonl:1"),
        ("[]", 'must be an object with "passage"'),
        ({"passage": P, "events": []}, 'must have "question" .* or "id"'),
        ({"passage": P, "id": 3, "events": []}, "needs a map of question ids"),
        ({"passage": P, "question": BEFORE}, '"events" is not a list'),
    ],
)
def test_what_is_not_a_prediction_is_refused(
    line: object, message: str, example: Path, tmp_path: Path
) -> None:
    passages = read_passages(example / "passages.json")
    with pytest.raises(TorqueError, match=message):
        read_predictions(written(tmp_path, line), passages=passages)


def test_a_map_of_ids_is_an_object(tmp_path: Path) -> None:
    path = tmp_path / "ids.json"
    path.write_text("[1]")
    with pytest.raises(TorqueError, match="question ids by passage"):
        read_question_ids(path)
