"""``timegraph check --from facts``: what is wrong with tables of dated facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Call
from timegraph.dates.tables import rules_by_code
from timegraph.facts.commands._inputs import base_of, facts_in, only_notes
from timegraph.facts.relations import OneAtATime
from timegraph.findings import Finding, Rule, Severity
from timegraph.report import Column, Table
from timegraph.report.findings import findings_report
from timegraph.report.report import FindingsSection

FACT_RULES: Mapping[str, Rule] = rules_by_code(
    ("unreadable", "error", "line that cannot be read", "write it as docs/facts.md shows"),
    ("not-a-fact", "error", "line that is not a fact", "write it as docs/facts.md shows"),
    ("no-date", "error", "date that cannot be read", "write it as the message shows"),
    ("unread-dates", "warning", "dates in no column of dates", "call it start or end"),
    ("no-object", "warning", "fact without an object", "write it, or leave the fact out"),
    ("start-after-end", "error", "fact that starts after it ends", "correct a date"),
    ("contradiction", "warning", "two facts at a time, of which there is one",
     "correct a date, or name the relation in neither --one-object nor --one-subject"),
    ("repeated", "warning", "fact that is listed twice", "remove one of the two"),
    ("empty", "warning", "table without facts", "add facts, or leave the table out"),
)  # fmt: skip
"""What is found in tables of facts."""

_COLUMNS = tuple(map(Column, ("table", "facts", "subjects", "problems")))


def check_facts(
    paths: Sequence[str],
    rules: tuple[tuple[str, ...], tuple[str, ...]],
    call: Call,
    *,
    most: int,
    severities: Sequence[Severity],
) -> None:
    """Print the problems of tables of facts, and end the command; ``rules`` are the relations that
    have one object at a time, and those that have one subject."""
    findings: list[Finding] = []
    rows = []
    for path in paths:
        try:
            read = facts_in(Path(path))
            base = base_of(read, OneAtATime(*rules))
        except BadUsage as error:
            call.messages.warn(error.message if path in error.message else f"{path}: {error}")
            continue
        problems = [*read.problems, *base.problems]
        rows.append((path, len(base), len(base.subjects), len(problems)))
        findings += problems
    if not rows:
        raise BadUsage("nothing to check: no PATH is a table of facts")
    section = FindingsSection(
        [finding for finding in findings if finding.severity in severities], FACT_RULES, most=most
    )
    call.print(findings_report([section], [Table(_COLUMNS, tuple(rows), name="tables")]))
    call.finish(complete=only_notes(findings) and len(rows) == len(paths))
