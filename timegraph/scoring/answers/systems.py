"""Systems scored on the questions of a dataset: the engine itself, files of predictions, fields of
the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from timegraph._collector import no_collections
from timegraph.facts.answering.asking import ask
from timegraph.facts.answering.model import Reading, Reply
from timegraph.facts.base import FactBase
from timegraph.facts.questions.grammar import read_question
from timegraph.facts.questions.model import FactQuestion, NotUnderstoodError, Question
from timegraph.facts.readers.records import Record
from timegraph.facts.readers.segments import UNKNOWN
from timegraph.scoring.answers.measures import (
    FIGURES,
    Figures,
    Measure,
    OfficialOptions,
    figures_by,
)
from timegraph.scoring.answers.predictions import Predictions

__all__ = ["Answered", "AnswerOptions", "SystemAnswers", "answer_records", "column_answers",
           "group_of", "predicted_answers", "score_of"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """What decides about scores, beside the data: the reading of the engine (``None``: each
    question's own), the quirks of the official scorer, and what a missing prediction is."""

    reading: Reading | None = None
    official: OfficialOptions = field(default_factory=OfficialOptions)
    missing: str = "wrong"
    close_open_ends: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with what a system answers: ``None`` if it does not answer at all. ``notes`` say
    why, or what was assumed."""

    record: Record
    predicted: tuple[str, ...] | None
    question: Question | None
    reading: Reading
    notes: tuple[str, ...] = ()
    reply: Reply | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SystemAnswers:
    """All answers of a system, in the order of the questions; ``extra`` are ids it predicts that
    no question has. ``kind`` is ``engine``, ``answers`` or ``facts``."""

    name: str
    kind: str
    answers: tuple[Answered, ...]
    extra: tuple[str, ...] = ()

    def figures(
        self, measure: Measure, options: AnswerOptions
    ) -> Iterator[tuple[Answered, Figures]]:
        """The figures of each scored question: those with golds, and without the missing
        predictions if ``options`` skip them."""
        score = figures_by(measure, options.official)
        for answered in self.answers:
            golds = answered.record.golds
            if golds is None or (answered.predicted is None and options.missing == "skip"):
                continue
            yield answered, score(golds, answered.predicted)


def score_of(figures: Iterable[Figures]) -> Figures | None:
    """The means of the figures; ``None`` of none."""
    scored = list(figures)
    if not scored:
        return None
    return Figures(*(sum(getattr(one, name) for one in scored) / len(scored) for name in FIGURES))


def _reading_of(record: Record, options: AnswerOptions) -> Reading:
    return options.reading or record.reading or "certain"


@no_collections()
def answer_records(
    records: Sequence[Record],
    options: AnswerOptions,
    *,
    bases: Mapping[str, FactBase] | None = None,
    name: str = "timegraph",
    prepare: Callable[[FactBase], FactBase] | None = None,
    progress: Callable[[str], object] | None = None,
) -> SystemAnswers:
    """The engine's answers to all records, each from its own facts, or from those that ``bases``
    has for its id (facts that a system has read; a question without any is missing).

    A question that is not understood, or has no facts, is not answered; notes say why. What the
    facts cannot tell is answered with nothing. ``prepare`` changes each base once, before it is
    asked. ``progress`` is called with the id of each record that is done.
    """
    prepared: dict[int, FactBase] = {}

    def ready(base: FactBase) -> FactBase:
        if prepare is None:
            return base
        found = prepared.get(id(base))
        if found is None:
            found = prepared[id(base)] = prepare(base)
        return found

    answers = []
    for record in records:
        base = record.base if bases is None else bases.get(record.id)
        reading = _reading_of(record, options)
        answers.append(_answer(record, None if base is None else ready(base), reading))
        if progress is not None:
            progress(record.id)
    return SystemAnswers(name, "engine" if bases is None else "facts", tuple(answers))


_NO_FACTS = FactBase()


def _answer(record: Record, base: FactBase | None, reading: Reading) -> Answered:
    try:
        question = read_question(record.question, base)
    except NotUnderstoodError as error:
        return Answered(record, None, None, reading, (str(error),))
    if base is None and isinstance(question, FactQuestion):
        return Answered(record, None, question, reading, ("the question has no facts",))
    reply = ask(base or _NO_FACTS, question, reading=reading, candidates=record.candidates)
    return Answered(record, reply.items or (), question, reading, reply.notes, reply)


def predicted_answers(
    records: Sequence[Record], predictions: Predictions, options: AnswerOptions
) -> SystemAnswers:
    """The answers of a file of predictions; facts in it are asked by the engine."""
    known = {record.id for record in records}
    extra = tuple(id for id in predictions.ids if id not in known)
    from_facts = answer_records(records, options, bases=predictions.facts).answers
    answers = tuple(
        read
        if record.id in predictions.facts
        else _given(record, predictions.answers.get(record.id), options)
        for record, read in zip(records, from_facts, strict=True)
    )
    kind = "facts" if predictions.facts and not predictions.answers else "answers"
    return SystemAnswers(predictions.name, kind, answers, extra)


def column_answers(records: Sequence[Record], column: str, options: AnswerOptions) -> SystemAnswers:
    """The answers that stand in a field of the data. Raises ``KeyError`` if no record has it."""
    if not any(column in record.columns for record in records):
        raise KeyError(column)
    answers = tuple(_given(record, record.columns.get(column), options) for record in records)
    return SystemAnswers(column, "answers", answers)


def _given(record: Record, given: tuple[str, ...] | None, options: AnswerOptions) -> Answered:
    reading = _reading_of(record, options)
    if given is not None and reading == "timeqa":
        given = tuple("" if answer == UNKNOWN else answer for answer in given)
    try:
        question: Question | None = read_question(record.question, record.base)
    except NotUnderstoodError:
        question = None
    return Answered(record, given, question, reading)


def group_of(answered: Answered, by: str) -> str:
    """The group of an answer in a table: by ``kind`` of time, ``level`` (L2, L3), ``hops``, number
    of ``answers`` (single, multi), or ``reading``."""
    question = answered.question
    if by == "answers":
        return "single" if len(answered.record.golds or ()) <= 1 else "multi"
    if by == "reading":
        return answered.reading
    if question is None:
        return "not understood"
    if by == "kind":
        return question.kind
    if not isinstance(question, FactQuestion):
        return "L1" if question.kind == "date" else "story"
    return question.level if by == "level" else question.hops
