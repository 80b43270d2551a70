"""Why an answer about a distance is as it is: chains of bounds, with their arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from timegraph._wording.lengths import seconds_in_words
from timegraph.citations import cite, name_of
from timegraph.documents.calendar_links import CALENDAR, rounded, with_dates
from timegraph.links import (
    EPOCH,
    DistanceLink,
    Endpoint,
    Naming,
    Placement,
    PointLink,
    called,
    endpoint_name,
)
from timegraph.proofs import Chain, ChainStep, DistanceStep, explain_distance
from timegraph.proofs.steps import Chains
from timegraph.qa.distance_relations import DistanceRelation
from timegraph.qa.distances import conditions_of, ends_asked, known_distance, relation_answer
from timegraph.qa.resolving import Resolve, entity_of
from timeml.timex_value import format_instant

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.links import AnyLink
    from timegraph.qa.questions import Question
    from timeml import Document

__all__ = ["DistanceProof", "KnownDistance", "explain_length"]


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

    def lines(self, *, full: bool = False, name: Naming | None = None) -> Iterator[str]:
        """The claim, then each chain: its bounds, and their sum; with ``full`` its exact steps.
        Entities are called as ``name`` says."""
        shown = replace(self, x=called(self.x, name), y=called(self.y, name))
        yield f"{shown.claim}, since" if self.chains else shown.claim
        for chain in self.chains:
            if full:
                yield f"{chain.conclusion}, since"
                yield from (f"  {step.text(name)}" for step in chain.steps)
                continue
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

    def lines(self, *, full: bool = False) -> Iterator[str]:
        """Each distance, the bounds behind it, and their sum, line by line."""
        return (
            line for distance in self.known for line in distance.lines(full=full, name=self.name)
        )

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
        return _date(bounds.lower)
    parts = [] if bounds.lower is None else [f"{_date(bounds.lower)} or later"]
    parts += [] if bounds.upper is None else [f"{_date(bounds.upper)} or earlier"]
    return " and ".join(parts) or "at an unknown date"


def step_in_words(step: ChainStep | DistanceStep, name: Naming | None = None) -> str:
    """One bound and the link that says it: ``ei2.start >= ei1.end + 3 days (l4: ...)``."""
    assert isinstance(step, DistanceStep)
    x, y = endpoint_name(step.x), endpoint_name(step.y)
    value = rounded(step.value)
    below, above = ("<", ">") if step.strict else ("<=", ">=")
    if step.x == EPOCH:
        claim = f"{y} {below} {_date(value)}"
    elif step.y == EPOCH:
        claim = f"{x} {above} {_date(-value)}"
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
            plus.append(_date(value))
        elif step.y == EPOCH:
            minus.append(_date(-value))
        elif value:
            (plus if value > 0 else minus).append(seconds_in_words(abs(value)))
    x, y = chain.steps[0].x, chain.steps[-1].y
    if lower:
        x, y, plus, minus, total = y, x, minus, plus, -total
    terms = " + ".join(plus) + "".join(f" - {term}" for term in minus)
    if x == EPOCH:
        left, result = endpoint_name(y), _date(total)
    else:
        left, result = f"{endpoint_name(y)} - {endpoint_name(x)}", seconds_in_words(total)
    sign = (">" if lower else "<") + ("" if strict else "=")
    equals = "" if len(plus) + len(minus) < 2 else f"{terms.strip()} = "
    return f"together {left} {sign} {equals}{result}"


def _date(seconds: Fraction) -> str:
    return format_instant(int(seconds) if seconds.denominator == 1 else seconds)
