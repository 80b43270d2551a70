"""Answers to IS questions, and their proofs; HOW LONG questions have proofs, too.

Ids are resolved by the document, relations by the graph. LIST questions are answered in
:mod:`timegraph.qa.listing`, WHEN questions in :mod:`timegraph.qa.when`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict

from timegraph import proofs
from timegraph.answer import Answer
from timegraph.documents.build import label_for, relation_for
from timegraph.qa.endpoint_relations import EndpointRelation
from timegraph.qa.questions import Kind, Question
from timegraph.qa.resolving import Resolve, entity_of
from timeml import RelType

if TYPE_CHECKING:
    from timegraph.allen import Allen, AllenSet
    from timegraph.graph import TimeGraph
    from timegraph.links import Naming
    from timegraph.options import During
    from timegraph.proofs import Proof
    from timegraph.qa.distance_proofs import DistanceProof
    from timeml import Document


class _Terms(TypedDict, total=False):
    relation: str
    claim: str
    labels: Callable[[Allen], str]


__all__ = ["answer_question", "explain_question", "proof_in_lines", "proof_in_words"]


def answer_question(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    during: During = "simultaneous",
    resolve: Resolve | None = None,
) -> Answer:
    """The answer of ``graph``, built from ``document``, to an IS question.

    Ids are resolved as by :meth:`timeml.Document.resolve`: eiids and tids, then eids, then ``eiN``
    for ``eN``. An entity that the document lacks, or a literal date that the graph was not built
    with, gives UNKNOWN, as QA TempEval scores it; :func:`missing_entities` lists these. ``during``
    says what DURING and DURING_INV mean, as in :func:`timegraph.build`. ``resolve`` replaces the
    document's own, where the ids are those of a key (:meth:`timeml.Alignment.resolve`).

    Raises ``ValueError`` for questions of other kinds.
    """
    if question.about_distance:
        from timegraph.qa.distances import answer_distance

        return answer_distance(graph, document, question, resolve=resolve)
    meaning = _meaning(question, during)
    a, b = (entity_of(graph, resolve or document.resolve, arg) for arg in question.args)
    if a is None or b is None:
        return Answer.UNKNOWN
    return graph.ask(a, meaning, b, missing="unknown")


def explain_question(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    during: During = "simultaneous",
    resolve: Resolve | None = None,
    name: Naming | None = None,
) -> Proof | DistanceProof | None:
    """The proof of the answer of :func:`answer_question` or :func:`answer_how_long`; ``None`` if
    the graph lacks an entity. Its texts call the entities as ``name`` says.

    :func:`proof_in_words` writes it in the question's own terms. Raises ``ValueError`` for LIST and
    WHEN questions.
    """
    if question.about_distance:
        from timegraph.qa.distance_proofs import explain_length

        return explain_length(graph, document, question, resolve=resolve, name=name)
    meaning = _meaning(question, during)
    a, b = (entity_of(graph, resolve or document.resolve, arg) for arg in question.args)
    if a is None or b is None or a not in graph or b not in graph:
        return None
    return proofs.explain(graph, a, meaning, b, name=name)


def proof_in_words(proof: Proof | DistanceProof, question: Question) -> str:
    """The proof of the answer to an IS or HOW LONG question in the question's own terms, in one
    line."""
    if not isinstance(proof, proofs.Proof):
        return proof.text()
    return proof.text(**_terms(proof, question))


def proof_in_lines(
    proof: Proof | DistanceProof, question: Question, *, full: bool = False
) -> list[str]:
    """The same line by line: what is proved, then a step a line; with ``full`` each chain with its
    exact steps."""
    if not isinstance(proof, proofs.Proof):
        return list(proof.lines(full=full))
    return list(proof.lines(full=full, **_terms(proof, question)))


def _terms(proof: Proof, question: Question) -> _Terms:
    """The words of the question for its relation, and for those that are still possible."""
    if question.about_ends:
        claim = str(question).removeprefix(f"{Kind.IS.value} ")
        return {"claim": claim, "labels": lambda relation: label_for(relation).value}
    asked = _relation(question)
    possible = proof.relation

    def label(relation: Allen) -> str:
        return (asked if relation in possible else label_for(relation)).value

    return {"relation": asked.value, "labels": label}


def _meaning(question: Question, during: During) -> Allen | AllenSet:
    if question.kind is Kind.IS and isinstance(question.relation, EndpointRelation):
        return question.relation.meaning
    return relation_for(_relation(question), during=during)


def _relation(question: Question) -> RelType:
    if question.kind is not Kind.IS or not isinstance(question.relation, RelType):
        raise ValueError(f"{question} cannot be answered yes or no; ask an IS question")
    return question.relation
