"""Files of a shared task: plain texts, marked texts, submissions, and what can be wrong in each.

Marked texts are the plain format in which people mark events and times and write questions. A
marked text has header lines, a blank line, the text with its marks, a line ``---`` and a question
on each line::

    document: farkas
    created: 1998-04-18
    title: A short life

    Farkas [became]{e19} a general [in 1970]{t3 1970}.
    ---
    IS e19 BEFORE t0 | Was Farkas a general before the report? | yes

The creation time is ``t0``. In the text ``\\`` takes its meaning from each of ``[ ] { } \\`` and
from a line ``---``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

import timeml
from timegraph._wording import counted
from timegraph.checking.document import RULES, findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding, Rule, Severity
from timegraph.qa import Kind, Question, parse_question
from timegraph.qa.question_sets import SOURCE
from timeml import Collection, Document, Event, Position, TimeMLError, Timex3
from timeml.plain_text import creation_time, make_document, unwritable
from timeml.timex_value import CalendarInterval, parse_value

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

KEY_RULES = ("no-dct", "timex-form", "timex-range", "timex-decade", "timex-text", "timex-far")
"""The rules of ``timegraph check`` that apply to keys. The others ask for what keys do not have by
design: classes, instances, links; or the format does not allow it."""

_OF_SUBMISSIONS = ("duplicate-id", "missing-id", "dangling-id", "dangling-reference",
                   "unknown-reltype", "unexpected-root", "unresolved-entity")  # fmt: skip
"""The rules of ``timegraph check`` that a submission has to keep."""

TASK_RULES: dict[str, Rule] = {
    **{code: RULES[code] for code in ("unreadable", *KEY_RULES, *_OF_SUBMISSIONS)},
    **{row[0]: Rule(*row) for row in _OWN},
}
"""Each rule by its code."""


def finding(code: str, document: str, message: str, **more: Any) -> Finding:
    """A finding of the rule ``code``, with the rule's advice unless a ``fix`` is given."""
    return TASK_RULES[code].found(document, message, **more)


# Checking a submission against the documents that were handed out.


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
    yield from findings_of(Reading(submitted, path=path, data=data), frozenset(_OF_SUBMISSIONS))
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


FEWEST_WORDS = 120
"""Texts with fewer words are reported: QA TempEval asks 6 to 12 questions about each."""

_LONGEST_TITLE = 25
"""Words; a paragraph of one line with more of them is text."""

_MARKUP = re.compile(r"\s*<(\?xml\b|TimeML\b)", re.IGNORECASE)


def is_date(value: str) -> bool:
    """Whether a TIMEX3 value is a place on the calendar, as a creation time has to be."""
    return isinstance(parse_value(value), CalendarInterval)


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


def split_title(content: str) -> tuple[str, str | None]:
    """The text below a title, and the title; ``None`` if the content does not begin with one: a
    line of its own that does not end as a sentence does."""
    lines = content.lstrip("\n").split("\n", 2)
    if len(lines) < 3 or lines[1].strip() or not lines[2].strip():
        return content, None
    title = " ".join(lines[0].split())
    ends_a_sentence = title.rstrip("\"'”’»)").endswith((".", ":", ";", ","))
    if not title or ends_a_sentence or len(title.split()) > _LONGEST_TITLE:
        return content, None
    return lines[2], title


def input_document(
    data: bytes, *, docid: str, path: str
) -> tuple[Document | None, tuple[Finding, ...]]:
    """The input document of a text file, which has its creation time as a TIMEX3 value on the first
    line and may have a title below it (:func:`split_title`); and the findings about it.

    Characters that XML cannot hold are replaced by blanks, and reported. A text without creation
    time, or in another encoding than UTF-8, gives no document.
    """
    try:
        content = decoded(data, path)
    except TimeMLError as error:
        position = None if error.line is None else Position(error.line)
        return None, (finding("unreadable", path, error.message, position=position),)
    if _MARKUP.match(content):
        return None, (finding("already-timeml", path, "the file is TimeML, not plain text"),)
    first, _, below = content.partition("\n")
    created = first.strip()
    if not is_date(created):
        shown = created if len(created) <= 60 else created[:59] + "…"
        message = f"no creation time: the first line is {shown!r}, which is not a TIMEX3 value"
        return None, (finding("no-creation-time", path, message, position=Position(1)),)
    text, title = split_title(below)
    words = len(text.split())
    if not words:
        return None, (finding("unreadable", path, "the file holds no text", fix="write the text"),)
    findings = []
    if words < FEWEST_WORDS:
        findings.append(finding("short-text", path, f"the text has {counted(words, 'word')}"))
    if title is None:
        findings.append(finding("no-title", path, "the text has no title"))
    bad = list(unwritable(content))
    if bad:
        offset, character = bad[0]
        line = content.count("\n", 0, offset) + 1
        position = Position(line, offset - content.rfind("\n", 0, offset))
        others = f", and {len(bad) - 1} more such characters" if len(bad) > 1 else ""
        message = f"TimeML cannot hold the character U+{ord(character):04X}{others}"
        findings.append(finding("unwritable-character", path, message, position=position))
    blanks = str.maketrans({character: " " for _, character in bad})
    document = make_document(
        text.translate(blanks),
        docid=docid,
        created=creation_time(created),
        title=None if title is None else title.translate(blanks),
    )
    return document, tuple(findings)


CREATED_ID = "t0"
"""The id of the creation time."""

_ID = re.compile(r"[eEtT][\w.\-]*")
"""The ids of events begin with ``e``, those of times with ``t``."""

_SEPARATOR = re.compile(r"---[ \t]*$", re.MULTILINE)
"""The line between text and questions."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``[start, end)`` of the text that are marked: an event or, if the id begins with
    ``t``, a time. Only times have values."""

    id: str
    start: int
    end: int
    value: str | None
    position: Position

    @property
    def is_time(self) -> bool:
        """Whether the mark is a TIMEX3."""
        return self.id[0] in "tT"


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question, and the fields of its line, with single blanks: what is asked, the natural
    language, and the answer and who contributed it, or what a LIST question expects."""

    question: Question
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with its marks, in text order and never one within another, and its questions.

    ``document`` is the name as the author typed it. The text is empty or ends in a line feed.
    """

    document: str
    text: str
    created: str | None
    title: str | None
    marks: tuple[Mark, ...]
    questions: tuple[MarkedQuestion, ...]

    def words(self, mark: Mark) -> str:
        """The characters of a mark."""
        return self.text[mark.start : mark.end]


# From a marked text to its key document and question set.
#
# A key has bare tags, as the keys of QA TempEval: ``<EVENT eid>``, and ``<TIMEX3 tid>`` with a
# value where one was given.


def file_name(document: str) -> str:
    """The name of a document's file: its own, with the ending ``.tml``."""
    return document if document.lower().endswith(".tml") else f"{document}.tml"


def key_document(marked: MarkedText) -> Document:
    """The key document of a marked text."""
    events = []
    timexes = []
    for mark in marked.marks:
        words = marked.words(mark)
        if mark.is_time:
            timexes.append(Timex3(mark.id, None, mark.value, mark.start, mark.end, words))
        else:
            events.append(Event(mark.id, None, mark.start, mark.end, words))
    return make_document(
        marked.text,
        docid=marked.document,
        created=None if marked.created is None else creation_time(marked.created, CREATED_ID),
        title=marked.title,
        events=tuple(events),
        timexes=tuple(timexes),
    )


def question_lines(marked: MarkedText, first: int = 1) -> list[str]:
    """The questions as lines of a question set, numbered from ``first`` on."""
    document = file_name(marked.document)
    return [
        "|".join((str(number), document, *question.fields))
        for number, question in enumerate(marked.questions, start=first)
    ]


# What an author should know of a marked text: the rules that apply to keys, and marks that are
# not used.


def check_marked_text(marked: MarkedText, path: str) -> tuple[Finding, ...]:
    """The findings about a marked text in the file ``path``, by line."""
    key = key_document(marked)
    positions = {mark.id: mark.position for mark in marked.marks}
    reading = Reading(key, path=path)
    findings = [
        replace(fault, position=positions.get(fault.ids[0]) if fault.ids else None)
        for fault in findings_of(reading, frozenset(KEY_RULES))
    ]
    findings += _unused(marked, key, reading, path)
    if not marked.questions:
        findings.append(finding("no-questions", path, f"{marked.document} has no questions"))

    def place(fault: Finding) -> tuple[int, int]:
        at = fault.position or Position(0)
        return at.line, at.column or 0

    return tuple(sorted(findings, key=place))


def _unused(marked: MarkedText, key: Document, reading: Reading, path: str) -> Iterator[Finding]:
    asked = {key.resolve(id) for question in marked.questions for id in question.question.args}
    # Every event may be in the list that such a question asks for, or rightly not.
    listed = any(question.question.kind is not Kind.IS for question in marked.questions)
    describer = reading.describer
    for mark in marked.marks:
        faults = []
        if mark.start == mark.end:
            faults.append(("empty-mark", f"{mark.id} marks no words"))
        if marked.questions and not listed and mark.id not in asked:
            faults.append(("unasked-mark", f"no question names {describer.mention(mark.id)}"))
        for code, message in faults:
            yield replace(
                finding(code, path, message, position=mark.position, ids=(mark.id,)),
                mentions=describer.mentions((mark.id,)),
                sentences=describer.sentences((mark.id,)),
            )


# A file of marked text, read strictly: what is not as the format says is an error.


Problem = tuple[Position, str]
"""Where something is wrong, and what."""

_SHOWN = 10
_HEADERS = ("document", "created", "title")
_FORM = "write a line like IS a RELATION b | the question in words | yes"


class MarkedTextError(ValueError):
    """A marked text that cannot be read. Each line of the message is
    ``file:line:column: what is wrong; what to do``."""


def parse_marked_text(data: bytes, file: str) -> MarkedText:
    """The marked text in a file; ``file`` names it in errors.

    Lines end in line feeds in the text, whatever ends them in the file. Raises
    :class:`MarkedTextError` with every problem, :class:`timeml.TimeMLError` for bytes that are
    not UTF-8.
    """
    lines = decoded(data, file).split("\n")
    problems: list[Problem] = []
    headers, first = _headers(lines, problems)
    divider = next((n for n in range(first, len(lines)) if _SEPARATOR.match(lines[n])), None)
    if divider is None:
        end = Position(len(lines), 1)
        problems.append((end, "there is no line --- between the text and the questions; add it"))
        divider = len(lines)
    raw = "".join(f"{line}\n" for line in lines[first:divider])
    text, marks = _scanned(raw, first + 1, problems)
    ids = _known(marks, "created" in headers, problems)
    questions = []
    for number in range(divider + 1, len(lines)):
        if lines[number].strip():
            try:
                questions.append(_question_of(lines[number], ids))
            except ValueError as error:
                problems.append((Position(number + 1, 1), str(error)))
    if problems:
        ordered = sorted(problems, key=lambda problem: (problem[0].line, problem[0].column or 0))
        shown = [f"{file}:{at.line}:{at.column}: {what}" for at, what in ordered[:_SHOWN]]
        if len(ordered) > _SHOWN:
            shown.append(f"... and {counted(len(ordered) - _SHOWN, 'more problem')} in {file}")
        raise MarkedTextError("\n".join(shown))
    return MarkedText(
        headers["document"],
        text,
        headers.get("created"),
        headers.get("title"),
        tuple(marks),
        tuple(questions),
    )


def _headers(lines: list[str], problems: list[Problem]) -> tuple[dict[str, str], int]:
    """The headers, and the index of the first line of the text."""
    headers: dict[str, str] = {}
    end = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    for number, line in enumerate(lines[:end], 1):
        name, colon, value = line.partition(":")
        value = " ".join(value.split())
        if not colon or name not in _HEADERS:
            names = ", ".join(f"{header}:" for header in _HEADERS)
            message = f"the line is not a header; headers are {names}, then comes a blank line"
            problems.append((Position(number, 1), message))
            break
        if name in headers:
            message = f"the header {name}: occurs twice; remove one of them"
        elif not value:
            message = f"the header {name}: is empty; write its value, or remove it"
        else:
            message = _wrong_value(name, value)
        headers.setdefault(name, value)
        if message:
            problems.append((Position(number, 1), message))
    if "document" not in headers and not problems:
        message = "the header document: is missing; write document: and the document's name"
        problems.append((Position(1, 1), message))
    return headers, end + 1


def _wrong_value(name: str, value: str) -> str:
    """What is wrong with the value of a header, if anything."""
    folders = any(mark in value for mark in "/\\|") or value.startswith(".")
    if name == "document" and (folders or not value.isprintable()):
        return f"{value!r} cannot be the name of a document; write a file name without folders"
    if name == "created" and not is_date(value):
        return f"{value!r} is not a TIMEX3 date or time; write it as 1998-04-18"
    for _, character in unwritable(value):
        return f"TimeML cannot hold the character U+{ord(character):04X}; remove it"
    return ""


_SPECIAL = re.compile(
    r"""\\(?P<escaped>[\[\]{}\\])
    | (?m:^)\\(?=---[ \t]*$)
    | \[(?P<words>(?:[^\[\]{}\\]|\\[\[\]{}\\])*)\]\{(?P<label>[^{}\n]*)\}
    | (?P<stray>[\[\]{}\\])""",
    re.VERBOSE | re.MULTILINE,
)
_ESCAPE = re.compile(r"\\([\[\]{}\\])")


def _scanned(raw: str, first_line: int, problems: list[Problem]) -> tuple[str, list[Mark]]:
    """The text without marks and escapes, and the marks. ``first_line`` is the line of the raw text
    in its file."""

    starts = [0, *(match.end() for match in re.finditer("\n", raw))]

    def position(offset: int) -> Position:
        line = bisect_right(starts, offset) - 1
        return Position(first_line + line, offset - starts[line] + 1)

    for offset, character in unwritable(raw):
        message = f"TimeML cannot hold the character U+{ord(character):04X}; remove it"
        problems.append((position(offset), message))
    text = ""
    marks: list[Mark] = []
    done = 0
    for match in _SPECIAL.finditer(raw):
        text += raw[done : match.start()]
        done = match.end()
        if match["stray"]:
            message = (
                f"this {match['stray']} is part of no mark such as [came]{{e1}}, and marks do not "
                f"nest; write \\{match['stray']} for the character itself"
            )
            problems.append((position(match.start()), message))
        elif match["label"] is None:
            text += match["escaped"] or ""
        else:
            words = _ESCAPE.sub(r"\1", match["words"])
            at = position(match.start())
            name, *values = match["label"].split() or [""]
            mark = Mark(name, len(text), len(text) + len(words), next(iter(values), None), at)
            text += words
            if not _ID.fullmatch(name):
                message = (
                    f"{name!r} is not an id for {words!r}; write e1 for an event, t1 for a time"
                )
                problems.append((at, message))
            elif len(values) > mark.is_time:
                message = f"{match['label']!r} has more than an id, and the value of a time"
                problems.append((at, message))
            else:
                marks.append(mark)
    return text + raw[done:], marks


def _known(marks: Sequence[Mark], dated: bool, problems: list[Problem]) -> frozenset[str]:
    """The ids that questions may name; each may be used once."""
    seen = {CREATED_ID} if dated else set()
    for mark in marks:
        if mark.id in seen:
            first = next((each for each in marks if each.id == mark.id), mark)
            where = "of the creation time"
            if first is not mark:
                where = f"used on line {first.position.line}"
            problems.append((mark.position, f"the id {mark.id} is {where}; write another id"))
        seen.add(mark.id)
    return frozenset(seen)


def _question_of(line: str, ids: frozenset[str]) -> MarkedQuestion:
    """The question on a line, about entities that have these ``ids``.

    Raises ``ValueError`` for a line that is not one.
    """
    fields = [" ".join(part.split()) for part in line.split("|")]
    if len(fields) < 2:
        raise ValueError(f"the line has no |; {_FORM}")
    question = parse_question(fields[0])
    expected = fields[2:] if question.kind is Kind.LIST else []
    for id in (*question.args, *expected):
        known = id in ids or (id.startswith("ei") and f"e{id[2:]}" in ids)
        if not known and (id in expected or id not in question.dates):
            close = get_close_matches(id, sorted(ids), n=1)
            hint = f"did you mean {close[0]}?" if close else "mark its words, or write another id"
            raise ValueError(f"{id or 'an empty field'} is not marked in the text; {hint}")
    if question.kind is Kind.IS and len(fields) > 2:
        fields[2] = fields[2].lower()
        if len(fields) > 4 or (len(fields) == 4 and not SOURCE.fullmatch(fields[3])):
            raise ValueError("there is a | too many; the words of a question cannot contain |")
        if fields[2] not in ("yes", "no", "unknown"):
            raise ValueError(f"the answer {fields[2]!r} is not yes, no or unknown")
    return MarkedQuestion(question, tuple(fields))
