"""What ``timegraph questions check`` prints: findings in every format, and counts of questions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import add
from typing import Any

from timegraph.answer import Answer
from timegraph.report.check import CheckFormat
from timegraph.report.findings.github import render_github
from timegraph.report.findings.sarif import render_sarif
from timegraph.report.findings.table import findings_table
from timegraph.report.findings.text import render_text
from timegraph.report.tables import Cell, Column, Table, render, render_json
from timegraph.task.question_sets.answers import Answers
from timegraph.task.question_sets.asked import Asked
from timegraph.task.question_sets.check import GROUPS, CheckedDocument, CheckedSets
from timegraph.task.question_sets.distance import BINS, KINDS
from timegraph.task.question_sets.gold_answers import VERDICTS, Judged
from timegraph.task.question_sets.reporting import branch_to_json
from timegraph.task.question_sets.rules import RULES

__all__ = ["render_question_check"]

_TITLES = {code: rule.title for code, rule in RULES.items()}
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


def render_question_check(
    checked: CheckedSets,
    format: CheckFormat,
    *,
    most: int = 0,
    width: int | None = None,
    signature: str = "",
) -> str:
    """The report on question sets in ``format``, as :func:`timegraph.report.check.render_checks`:
    text and JSON have findings and counts, CSV, ``github`` and ``sarif`` the findings, Markdown and
    LaTeX the counts. Text leaves out documents that cannot be read, which the command names on
    stderr. ``signature`` says how gold was read."""
    findings = checked.findings
    if format == "json":
        return _json(checked, signature)
    if format == "github":
        return render_github(findings, _TITLES)
    if format == "sarif":
        rules = {code: (rule.severity, rule.title, rule.mend) for code, rule in RULES.items()}
        return render_sarif(findings, rules)
    if format == "csv":
        return render(findings_table(findings), "csv")
    tables = [_documents(checked, signature), _composition(checked)]
    text = "\n".join(render(table, format, width=width) for table in tables)
    if format != "text":
        return text
    shown = [finding for finding in findings if finding.code != "unreadable"]
    return render_text(shown, _TITLES, advice={}, most=most, width=width) + text


def _documents(checked: CheckedSets, signature: str) -> Table:
    gold = _has_gold(checked)
    columns = (Column("document", kind="key"), *_COUNTS, *_TOGETHER, *(_GOLD if gold else ()))
    files = {asked.file for one in checked.documents for asked in one.asked.questions}
    rows = [
        (
            one.asked.name,
            *_counted(one.asked.questions),
            *_together(one.answers, several=len(files) > 1),
            *(_verdicts([one]) if gold else ()),
        )
        for one in checked.documents
    ]
    if len(rows) > 1:
        rows.append(("all", *_all(checked), *(_verdicts(checked.documents) if gold else ())))
    notes = (f"gold: {signature}",) if signature and gold else ()
    return Table(columns, tuple(rows), notes, name="documents")


def _all(checked: CheckedSets) -> tuple[Cell, ...]:
    documents = checked.documents
    everything = [asked for one in documents for asked in one.asked.questions]
    drops = [one.answers.drop for one in documents]
    following = [one.answers.following for one in documents]
    return (
        *_counted(everything),
        f"{sum(one.answers.consistent is True for one in documents)} of {len(documents)}",
        sum(len(one.answers.contradictions) for one in documents),
        None if None in drops else str(sum(len(drop or ()) for drop in drops)),
        sum(len(one or ()) for one in following),
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
    return _counts_of(judged for one in documents for judged in one.judged or ())


def _counts_of(judged: Iterable[Judged]) -> tuple[int, ...]:
    counts = Counter(one.verdict for one in judged)
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
        for one in checked.documents:
            for asked in one.asked.questions:
                groups.setdefault(one.group(by, asked) or _NOT_KNOWN, []).append(asked)
            for verdict in one.judged or ():
                name = one.group(by, verdict.question) or _NOT_KNOWN
                judged.setdefault(name, []).append(verdict)
        for name in (*_ORDER.get(by, sorted(groups.keys() - {_NOT_KNOWN})), _NOT_KNOWN):
            if name in groups:
                verdicts = _counts_of(judged.get(name, ())) if gold else ()
                rows.append((by, name, *_counted(groups[name]), *verdicts))
    return Table(columns, tuple(rows), name="groups")


def _has_gold(checked: CheckedSets) -> bool:
    return any(one.judged is not None for one in checked.documents)


def _json(checked: CheckedSets, signature: str) -> str:
    content: dict[str, object] = {
        "findings": [finding.to_json() for finding in checked.findings],
        "documents": [_document(one) for one in checked.documents],
        "groups": _composition(checked).records,
        "warnings": list(checked.warnings),
    }
    if _has_gold(checked):
        content["signature"] = signature
    return render_json(content)


def _document(one: CheckedDocument) -> dict[str, Any]:
    answers = one.answers
    content: dict[str, Any] = {
        "document": one.asked.name,
        **dict(zip(("questions", *_ANSWERS), _counted(one.asked.questions), strict=True)),
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
    if one.judged is not None:
        content["gold"] = [
            {
                "question": _named([judged.question])[0],
                "verdict": judged.verdict,
                "answer": judged.answer.value,
                "proof": None if judged.proof is None else judged.proof.to_json(),
            }
            for judged in one.judged
        ]
    return content


def _named(questions: Sequence[Asked]) -> list[dict[str, object]]:
    return [
        {"file": asked.file, "line": asked.question.line, "number": asked.question.number}
        for asked in questions
    ]
