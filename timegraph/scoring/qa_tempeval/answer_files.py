"""Files of answers to a question set: of language models, or of any system that has no annotations.

A row names a question by its number or its query, with its document where that alone is not enough,
and has an answer. Files are JSON lines, a JSON array, or tables with tabs or commas, with a line of
column names or without (then: question, answer; or document, question, answer). An answer is its
text in lower case, without blanks, quotes and punctuation around it, if that is *yes*, *no* or
*unknown*; every other text is no answer.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from timegraph.answer import Answer
from timegraph.qa import QuestionSet, SetQuestion
from timegraph.scoring.notices import Notice
from timeml.collection import bare_name

__all__ = ["AnswerFile", "AnswerFileError", "folded", "read_answers"]

_QUESTION = ("question", "number", "id", "question_id", "query")
_ANSWER = ("answer", "predicted", "prediction", "response")
_COLUMNS = {*_QUESTION, *_ANSWER, "document", "system"}
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_LONGEST = 60


class AnswerFileError(ValueError):
    """A file that cannot be read, or that answers no question of the set."""


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """The answers of one system: by the position of the question in its set, ``None`` where there
    is something that is not an answer. ``notices`` name the rows that are of no use."""

    answers: Mapping[int, Answer | None]
    notices: tuple[Notice, ...] = ()

    def __repr__(self) -> str:
        return f"<AnswerFile: {len(self.answers)} answers>"


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    question: str
    answer: str
    document: str = ""
    system: str = ""


def folded(text: str) -> Answer | None:
    """The answer that a text is; ``None`` if it is none: ``"Yes."`` is yes, ``"Yes, since"`` is
    not."""
    word = _AROUND.sub("", text).lower()
    return Answer(word) if word in ("yes", "no", "unknown") else None


def read_answers(path: Path, questions: QuestionSet, *, system: str = "") -> AnswerFile:
    """The answers in a file to ``questions``. If rows have a system, those of ``system`` count, or
    all if there are none of that name. Of two answers to a question the first counts.

    Raises :class:`AnswerFileError` if the file cannot be read or answers none of the questions.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8"
        raise AnswerFileError(f"{path}: {reason}") from None
    reading = _Found(path, questions)
    rows = list(reading.rows(text))
    if any(row.system == system for row in rows):
        rows = [row for row in rows if row.system == system]
    for row in rows:
        reading.take_in(row)
    if not reading.answers:
        reasons = "".join(f"\n  {notice}" for notice in reading.notices[:3])
        raise AnswerFileError(
            f"{path}: has no answer to a question of the set; write a question's number (or its "
            f"document and query), and yes, no or unknown, in each line{reasons}"
        )
    return AnswerFile(reading.answers, tuple(reading.notices))


class _Found:
    """The answers found so far."""

    def __init__(self, path: Path, questions: QuestionSet) -> None:
        self.file = os.fspath(path)
        self.answers: dict[int, Answer | None] = {}
        self.notices: list[Notice] = []
        self._named: dict[str, list[tuple[int, SetQuestion]]] = {}
        for position, question in enumerate(questions.questions):
            for name in dict.fromkeys((_spelt(question.number), _spelt(question.query))):
                self._named.setdefault(name, []).append((position, question))

    def rows(self, text: str) -> Iterator[_Row]:
        """What the lines of the file say."""
        start = text.lstrip()[:1]
        if start == "[":
            yield from self._array(text)
        elif start == "{":
            for number, line in enumerate(text.splitlines(), start=1):
                if line.strip():
                    yield from self._object(number, line)
        else:
            yield from self._table(text)

    def _array(self, text: str) -> Iterator[_Row]:
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise AnswerFileError(f"{self.file}: is not JSON: {error}") from None
        for number, value in enumerate(values, start=1):
            yield from self._of_json(number, value)

    def _object(self, number: int, line: str) -> Iterator[_Row]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            self._refuse(number, "is not JSON")
        else:
            yield from self._of_json(number, value)

    def _of_json(self, number: int, value: object) -> Iterator[_Row]:
        if isinstance(value, Mapping):
            yield from self._of_fields(number, {str(key): value[key] for key in value})
        else:
            self._refuse(number, "is not an object with a question and an answer")

    def _table(self, text: str) -> Iterator[_Row]:
        lines = text.splitlines()
        first = next((line for line in lines if line.strip()), "")
        names: Sequence[str] | None = None
        for number, fields in _split(lines, "\t" if "\t" in first else ","):
            if fields is None:
                self._refuse(number, "is not a line of a table")
            elif names is None and {field.lower() for field in fields} & _COLUMNS:
                names = [field.lower() for field in fields]
            elif names is not None:
                yield from self._of_fields(number, dict(zip(names, fields, strict=False)))
            elif len(fields) in (2, 3):
                *document, question, answer = fields
                yield _Row(number, question, answer, *document)
            else:
                self._refuse(number, "has not two fields (question, answer), nor three")

    def _of_fields(self, number: int, fields: Mapping[str, object]) -> Iterator[_Row]:
        question, answer = (_first(fields, names) for names in (_QUESTION, _ANSWER))
        if question is None or answer is None:
            self._refuse(number, f"has no {'question' if question is None else 'answer'}")
        else:
            others = (_text(fields.get(name)) for name in ("document", "system"))
            yield _Row(number, question, answer, *others)

    def take_in(self, row: _Row) -> None:
        """Take in an answer, if it is one to a question of the set."""
        named = self._named.get(_spelt(row.question), [])
        if row.document:
            about = bare_name(row.document).lower()
            named = [entry for entry in named if bare_name(entry[1].document).lower() == about]
        asked = _shortened(" ".join(filter(None, (row.document, row.question))))
        if len(named) != 1:
            which = f"{len(named)} questions are" if named else "no question of the set is"
            more = "; name the document, too" if named and not row.document else ""
            self._refuse(row.line, f"{which} {asked}{more}", "not-in-set")
        elif named[0][0] in self.answers:
            self._refuse(row.line, f"answers {asked} again; the first answer counts")
        else:
            position, question = named[0]
            self.answers[position] = answer = folded(row.answer)
            if answer is None:
                said = f"question {question.number}: {_shortened(row.answer)!r}"
                self._refuse(row.line, f"{said} is not yes, no or unknown", "not-answered")

    def _refuse(self, line: int, message: str, code: str = "unusable-answer") -> None:
        place = f"{self.file}:{line}"
        self.notices.append(Notice(code, "", f"{place}: {message}", f"line {line}"))


def _split(lines: Sequence[str], comma: str) -> Iterator[tuple[int, Sequence[str] | None]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if comma == "\t":
            yield number, line.split("\t")
            continue
        try:
            yield number, next(csv.reader([line]))
        except csv.Error:
            yield number, None


def _first(fields: Mapping[str, object], names: Sequence[str]) -> str | None:
    return next((_text(fields[name]) for name in names if fields.get(name) is not None), None)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _spelt(text: str) -> str:
    return " ".join(text.split()).lower()


def _shortened(text: str) -> str:
    text = " ".join(text[: 4 * _LONGEST].split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
