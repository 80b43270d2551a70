"""Two or more systems question by question: which one is right where, and whether they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from timegraph._wording.counting import counted
from timegraph.answer import Answer
from timegraph.qa import SetQuestion
from timegraph.scoring.measure import Result
from timegraph.scoring.qa_tempeval.answered_questions import (
    AnsweredQuestion,
    DocumentAnswers,
    answers_of,
)
from timegraph.scoring.qa_tempeval.counts import Score
from timegraph.scoring.statistics import SEED, TRIALS, Difference, holm, mcnemar
from timegraph.scoring.statistics import paired_randomisation as randomised

__all__ = [
    "Comparison",
    "PairedQuestion",
    "PairedSystems",
    "Verdict",
    "compare_systems",
    "verdict_of",
]

_HEADS = (
    "",
    "against",
    "only the first",
    "only the second",
    "McNemar p",
    "Holm",
    "F1 diff.",
    "p",
    "Holm",
)

Verdict = Literal["right", "wrong", "unknown"]


@dataclass(frozen=True, slots=True)
class PairedQuestion:
    """A question with what each system answered, in the order of :attr:`Comparison.systems`."""

    question: SetQuestion
    answers: tuple[AnsweredQuestion, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Whether each system is right, wrong, or leaves open what has an answer."""
        return tuple(map(verdict_of, self.answers))


@dataclass(frozen=True, slots=True)
class PairedSystems:
    """How the first of two systems differs from the second.

    ``only_first`` and ``only_second`` count the questions that one alone answers correctly, and
    ``mcnemar_p`` is McNemar's exact test of them. ``f1`` has the difference of F1 and the p of
    paired randomisation over documents. ``mcnemar_holm`` and ``f1_holm`` are the two p values
    corrected for the number of pairs of the comparison, each test being a family of its own.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    mcnemar_p: float
    mcnemar_holm: float | None
    f1: Difference
    f1_holm: float | None


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Systems beside each other: every scored question, and the pairs that were tested. ``best`` is
    the system with which the others are compared, if it was looked for on these scores."""

    systems: tuple[Result[DocumentAnswers], ...]
    questions: tuple[PairedQuestion, ...]
    pairs: tuple[PairedSystems, ...]
    best: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The systems' names, in order."""
        return tuple(system.name for system in self.systems)

    def __repr__(self) -> str:
        questions, pairs = (
            counted(len(self.questions), "question"),
            counted(len(self.pairs), "pair"),
        )
        return f"<Comparison of {', '.join(self.names)}: {questions}, {pairs}>"

    def _repr_html_(self) -> str:
        """For notebooks: each pair with its tests."""
        from html import escape

        rows = []
        for pair in self.pairs:
            difference, p, holm = pair.f1.difference, pair.f1.p, pair.f1_holm
            tests = (pair.mcnemar_p, pair.mcnemar_holm, difference, p, holm)
            cells = [escape(pair.first), escape(pair.second)]
            cells += [str(pair.only_first), str(pair.only_second)]
            cells += ["-" if value is None else f"{value:.3f}" for value in tests]
            rows.append("".join(f"<td>{cell}</td>" for cell in cells))
        head = "".join(f"<th>{head}</th>" for head in _HEADS)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<p>{escape(repr(self))}</p><table><tr>{head}</tr>{body}</table>"

    def only_right(self, system: int, *, other: int) -> tuple[PairedQuestion, ...]:
        """The questions that ``system`` answers correctly and ``other`` does not (both are
        positions in :attr:`systems`), in the order of the question set."""
        return tuple(
            question
            for question in self.questions
            if question.answers[system].correct and not question.answers[other].correct
        )


def verdict_of(answered: AnsweredQuestion) -> Verdict:
    """Whether an answer is right, wrong, or unknown where yes or no was expected."""
    if answered.correct:
        return "right"
    return "unknown" if answered.predicted is Answer.UNKNOWN else "wrong"


def compare_systems(
    systems: Iterable[Result[DocumentAnswers]],
    *,
    against: str | None = None,
    all_pairs: bool = False,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Comparison:
    """Compare results of one question set: each system with the one called ``against``, by default
    with the best (the first of several), or every pair of systems.

    The p values of each test are corrected together by Holm's method (Holm 1979): for the pairs
    with ``against``, else for all pairs, any of which might have been chosen. Raises ``ValueError``
    if there are fewer than two systems, if they answer different questions, or if ``against`` is
    not the name of exactly one.
    """
    results = tuple(systems)
    if len(results) < 2:
        raise ValueError("a comparison takes two systems or more")
    replies = [answers_of(result).answers for result in results]
    asked = [[answered.question for answered in answers] for answers in replies]
    if any(questions != asked[0] for questions in asked):
        raise ValueError("the systems answer different questions; score them on one question set")
    questions = tuple(
        PairedQuestion(answers[0].question, answers)
        for answers in zip(*replies, strict=True)
        if answers[0].question.scored
    )
    best, tested, shown = _pairs(results, against, all_pairs=all_pairs)
    documents = [
        [unit.value.score.counts for unit in result.units if unit.value.score.questions]
        for result in results
    ]
    rows = []
    for first, second in tested:
        right = [
            (question.answers[first].correct, question.answers[second].correct)
            for question in questions
        ]
        only_first, only_second = right.count((True, False)), right.count((False, True))
        f1 = randomised(
            first=documents[first],
            second=documents[second],
            measure=lambda counts: Score(*map(round, counts)).f1,
            trials=trials,
            seed=seed,
        )
        p = mcnemar(only_first=only_first, only_second=only_second)
        rows.append((only_first, only_second, p, f1))
    by_question = holm([p for _, _, p, _ in rows])
    by_document = holm([f1.p for _, _, _, f1 in rows])
    pairs = tuple(
        PairedSystems(
            results[first].name, results[second].name, only_first, only_second, p, p_holm, f1, f1_p
        )
        for (first, second), (only_first, only_second, p, f1), p_holm, f1_p in zip(
            tested, rows, by_question, by_document, strict=True
        )
        if (first, second) in shown
    )
    return Comparison(results, questions, pairs, None if best is None else results[best].name)


def _pairs(
    results: Sequence[Result[DocumentAnswers]], against: str | None, *, all_pairs: bool
) -> tuple[int | None, list[tuple[int, int]], list[tuple[int, int]]]:
    """The position of the best system, if it was looked for; the pairs of positions for which p is
    corrected, and those of them that are shown."""
    every = range(len(results))
    if all_pairs:
        pairs = list(combinations(every, 2))
        return None, pairs, pairs
    if against is not None:
        positions = [k for k in every if results[k].name == against]
        if len(positions) != 1:
            many = "several systems are" if positions else "no system is"
            names = ", ".join(result.name for result in results)
            raise ValueError(f"{many} called {against}; the systems are {names}")
        pairs = [(k, positions[0]) for k in every if k != positions[0]]
        return None, pairs, pairs
    scores = [result.score.f1 for result in results]
    best = max(every, key=lambda k: -1.0 if scores[k] is None else scores[k])
    shown = [(k, best) for k in every if k != best]
    others = [pair for pair in combinations(every, 2) if best not in pair]
    return best, [*shown, *others], shown
