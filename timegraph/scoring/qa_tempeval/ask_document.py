"""All the questions about one document of a system.

The document is read, its ids are renamed to those of the key, and a graph is built from it. If one
of these fails, all answers are unknown, and a notice says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph.answer import Answer
from timegraph.builder import build
from timegraph.calendar_links import place_of, with_dates
from timegraph.corpus import Item, is_about_input
from timegraph.findings import Describer
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
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
from timegraph.scoring.notices import (
    Notice,
    alignment_notices,
    annotation_faults,
    left_out,
    links_left_out,
)
from timegraph.scoring.qa_tempeval.context import (
    Asking,
    QuestionContext,
    Unknown,
    UnknownReason,
    described,
)
from timegraph.scoring.system_result import Measured
from timeml import align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.proofs import Proof
    from timegraph.qa import DistanceProof
    from timeml import Document

__all__ = ["NOTHING", "AskOptions", "Reply", "ask_document"]


@dataclass(frozen=True, slots=True)
class AskOptions:
    """The options of :func:`timegraph.scoring.score_system` that decide about answers."""

    interpretation: Interpretation
    listed: Listed
    explain: bool
    align_by: AlignBy = "overlap"


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one question: ``answer`` to an IS question, ``listed`` entities to a LIST
    question beside those ``expected``, ``words`` to a WHEN or HOW LONG question; with its
    ``context`` if explanations were requested."""

    answer: Answer = Answer.UNKNOWN
    proof: Proof | DistanceProof | None = None
    listed: tuple[str, ...] = ()
    expected: tuple[str, ...] | None = None
    words: str = ""
    context: QuestionContext | None = None


NOTHING = Reply()


def ask_document(item: Item, options: AskOptions) -> Measured[list[Reply]]:
    """A reply to each question about one document of the system.

    The sources of ``item`` are the system's document (``None`` if it has none) and the key's
    (``None`` if the ids are equal); its ``rest`` has the document's name in questions, and the
    questions.
    """
    source, key = item.sources
    asked: str
    questions: Sequence[SetQuestion]
    asked, questions = item.rest
    notices: list[Notice] = []
    key_document: Document | None = None

    def unknown(reason: UnknownReason, detail: str) -> list[Reply]:
        context = partial(_unasked, options, key_document, Unknown(reason, detail))
        return [
            Reply(expected=_expected(q, key_document, options.listed), context=context(q))
            for q in questions
        ]

    file = None if source is None else source.name
    dates: Mapping[str, str] = {}
    try:
        key_document = None if key is None else key.read()
        if source is None:
            message = f"{asked}: not there, but questions are about it"
            missing = Notice("missing-document", asked, message, asked)
            replies = unknown("document missing", f"the system has no {asked}")
            return Measured(asked, None, "missing", replies, (missing,))
        document = source.read()
        notices += annotation_faults(document, source.name, options.interpretation)
        resolve: Resolve = document.resolve
        if key_document is not None:
            alignment = align_ids(system=document, key=key_document, align_by=options.align_by)
            document, resolve = alignment.document, alignment.resolve
            notices += alignment_notices(alignment, asked, source.name)
        dates = _dates(document, questions, calendar=options.interpretation.calendar)
        known = [date for date, reason in dates.items() if not reason]
        graph = build(document, options.interpretation, dates=known)
        notices += links_left_out(graph, source.name)
    except Exception as error:
        if not is_about_input(error):
            raise
        failure = Notice("failed-document", asked, _message(error, file or asked), asked)
        replies = unknown("document failed", failure.message)
        return Measured(asked, file or None, "failed", replies, (*notices, failure))
    asking = Asking(graph, document, key_document or document, resolve, dates)
    replies = []
    about_distances = any(q.question is not None and q.question.about_distance for q in questions)
    dated = replace(asking, graph=with_dates(graph)) if about_distances else asking
    for question in questions:
        expected = _expected(question, asking.key, options.listed, resolve)
        asks_distance = question.question is not None and question.question.about_distance
        replies.append(_reply(dated if asks_distance else asking, question, options, expected))
        notices += _unresolved(document, question, resolve, dates)
    return Measured(asked, file, "found", replies, tuple(notices))


def _reply(
    asking: Asking, question: SetQuestion, options: AskOptions, expected: tuple[str, ...] | None
) -> Reply:
    asked, graph, document = question.question, asking.graph, asking.document
    if asked is None:
        return NOTHING
    resolve = asking.resolve
    if asked.kind in (Kind.WHEN, Kind.HOW_LONG):
        if not options.explain:  # it is not scored, and answering takes a search
            return NOTHING
        answer_to = answer_when if asked.kind is Kind.WHEN else answer_how_long
        found = answer_to(graph, document, asked, resolve=resolve)
        words = answer_in_words(document, found)
        return Reply(
            words=words, context=asking.context(asked, answered=words != str(Answer.UNKNOWN))
        )
    if asked.kind is Kind.LIST:
        listed = answer_list(graph, document, asked, listed=options.listed, resolve=resolve)
        reply = Reply(listed=listed.certain, expected=expected)
        if not options.explain:
            return reply
        context = asking.context(asked, answered=bool(listed.certain))
        return replace(reply, words=answer_in_words(document, listed), context=context)
    during = options.interpretation.during
    answer = answer_question(graph, document, asked, during=during, resolve=resolve)
    if not options.explain:
        return Reply(answer)
    if answer is Answer.UNKNOWN:
        return Reply(answer, context=asking.context(asked, answered=False))
    proof = explain_question(graph, document, asked, during=during, resolve=resolve)
    return Reply(answer, proof, context=asking.context(asked, answered=True, proof=proof))


def _unasked(
    options: AskOptions, key: Document | None, unknown: Unknown, question: SetQuestion
) -> QuestionContext | None:
    """The context of a question about a document that cannot be asked."""
    if not options.explain or question.question is None:
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


def _message(error: Exception, file: str) -> str:
    if isinstance(error, ContradictionError):  # its own message does not name the document
        return left_out(error.conflict, file).message
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
