"""Passages read from JSON: what they hold, what is reported, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from timegraph.torque.passages import PassageSet, TorqueError, read_passages, span_of

Make = Callable[..., PassageSet]
File = Callable[..., dict[str, Any]]


def test_a_passage_has_its_events_and_questions(example: Path) -> None:
    read = read_passages(example / "passages.json")
    (passage,) = read.passages
    assert passage.document == "ferry"
    assert [passage.words(event) for event in passage.events] == [
        *("warned", "sailed", "failed", "dropped", "return", "inspection", "begin")
    ]
    assert [question.warm_up for question in passage.questions] == [True] * 3 + [False] * 3
    first = passage.questions[0]
    assert {passage.words(event) for event in first.answer} == {
        *("warned", "sailed", "failed", "dropped")
    }
    assert len(first.annotators) == 3
    assert read.annotated == {"A": 6, "B": 6, "C": 6}
    assert len(read.digest) == 8
    assert read.problems == ()
    assert read.by_name[passage.name] is passage


def test_a_name_may_say_no_document(passages: Make) -> None:
    (passage,) = passages("She ate.", "ate", {}, name="p1").passages
    assert passage.document == ""


def problems_of(content: dict[str, Any]) -> list[str]:
    return [problem.code for problem in read_passages(json.dumps(content).encode()).problems]


def test_what_is_wrong_is_named_and_the_rest_read(passage_file: File) -> None:
    content = passage_file("She ate.", "ate", {"What happened before she ate?": []})
    assert problems_of(content) == ["no-annotators"]
    passage = content["docid_d_sentid_0"]
    passage["events"]["answer"]["indices"] += ["(4,99)", "(5,8)"]
    assert problems_of(content) == ["event-outside", "events-overlap", "no-annotators"]
    asked = passage["question_answer_pairs"]["What happened before she ate?"]
    asked["individual_answers"] = [{"indices": ["(0,3)"], "workerId": "w"}]
    assert "answer-not-an-event" in problems_of(content)
    read = read_passages(json.dumps(content).encode())
    assert read.questions[0].annotators == (frozenset(),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"a": ', r"p\.json:1:7: is not JSON"),
        (b"[]", "not a JSON object with passages by name"),
        (b"\xff", "byte 0 is not UTF-8"),
        (b'{"a": {}}', "p.json: a: has no text"),
        (b'{"a": {"passage": "x", "events": 3}}', 'no list of "indices"'),
        (b'{"a": {"passage": "x", "events": {"indices": ["3-4"]}}}', "is not a span like"),
        (b'{"a": {"passage": "x"}, "a": {"passage": "y"}}', '"a" occurs twice'),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_not_a_file_of_passages_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(TorqueError, match=message):
        read_passages(data, name="p.json")


@pytest.mark.parametrize("value", ["(3,7)", " (3, 7) ", [3, 7]])
def test_spans(value: object) -> None:
    assert span_of(value, "here") == (3, 7)


@pytest.mark.parametrize("value", ["3,7", [3], [3, "7"], [True, 7], None, {}])
def test_what_is_not_a_span(value: object) -> None:
    with pytest.raises(TorqueError, match=r"here: .* is not a span"):
        span_of(value, "here")
