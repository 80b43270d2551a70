"""Checking a submission against the input documents: everything that keeps it from being scored
as its authors expect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import timeml
from timegraph._wording.counting import counted
from timegraph.checking.all_rules import findings_of
from timegraph.checking.reading import Reading
from timegraph.findings import Finding
from timegraph.task.rules import finding
from timegraph.task.submissions.files import find_files
from timegraph.task.submissions.texts import text_change
from timeml import Collection, Document, Position, TimeMLError

__all__ = ["MAX_MEGABYTES", "CheckedFile", "CheckedSubmission", "check_submission"]

MAX_MEGABYTES = 10
"""The largest file by default; the longest annotated news reports have less than half of one."""

_MEGABYTE = 2**20

_RULES = frozenset(
    {
        *("duplicate-id", "missing-id", "dangling-id", "dangling-reference"),
        *("unknown-reltype", "unexpected-root", "unresolved-entity"),
    }
)
"""The rules of ``timegraph check`` that a submission has to keep."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """One document of a submission: its size in bytes, what it holds, and the findings.

    Without a file, or where it cannot be read, the counts are ``None``.
    """

    document: str
    size: int | None = None
    events: int | None = None
    timexes: int | None = None
    links: int | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """A submission with what was found: in its files, and in the submission as a whole."""

    name: str
    files: tuple[CheckedFile, ...]
    own: tuple[Finding, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings."""
        return (*self.own, *(found for file in self.files for found in file.findings))

    def count(self, severity: str) -> int:
        """How many findings are of this severity."""
        return sum(found.severity == severity for found in self.findings)

    @property
    def accepted(self) -> bool:
        """Whether no finding is an error."""
        return not self.count("error")


def check_submission(
    submission: Collection,
    *,
    name: str,
    inputs: Mapping[str, Document],
    max_megabytes: float = MAX_MEGABYTES,
) -> CheckedSubmission:
    """Check a submission, opened with its subfolders and with input documents.

    ``inputs`` are the documents that were handed out, by name; ``name`` is what findings call the
    submission. Each input document must be there once, well-formed, no larger than
    ``max_megabytes``, with the words and the creation time of the input, with ids that are used
    once and links whose ends are there.
    """
    found = find_files(submission.names, tuple(inputs), name)
    whole: list[Finding] = []
    own: dict[str, list[Finding]] = {}
    place_of = {f"{name}/{file}": document for document, file in found.by_document.items()}
    for fault in found.findings:
        document = place_of.get(fault.document)
        (whole if document is None else own.setdefault(document, [])).append(fault)
    files = [
        _checked(
            submission,
            found.by_document[document],
            document,
            expected,
            path=f"{name}/{found.by_document[document]}",
            most=max_megabytes,
            findings=own.get(document, []),
        )
        if document in found.by_document
        else CheckedFile(document)
        for document, expected in inputs.items()
    ]
    return CheckedSubmission(name, tuple(files), tuple(whole))


def _checked(
    submission: Collection,
    file: str,
    document: str,
    expected: Document,
    *,
    path: str,
    most: float,
    findings: list[Finding],
) -> CheckedFile:
    size = None
    try:
        data = submission.bytes(file)
        size = len(data)
        if size > most * _MEGABYTE:
            message = (
                f"the file is {size / _MEGABYTE:.1f} MB large; at most {most:g} MB are allowed"
            )
            findings = [*findings, finding("too-large", path, message)]
            return CheckedFile(document, size, findings=tuple(findings))
        found = submission.read(file)
    except TimeMLError as error:
        position = None if error.line is None else Position(error.line)
        failure = finding("unreadable", path, error.message, position=position)
        return CheckedFile(document, size, findings=(*findings, failure))
    except OSError as error:
        failure = finding("unreadable", path, error.strerror or str(error))
        return CheckedFile(document, findings=(*findings, failure))
    return CheckedFile(
        document,
        size,
        events=len(found.events),
        timexes=len(found.timexes),
        links=len(found.tlinks),
        findings=(
            *findings,
            *_text(found, expected, path),
            *_creation_time(found, expected, path),
            *findings_of(Reading(found, path=path, data=data), _RULES),
            *_nothing(found, path),
        ),
    )


def _text(found: Document, expected: Document, path: str) -> Iterator[Finding]:
    change = text_change(expected.text, found.text)
    if change is None:
        return
    where = f"the input has {change.expected!r}, the submission {change.found!r}"
    if change.case_only:
        yield finding("case-changed", path, f"first difference: {where}")
        return
    difference = timeml.align_ids(system=found, key=expected).difference
    lost = "" if difference is None else f"; {_lost(difference)}"
    yield finding("text-changed", path, f"first difference: {where}{lost}")


def _lost(difference: timeml.TextDifference) -> str:
    theirs = counted(difference.system_characters, "character")
    ours = counted(difference.key_characters, "character")
    return (
        f"not in the input: {difference.system_lost:,} of the submission's {theirs}; missing: "
        f"{difference.key_lost:,} of the input's {ours}"
    )


def _creation_time(found: Document, expected: Document, path: str) -> Iterator[Finding]:
    wanted, there = expected.dct, found.dct
    if wanted is None:
        return
    code = "creation-time-changed"
    if there is None:
        yield finding(code, path, f"the creation time {wanted.value} is missing")
    elif there.value != wanted.value:
        message = f"the creation time is {there.value}, but the input has {wanted.value}"
        position = None if there.line is None else Position(there.line)
        yield finding(code, path, message, position=position, ids=(there.tid,))


def _nothing(found: Document, path: str) -> Iterator[Finding]:
    if not found.events and not found.tlinks:
        yield finding("no-annotations", path, "the document has no EVENT and no TLINK")
