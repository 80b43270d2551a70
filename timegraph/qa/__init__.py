"""Questions about a document: the language, the files that hold questions, and answering them."""

from __future__ import annotations

from timegraph.qa.answering import answer_question, missing_entities
from timegraph.qa.question_sets import (
    QuestionSet,
    QuestionSetError,
    SetQuestion,
    read_questions,
)
from timegraph.qa.questions import Kind, ListRelation, Question, parse_question

__all__ = [
    "Kind",
    "ListRelation",
    "Question",
    "QuestionSet",
    "QuestionSetError",
    "SetQuestion",
    "answer_question",
    "missing_entities",
    "parse_question",
    "read_questions",
]
