"""Every answer of systems as tab-separated values, one question per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from timegraph._wording import counted
from timegraph.qa import SetQuestion
from timegraph.report.findings import findings_table
from timegraph.report.measures import Additions
from timegraph.report.report import FindingsSection, mark_best
from timegraph.report.tables import SYSTEM, Column, Table
from timegraph.scoring import (
    ANSWER_RULES,
    AnsweredQuestion,
    DocumentAnswers,
    QuestionContext,
    Result,
    Run,
    answer_findings,
    answers_of,
    list_score,
)

# The wrong and unknown answers of systems, in the words of the text and with their links.


_QUESTION = ("question", "query", "text", "expected", "predicted")


def wrong_answers(results: Sequence[Result[DocumentAnswers]]) -> Additions:
    """What a report says of them: in text the findings of each system, grouped by cause, wrong
    answers by the link that most of them follow from; in JSON and CSV each finding with its
    question, what was expected and predicted, and in JSON the proof of a wrong yes or no."""
    sections = [_section(result.name, answers_of(result).answers) for result in results]
    members = {result.name: {"errors": _records(result)} for result in results}
    return Additions(findings=sections, rows=[_table(results)], members=members)


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
        }
        for answered, finding in answer_findings(answers_of(result).answers)
    ]


def _table(results: Sequence[Result[DocumentAnswers]]) -> Table:
    columns: tuple[Column, ...] = ()
    rows = []
    signatures = []
    for result in results:
        findings = list(answer_findings(answers_of(result).answers))
        table = findings_table([finding for _, finding in findings])
        columns = table.columns
        for (answered, _), row in zip(findings, table.rows, strict=True):
            asked = answered.question
            head = (asked.number, asked.query, asked.text, asked.expected, str(answered.predicted))
            rows.append((result.name, *head, *row))
            signatures.append(str(result.signature))
    keys = tuple(Column(name, kind="key") for name in ("system", "question"))
    return Table(
        (*keys, *map(Column, _QUESTION[1:]), *columns),
        tuple(rows),
        name="errors",
        signatures=tuple(signatures),
    )


_COLUMNS = (
    *("system", "question", "document", "query", "expected", "predicted", "words", "proof"),
    *("correct", "text", "sentence", "reason"),
)


def answers_to_tsv(results: Sequence[Result[DocumentAnswers]]) -> str:
    """Every question of every system, in the order of the question set.

    Yes and no come with their ``proof``, unknown with its ``reason``, and
    all with the question in words (``text``) and the ``sentence`` that it is about. ``correct`` is
    yes or no, and empty for what is not scored. For LIST questions ``predicted`` has the entities,
    joined by ``|``, ``words`` the words that they stand for, and ``correct`` says whether the list
    is exactly the expected one; for WHEN and HOW LONG questions ``predicted`` has the answer in
    words.
    """
    lines: list[tuple[str, ...]] = [_COLUMNS]
    for result in results:
        lines += (_fields(result.name, row) for row in _rows(answers_of(result)))
    return "".join("\t".join(" ".join(text.split()) for text in line) + "\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _Row:
    """What each kind of question fills in its own way."""

    asked: SetQuestion
    context: QuestionContext | None
    expected: str
    predicted: str
    correct: bool | None = None
    words: str = ""
    proof: str = ""


def _fields(system: str, row: _Row) -> tuple[str, ...]:
    asked, context = row.asked, row.context or QuestionContext()
    return (
        *(system, asked.number, asked.document, asked.query),
        *(row.expected, row.predicted, row.words, row.proof),
        "" if row.correct is None else "yes" if row.correct else "no",
        asked.text,
        " ".join(map(str, context.sentences)),
        "" if context.unknown is None else str(context.unknown),
    )


def _rows(answers: DocumentAnswers) -> list[_Row]:
    rows: list[tuple[int, _Row]] = []
    for answered in answers.answers:
        asked, correct = answered.question, answered.correct
        row = _Row(
            *(asked, answered.context, asked.expected, str(answered.predicted)),
            correct=correct if asked.scored else None,
            proof=answered.why,
        )
        rows.append((answered.position, row))
    for listed in answers.lists:
        row = _Row(
            *(listed.question, listed.context),
            *("|".join(listed.expected or ()), "|".join(listed.predicted)),
            correct=listed.exact,
            words=listed.in_words,
        )
        rows.append((listed.position, row))
    for timed in answers.times:
        row = _Row(timed.question, timed.context, timed.question.expected, timed.predicted)
        rows.append((timed.position, row))
    return [row for _, row in sorted(rows, key=lambda placed: placed[0])]


# The scores of LIST questions: a table of their own.


LIST_COLUMNS = (
    Column("questions", "lists"),
    *map(Column, ("predicted", "expected", "correct")),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
    Column("macro_precision", "macro P"),
    Column("macro_recall", "macro R"),
    Column("macro_f1", "macro F1"),
)
"""The figures of lists."""


def list_tables(run: Run[DocumentAnswers]) -> Additions:
    """The scores of lists; nothing if no question asks for a list."""
    scored = {result.name: list_score(result) for result in run.results}
    if not any(score.questions for score in scored.values()):
        return Additions()
    records = {
        name: {column.name: getattr(score, column.name) for column in LIST_COLUMNS}
        for name, score in scored.items()
    }
    table = Table(
        (SYSTEM, *LIST_COLUMNS),
        tuple((name, *record.values()) for name, record in records.items()),
        name="lists",
        signatures=tuple(str(result.signature) for result in run.results),
    )
    if len(run.results) > 1:
        figures = [column.name for column in LIST_COLUMNS[4:]]
        table = mark_best(table, group=lambda row: (), figures=figures)
    return Additions(tables=[table], members={name: {"lists": r} for name, r in records.items()})
