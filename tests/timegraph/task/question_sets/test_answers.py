"""The answers of a document together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.question_sets import asked
from timegraph.answer import Answer
from timegraph.findings import Finding
from timegraph.qa.contradictions import AskedDocument
from timegraph.task.question_sets.gold_answers import answer_findings, check_answers
from timegraph.task.question_sets.rules import Reporter


def findings(document: AskedDocument, time_limit: float | None = None) -> list[Finding]:
    answers = check_answers(document, time_limit=time_limit)
    return list(answer_findings(document, answers, Reporter(document)))


def test_what_agrees_and_follows(tmp_path: Path) -> None:
    document = asked(
        tmp_path,
        "IS e1 BEFORE e2 yes",
        "IS e2 BEFORE e3 yes",
        "IS e1 BEFORE e3 yes",
        "IS e3 SIMULTANEOUS e1 unknown",
        "IS e4 BEFORE e1 unknown",
    )
    answers = check_answers(document)
    assert answers.consistent
    assert answers.following is not None
    assert [
        (one.question.question.number, one.answer, [p.question.number for p in one.premises])
        for one in answers.following
    ] == [("3", Answer.YES, ["1", "2"]), ("4", Answer.NO, ["1", "2"])]
    implied, determined = findings(document)
    assert (implied.code, implied.ids) == ("implied-answer", ("3", "1", "2"))
    assert (determined.code, determined.ids) == ("determined-unknown", ("4", "1", "2"))
    assert "but no follows from question 1 (yes)" in determined.message


def test_what_is_asked_again_is_not_reported_twice(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e2 AFTER e1 yes")
    assert len(check_answers(document).following or ()) == 2
    assert findings(document) == []


def test_contradictions_and_the_fewest_to_drop(tmp_path: Path) -> None:
    document = asked(
        tmp_path,
        "IS e1 BEFORE e2 yes",
        "IS e2 BEFORE e3 yes",
        "IS e3 BEFORE e1 yes",
        "IS e1 AFTER e2 yes",
    )
    answers = check_answers(document)
    assert answers.consistent is False
    assert answers.following is None
    assert [q.question.number for q in answers.drop or ()] == ["1"]
    assert [(finding.code, finding.ids) for finding in findings(document)] == [
        ("contradicting-answers", ("3", "1", "2")),
        ("contradicting-answers", ("4", "1")),
    ]


def test_what_there_was_no_time_to_explain_is_said(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 INCLUDES e2 no", "IS e1 INCLUDES e2 yes")
    answers = check_answers(document)
    (contradiction,) = answers.contradictions
    partly = replace(
        answers, contradictions=(replace(contradiction, branches=(), explained=False),)
    )
    (finding,) = answer_findings(document, partly, Reporter(document))
    assert finding.message.endswith(". the other ways were not examined in time")


def test_past_the_time_limit_a_document_is_not_decided(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 SIMULTANEOUS e2 no", "IS e1 SIMULTANEOUS e2 yes")
    assert check_answers(document, time_limit=0).consistent is None
    (finding,) = findings(document, time_limit=0)
    assert finding.code == "not-decided"
