"""Questions about a document: their language, the files that hold them, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.documents.calendar_links import CalendarPoint
    from timegraph.qa.answering import answer_question, explain_question
    from timegraph.qa.answers import AnyAnswer
    from timegraph.qa.distance_proofs import DistanceProof, KnownDistance
    from timegraph.qa.distance_relations import Comparison, DistanceRelation, Gap
    from timegraph.qa.distances import answer_how_long
    from timegraph.qa.endpoint_relations import EndpointRelation
    from timegraph.qa.length_answer import LengthAnswer
    from timegraph.qa.listing import LISTED, ListAnswer, Listed, answer_list
    from timegraph.qa.question_sets import (
        QuestionSet,
        QuestionSetError,
        SetQuestion,
        read_questions,
    )
    from timegraph.qa.questions import Kind, ListRelation, Question, parse_question
    from timegraph.qa.resolving import missing_entities
    from timegraph.qa.session import Session
    from timegraph.qa.when import WhenAnswer, answer_when
    from timegraph.qa.wording import answer_in_words, answer_to_json

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
    "answering": "answer_question explain_question",
    "answers": "AnyAnswer",
    "distance_proofs": "DistanceProof KnownDistance",
    "distance_relations": "Comparison DistanceRelation Gap",
    "endpoint_relations": "EndpointRelation",
    "distances": "answer_how_long",
    "length_answer": "LengthAnswer",
    "listing": "LISTED ListAnswer Listed answer_list",
    "question_sets": "QuestionSet QuestionSetError SetQuestion read_questions",
    "questions": "Kind ListRelation Question parse_question",
    "resolving": "missing_entities",
    "session": "Session",
    "when": "CalendarPoint WhenAnswer answer_when",
    "wording": "answer_in_words answer_to_json",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
