"""What a question is about in the words of the text, and why its answer is unknown."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from timegraph.allen import AllenSet
from timegraph.documents.build import label_for
from timegraph.findings import CitedLink, Describer, Mention, Sentence
from timegraph.links import AnyLink, Link, Placement
from timegraph.proofs import Proof
from timegraph.qa import explain_question
from timegraph.qa.resolving import Resolve, entity_of

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.qa import DistanceProof, Question, SetQuestion
    from timeml import Document

__all__ = [
    "Asking",
    "QuestionContext",
    "Unknown",
    "UnknownReason",
    "described",
    "left_open",
    "linked_entities",
    "not_linked",
]

UnknownReason = Literal[
    "document missing",
    "document failed",
    "date unknown",
    "entity missing",
    "not annotated",
    "no path",
    "not answered",
]
"""Why a system leaves a question open: its document is not there or cannot be used, a date in the
question has no place in time, an entity is not annotated, one is in no link, or no chain of links
decides; or a file of answers has none, or says unknown."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The ``reason`` of an unknown answer, and the ``detail`` in words."""

    reason: UnknownReason
    detail: str

    def __str__(self) -> str:
        """``entity missing: e2 "ate"``."""
        return f"{self.reason}: {self.detail}"


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """The words that a question is about, and what its answer rests on.

    ``mentions`` are the ids that it names, ``sentences`` where they stand, both as the key has
    them, or the system where there is no key. ``links`` are those that a yes or no follows from,
    with the words of the system. ``unknown`` says why there is no answer; ``None`` if there is one.
    """

    mentions: tuple[Mention, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    links: tuple[CitedLink, ...] = ()
    unknown: Unknown | None = None

    def named(self, entity: Hashable) -> str:
        """An entity of the system that one of the links is about, with its words."""
        ends = (end for link in self.links for end in (link.source, link.target))
        words = {end.id: str(end) for end in ends if end.words}
        return words.get(str(entity), str(entity))

    def in_words(self, asked: SetQuestion) -> str:
        """The question with the words of its ids: ``IS ei1 "ate" BEFORE ei2 "slept"``."""
        if asked.question is None:
            return asked.query
        words = {mention.id: str(mention) for mention in self.mentions}
        return " ".join(words.get(part, part) for part in str(asked.question).split())


@dataclass(frozen=True)
class Asking:
    """One document while it is asked: the graph of the system's ``document``, what ids in questions
    mean in it, and the ``key`` (the document itself without one). ``dates`` has, for each literal
    date that a question names, why it has no answer, ``""`` if it has one."""

    graph: TimeGraph
    document: Document
    key: Document
    resolve: Resolve
    dates: Mapping[str, str]

    @cached_property
    def linked(self) -> frozenset[Hashable]:
        """The entities that some link is about."""
        return linked_entities(self.graph)

    @cached_property
    def describer(self) -> Describer:
        """The system's words."""
        return Describer(self.document)

    @cached_property
    def key_describer(self) -> Describer:
        """The words of the ids in questions."""
        return self.describer if self.key is self.document else Describer(self.key)

    def context(
        self, question: Question, *, answered: bool, proof: Proof | DistanceProof | None = None
    ) -> QuestionContext:
        """The context of a question, which is ``answered`` or not, by ``proof`` if there is one."""
        description = described(question, self.key_describer)
        links = () if proof is None else tuple(map(self.describer.link, proof.links))
        unknown = None if answered else self._unknown(question)
        return QuestionContext(description.mentions, description.sentences, links, unknown)

    def _unknown(self, question: Question) -> Unknown:
        of = {arg: entity_of(self.graph, self.resolve, arg) for arg in question.args}
        dates = [self.dates[arg] for arg in of if self.dates.get(arg)]
        if dates:
            return Unknown("date unknown", "; ".join(dates))
        absent = not_linked(of, self.key_describer, self.linked)
        if absent is not None:
            return absent
        if question.about_distance:
            asked = explain_question(self.graph, self.document, question, resolve=self.resolve)
            distances = [] if asked is None or isinstance(asked, Proof) else asked.known
            claims = " and ".join(question.claim for question in distances)
            return Unknown("no path", f"all that follows is that {claims}")
        entities = list(of.values())
        if len(entities) != 2:
            return Unknown("no path", "no chain of links leads to an answer")
        return left_open(self.graph, *entities)


def linked_entities(graph: TimeGraph) -> frozenset[Hashable]:
    """The entities that some link is about."""
    return frozenset(end for link in graph.links for end in _ends(link))


def not_linked(
    of: Mapping[str, Hashable | None],
    describer: Describer,
    linked: Collection[Hashable],
    who: str = "the system",
) -> Unknown | None:
    """Why ``who`` says nothing of ids: an entity is missing (``of`` has ``None``), or in no link;
    ``None`` if all are in links. ``describer`` knows the words of the ids."""
    missing = [str(describer.mention(id)) for id, entity in of.items() if entity is None]
    if missing:
        return Unknown("entity missing", f"{who} has no {' and no '.join(missing)}")
    loose = [str(describer.mention(id)) for id, entity in of.items() if entity not in linked]
    if loose:
        verb = "is" if len(loose) == 1 else "are"
        return Unknown("not annotated", f"{' and '.join(loose)} {verb} in no link")
    return None


def left_open(graph: TimeGraph, a: Hashable, b: Hashable) -> Unknown:
    """What the links of a graph leave open about two entities."""
    possible = graph.relations(a, b)
    if possible == AllenSet.all():
        return Unknown("no path", "no chain of links says anything of their order")
    labels = ", ".join(label_for(relation).value for relation in possible)
    return Unknown("no path", f"the links leave open which of {labels}")


def described(
    question: Question, describer: Describer, unknown: Unknown | None = None
) -> QuestionContext:
    """The words that ``question`` is about alone, for documents that cannot be asked."""
    ids = [arg for arg in question.args if arg not in question.dates]
    return QuestionContext(describer.mentions(ids), describer.sentences(ids), unknown=unknown)


def _ends(link: AnyLink) -> tuple[Hashable, Hashable]:
    """The two entities that a link is about."""
    if isinstance(link, Link):
        return link.a, link.b
    x, y = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    return x[0], y[0]
