"""Consistency: whether a system gives the same answer to questions that ask for the same.

TimeQA's perturbations (Chen, Wang & Wang 2021) ask for one fact in several ways; a reader that
understands time answers them alike. Questions ask for the same if they have the same id but for
the number at its end, or are said to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timegraph._collector import no_collections
from timegraph.facts.readers.records import Record
from timegraph.scoring.answers.normalise import normalised
from timegraph.scoring.answers.scorers import neutral
from timegraph.scoring.answers.signature import answers_signature
from timegraph.scoring.answers.systems import (
    ENGINE,
    ORACLE,
    Answered,
    AnsweredGroup,
    AnsweringSystem,
    AnswerOptions,
    answering_task,
    notes_on,
    told_apart,
)
from timegraph.scoring.measure import Figure, Measure, Scores, single
from timegraph.scoring.ratios import CountedScore, ratio
from timegraph.scoring.run import Run, RunOptions, Task, run_measure

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["CONSISTENCY", "Consistency", "consistency_of", "consistency_task", "score_consistency"]


@dataclass(frozen=True, slots=True)
class Consistency(CountedScore):
    """How many sets of questions there are, how many are answered alike throughout, and how many
    alike and right."""

    sets: int = 0
    identical: int = 0
    right: int = 0

    @property
    def identical_share(self) -> float | None:
        """The share of sets that are answered alike; ``None`` if there is no set."""
        return ratio(self.identical, self.sets)

    @property
    def right_share(self) -> float | None:
        """The share of sets that are answered alike and right; ``None`` if there is no set."""
        return ratio(self.right, self.sets)


def _asked_for(record: Record) -> str:
    """What questions that ask for the same share: the field ``fact``, else the id."""
    return record.columns.get("fact", (record.id,))[0]


def consistency_of(sets: Sequence[Sequence[Answered]]) -> Consistency:
    """The consistency of a system over sets of its answers. Answers are alike if they are the same
    set once normalised, and right if each is the gold set; no answer is like no other."""
    identical = right = 0
    for members in sets:
        shapes = {_shape(member) for member in members}
        if len(shapes) == 1 and None not in shapes:
            identical += 1
            right += all(
                neutral(member.record.golds or (), member.items).set_accuracy == 1.0
                for member in members
            )
    return Consistency(len(sets), identical, right)


def _shape(answered: Answered) -> frozenset[str] | None:
    if answered.items is None:
        return None
    return frozenset(normalised(item) or item.strip() for item in answered.items) - {""}


def consistency_task(
    *,
    records: Sequence[Record],
    system: AnsweringSystem = ENGINE,
    options: AnswerOptions = AnswerOptions(),
) -> Task[AnsweredGroup]:
    """The task in which ``system`` answers the questions of ``records``; questions that ask for the
    same are a unit, whose score is empty if it has only one.

    Notices and errors are those of :func:`timegraph.scoring.answers.measure.answers_task`.
    """
    return answering_task(
        system,
        records,
        options,
        signature=answers_signature("consistency", records, options),
        together=_asked_for,
    )


def _scores(group: AnsweredGroup) -> Scores:
    if len(group.answers) < 2:
        return {}
    return single(consistency_of([group.answers]))


CONSISTENCY: Measure[AnsweredGroup] = Measure(
    name="consistency",
    figures=(
        Figure("sets"),
        Figure("identical"),
        Figure("identical_share", "identical %"),
        Figure("right", "identical and right"),
        Figure("right_share", "identical and right %"),
    ),
    empty=Consistency(),
    scores=_scores,
    unit="set",
    units="sets",
    intervals=("identical_share", "right_share"),
    tested="identical_share",
    decisive=("sets", "identical"),
    best=("identical_share", "right_share"),
    task=consistency_task,
    notes=(ORACLE,),
)
"""How many sets of questions that ask for the same are answered alike, and how many alike and
right."""


@no_collections()
def score_consistency(
    records: Sequence[Record],
    systems: Sequence[AnsweringSystem] = (ENGINE,),
    *,
    options: AnswerOptions = AnswerOptions(),
    **running: Unpack[RunOptions],
) -> Run[AnsweredGroup]:
    """The consistency of ``systems`` on the questions of ``records``: :data:`CONSISTENCY` run on
    them, with the inputs of :func:`consistency_task` and the options of
    :func:`timegraph.scoring.run.run_measure`.

    Systems of one name are told apart by a number. The run is incomplete if a question is not
    answered, or a prediction is of no question. Raises ``ValueError`` if no two questions ask for
    the same.
    """
    names = [_asked_for(record) for record in records]
    if len(set(names)) == len(names):
        raise ValueError("no two questions ask for the same (same id or same fact)")
    run = run_measure(
        replace(CONSISTENCY, notes=notes_on(systems)),
        [
            consistency_task(records=records, system=system, options=options)
            for system in told_apart(systems)
        ],
        **running,
    )
    return replace(run, incomplete=any(result.notices for result in run.results))
