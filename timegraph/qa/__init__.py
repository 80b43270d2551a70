"""Questions about a document: their language, the files that hold them, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.documents.conventions import CalendarPoint
    from timegraph.qa.answering import Session, answer_question, explain_question
    from timegraph.qa.answers import AnyAnswer
    from timegraph.qa.distance_relations import Comparison, DistanceRelation, Gap, LengthAnswer
    from timegraph.qa.distances import DistanceProof, KnownDistance, answer_how_long
    from timegraph.qa.listing import LISTED, ListAnswer, Listed, answer_list
    from timegraph.qa.question_sets import (
        QuestionSet,
        QuestionSetError,
        SetQuestion,
        read_questions,
    )
    from timegraph.qa.questions import (
        EndpointRelation,
        Kind,
        ListRelation,
        Question,
        missing_entities,
        parse_question,
    )
    from timegraph.qa.when import WhenAnswer, answer_when
    from timegraph.qa.words import answer_in_words, answer_to_json

__all__ = [
    "LISTED",
    "AnyAnswer",
    "CalendarPoint",
    "Comparison",
    "DistanceProof",
    "DistanceRelation",
    "EndpointRelation",
    "Gap",
    "Kind",
    "KnownDistance",
    "LengthAnswer",
    "ListAnswer",
    "ListRelation",
    "Listed",
    "Question",
    "QuestionSet",
    "QuestionSetError",
    "Session",
    "SetQuestion",
    "WhenAnswer",
    "answer_how_long",
    "answer_in_words",
    "answer_list",
    "answer_question",
    "answer_to_json",
    "answer_when",
    "explain_question",
    "missing_entities",
    "parse_question",
    "read_questions",
]

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

__getattr__, __dir__ = lazily(__name__, _HOMES)
