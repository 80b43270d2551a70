"""Questions made from facts like those of a benchmark, group by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from timegraph.facts.base import FactBase
from timegraph.facts.generate.complex_tr import complex_tr_questions
from timegraph.facts.generate.drawing import Draw
from timegraph.facts.generate.question import Form, Generated, to_json_lines, to_prompts
from timegraph.facts.generate.timeqa import timeqa_questions, unanswerable_questions
from timegraph.facts.generate.unanswerable import SHARE, number_wanted
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
    unanswerable: float = SHARE,
    form: Form = "records",
) -> str:
    """Questions with their answers and facts as JSON lines, one group for each subject; as
    ``prompts`` see :func:`timegraph.facts.generate.question.to_prompts`.

    ``shift`` moves the facts of each subject by -100 to +20 years, ``fictional`` gives all names
    that nobody has, ``resample`` keeps questions of eras that are rare among them. Of
    questions like TimeQA's the share ``unanswerable`` cannot be answered. The same arguments give
    the same bytes. Raises ``ValueError`` for a share that is not at least 0 and less than 1.
    """
    if not 0 <= unanswerable < 1:
        raise ValueError(f"a share of {unanswerable} of the questions cannot be made")
    draw = Draw(seed)
    # Nobody knows the answers where a line was not read.
    known = [fact for fact in base.facts if not base.unread_about(fact.subject, (fact.relation,))]
    base = FactBase(known, loose=base.loose)
    if fictional:
        base = renamed(base, fictional_names(base, draw))
    groups = [
        (name, moved(facts, years_to_move(draw)) if shift else facts)
        for name, facts in _groups(base)
    ]
    questions = [
        question
        for name, facts in groups
        for question in (
            timeqa_questions(facts, group=name, draw=draw)
            if like == "timeqa"
            else complex_tr_questions(facts, group=name, draw=draw)
        )
    ]
    if resample:
        questions = _resampled(questions, draw)
    if like == "timeqa":
        questions += _unanswerable(groups, questions, unanswerable, draw)
        places = {name: place for place, (name, _) in enumerate(groups)}
        questions.sort(key=lambda question: places[question.group])
    return (to_prompts if form == "prompts" else to_json_lines)(groups, questions)


def _unanswerable(
    groups: Sequence[tuple[str, FactBase]],
    questions: Sequence[Generated],
    share: float,
    draw: Draw,
) -> list[Generated]:
    """As many questions that cannot be answered as make the share of all."""
    counts = Counter(question.group for question in questions if question.answers != ("",))
    there = sum(question.answers == ("",) for question in questions)
    numbers = number_wanted([counts[name] for name, _ in groups], share)
    made: list[Generated] = []
    missing = -there
    for (name, facts), number in zip(groups, numbers, strict=True):
        missing += number
        if missing > 0:
            own_questions = list(
                unanswerable_questions(facts, group=name, draw=draw, number=missing)
            )
            made += own_questions
            missing -= len(own_questions)
    return made


def _groups(base: FactBase) -> Iterator[tuple[str, FactBase]]:
    """The facts of each subject."""
    for subject in base.subjects:
        facts = [fact for fact in base.facts if key_of(fact.subject) == key_of(subject)]
        yield subject, FactBase(facts, loose=base.loose)


def _resampled(questions: Sequence[Generated], draw: Draw) -> list[Generated]:
    counts = [0] * (ERAS + 1)
    for question in questions:
        counts[era_of(question.year)] += 1
    keep = keep_probabilities(counts[:ERAS])
    return [question for question in questions if draw.chance(keep[era_of(question.year)])]
