"""The scores of LIST questions."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.results import answered
from timegraph.qa import read_questions
from timegraph.report import TableOptions, render
from timegraph.report.qa_tempeval import questions_report
from timegraph.scoring import (
    AnsweredList,
    AnsweredQuestion,
    DocumentAnswers,
    Result,
    Run,
    Unusable,
    answers_of,
)
from timegraph.scoring.qa_tempeval.measure import QA_TEMPEVAL

(QUESTION,) = read_questions(b"1|a.tml|LIST AFTER ei1|What came later?|ei2|ei3\n").questions
LIST = AnsweredList(QUESTION, ("ei2",), ("ei2", "ei3"))


@pytest.fixture
def answers(scored: Run[DocumentAnswers]) -> tuple[AnsweredQuestion, ...]:
    return answers_of(scored.results[0]).answers


def text_of(*results: Result[DocumentAnswers], format: str = "text", columns: str = "") -> str:
    run = Run(measure=QA_TEMPEVAL, results=results)
    return render(questions_report(run), TableOptions(format, columns=tuple(columns.split())))


def test_lists_have_a_table_of_their_own(answers: tuple[AnsweredQuestion, ...]) -> None:
    with_list = answered("s", answers, [LIST])
    scores, lists = text_of(with_list).split("\n\n")
    assert scores.startswith("system")
    assert lists.split()[:3] == ["system", "lists", "predicted"]
    assert lists.splitlines()[1].split()[1:5] == ["1", "1", "2", "1"]
    other = answered("other", answers, [replace(LIST, predicted=())])
    paper = text_of(with_list, other, format="markdown", columns="macro_f1")
    assert "**0.667**" in paper
    (content,) = json.loads(text_of(with_list, format="json"))["systems"]
    assert (content["lists"]["recall"], content["lists"]["correct"]) == (0.5, 1)
    rows = text_of(with_list, format="csv").split("\n\n")[1].splitlines()
    assert rows[1].endswith(str(with_list.signature))


def test_without_other_questions_the_table_of_scores_is_left_out() -> None:
    only = answered("s", (), [LIST])
    assert "answered" not in text_of(only)
    assert text_of(only).startswith("system  lists")
    (content,) = json.loads(text_of(only, format="json"))["systems"]
    assert content["lists"]["recall"] == 0.5
    assert content["scores"][0]["questions"] == 0
    lost = Unusable("lost", "there is no such folder")
    run = Run(measure=QA_TEMPEVAL, results=(only,), unusable=(lost,))
    report = questions_report(run)
    assert "\nlost: not scored: there is no such folder\n" in render(report, TableOptions())


def test_without_lists_there_is_no_table(scored: Run[DocumentAnswers]) -> None:
    assert [table.name for table in questions_report(scored).tables] == ["systems"]
    assert '"lists"' not in render(questions_report(scored), TableOptions("json"))
