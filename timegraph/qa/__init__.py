"""Questions about a document: their language, the files that hold them, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.documents.conventions import CalendarPoint as CalendarPoint
    from timegraph.qa.answering import (
        Session as Session,
        answer_in_words as answer_in_words,
        answer_question as answer_question,
        answer_to_json as answer_to_json,
        explain_question as explain_question,
    )
    from timegraph.qa.answers import (
        AnyAnswer as AnyAnswer,
        ListAnswer as ListAnswer,
        WhenAnswer as WhenAnswer,
        answer_list as answer_list,
        answer_when as answer_when,
    )
    from timegraph.qa.distance_answers import (
        DistanceProof as DistanceProof,
        KnownDistance as KnownDistance,
        answer_how_long as answer_how_long,
    )
    from timegraph.qa.question_sets import (
        QuestionSet as QuestionSet,
        QuestionSetError as QuestionSetError,
        SetQuestion as SetQuestion,
        read_questions as read_questions,
    )
    from timegraph.qa.questions import (
        LISTED as LISTED,
        Comparison as Comparison,
        DistanceRelation as DistanceRelation,
        EndpointRelation as EndpointRelation,
        Gap as Gap,
        Kind as Kind,
        LengthAnswer as LengthAnswer,
        Listed as Listed,
        ListRelation as ListRelation,
        Question as Question,
        missing_entities as missing_entities,
        parse_question as parse_question,
    )

_HOMES = {
    "answering": ("Session answer_in_words answer_question answer_to_json explain_question"),
    "distance_answers": "DistanceProof KnownDistance answer_how_long",
    "answers": "AnyAnswer CalendarPoint ListAnswer WhenAnswer answer_list answer_when",
    "question_sets": "QuestionSet QuestionSetError SetQuestion read_questions",
    "questions": (
        "Comparison DistanceRelation EndpointRelation Gap Kind LISTED LengthAnswer ListRelation "
        "Listed Question missing_entities parse_question"
    ),
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
