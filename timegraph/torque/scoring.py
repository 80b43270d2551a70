"""TORQUE's scores on spans: F1, exact match and consistency (Ning et al. 2020).

Per question the best F1 over the annotators, and whether the answer equals that of any annotator;
both are means over questions. *Consistency* is the share of contrast groups, questions that differ
by a small change, in which every question has an F1 of 0.8 or more; groups of one question do not
count. The leaderboard scores tokens, after a tagger has moved some events; that is not reproduced,
so tables of these figures say "span-level".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from timegraph._wording import counted
from timegraph.corpus import Item
from timegraph.links import cite
from timegraph.proofs import explain
from timegraph.report.tables import Column, Report, Table
from timegraph.scoring.measure import Figure, Grouping, Measure, Measured, Scores, single
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import CountedScore, FoundScore, Notice, Signature, ratio
from timegraph.torque.answers import AnsweredTorque, EventVerdict
from timegraph.torque.passages import PassageSet, Span, TorqueQuestion

if TYPE_CHECKING:
    from typing_extensions import Unpack


# How far TORQUE's annotators agree, and how evenly they shared the work.
#
# *Worker agreement with aggregate* (WAWA, as the paper uses it): each annotator's events are
# compared with those of the majority, pooled over all questions. Ning et al. (2020) also compare
# the first annotator alone with the majority, and give the Gini coefficient of the annotators'
# shares.


def majority(annotators: Sequence[frozenset[Span]]) -> frozenset[Span]:
    """The events that more than half of the annotators chose."""
    votes = Counter(span for annotated in annotators for span in annotated)
    return frozenset(span for span, number in votes.items() if 2 * number > len(annotators))


def agreement_with_majority(
    questions: Iterable[TorqueQuestion], *, first_alone: bool = False
) -> FoundScore:
    """Every annotator (WAWA), or the first of each question, against the majority, pooled over
    questions."""
    most = 1 if first_alone else None
    pairs = ((a, majority(q.annotators)) for q in questions for a in q.annotators[:most])
    return sum((FoundScore(len(a & all), len(a), len(all)) for a, all in pairs), FoundScore())


def gini(shares: Iterable[int]) -> float | None:
    """The Gini coefficient of the annotators' shares of the work: 0 if all did as much, near 1 if
    one did nearly everything; ``None`` without work."""
    counts = sorted(shares)
    total, n = sum(counts), len(counts)
    if not total:
        return None
    weighted = sum((2 * k - n - 1) * count for k, count in enumerate(counts, start=1))
    return ratio(weighted, n * total)


Empty = Literal["official", "all"]
"""Which annotators count. The official program stops reading after the first annotator whose
answer is empty; ``all`` reads all of them."""

CONSISTENT_FROM = 0.8
"""The F1 from which on a question of a contrast group counts as answered."""

Answers = Mapping[tuple[str, str], frozenset[Span]]
"""A system's answers by passage and question text."""

ContrastGroup = tuple[tuple[str, str], ...]
"""Questions about one passage that differ by a small change, each as (passage, text)."""


@dataclass(frozen=True, slots=True)
class TorqueScore(CountedScore):
    """Sums over questions and contrast groups; the scores of disjoint sets add up.

    ``f1_sum`` and ``exact`` are over ``questions``, ``consistent`` counts among ``groups``.
    The ratios are ``None`` where there is nothing to score.
    """

    questions: int = 0
    f1_sum: float = 0.0
    exact: int = 0
    groups: int = 0
    consistent: int = 0

    @property
    def f1(self) -> float | None:
        """The mean F1 of the questions."""
        return ratio(self.f1_sum, self.questions)

    @property
    def exact_match(self) -> float | None:
        """The share of questions answered as an annotator did."""
        return ratio(self.exact, self.questions)

    @property
    def consistency(self) -> float | None:
        """The share of contrast groups in which every question is answered."""
        return ratio(self.consistent, self.groups)


@dataclass(frozen=True, slots=True)
class PassageScores:
    """The scores of the answers about one passage: of each of its ``questions``, in their order,
    and the ``score`` of all, contrast groups included."""

    questions: tuple[TorqueScore, ...] = ()
    score: TorqueScore = TorqueScore()


def f1_of_sets(one: frozenset[Span], other: frozenset[Span]) -> float:
    """2 |both| / (|one| + |other|); 1 for two empty sets."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def score_question(
    question: TorqueQuestion, predicted: frozenset[Span], *, empty: Empty = "official"
) -> TorqueScore:
    """The score of one answer, by the best of the annotators; 0 without annotators."""
    annotators = list(question.annotators)
    if empty == "official":
        count = sum(1 for _ in takewhile(bool, annotators))
        annotators = annotators[: count + 1]
    f1 = max((f1_of_sets(annotated, predicted) for annotated in annotators), default=0.0)
    return TorqueScore(1, f1, int(predicted in annotators))


def contrast_groups(
    clusters: Mapping[str, Mapping[str, Sequence[str]]], questions: Iterable[TorqueQuestion]
) -> list[ContrastGroup]:
    """The groups of two or more of these ``questions`` that differ by a small change. ``clusters``
    has, by passage and group, the texts of the questions, as the released
    ``question_clustering.json``; other questions in it are left out."""
    keys = {question.key for question in questions}
    groups = (
        tuple((passage, text) for text in dict.fromkeys(texts) if (passage, text) in keys)
        for passage, numbered in clusters.items()
        for texts in numbered.values()
    )
    return [group for group in groups if len(group) > 1]


def score_passage(
    questions: Sequence[TorqueQuestion],
    answers: Answers,
    *,
    groups: Iterable[ContrastGroup] = (),
    empty: Empty = "official",
) -> PassageScores:
    """The scores of the answers to the ``questions`` about one passage, and of the ``groups`` among
    them (:func:`contrast_groups`).

    A question that ``answers`` does not have is answered with the empty set.
    """
    nothing: frozenset[Span] = frozenset()
    by_key = {
        question.key: score_question(question, answers.get(question.key, nothing), empty=empty)
        for question in questions
    }
    scores = tuple(by_key[question.key] for question in questions)
    consistent = [all(by_key[key].f1_sum >= CONSISTENT_FROM for key in group) for group in groups]
    of_groups = TorqueScore(groups=len(consistent), consistent=sum(consistent))
    return PassageScores(scores, sum(scores, of_groups))


# TORQUE as a measure: systems on its passages, by any grouping, with intervals and tests.


def torque_task(
    *,
    passages: PassageSet,
    name: str,
    answers: Answers,
    groups: Sequence[ContrastGroup] = (),
    empty: Empty = "official",
) -> Task[PassageScores]:
    """The task that scores the ``answers`` of the system ``name``, passage by passage.

    ``groups`` are those of :func:`timegraph.torque.scoring.contrast_groups`; ``empty`` says
    which annotators count. A notice says how many questions the system does not answer; they score
    as answered with nothing.
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
        signature=Signature.of(
            "torque",
            passages=passages.digest or "none",
            level="span",
            empty=empty,
            groups="given" if groups else "none",
        ),
        items=items,
        count=partial(_count, empty),
        total=len(passages.passages),
        remarks=lambda units: _unanswered(missing, len(passages.questions)),
    )


def _count(empty: Empty, item: Item) -> Measured[PassageScores]:
    passage, answers, groups = item.rest
    return Measured(
        passage.name, score_passage(passage.questions, answers, groups=groups, empty=empty)
    )


def _unanswered(missing: int, questions: int) -> Iterator[Notice]:
    if missing:
        asked = counted(questions, "question")
        message = f"{missing:,} of {asked} not answered; each counts as an empty answer"
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
"""F1, exact match and consistency on spans (:mod:`timegraph.torque.scoring`)."""


def torque_grouping(by: str, passages: PassageSet) -> Grouping[PassageScores]:
    """The questions of ``passages`` by ``kind``, those that every passage has (warm-up) and those
    that an annotator wrote (user), or by the ``document`` of the passage, without intervals.

    Groups have F1 and exact match of their questions; contrast groups may spread over several and
    are not counted.
    """

    def split(unit: Measured[PassageScores]) -> Mapping[tuple[str, ...], Scores]:
        groups: dict[str, TorqueScore] = {}
        passage = passages.by_name[unit.name]
        for question, score in zip(passage.questions, unit.value.questions, strict=True):
            group = passage.document or passage.name
            if by == "kind":
                group = "warm-up" if question.warm_up else "user"
            groups[group] = groups.get(group, TorqueScore()) + score
        return {(group,): single(score) for group, score in groups.items()}

    figures = ("questions", "f1", "exact_match")
    return Grouping(by, split, figures=figures, drawn=by != "document")


def score_torque(
    passages: PassageSet,
    systems: Mapping[str, Answers],
    *,
    groups: Sequence[ContrastGroup] = (),
    empty: Empty = "official",
    **running: Unpack[RunOptions],
) -> Run[PassageScores]:
    """The scores of ``systems``, by their names, on the questions of ``passages``: :data:`TORQUE`
    run on them, with the inputs of :func:`torque_task` and the options of
    :func:`timegraph.scoring.run.run_measure`.
    The run is incomplete if something is wrong with the passages."""
    return run_measure(
        TORQUE,
        [
            torque_task(passages=passages, name=name, answers=answers, groups=groups, empty=empty)
            for name, answers in systems.items()
        ],
        **running,
        incomplete=bool(passages.problems),
    )


_AGREEMENT = (
    Column("compared"),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
)


def agreement_report(passages: PassageSet) -> Report:
    """How far annotators agree with their majority, and the Gini coefficient of their shares of the
    work."""
    questions, share = passages.questions, gini(passages.annotated.values())
    rows = (
        ("each annotator with the majority", agreement_with_majority(questions)),
        ("the first annotator with the majority",
         agreement_with_majority(questions, first_alone=True)),
    )  # fmt: skip
    table = Table(
        _AGREEMENT,
        tuple((name, score.precision, score.recall, score.f1) for name, score in rows),
        (
            f"{counted(len(questions), 'question')}; events pooled over all of them",
            "Gini coefficient of the annotators' shares: "
            f"{'-' if share is None else f'{share:.2f}'}",
        ),
        name="agreement",
    )
    record = {
        table.name: table.records,
        "gini": share,
        "notes": list(table.notes),
        "problems": [problem.to_json() for problem in passages.problems],
    }
    return Report(tables=[table], record=record)


_MISSING = {
    "not annotated": "the document does not annotate this event",
    "anchor": "the event that the question is about is not annotated",
    "anchor itself": "the question is about this event",
    "reality": "it is not annotated as negated",
    "unknown": "the links leave the order open",
}


def reasons_of(answered: AnsweredTorque) -> str:
    """The question, its anchor, and a line for each event: whether it is in the majority's answer
    and in this one, and the proof or what is missing."""
    question, words_of = answered.question, answered.aligned.passage.words
    lines = [f"{question.passage}: {question.text}"]
    if answered.asked is None:
        return "\n".join([*lines, "  the question is not understood"])
    anchor = "the creation time"
    if answered.anchor is not None:
        anchor = f'"{words_of(answered.anchor)}" ({answered.anchor_entity or "not annotated"})'
    elif answered.asked.anchor is not None:
        anchor = f'"{answered.asked.anchor}", which names no event of the passage'
    lines.append(f"  asks for events {answered.asked.order} {anchor}")
    for verdict in answered.events:
        expected = "in gold" if verdict.event in question.answer else "not in gold"
        said = "answered" if verdict.chosen else "not answered"
        entity = f" ({verdict.entity})" if verdict.entity else ""
        reason = _reason(answered, verdict)
        lines.append(f'  "{words_of(verdict.event)}"{entity}: {expected}, {said}: {reason}')
    return "\n".join(lines)


def _reason(answered: AnsweredTorque, verdict: EventVerdict) -> str:
    if verdict.reason in _MISSING:
        return _MISSING[verdict.reason]
    assert verdict.entity is not None
    assert answered.anchor_entity is not None
    proof = explain(answered.graph, verdict.entity, answered.wanted, answered.anchor_entity)
    cited = "; ".join(map(cite, proof.links)) or "start is before end"
    return f"{verdict.reason}, since {cited}"
