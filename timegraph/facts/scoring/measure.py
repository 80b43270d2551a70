"""Answers about dated facts as a measure: by a benchmark's own scorer, and by the neutral one.

from timegraph.facts.readers import read_dataset
from timegraph.report import TableOptions, measure_report, render
from timegraph.facts.scoring.measure import answer_grouping, score_facts

run = score_facts(read_dataset("questions.jsonl").records, statistics=True)
print(render(measure_report(run, [answer_grouping("kind")]), TableOptions()))
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from timegraph._files import no_collections
from timegraph.facts.fact import Fact
from timegraph.facts.question_kinds import FactQuestion
from timegraph.facts.read_questions import asked_rows
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.scorers import AnswerScore, Scorer, normalised
from timegraph.facts.scoring.systems import (
    ENGINE,
    ORACLE,
    RULE,
    Answered,
    AnsweredGroup,
    AnsweringSystem,
    AnswerOptions,
    answering_task,
    asks_for_time,
    group_of,
    in_order,
    notes_on,
    scores_of,
    told_apart,
)
from timegraph.scoring.measure import Figure, Grouping, Measure, Measured, Result, Scores
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import Signature

if TYPE_CHECKING:
    from typing_extensions import Unpack


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
    """The task in which ``system`` answers the questions of ``records``, scored by ``scorer`` (by
    default that of each question's benchmark) and by the neutral one. Questions without an expected
    answer are answered, not scored.

    Notices name the questions that are not answered, and predictions of unknown questions. Raises
    ``ValueError`` if the answers of ``system`` are those of a column that no record has.
    """

    scored = [record for record in records if record.golds is not None]
    return answering_task(
        system,
        records,
        options,
        signature=answers_signature(f"answers-{_name_of(records, scorer)}", scored, options),
        scorers=partial(scorers_of, scorer),
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


ANSWERS: Mapping[AnyScorer, Measure[AnsweredGroup]] = {
    "each": _measure("each"),
    "complex-tr": _measure("complex-tr"),
    "timeqa": _measure("timeqa"),
    "neutral": _measure("neutral"),
}
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
    measure = replace(ANSWERS[_name_of(records, scorer)], notes=notes_on(systems))
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
