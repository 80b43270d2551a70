"""The report of a comparison."""

from __future__ import annotations

import json

from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.report.compare import compare_report
from timegraph.report.systems import ReportOptions
from timegraph.scoring import AnsweredQuestion, Signature, SystemResult
from timegraph.scoring.qa_tempeval.comparison import compare_systems

QUESTIONS = read_questions(
    b"1|d.tml|IS ei1 BEFORE ei2|Did he eat before he slept?|yes\n"
    b"2|e.tml|IS ei1 AFTER ei2|Did he eat after he slept?|no\n"
).questions
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


def system(name: str, *answers: Answer) -> SystemResult:
    answered = zip(QUESTIONS, answers, strict=True)
    return SystemResult(
        name=name,
        answers=tuple(AnsweredQuestion(*one) for one in answered),
        signature=Signature.of("test"),
    )


COMPARISON = compare_systems([system("one", YES, NO), system("other", UNKNOWN, NO)])


def test_a_question_that_one_alone_gets_right_is_shown_with_both_answers() -> None:
    lines = compare_report(COMPARISON, ReportOptions()).splitlines()
    assert lines[0].split()[:2] == ["system", "against"]
    assert lines[-6:] == [
        "d.tml: question 1: Did he eat before he slept?",
        "  IS ei1 BEFORE ei2, expected yes",
        "  one: yes",
        "  other: unknown",
        "",
        "0 questions right in other and not in one",
    ]
    assert "1 question right in one and not in other" in lines
    assert max(map(len, lines[:2])) <= 80


def test_groups_count_right_wrong_and_unknown() -> None:
    content = json.loads(compare_report(COMPARISON, ReportOptions("json", by=("document",))))
    rows = [tuple(row.values()) for row in content["by_document"]]
    assert rows == [
        ("d.tml", "one", 1, 0, 0),
        ("d.tml", "other", 0, 0, 1),
        ("e.tml", "one", 1, 0, 0),
        ("e.tml", "other", 1, 0, 0),
    ]
    assert "by_relation" not in content
