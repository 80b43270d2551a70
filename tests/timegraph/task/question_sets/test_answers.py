"""The answers of a document together."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import asked
from timegraph.answer import Answer
from timegraph.findings import Finding
from timegraph.qa.contradictions import NO_DEADLINE, AskedDocument, consistency
from timegraph.task.question_sets import Reporter, answer_findings, following_of


def findings(document: AskedDocument, time_limit: float | None = None) -> list[Finding]:
    return answer_findings(document, Reporter(document), time_limit=time_limit)[2]


def test_what_agrees_and_follows(tmp_path: Path) -> None:
    document = asked(
        tmp_path,
        "IS e1 BEFORE e2 yes",
        "IS e2 BEFORE e3 yes",
        "IS e1 BEFORE e3 yes",
        "IS e3 SIMULTANEOUS e1 unknown",
        "IS e4 BEFORE e1 unknown",
    )
    answers, following, (implied, determined) = answer_findings(document, Reporter(document))
    assert (answers.consistent, following) == (True, 2)
    assert [
        (one.question.number, answer, [premise.question.number for premise in premises])
        for one, answer, premises in following_of(document, NO_DEADLINE)
    ] == [("3", Answer.YES, ["1", "2"]), ("4", Answer.NO, ["1", "2"])]
    assert (implied.code, implied.ids) == ("implied-answer", ("3", "1", "2"))
    assert (determined.code, determined.ids) == ("determined-unknown", ("4", "1", "2"))
    assert "but no follows from question 1 (yes)" in determined.message


def test_what_is_asked_again_follows(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e2 AFTER e1 yes", "IS e2 INCLUDES e1 no")
    assert [(finding.code, finding.ids) for finding in findings(document)] == [
        ("implied-answer", ("1", "2")),
        ("implied-answer", ("2", "1")),
        ("implied-answer", ("3", "1")),
    ]


def test_contradictions_and_the_fewest_to_drop(tmp_path: Path) -> None:
    document = asked(
        tmp_path,
        "IS e1 BEFORE e2 yes",
        "IS e2 BEFORE e3 yes",
        "IS e3 BEFORE e1 yes",
        "IS e1 AFTER e2 yes",
    )
    answers, following, found = answer_findings(document, Reporter(document))
    assert answers == consistency(document.statements)
    assert (answers.consistent, following, answers.drop) == (False, None, (0,))
    assert [(finding.code, finding.ids) for finding in found] == [
        ("contradicting-answers", ("3", "1", "2")),
        ("contradicting-answers", ("4", "1")),
    ]


def test_past_the_time_limit_a_document_is_not_decided(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 SIMULTANEOUS e2 no", "IS e1 SIMULTANEOUS e2 yes")
    (finding,) = findings(document, time_limit=0)
    assert finding.code == "not-decided"
