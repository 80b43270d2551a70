"""Answers from a file as a system: scored as those of annotations are, and whether any world makes
all of those about a document true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.answer import Answer
from timegraph.corpus import Item
from timegraph.corpus.sources import source_of
from timegraph.findings import Describer
from timegraph.options import During, Interpretation
from timegraph.qa import Listed, QuestionSet, SetQuestion
from timegraph.scoring.measure import Measured
from timegraph.scoring.notices import Notice
from timegraph.scoring.qa_tempeval.answer_files import AnswerFile
from timegraph.scoring.qa_tempeval.answered_questions import AnsweredQuestion, DocumentAnswers
from timegraph.scoring.qa_tempeval.ask_document import sorted_out, unanswered
from timegraph.scoring.qa_tempeval.context import Unknown, described
from timegraph.scoring.run import Task
from timegraph.scoring.signature import Signature, ordered
from timegraph.task.question_sets.asked import resolved_question
from timegraph.task.question_sets.contradictions import consistency

if TYPE_CHECKING:
    from timeml import Document

__all__ = ["TIME_LIMIT", "answers_task", "contradiction_among"]

TIME_LIMIT = 10.0
"""Seconds for the answers to one document; after them its consistency is not decided."""

_SIGNATURE = ("questions", "align", "on_conflict", "during", "calendar", "lenient", "coarse",
              "lists", "align_by")  # fmt: skip


def answers_task(
    *,
    name: str,
    file: AnswerFile,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    kit: str = "",
) -> Task[DocumentAnswers]:
    """The task that scores the answers of a ``file`` to the ``questions``, as those of the system
    ``name``. A question without an answer is answered unknown, which is never correct. ``key`` has
    the documents whose ids questions use (``None``: ids are taken as they are typed).
    """
    about: dict[str, list[tuple[int, SetQuestion]]] = {}
    for position, question in enumerate(questions.questions):
        about.setdefault(question.document, []).append((position, question))

    def items(as_bytes: bool) -> Iterator[Item]:
        for asked, numbered in about.items():
            source = source_of(key, asked, as_bytes=as_bytes) if key and asked in key else None
            given = {n: file.answers[n] for n, _ in numbered if n in file.answers}
            yield Item(
                f"{kit} {name}: {asked}".lstrip(), (source,), (asked, tuple(numbered), given)
            )

    return Task(
        system=name,
        stratum=kit,
        items=items,
        count=partial(_count, during=interpretation.during, explain=explain),
        total=len(about),
        remarks=lambda units: (*file.notices, *_missing(file, questions)),
        signature=Signature.of(
            "qa-tempeval",
            **ordered(
                _SIGNATURE,
                **dict.fromkeys(_SIGNATURE, "-"),
                answers="given",
            )
            | {
                "questions": questions.digest or "none",
                "during": interpretation.signature()["during"],
                "lenient": "yes" if questions.lenient else "no",
                "lists": listed,
            },
        ),
    )


def _missing(file: AnswerFile, questions: QuestionSet) -> Iterator[Notice]:
    lacking = [
        question.number
        for position, question in enumerate(questions.questions)
        if question.scored and position not in file.answers
    ]
    if lacking:
        count = counted(len(lacking), "question of the set is", "questions of the set are")
        message = f"{count} not in the file; none counts as correct"
        brief = f"question {lacking[0]}"
        yield Notice("unanswered", "", message, brief)


def _count(item: Item, *, during: During, explain: bool) -> Measured[DocumentAnswers]:
    asked, numbered, given = item.rest
    (source,) = item.sources
    document = None if source is None else source.read()
    describer = None if document is None or not explain else Describer(document)
    answers = [
        _answered(question, position, given.get(position), describer)
        if question.kind is None or question.kind.value == "IS"
        else unanswered(question, position)
        for position, question in numbered
    ]
    sorted_answers = sorted_out(answers)
    contradiction = contradiction_among(sorted_answers.answers, document, during=during)
    notices: list[Notice] = []
    if contradiction is None:
        message = f"{asked}: not decided in {TIME_LIMIT:.0f} s whether its answers can all be true"
        notices.append(Notice("not-decided", asked, message, asked))
    judged = replace(
        sorted_answers,
        consistent=None if contradiction is None else not contradiction,
        contradiction=contradiction or (),
    )
    return Measured(asked, judged, notices=tuple(notices))


def _answered(
    question: SetQuestion, position: int, answer: Answer | None, describer: Describer | None
) -> AnsweredQuestion:
    context = None
    if describer is not None and question.question is not None:
        unknown = None
        if answer in (None, Answer.UNKNOWN):
            said = "has no answer" if answer is None else "says unknown"
            unknown = Unknown("not answered", f"the file {said}")
        context = described(question.question, describer, unknown)
    predicted = Answer.UNKNOWN if answer is None else answer
    given = answer is not None
    return AnsweredQuestion(question, predicted, context=context, position=position, given=given)


def contradiction_among(
    answers: Sequence[AnsweredQuestion],
    document: Document | None = None,
    *,
    during: During = "simultaneous",
    time_limit: float | None = TIME_LIMIT,
) -> tuple[AnsweredQuestion, ...] | None:
    """The fewest answers to questions about ``document`` that no world makes all true, of several
    such sets the one that is complete first; empty if some world makes all of them true, ``None``
    if that is not decided in ``time_limit`` seconds.

    A yes says that its relation holds, a no that it does not; unknown says nothing.
    """
    statements = []
    by_statement = []
    for answered in answers:
        asked = replace(answered.question, answer=answered.predicted)
        statement = resolved_question("", asked, document, during).statement
        if statement is not None:
            statements.append(statement)
            by_statement.append(answered)
    verdict = consistency(statements, time_limit=time_limit)
    if verdict.consistent is None:
        return None
    smallest = min(verdict.contradictions, key=lambda core: (len(core), core[::-1]), default=())
    return tuple(by_statement[number] for number in smallest)
