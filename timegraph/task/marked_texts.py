"""Marked texts: the plain format in which people mark events and times and write questions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import pairwise

from timegraph._wording.counting import counted
from timegraph.checking.document import findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding
from timegraph.qa import Kind, Question, SetQuestion, parse_question
from timegraph.qa.question_sets import SOURCE
from timegraph.task.inputs import is_date
from timegraph.task.submissions import decoded, finding
from timeml import Document, Event, Position, Timex3
from timeml.plain_text import creation_time, make_document, plain_text, title_of, unwritable

# A marked text as data: a text with marks and questions.
#
# As a file it has header lines, a blank line, the text with its marks, a line ``---`` and a
# question on each line::
#
#     document: farkas
#     created: 1998-04-18
#     title: A short life
#
#     Farkas [became]{e19} a general [in 1970]{t3 1970}.
#     ---
#     IS e19 BEFORE t0 | Was Farkas a general before the report? | yes
#
# The creation time is ``t0``; another id follows the value: ``created: 1998-04-18 {t27}``. In the
# text ``\\`` takes its meaning from each of ``[ ] { } \\`` and from a line ``---``.


CREATED_ID = "t0"
"""The id of the creation time where none is given."""

ID = re.compile(r"[eEtT][\w.\-]*")
"""The ids of events begin with ``e``, those of times with ``t``."""

SEPARATOR = re.compile(r"---[ \t]*$", re.MULTILINE)
"""The line between text and questions."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``[start, end)`` of the text that are marked: an event or, if the id begins with
    ``t``, a time. Only times have values."""

    id: str
    start: int
    end: int
    value: str | None = None
    position: Position | None = field(default=None, compare=False)

    @property
    def is_time(self) -> bool:
        """Whether the mark is a TIMEX3."""
        return self.id[:1] in ("t", "T")


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question as its author wrote it, with single blanks. ``rest`` are the fields after the
    natural language: the answer and who contributed it, or what a LIST question expects."""

    query: str
    text: str
    rest: tuple[str, ...] = ()
    position: Position | None = field(default=None, compare=False)

    @property
    def question(self) -> Question:
        """The question, parsed. Raises ``ValueError`` if it is not one."""
        return parse_question(self.query)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the question's line."""
        return (self.query, self.text, *self.rest)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with its marks, in text order and never one within another, and its questions.

    ``document`` is the name as the author typed it. The text is empty or ends in a line feed.
    """

    document: str
    text: str
    created: str | None = None
    created_id: str = CREATED_ID
    title: str | None = None
    marks: tuple[Mark, ...] = ()
    questions: tuple[MarkedQuestion, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the creation time and of all marks."""
        created = (self.created_id,) if self.created is not None else ()
        return (*created, *(mark.id for mark in self.marks))

    def words(self, mark: Mark) -> str:
        """The characters of a mark."""
        return self.text[mark.start : mark.end]


def file_name(document: str) -> str:
    """The name of a document's file: its own, with the ending ``.tml``."""
    return document if document.lower().endswith(".tml") else f"{document}.tml"


# From a marked text to its key document and question set, and back.
#
# A key has bare tags, as the keys of QA TempEval: ``<EVENT eid>``, and ``<TIMEX3 tid>`` with a
# value where one was given.


class UnmarkableError(ValueError):
    """A document that cannot be a marked text; the message says why."""


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
    created = None
    if marked.created is not None:
        created = creation_time(marked.created, marked.created_id)
    return make_document(
        marked.text,
        docid=marked.document,
        created=created,
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


def marked_text(document: Document, name: str, questions: Sequence[SetQuestion] = ()) -> MarkedText:
    """The marked text of a key document in the file ``name``, with the questions about it.

    Of a key that :func:`key_document` made it is the marked text that it was made of. Instances,
    links and all attributes but ids and values are left out. Raises :class:`UnmarkableError` for
    what the format does not have: an annotation within another or outside the text, ids that
    begin with other letters, a creation time without value, a question about an instance whose id
    would mean another event where there are no instances.
    """
    text = plain_text(document)
    shift = len(document.text) - len(text)
    marks = tuple(_marks(document, shift))
    if (text and not text.endswith("\n")) or any(mark.end == len(text) for mark in marks):
        text += "\n"  # which no mark can hold: it ends the last line of the text
    dct = document.dct
    if dct is not None and not dct.value:
        raise UnmarkableError(f"the creation time {dct.tid} has no value; give it one")
    _check_instances(document, questions)
    stem = name[:-4] if name.lower().endswith(".tml") else name
    return MarkedText(
        document=document.docid if document.docid in (name, stem) else stem,
        text=text,
        created=None if dct is None else dct.value,
        created_id=CREATED_ID if dct is None else dct.tid,
        title=title_of(document),
        marks=marks,
        questions=tuple(
            MarkedQuestion(question.query, question.text, _rest(question.rest))
            for question in questions
        ),
    )


def _check_instances(document: Document, questions: Sequence[SetQuestion]) -> None:
    ids = {event.eid for event in document.events}
    for asked in questions:
        for id in () if asked.question is None else asked.question.args:
            entity = document.resolve(id)
            meant = None if entity is None else document.entity(entity)
            if isinstance(meant, Event) and id not in ids and id != f"ei{meant.eid[1:]}":
                raise UnmarkableError(
                    f"question {asked.number} names {id}, an instance of {meant.eid} "
                    f"{meant.text!r}; marks have no instances, so write {meant.eid}"
                )


def _rest(fields: Iterable[str]) -> tuple[str, ...]:
    """The fields after the words; answers are written in lower case."""
    rest = list(fields)
    if rest and rest[0].lower() in ("yes", "no", "unknown"):
        rest[0] = rest[0].lower()
    return tuple(rest)


def _marks(document: Document, shift: int) -> Iterable[Mark]:
    spans: list[Event | Timex3] = [*document.events, *document.timexes[document.dct is not None :]]
    marks = []
    for span in spans:
        id = span.eid if isinstance(span, Event) else span.tid
        if span.start is None or span.end is None:
            raise UnmarkableError(f"{id} {span.text!r} is outside the text; remove it")
        if not ID.fullmatch(id) or (id[0] in "tT") != isinstance(span, Timex3):
            raise UnmarkableError(
                f"the id {id} of {span.text!r} does not begin with e (events) or t (times)"
            )
        value = span.value if isinstance(span, Timex3) else None
        start, end = max(span.start - shift, 0), max(span.end - shift, 0)
        marks.append(Mark(id, start, end, value or None))
    marks.sort(key=lambda mark: (mark.start, mark.end))
    for mark, other in pairwise(marks):
        if other.start < mark.end or mark.start == mark.end == other.start == other.end:
            raise UnmarkableError(
                f"{mark.id} and {other.id} are marked on the same words; marks cannot nest, so "
                "remove one of them"
            )
    return marks


# What an author should know of a marked text: the rules that apply to keys, and marks that are
# not used.


KEY_RULES = frozenset(
    {"no-dct", "timex-form", "timex-range", "timex-decade", "timex-text", "timex-far"}
)
"""The rules of ``timegraph check`` that apply to keys. The others ask for what keys do not have by
design: classes, instances, links; or the format does not allow it."""


def check_marked_text(marked: MarkedText, path: str) -> tuple[Finding, ...]:
    """The findings about a marked text in the file ``path``, by line."""
    key = key_document(marked)
    positions = {mark.id: mark.position for mark in marked.marks}
    reading = Reading(key, path=path)
    findings = [
        replace(fault, position=positions.get(fault.ids[0]) if fault.ids else None)
        for fault in findings_of(reading, KEY_RULES)
    ]
    findings += _unused(marked, key, reading, path)
    if not marked.questions:
        findings.append(finding("no-questions", path, f"{marked.document} has no questions"))
    return tuple(sorted(findings, key=_place))


def _unused(marked: MarkedText, key: Document, reading: Reading, path: str) -> Iterator[Finding]:
    asked = {key.resolve(id) for question in marked.questions for id in question.question.args}
    # Every event may be in the list that such a question asks for, or rightly not.
    listed = any(question.question.kind is not Kind.IS for question in marked.questions)
    for mark in marked.marks:
        if mark.start == mark.end:
            yield _about(mark, "empty-mark", f"{mark.id} marks no words", reading, path)
        if marked.questions and not listed and mark.id not in asked:
            named = reading.describer.mention(mark.id)
            yield _about(mark, "unasked-mark", f"no question names {named}", reading, path)


def _about(mark: Mark, code: str, message: str, reading: Reading, path: str) -> Finding:
    fault = finding(code, path, message, position=mark.position, ids=(mark.id,))
    describer = reading.describer
    return replace(
        fault,
        mentions=describer.mentions((mark.id,)),
        sentences=describer.sentences((mark.id,)),
    )


def _place(fault: Finding) -> tuple[int, int]:
    at = fault.position or Position(0)
    return at.line, at.column or 0


# What is wrong with a file of marked text: every problem with its line and column.


Problem = tuple[Position, str]
"""Where something is wrong, and what."""

_SHOWN = 10


class MarkedTextError(ValueError):
    """A marked text that cannot be read. Each line of the message is
    ``file:line:column: what is wrong; what to do``; ``problems`` are all of them."""

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        ordered = sorted(problems, key=lambda problem: (problem[0].line, problem[0].column or 0))
        lines = [f"{file}:{at.line}:{at.column}: {what}" for at, what in ordered[:_SHOWN]]
        if len(ordered) > _SHOWN:
            lines.append(f"... and {counted(len(ordered) - _SHOWN, 'more problem')} in {file}")
        super().__init__("\n".join(lines))
        self.file = file
        self.problems = tuple(ordered)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.file, self.problems)


class Places:
    """The lines and columns of the offsets of a text that begins on ``first_line`` of a file."""

    def __init__(self, text: str, first_line: int) -> None:
        self._first_line = first_line
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, offset: int) -> Position:
        """The place of an offset, with line and column."""
        line = bisect_right(self._starts, offset) - 1
        return Position(self._first_line + line, offset - self._starts[line] + 1)


# A marked text as its author would write it.


_SPECIAL = re.compile(r"[\[\]{}\\]")


def render_marked_text(marked: MarkedText) -> str:
    """The file that :func:`~timegraph.task.marked_texts.parse.parse_marked_text` reads as
    ``marked``. A text without line feed at its end gets one."""
    headers = [f"document: {marked.document}"]
    if marked.created is not None:
        id = "" if marked.created_id == CREATED_ID else f" {{{marked.created_id}}}"
        headers.append(f"created: {marked.created}{id}")
    if marked.title is not None:
        headers.append(f"title: {marked.title}")
    pieces: list[str] = []
    done = 0
    for mark in marked.marks:
        pieces += _escaped(marked.text[done : mark.start]), "[", _escaped(marked.words(mark)), "]"
        pieces.append(_label(mark))
        done = mark.end
    pieces.append(_escaped(marked.text[done:]))
    text = SEPARATOR.sub(_protected, "".join(pieces))
    if text and not text.endswith("\n"):
        text += "\n"
    lines = [*headers, "", text + "---", *map(question_line, marked.questions)]
    return "".join(f"{line}\n" for line in lines)


def question_line(question: MarkedQuestion) -> str:
    """The line of a question."""
    return " | ".join(question.fields)


def _label(mark: Mark) -> str:
    return f"{{{mark.id}}}" if mark.value is None else f"{{{mark.id} {mark.value}}}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _protected(match: re.Match[str]) -> str:
    at_line_start = match.start() == 0 or match.string[match.start() - 1] == "\n"
    return f"\\{match[0]}" if at_line_start else match[0]


# The marks of a text, found character by character.


_ESCAPED = "[]{}\\"
_LABEL = re.compile(r"\{([^{}\n]*)\}")
_PLAIN = re.compile(r"[^\[\]{}\\]+")


@dataclass(slots=True)
class _Scan:
    """The raw text with what was found in it so far."""

    raw: str
    places: Places
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    open: list[tuple[int, int]] = field(default_factory=list)
    """Of each mark that is not closed yet: its offset in the text and in the raw text. More than
    one is a fault, but with all of them reading can go on."""
    nested: set[int] = field(default_factory=set)
    """Of the marks with marks in them that are reported: their offsets in the raw text."""
    marks: list[Mark] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def take(self, characters: str) -> None:
        self.pieces.append(characters)
        self.length += len(characters)

    def problem(self, offset: int, message: str) -> None:
        self.problems.append((self.places.of(offset), message))


def scan(raw: str, first_line: int) -> tuple[str, tuple[Mark, ...], list[Problem]]:
    """The text without marks and escapes, the marks, and everything that is wrong with them.
    ``first_line`` is the line of the raw text in its file."""
    state = _Scan(raw, Places(raw, first_line))
    for offset, character in unwritable(raw):
        state.problem(offset, f"TimeML cannot hold the character U+{ord(character):04X}; remove it")
    index = 0
    while index < len(raw):
        plain = _PLAIN.match(raw, index)
        if plain is not None:
            state.take(plain[0])
            index = plain.end()
        else:
            index = _special(state, index)
    for _, start in state.open:
        line = raw[start:].partition("\n")[0]
        state.problem(
            start,
            f"the mark {_shown(line)} is not closed; write ]{{id}} after its words, or \\[ for a "
            "bracket",
        )
    return "".join(state.pieces), tuple(state.marks), state.problems


def _special(state: _Scan, index: int) -> int:
    """Take one of the characters that mean something; returns where to go on."""
    raw, character = state.raw, state.raw[index]
    if character == "\\":
        return _escape(state, index)
    if character == "[":
        if state.open and state.open[-1][1] not in state.nested:
            outer = state.open[-1][1]
            state.nested.add(outer)
            position = state.places.of(outer)
            state.problem(
                index,
                f"a mark within the mark that begins at {position.line}:{position.column}; close "
                "that one first, or write \\[ for a bracket",
            )
        state.open.append((state.length, index))
        return index + 1
    label = _LABEL.match(raw, index + (character == "]"))
    if character == "]" and state.open and label is not None:
        _mark(state, label[1], index, index + 2)
        return label.end()
    if character == "]" and state.open:
        message = "no {id} right after the ]; write ]{e1}, ]{t1 1998-04-18}, or \\] for a bracket"
        state.problem(index, message)
        state.open.pop()
        return index + 1
    if character == "{" and state.open and label is not None:
        state.problem(index, f"the ] is missing before {label[0]}")
        _mark(state, label[1], index, index + 1)
        return label.end()
    what = {"]": "closes no mark", "{": "does not follow a mark", "}": "closes no {id}"}[character]
    state.problem(index, f"this {character} {what}; write \\{character} for a bracket")
    state.take(character)
    return index + 1 if label is None else label.end()


def _escape(state: _Scan, index: int) -> int:
    raw = state.raw
    following = raw[index + 1 : index + 2]
    if following and following in _ESCAPED:
        state.take(following)
        return index + 2
    if (not index or raw[index - 1] == "\n") and SEPARATOR.match(raw, index + 1):
        return index + 1
    state.problem(
        index, "a \\ may stand only before [ ] { } \\ and a line ---; write \\\\ for a backslash"
    )
    state.take("\\")
    return index + 1


def _mark(state: _Scan, label: str, end: int, at: int) -> None:
    """Close the mark that was opened last, which ends at ``end``; its id and value are in
    ``label``, which begins at ``at``."""
    start, opened = state.open.pop()
    words = state.raw[opened + 1 : end]
    name, *values = label.split()[:3] or [""]
    if not ID.fullmatch(name):
        state.problem(
            at,
            f"{_shown(name)} is not an id for {_shown(words)}; ids of events begin with e, those "
            "of times with t",
        )
        return
    if len(values) > 1:
        state.problem(at, f"{_shown(label)} has more than an id and a value")
        return
    mark = Mark(name, start, state.length, values[0] if values else None, state.places.of(opened))
    if values and not mark.is_time:
        state.problem(at, f"the event {name} {_shown(words)} has a value; only times (t1) have one")
        return
    state.marks.append(mark)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


# A file of marked text, read strictly: what is not as the format says is an error.


_HEADERS = ("document", "created", "title")
_ANSWERS = ("yes", "no", "unknown")
_FORM = "write a line like IS a RELATION b | the question in words | yes"


def parse_marked_text(data: bytes | str, file: str) -> MarkedText:
    """The marked text in a file, given by its bytes or its text; ``file`` names it in errors.

    Lines end in line feeds in the text, whatever ends them in the file. Raises
    :class:`MarkedTextError` with every problem, :class:`timeml.TimeMLError` for bytes that are
    not UTF-8.
    """
    content = decoded(data if isinstance(data, bytes) else data.encode(), file)
    problems: list[Problem] = []
    lines = content.split("\n")
    headers, first = _headers(lines, problems)
    divider = next((n for n in range(first, len(lines)) if SEPARATOR.match(lines[n])), None)
    if divider is None:
        end = Position(len(lines), 1)
        problems.append((end, "there is no line --- between the text and the questions; add it"))
        divider = len(lines)
    raw = "".join(f"{line}\n" for line in lines[first:divider])
    text, marks, faults = scan(raw, first + 1)
    problems += faults
    marked = MarkedText(
        document=headers.get("document", ""),
        text=text,
        created=headers.get("created"),
        created_id=headers.get("id", CREATED_ID),
        title=headers.get("title"),
        marks=marks,
    )
    ids = _known(marked, problems)
    questions = []
    for number in range(divider + 1, len(lines)):
        if lines[number].strip():
            try:
                questions.append(question_of(lines[number], ids, number + 1))
            except _QuestionProblem as error:
                problems.append((Position(number + 1, error.column), str(error)))
    if problems:
        raise MarkedTextError(file, problems)
    return replace(marked, questions=tuple(questions))


def _headers(lines: list[str], problems: list[Problem]) -> tuple[dict[str, str], int]:
    """The headers, and the index of the first line of the text."""
    headers: dict[str, str] = {}
    number = 0
    while number < len(lines) and lines[number].strip():
        name, colon, value = lines[number].partition(":")
        value, at = value.strip(), Position(number + 1, 1)
        if not colon or name not in _HEADERS:
            names = ", ".join(f"{header}:" for header in _HEADERS)
            message = f"the line is not a header; headers are {names}, then comes a blank line"
            problems.append((at, message))
            while number < len(lines) and lines[number].strip():
                number += 1
            break
        if name in headers:
            problems.append((at, f"the header {name}: occurs twice; remove one of them"))
        elif not value:
            problems.append((at, f"the header {name}: is empty; write its value, or remove it"))
        else:
            headers[name] = value
            column = lines[number].index(value) + 1
            message = _HEADER_CHECKS[name](headers, value)
            message = message or next(
                (f"TimeML cannot hold the character U+{ord(c):04X}" for _, c in unwritable(value)),
                "",
            )
            if message:
                problems.append((Position(number + 1, column), message))
        number += 1
    if "document" not in headers and not problems:
        problems.append(
            (
                Position(1, 1),
                "the header document: is missing; write document: and the document's name",
            )
        )
    return headers, number + 1


def _check_document(headers: dict[str, str], value: str) -> str:
    if any(mark in value for mark in "/\\|") or value.startswith(".") or not value.isprintable():
        return f"{value!r} cannot be the name of a document; write a file name without folders"
    if value != " ".join(value.split()):
        return f"{value!r} has several blanks in a row; write one"
    return ""


def _check_created(headers: dict[str, str], value: str) -> str:
    name = value.partition(" {")[2]
    if name:
        headers["created"], headers["id"] = value.partition(" {")[0].strip(), name[:-1]
        if not name.endswith("}") or not ID.fullmatch(name[:-1]) or name[0] not in "tT":
            return "only the id of the creation time, such as {t0}, may follow the value"
    if not is_date(headers["created"]):
        return f"{headers['created']!r} is not a TIMEX3 date or time; write it as 1998-04-18"
    return ""


def _check_title(headers: dict[str, str], value: str) -> str:
    headers["title"] = " ".join(value.split())
    return ""


_HEADER_CHECKS = {
    "document": _check_document,
    "created": _check_created,
    "title": _check_title,
}


def _known(marked: MarkedText, problems: list[Problem]) -> frozenset[str]:
    """The ids that questions may name; each may be used once."""
    seen: dict[str, Mark | None] = {}
    if marked.created is not None:
        seen[marked.created_id] = None
    for mark in marked.marks:
        if mark.id in seen:
            first = seen[mark.id]
            if first is None:
                message = f"{mark.id} is the id of the creation time; write another id"
            else:
                assert first.position is not None
                message = (
                    f"the id {mark.id} of {marked.words(mark)!r} is already used for "
                    f"{marked.words(first)!r} on line {first.position.line}; write another id"
                )
            assert mark.position is not None
            problems.append((mark.position, message))
        seen.setdefault(mark.id, mark)
    for mark, other in zip(marked.marks, marked.marks[1:], strict=False):
        if mark.start == mark.end == other.start == other.end and other.position is not None:
            message = f"{mark.id} and {other.id} are two marks without words at the same position"
            problems.append((other.position, f"{message}; remove one of them"))
    return frozenset(seen)


class _QuestionProblem(ValueError):
    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


def question_of(line: str, ids: frozenset[str], number: int = 1) -> MarkedQuestion:
    """The question on a line, about entities that have these ``ids``.

    Raises ``ValueError`` for a line that is not one.
    """
    starts = [0]
    for part in line.split("|")[:-1]:
        starts.append(starts[-1] + len(part) + 1)
    fields = [" ".join(part.split()) for part in line.split("|")]
    if len(fields) < 2:
        raise _QuestionProblem(f"the line has no |; {_FORM}", 1)
    try:
        question = parse_question(fields[0])
    except ValueError as error:
        raise _QuestionProblem(str(error), 1) from None
    for id in question.args:
        if id not in question.dates and not _means(id, ids):
            raise _QuestionProblem(_not_marked(id, ids), line.index(id) + 1)
    position = Position(number, 1)
    rest = fields[2:]
    if question.kind is Kind.IS:
        rest = _answer(rest, starts)
    elif question.kind is Kind.LIST:
        _check_list(rest, starts, ids)
    return MarkedQuestion(fields[0], fields[1], tuple(rest), position)


def _answer(rest: list[str], starts: list[int]) -> list[str]:
    if not rest:
        return rest
    answer = rest[0].lower()
    if len(rest) > 2 or (len(rest) == 2 and not SOURCE.fullmatch(rest[1])):
        raise _QuestionProblem(
            "there is a | too many; the words of a question cannot contain |, so write another "
            "character",
            starts[2],
        )
    if answer not in _ANSWERS:
        wrong = f"{rest[0]!r} is not yes, no or unknown" if rest[0] else "is empty"
        message = f"the answer {wrong}; write yes, no or unknown"
        raise _QuestionProblem(message, starts[2] + 1)
    return [answer, *rest[1:]]


def _check_list(rest: list[str], starts: list[int], ids: frozenset[str]) -> None:
    for id, start in zip(rest, starts[2:], strict=True):
        if not _means(id, ids):
            what = _not_marked(id, ids) if ID.fullmatch(id) else f"{id!r} is not an id"
            raise _QuestionProblem(
                f"{what}; a LIST question has the expected ids after its words, each after a |",
                start + 1,
            )


def _means(id: str, ids: frozenset[str]) -> bool:
    return id in ids or (id.startswith("ei") and f"e{id[2:]}" in ids)


def _not_marked(id: str, ids: frozenset[str]) -> str:
    close = get_close_matches(id, sorted(ids), n=1)
    hint = f"; did you mean {close[0]}?" if close else "; mark its words, or write another id"
    return f"{id} is not marked in the text{hint}"
