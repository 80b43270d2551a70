"""Files of answers to a question set: of language models, or of any system that has no annotations.

A row names a question by its number or its query, with its document, or by both, where that alone
is not enough, and has an answer. Files are JSON lines, a JSON array, or tables with tabs or commas,
with a line of column names or without (then: question, answer; or document, question, answer). An
answer is its text in lower case, without blanks, quotes and punctuation around it, if that is
*yes*, *no* or *unknown*; every other text is not an answer.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from timegraph._wording import counted
from timegraph.answer import Answer
from timegraph.corpus import Item
from timegraph.corpus.runner import source_of
from timegraph.findings import Describer
from timegraph.options import During, Interpretation
from timegraph.qa import Listed, QuestionSet, SetQuestion
from timegraph.qa.contradictions import consistency, resolved_question
from timegraph.scoring.measure import Measured
from timegraph.scoring.qa_tempeval.comparison import (
    SIGNATURE,
    AnsweredQuestion,
    DocumentAnswers,
    Unknown,
    described,
    unanswered,
)
from timegraph.scoring.run import Task
from timegraph.scoring.signature import Notice, Signature
from timeml import TimeMLError
from timeml.collection import bare_name
from timeml.readers.records import BrokenLine, records

if TYPE_CHECKING:
    from timeml import Document


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


class _Row(NamedTuple):
    line: int
    names: tuple[str, ...]
    answer: str
    document: str
    system: str


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
        for line, fields in _lines(text, self.file):
            if not isinstance(fields, str):
                names, answers = (_given(fields, names) for names in (_QUESTION, _ANSWER))
                if names and answers:
                    others = (_text(fields.get(name)) for name in ("document", "system"))
                    yield _Row(line, names, answers[0], *others)
                    continue
                fields = f"has no {'answer' if names else 'question'}"
            self._refuse(line, fields)

    def take_in(self, row: _Row) -> None:
        """Take in an answer, if it is one to a question of the set."""
        named = self._named.get(_spelt(row.names[0]), [])
        if row.document:
            about = bare_name(row.document).lower()
            named = [entry for entry in named if bare_name(entry[1].document).lower() == about]
        if len(named) > 1:
            others = [self._named.get(_spelt(name), []) for name in row.names[1:]]
            named = [entry for entry in named if any(entry in other for other in others)] or named
        asked = _shortened(" ".join(filter(None, (row.document, row.names[0]))))
        documents = {question.document for _, question in named}
        queries = {_spelt(question.query) for _, question in named}
        if not named:
            self._refuse(row.line, f"no question of the set is {asked}", "not-in-set")
        elif len(documents) > 1 or len(queries) > 1:
            more = "document" if len(documents) > 1 else "query"
            self._refuse(row.line, f"{len(named)} questions are {asked}; name the {more}, too")
        elif named[0][0] in self.answers:
            self._refuse(row.line, f"answers {asked} again; the first answer counts")
        else:
            answer = folded(row.answer)
            self.answers.update((position, answer) for position, _ in named)
            if answer is None:
                said = f"question {named[0][1].number}: {_shortened(row.answer)!r}"
                self._refuse(row.line, f"{said} is not yes, no or unknown", "not-answered")

    def _refuse(self, line: int, message: str, code: str = "unusable-answer") -> None:
        place = f"{self.file}:{line}"
        self.notices.append(Notice(code, "", f"{place}: {message}", f"line {line}"))


_Line = tuple[int, "Mapping[str, object] | str"]
"""The number of a line, and its fields by name, or what is wrong with it."""


def _lines(text: str, file: str) -> Iterator[_Line]:
    """The lines of a JSON array, of JSON lines, or of a table."""
    if text.lstrip()[:1] not in ("[", "{"):
        yield from _table(text.splitlines())
        return
    try:
        for line, value in records(text):
            if isinstance(value, dict):
                yield line, value
            else:
                what = "is not an object with a question and an answer"
                yield line, "is not JSON" if isinstance(value, BrokenLine) else what
    except TimeMLError as error:
        raise AnswerFileError(f"{file}: {error.message}") from None


def _table(lines: Sequence[str]) -> Iterator[_Line]:
    tabs = "\t" in next((line for line in lines if line.strip()), "")
    names: Sequence[str] = ()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            fields = line.split("\t") if tabs else next(csv.reader([line]))
        except csv.Error:
            yield number, "is not a line of a table"
            continue
        if not names and {field.lower() for field in fields} & _COLUMNS:
            names = [field.lower() for field in fields]
        elif names:
            yield number, dict(zip(names, fields, strict=False))
        elif len(fields) in (2, 3):
            yield number, dict(zip(("answer", "question", "document"), fields[::-1], strict=False))
        else:
            what = "not two (question, answer) or three (document, question, answer)"
            yield number, f"has {counted(len(fields), 'field')}, {what}"


def _given(fields: Mapping[str, object], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(_text(fields[name]) for name in names if fields.get(name) is not None)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _spelt(text: str) -> str:
    return " ".join(text.split()).lower()


def _shortened(text: str) -> str:
    text = " ".join(text[: 4 * _LONGEST].split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


# Answers from a file as a system: scored as those of annotations are, and whether any world makes
# all of those about a document true.


TIME_LIMIT = 10.0
"""Seconds for the answers to one document; after them its consistency is not decided."""


def answers_task(
    *,
    name: str,
    file: AnswerFile,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
) -> Task[DocumentAnswers]:
    """The task that scores the answers of a ``file`` to the ``questions``, as those of the system
    ``name``. A question without an answer is answered unknown, which is never correct. ``key`` has
    the documents whose ids questions use (``None``: ids are taken as they are typed).
    """
    about: dict[str, list[tuple[int, SetQuestion]]] = {}
    for position, question in enumerate(questions.questions):
        about.setdefault(question.document, []).append((position, question))

    def items(as_bytes: bool) -> Iterator[Item]:
        for asked, numbered in about.items():
            source = source_of(key, asked, as_bytes=as_bytes) if key and asked in key else None
            given = {n: file.answers[n] for n, _ in numbered if n in file.answers}
            yield Item(f"{name}: {asked}", (source,), (asked, tuple(numbered), given))

    return Task(
        system=name,
        items=items,
        count=partial(_count, during=interpretation.during, explain=explain),
        total=len(about),
        remarks=lambda units: (*file.notices, *_missing(file, questions)),
        signature=Signature.of(
            "qa-tempeval",
            **dict.fromkeys(SIGNATURE, "-")
            | {
                "questions": questions.digest or "none",
                "during": interpretation.signature()["during"],
                "lenient": "yes" if questions.lenient else "no",
                "lists": listed,
                "answers": "given",
            },
        ),
    )


def _missing(file: AnswerFile, questions: QuestionSet) -> Iterator[Notice]:
    lacking = [
        question.number
        for position, question in enumerate(questions.questions)
        if question.scored and position not in file.answers
    ]
    if lacking:
        count = counted(len(lacking), "question of the set is", "questions of the set are")
        message = f"{count} not in the file; none counts as correct"
        brief = f"question {lacking[0]}"
        yield Notice("unanswered", "", message, brief)


def _count(item: Item, *, during: During, explain: bool) -> Measured[DocumentAnswers]:
    asked, numbered, given = item.rest
    (source,) = item.sources
    document = None if source is None else source.read()
    describer = None if document is None or not explain else Describer(document)
    answers = [
        _answered(question, position, given.get(position), describer)
        if question.kind is None or question.kind.value == "IS"
        else unanswered(question, position)
        for position, question in numbered
    ]
    yes_or_no = DocumentAnswers(tuple(answers)).answers
    contradiction = contradiction_among(yes_or_no, document, during=during)
    notices: list[Notice] = []
    if contradiction is None:
        message = f"{asked}: not decided in {TIME_LIMIT:.0f} s whether its answers can all be true"
        notices.append(Notice("not-decided", asked, message, asked))
    consistent = None if contradiction is None else not contradiction
    judged = DocumentAnswers(tuple(answers), consistent, contradiction or ())
    return Measured(asked, judged, notices=tuple(notices))


def _answered(
    question: SetQuestion, position: int, answer: Answer | None, describer: Describer | None
) -> AnsweredQuestion:
    context = None
    if describer is not None and question.question is not None:
        unknown = None
        if answer in (None, Answer.UNKNOWN):
            said = "has no answer" if answer is None else "says unknown"
            unknown = Unknown("not answered", f"the file {said}")
        context = described(question.question, describer, unknown)
    predicted = Answer.UNKNOWN if answer is None else answer
    given = answer is not None
    return AnsweredQuestion(question, predicted, context=context, position=position, given=given)


def contradiction_among(
    answers: Sequence[AnsweredQuestion],
    document: Document | None = None,
    *,
    during: During = "simultaneous",
    time_limit: float | None = TIME_LIMIT,
) -> tuple[AnsweredQuestion, ...] | None:
    """The fewest answers to questions about ``document`` that no world makes all true, of several
    such sets the one that is complete first; empty if some world makes all of them true, ``None``
    if that is not decided in ``time_limit`` seconds.

    A yes says that its relation holds, a no that it does not; unknown says nothing.
    """
    statements = []
    by_statement = []
    for answered in answers:
        asked = replace(answered.question, answer=answered.predicted)
        statement = resolved_question("", asked, document, during).statement
        if statement is not None:
            statements.append(statement)
            by_statement.append(answered)
    verdict = consistency(statements, time_limit=time_limit)
    if verdict.consistent is None:
        return None
    smallest = min(verdict.contradictions, key=lambda core: (len(core), core[::-1]), default=())
    return tuple(by_statement[number] for number in smallest)
