"""TORQUE as a measure: systems on its passages, by any grouping, with intervals and tests.

from timegraph.report import TableOptions, measure_report, render
from timegraph.scoring.torque.measure import score_torque
from timegraph.torque.passages import read_passages
from timegraph.torque.predictions import read_predictions

passages = read_passages("passages.json")
reader = read_predictions("predictions.jsonl", passages=passages)
run = score_torque(passages, {reader.name: reader.answers})
print(render(measure_report(run), TableOptions()))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.corpus import Item
from timegraph.scoring.measure import Figure, Grouping, Measure, Measured, Scores, single
from timegraph.scoring.notices import Notice
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import Signature
from timegraph.scoring.torque.consistency import contradiction_in
from timegraph.scoring.torque.score import (
    Answers,
    ContrastGroup,
    Empty,
    PassageScores,
    TorqueScore,
    score_passage,
)
from timegraph.torque.groupings import Grouping as GroupsOf
from timegraph.torque.passages import Passage, PassageSet

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["TORQUE", "WITH_CONSISTENCY", "score_torque", "torque_grouping", "torque_signature",
           "torque_task"]  # fmt: skip


def torque_signature(passages: PassageSet, *, empty: Empty, grouped: bool) -> Signature:
    """What decides the figures: the passages, the reading of empty answers, the groups."""
    return Signature.of(
        "torque",
        passages=passages.digest or "none",
        level="span",
        empty=empty,
        groups="given" if grouped else "none",
    )


def torque_task(
    *,
    passages: PassageSet,
    name: str,
    answers: Answers,
    groups: Sequence[ContrastGroup] = (),
    empty: Empty = "official",
    consistency: bool = False,
) -> Task[PassageScores]:
    """The task that scores the ``answers`` of the system ``name``, passage by passage.

    ``groups`` are those of :func:`timegraph.scoring.torque.score.contrast_groups`; ``empty`` says
    which annotators count. With ``consistency`` each group is judged, whether some world makes all
    of its answers true. A notice says how many questions the system does not answer; they score as
    answered with nothing.
    """
    by_passage: dict[str, list[ContrastGroup]] = {}
    for group in groups:
        by_passage.setdefault(group[0][0], []).append(group)

    def items(as_bytes: bool) -> Iterator[Item]:
        for passage in passages.passages:
            keys = [question.key for question in passage.questions]
            given = {key: answers[key] for key in keys if key in answers}
            rest = (passage, given, by_passage.get(passage.name, ()))
            yield Item(f"{name}: {passage.name}", rest=rest)

    missing = sum(question.key not in answers for question in passages.questions)
    return Task(
        system=name,
        signature=torque_signature(passages, empty=empty, grouped=bool(groups)),
        items=items,
        count=partial(_count, empty, consistency),
        total=len(passages.passages),
        remarks=lambda units: _unanswered(missing, len(passages.questions)),
    )


def _count(empty: Empty, consistency: bool, item: Item) -> Measured[PassageScores]:
    passage, answers, groups = item.rest
    scored = score_passage(passage.questions, answers, groups=groups, empty=empty)
    if consistency:
        scored = _judged(scored, passage, answers, groups)
    return Measured(passage.name, scored)


def _judged(
    scored: PassageScores, passage: Passage, answers: Answers, groups: Sequence[ContrastGroup]
) -> PassageScores:
    by_key = {question.key: question for question in passage.questions}
    by_group = [
        contradiction_in([by_key[key] for key in group], answers, passage) for group in groups
    ]
    judged = [questions for questions in by_group if questions is not None]
    contradictions = tuple(filter(None, judged))
    together = TorqueScore(judged=len(judged), possible=len(judged) - len(contradictions))
    return replace(scored, score=scored.score + together, contradictions=contradictions)


def _unanswered(missing: int, questions: int) -> Iterator[Notice]:
    if missing:
        asked = counted(questions, "question")
        message = f"{missing} of {asked} not answered; each counts as an empty answer"
        yield Notice("unanswered", "", message, counted(missing, "question"))


TORQUE: Measure[PassageScores] = Measure(
    name="torque",
    figures=(
        Figure("questions"),
        Figure("f1", "F1"),
        Figure("exact_match", "EM"),
        Figure("groups"),
        Figure("consistency", "C"),
    ),
    empty=TorqueScore(),
    scores=lambda scored: single(scored.score),
    unit="passage",
    units="passages",
    intervals=("f1", "exact_match", "consistency"),
    best=("f1", "exact_match", "consistency"),
    task=torque_task,
    notes=("span-level: token-level scores of the leaderboard are not comparable",),
)
"""F1, exact match and consistency on spans (:mod:`timegraph.scoring.torque.score`)."""

WITH_CONSISTENCY = replace(
    TORQUE, figures=(*TORQUE.figures, Figure("consistent", attribute="consistent_share"))
)
"""The same, with the share of contrast groups of which some world makes all of the system's answers
true (:mod:`timegraph.scoring.torque.consistency`)."""


def torque_grouping(
    name: str, groups_of: GroupsOf, passages: PassageSet
) -> Grouping[PassageScores]:
    """The kind of groups called ``name``: by ``kind``, ``document`` (without intervals), ``corpus``
    or ``phenomenon``, as ``groups_of`` gives them (:mod:`timegraph.torque.groupings`) for the
    questions of ``passages``.

    Groups have F1 and exact match of their questions; contrast groups may spread over several and
    are not counted.
    """

    def split(unit: Measured[PassageScores]) -> Mapping[tuple[str, ...], Scores]:
        groups: dict[str, TorqueScore] = {}
        questions = passages.by_name[unit.name].questions
        for question, score in zip(questions, unit.value.questions, strict=True):
            for group in groups_of(question):
                added = TorqueScore(1, score.f1, int(score.exact))
                groups[group] = groups.get(group, TorqueScore()) + added
        return {(group,): single(score) for group, score in groups.items()}

    figures = ("questions", "f1", "exact_match")
    return Grouping(name, split, figures=figures, drawn=name != "document")


def score_torque(
    passages: PassageSet,
    systems: Mapping[str, Answers],
    *,
    groups: Sequence[ContrastGroup] = (),
    empty: Empty = "official",
    consistency: bool = False,
    **running: Unpack[RunOptions],
) -> Run[PassageScores]:
    """The scores of ``systems``, by their names, on the questions of ``passages``: :data:`TORQUE`
    run on them, with the inputs of :func:`torque_task` and the options of
    :func:`timegraph.scoring.run.run_measure`. With ``consistency`` it is
    :data:`WITH_CONSISTENCY`. The run is incomplete if something is wrong with the passages."""
    return run_measure(
        WITH_CONSISTENCY if consistency else TORQUE,
        [
            torque_task(
                passages=passages,
                name=name,
                answers=answers,
                groups=groups,
                empty=empty,
                consistency=consistency,
            )
            for name, answers in systems.items()
        ],
        **running,
        incomplete=bool(passages.problems),
    )
