"""All the questions about one document of a system.

The document is read, its ids are renamed to those of the key, and a graph is built from it. If one
of these fails, all answers are unknown, and a notice says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph._pace.limits import TimeLimitError, check
from timegraph.answer import Answer
from timegraph.corpus import Item, is_about_input
from timegraph.documents.build import build
from timegraph.documents.calendar_links import place_of, with_dates
from timegraph.findings import Describer
from timegraph.findings.naming import naming
from timegraph.links import ContradictionError
from timegraph.options import During, Interpretation
from timegraph.qa import (
    Kind,
    Listed,
    SetQuestion,
    answer_how_long,
    answer_in_words,
    answer_list,
    answer_question,
    answer_when,
    explain_question,
    missing_entities,
)
from timegraph.qa.listing import is_listed
from timegraph.qa.resolving import Resolve
from timegraph.scoring.annotation_notices import (
    alignment_notices,
    annotation_faults,
    left_out,
    links_left_out,
)
from timegraph.scoring.measure import Measured
from timegraph.scoring.notices import Notice, failure_code
from timegraph.scoring.qa_tempeval.answered_questions import (
    AnsweredQuestion,
    AnsweredTime,
    DocumentAnswers,
)
from timegraph.scoring.qa_tempeval.context import (
    Asking,
    QuestionContext,
    Unknown,
    UnknownReason,
    described,
)
from timegraph.scoring.qa_tempeval.lists import AnsweredList
from timeml import align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.links import Naming
    from timeml import Document

__all__ = ["ask_document", "sorted_out", "unanswered"]


AnyAnswered = AnsweredQuestion | AnsweredList | AnsweredTime


def ask_document(
    item: Item,
    *,
    interpretation: Interpretation,
    listed: Listed,
    explain: bool,
    align_by: AlignBy = "overlap",
) -> Measured[DocumentAnswers]:
    """The answers to all questions about one document of the system; the options are those of
    :func:`timegraph.scoring.questions_task`.

    The sources of ``item`` are the system's document (``None`` if it has none) and the key's
    (``None`` if the ids are equal); its ``rest`` has the document's name in questions, and the
    questions with their positions.
    """
    source, key = item.sources
    asked: str
    numbered: Sequence[tuple[int, SetQuestion]]
    asked, numbered = item.rest
    questions = [question for _, question in numbered]
    notices: list[Notice] = []
    key_document: Document | None = None

    def unknown(reason: UnknownReason, detail: str) -> DocumentAnswers:
        why = Unknown(reason, detail)
        return sorted_out(
            unanswered(
                question,
                position,
                _expected(question, key_document, listed),
                _unasked(question, key_document, why) if explain else None,
            )
            for position, question in numbered
        )

    file = None if source is None else source.name

    def failed(error: Exception, words: Naming | None = None) -> Measured[DocumentAnswers]:
        message = _message(error, file or asked, words)
        failure = Notice(failure_code(error), asked, message, asked)
        answers = unknown("document failed", failure.message)
        return Measured(asked, answers, "failed", (*notices, failure), file or None)

    dates: Mapping[str, str] = {}
    words: Naming | None = None
    try:
        key_document = None if key is None else key.read()
        if source is None:
            message = f"{asked}: document missing, but questions ask about it"
            missing = Notice("missing-document", asked, message, asked)
            answers = unknown("document missing", f"the system has no {asked}")
            return Measured(asked, answers, "missing", (missing,))
        document = source.read()
        notices += annotation_faults(document, source.name, interpretation)
        resolve: Resolve = document.resolve
        if key_document is not None:
            alignment = align_ids(system=document, key=key_document, align_by=align_by)
            document, resolve = alignment.document, alignment.resolve
            notices += alignment_notices(alignment, asked, source.name)
        dates = _dates(document, questions, calendar=interpretation.calendar)
        datable = [date for date, reason in dates.items() if not reason]
        words = naming(document)
        graph = build(document, interpretation, dates=datable)
        notices += links_left_out(graph, source.name, words=words)
    except Exception as error:
        if not is_about_input(error):
            raise
        return failed(error, words)
    asking = Asking(graph, document, key_document or document, resolve, dates)
    about_distances = any(q.question is not None and q.question.about_distance for q in questions)
    dated = replace(asking, graph=with_dates(graph)) if about_distances else asking
    answered: list[AnyAnswered] = []
    try:
        for position, question in numbered:
            check()
            expected = _expected(question, asking.key, listed, resolve)
            asks_distance = question.question is not None and question.question.about_distance
            answer = partial(_answered, dated if asks_distance else asking, question, position)
            answered.append(answer(expected, interpretation.during, listed, explain))
            notices += _unresolved(document, question, resolve, dates)
        judged = replace(sorted_out(answered), consistent=not graph.conflicts)
    except TimeLimitError as error:
        return failed(error)
    return Measured(asked, judged, "found", tuple(notices), file)


def unanswered(
    question: SetQuestion,
    position: int,
    expected: tuple[str, ...] | None = None,
    context: QuestionContext | None = None,
) -> AnyAnswered:
    """A question that has no answer: of IS, and of lines that are not questions, it is UNKNOWN."""
    if question.kind is Kind.LIST:
        return AnsweredList(question, (), expected, "", context, position)
    if question.kind in (Kind.WHEN, Kind.HOW_LONG):
        return AnsweredTime(question, "", context, position)
    return AnsweredQuestion(question, Answer.UNKNOWN, None, context, position)


def sorted_out(answered: Iterable[AnyAnswered]) -> DocumentAnswers:
    """The answers by the kinds of their questions."""
    every = list(answered)
    return DocumentAnswers(
        tuple(answer for answer in every if isinstance(answer, AnsweredQuestion)),
        tuple(answer for answer in every if isinstance(answer, AnsweredList)),
        tuple(answer for answer in every if isinstance(answer, AnsweredTime)),
    )


def _answered(
    asking: Asking,
    question: SetQuestion,
    position: int,
    expected: tuple[str, ...] | None,
    during: During,
    listed: Listed,
    explain: bool,
) -> AnyAnswered:
    asked, graph, document, resolve = (
        question.question,
        asking.graph,
        asking.document,
        asking.resolve,
    )
    times = (Kind.WHEN, Kind.HOW_LONG)
    # The answer to WHEN and HOW LONG is not scored, and takes a search.
    if asked is None or (asked.kind in times and not explain):
        return unanswered(question, position)
    if asked.kind in times:
        answer_to = answer_when if asked.kind is Kind.WHEN else answer_how_long
        words = answer_in_words(document, answer_to(graph, document, asked, resolve=resolve))
        context = asking.context(asked, answered=words != str(Answer.UNKNOWN))
        return AnsweredTime(question, words, context, position)
    if asked.kind is Kind.LIST:
        entities = answer_list(graph, document, asked, listed=listed, resolve=resolve)
        certain = AnsweredList(question, entities.certain, expected, position=position)
        if not explain:
            return certain
        context = asking.context(asked, answered=bool(entities.certain))
        return replace(certain, in_words=answer_in_words(document, entities), context=context)
    answer = answer_question(graph, document, asked, during=during, resolve=resolve)
    if not explain:
        return AnsweredQuestion(question, answer, position=position)
    proof = None
    if answer is not Answer.UNKNOWN:
        proof = explain_question(graph, document, asked, during=during, resolve=resolve)
    context = asking.context(asked, answered=answer is not Answer.UNKNOWN, proof=proof)
    return AnsweredQuestion(question, answer, proof, context, position)


def _unasked(
    question: SetQuestion, key: Document | None, unknown: Unknown
) -> QuestionContext | None:
    """The context of a question about a document that cannot be asked."""
    if question.question is None:
        return None
    if key is None:
        return QuestionContext(unknown=unknown)
    return described(question.question, Describer(key), unknown)


def _expected(
    question: SetQuestion,
    key: Document | None,
    listed: Listed,
    resolve: Resolve | None = None,
) -> tuple[str, ...] | None:
    """The expected list as entities of the system, ``None`` if the question has none.

    Ids that ``key`` knows are left out if lists are not about them; unknown ids stay.
    """
    if question.question is None or question.question.kind is not Kind.LIST or not question.rest:
        return None
    ids = dict.fromkeys(field.strip() for field in question.rest if field.strip())
    if key is not None and listed != "all":
        meant = {id: key.resolve(id) for id in ids}
        ids = {id: None for id, e in meant.items() if e is None or is_listed(key, e, listed)}
    return tuple((None if resolve is None else resolve(id)) or id for id in ids)


def _dates(
    document: Document, questions: Iterable[SetQuestion], *, calendar: bool
) -> dict[str, str]:
    """The literal dates of the questions, each with the reason why it has no answer (``""`` if it
    has one)."""
    asked = (date for q in questions if q.question is not None for date in q.question.dates)
    reasons: dict[str, str] = {}
    for date in dict.fromkeys(asked):
        try:
            place_of(date, document)
            reasons[date] = "" if calendar else f"without the calendar nothing is known of {date}"
        except ValueError as error:
            reasons[date] = str(error)
    return reasons


def _message(error: Exception, file: str, words: Naming | None) -> str:
    if isinstance(error, ContradictionError):  # its own message does not name the document
        return left_out(error.conflict, file, words=words).message
    return str(error) if file in str(error) else f"{file}: {error}"


def _unresolved(
    document: Document, question: SetQuestion, resolve: Resolve, dates: Mapping[str, str]
) -> Iterable[Notice]:
    """The arguments that the system lacks, and dates without an answer (:func:`_dates`)."""
    if question.question is None:
        return
    for arg in missing_entities(document, question.question, resolve=resolve):
        where = f"{question.document}: question {question.number} ({question.query})"
        about = f"question {question.number} {arg}"
        if arg not in question.question.dates:
            message = f"{where}: the system has no {arg}"
            yield Notice("missing-entity", question.document, message, about)
        elif dates[arg]:
            message = f"{where}: {dates[arg]}"
            yield Notice("literal-date", question.document, message, about)
