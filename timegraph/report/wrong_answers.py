"""The wrong and unknown answers of systems, in the words of the text and with their links."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.report.findings.table import findings_table
from timegraph.report.findings.text import render_text
from timegraph.report.plain_text import printable
from timegraph.report.tables import Column, Table
from timegraph.scoring import ANSWER_RULES, SystemResult, answer_findings

__all__ = ["wrong_answers_table", "wrong_answers_text", "wrong_answers_to_json"]

_QUESTION = ("question", "query", "text", "expected", "predicted")
_TITLES = {code: rule.title for code, rule in ANSWER_RULES.items()}


def wrong_answers_to_json(result: SystemResult) -> list[dict[str, object]]:
    """Each finding as JSON data, with its question, what was expected and predicted, and the proof
    of a wrong yes or no."""
    return [
        {
            **finding.to_json(),
            "question": answered.question.number,
            "query": answered.question.query,
            "text": answered.question.text,
            "expected": answered.question.expected,
            "predicted": str(answered.predicted),
            "proof": answered.proof and {**answered.proof.to_json(), "text": answered.why},
        }
        for answered, finding in answer_findings(result)
    ]


def wrong_answers_table(results: Sequence[SystemResult]) -> Table:
    """A row for each finding of each system, with all its fields."""
    columns: tuple[Column, ...] = ()
    rows = []
    for result in results:
        found = list(answer_findings(result))
        table = findings_table([finding for _, finding in found])
        columns = table.columns
        for (answered, _), row in zip(found, table.rows, strict=True):
            asked = answered.question
            head = (asked.number, asked.query, asked.text, asked.expected, str(answered.predicted))
            rows.append((result.name, *head, *row))
    keys = tuple(Column(name, kind="key") for name in ("system", "question"))
    return Table((*keys, *map(Column, _QUESTION[1:]), *columns), tuple(rows), name="errors")


def wrong_answers_text(
    result: SystemResult, width: int | None = None, *, colour: bool = False
) -> str:
    """The findings of one system as text of at most ``width`` columns: grouped by cause, wrong
    answers by the link that most of them follow from."""
    findings = [finding for _, finding in answer_findings(result)]
    wrong = sum(finding.code == "wrong-answer" for finding in findings)
    unknown = len(findings) - wrong
    count = f"{wrong} wrong answer{'s' * (wrong != 1)}, {unknown} unknown"
    text = render_text(findings, _TITLES, advice={}, width=width, colour=colour)
    return f"\n{printable(result.name)}: {count}\n" + (f"\n{text.rstrip()}\n" if text else "")
