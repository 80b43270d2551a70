"""The answers of a set beside those of gold: which it gives, too, contradicts, or leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, get_args

from timegraph.answer import Answer
from timegraph.documents.build import build
from timegraph.documents.calendar_links import place_of
from timegraph.findings import CitedLink, Describer, Finding
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, ContradictionError
from timegraph.options import Interpretation
from timegraph.proofs import Proof
from timegraph.qa import DistanceProof, answer_question, explain_question
from timegraph.qa.answering import proof_in_words
from timegraph.qa.resolving import Resolve, entity_of
from timegraph.task.question_sets.asked import Asked, AskedDocument
from timegraph.task.question_sets.reporting import Reporter
from timeml import Collection, Document, TimeMLError, TLink, align_ids

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
    """A gold document with the ids of the key, its graph, and the ``original`` with ids of its
    own. ``problem`` says why there is none; it is ``unreadable`` then if gold has the document."""

    document: Document | None = None
    original: Document | None = None
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
    name: str,
    key: Document | None,
    gold: Collection,
    interpretation: Interpretation,
    *,
    dates: Iterable[str] = (),
) -> GoldDocument:
    """The gold document called ``name`` with the ids of ``key``, found by their place in the text;
    without a key its ids are those of the questions. Literal ``dates`` become entities of its
    graph."""
    try:
        file = gold.match(name)
        if file is None:
            return GoldDocument(problem=f"{gold.path} has no document {name}")
        document = gold.read(file)
    except (OSError, TimeMLError) as error:
        return GoldDocument(problem=str(error), unreadable=True)
    original = document
    resolve: Resolve = document.resolve
    warnings: tuple[str, ...] = ()
    if key is not None:
        alignment = align_ids(system=document, key=key)
        document, resolve = alignment.document, alignment.resolve
        warnings = tuple(f"{gold.path}/{file}: {warning}" for warning in alignment.warnings)
    try:
        graph = build(document, interpretation, dates=_placed(dates, document))
    except ContradictionError as error:
        return GoldDocument(problem=f"{gold.path}/{file}: {error.conflict}", unreadable=True)
    return GoldDocument(document, original, graph, resolve, warnings=warnings)


def _placed(dates: Iterable[str], document: Document) -> Iterator[str]:
    """The literal dates of questions that have a place in time."""
    for date in dict.fromkeys(dates):
        with suppress(ValueError):
            place_of(date, document)
            yield date


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
    assert gold.original is not None
    cited = _Citing(gold.document, gold.original)
    for judgement in judged:
        said = reporter.in_words(judgement.question)
        if judgement.verdict == "missing":
            yield reporter.finding(
                "gold-missing",
                judgement.question,
                f"{said}; gold lacks an annotation that it names",
            )
        elif judgement.verdict != "agrees":
            assert judgement.proof is not None
            question = judgement.question.question.question
            assert question is not None
            links = tuple(map(cited, judgement.proof.links))
            if links and isinstance(judgement.proof, Proof):
                proof = f", since {'; '.join(map(str, links))}"
            else:
                proof = f": {proof_in_words(judgement.proof, question)}"
            code = "gold-open" if judgement.verdict == "open" else "gold-contradicts"
            message = f"{said}; gold says {judgement.answer}{proof}"
            yield reporter.finding(code, judgement.question, message, links=links)


class _Citing:
    """Links of an aligned document as gold itself has them, by their lids: with its own ids, words
    and lines."""

    def __init__(self, document: Document, original: Document) -> None:
        self._aligned = Describer(document)
        self._own = Describer(original)
        self._by_lid = {link.lid: link for link in original.tlinks if link.lid}

    def __call__(self, link: AnyLink) -> CitedLink:
        lid = link.source.lid if isinstance(link.source, TLink) else None
        if lid in self._by_lid:
            return self._own.link(self._by_lid[lid])
        return self._aligned.link(link)
