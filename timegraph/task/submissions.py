"""Checking a submission against the input documents: everything that keeps it from being scored
as its authors expect."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import timeml
from timegraph._wording.counting import counted
from timegraph.checking.document import RULES, findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding
from timegraph.findings.record import Rule
from timeml import Collection, Document, Position, TimeMLError
from timeml.collection import bare_name

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


_OWN: tuple[Rule, ...] = (
    # Plain texts.
    Rule(
        "no-creation-time",
        "error",
        "text without creation time",
        "write the TIMEX3 value, such as 1998-04-18, on the first line",
    ),
    Rule(
        "already-timeml",
        "error",
        "file that is TimeML already",
        "give the plain text; --back makes it from TimeML",
    ),
    Rule(
        "unwritable-character",
        "warning",
        "character that TimeML cannot hold",
        "remove the character from the text; a blank was written in its place",
    ),
    Rule(
        "short-text",
        "warning",
        "text of fewer than 120 words",
        "choose a longer text: few questions can be asked about a short one",
    ),
    Rule("no-title", "note", "text without title", "write a line title: ... above the text"),
    # Marked texts.
    Rule(
        "unasked-mark",
        "warning",
        "mark that no question names",
        "ask about it, or remove the mark",
    ),
    Rule(
        "empty-mark",
        "warning",
        "mark without words",
        "mark the words: no system's annotation can be aligned with an empty mark",
    ),
    Rule("no-questions", "warning", "text without questions", "write questions below the line ---"),
    # Submissions.
    Rule(
        "missing-document",
        "error",
        "document that the submission lacks",
        "add it under its name, which ends in .tml; else all its questions count as unanswered",
    ),
    Rule(
        "wrong-folder",
        "error",
        "documents in a subfolder, where they are not read",
        "put all documents into one folder, without further folders, and pack that folder",
    ),
    Rule(
        "inner-folder",
        "note",
        "submission whose documents are in an inner folder",
        "pack the documents without the folder",
    ),
    Rule(
        "wrong-ending",
        "error",
        "document whose name does not end in .tml",
        "rename the file so that it ends in .tml",
    ),
    Rule(
        "ambiguous-name",
        "error",
        "several files that match one document",
        "leave one of them in the submission, under the name of the input document",
    ),
    Rule("too-large", "error", "file that is too large", "write the annotations of the text only"),
    Rule(
        "text-changed",
        "error",
        "text with other words than the input's",
        "annotate the text as it was handed out; only white space may differ",
    ),
    Rule(
        "case-changed",
        "warning",
        "text in other upper and lower case than the input's",
        "annotate the text as it was handed out",
    ),
    Rule(
        "creation-time-changed",
        "error",
        "creation time other than the input's",
        "keep the TIMEX3 in DCT with its value",
    ),
    Rule(
        "no-annotations",
        "warning",
        "document without events and links",
        "check that this is the system's output, not the input",
    ),
    Rule(
        "extra-document",
        "warning",
        "document that is not among the inputs",
        "remove it, or correct its name",
    ),
)

_OF_DOCUMENTS = (
    *("unreadable", "no-dct", "timex-form", "timex-range", "timex-decade", "timex-text"),
    *("timex-far", "duplicate-id", "missing-id", "dangling-id", "dangling-reference"),
    *("unknown-reltype", "unexpected-root", "unresolved-entity"),
)

TASK_RULES: dict[str, Rule] = {
    **{code: RULES[code] for code in _OF_DOCUMENTS},
    **{rule.code: rule for rule in _OWN},
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


# Text files as people write them: UTF-8 with any line ends.


def decoded(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, with or without byte order mark. Lines end in line feeds, as
    XML has them, whatever ends them in the file.

    Raises :class:`timeml.TimeMLError` that names file and line for another encoding.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TimeMLError("is UTF-16; save it as UTF-8", file=file, line=1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        what = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise TimeMLError(what, file=file, line=before.count(b"\n") + 1) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
        return (*self.own, *(fault for file in self.files for fault in file.findings))

    def count(self, severity: str) -> int:
        """How many findings are of this severity."""
        return sum(fault.severity == severity for fault in self.findings)

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
    files_of, findings = find_files(submission.names, tuple(inputs), name)
    whole: list[Finding] = []
    faults_of: dict[str, list[Finding]] = {}
    place_of = {f"{name}/{file}": document for document, file in files_of.items()}
    for fault in findings:
        document = place_of.get(fault.document)
        (whole if document is None else faults_of.setdefault(document, [])).append(fault)
    files = [
        _checked(
            submission,
            files_of[document],
            document,
            expected,
            path=f"{name}/{files_of[document]}",
            most=max_megabytes,
            findings=faults_of.get(document, []),
        )
        if document in files_of
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
        submitted = submission.read(file)
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
        events=len(submitted.events),
        timexes=len(submitted.timexes),
        links=len(submitted.tlinks),
        findings=(
            *findings,
            *_text(submitted, expected, path),
            *_creation_time(submitted, expected, path),
            *findings_of(Reading(submitted, path=path, data=data), _RULES),
            *_nothing(submitted, path),
        ),
    )


def _text(submitted: Document, expected: Document, path: str) -> Iterator[Finding]:
    change = text_change(expected.text, submitted.text)
    if change is None:
        return
    where = f"the input has {change.expected!r}, the submission {change.found!r}"
    if change.case_only:
        yield finding("case-changed", path, f"first difference: {where}")
        return
    difference = timeml.align_ids(system=submitted, key=expected).difference
    lost = "" if difference is None else f"; {_lost(difference)}"
    yield finding("text-changed", path, f"first difference: {where}{lost}")


def _lost(difference: timeml.TextDifference) -> str:
    theirs = counted(difference.system_characters, "character")
    ours = counted(difference.key_characters, "character")
    return (
        f"not in the input: {difference.system_lost:,} of the submission's {theirs}; missing: "
        f"{difference.key_lost:,} of the input's {ours}"
    )


def _creation_time(submitted: Document, expected: Document, path: str) -> Iterator[Finding]:
    given, there = expected.dct, submitted.dct
    if given is None:
        return
    code = "creation-time-changed"
    if there is None:
        yield finding(code, path, f"the creation time {given.value} is missing")
    elif there.value != given.value:
        message = f"the creation time is {there.value}, but the input has {given.value}"
        position = None if there.line is None else Position(there.line)
        yield finding(code, path, message, position=position, ids=(there.tid,))


def _nothing(submitted: Document, path: str) -> Iterator[Finding]:
    if not submitted.events and not submitted.tlinks:
        yield finding("no-annotations", path, "the document has no EVENT and no TLINK")


_BEFORE, _AFTER = 30, 40
"""Characters that are shown around a difference."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """The first difference: what stands there in each text, with some words around it.

    ``case_only`` says that the texts differ in upper and lower case alone.
    """

    expected: str
    found: str
    case_only: bool = False


def text_change(expected: str, found: str) -> TextChange | None:
    """The first difference between two texts, white space aside; ``None`` if there is none."""
    letters, other = "".join(expected.split()), "".join(found.split())
    if letters == other:
        return None
    folded = letters.casefold(), other.casefold()
    case_only = folded[0] == folded[1]
    pairs = enumerate(zip(letters, other, strict=False))
    index = next((n for n, (a, b) in pairs if a != b), min(len(letters), len(other)))
    return TextChange(_around(expected, index), _around(found, index), case_only)


def _around(text: str, index: int) -> str:
    """The words around the character that has so many others, not white space, before it."""
    offset = _offset(text, index)
    start = text.rfind(" ", 0, max(offset - _BEFORE, 0)) + 1 if offset > _BEFORE else 0
    shown = text[start : offset + _AFTER]
    words = " ".join(shown.split())
    before = "..." if text[:start].strip() else ""
    after = "..." if text[offset + _AFTER :].strip() else ""
    return f"{before}{words}{after}"


def _offset(text: str, index: int) -> int:
    for offset, character in enumerate(text):
        if not character.isspace():
            if not index:
                return offset
            index -= 1
    return len(text)


_SHOWN = 5


def find_files(
    names: Sequence[str], documents: Sequence[str], submission: str
) -> tuple[dict[str, str], list[Finding]]:
    """The files of a submission by the names of the inputs, ``documents``, and what is wrong with
    the names and places of files.

    ``names`` are the paths of all files in the submission, relative to it, with ``/``. Names are
    compared without ``.tml`` and ``.TE3input``, and a name in the same case is preferred. One
    folder that holds everything is looked into, as ``score`` does; a document that is only in
    another subfolder is found there, and reported.
    """
    by_document: dict[str, str] = {}
    findings: list[Finding] = []
    home = _common_folder(names)
    if home:
        message = f"the documents are in the folder {home[:-1]}"
        findings.append(finding("inner-folder", submission, message, ids=(home[:-1],)))
    used: set[str] = set()
    for document in documents:
        places = _candidates(document, names)
        used.update(places)
        if not places:
            message = f"the submission has no document {document}"
            findings.append(finding("missing-document", submission, message, ids=(document,)))
            continue
        at_top = [name for name in places if "/" not in name[len(home) :]]
        choices = at_top or places
        if len(choices) > 1:
            message = f"several files match {document}: {', '.join(choices)}"
            findings.append(finding("ambiguous-name", submission, message, ids=(document,)))
            continue
        (by_document[document],) = choices
    files = sorted(by_document.values())
    findings += _misplaced([name for name in files if "/" in name[len(home) :]], submission)
    for name in by_document.values():
        if not name.lower().endswith(".tml"):
            message = f"the name {name.rpartition('/')[2]} does not end in .tml"
            findings.append(finding("wrong-ending", f"{submission}/{name}", message))
    for name in names:
        if name not in used:
            message = "no input document has this name"
            findings.append(finding("extra-document", f"{submission}/{name}", message))
    return by_document, findings


def _common_folder(names: Sequence[str]) -> str:
    """The folder that all files are in, with ``/``; ``""`` if that is the submission itself."""
    folders = {name.rpartition("/")[0] for name in names}
    common = os.path.commonpath(folders) if folders else ""
    return f"{common}/" if common else ""


def _candidates(document: str, names: Iterable[str]) -> list[str]:
    """The files that may be the document; those whose names agree best."""
    bare = bare_name(document)
    fitting = [name for name in names if _stem(name).casefold() == bare.casefold()]
    same_case = [name for name in fitting if _stem(name) == bare]
    fitting = same_case or fitting
    exact = [name for name in fitting if name.rpartition("/")[2] == document]
    return exact or fitting


def _stem(name: str) -> str:
    return bare_name(name.rpartition("/")[2])


def _misplaced(names: Sequence[str], submission: str) -> Iterator[Finding]:
    folders: dict[str, list[str]] = {}
    for name in names:
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, []).append(file)
    for folder, files in folders.items():
        shown = ", ".join(files[:_SHOWN]) + (" ..." if len(files) > _SHOWN else "")
        message = f"{counted(len(files), 'document')} in the folder {folder}: {shown}"
        yield finding("wrong-folder", submission, message, ids=(folder,))
