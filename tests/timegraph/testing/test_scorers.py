"""Scorers that count right pass; each fault is found, with a kit that can be pasted back."""

from __future__ import annotations

import pytest

import timeml
from timegraph import Answer, build
from timegraph.qa import answer_question, read_questions
from timegraph.testing import NonconformingError, check_scorer


def counted(questions: str, key: str, system: str, *, align: bool = True) -> list[tuple[str, str]]:
    """The expected answer of each question and that of the system."""
    documents = [timeml.read(text.encode()) for text in (key, system)]
    found = documents[1]
    if align:
        found = timeml.align_ids(system=found, key=documents[0]).document
    graph = build(found)
    return [
        (str(asked.expected), str(answer_question(graph, found, asked.question)))
        for asked in read_questions(questions.encode()).questions
        if asked.question is not None
    ]


def right(questions: str, key: str, system: str) -> tuple[int, int, int]:
    pairs = counted(questions, key, system)
    answered = [pair for pair in pairs if pair[1] != "unknown" or pair[0] == "unknown"]
    return len(pairs), len(answered), sum(one == other for one, other in answered)


def test_a_right_scorer_conforms() -> None:
    check_scorer(right, examples=100)


@pytest.mark.slow
def test_a_scorer_that_goes_by_the_ids_is_found() -> None:
    def by_ids(questions: str, key: str, system: str) -> tuple[int, int, int]:
        pairs = counted(questions, key, system, align=False)
        answered = [pair for pair in pairs if pair[1] != "unknown" or pair[0] == "unknown"]
        return len(pairs), len(answered), sum(one == other for one, other in answered)

    with pytest.raises(NonconformingError, match=r"assert score\('1\|doc.tml\|IS .*") as caught:
        check_scorer(by_ids)
    assert "2|doc.tml" not in str(caught.value)


@pytest.mark.slow
def test_a_scorer_that_takes_unknown_for_no_answer_is_found() -> None:
    def strict(questions: str, key: str, system: str) -> tuple[int, int, int]:
        pairs = counted(questions, key, system)
        answered = [pair for pair in pairs if pair[1] != str(Answer.UNKNOWN)]
        return len(pairs), len(answered), sum(one == other for one, other in answered)

    with pytest.raises(NonconformingError, match=r"the system answers unknown"):
        check_scorer(strict)


@pytest.mark.slow
def test_an_error_is_reported_with_its_kit() -> None:
    def failing(questions: str, key: str, system: str) -> tuple[int, int, int]:
        raise KeyError("ei1")

    with pytest.raises(NonconformingError, match="raised KeyError: 'ei1'; it is"):
        check_scorer(failing)
