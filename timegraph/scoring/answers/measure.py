"""Answers about dated facts as a measure: by a benchmark's own scorer, and by the neutral one.

from timegraph.facts.readers import read_dataset
from timegraph.report import TableOptions, measure_report, render
from timegraph.scoring.answers.measure import answer_grouping, score_facts

run = score_facts(read_dataset("questions.jsonl").records, statistics=True)
print(render(measure_report(run, [answer_grouping("kind")]), TableOptions()))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from timegraph._collector import no_collections
from timegraph.facts.readers.records import Record
from timegraph.scoring.answers.scorers import AnswerScore, Scorer
from timegraph.scoring.answers.signature import answers_signature
from timegraph.scoring.answers.systems import (
    ENGINE,
    ORACLE,
    Answered,
    AnsweredGroup,
    AnsweringSystem,
    AnswerOptions,
    answering_task,
    group_of,
    in_order,
    notes_on,
    scores_of,
    told_apart,
)
from timegraph.scoring.answers.worlds import contradictions_among
from timegraph.scoring.measure import Figure, Grouping, Measure, Measured, Result, Scores
from timegraph.scoring.run import Run, RunOptions, Task, run_measure

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["ANSWERS", "GROUPS", "answer_grouping", "answers_of", "answers_task",
           "score_facts", "scorers_of", "with_consistency"]  # fmt: skip

GROUPS = ("kind", "level", "hops", "answers", "reading", "relation", "answerable", "era",
          "length", "stated")  # fmt: skip
"""What questions can be grouped by."""


def answers_task(
    *,
    records: Sequence[Record],
    system: AnsweringSystem = ENGINE,
    scorer: Scorer | None = None,
    options: AnswerOptions = AnswerOptions(),
    consistency: bool = False,
) -> Task[AnsweredGroup]:
    """The task in which ``system`` answers the questions of ``records``, scored by ``scorer`` (by
    default that of each question's benchmark) and by the neutral one. Questions without an expected
    answer are answered, not scored. With
    ``consistency`` it is judged whether some world makes all answers about one subject and relation
    true (:mod:`timegraph.scoring.answers.worlds`).

    Notices name the questions that are not answered, and predictions of unknown questions. Raises
    ``ValueError`` if the answers of ``system`` are those of a column that no record has.
    """

    scored = [record for record in records if record.golds is not None]
    task = answering_task(
        system,
        records,
        options,
        signature=answers_signature(f"answers-{_name_of(records, scorer)}", scored, options),
        together=lambda record: record.group,
        scorers=partial(scorers_of, scorer),
    )
    finish = task.finish
    if not consistency or finish is None:
        return task
    return replace(task, finish=lambda units: [_judged(unit, options) for unit in finish(units)])


def scorers_of(scorer: Scorer | None, record: Record) -> tuple[Scorer, ...]:
    """The scorers of a question: ``scorer``, or else that of its benchmark, and the neutral one."""
    benchmarks: Scorer = "timeqa" if record.reading in ("timeqa", "tgqa") else "complex-tr"
    return tuple(dict.fromkeys((scorer or benchmarks, "neutral")))


def _name_of(records: Iterable[Record], scorer: Scorer | None) -> AnyScorer:
    """The scorer of all questions with expected answers, ``each`` where they have several."""
    own = {scorers_of(scorer, record)[0] for record in records if record.golds is not None}
    return own.pop() if len(own) == 1 else "each" if own else scorer or "complex-tr"


def _judged(unit: Measured[AnsweredGroup], options: AnswerOptions) -> Measured[AnsweredGroup]:
    judged = contradictions_among(unit.value.answers, options.one_at_a_time)
    return replace(unit, value=replace(unit.value, judged=tuple(judged)))


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


def with_consistency(measure: Measure[AnsweredGroup]) -> Measure[AnsweredGroup]:
    """The same, with the share of subjects and relations about which some world makes all of a
    system's answers true."""
    consistent = Figure("consistent", attribute="consistent_share")
    return replace(measure, figures=(*measure.figures, consistent))


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
    consistency: bool = False,
    **running: Unpack[RunOptions],
) -> Run[AnsweredGroup]:
    """The scores of ``systems`` on the questions of ``records``, by ``scorer`` (by default that of
    each question's benchmark) and by the neutral one: one of :data:`ANSWERS` run on
    them, with the inputs of :func:`answers_task` and the options of
    :func:`timegraph.scoring.run.run_measure`. With ``consistency`` it is that of
    :func:`with_consistency`.

    Systems of one name are told apart by a number. The run is incomplete if a question is not
    answered, or a prediction is of no question.
    """
    measure = replace(ANSWERS[_name_of(records, scorer)], notes=notes_on(systems))
    run = run_measure(
        with_consistency(measure) if consistency else measure,
        [
            answers_task(
                records=records,
                system=system,
                scorer=scorer,
                options=options,
                consistency=consistency,
            )
            for system in told_apart(systems)
        ],
        **running,
    )
    return replace(run, incomplete=any(result.notices for result in run.results))
