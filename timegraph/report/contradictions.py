"""The answers of files that cannot all be true, as a table beside the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from timegraph.report.measures import Additions
from timegraph.report.tables.table import SYSTEM, Cell, Column, Table

if TYPE_CHECKING:  # each command loads the answers of its own kind only
    from timegraph.scoring.answers.systems import Answered, AnsweredGroup
    from timegraph.scoring.measure import Result
    from timegraph.scoring.qa_tempeval.answered_questions import AnsweredQuestion, DocumentAnswers
    from timegraph.scoring.run import Run
    from timegraph.scoring.torque.score import Answers, PassageScores
    from timegraph.torque.passages import PassageSet, TorqueQuestion

__all__ = ["CONTRADICTION_COLUMNS", "GROUP_COLUMNS", "WORLD_COLUMNS", "answer_contradictions",
           "contradictions", "group_contradictions"]  # fmt: skip

CONTRADICTION_COLUMNS = (
    SYSTEM,
    Column("document", kind="key"),
    Column("contradiction", kind="key"),
)
"""The columns of the table of :func:`contradictions`."""

GROUP_COLUMNS = (SYSTEM, Column("passage", kind="key"), Column("contradiction", kind="key"))
"""The columns of the table of :func:`group_contradictions`."""


WORLD_COLUMNS = (SYSTEM, Column("facts", kind="key"), Column("contradiction", kind="key"))
"""The columns of the table of :func:`answer_contradictions`."""


def contradictions(run: Run[DocumentAnswers]) -> Additions:
    """The table of documents about which a file of answers contradicts itself, each with the fewest
    answers that cannot all be true; nothing if there is none."""
    rows = tuple(row for result in run.results for row in _rows(result))
    if not rows:
        return Additions()
    note = "contradiction: the fewest answers to questions about the document that no world makes "
    table = Table(CONTRADICTION_COLUMNS, rows, (f"{note}all true",), name="contradictions")
    return Additions(tables=[table])


def _rows(result: Result[DocumentAnswers]) -> Iterator[tuple[Cell, ...]]:
    for unit in result.units:
        if unit.value.contradiction:
            answers = "; ".join(map(_in_words, unit.value.contradiction))
            yield (result.name, unit.name, answers)


def _in_words(answered: AnsweredQuestion) -> str:
    asked = answered.question
    words = asked.query if answered.context is None else answered.context.in_words(asked)
    return f"{asked.number} {words}: {answered.predicted}"


def group_contradictions(
    run: Run[PassageScores], answers: Mapping[str, Answers], passages: PassageSet
) -> Additions:
    """The table of contrast groups to which a system's ``answers`` contradict each other, each with
    the fewest questions whose answers cannot all be true; nothing if there is none."""
    rows = tuple(
        (
            result.name,
            unit.name,
            "; ".join(_answered(q, answers[result.name], passages) for q in group),
        )
        for result in run.results
        for unit in result.units
        for group in unit.value.contradictions
    )
    if not rows:
        return Additions()
    note = "contradiction: the fewest questions of a group whose answers no world makes all true"
    return Additions(tables=[Table(GROUP_COLUMNS, rows, (note,), name="contradictions")])


def answer_contradictions(run: Run[AnsweredGroup]) -> Additions:
    """The table of groups of facts about which a system's answers contradict each other or the
    facts, each with the fewest answers that cannot all be true; nothing if there is none."""
    rows = tuple(
        (result.name, unit.name, "; ".join(map(_asked_and_answered, answers)))
        for result in run.results
        for unit in result.units
        for answers in unit.value.judged
        if answers
    )
    if not rows:
        return Additions()
    note = "contradiction: the fewest answers about one subject that no world makes all true"
    return Additions(tables=[Table(WORLD_COLUMNS, rows, (note,), name="contradictions")])


def _asked_and_answered(answered: Answered) -> str:
    return f"{answered.record.question} {', '.join(answered.predicted or ())}"


def _answered(question: TorqueQuestion, answers: Answers, passages: PassageSet) -> str:
    passage = passages.by_name[question.passage]
    return f"{question.text} {', '.join(map(passage.words, sorted(answers[question.key])))}"
