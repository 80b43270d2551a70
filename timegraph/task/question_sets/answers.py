"""The answers of a document beside each other: whether they agree, and which follow from others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from timegraph.answer import Answer
from timegraph.findings import Finding
from timegraph.task.question_sets.asked import Asked, AskedDocument
from timegraph.task.question_sets.contradictions import (
    Branch,
    Consistency,
    branches_of,
    consistency,
)
from timegraph.task.question_sets.form import repeated_pairs
from timegraph.task.question_sets.implied import Implied, determined, implied
from timegraph.task.question_sets.reporting import Reporter
from timegraph.task.question_sets.search import Deadline, UndecidedError
from timegraph.task.question_sets.statements import Statement

__all__ = ["Answers", "Contradiction", "Following", "answer_findings", "check_answers"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Questions whose answers cannot all be true, none of which can be left out, and why.
    ``explained`` is false if the time was up before all branches were gone through."""

    questions: tuple[Asked, ...]
    branches: tuple[Branch, ...]
    explained: bool = True


@dataclass(frozen=True, slots=True)
class Following:
    """A question whose answer follows from those to the questions ``premises``. ``answer`` is what
    follows: for a question with the answer unknown it is another one."""

    question: Asked
    answer: Answer
    premises: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What the answers to the IS questions of a document say together.

    ``consistent`` is ``None`` if the time was up before it was decided, and then nothing else is
    known. ``contradictions`` are all there are if ``all_found``. ``drop`` are the fewest questions
    without which the others agree, ``None`` if the time was up. ``following`` is ``None`` where
    the answers contradict each other (then any answer follows) or the time was up.
    """

    consistent: bool | None
    contradictions: tuple[Contradiction, ...] = ()
    all_found: bool = True
    drop: tuple[Asked, ...] | None = ()
    following: tuple[Following, ...] | None = None


def check_answers(document: AskedDocument, *, time_limit: float | None = None) -> Answers:
    """Decide whether one world makes all yes and no answers of a document true, and which of them
    follow from the others. Deciding, finding the contradictions, explaining them, and finding what
    follows may each take ``time_limit`` seconds."""
    statements = document.statements
    outcome = consistency(statements, time_limit=time_limit)
    if outcome.consistent:
        return Answers(True, following=_following(document, time_limit))
    return Answers(
        outcome.consistent,
        tuple(_contradictions(statements, outcome, Deadline(time_limit))),
        outcome.all_found,
        None if outcome.drop is None else tuple(_asked(statements[n]) for n in outcome.drop),
    )


def _contradictions(
    statements: tuple[Statement, ...], outcome: Consistency, deadline: Deadline
) -> Iterator[Contradiction]:
    for core in outcome.contradictions:
        members = [statements[n] for n in core]
        branches: list[Branch] = []
        explained = True
        try:
            for branch in branches_of(members, deadline):
                branches.append(branch)
        except UndecidedError:
            explained = False
        yield Contradiction(tuple(map(_asked, members)), tuple(branches), explained)


def _asked(statement: Statement) -> Asked:
    asked = statement.source
    assert isinstance(asked, Asked)
    return asked


def _following(document: AskedDocument, time_limit: float | None) -> tuple[Following, ...] | None:
    statements = document.statements
    numbers = {id(statement.source): n for n, statement in enumerate(statements)}
    deadline = Deadline(time_limit)
    following = []
    try:
        for asked in document.questions:
            follows: Implied | None = None
            if id(asked) in numbers:
                follows = implied(statements, numbers[id(asked)], deadline)
            elif asked.entities is not None and asked.question.answer is Answer.UNKNOWN:
                assert asked.relation is not None
                a, b = asked.entities
                follows = determined(statements, Statement(a, asked.relation, b, True), deadline)
            if follows is not None:
                premises = tuple(_asked(statements[n]) for n in follows.premises)
                following.append(Following(asked, follows.answer, premises))
    except UndecidedError:
        return None
    return tuple(following)


def answer_findings(
    document: AskedDocument, answers: Answers, reporter: Reporter
) -> Iterator[Finding]:
    """The findings about the answers of a document together."""
    for contradiction in answers.contradictions:
        *others, last = contradiction.questions
        yield reporter.finding(
            "contradicting-answers",
            last,
            reporter.contradiction(
                contradiction.questions,
                contradiction.branches,
                explained=contradiction.explained,
            ),
            others=others,
        )
    count = len(document.statements)
    if answers.consistent is None:
        message = f"not decided in time: whether its {count} yes and no answers can all be true"
        yield reporter.finding("not-decided", document.questions[0], message)
    elif not answers.all_found or answers.drop is None:
        message = "its answers contradict each other; there was no time to find all contradictions"
        yield reporter.finding("not-decided", document.questions[0], message)
    elif answers.consistent and answers.following is None:
        message = "its answers agree; not decided in time: which of them follow from others"
        yield reporter.finding("not-decided", document.questions[0], message)
    repeated = {frozenset((id(a), id(b))) for _, a, b in repeated_pairs(document.questions)}
    for following in answers.following or ():
        asked, premises = following.question, following.premises
        if len(premises) == 1 and frozenset((id(asked), id(premises[0]))) in repeated:
            continue  # reported as a question that is asked again
        because = "; ".join(map(reporter.in_words, premises)) or "an interval equals itself"
        if asked.question.answer is Answer.UNKNOWN:
            message = f"{reporter.in_words(asked)}, but {following.answer} follows from {because}"
            yield reporter.finding("determined-unknown", asked, message, others=premises)
        else:
            message = f"{reporter.in_words(asked)} follows from {because}"
            yield reporter.finding("implied-answer", asked, message, others=premises)
