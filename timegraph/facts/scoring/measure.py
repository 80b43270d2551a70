"""Answers about dated facts as a measure: by a benchmark's own scorer, and by the neutral one.

from timegraph.facts.readers import read_dataset
from timegraph.report import TableOptions, measure_report, render
from timegraph.facts.scoring.measure import answer_grouping, score_facts

run = score_facts(read_dataset("questions.jsonl").records, statistics=True)
print(render(measure_report(run, [answer_grouping("kind")]), TableOptions()))
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Literal

from timegraph._files import no_collections
from timegraph._wording import numbered
from timegraph.corpus import Item
from timegraph.dates.granules import DateError, read_date
from timegraph.facts.answers import Reply, ask
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact
from timegraph.facts.question_kinds import (
    DateQuestion,
    FactQuestion,
    HoldingQuestion,
    NotUnderstoodError,
    Question,
    Reading,
    StoryQuestion,
)
from timegraph.facts.read_questions import asked_rows, read_question
from timegraph.facts.readers.lines import UNKNOWN, Record, known_parts
from timegraph.facts.relations import ONE_AT_A_TIME, OneAtATime, key_of, relations_called
from timegraph.facts.scoring.scorers import (
    SCORERS,
    AnswerScore,
    Figures,
    OfficialOptions,
    Predictions,
    Scorer,
    figures_by,
    key,
    neutral,
    normalised,
)
from timegraph.scoring.measure import Figure, Grouping, Labels, Measure, Measured, Result, Scores
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import NO_PREDICTION, Notice, Signature, gaps_in
from timegraph.times.measure import TimeOptions, compare_answers
from timegraph.times.naming import named
from timeml.plain_dates import DATE
from timeml.timex_value import Instant

if TYPE_CHECKING:
    from typing_extensions import Unpack

ORACLE = "oracle facts: the engine is given the facts; figures of open-book readers differ in kind"
"""What readers of any score of the engine must know."""

_PART = 64
"""How many questions about the same facts a worker answers at a time, at most."""

# TimeQA's ids: /wiki/Ada_Lovelace#P69#0.
_PROPERTY = re.compile(r"#(P\d+)(?![^#_])")
_DATE = re.compile(rf"(?<!\w)(?:{DATE})(?!\w)", re.IGNORECASE)
_MARK = re.compile(r"\sand\s|[,;]")


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """What decides about scores, apart from the data: the reading of the engine (``None``: each
    question's own), the quirks of the official scorer, what a missing prediction is, and the
    relations in which the next fact ends one whose end is open."""

    reading: Reading | None = None
    official: OfficialOptions = field(default_factory=OfficialOptions)
    missing: str = "wrong"
    one_at_a_time: OneAtATime = ONE_AT_A_TIME


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with what a system answers: ``None`` if it does not answer at all. ``notes`` say
    why, or what was assumed.

    ``figures`` has those of each scorer, if the question is scored; ``timely`` says whether the
    answer is the expected time, where that is asked; ``position`` is the place of the question in
    the data.
    """

    record: Record
    predicted: tuple[str, ...] | None
    question: Question | None
    reading: Reading
    notes: tuple[str, ...] = ()
    reply: Reply | None = field(default=None, compare=False)
    figures: Mapping[Scorer, Figures] = field(default_factory=dict, compare=False)
    timely: bool | None = field(default=None, compare=False)
    position: int = field(default=0, compare=False)

    def __repr__(self) -> str:
        return f"<Answered {self.record.id}: {', '.join(self.predicted or ())[:60]!r}>"

    @property
    def items(self) -> tuple[str, ...] | None:
        """What is predicted, one by one: "A and B" is two answers where the facts or the expected
        answers have A and B, and not the whole."""
        return _items(self.record, self.predicted)


def _items(record: Record, predicted: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if predicted is None or not any(map(_MARK.search, predicted)):
        return predicted
    objects = {} if record.base is None else record.base.objects
    names = {**objects, **{key_of(gold): gold for gold in record.golds or ()}}
    names.pop("", None)
    return tuple(part for text in predicted for part in known_parts(text, names) or (text,))


@dataclass(frozen=True)
class AnsweredGroup:
    """The answers to questions that belong together, in the order of the data."""

    answers: tuple[Answered, ...]

    @cached_property
    def scores(self) -> Scores:
        """The score by each scorer; empty if no question is scored."""
        sets: dict[str, list[Answered]] = {}
        for answered in self.answers:
            # Questions ask for the same with one id, or as the field "fact" says.
            named = answered.record.columns.get("fact", (answered.record.id,))
            sets.setdefault(named[0], []).append(answered)
        several = [members for members in sets.values() if len(members) > 1]
        alike = [members for members in several if _are_alike(members)]
        together = AnswerScore(
            sets=len(several),
            identical=len(alike),
            identical_right=sum(all(map(_is_right, members)) for members in alike),
        )
        return {labels: score + together for labels, score in scores_of(self.answers).items()}


def _are_alike(members: Iterable[Answered]) -> bool:
    """Whether answers are the same set once normalised; no answer is like no other."""
    shapes = {
        None if answered.items is None else frozenset(map(key, answered.items)) - {""}
        for answered in members
    }
    return len(shapes) == 1 and None not in shapes


def _is_right(answered: Answered) -> bool:
    return neutral(answered.record.golds or (), answered.items).set_accuracy == 1.0


def scores_of(answers: Iterable[Answered]) -> Scores:
    """The score of the answers by each scorer that has figures of some."""
    by_scorer: dict[Labels, list[Figures]] = {}
    times = timely = 0
    for answered in answers:
        for scorer, figures in answered.figures.items():
            by_scorer.setdefault((scorer,), []).append(figures)
        times += answered.timely is not None
        timely += answered.timely is True
    about_time = AnswerScore(times=times, timely=timely)
    return {labels: AnswerScore.of(figures) + about_time for labels, figures in by_scorer.items()}


@dataclass(frozen=True, slots=True)
class AnsweringSystem:
    """A system whose answers are scored: the engine, unless it has ``predictions``, or its answers
    stand in a ``column`` of the data. Facts in ``predictions`` are asked by the engine."""

    name: str = "timegraph"
    predictions: Predictions | None = None
    column: str = ""

    def __repr__(self) -> str:
        return f"<AnsweringSystem {self.title}>"

    @property
    def title(self) -> str:
        """The name that reports have: it says if all answers come from the system's own facts."""
        predictions = self.predictions
        from_facts = predictions is not None and predictions.facts and not predictions.answers
        return f"{self.name} (from its facts)" if from_facts else self.name

    @property
    def asks_facts(self) -> bool:
        """Whether the engine answers from facts, those of the data or its own."""
        return bool(not self.column if self.predictions is None else self.predictions.facts)

    def check(self, records: Sequence[Record]) -> None:
        """Raises ``ValueError`` if the answers are those of a column that no record has."""
        if self.column and not any(self.column in record.columns for record in records):
            columns = sorted({name for record in records for name in record.columns})
            there = ", ".join(columns) or "none"
            raise ValueError(f"{self.column}: no question has it; there are: {there}")


ENGINE = AnsweringSystem()
"""The engine itself, which answers each question from its own facts."""


def told_apart(systems: Sequence[AnsweringSystem]) -> list[AnsweringSystem]:
    """The systems, those of equal names with a number: ``model``, ``model (2)``."""
    names = numbered(system.name for system in systems)
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


_Request = tuple[Record, "tuple[str, ...] | None", bool]
"""A question for a worker, with the facts to ask; what is answered, unless it is to be asked."""

_Found = tuple[
    "tuple[str, ...] | None", "Question | None", Reading, tuple[str, ...], "Reply | None",
    Mapping[Scorer, Figures], "bool | None",
]  # fmt: skip
"""What a worker sends back: the fields of an answer between its record and its position."""


def _requests(system: AnsweringSystem, options: AnswerOptions) -> Callable[[Record], _Request]:
    """What a worker needs of a question to know what ``system`` answers."""
    predictions, column = system.predictions, system.column
    closed = cache(lambda base: base.like(one_at_a_time=options.one_at_a_time))

    def request(record: Record) -> _Request:
        if predictions is not None and record.id in predictions.facts:
            return replace(record, base=predictions.facts[record.id]), None, True
        if predictions is not None:
            return record, predictions.answers.get(record.id), False
        if column:
            return record, record.columns.get(column), False
        is_closed = record.base is not None and options.one_at_a_time
        return replace(record, base=closed(record.base)) if is_closed else record, None, True

    return request


def in_order(units: Iterable[Measured[AnsweredGroup]]) -> list[Answered]:
    """All answers of the units, in the order of the data."""
    answers = [answered for unit in units for answered in unit.value.answers]
    return sorted(answers, key=lambda answered: answered.position)


def parts_of(records: Sequence[Record]) -> Iterator[tuple[str, Sequence[int]]]:
    """The positions of the questions of each group of facts, at most :data:`_PART` at a time."""
    groups: dict[str, list[int]] = {}
    for position, record in enumerate(records):
        groups.setdefault(record.group, []).append(position)
    for group, positions in groups.items():
        for begin in range(0, len(positions), _PART):
            yield group, positions[begin : begin + _PART]


@no_collections()
def _count(
    options: AnswerOptions, scorers: Callable[[Record], Sequence[Scorer]], item: Item
) -> Measured[tuple[_Found, ...]]:
    group, requests = item.rest
    functions = {scorer: figures_by(scorer, options.official) for scorer in SCORERS}
    return Measured(
        group,
        tuple(
            _answered(request, {name: functions[name] for name in scorers(request[0])}, options)
            for request in requests
        ),
    )


def _answered(
    request: _Request, functions: Mapping[Scorer, Callable[..., Figures]], options: AnswerOptions
) -> _Found:
    """The answer to a question with its figures."""
    record, predicted, asks = request
    reading: Reading = options.reading or record.reading or "certain"
    question: Question | None = None
    reply: Reply | None = None
    notes: tuple[str, ...] = ()
    try:
        question = read_question(record.question, record.base)
    except NotUnderstoodError as error:
        notes = (str(error),) if asks else ()
    if asks and question is not None:
        predicted, notes, reply = _asked(record, question, reading)
    elif predicted is not None and reading == "timeqa":
        predicted = tuple("" if answer == UNKNOWN else answer for answer in predicted)
    golds, figures, timely = record.golds, {}, None
    if golds is not None and (predicted is not None or options.missing != "skip"):
        items = _items(record, predicted)
        figures = {
            name: score(golds, items if name == "neutral" else predicted)
            for name, score in functions.items()
        }
        timely = _timely(golds, predicted or ())
    return predicted, question, reading, notes, reply, figures, timely


_NO_FACTS = FactBase()


def _asked(
    record: Record, question: Question, reading: Reading
) -> tuple[tuple[str, ...] | None, tuple[str, ...], Reply | None]:
    """What the engine answers, with its notes and its whole reply."""
    if record.base is None and isinstance(question, FactQuestion):
        return None, ("the question has no facts",), None
    base = _NO_FACTS if record.base is None else record.base
    reply = ask(base, question, reading=reading, candidates=record.candidates)
    if reply.items is None and any(line.note in reply.notes for line in base.unread):
        return None, reply.notes[::-1], reply  # the first note says why it has no answer
    return reply.items or (), reply.notes, reply


def is_time(gold: str) -> bool:
    """Whether an expected answer is a time and nothing else: "Mar, 1192", "the 1990s"."""
    times = named(gold)
    if len(times) != 1 or not times[0].readings:
        return False
    around = f"{gold[: times[0].start]} {gold[times[0].stop :]}"
    return not _WORD.search(_AROUND_TIMES.sub("", around))


_AROUND_TIMES = re.compile(r"\b(?:in|on|at|the|about|around|from|for)\b", re.IGNORECASE)
_WORD = re.compile(r"\w")


def asks_for_time(record: Record) -> bool:
    """Whether all expected answers of a question are times."""
    return bool(record.golds) and all(map(is_time, record.golds or ()))


def _timely(golds: Sequence[str], predicted: Sequence[str]) -> bool | None:
    """Whether what is predicted is one of the times that are expected; ``None`` where these are not
    all times."""
    if not golds or not all(map(is_time, golds)):
        return None
    answer = "; ".join(predicted)
    return any(RULE.is_right(compare_answers(answer, gold)) for gold in golds)


RULE = TimeOptions()


def _gaps(
    system: AnsweringSystem, answers: Sequence[Answered], options: AnswerOptions
) -> Iterator[Notice]:
    """What the system does not answer, and which of its ids are not those of a question."""
    silent = [
        (answered.record.id, answered.notes[0] if answered.notes else NO_PREDICTION)
        for answered in answers
        if answered.predicted is None
    ]
    predicted = () if system.predictions is None else system.predictions.ids
    asked = [answered.record.id for answered in answers]
    yield from gaps_in(asked, silent, predicted, counts=options.missing != "skip")


def group_of(answered: Answered, by: str) -> str:
    """The group of an answer in a table: by ``kind`` of time, ``level`` (L2, L3), ``hops``, number
    of ``answers`` (single, multi), ``reading``, ``relation`` (that of the id, if it names one),
    whether it is ``answerable``, ``length`` of the text in words, or whether the question's dates
    are ``stated`` in it."""
    question = answered.question
    named = _PROPERTY.search(answered.record.id) if by == "relation" else None
    if named is not None:
        called = relations_called(named[1])
        return called[0] if called else named[1]
    if by == "answers":
        return "single" if len(answered.record.golds or ()) <= 1 else "multi"
    if by == "reading":
        return answered.reading
    if by == "answerable":
        return "answerable" if any(answered.record.golds or ()) else "unanswerable"
    if by == "length":
        return _length(answered.record)
    if question is None:
        return "not understood"
    if by == "stated":
        return _stated(answered.record, question)
    if by == "kind":
        return question.kind
    if isinstance(question, FactQuestion):
        groups = {"level": question.level, "hops": question.hops}
        return groups.get(by, " or ".join(question.relations))
    if by == "relation":
        return question.relation if isinstance(question, HoldingQuestion) else "(none)"
    return "L1" if question.kind == "date" else "story"


_NO_TEXT = "(no text)"


def _text_of(record: Record) -> str:
    """The text in which a reader has to find the answer, if the question comes with it."""
    return " ".join(record.columns.get("context", ()))


def _length(record: Record) -> str:
    """``1000-1999`` words, in steps of a thousand to five thousand."""
    text = _text_of(record)
    thousands = len(text.split()) // 1000
    names = ("0-999", *(f"{k}000-{k}999" for k in range(1, 5)), "5000 or more")
    return names[min(thousands, 5)] if text else _NO_TEXT


def _stated(record: Record, question: Question) -> str:
    """Whether the text has each date of the question, in whatever way it is written."""
    text = _text_of(record)
    if isinstance(question, StoryQuestion) or not text:
        return _NO_TEXT if not text else "(no date)"
    dates = (
        (question.origin,)
        if isinstance(question, DateQuestion)
        else (question.time.first, question.time.last)
    )
    asked = {(date.first, date.after) for date in dates if not date.is_open}
    if not asked:
        return "(no date)"
    return "stated" if asked <= _dates_in(text) else "not stated"


@lru_cache(maxsize=256)
def _dates_in(text: str) -> frozenset[tuple[Instant | None, Instant | None]]:
    """The dates in a text, and the years of its dates, from their first to their last instant."""
    found = set()
    written = (part for m in _DATE.finditer(text) for part in (m[0], *re.findall(r"\d{4}", m[0])))
    for date in written:
        with suppress(DateError):
            found.add((read_date(date).first, read_date(date).after))
    return frozenset(found)


# The signature of scores of answers: every choice that can move them.


def answers_signature(measure: str, records: Sequence[Record], options: AnswerOptions) -> Signature:
    """The signature of ``measure`` over ``records``.

    ``questions`` are the first 8 hex digits of the SHA-256 of the questions, their answers and
    their facts. The facts of the engine are those of the data (``oracle``).
    """
    readings = dict.fromkeys(options.reading or r.reading or "certain" for r in records)
    return Signature.of(
        measure,
        questions=answers_digest(records),
        facts="oracle",
        reading="+".join(sorted(readings)) or "none",
        open_ends=str(options.one_at_a_time),
        split=options.official.split,
        commas=options.official.commas,
        empty_golds=options.official.empty_golds,
        missing=options.missing,
        **({"times": RULE.accept} if any(map(asks_for_time, records)) else {}),
    )


def answers_digest(records: Iterable[Record]) -> str:
    """The first 8 hex digits of the SHA-256 of the questions, their answers and their facts."""
    digest = hashlib.sha256()
    facts_of: dict[int, tuple[str, ...]] = {}  # many questions share a base
    for record in records:
        facts: tuple[str, ...] = ()
        if record.base is not None:
            facts = facts_of.get(id(record.base)) or tuple(map(str, record.base.facts))
            facts_of[id(record.base)] = facts
        parts = (record.id, record.question, *(record.golds or ()), *facts)
        digest.update("\0".join(parts).encode("utf-8", "surrogatepass") + b"\1")
    return digest.hexdigest()[:8]


# Wrong answers about dated facts, and the facts behind them.


def is_wrong(answered: Answered) -> bool:
    """Whether the answer is not right, as the benchmark's own scorer counts: by its exact match
    (TimeQA), or else by the set of answers."""
    golds = answered.record.golds
    if golds is None:
        return False
    if answered.predicted is None:
        return True
    if answered.reading == "timeqa":
        first = normalised(answered.predicted[0]) if answered.predicted else ""
        return first not in {normalised(gold) for gold in golds}
    return _names(answered.items or ()) != _names(golds)


def facts_behind(answered: Answered, objects: Iterable[str]) -> tuple[Fact, ...]:
    """The facts with one of these objects: those of the asked subject and relation, if there are
    any, else all."""
    question, base, names = answered.question, answered.record.base, _names(objects)
    if base is None:
        return ()
    rows = asked_rows(base, question) or () if isinstance(question, FactQuestion) else ()
    asked = tuple(row.fact for row in rows if normalised(row.fact.object) in names)
    return asked or tuple(fact for fact in base.facts if normalised(fact.object) in names)


def _names(items: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(None, map(normalised, items)))


GROUPS = ("kind", "level", "hops", "answers", "reading", "relation", "answerable", "length",
          "stated")  # fmt: skip
"""What questions can be grouped by."""


def answers_task(
    *,
    records: Sequence[Record],
    system: AnsweringSystem = ENGINE,
    scorer: Scorer | None = None,
    options: AnswerOptions = AnswerOptions(),
) -> Task[AnsweredGroup]:
    """The task in which ``system`` answers the questions of ``records``, group of facts by group,
    scored by ``scorer`` (by default that of each question's benchmark) and by the neutral one.
    Questions without an expected answer are answered, not scored.

    A question that is not understood, or has no facts, is not answered; notices say why, and which
    predictions are of no question. What the facts cannot tell is answered with nothing. Raises
    ``ValueError`` if the answers are those of a column that no record has.
    """
    system.check(records)
    parts = list(parts_of(records))
    scored = [record for record in records if record.golds is not None]

    def items(as_bytes: bool) -> Iterator[Item]:
        request = _requests(system, options)
        for group, positions in parts:
            requests = tuple(request(records[position]) for position in positions)
            yield Item(f"{system.title}: {group} {positions[0] + 1}", rest=(group, requests))

    def finish(measured: Sequence[Measured[tuple[_Found, ...]]]) -> list[Measured[AnsweredGroup]]:
        answers: list[Answered | None] = [None] * len(records)
        for (_, positions), part in zip(parts, measured, strict=True):
            for position, found in zip(positions, part.value, strict=True):
                answers[position] = Answered(records[position], *found, position)
        units: dict[str, list[Answered]] = {}
        for answered in filter(None, answers):
            units.setdefault(answered.record.group, []).append(answered)
        return [Measured(name, AnsweredGroup(tuple(group))) for name, group in units.items()]

    return Task(
        system=system.title,
        signature=answers_signature(f"answers-{_name_of(records, scorer)}", scored, options),
        items=items,
        count=partial(_count, options, partial(scorers_of, scorer)),
        total=len(parts),
        finish=finish,
        remarks=lambda units: _gaps(system, in_order(units), options),
    )


def scorers_of(scorer: Scorer | None, record: Record) -> tuple[Scorer, ...]:
    """The scorers of a question: ``scorer``, or else that of its benchmark, and the neutral one."""
    benchmarks: Scorer = "timeqa" if record.reading in ("timeqa", "tgqa") else "complex-tr"
    return tuple(dict.fromkeys((scorer or benchmarks, "neutral")))


def _name_of(records: Iterable[Record], scorer: Scorer | None) -> AnyScorer:
    """The scorer of all questions with expected answers, ``each`` where they have several."""
    own = {scorers_of(scorer, record)[0] for record in records if record.golds is not None}
    return own.pop() if len(own) == 1 else "each" if own else scorer or "complex-tr"


AnyScorer = Scorer | Literal["each"]
"""A scorer, or that of each question."""


def _measure(scorer: AnyScorer) -> Measure[AnsweredGroup]:
    return Measure(
        name=f"answers-{scorer}",
        labels=("scorer",),
        figures=(
            Figure("questions"),
            Figure("set_accuracy", "Set Acc"),
            Figure("answer_f1", "Answer F1"),
            Figure("exact_match", "EM"),
            Figure("token_f1", "Token F1"),
        ),
        empty=AnswerScore(),
        scores=lambda answered: answered.scores,
        unit="group of facts",
        units="groups of facts",
        intervals=("set_accuracy",),
        tested="set_accuracy",
        decisive=("questions", "right"),
        best=("set_accuracy", "answer_f1", "exact_match", "token_f1"),
        task=partial(answers_task, scorer=None if scorer == "each" else scorer),
        notes=(ORACLE,),
    )


_EACH: tuple[AnyScorer, ...] = ("each", *SCORERS)
ANSWERS: Mapping[AnyScorer, Measure[AnsweredGroup]] = {scorer: _measure(scorer) for scorer in _EACH}
"""The measure whose first scores are those of each scorer, or by question that of its benchmark;
the others are neutral."""


Further = Literal["identical", "identical_right", "time"]
FURTHER: Mapping[Further, Figure] = {
    "identical": Figure("identical", attribute="identical_share"),
    "identical_right": Figure(
        "identical_right", "identical and right", attribute="identical_right_share"
    ),
    "time": Figure("time", attribute="time_share"),
}
"""Figures that a measure has where they are wanted: the shares of the sets of questions that ask
for the same which are answered alike, and alike and right; and, where a question expects a time,
the share of these that are answered with it."""


def with_figures(
    measure: Measure[AnsweredGroup], further: Iterable[Further]
) -> Measure[AnsweredGroup]:
    """The same, with further figures."""
    added = (FURTHER[name] for name in FURTHER if name in {*further})
    return replace(measure, figures=(*measure.figures, *added))


def answer_grouping(kind: str) -> Grouping[AnsweredGroup]:
    """One of the kinds of groups of questions in :data:`GROUPS`. Raises ``ValueError`` for another
    kind."""
    if kind not in GROUPS:
        raise ValueError(f"{kind}: groups are by {', '.join(GROUPS)}")

    def split(unit: Measured[AnsweredGroup]) -> Mapping[tuple[str, ...], Scores]:
        groups: dict[str, list[Answered]] = {}
        for answered in unit.value.answers:
            groups.setdefault(group_of(answered, kind), []).append(answered)
        scores = {(name,): scores_of(members) for name, members in groups.items()}
        return {name: by_scorer for name, by_scorer in scores.items() if by_scorer}

    return Grouping(kind, split, arrange=sorted)


def answers_of(result: Result[AnsweredGroup]) -> list[Answered]:
    """All answers of a system, in the order of the data."""
    return in_order(result.units)


@no_collections()
def score_facts(
    records: Sequence[Record],
    systems: Sequence[AnsweringSystem] = (ENGINE,),
    *,
    scorer: Scorer | None = None,
    options: AnswerOptions = AnswerOptions(),
    further: Collection[Further] = (),
    **running: Unpack[RunOptions],
) -> Run[AnsweredGroup]:
    """The scores of ``systems`` on the questions of ``records``, by ``scorer`` (by default that of
    each question's benchmark) and by the neutral one: one of :data:`ANSWERS` run on
    them, with the inputs of :func:`answers_task` and the options of
    :func:`timegraph.scoring.run.run_measure`; with the figures of :data:`FURTHER` that are asked
    for, and ``time`` where a question expects one.

    Systems of one name are distinguished by a number. The run is incomplete if a question is not
    answered, or a prediction is of no question.
    """
    notes = (ORACLE,) if any(system.asks_facts for system in systems) else ()
    measure = replace(ANSWERS[_name_of(records, scorer)], notes=notes)
    wanted = {name for name in further if name != "time"}
    run = run_measure(
        with_figures(measure, {*wanted, "time"} if any(map(asks_for_time, records)) else wanted),
        [
            answers_task(records=records, system=system, scorer=scorer, options=options)
            for system in told_apart(systems)
        ],
        **running,
    )
    return replace(run, incomplete=any(result.notices for result in run.results))
