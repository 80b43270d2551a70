"""The wrong and unknown answers of systems, in the words of the text and with their links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from timegraph._wording.counting import counted
from timegraph.report.findings.report import findings_table
from timegraph.report.measures import Additions
from timegraph.report.report import FindingsSection
from timegraph.report.tables import Column, Table
from timegraph.scoring import (
    ANSWER_RULES,
    AnsweredQuestion,
    DocumentAnswers,
    Result,
    answer_findings,
    answers_of,
)

__all__ = ["wrong_answers"]

_QUESTION = ("question", "query", "text", "expected", "predicted")


def wrong_answers(results: Sequence[Result[DocumentAnswers]]) -> Additions:
    """What a report says of them: in text the findings of each system, grouped by cause, wrong
    answers by the link that most of them follow from; in JSON and CSV each finding with its
    question, what was expected and predicted, and in JSON the proof of a wrong yes or no."""
    answers = [
        (part.name if len(result.strata) == 1 else f"{part.name} in {kit}", part)
        for result in results
        for kit in result.signatures
        for part in (result.within(kit),)
    ]
    sections = [_section(name, answers_of(part).answers) for name, part in answers]
    members = {result.name: {"errors": _records(result)} for result in results}
    return Additions(findings=sections, rows=[_table(answers)], members=members)


def _section(name: str, answers: Sequence[AnsweredQuestion]) -> FindingsSection:
    findings = [finding for _, finding in answer_findings(answers)]
    wrong = sum(finding.code == "wrong-answer" for finding in findings)
    unknown = len(findings) - wrong
    heading = f"{name}: {counted(wrong, 'wrong answer')}, {unknown} unknown"
    return FindingsSection(findings, ANSWER_RULES, heading=heading)


def _records(result: Result[DocumentAnswers]) -> list[Mapping[str, Any]]:
    return [
        {
            **finding.to_json(),
            "question": answered.question.number,
            "query": answered.question.query,
            "text": answered.question.text,
            "expected": answered.question.expected,
            "predicted": str(answered.predicted),
            "proof": answered.proof and {**answered.proof.to_json(), "text": answered.why},
            **({"domain": kit} if len(result.strata) > 1 else {}),
        }
        for kit in result.signatures
        for answered, finding in answer_findings(answers_of(result.within(kit)).answers)
    ]


def _table(answers: Sequence[tuple[str, Result[DocumentAnswers]]]) -> Table:
    columns: tuple[Column, ...] = ()
    rows = []
    signatures = []
    for name, result in answers:
        findings = list(answer_findings(answers_of(result).answers))
        table = findings_table([finding for _, finding in findings])
        columns = table.columns
        for (answered, _), row in zip(findings, table.rows, strict=True):
            asked = answered.question
            head = (asked.number, asked.query, asked.text, asked.expected, str(answered.predicted))
            rows.append((name, *head, *row))
            signatures.append(str(result.signature))
    keys = tuple(Column(name, kind="key") for name in ("system", "question"))
    return Table(
        (*keys, *map(Column, _QUESTION[1:]), *columns),
        tuple(rows),
        name="errors",
        signatures=tuple(signatures),
    )
