"""The verdict on a submission, as it can be sent to the participants."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph._wording.counting import counted
from timegraph.report.findings.report import findings_report
from timegraph.report.report import FindingsSection, Report
from timegraph.report.tables import Cell, Column, Table
from timegraph.task.rules import TASK_RULES
from timegraph.task.submissions import CheckedFile, CheckedSubmission

__all__ = ["submissions_report", "verdict_of"]

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
