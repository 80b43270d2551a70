"""Questions about a document: their language, the files that hold them, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.documents.conventions import CalendarPoint as CalendarPoint
    from timegraph.qa.answering import (
        Session as Session,
        answer_question as answer_question,
        explain_question as explain_question,
    )
    from timegraph.qa.answers import AnyAnswer as AnyAnswer
    from timegraph.qa.distance_relations import (
        Comparison as Comparison,
        DistanceRelation as DistanceRelation,
        Gap as Gap,
        LengthAnswer as LengthAnswer,
    )
    from timegraph.qa.distances import (
        DistanceProof as DistanceProof,
        KnownDistance as KnownDistance,
        answer_how_long as answer_how_long,
    )
    from timegraph.qa.listing import (
        LISTED as LISTED,
        ListAnswer as ListAnswer,
        Listed as Listed,
        answer_list as answer_list,
    )
    from timegraph.qa.question_sets import (
        QuestionSet as QuestionSet,
        QuestionSetError as QuestionSetError,
        SetQuestion as SetQuestion,
        read_questions as read_questions,
    )
    from timegraph.qa.questions import (
        EndpointRelation as EndpointRelation,
        Kind as Kind,
        ListRelation as ListRelation,
        Question as Question,
        missing_entities as missing_entities,
        parse_question as parse_question,
    )
    from timegraph.qa.when import WhenAnswer as WhenAnswer, answer_when as answer_when
    from timegraph.qa.words import (
        answer_in_words as answer_in_words,
        answer_to_json as answer_to_json,
    )

_HOMES = {
    "answering": "Session answer_question explain_question",
    "answers": "AnyAnswer",
    "distance_relations": "Comparison DistanceRelation Gap LengthAnswer",
    "distances": "DistanceProof KnownDistance answer_how_long",
    "listing": "LISTED ListAnswer Listed answer_list",
    "question_sets": "QuestionSet QuestionSetError SetQuestion read_questions",
    "questions": "EndpointRelation Kind ListRelation Question missing_entities parse_question",
    "when": "CalendarPoint WhenAnswer answer_when",
    "words": "answer_in_words answer_to_json",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
