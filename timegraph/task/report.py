"""What ``timegraph questions check`` prints: findings in every format, and counts of questions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import add
from typing import Any

from timegraph._wording.counting import counted
from timegraph.answer import Answer
from timegraph.findings.record import UNREADABLE
from timegraph.qa.contradictions import Asked
from timegraph.report.findings import findings_report
from timegraph.report.report import FindingsSection, Report
from timegraph.report.tables import Cell, Column, Table
from timegraph.task.question_sets.checked_sets import GROUPS, CheckedDocument, CheckedSets
from timegraph.task.question_sets.gold_answers import VERDICTS, Answers, Judged
from timegraph.task.question_sets.rules import BINS, KINDS, RULES, branch_to_json
from timegraph.task.submissions import TASK_RULES, CheckedFile, CheckedSubmission

# The verdict on a submission, as it can be sent to the participants.


_COLUMNS = (
    Column("submission"),
    Column("document"),
    Column("bytes"),
    Column("events"),
    Column("timexes"),
    Column("links"),
    Column("errors"),
    Column("warnings"),
)


def verdict_of(checked: CheckedSubmission) -> str:
    """One sentence: whether the submission can be scored as it is."""
    errors, warnings = checked.count("error"), checked.count("warning")
    if errors:
        also = f" and {counted(warnings, 'warning')}" if warnings else ""
        return f"not accepted: {counted(errors, 'error')}{also}; fix the errors and submit again"
    if warnings:
        return f"accepted, with {counted(warnings, 'warning')}"
    return "accepted"


def submissions_report(checked: Sequence[CheckedSubmission], *, most: int = 0) -> Report:
    """The verdicts on submissions with all findings, and a table of their documents. Text shows at
    most ``most`` findings of each rule (0: all)."""
    sections = [
        FindingsSection(submission.findings, TASK_RULES, most=most, heading=_heading(submission))
        for submission in checked
    ]
    verdicts = [
        {
            "submission": submission.name,
            "accepted": submission.accepted,
            "verdict": verdict_of(submission),
        }
        for submission in checked
    ]
    return findings_report(sections, [_table(checked)], members={"submissions": verdicts})


def _heading(checked: CheckedSubmission) -> str:
    there = sum(file.size is not None for file in checked.files)
    documents = f"{there} of {counted(len(checked.files), 'input document')}"
    verb = "is" if there == 1 else "are"
    return f"Submission {checked.name}: {verdict_of(checked)}. {documents} {verb} there."


def _table(checked: Sequence[CheckedSubmission]) -> Table:
    rows = tuple(_row(submission.name, file) for submission in checked for file in submission.files)
    return Table(_COLUMNS, rows, name="documents")


def _row(submission: str, file: CheckedFile) -> tuple[Cell, ...]:
    severities = [fault.severity for fault in file.findings]
    return (
        submission,
        file.document,
        file.size,
        file.events,
        file.timexes,
        file.links,
        severities.count("error"),
        severities.count("warning"),
    )


_ANSWERS = tuple(answer.value for answer in (Answer.YES, Answer.NO, Answer.UNKNOWN))
_COUNTS = (Column("questions"), *map(Column, _ANSWERS))
_GOLD = tuple(Column(f"gold_{verdict}", f"gold {verdict}") for verdict in VERDICTS)
_TOGETHER = (
    Column("consistent"),
    Column("contradictions"),
    Column("drop", "fewest to drop"),
    Column("implied", "follow"),
)
_NOT_KNOWN = "not known"
_ORDER: dict[str, tuple[str, ...]] = {"kinds": KINDS, "distance": BINS}
_CONSISTENT = {True: "yes", False: "no", None: "not decided"}


def question_check_report(checked: CheckedSets, *, most: int = 0, signature: str = "") -> Report:
    """The report on question sets: text and JSON have findings and counts, CSV and the formats for
    findings the findings, Markdown, LaTeX and HTML the counts.

    Text shows at most ``most`` findings of each rule (0: all), and leaves out documents that cannot
    be read, which the command names on stderr. ``signature`` says how gold was read.
    """
    section = FindingsSection(
        checked.findings, RULES, most=most, hidden=frozenset({UNREADABLE.code})
    )
    tables = [_documents(checked, signature), _composition(checked)]
    members: dict[str, object] = {
        "documents": [_document(document) for document in checked.documents],
        "warnings": list(checked.warnings),
    }
    if _has_gold(checked):
        members["signature"] = signature
    return findings_report([section], tables, members=members)


def _documents(checked: CheckedSets, signature: str) -> Table:
    gold = _has_gold(checked)
    columns = (Column("document", kind="key"), *_COUNTS, *_TOGETHER, *(_GOLD if gold else ()))
    files = {asked.file for document in checked.documents for asked in document.asked.questions}
    rows = [
        (
            document.asked.name,
            *_counted(document.asked.questions),
            *_together(document.answers, several=len(files) > 1),
            *(_verdicts([document]) if gold else ()),
        )
        for document in checked.documents
    ]
    if len(rows) > 1:
        rows.append(("all", *_all(checked), *(_verdicts(checked.documents) if gold else ())))
    notes = (f"gold: {signature}",) if signature and gold else ()
    return Table(columns, tuple(rows), notes, name="documents")


def _all(checked: CheckedSets) -> tuple[Cell, ...]:
    documents = checked.documents
    everything = [asked for document in documents for asked in document.asked.questions]
    drops = [document.answers.drop for document in documents]
    following = [document.answers.following for document in documents]
    return (
        *_counted(everything),
        f"{sum(document.answers.consistent is True for document in documents)} of {len(documents)}",
        sum(len(document.answers.contradictions) for document in documents),
        None if None in drops else str(sum(len(drop or ()) for drop in drops)),
        sum(len(follow or ()) for follow in following),
    )


def _together(answers: Answers, *, several: bool) -> tuple[Cell, ...]:
    drop = answers.drop
    named = None
    if drop is not None:
        files = [f" of {os.path.basename(asked.file)}" if several else "" for asked in drop]
        numbers = [asked.question.number for asked in drop]
        named = ", ".join(map(add, numbers, files)) or "none"
    follow = None if answers.following is None else len(answers.following)
    count: Cell = len(answers.contradictions)
    if not answers.all_found:
        count = None if answers.consistent is None else f"{count} or more"
    return _CONSISTENT[answers.consistent], count, named, follow


def _counted(questions: Iterable[Asked]) -> tuple[int, ...]:
    answers = [asked.question.answer for asked in questions]
    by_answer = Counter(answer.value for answer in answers if answer is not None)
    return (len(answers), *(by_answer[answer] for answer in _ANSWERS))


def _verdicts(documents: Iterable[CheckedDocument]) -> tuple[int, ...]:
    return _counts_of(judged for document in documents for judged in document.judged or ())


def _counts_of(judged: Iterable[Judged]) -> tuple[int, ...]:
    counts = Counter(question.verdict for question in judged)
    return tuple(counts[verdict] for verdict in VERDICTS)


def _composition(checked: CheckedSets) -> Table:
    """The questions by relation, by the kinds of their entities and by distance."""
    gold = _has_gold(checked)
    columns = (
        Column("by", kind="key"),
        Column("group", kind="key"),
        *_COUNTS,
        *(_GOLD if gold else ()),
    )
    rows = []
    for by in GROUPS:
        groups: dict[str, list[Asked]] = {}
        judged: dict[str, list[Judged]] = {}
        for document in checked.documents:
            for asked in document.asked.questions:
                groups.setdefault(document.group(by, asked) or _NOT_KNOWN, []).append(asked)
            for verdict in document.judged or ():
                name = document.group(by, verdict.question) or _NOT_KNOWN
                judged.setdefault(name, []).append(verdict)
        for name in (*_ORDER.get(by, sorted(groups.keys() - {_NOT_KNOWN})), _NOT_KNOWN):
            if name in groups:
                verdicts = _counts_of(judged.get(name, ())) if gold else ()
                rows.append((by, name, *_counted(groups[name]), *verdicts))
    return Table(columns, tuple(rows), name="groups")


def _has_gold(checked: CheckedSets) -> bool:
    return any(document.judged is not None for document in checked.documents)


def _document(document: CheckedDocument) -> dict[str, Any]:
    answers = document.answers
    content: dict[str, Any] = {
        "document": document.asked.name,
        **dict(zip(("questions", *_ANSWERS), _counted(document.asked.questions), strict=True)),
        "consistent": answers.consistent,
        "contradictions": [
            {
                "questions": _named(contradiction.questions),
                "branches": [branch_to_json(branch) for branch in contradiction.branches],
                "all_branches": contradiction.explained,
            }
            for contradiction in answers.contradictions
        ],
        "all_contradictions_found": answers.all_found,
        "fewest_to_drop": None if answers.drop is None else _named(answers.drop),
        "following": None
        if answers.following is None
        else [
            {
                "question": _named([following.question])[0],
                "answer": following.answer.value,
                "premises": _named(following.premises),
            }
            for following in answers.following
        ],
    }
    if document.judged is not None:
        content["gold"] = [
            {
                "question": _named([judged.question])[0],
                "verdict": judged.verdict,
                "answer": judged.answer.value,
                "proof": None if judged.proof is None else judged.proof.to_json(),
            }
            for judged in document.judged
        ]
    return content


def _named(questions: Sequence[Asked]) -> list[dict[str, object]]:
    return [
        {"file": asked.file, "line": asked.question.line, "number": asked.question.number}
        for asked in questions
    ]
