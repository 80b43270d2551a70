"""TORQUE's questions asked of TimeML annotations: which events of a passage are in the answer.

An order between two events is a set of Allen relations, so that the graph answers for each event
yes, no or unknown. The annotation of an event decides whether it happens: questions of what might
happen or did not happen look at polarity and modality.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.torque.alignment import AlignedPassage
from timegraph.torque.anchors import find_anchor
from timegraph.torque.passages import Span, TorqueQuestion
from timegraph.torque.questions import Asked, NotUnderstood, Order, Side, parse_torque_question
from timeml import Document, Event

__all__ = [
    "AnsweredPassage",
    "AnsweredTorque",
    "EventVerdict",
    "TorquePolicy",
    "TorqueReading",
    "answer_passages",
    "relations_asked",
]

TorqueReading = Literal["starts", "intervals"]
"""What before and after compare: the starts of both events, or the end of one and the start of
the other."""

TorquePolicy = Literal["entailed", "possible", "all-but-excluded"]
"""Which events are in the answer: those of which the annotation entails it; also those of which it
leaves it open; also those that are not annotated at all."""

Reason = Literal["yes", "no", "unknown", "not annotated", "anchor", "reality", "anchor itself"]


@dataclass(frozen=True, slots=True)
class EventVerdict:
    """Whether an event is in the answer, and the reason: what the graph answers, that the event or
    the question's anchor is not annotated, or that the event is not of the kind asked for."""

    event: Span
    entity: str | None
    chosen: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class AnsweredTorque:
    """A question with its answer. ``asked`` is ``None`` where the question was not understood;
    ``anchor`` is the event of the passage that it is about, and ``anchor_entity`` its id, both
    ``None`` where there is none; the creation time has only the id. ``wanted`` are the relations
    to the anchor that the question asks for."""

    question: TorqueQuestion
    asked: Asked | None
    anchor: Span | None
    anchor_entity: str | None
    events: tuple[EventVerdict, ...]
    wanted: AllenSet

    @property
    def answer(self) -> frozenset[Span]:
        """The events of the answer."""
        return frozenset(verdict.event for verdict in self.events if verdict.chosen)


@cache
def relations_asked(
    order: Order, side: Side | None, anchor_side: Side | None, reading: TorqueReading
) -> AllenSet:
    """The Allen relations of an event to the anchor that a question asks for.

    ``side`` and ``anchor_side`` are the points that the question names. Where it names none,
    ``reading`` decides: the starts of both for ``starts``; for ``intervals`` the end of what is
    before and the start of what is after. Overlap: each starts before the other ends.
    """
    if order == "overlap":
        return AllenSet(r for r in Allen if r.signs[1] < 0 < r.signs[2])
    strict = reading == "starts" or side is not None
    first: Side = side or ("end" if reading == "intervals" and order == "before" else "start")
    other: Side = anchor_side or ("end" if reading == "intervals" and order == "after" else "start")
    pair = 2 * (first == "end") + (other == "end")
    sign = -1 if order == "before" else 1
    return AllenSet(
        r for r in Allen if r.signs[pair] == sign or (not strict and r.signs[pair] == 0)
    )


@dataclass(frozen=True)
class AnsweredPassage:
    """A passage with the graph of its document and the answers to its questions, in order."""

    aligned: AlignedPassage
    graph: TimeGraph
    answers: tuple[AnsweredTorque, ...]


def answer_passages(
    passages: Iterable[AlignedPassage],
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    reading: TorqueReading = "starts",
    policy: TorquePolicy = "entailed",
) -> Iterator[AnsweredPassage]:
    """The passages with the answers to all their questions. The graph of a document is made once,
    as ``interpretation`` says."""
    graphs: dict[int, TimeGraph] = {}
    for aligned in passages:
        graph = graphs.get(id(aligned.document))
        if graph is None:
            graph = graphs[id(aligned.document)] = build(aligned.document, interpretation)
        answers = (
            _answer(aligned, question, graph, reading, policy)
            for question in aligned.passage.questions
        )
        yield AnsweredPassage(aligned, graph, tuple(answers))


def _answer(
    aligned: AlignedPassage,
    question: TorqueQuestion,
    graph: TimeGraph,
    reading: TorqueReading,
    policy: TorquePolicy,
) -> AnsweredTorque:
    try:
        asked = parse_torque_question(question.text)
    except NotUnderstood:
        return AnsweredTorque(question, None, None, None, (), AllenSet())
    anchor, entity, anchor_side = None, None, asked.anchor_side
    if asked.anchor is None:
        dct = aligned.document.dct
        entity = None if dct is None else dct.tid
    else:
        place = find_anchor(asked.anchor, aligned.passage)
        if place is not None:
            anchor, anchor_side = place.event, place.side
            entity = aligned.entities.get(place.event)
    relations = relations_asked(asked.order, asked.side, anchor_side, reading)
    verdicts = []
    for event in aligned.passage.events:
        instance = aligned.entities.get(event)
        reason = _reason(graph, aligned.document, asked, relations, instance, entity)
        if event == anchor:
            reason = "anchor itself"
        is_answer = reason == "yes" or (policy != "entailed" and reason == "unknown")
        if policy == "all-but-excluded":
            is_answer = reason not in ("no", "reality", "anchor itself")
        verdicts.append(EventVerdict(event, instance, is_answer, reason))
    return AnsweredTorque(question, asked, anchor, entity, tuple(verdicts), relations)


def _reason(
    graph: TimeGraph,
    document: Document,
    asked: Asked,
    wanted: AllenSet,
    entity: str | None,
    anchor: str | None,
) -> Reason:
    if entity is None:
        return "not annotated"
    if not _is_real(document, entity, asked):
        return "reality"
    if anchor is None:
        return "anchor"
    return _WORDS[graph.ask(entity, wanted, anchor, missing="unknown")]


_WORDS: Mapping[Answer, Reason] = {
    Answer.YES: "yes",
    Answer.NO: "no",
    Answer.UNKNOWN: "unknown",
}


def _is_real(document: Document, entity: str, asked: Asked) -> bool:
    """Whether the annotation has the event as the question wants it: what did not happen has
    negative polarity. Other questions take any event: TORQUE's annotators list negated and modal
    events among those that happened."""
    if asked.reality != "negated":
        return True
    event = document.entity(entity)
    instances = event.instances if isinstance(event, Event) else ()
    return any(instance.eiid == entity and instance.polarity == "NEG" for instance in instances)
