"""Answers about distances: whether they are as long as asked, what lies within one, how long.

The distance of x and y is y - x. "a 3 days before b" speaks of b.start - a.end, "a 3 days after b"
of a.start - b.end. AT MOST, LESS THAN and EXACTLY also say that it is above 0: a is then before b,
or after. LIST WITHIN 3 DAYS AFTER x lists what lies wholly between x.end and x.end + 3 days.

Months and years are counted from the date of the earlier end, as far as it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from timegraph._graph.distances import Bounds
from timegraph._metric.lengths import Length, length_of
from timegraph._wording import seconds_in_words
from timegraph.answer import Answer
from timegraph.documents.conventions import CALENDAR, with_dates
from timegraph.links import (
    EPOCH,
    DistanceLink,
    Endpoint,
    Naming,
    Placement,
    PointLink,
    called,
    cite,
    endpoint_name,
    ends_of,
    name_of,
)
from timegraph.proofs import Chain, ChainStep, DistanceStep, explain_distance
from timegraph.proofs.proof import Chains
from timegraph.qa.questions import (
    Comparison,
    DistanceRelation,
    Gap,
    Kind,
    LengthAnswer,
    Question,
    Resolve,
    entity_of,
)
from timeml.gregorian import rounded
from timeml.timex_value import format_instant

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.links import AnyLink
    from timegraph.qa.questions import AnyRelation
    from timeml import Document


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


# Why an answer about a distance is as it is: chains of bounds, with their arithmetic.


@dataclass(frozen=True, slots=True)
class KnownDistance:
    """What is known of y - x, in words, and the chains of bounds that entail it: those that
    matter to the question."""

    x: Endpoint
    y: Endpoint
    words: str
    chains: tuple[Chain, ...]

    @property
    def claim(self) -> str:
        """What is known: ``ei2.start - ei1.end is at least 3 days``."""
        minus = "" if self.x == EPOCH else f" - {endpoint_name(self.x)}"
        return f"{endpoint_name(self.y)}{minus} is {self.words}"

    def lines(self, *, name: Naming | None = None) -> Iterator[str]:
        """The claim, then each chain: its bounds, and their sum.
        Entities are called as ``name`` says."""
        shown = replace(self, x=called(self.x, name), y=called(self.y, name))
        yield f"{shown.claim}, since" if self.chains else shown.claim
        for chain in self.chains:
            merged = [step_in_words(step, name) for step in _merged(chain.steps)]
            yield from merged
            if len(merged) > 1:
                yield sum_in_words(chain, lower=chain.conclusion.y == self.x)

    def to_json(self) -> dict[str, Any]:
        """The distance as JSON data."""
        return {
            "x": endpoint_name(self.x),
            "y": endpoint_name(self.y),
            "distance": self.words,
            "chains": [chain.to_json() for chain in self.chains],
        }


@dataclass(frozen=True, slots=True)
class DistanceProof:
    """Why a question about a distance is answered as it is; ``answer`` is yes, no, unknown, or how
    long it is. ``known`` are the distances that decide, or that leave it open. Texts call the
    entities as ``name`` says."""

    answer: str
    known: tuple[KnownDistance, ...]
    name: Naming | None = field(default=None, repr=False, compare=False)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """The links that the chains use, each once, in order of use."""
        chains = (chain for distance in self.known for chain in distance.chains)
        return tuple({id(link): link for chain in chains for link in chain.links}.values())

    def lines(self) -> Iterator[str]:
        """Each distance, the bounds behind it, and their sum, line by line."""
        return (line for distance in self.known for line in distance.lines(name=self.name))

    def text(self) -> str:
        """The same in one line."""
        return "; ".join(self.lines()).replace(", since; ", ", since ")

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data: plain dicts, lists and strings."""
        return {
            "answer": self.answer,
            "distances": [distance.to_json() for distance in self.known],
            "text": self.text(),
        }


def explain_length(
    graph: TimeGraph,
    document: Document,
    question: Question,
    *,
    resolve: Resolve | None = None,
    name: Naming | None = None,
) -> DistanceProof | None:
    """The proof of the answer to a question about a distance; ``None`` if the graph lacks an
    entity. Its texts call the entities as ``name`` says."""
    relation = question.relation
    if not isinstance(relation, DistanceRelation):
        ends = ends_asked(graph, document, question, resolve=resolve)
        if ends is None:
            return None
        dated = with_dates(graph)
        asked = _known(dated, *ends)
        return DistanceProof(asked.words, (asked,), name)
    a, b = (entity_of(graph, resolve or document.resolve, arg) for arg in question.args)
    if a is None or b is None or a not in graph or b not in graph:
        return None
    dated = with_dates(graph)
    answer = relation_answer(dated, relation, a, b)
    conditions = list(conditions_of(relation, a, b))
    deciding = [
        condition for condition in conditions if condition.answer(dated) is answer
    ] or conditions
    bounds: dict[tuple[Endpoint, Endpoint], set[str | None]] = {}
    for condition in deciding:
        for pair in condition.distances(dated):
            bounds.setdefault(pair, set()).add(condition.bound(answer))
    distances = (
        _known(dated, x, y, sources.pop() if len(sources) == 1 else None)
        for (x, y), sources in bounds.items()
    )
    return DistanceProof(str(answer), tuple(distances), name)


def _known(graph: TimeGraph, x: Endpoint, y: Endpoint, bound: str | None = None) -> KnownDistance:
    """What is known of y - x, with the chains behind its ``"lower"`` or ``"upper"`` bound, or
    behind both."""
    words = dates_in_words(graph, y) if x == EPOCH else str(known_distance(graph, x, y))
    chains = explain_distance(graph, x, y)
    if not chains and graph.label(x, y) is not None:
        # The graph knows order alone, which is distances of 0 or more.
        graph = graph.copy()
        graph.add_instant(EPOCH[0])
        graph.extend([DistanceLink(EPOCH, EPOCH, None, Fraction(0))])
        chains = explain_distance(graph, x, y)
    if bound is not None and x != EPOCH:
        wanted = bound == "lower"
        chains = Chains(chain for chain in chains if (chain.conclusion.y == x) is wanted)
    return KnownDistance(x, y, words, chains)


def dates_in_words(graph: TimeGraph, point: Endpoint) -> str:
    """Between which dates an endpoint lies."""
    bounds = known_distance(graph, EPOCH, point)
    if bounds.lower is not None and bounds.lower == bounds.upper:
        return format_instant(bounds.lower)
    parts = [] if bounds.lower is None else [f"{format_instant(bounds.lower)} or later"]
    parts += [] if bounds.upper is None else [f"{format_instant(bounds.upper)} or earlier"]
    return " and ".join(parts) or "at an unknown date"


def step_in_words(step: ChainStep | DistanceStep, name: Naming | None = None) -> str:
    """One bound and the link that says it: ``ei2.start >= ei1.end + 3 days (l4: ...)``."""
    assert isinstance(step, DistanceStep)
    x, y = endpoint_name(step.x), endpoint_name(step.y)
    value = rounded(step.value)
    below, above = ("<", ">") if step.strict else ("<=", ">=")
    if step.x == EPOCH:
        claim = f"{y} {below} {format_instant(value)}"
    elif step.y == EPOCH:
        claim = f"{x} {above} {format_instant(-value)}"
    elif value < 0:
        claim = f"{x} {above} {y} + {seconds_in_words(-value)}"
    else:
        claim = f"{y} {below} {x}" + (f" + {seconds_in_words(value)}" if value else "")
    if step.link is None:
        return f"{claim} (start before end)"
    # What a constraint or a date says is the claim itself.
    itself = isinstance(step.link, (PointLink, Placement))
    return f"{claim} ({(name_of(step.link) if itself else None) or cite(step.link, name)})"


def _merged(steps: Iterable[ChainStep | DistanceStep]) -> Iterator[DistanceStep]:
    """The steps, those of the calendar that follow each other as one, but for the instant that
    dates are counted from."""
    last: DistanceStep | None = None
    for step in steps:
        assert isinstance(step, DistanceStep)
        if last is not None and step.x != EPOCH and _of_calendar(last) and _of_calendar(step):
            value, strict = last.value + step.value, last.strict or step.strict
            last = DistanceStep(last.x, step.y, value, strict, step.link)
            continue
        if last is not None:
            yield last
        last = step
    if last is not None:
        yield last


def _of_calendar(step: DistanceStep) -> bool:
    return step.link is not None and step.link.source is CALENDAR


def sum_in_words(chain: Chain, *, lower: bool) -> str:
    """The sum of a chain's bounds: ``together ei2.start - ei1.end >= 1998-01-10 - 1998-01-06 = 4
    days``; of a ``lower`` bound it runs against the chain."""
    plus: list[str] = []
    minus: list[str] = []
    strict, total = False, Fraction(0)
    for step in chain.steps:
        assert isinstance(step, DistanceStep)
        value = rounded(step.value)
        total += value
        strict |= step.strict
        if step.x == EPOCH:
            plus.append(format_instant(value))
        elif step.y == EPOCH:
            minus.append(format_instant(-value))
        elif value:
            (plus if value > 0 else minus).append(seconds_in_words(abs(value)))
    x, y = chain.steps[0].x, chain.steps[-1].y
    if lower:
        x, y, plus, minus, total = y, x, minus, plus, -total
    terms = " + ".join(plus) + "".join(f" - {term}" for term in minus)
    if x == EPOCH:
        left, result = endpoint_name(y), format_instant(total)
    else:
        left, result = f"{endpoint_name(y)} - {endpoint_name(x)}", seconds_in_words(total)
    sign = (">" if lower else "<") + ("" if strict else "=")
    equals = "" if len(plus) + len(minus) < 2 else f"{terms.strip()} = "
    return f"together {left} {sign} {equals}{result}"
