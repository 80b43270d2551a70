"""A file of marked text, read strictly: what is not as the format says is an error."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from timegraph.qa import Kind, parse_question
from timegraph.qa.sources import SOURCE
from timegraph.task.inputs.plain_form import is_date
from timegraph.task.marked_texts.marked_text import (
    CREATED_ID,
    ID,
    SEPARATOR,
    Mark,
    MarkedQuestion,
    MarkedText,
)
from timegraph.task.marked_texts.problems import MarkedTextError, Problem
from timegraph.task.marked_texts.scan import scan
from timegraph.task.text_files import decoded
from timeml import Position
from timeml.plain_text import unwritable

__all__ = ["parse_marked_text", "question_of"]

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
