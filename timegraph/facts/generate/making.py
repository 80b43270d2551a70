"""Questions made from facts like those of a benchmark, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from timegraph.facts.base import FactBase
from timegraph.facts.generate.complex_tr import complex_tr_questions
from timegraph.facts.generate.drawing import Draw
from timegraph.facts.generate.question import Generated, to_json_lines
from timegraph.facts.generate.timeqa import timeqa_questions
from timegraph.facts.generate.variation import (
    ERAS,
    era_of,
    fictional_names,
    keep_probabilities,
    moved,
    renamed,
    years_to_move,
)
from timegraph.facts.relations import key_of

__all__ = ["LIKE", "PERTURBATIONS", "Like", "generate"]

Like = Literal["timeqa", "complex-tr"]
LIKE: tuple[Like, ...] = get_args(Like)
"""The benchmarks whose questions are made."""

PERTURBATIONS = ("shift", "fictional", "resample")
"""What :func:`generate` may do besides, each an argument of its own."""


def generate(
    base: FactBase,
    *,
    like: Like,
    seed: int,
    shift: bool = False,
    fictional: bool = False,
    resample: bool = False,
) -> str:
    """Questions with their answers and facts as JSON lines, one group for each subject.

    ``shift`` moves the facts of each subject by -100 to +20 years, ``fictional`` gives all names
    that nobody has, ``resample`` keeps questions of eras that are rare among them. The same
    arguments give the same bytes.
    """
    draw = Draw(seed)
    if fictional:
        base = renamed(base, fictional_names(base, draw))
    groups = [
        (name, moved(own, years_to_move(draw)) if shift else own) for name, own in _groups(base)
    ]
    questions = [
        question
        for name, own in groups
        for question in (
            timeqa_questions(own, group=name, draw=draw)
            if like == "timeqa"
            else complex_tr_questions(own, group=name, draw=draw)
        )
    ]
    if resample:
        questions = _resampled(questions, draw)
    return to_json_lines(groups, questions)


def _groups(base: FactBase) -> Iterator[tuple[str, FactBase]]:
    """The facts of each subject."""
    for subject in base.subjects:
        own = [fact for fact in base.facts if key_of(fact.subject) == key_of(subject)]
        yield subject, FactBase(own, loose=base.loose)


def _resampled(questions: Sequence[Generated], draw: Draw) -> list[Generated]:
    counts = [0] * (ERAS + 1)
    for question in questions:
        counts[era_of(question.year)] += 1
    keep = keep_probabilities(counts[:ERAS])
    return [question for question in questions if draw.chance(keep[era_of(question.year)])]
