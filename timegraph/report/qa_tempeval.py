"""Every answer of systems as tab-separated values, one question per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from timegraph import scoring
from timegraph._wording import counted
from timegraph.findings import Finding
from timegraph.report.findings import findings_table
from timegraph.report.measures import mark_best, measure_report
from timegraph.report.tables import SYSTEM, Cell, Column, FindingsSection, Report, Table
from timegraph.scoring import (
    AnsweredList,
    AnsweredQuestion,
    DocumentAnswers,
    Grouping,
    QuestionContext,
    Result,
    Run,
    answers_of,
)
from timegraph.scoring.qa_tempeval.comparison import score_lists


def questions_report(
    run: Run[DocumentAnswers],
    groupings: Sequence[Grouping[DocumentAnswers]] = (),
    *,
    errors: bool = False,
) -> Report:
    """The report of systems that were asked a question set: their scores (with
    :func:`~timegraph.report.measures.measure_report`), those of LIST questions, and the answers of
    files that cannot all be true, where there are any.

    With ``errors`` it has the wrong and unknown answers, in the words of the text and with their
    links: in text the findings of each system, grouped by cause, wrong answers by the link that
    most of them follow from; in JSON and CSV each finding with its question, what was expected and
    predicted, and in JSON the proof of a wrong yes or no.
    """
    lists = _lists(run)
    members: dict[str, dict[str, object]] = {
        name: {"lists": figures} for name, figures in lists.items()
    }
    tables = [*_list_tables(run, lists), *_contradictions(run)]
    if not errors:
        return measure_report(run, groupings, tables=tables, members=members)
    found = [list(scoring.answer_findings(answers_of(result).answers)) for result in run.results]
    for result, of in zip(run.results, found, strict=True):
        members.setdefault(result.name, {})["errors"] = list(map(_record, of))
    return measure_report(
        run,
        groupings,
        tables=tables,
        rows=[_table(run.results, found)],
        findings=[_section(result.name, of) for result, of in zip(run.results, found, strict=True)],
        members=members,
    )


# The wrong and unknown answers of systems, in the words of the text and with their links.


Found = Sequence[tuple[AnsweredQuestion, Finding]]


def _section(name: str, found: Found) -> FindingsSection:
    findings = [finding for _, finding in found]
    wrong = sum(finding.code == "wrong-answer" for finding in findings)
    unknown = len(findings) - wrong
    heading = f"{name}: {counted(wrong, 'wrong answer')}, {unknown} unknown"
    return FindingsSection(findings, scoring.ANSWER_RULES, heading=heading)


def _asked(answered: AnsweredQuestion) -> dict[str, str]:
    asked = answered.question
    return {
        "question": asked.number,
        "query": asked.query,
        "text": asked.text,
        "expected": asked.expected,
        "predicted": str(answered.predicted),
    }


def _record(found: tuple[AnsweredQuestion, Finding]) -> Mapping[str, Any]:
    answered, finding = found
    proof = answered.proof and {**answered.proof.to_json(), "text": answered.why}
    return {**finding.to_json(), **_asked(answered), "proof": proof}


def _table(results: Sequence[Result[DocumentAnswers]], found: Sequence[Found]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    signatures: list[str] = []
    for result, of in zip(results, found, strict=True):
        table = findings_table([finding for _, finding in of])
        for (answered, _), row in zip(of, table.rows, strict=True):
            rows.append((result.name, *_asked(answered).values(), *row))
        signatures += [str(result.signature)] * len(of)
    keys = tuple(Column(name, kind="key") for name in ("system", "question"))
    asked = map(Column, ("query", "text", "expected", "predicted"))
    columns = (*keys, *asked, *findings_table([]).columns)
    return Table(columns, tuple(rows), name="errors", signatures=tuple(signatures))


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
        lines += _rows(result.name, answers_of(result))
    return "".join("\t".join(" ".join(text.split()) for text in line) + "\n" for line in lines)


def _rows(system: str, answers: DocumentAnswers) -> Iterator[tuple[str, ...]]:
    for answered in answers.every:
        asked, context = answered.question, answered.context or QuestionContext()
        expected, predicted, words, proof = asked.expected, str(answered.predicted), "", ""
        correct = None
        if isinstance(answered, AnsweredList):
            expected, predicted = "|".join(answered.expected or ()), "|".join(answered.predicted)
            correct, words = answered.exact, answered.in_words
        elif isinstance(answered, AnsweredQuestion):
            correct, proof = answered.correct if asked.scored else None, answered.why
        yield (
            *(system, asked.number, asked.document, asked.query),
            *(expected, predicted, words, proof),
            "" if correct is None else "yes" if correct else "no",
            asked.text,
            " ".join(map(str, context.sentences)),
            "" if context.unknown is None else str(context.unknown),
        )


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


def _lists(run: Run[DocumentAnswers]) -> dict[str, dict[str, object]]:
    """The figures of the lists of each system by its name; nothing if no list is expected."""
    lists = {result.name: answers_of(result).lists for result in run.results}
    if all(answered.expected is None for of_system in lists.values() for answered in of_system):
        return {}
    scores = {name: score_lists(of_system) for name, of_system in lists.items()}
    return {
        name: {column.name: getattr(score, column.name) for column in LIST_COLUMNS}
        for name, score in scores.items()
    }


def _list_tables(
    run: Run[DocumentAnswers], lists: Mapping[str, Mapping[str, Any]]
) -> Iterator[Table]:
    if not lists:
        return
    table = Table(
        (SYSTEM, *LIST_COLUMNS),
        tuple((name, *figures.values()) for name, figures in lists.items()),
        name="lists",
        signatures=tuple(str(result.signature) for result in run.results),
    )
    figures = [column.name for column in LIST_COLUMNS[4:]]
    yield mark_best(table, group=lambda row: (), figures=figures) if len(lists) > 1 else table


# The answers of files that cannot all be true, as a table with the scores.


CONTRADICTION_COLUMNS = (
    SYSTEM,
    Column("document", kind="key"),
    Column("contradiction", kind="key"),
)
"""The columns of the table of contradictions."""


def _contradictions(run: Run[DocumentAnswers]) -> Iterator[Table]:
    """The table of documents about which a file of answers contradicts itself, each with the fewest
    answers that cannot all be true, if there are any."""
    rows = tuple(
        (result.name, unit.name, "; ".join(map(_in_words, unit.value.contradiction)))
        for result in run.results
        for unit in result.units
        if unit.value.contradiction
    )
    if rows:
        note = "contradiction: the fewest answers to questions about the document that no world"
        yield Table(CONTRADICTION_COLUMNS, rows, (f"{note} makes all true",), name="contradictions")


def _in_words(answered: AnsweredQuestion) -> str:
    asked = answered.question
    words = asked.query if answered.context is None else answered.context.in_words(asked)
    return f"{asked.number} {words}: {answered.predicted}"
