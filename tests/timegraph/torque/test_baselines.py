"""Answers that read nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.torque.answers import BASELINES, answers_of
from timegraph.torque.passages import read_passages


@pytest.mark.parametrize(
    ("name", "before", "finished"),
    [
        ("nothing", "", ""),
        ("everything", "warned sailed failed dropped return inspection begin", "all"),
        ("finished", "", "all"),
        ("all-but-anchor", "warned failed dropped return inspection begin", "all"),
        ("majority", "warned", "warned sailed failed dropped"),
    ],
)
def test_the_baselines(name: str, before: str, finished: str, example: Path) -> None:
    passages = read_passages(example / "passages.json")
    (passage,) = passages.passages
    answers = answers_of(BASELINES[name], passages)

    def words(number: int) -> str:
        events = sorted(answers[passage.questions[number].key])
        return "all" if len(events) == 7 else " ".join(map(passage.words, events))

    assert words(3) == (before if len(before.split()) < 7 else "all")
    assert words(0) == finished
    assert len(answers) == len(passages.questions)
