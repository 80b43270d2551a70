"""The result of a system: which answers are correct, which wrong, and how they add up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.results import answered, grouped_by
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.scoring import (
    AnsweredQuestion,
    DocumentAnswers,
    Result,
    Score,
    answers_of,
    list_score,
)

TEXT = """\
1|a.tml|IS ei1 BEFORE ei2|Was it?|yes
2|a.tml|IS ei2 DURING ei3|Was it?|unknown
3|b.tml|IS ei1 BEFORE ei2|Was it?|no
4|b.tml|IS ei1 NEAR ei2|Was it?|no
5|b.tml|IS ei1 BEFORE ei9|Was it?
"""
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


@pytest.fixture
def result() -> Result[DocumentAnswers]:
    questions = read_questions(TEXT.encode(), lenient=True).questions
    predicted = (YES, NO, YES, UNKNOWN, YES)
    return answered(
        "s",
        (
            AnsweredQuestion(question, answer, position=position)
            for position, (question, answer) in enumerate(zip(questions, predicted, strict=True))
        ),
    )


def test_right_and_wrong(result: Result[DocumentAnswers]) -> None:
    answers = answers_of(result).answers
    assert [answer.correct for answer in answers] == [True, False, False, False, False]
    assert [answer.wrong for answer in answers] == [False, True, True, False, False]
    silent = replace(answers[2], predicted=UNKNOWN)
    assert (silent.wrong, silent.left_open) == (False, True)
    assert {answer.why for answer in answers} == {""}


def test_what_has_no_expected_answer_does_not_count(result: Result[DocumentAnswers]) -> None:
    assert result.score == Score(questions=4, answered=3, correct=1)


def test_groups_add_up_to_the_score(result: Result[DocumentAnswers]) -> None:
    assert list(result.by_unit()) == ["a.tml", "b.tml"]
    expected = {
        "document": [("a.tml",), ("b.tml",)],
        "relation": [("BEFORE",), ("DURING",), ("(malformed)",)],
    }
    for name, grouping in grouped_by("document", "relation").items():
        groups = result.group_scores(grouping)
        assert list(groups) == expected[name]
        scores = (score for labels in groups.values() for score in labels[()])
        assert sum(scores, Score()) == result.score


def test_all_answers_stand_in_the_order_of_the_questions(result: Result[DocumentAnswers]) -> None:
    turned = replace(result, units=result.units[::-1])
    assert answers_of(turned) == answers_of(result)
    numbers = [answer.question.number for answer in answers_of(turned).answers]
    assert numbers == ["1", "2", "3", "4", "5"]


def test_without_lists_their_score_is_undefined(result: Result[DocumentAnswers]) -> None:
    score = list_score(result)
    assert score.questions == 0
    assert score.f1 is None
