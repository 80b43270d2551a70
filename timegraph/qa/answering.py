"""Answering questions: ids are resolved by the document, relations by the graph.

Every kind of question has one function; :func:`answer_question` is that of IS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph.answer import Answer
from timegraph.builder import relation_for
from timegraph.qa.questions import Kind, Question
from timeml import RelType

if TYPE_CHECKING:
    from timegraph.builder import During
    from timegraph.graph import TimeGraph
    from timeml import Document

__all__ = ["answer_question", "missing_entities"]


def answer_question(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    during: During = "simultaneous",
) -> Answer:
    """The answer of ``graph``, built from ``document``, to an IS question.

    Ids are resolved as :meth:`timeml.Document.resolve` says: eiids and tids, then eids, then
    ``eiN`` for ``eN``. An entity that the document lacks, or a literal date, gives UNKNOWN, as
    QA TempEval scores it; :func:`missing_entities` tells these. ``during`` says what DURING and
    DURING_INV mean, as in :func:`timegraph.build`.

    Raises ``ValueError`` for LIST and WHEN questions: their answers are no yes or no.
    """
    if question.kind is not Kind.IS or not isinstance(question.relation, RelType):
        raise ValueError(f"{question} has no yes or no for an answer; ask an IS question")
    a, b = (document.resolve(arg) for arg in question.args)
    if a is None or b is None:
        return Answer.UNKNOWN
    return graph.ask(a, relation_for(question.relation, during=during), b, missing="unknown")


def missing_entities(document: Document, question: Question) -> tuple[str, ...]:
    """The arguments of ``question`` that ``document`` has no entity for, in order, each once."""
    return tuple(arg for arg in dict.fromkeys(question.args) if document.resolve(arg) is None)
