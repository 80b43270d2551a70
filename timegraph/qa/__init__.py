"""Questions about a document: the language, the files that hold questions, and answering them."""

from __future__ import annotations

from timegraph.qa.answering import answer_question, missing_entities
from timegraph.qa.listing import LISTED, ListAnswer, Listed, answer_list
from timegraph.qa.question_sets import (
    QuestionSet,
    QuestionSetError,
    SetQuestion,
    read_questions,
)
from timegraph.qa.questions import Kind, ListRelation, Question, parse_question
from timegraph.qa.when import WhenAnswer, answer_when

__all__ = [
    "LISTED",
    "Kind",
    "ListAnswer",
    "ListRelation",
    "Listed",
    "Question",
    "QuestionSet",
    "QuestionSetError",
    "SetQuestion",
    "WhenAnswer",
    "answer_list",
    "answer_question",
    "answer_when",
    "missing_entities",
    "parse_question",
    "read_questions",
]
