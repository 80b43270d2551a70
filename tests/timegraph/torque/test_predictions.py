"""Predictions: what counts, what is reported, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.torque.passages import (
    TorqueError,
    prediction_lines,
    read_passages,
    read_predictions,
    words_of,
)

P = "docid_ferry_sentid_0"
BEFORE = "What happened before the ferry sailed?"


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "system.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_prediction(example: Path, tmp_path: Path) -> None:
    passages = read_passages(example / "passages.json")
    path = written(tmp_path, {"passage": P, "question": BEFORE, "events": ["(23,29)"]}, "")
    read = read_predictions(path, passages=passages)
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
        ("{", "system.jsonl:1:2: is not JSON"),
        ("[]", 'must be an object with "passage"'),
        ({"passage": P, "events": []}, 'must have "question"'),
        ({"passage": P, "question": BEFORE}, '"events" is not a list'),
    ],
)
def test_what_is_not_a_prediction_is_refused(
    line: object, message: str, example: Path, tmp_path: Path
) -> None:
    passages = read_passages(example / "passages.json")
    with pytest.raises(TorqueError, match=message):
        read_predictions(written(tmp_path, line), passages=passages)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('It\'s "new", she said. We didn\'t go.', "It 's @ new @ , she said . We did n't go ."),
        ("Mr. Bo of the U.S. paid $1,000 at 12:30.", "Mr. Bo of the U.S. paid $ 1,000 at 12:30 ."),
        ("The members' cars -- all (two) -- cannot stop!", "The members ' cars -- all ( two ) -- "
         "can not stop !"),
        ("Same time last year. ... We: it ended.", "Same time last year . ... We : it ended ."),
        ("'Containers' and 'a' thing", "'Containers ' and ' a ' thing"),
        ("He came to Sund Inc. It was late.", "He came to Sund Inc. It was late ."),
    ],
)  # fmt: skip
def test_words(text: str, words: str) -> None:
    assert [text[s:e].replace('"', "@") for s, e in words_of(text)] == words.split()


def test_the_number_of_words_decides_what_an_abbreviation_ends() -> None:
    text = "He came to Sund Inc. It was late."
    assert [len(words_of(text, n)) for n in (None, 9, 10, 12)] == [9, 9, 10, 9]


def test_the_form_of_the_leaderboard(example: Path, tmp_path: Path) -> None:
    passages = read_passages(example / "passages.json")
    content = {
        f"{passage.name}_{n}": [
            int(any(s <= start < e for s, e in question.answer))
            for start, _ in words_of(passage.text)
        ]
        for passage in passages.passages
        for n, question in enumerate(passage.questions)
    }
    read = read_predictions(written(tmp_path, content), passages=passages)
    assert read.problems == ()
    assert read.answers == {q.key: q.answer for q in passages.questions}
    first, second = list(content)[:2]
    content[first] = content[second] = [0, 1]
    content |= {"elsewhere_0": [0], f"{P}_99": [0]}
    read = read_predictions(written(tmp_path, content), passages=passages)
    assert [p.code for p in read.problems] == ["other-words", "unknown-passage", "unknown-question"]
    assert f"{first}: 2 values for a passage of " in read.problems[0].message
    assert len(read.answers) == len(passages.questions) - 2
    with pytest.raises(TorqueError, match="write 0 or 1 for each word"):
        read_predictions(written(tmp_path, {f"{P}_0": [0, 2]}), passages=passages)


@pytest.mark.data
def test_the_majority_in_the_form_of_the_leaderboard(data: Path, tmp_path: Path) -> None:
    passages = read_passages(data / "qa/torque/dev.json")
    content = {
        f"{passage.name}_{n}": [
            int(any(s < end and start < e for s, e in question.answer))
            for start, end in words_of(passage.text)
        ]
        for passage in passages.passages
        for n, question in enumerate(passage.questions)
    }
    read = read_predictions(written(tmp_path, content), passages=passages)
    assert read.problems == ()
    assert read.answers == {q.key: q.answer for q in passages.questions}
