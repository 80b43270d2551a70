"""Questions as data."""

from __future__ import annotations

import pickle

import pytest

from timegraph.facts.question_kinds import NotUnderstoodError
from timegraph.facts.read_questions import read_question


@pytest.mark.parametrize(
    ("text", "kind", "level", "hops"),
    [
        ("Which team did A play for in May 1990?", "in", "L2", "one"),
        ("Which teams did A play for from May 1990 to 1991?", "from-to", "L2", "multi"),
        ("Which team did A play for 2 years after May 1990?", "step-after", "L2", "multi"),
        ("Which team did A play for before B?", "before-event", "L3", "one"),
        ("Which teams did A play for when he/she lived in B?", "when", "L3", "multi"),
        ("Which team did A play for 2 years before he/she played for B?", "step-before-event", "L3",
         "multi"),
    ],
)  # fmt: skip
def test_kinds_levels_and_hops(text: str, kind: str, level: str, hops: str) -> None:
    question = read_question(text)
    assert (question.kind, question.level, question.hops) == (kind, level, hops)
    assert question.text == text


def test_an_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(NotUnderstoodError("q?", "part", "reason")))
    assert (error.question, error.part, str(error)) == (
        "q?", "part", "not understood: reason (in 'q?')")  # fmt: skip
