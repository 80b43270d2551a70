"""Checking a submission against the input documents: everything that keeps it from being scored
as its authors expect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import timeml
from timegraph._wording import counted
from timegraph.checking.document import RULES, findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding, Rule, Severity
from timeml import Collection, Document, Position, TimeMLError

# Kits in the official layout: a question set and its key documents as files of a folder.


QUESTION_FILE = "eval-questions/question-set.txt"
KEY_FOLDER = "eval-questions/question-events"


def kit_files(lines: Iterable[str], keys: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a kit by their relative path: the ``lines`` of its question set, and its key
    documents by name."""
    questions = "".join(f"{line}\n" for line in lines)
    return {
        QUESTION_FILE: questions.encode(),
        **{f"{KEY_FOLDER}/{name}": data for name, data in keys.items()},
    }


# What can be wrong with the files of a shared task: codes, how severe, and how to fix it.
#
# ``tools/make_rule_pages.py`` makes the table in ``docs/shared-task.md`` from the rules.
#
# Faults that documents of any kind can have are rules of :mod:`timegraph.checking`, under the
# same codes; here is what only a task's texts, marked texts and submissions can have.


_OWN: tuple[tuple[str, Severity, str, str], ...] = (
    # Plain texts.
    ("no-creation-time", "error", "text without creation time",
     "write the TIMEX3 value, such as 1998-04-18, on the first line"),
    ("already-timeml", "error", "file that is TimeML already",
     "give the plain text; --back makes it from TimeML"),
    ("unwritable-character", "warning", "character that TimeML cannot hold",
     "remove the character from the text; a blank was written in its place"),
    ("short-text", "warning", "text of fewer than 120 words",
     "choose a longer text: few questions can be asked about a short one"),
    ("no-title", "note", "text without title", "write a line title: ... above the text"),
    # Marked texts.
    ("unasked-mark", "warning", "mark that no question names", "ask about it, or remove the mark"),
    ("empty-mark", "warning", "mark without words",
     "mark the words: no system's annotation can be aligned with an empty mark"),
    ("no-questions", "warning", "text without questions", "write questions below the line ---"),
    # Submissions.
    ("missing-document", "error", "document that the submission lacks",
     "add it under its name, which ends in .tml; else all its questions count as unanswered"),
    ("text-changed", "error", "text with other words than the input's",
     "annotate the text as it was handed out; only white space may differ"),
    ("creation-time-changed", "error", "creation time other than the input's",
     "keep the TIMEX3 in DCT with its value"),
    ("no-annotations", "warning", "document without events and links",
     "check that this is the system's output, not the input"),
    ("extra-document", "warning", "document that is not among the inputs",
     "remove it, or correct its name"),
)  # fmt: skip

_OF_DOCUMENTS = (
    *("unreadable", "no-dct", "timex-form", "timex-range", "timex-decade", "timex-text"),
    *("timex-far", "duplicate-id", "missing-id", "dangling-id", "dangling-reference"),
    *("unknown-reltype", "unexpected-root", "unresolved-entity"),
)

TASK_RULES: dict[str, Rule] = {
    **{code: RULES[code] for code in _OF_DOCUMENTS},
    **{row[0]: Rule(*row) for row in _OWN},
}
"""Each rule by its code."""


def finding(
    code: str,
    document: str,
    message: str,
    *,
    position: Position | None = None,
    ids: tuple[str, ...] = (),
    fix: str = "",
) -> Finding:
    """A finding of the rule ``code``, with the rule's advice unless ``fix`` is given."""
    rule = TASK_RULES[code]
    return Finding(
        code=code,
        severity=rule.severity,
        document=document,
        message=message,
        ids=ids,
        position=position,
        fix=fix or rule.fix,
    )


# Checking a submission against the documents that were handed out.


_RULES = frozenset(
    {
        *("duplicate-id", "missing-id", "dangling-id", "dangling-reference"),
        *("unknown-reltype", "unexpected-root", "unresolved-entity"),
    }
)
"""The rules of ``timegraph check`` that a submission has to keep."""

DocumentRow = tuple[str, int | None, int | None, int | None, int | None, int, int]
"""A document: its name, its size in bytes, its events, timexes and links (``None`` where it is not
there or cannot be read), and the numbers of errors and warnings."""


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """A submission with what was found, and a row for each document that was handed out."""

    name: str
    rows: tuple[DocumentRow, ...]
    findings: tuple[Finding, ...]

    def count(self, severity: str) -> int:
        """How many findings are of this severity."""
        return sum(fault.severity == severity for fault in self.findings)


def check_submission(
    submission: Collection, *, name: str, inputs: Mapping[str, Document]
) -> CheckedSubmission:
    """Check a submission.

    ``inputs`` are the documents that were handed out, by name; ``name`` is what findings call the
    submission. Each input document must be there once, well-formed, with the words and the creation
    time of the input, with ids that are used once and links whose ends are there.
    """
    findings: list[Finding] = []
    rows: list[DocumentRow] = []
    used: set[str] = set()
    for document, expected in inputs.items():
        size: int | None = None
        counts: tuple[int | None, int | None, int | None] = (None, None, None)
        found: list[Finding] = []
        path = f"{name}/{document}"
        try:
            file = submission.match(document)
            if file is None:
                message = f"the submission has no document {document}"
                findings.append(finding("missing-document", name, message, ids=(document,)))
            else:
                used.add(file)
                path = f"{name}/{file}"
                data = submission.bytes(file)
                size = len(data)
                submitted = submission.read(file)
                counts = len(submitted.events), len(submitted.timexes), len(submitted.tlinks)
                found = list(_faults(submitted, expected, path, data))
        except TimeMLError as error:
            position = None if error.line is None else Position(error.line)
            found = [finding("unreadable", path, error.message, position=position)]
        except OSError as error:
            found = [finding("unreadable", path, error.strerror or str(error))]
        findings += found
        severities = [fault.severity for fault in found]
        errors, warnings = severities.count("error"), severities.count("warning")
        rows.append((document, size, *counts, errors, warnings))
    for file in submission.names:
        if file not in used:
            message = "no input document has this name"
            findings.append(finding("extra-document", f"{name}/{file}", message))
    return CheckedSubmission(name, tuple(rows), tuple(findings))


def _faults(submitted: Document, expected: Document, path: str, data: bytes) -> Iterator[Finding]:
    letters, other = ("".join(text.split()) for text in (expected.text, submitted.text))
    if letters.casefold() != other.casefold():
        pairs = enumerate(zip(letters, other, strict=False))
        index = next((n for n, (a, b) in pairs if a != b), min(len(letters), len(other)))
        theirs, ours = _around(submitted.text, index), _around(expected.text, index)
        message = f"first difference: the input has {ours!r}, the submission {theirs!r}"
        lost = timeml.align_ids(system=submitted, key=expected).difference
        if lost is not None:
            message += (
                f"; not in the input: {lost.system_lost:,} of the submission's "
                f"{counted(lost.system_characters, 'character')}; missing: {lost.key_lost:,} of "
                f"the input's {counted(lost.key_characters, 'character')}"
            )
        yield finding("text-changed", path, message)
    wanted, there = expected.dct, submitted.dct
    if wanted is not None and there is None:
        message = f"the creation time {wanted.value} is missing"
        yield finding("creation-time-changed", path, message)
    elif wanted is not None and there is not None and there.value != wanted.value:
        message = f"the creation time is {there.value}, but the input has {wanted.value}"
        position = None if there.line is None else Position(there.line)
        yield finding("creation-time-changed", path, message, position=position, ids=(there.tid,))
    yield from findings_of(Reading(submitted, path=path, data=data), _RULES)
    if not submitted.events and not submitted.tlinks:
        yield finding("no-annotations", path, "the document has no EVENT and no TLINK")


_BEFORE, _AFTER = 30, 40
"""Characters that are shown around a difference."""


def _around(text: str, index: int) -> str:
    """The words around the character that has so many others, not white space, before it."""
    places = [offset for offset, character in enumerate(text) if not character.isspace()]
    offset = places[index] if index < len(places) else len(text)
    start = text.rfind(" ", 0, max(offset - _BEFORE, 0)) + 1 if offset > _BEFORE else 0
    words = " ".join(text[start : offset + _AFTER].split())
    before = "..." if text[:start].strip() else ""
    after = "..." if text[offset + _AFTER :].strip() else ""
    return f"{before}{words}{after}"
