"""The verdict on a submission, as it can be sent to the participants."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.report.tables import Cell, Column, Table
from timegraph.report.task import CheckFormat, render_task
from timegraph.task.submissions.check import CheckedFile, CheckedSubmission

__all__ = ["render_submissions", "verdict_of"]

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
        also = f" and {_count(warnings, 'warning')}" if warnings else ""
        return f"not accepted: {_count(errors, 'error')}{also}; mend the errors and submit again"
    if warnings:
        return f"accepted, with {_count(warnings, 'warning')}"
    return "accepted"


def render_submissions(
    checked: Sequence[CheckedSubmission],
    format: CheckFormat,
    *,
    most: int = 0,
    width: int | None = None,
) -> str:
    """The verdicts on submissions with all findings and a table of their documents. Text has one
    verdict after the other, each complete in itself."""
    if format == "text":
        return "\n".join(_text(one, most, width) for one in checked)
    findings = [found for one in checked for found in one.findings]
    verdicts = [
        {"submission": one.name, "accepted": one.accepted, "verdict": verdict_of(one)}
        for one in checked
    ]
    return render_task(findings, _table(checked), format, more={"submissions": verdicts})


def _text(checked: CheckedSubmission, most: int, width: int | None) -> str:
    there = sum(file.size is not None for file in checked.files)
    of = f"{there} of {_count(len(checked.files), 'input document')}"
    heading = (
        f"Submission {checked.name}: {verdict_of(checked)}.\n"
        f"{of} {'is' if there == 1 else 'are'} there.\n\n"
    )
    table = _table([checked])
    table = Table(table.columns[1:], tuple(row[1:] for row in table.rows), name=table.name)
    return render_task(checked.findings, table, "text", heading=heading, most=most, width=width)


def _table(checked: Sequence[CheckedSubmission]) -> Table:
    rows = tuple(_row(one.name, file) for one in checked for file in one.files)
    return Table(_COLUMNS, rows, name="documents")


def _row(submission: str, file: CheckedFile) -> tuple[Cell, ...]:
    severities = [found.severity for found in file.findings]
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


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
