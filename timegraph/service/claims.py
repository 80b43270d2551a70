"""Claims against a timeline: supported, contradicted, disputed or unknown.

False alarms are the sin of such a check. So a claim is read weakly (:mod:`timegraph.service.weak`)
unless ``strict``; it is contradicted only by links that nothing contradicts; and what the timeline
does not decide is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.citations import cite
from timegraph.graph import TimeGraph
from timegraph.links import (
    EPOCH,
    AnyLink,
    ContradictionError,
    DistanceLink,
    Endpoint,
    Link,
    Placement,
    PointLink,
)
from timegraph.periods import Period
from timegraph.proofs import Proof, explain
from timegraph.service.errors import ServiceError
from timegraph.service.graphs import conflicts_with, entities_of
from timegraph.service.statements import links_of
from timegraph.service.weak import weak

__all__ = ["Claim", "Verdict", "Verified", "claims_of", "is_excluded", "undisputed", "verify"]


class Verdict(str, Enum):
    """What a timeline says of a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"
    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Claim:
    """Links that are claimed together, by one id; ``words`` is how it was put. ``doubt`` is why
    nothing can be said of it, as that an event of it is negated."""

    id: str
    links: tuple[AnyLink, ...]
    words: str = ""
    doubt: str = ""

    @property
    def text(self) -> str:
        """The claim in words."""
        return self.words or "; ".join(map(str, self.links))


@dataclass(frozen=True, slots=True)
class Verified:
    """A claim with its verdict, the reason in a sentence, and the links that decide it."""

    claim: Claim
    verdict: Verdict
    reason: str
    links: tuple[AnyLink, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON data."""
        return {
            "id": self.claim.id,
            "claim": self.claim.text,
            "verdict": self.verdict.value,
            "reason": self.reason,
            "links": [cite(link) for link in self.links],
        }


def claims_of(requests: Sequence[Mapping[str, Any]], where: str) -> list[Claim]:
    """The claims of a request: statements and questions, numbered from 1 where they have no id.

    Raises :class:`ServiceError` for what claims nothing.
    """
    claims = []
    for number, request in enumerate(requests):
        id, place = request.get("id", str(number + 1)), f"{where}[{number}]"
        if "question" in request:
            claims.append(Claim(id, (_link_of_question(request["question"], place),)))
        else:
            claims.append(Claim(id, links_of(request, place)))  # type: ignore[arg-type]
    return claims


def _link_of_question(text: str, where: str) -> Link:
    """The link that the answer yes to an IS question would be."""
    from timegraph.documents.build import relation_for  # loads what reads documents
    from timegraph.qa import parse_question
    from timeml import RelType

    try:
        question = parse_question(text)
    except ValueError as error:
        raise ServiceError("bad-value", f"{where}: {error}", "ask IS a BEFORE b") from None
    relation = question.relation
    meaning = getattr(relation, "meaning", None)
    if isinstance(relation, RelType):
        meaning = AllenSet(relation_for(relation))
    if not isinstance(meaning, AllenSet):
        what = f"{where}: {text!r} cannot be answered yes"
        raise ServiceError("bad-value", what, "ask IS a BEFORE b, or claim a distance")
    a, b = question.args
    return Link(a, meaning, b)


# ---- verdicts ---------------------------------------------------------------------------------


def verify(
    graph: TimeGraph[Any], claims: Iterable[Claim], *, strict: bool = False
) -> list[Verified]:
    """The verdict of each claim against ``graph``, in order.

    A claim is *supported* or *contradicted* if the graph without disputed links entails it or
    excludes it (see :func:`undisputed`), *disputed* if only the graph with them does, else
    *unknown*. ``strict`` takes relations as they are.
    """
    clean = undisputed(graph)
    return [_verified(graph, clean, claim, strict) for claim in claims]


def is_excluded(graph: TimeGraph[Any], claim: Claim) -> bool:
    """Whether a graph of labels that are read loosely excludes a claim that is read weakly and
    names entities of the graph.

    Where both are read so, each of two intervals may contain the other, as long as they are equal.
    Which one does is more than a degree, so equality counts only where it is claimed.
    """
    return any(_is_excluded(graph, link) for link in claim.links)


def _is_excluded(graph: TimeGraph[Any], link: AnyLink) -> bool:
    if isinstance(link, Link):
        apart = weak(link.relation) - (AllenSet(Allen.EQUAL) - link.relation)
        return _answer(graph, replace(link, relation=apart), True) is Answer.NO
    return _answer(graph, link, False) is Answer.NO


def undisputed(graph: TimeGraph[Any]) -> TimeGraph[Any]:
    """The graph without all links that stand in a contradiction: without those left out, and
    those that entail, together, that one of them cannot hold; the same graph if there is none."""
    if not graph.conflicts:
        return graph
    left_out = {id(conflict.link): conflict.link for conflict in graph.conflicts}
    disputed = {*left_out, *(id(link) for conflict in graph.conflicts for link in conflict.against)}
    while True:
        clean = _without(graph, disputed)
        more = {id(link) for link in left_out.values() for link in _against(clean, link)}
        if not more - disputed:
            return clean
        disputed |= more


def _without(graph: TimeGraph[Any], disputed: set[int]) -> TimeGraph[Any]:
    clean: TimeGraph[Any] = TimeGraph(
        on_conflict="drop-link", timezone=graph.timezone, conventions=graph.conventions
    )
    for entity in graph.entities:
        clean.add_entity(entity)
    clean.extend(link for link in graph.links if id(link) not in disputed)
    return clean


def _against(graph: TimeGraph[Any], link: AnyLink) -> tuple[AnyLink, ...]:
    """Links of the graph that contradict a further link."""
    conflicts = conflicts_with(graph.copy(), [link])
    return tuple(premise for conflict in conflicts for premise in conflict.against)


def _verified(graph: TimeGraph[Any], clean: TimeGraph[Any], claim: Claim, strict: bool) -> Verified:
    if claim.doubt:
        return Verified(claim, Verdict.UNKNOWN, claim.doubt)
    named = dict.fromkeys(name for link in claim.links for name in entities_of(link))
    missing = [name for name in named if not isinstance(name, Period) and name not in graph]
    if missing:
        names = ", ".join(map(str, missing))
        return Verified(claim, Verdict.UNKNOWN, f"the timeline does not have {names}")
    for among in (clean,) if clean is graph else (clean, graph):
        answers = [_answer(among, link, strict) for link in claim.links]
        whole = _together(answers)
        if whole is not Answer.UNKNOWN:
            verdict = Verdict.SUPPORTED if whole is Answer.YES else Verdict.CONTRADICTED
            reason, links = _reason(among, claim, answers, whole, strict)
            return Verified(claim, verdict if among is clean else Verdict.DISPUTED, reason, links)
    return Verified(claim, Verdict.UNKNOWN, "the timeline does not decide it")


def _together(answers: Sequence[Answer]) -> Answer:
    if Answer.NO in answers:
        return Answer.NO
    return Answer.UNKNOWN if Answer.UNKNOWN in answers or not answers else Answer.YES


def _answer(graph: TimeGraph[Any], link: AnyLink, strict: bool) -> Answer:
    """Whether a graph entails a link, excludes it, or neither."""
    try:
        if isinstance(link, Link):
            return graph.ask(link.a, link.relation if strict else weak(link.relation), link.b)
        if isinstance(link, PointLink):
            return _of_points(graph, link.x, link.op, link.y, strict)
        return _measured(graph, link)
    except (KeyError, ValueError):  # an instant that is not there, a date that cannot be placed
        return Answer.UNKNOWN


_HOLDS = {"<": "<", "<=": "< <= =", "=": "=", ">=": "> >= =", ">": ">"}
_FAILS = {"<": ">= > =", "<=": ">", "=": "< >", ">=": "<", ">": "<= < ="}


def _of_points(graph: TimeGraph[Any], x: Endpoint, op: str, y: Endpoint, strict: bool) -> Answer:
    if not strict and op in "<>":
        op = f"{op}="
    label = graph.label(x, y)
    if label in _HOLDS[op].split():
        return Answer.YES
    return Answer.NO if label in _FAILS[op].split() else Answer.UNKNOWN


def _measured(graph: TimeGraph[Any], link: DistanceLink | Placement) -> Answer:
    """Distances and dates: excluded where the graph takes the link no more, entailed where it
    takes none of the links that deny it."""
    try:
        if conflicts_with(graph.copy(), [link]):
            return Answer.NO
    except ContradictionError:
        return Answer.NO
    except (TypeError, OverflowError):
        return Answer.UNKNOWN
    return Answer.YES if _entailed(graph, link) else Answer.UNKNOWN


def _entailed(graph: TimeGraph[Any], link: DistanceLink | Placement) -> bool:
    if isinstance(link, DistanceLink):
        # A length in months depends on its date.
        limits = link.at_least, link.at_most, link.more, link.less
        return link.steps is None and _surely(graph, link.x, link.y, *limits)
    start = link.earliest, link.latest_start, link.strict, link.strict
    end = link.earliest_end, link.latest, link.strict, link.strict
    return _surely(graph, EPOCH, link.start, *start) and _surely(graph, EPOCH, link.end, *end)


def _surely(
    graph: TimeGraph[Any], x: Endpoint, y: Endpoint, low: Any, high: Any, more: bool, less: bool
) -> bool:
    """Whether ``y - x`` surely is at least (or ``more`` than) and at most (or ``less`` than) this;
    ``None`` is no limit."""
    limits = {"more_than" if more else "at_least": low, "less_than" if less else "at_most": high}
    given = {name: limit for name, limit in limits.items() if limit is not None}
    try:
        return not given or graph.distance(x, y).answer(**given) is Answer.YES
    except KeyError:
        return False


def _reason(
    graph: TimeGraph[Any], claim: Claim, answers: Sequence[Answer], whole: Answer, strict: bool
) -> tuple[str, tuple[AnyLink, ...]]:
    """Why the claim is entailed or excluded, in a sentence and by links."""
    deciding = [link for link, answer in zip(claim.links, answers, strict=True) if answer is whole]
    proofs = [_proof(graph, link, strict) for link in deciding if isinstance(link, Link)]
    links = tuple({id(link): link for proof in proofs for link in proof.links}.values())
    if proofs:
        return "; ".join(map(str, proofs[:3])), links
    return "; ".join(_known(graph, link) for link in deciding[:3]), links


def _proof(graph: TimeGraph[Any], link: Link, strict: bool) -> Proof:
    return explain(graph, link.a, link.relation if strict else weak(link.relation), link.b)


def _known(graph: TimeGraph[Any], link: AnyLink) -> str:
    """What a graph knows of the endpoints of a claim that is not about a relation."""
    if isinstance(link, Placement):
        first, last = graph.earliest(link.start), graph.latest(link.end)
        return f"{link.start[0]} lies between {first or 'any time'} and {last or 'any time'}"
    if isinstance(link, PointLink):
        label = graph.label(link.x, link.y)
        return f"{'.'.join(map(str, link.x))} {label} {'.'.join(map(str, link.y))}"
    assert isinstance(link, DistanceLink)
    return f"the distance is {graph.distance(link.x, link.y)}"
