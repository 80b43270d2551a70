"""Answers about distances: whether they are as long as asked, what lies within one, how long.

The distance of x and y is y - x. "a 3 days before b" speaks of b.start - a.end, "a 3 days after b"
of a.start - b.end. AT MOST, LESS THAN and EXACTLY also say that it is above 0: a is then before b,
or after. LIST WITHIN 3 DAYS AFTER x lists what lies wholly between x.end and x.end + 3 days.

Months and years are counted from the date of the earlier end, as far as it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from timegraph._graph.bounds import Bounds
from timegraph._metric.lengths import Length, length_of
from timegraph.answer import Answer
from timegraph.documents.calendar_links import rounded, with_dates
from timegraph.links import EPOCH, Endpoint, ends_of
from timegraph.qa.distance_relations import Comparison, DistanceRelation, Gap
from timegraph.qa.length_answer import LengthAnswer
from timegraph.qa.questions import Kind, Question
from timegraph.qa.resolving import Resolve, entity_of

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.qa.questions import AnyRelation
    from timeml import Document

__all__ = [
    "Condition",
    "answer_distance",
    "answer_how_long",
    "asking_distance",
    "conditions_of",
    "ends_asked",
    "known_distance",
    "relation_answer",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """That the distance y - x is ``at_least``, ``at_most``, ``more_than`` or ``less_than`` a
    length."""

    x: Endpoint
    y: Endpoint
    comparison: str
    length: Length

    def answer(self, graph: TimeGraph) -> Answer:
        """Whether the condition holds in a graph with dates."""
        asked: dict[str, Any] = {self.comparison: self.length}
        if not self.length.most:
            # A sign is a matter of order, which dates leave to the links where they touch.
            return graph.distance(self.x, self.y).answer(**asked)
        distance = known_distance(graph, self.x, self.y)
        answer = distance.answer(**asked)
        if answer is Answer.UNKNOWN and self.length.months and EPOCH[0] in graph.instants:
            dates = known_distance(graph, EPOCH, self.x), known_distance(graph, EPOCH, self.y)
            return distance.answer(dates=dates, **asked)
        return answer

    def distances(self, graph: TimeGraph) -> tuple[tuple[Endpoint, Endpoint], ...]:
        """The distances that the answer rests on: y - x or, where months are counted through the
        calendar, the dates of x and y."""
        asked: dict[str, Any] = {self.comparison: self.length}
        between = known_distance(graph, self.x, self.y).answer(**asked)
        if not self.length.months or between is self.answer(graph):
            return ((self.x, self.y),)
        return (EPOCH, self.x), (EPOCH, self.y)

    def bound(self, answer: Answer) -> str | None:
        """Which bound of the distance decides for an answer: ``"lower"``, ``"upper"``, or neither
        alone."""
        if answer is Answer.UNKNOWN:
            return None
        from_below = self.comparison in ("at_least", "more_than")
        return "lower" if from_below is (answer is Answer.YES) else "upper"


def known_distance(graph: TimeGraph, x: Endpoint, y: Endpoint) -> Bounds:
    """What a graph with dates knows of y - x, to the second where it rests on dates."""
    return graph.distance(x, y).rounded(rounded)


_CONDITIONS = {
    Comparison.AT_LEAST: ("at_least",),
    Comparison.MORE_THAN: ("more_than",),
    Comparison.AT_MOST: ("at_most",),
    Comparison.LESS_THAN: ("less_than",),
    Comparison.EXACTLY: ("at_least", "at_most"),
}


def conditions_of(relation: DistanceRelation, a: str, b: str) -> Iterator[Condition]:
    """The conditions that together say "a relation b"."""
    before = relation.side == "BEFORE"
    a_ends, b_ends = ends_of(a), ends_of(b)
    x, y = (a_ends[1], b_ends[0]) if before else (b_ends[1], a_ends[0])
    length, nothing = length_of(relation.length), length_of(0)
    if relation.comparison is Comparison.WITHIN:
        yield Condition(x, y, "at_least", nothing)
        # All of a lies there, so the far end of a counts.
        x, y = (a_ends[0], y) if before else (x, a_ends[1])
        yield Condition(x, y, "at_most", length)
        return
    if relation.comparison not in (Comparison.AT_LEAST, Comparison.MORE_THAN):
        yield Condition(x, y, "more_than", nothing)
    for comparison in _CONDITIONS[relation.comparison]:
        yield Condition(x, y, comparison, length)


def answer_distance(
    graph: TimeGraph, document: Document, question: Question, *, resolve: Resolve | None = None
) -> Answer:
    """:func:`timegraph.qa.answer_question` for a relation that is about a distance."""
    if not isinstance(question.relation, DistanceRelation):
        raise ValueError(f"{question} cannot be answered yes or no; ask an IS question")
    a, b = (entity_of(graph, resolve or document.resolve, arg) for arg in question.args)
    if a is None or b is None or a not in graph or b not in graph:
        return Answer.UNKNOWN
    return relation_answer(with_dates(graph), question.relation, a, b)


def asking_distance(
    graph: TimeGraph, relation: AnyRelation, other: str
) -> Callable[[str], tuple[Answer]]:
    """A function that answers whether an entity of ``graph`` stands in ``relation`` to another."""
    if not isinstance(relation, DistanceRelation):
        raise ValueError(f"{relation.value} is not a relation of distance")
    dated = with_dates(graph)
    return lambda entity: (relation_answer(dated, relation, entity, other),)


def relation_answer(graph: TimeGraph, relation: DistanceRelation, a: str, b: str) -> Answer:
    """Whether "a relation b" is entailed by ``graph``, which has dates and both entities."""
    answers = []
    for condition in conditions_of(relation, a, b):
        answers.append(condition.answer(graph))
        if answers[-1] is Answer.NO:
            return Answer.NO
    if Answer.UNKNOWN not in answers:
        return Answer.YES
    return Answer.NO if _impossible(graph, relation, a) else Answer.UNKNOWN


def _impossible(graph: TimeGraph, relation: DistanceRelation, a: str) -> bool:
    """Whether conditions are impossible together that are possible one by one. Otherwise they are
    possible: each is a half-line of distances, and intervals that meet in pairs have a common
    point."""
    length = length_of(relation.length)
    if relation.comparison is Comparison.WITHIN:
        lasting = known_distance(graph, (a, "start"), (a, "end"))
        return lasting.answer(at_most=length) is Answer.NO
    needs_some = relation.comparison not in (Comparison.AT_LEAST, Comparison.MORE_THAN)
    return needs_some and not length.most


def answer_how_long(
    graph: TimeGraph, document: Document, question: Question, *, resolve: Resolve | None = None
) -> LengthAnswer:
    """The answer of ``graph``, built from ``document``, to a HOW LONG question.

    With the calendar, dates have their distances. The answer is unknown for an entity that the
    graph lacks. ``resolve`` is as for :func:`answer_question`. Raises ``ValueError`` for other
    questions.
    """
    ends = ends_asked(graph, document, question, resolve=resolve)
    if ends is None:
        return LengthAnswer(None, None, True, True, "unknown")
    bounds = known_distance(with_dates(graph), *ends)
    # That something lasts at all does not answer how long it lasts.
    nothing = bounds.upper is None and (
        bounds.lower is None or (question.relation is None and bounds.lower <= 0)
    )
    return LengthAnswer(*bounds, words="unknown" if nothing else str(bounds))


def ends_asked(
    graph: TimeGraph, document: Document, question: Question, *, resolve: Resolve | None = None
) -> tuple[Endpoint, Endpoint] | None:
    """The two endpoints that a HOW LONG question is about; ``None`` if the graph lacks one."""
    if question.kind is not Kind.HOW_LONG:
        raise ValueError(f"{question} does not ask for a length; ask a HOW LONG question")
    entities = [entity_of(graph, resolve or document.resolve, arg) for arg in question.args]
    first, second = entities[0], entities[-1]
    if first is None or second is None or first not in graph or second not in graph:
        return None
    gap = question.relation if isinstance(question.relation, Gap) else Gap("start", "end")
    return (first, gap.first), (second, gap.second)
