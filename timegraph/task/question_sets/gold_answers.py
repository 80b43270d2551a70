"""The answers of a set beside those of gold: which it gives, too, contradicts, or leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from timegraph.answer import Answer
from timegraph.builder import build
from timegraph.findings import Describer, Finding
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.proofs import Proof
from timegraph.qa import DistanceProof, answer_question, explain_question
from timegraph.qa.answering import proof_in_words
from timegraph.qa.resolving import Resolve, entity_of
from timegraph.task.question_sets.asked import Asked, AskedDocument
from timegraph.task.question_sets.reporting import Reporter
from timeml import Collection, Document, TimeMLError, align_ids

__all__ = [
    "VERDICTS",
    "GoldDocument",
    "GoldVerdict",
    "Judged",
    "gold_findings",
    "judge",
    "read_beside",
]

GoldVerdict = Literal["agrees", "contradicts", "open", "missing"]
VERDICTS: tuple[GoldVerdict, ...] = get_args(GoldVerdict)
"""What gold says of an answer: the same, another one, nothing; or it lacks what is asked about."""


@dataclass(frozen=True)
class GoldDocument:
    """A gold document with the ids of the key, and its graph. ``problem`` says why there is none;
    it is ``unreadable`` then if gold has the document."""

    document: Document | None = None
    graph: TimeGraph | None = None
    resolve: Resolve | None = None
    problem: str = ""
    unreadable: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with an answer, gold's answer to it, and gold's proof (``None`` where gold lacks
    what the question is about)."""

    question: Asked
    verdict: GoldVerdict
    answer: Answer = Answer.UNKNOWN
    proof: Proof | DistanceProof | None = None


def read_beside(
    name: str, key: Document | None, gold: Collection, interpretation: Interpretation
) -> GoldDocument:
    """The gold document called ``name`` with the ids of ``key``, found by their place in the text;
    without a key its ids are those of the questions."""
    try:
        file = gold.match(name)
        if file is None:
            return GoldDocument(problem=f"{gold.path} has no document {name}")
        document = gold.read(file)
    except (OSError, TimeMLError) as error:
        return GoldDocument(problem=str(error), unreadable=True)
    resolve: Resolve = document.resolve
    warnings: tuple[str, ...] = ()
    if key is not None:
        alignment = align_ids(system=document, key=key)
        document, resolve = alignment.document, alignment.resolve
        warnings = tuple(f"{gold.path}/{file}: {warning}" for warning in alignment.warnings)
    graph = build(document, interpretation)
    return GoldDocument(document, graph, resolve, warnings=warnings)


def judge(
    asked_document: AskedDocument, gold: GoldDocument, interpretation: Interpretation
) -> list[Judged]:
    """What gold says of each answer to an IS question, in order."""
    judged = []
    for asked in asked_document.questions:
        question, expected = asked.question.question, asked.question.answer
        if expected is None or question is None:
            continue
        graph, document, resolve = gold.graph, gold.document, gold.resolve
        if graph is None or document is None or resolve is None:
            judged.append(Judged(asked, "missing"))
            continue
        if any(entity_of(graph, resolve, argument) is None for argument in question.args):
            judged.append(Judged(asked, "missing"))
            continue
        during = interpretation.during
        answer = answer_question(graph, document, question, during=during, resolve=resolve)
        proof = explain_question(graph, document, question, during=during, resolve=resolve)
        if answer is expected:
            verdict: GoldVerdict = "agrees"
        else:
            verdict = "open" if answer is Answer.UNKNOWN else "contradicts"
        judged.append(Judged(asked, verdict, answer, proof))
    return judged


def gold_findings(
    asked_document: AskedDocument,
    gold: GoldDocument,
    judged: Sequence[Judged],
    reporter: Reporter,
) -> Iterator[Finding]:
    """The findings about answers beside gold."""
    if gold.problem:
        code = "unreadable" if gold.unreadable else "gold-missing"
        yield reporter.finding(code, asked_document.questions[0], gold.problem)
        return
    assert gold.document is not None
    describer = Describer(gold.document)
    for one in judged:
        said = reporter.said(one.question)
        if one.verdict == "missing":
            yield reporter.finding("gold-missing", one.question, f"{said}; gold has not both")
        elif one.verdict != "agrees":
            assert one.proof is not None
            question = one.question.question.question
            assert question is not None
            proof = proof_in_words(one.proof, question)
            links = tuple(map(describer.link, one.proof.links))
            code = "gold-open" if one.verdict == "open" else "gold-contradicts"
            message = f"{said}; gold says {one.answer}: {proof}"
            yield reporter.finding(code, one.question, message, links=links)
