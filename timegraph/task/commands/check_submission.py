"""``timegraph task check-submission``: whether submissions can be scored, and a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from timegraph._wording import counted
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import (
    findings_format,
    most_option,
    of_call,
    path_argument,
    path_option,
)
from timegraph.corpus.runner import open_documents
from timegraph.report import Column, FindingsSection, Report, Table
from timegraph.report.findings import findings_report
from timegraph.scoring.run import system_names
from timegraph.task.files import TASK_RULES, CheckedSubmission, check_submission
from timeml import Document, TimeMLError, open_collection

_EPILOG = """\b
Examples (from the project root):
  timegraph task check-submission examples/kit/systems/careful \\
      --texts examples/kit/eval-questions/question-events
  timegraph task check-submission run1.zip --texts input --output verdict.txt

A submission is a folder, .zip or .tar.gz with an annotated document for each input document.
Each has to be well-formed, with the words and the creation time of the input, ids that are used
once, and links whose ends are there. White space may differ.

Exit code 0: accepted without warnings; 1: there are errors or warnings, each named.
"""


@command_with(
    path_argument("submissions", "SUBMISSION...", nargs=-1, required=True),
    path_option(
        "--texts DIR",
        "The input documents that were handed out, or any documents with the same texts.",
        required=True,
    ),
    most_option,
    call=(findings_format(" markdown has the table of documents alone."), *of_call("output")),
    epilog=_EPILOG,
    progress="checking",
)
def command(
    call: Call,
    *,
    submissions: tuple[Path, ...],
    texts: Path,
    most: int,
) -> None:
    """Check each SUBMISSION against the documents that were handed out, and write a verdict that
    can be sent to the participants."""
    documents = _inputs(texts)
    names = system_names(submissions)
    checked = [
        _checked(path, name, documents) for path, name in zip(submissions, names, strict=True)
    ]
    call.print(_report(checked, most))
    call.finish(
        complete=all(
            finding.severity == "note" for submission in checked for finding in submission.findings
        )
    )


def _inputs(path: Path) -> Mapping[str, Document]:
    collection = open_documents(path, "--texts", inputs=True)
    return {name: collection.read(name) for name in collection.names}


def _checked(path: Path, name: str, documents: Mapping[str, Document]) -> CheckedSubmission:
    try:
        collection = open_collection(path)
    except OSError as error:
        raise BadUsage(f"submission {path}: {error.strerror or error}") from None
    except TimeMLError as error:
        raise BadUsage(f"submission {path}: {error.message}") from None
    return check_submission(collection, name=name, inputs=documents)


def verdict_of(checked: CheckedSubmission) -> str:
    """One sentence: whether the submission can be scored as it is."""
    errors, warnings = checked.count("error"), checked.count("warning")
    if errors:
        also = f" and {counted(warnings, 'warning')}" if warnings else ""
        return f"not accepted: {counted(errors, 'error')}{also}; fix the errors and submit again"
    return f"accepted, with {counted(warnings, 'warning')}" if warnings else "accepted"


def _report(checked: Sequence[CheckedSubmission], most: int) -> Report:
    """The verdicts on submissions with all findings, and a table of their documents."""
    sections = []
    verdicts = []
    for submission in checked:
        verdict = verdict_of(submission)
        there = sum(size is not None for _, size, *_ in submission.rows)
        heading = (
            f"Submission {submission.name}: {verdict}. {there} of "
            f"{counted(len(submission.rows), 'input document')} {'is' if there == 1 else 'are'} "
            "there."
        )
        sections.append(
            FindingsSection(submission.findings, TASK_RULES, most=most, heading=heading)
        )
        accepted = not submission.count("error")
        verdicts.append({"submission": submission.name, "accepted": accepted, "verdict": verdict})
    names = ("submission", "document", "bytes", "events", "timexes", "links", "errors", "warnings")
    rows = tuple((submission.name, *row) for submission in checked for row in submission.rows)
    table = Table(tuple(map(Column, names)), rows, name="documents")
    return findings_report(sections, [table], members={"submissions": verdicts})
