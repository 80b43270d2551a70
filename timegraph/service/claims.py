"""Claims against a timeline: supported, contradicted, disputed or unknown.

False alarms are the sin of such a check. So a claim is read weakly (:func:`loose`)
unless ``strict``; it is contradicted only by links that nothing contradicts; and what the timeline
does not decide is unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING, Any

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build, read_links, relation_for
from timegraph.graph import TimeGraph
from timegraph.labels import Scheme
from timegraph.links import (
    EPOCH,
    Conflict,
    ContradictionError,
    DistanceLink,
    Endpoint,
    Link,
    Placement,
    PointLink,
    cite,
    renamed,
)
from timegraph.networks.links import (
    AnyOf,
    NetworkLink,
    NetworkProof,
    NoOverlap,
    entities_in,
    pairs_of,
)
from timegraph.options import Interpretation
from timegraph.periods import DATED, Period
from timegraph.points import SIGNS
from timegraph.proofs import Proof, explain
from timegraph.service.graphs import (
    AnyGraph,
    ServiceError,
    able_to_hold,
    conflicts_with,
    links_of,
    put,
)
from timegraph.stated_links import (
    MOST_CHOSEN,
    Branches,
    Order,
    has_choices,
    left_open,
    network_of,
    orders,
)
from timeml import Document, Event, Instance, TimeMLError, align_ids
from timeml.readers.statements import Occurrences, fact_name
from timeml.timex_value import Unresolvable, parse_value

if TYPE_CHECKING:
    from timegraph.networks import IntervalNetwork

# What a claim says if it is read weakly, and a label of a timeline if it is read loosely.
#
# Annotators and writers differ in degree where they agree about the order: one says "meets" where
# the other says "before". Read strictly, that is a contradiction, and false alarms are what makes
# people turn a check off. So of a claim only the order is compared with the graph: before is
# ``a.end <= b.start``; within may share ends; "at the same time" means that the two have an
# instant in common, be it where one ends and the other starts.
#
# The labels of a timeline are one annotator's, too. What contradicts them only because of their
# degree is not a contradiction either, so it has to contradict :func:`loose`, too.


_BY_SIGNS = {relation.signs: relation for relation in Allen}

# What differs from a relation by degree only, where that is more than ends that may coincide.
_BY_DEGREE = {
    Allen.MEETS: Allen.BEFORE,
    Allen.MET_BY: Allen.AFTER,
    Allen.STARTS: Allen.DURING,
    Allen.FINISHES: Allen.DURING,
    Allen.STARTED_BY: Allen.CONTAINS,
    Allen.FINISHED_BY: Allen.CONTAINS,
}

_AT_THE_SAME_TIME = AllenSet.all() - AllenSet([Allen.BEFORE, Allen.AFTER])

# What begins a period is at its beginning: its first part, or what comes just before it. Published
# guidelines have both (see BEGINS-ON in :mod:`timegraph.labels`).
_BEGINS = AllenSet([r for r in Allen if r.signs[0] <= 0 <= r.signs[2] and r.signs[3] <= 0])
_ENDS = AllenSet([r for r in Allen if r.signs[1] <= 0 <= r.signs[0] and r.signs[3] >= 0])
_AT_AN_END = {
    Allen.STARTS: _BEGINS,
    Allen.FINISHES: _ENDS,
    Allen.STARTED_BY: _BEGINS.converse,
    Allen.FINISHED_BY: _ENDS.converse,
}


def weak(claimed: AllenSet) -> AllenSet:
    """The relations that a claim, read weakly, allows: always those that are ``claimed``, too.

    A set that has "equal" and is its own converse claims "at the same time". Other sets allow what
    they become where ends that they distinguish coincide; one relation alone, also what differs
    from it by degree.

    >>> print(weak(AllenSet("before")))
    before, meets
    >>> print(weak(AllenSet("during")))
    starts, during, finishes, equal
    """
    if len(claimed) == 13:
        return claimed
    if Allen.EQUAL in claimed and claimed == claimed.converse:
        return claimed | _AT_THE_SAME_TIME
    return _by_degree(claimed)


def loose(said: AllenSet) -> AllenSet:
    """The relations that a label of a timeline allows if only the order is taken from it.

    As :func:`weak`, but "equal" stays what it is, since chains of links lead through it, and what
    "starts" or "finishes" an interval lies at that end of it, inside or next to it.

    >>> print(loose(AllenSet("starts")))
    meets, overlaps, starts, equal, finished_by
    """
    if len(said) == 13 or said == AllenSet(Allen.EQUAL):
        return said
    at_an_end = [_AT_AN_END[relation] for relation in said if relation in _AT_AN_END]
    return at_an_end[0] if at_an_end and len(said) == 1 else _by_degree(said)


def begun_before(said: AllenSet) -> AllenSet:
    """The relations that remain if the first interval may have begun earlier than ``said``.

    >>> print(begun_before(AllenSet("during")))
    overlaps, starts, during
    """
    ends = [(relation.signs[0], relation.signs[3]) for relation in said]
    shared = [r for r in Allen if r.signs[1] < 0 < r.signs[2]]
    return AllenSet(
        [r for r in shared if any(r.signs[0] <= start and r.signs[3] == end for start, end in ends)]
    )


def _by_degree(claimed: AllenSet) -> AllenSet:
    members = tuple(claimed)
    if len(members) == 1 and members[0] in _BY_DEGREE:
        members = (*members, _BY_DEGREE[members[0]])
    return AllenSet([limit for member in members for limit in _limits(member)])


def _limits(relation: Allen) -> list[Allen]:
    """What the relation becomes where ends that it distinguishes coincide."""
    choices = [(sign, 0) if sign else (0,) for sign in relation.signs]
    return [_BY_SIGNS[signs] for signs in product(*choices) if signs in _BY_SIGNS]


Facts = Sequence[Mapping[str, Any]]
"""The data of dated facts and of rules."""


class Verdict(str, Enum):
    """What a timeline says of a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"
    UNKNOWN = "unknown"

    __str__ = str.__str__
    __repr__ = Enum.__str__  # can be pasted back


@dataclass(frozen=True, slots=True)
class Claim:
    """Links that are claimed together, by one id; ``words`` is how it was put. ``doubt`` is why
    nothing is known of it, as that an event of it is negated. ``fact`` has the data of a dated
    fact."""

    id: str
    links: tuple[NetworkLink, ...]
    words: str = ""
    doubt: str = ""
    fact: Mapping[str, Any] | None = None

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
    links: tuple[NetworkLink, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON data."""
        return {
            "id": self.claim.id,
            "claim": self.claim.text,
            "verdict": self.verdict.value,
            "reason": self.reason,
            "links": [cite(link) for link in self.links],
        }


def claim_of(request: Mapping[str, Any], number: int, where: str) -> Claim:
    """The claim of a statement or a question; its ``number`` is its id if it has none.

    Raises :class:`ServiceError`, naming ``where`` it stands, for what claims nothing.
    """
    asked = "question" in request
    links = (_link_of_question(request["question"], where),) if asked else links_of(request, where)
    fact = request if "subject" in request else None
    return Claim(request.get("id", str(number)), links, fact=fact)


def _link_of_question(text: str, where: str) -> Link:
    """The link that the answer yes to an IS question would be."""
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
    graph: TimeGraph[Any] | IntervalNetwork[Any],
    claims: Iterable[Claim],
    *,
    strict: bool = False,
    facts: Facts = (),
    left: Sequence[Order] = (),
) -> list[Verified]:
    """The verdict of each claim against ``graph``, in order: a :class:`timegraph.TimeGraph`, or a
    :class:`timegraph.IntervalNetwork`, whose answers hold in every branch.

    A claim is *supported* or *contradicted* if the graph without disputed links entails it or
    excludes it (see :func:`undisputed`), *disputed* if only the graph with them does, else
    *unknown*. ``strict`` takes relations as they are. ``facts`` are the data of the facts in the
    graph and of its rules, which exclude a claimed fact that the graph lacks where it would overlap
    one of which there is one at a time; ``left`` are the orders of facts that are open.
    """
    known = Occurrences(fact for fact in facts if "subject" in fact)
    claims, clean = [_of_occurrence(claim, known) for claim in claims], undisputed(graph)
    graphs = (clean,) if clean is graph else (clean, graph)
    of_facts = any(claim.fact for claim in claims)
    factual = [half_open(among, facts) for among in graphs] if of_facts else graphs
    return [
        _verified(factual if claim.fact else graphs, claim, strict, facts, left) for claim in claims
    ]


def _of_occurrence(claim: Claim, known: Occurrences) -> Claim:
    """The claim of a fact, which names no occurrence, about the first one that it fits, or a new
    one."""
    if claim.fact is None or "occurrence" in claim.fact:
        return claim
    fitting = known.fitting(claim.fact)
    which = fitting[0] if fitting else known.new(claim.fact)
    fact = claim.fact if which == 1 else {**claim.fact, "occurrence": which}
    name = fact_name(fact)  # all that links of a fact name
    return replace(claim, links=tuple(renamed(k, lambda _: name) for k in claim.links), fact=fact)


def why(graph: AnyGraph, a: Any, relations: AllenSet, b: Any) -> Proof | NetworkProof:
    """The proof of what a graph answers."""
    if isinstance(graph, TimeGraph):
        return explain(graph, a, relations, b)
    return graph.proof(a, relations, b)


def is_excluded(
    graph: AnyGraph, claim: Claim, facts: Facts = (), left: Sequence[Order] = ()
) -> bool:
    """Whether a graph of labels that are read loosely excludes a claim that is read weakly and
    names entities of the graph; ``facts`` and ``left`` as for :func:`verify`.

    Where both are read so, each of two intervals may contain the other, as long as they are equal.
    Which one does is more than a degree, so equality counts only where it is claimed.
    """
    if claim.fact:
        graph = half_open(graph, facts)
        if _overlapping(graph, claim, facts) is not None:
            return True
    among = _deciding([graph], claim, left)
    return any(_is_excluded(other, k, bool(claim.fact)) for other in among for k in claim.links)


def _deciding(
    graphs: Sequence[AnyGraph], claim: Claim, left: Sequence[Order]
) -> Iterator[AnyGraph]:
    """The graphs, and after the first, where they do not decide a claim about orders that are
    ``left`` open, the network that has these."""
    first, *others = graphs
    yield first
    if left and isinstance(first, TimeGraph):
        named = (name for link in claim.links for name in entities_in(link))
        network = Branches(first, left).deciding(*named)
        if network is not first:
            yield network
    yield from others


def _is_excluded(graph: AnyGraph, link: NetworkLink, of_fact: bool) -> bool:
    if isinstance(link, Link):
        apart = weak(link.relation) - (AllenSet(Allen.EQUAL) - link.relation)
        return _answer(graph, replace(link, relation=apart), True) is Answer.NO
    return _answer(graph, link, False, of_fact=of_fact) is Answer.NO


def undisputed(graph: AnyGraph) -> AnyGraph:
    """The graph without all links that stand in a contradiction: without those left out, and
    those that entail, together, that one of them cannot hold; the same graph if there is none."""
    if not graph.conflicts:
        return graph
    left_out = {id(conflict.link): conflict.link for conflict in graph.conflicts}
    disputed = {*left_out, *(id(link) for conflict in graph.conflicts for link in conflict.against)}
    dates = [link for link in graph.links if isinstance(link, Placement)]
    doubted = {(k.start[0], k.words, id(k.source)) for k in dates if id(k) in left_out}
    # A date of a fact may stand again, more strictly: see :func:`short_of_midnight`.
    disputed |= {id(k) for k in dates if (k.start[0], k.words, id(k.source)) in doubted}
    while True:
        clean = _without(graph, disputed)
        more = {id(other) for link in left_out.values() for other in _against(clean, link)}
        if not more - disputed:
            return clean
        disputed |= more


def _without(graph: AnyGraph, disputed: set[int]) -> AnyGraph:
    links = [link for link in graph.links if id(link) not in disputed]
    dating = {"timezone": graph.timezone, "conventions": getattr(graph, "conventions", True)}
    clean = able_to_hold(graph.links, "drop-link", graph.entities, **dating)
    put(clean, links)
    return clean


def _against(graph: AnyGraph, link: NetworkLink) -> tuple[NetworkLink, ...]:
    """Links of the graph that contradict a further link."""
    conflicts = conflicts_with(graph.copy(), [link])
    return tuple(premise for conflict in conflicts for premise in conflict.against)


def half_open(graph: AnyGraph, facts: Facts) -> AnyGraph:
    """The graph with the dates of its facts taken at their word: what starts in 2002 does so before
    2003, as far as no link contradicts that."""
    names = {fact_name(fact) for fact in facts if "subject" in fact}
    within = _without(graph, set())
    put(within, [end for link in graph.links for end in _before_dates_end(link, names)])
    return within


def _before_dates_end(link: NetworkLink, names: Collection[Any]) -> Iterator[Placement]:
    if isinstance(link, Placement) and link.start[0] in names and link.half_open:
        ends = {side: getattr(link, side) for side in link.half_open}
        open_ = {"earliest": None, "latest_start": None, "earliest_end": None, "latest": None}
        yield replace(link, **{**open_, **ends}, strict=True)


def _verified(
    graphs: Sequence[AnyGraph], claim: Claim, strict: bool, facts: Facts, left: Sequence[Order]
) -> Verified:
    """The verdict by the graph without disputed links, and then by all."""
    if claim.doubt:
        return Verified(claim, Verdict.UNKNOWN, claim.doubt)
    named = dict.fromkeys(name for link in claim.links for name in entities_in(link))
    missing = [name for name in named if not isinstance(name, Period) and name not in graphs[-1]]
    for among, verdict in zip(graphs, (Verdict.CONTRADICTED, Verdict.DISPUTED), strict=False):
        conflict = _overlapping(among, claim, facts) if missing else None
        if conflict is not None:
            return Verified(claim, verdict, str(conflict), (conflict.link, *conflict.against))
    if missing:
        names = ", ".join(map(str, missing))
        return Verified(claim, Verdict.UNKNOWN, f"the timeline does not have {names}")
    for among in _deciding(graphs, claim, left):
        answers = [_answer(among, link, strict, of_fact=bool(claim.fact)) for link in claim.links]
        whole = _together(answers)
        if whole is not Answer.UNKNOWN:
            verdict = Verdict.SUPPORTED if whole is Answer.YES else Verdict.CONTRADICTED
            reason, links = _reason(among, claim, answers, whole, strict)
            clean = all(among is not disputed for disputed in graphs[1:])
            return Verified(claim, verdict if clean else Verdict.DISPUTED, reason, links)
    return Verified(claim, Verdict.UNKNOWN, "the timeline does not decide it")


def _overlapping(graph: AnyGraph, claim: Claim, facts: Facts) -> Conflict | None:
    """Why a claimed fact that a graph lacks cannot be one more occurrence: it would overlap one
    that it must not overlap. ``None`` if it can be, or if too much is open to decide that."""
    fact = claim.fact
    if fact is None or (name := fact_name(fact)) in graph:
        return None
    found = orders([*(known for known in facts if _may_exclude(known, fact)), fact])
    undecided = {occurrence for order in found if order.open for occurrence in order[:2]}
    if len(undecided) > MOST_CHOSEN or not any(name in order[:2] for order in found):
        return None
    ends = (end for link in claim.links for end in _before_dates_end(link, {name}))
    links = [*claim.links, *ends, *(order.link() for order in found)]
    supposed = graph.copy()
    if isinstance(graph, TimeGraph) and undecided:
        stated = [link for link in graph.links if link.source is not DATED]
        supposed = able_to_hold(links, "drop-link", graph.entities, timezone=graph.timezone)
        put(supposed, stated)
    return next(iter(conflicts_with(supposed, links)), None)


def _may_exclude(known: Mapping[str, Any], fact: Mapping[str, Any]) -> bool:
    """Whether a fact can be one that another must not overlap, or a rule that says so."""
    shared = any(known.get(side) == fact[side] for side in ("subject", "object"))
    return "one_at_a_time" in known or (shared and known["relation"] == fact["relation"])


def _together(answers: Sequence[Answer]) -> Answer:
    if Answer.NO in answers:
        return Answer.NO
    return Answer.UNKNOWN if Answer.UNKNOWN in answers or not answers else Answer.YES


def _answer(graph: AnyGraph, link: NetworkLink, strict: bool, *, of_fact: bool = False) -> Answer:
    """Whether a graph entails a link, excludes it, or neither."""
    try:
        if isinstance(link, Link):
            return _related(graph, link, strict)
        if isinstance(link, NoOverlap):
            return _together([_answer(graph, pair, strict) for pair in pairs_of(link)])
        if isinstance(link, AnyOf):
            return _of_any(graph, link, strict)
        if isinstance(link, PointLink):
            return _of_points(graph, link.x, link.op, link.y, strict)
        names = entities_in(link) if of_fact else ()
        return _measured(graph, link, *_before_dates_end(link, names))
    except (KeyError, ValueError):  # an instant that is not there, a date that cannot be placed
        return Answer.UNKNOWN


def _related(graph: AnyGraph, link: Link, strict: bool) -> Answer:
    answer = graph.ask(link.a, link.relation if strict else weak(link.relation), link.b)
    inside = not strict and isinstance(link.b, Period) and link.relation <= _WITHIN
    if answer is not Answer.UNKNOWN or not inside or isinstance(graph, TimeGraph):
        return answer
    # What lies within a date ends by its last instant, which is not a convention in networks.
    scratch = TimeGraph[Any](timezone=graph.timezone)
    scratch.place(link.a, spanning=link.b)
    (placed,) = scratch.links
    assert isinstance(placed, Placement)
    return _measured(graph, replace(placed, latest_start=None, earliest_end=None))


def _of_any(graph: AnyGraph, link: AnyOf, strict: bool) -> Answer:
    """Whether one of several groups holds in every world, or none in any."""
    if isinstance(graph, TimeGraph):
        left_out = {id(conflict.link) for conflict in graph.conflicts}
        links = [k for k in graph.links if id(k) not in left_out and k.source is not DATED]
        zone = graph.timezone
        graph = able_to_hold([*links, link], "drop-link", graph.entities, timezone=zone)
        put(graph, links)
    assert not isinstance(graph, TimeGraph)
    read = (lambda relation: relation) if strict else weak
    return graph.ask_any_of(
        [[replace(part, relation=read(part.relation)) for part in group] for group in link.groups]
    )


def _of_points(graph: AnyGraph, x: Endpoint, op: str, y: Endpoint, strict: bool) -> Answer:
    if not strict:
        op = f"{op}=" if op in "<>" else op
    known, claimed = SIGNS[graph.label(x, y)], SIGNS[op]
    if known <= claimed:
        return Answer.YES
    return Answer.NO if known.isdisjoint(claimed) else Answer.UNKNOWN


def _measured(graph: AnyGraph, link: DistanceLink | Placement, *further: Placement) -> Answer:
    """Distances and dates: excluded where the graph takes the link, with ``further`` ones, no more;
    entailed where it takes none of the links that deny it."""
    try:
        if conflicts_with(graph.copy(), [link, *further]):
            return Answer.NO
    except ContradictionError:
        return Answer.NO
    except (TypeError, OverflowError):
        return Answer.UNKNOWN
    return Answer.YES if _entailed(graph, link) else Answer.UNKNOWN


def _entailed(graph: AnyGraph, link: DistanceLink | Placement) -> bool:
    if isinstance(link, DistanceLink):
        # A length in months depends on its date.
        limits = link.at_least, link.at_most, link.more, link.less
        return link.steps is None and _surely(graph, link.x, link.y, *limits)
    start = link.earliest, link.latest_start, link.strict, link.strict
    end = link.earliest_end, link.latest, link.strict, link.strict
    return _surely(graph, EPOCH, link.start, *start) and _surely(graph, EPOCH, link.end, *end)


def _surely(
    graph: AnyGraph, x: Endpoint, y: Endpoint, low: Any, high: Any, more: bool, less: bool
) -> bool:
    """Whether ``y - x`` surely is at least (or ``more`` than) and at most (or ``less`` than) this;
    ``None`` sets none."""
    limits = {"more_than" if more else "at_least": low, "less_than" if less else "at_most": high}
    given = {name: limit for name, limit in limits.items() if limit is not None}
    try:
        return not given or graph.distance(x, y).answer(**given) is Answer.YES
    except KeyError:
        return False


def _reason(
    graph: AnyGraph, claim: Claim, answers: Sequence[Answer], whole: Answer, strict: bool
) -> tuple[str, tuple[NetworkLink, ...]]:
    """Why the claim is entailed or excluded, in a sentence and by links."""
    deciding = [link for link, answer in zip(claim.links, answers, strict=True) if answer is whole]
    pairs = (pairs_of(k) if isinstance(k, NoOverlap) else (k,) for k in deciding)
    related = (link for several in pairs for link in several if isinstance(link, Link))
    asked = ((k.a, k.relation if strict else weak(k.relation), k.b) for k in related)
    proofs = [proof for three in asked if (proof := why(graph, *three)).answer is whole]
    links = tuple({id(link): link for proof in proofs for link in proof.links}.values())
    if proofs:
        return "; ".join(map(str, proofs[:3])), links
    return "; ".join(_known(graph, link) for link in deciding[:3]), links


def _known(graph: AnyGraph, link: NetworkLink) -> str:
    """What a graph knows of the endpoints of a claim that is not about a relation."""
    if isinstance(link, (Placement, Link)):
        start: Endpoint
        end: Endpoint
        if isinstance(link, Placement):
            start, end = link.start, link.end
        else:
            start, end = (link.a, "start"), (link.a, "end")
        first, last = graph.earliest(start), graph.latest(end)
        return f"{start[0]} lies between {first or 'any time'} and {last or 'any time'}"
    if isinstance(link, PointLink):
        label = graph.label(link.x, link.y)
        return f"{'.'.join(map(str, link.x))} {label} {'.'.join(map(str, link.y))}"
    if not isinstance(link, DistanceLink):
        return f"{link}: decided by all that is known together"
    return f"the distance is {graph.distance(link.x, link.y)}"


# What claims are compared with, and claims from documents and from facts.
#
# Events of two documents are paired by where they are in the text, not by their ids: two
# annotators number them differently. An event that is negated or hypothetical on one side has no
# place in the other's timeline, so nothing is known of it.


_WEAK = Interpretation(on_conflict="drop-link", calendar=True)


def verify_document(
    claimed: Document, against: Document, *, strict: bool = False
) -> list[Verified]:
    """The verdict of each link of a document against the timeline of another one over the same
    text, whose ids may differ.

    Where one of the two has no text, or not this one, entities are paired by their ids. The labels
    of ``claimed`` are those of its own scheme.
    """
    claims = claims_of_document(claimed, against, strict=strict)
    return verify_claims(claims, against, strict=strict)


def verify_claims(
    claims: Iterable[Claim], against: Document, *, strict: bool = False
) -> list[Verified]:
    """The verdict of each claim about the entities of a document against its timeline.

    Unless ``strict``, a claim is contradicted only if it is excluded, too, where the document's own
    labels are read loosely (:func:`loose`); what differs from them in degree only is unknown.
    """
    facts = [stated.data for stated in against.statements]
    timeline = timeline_of(against)
    left = left_open(timeline, facts)
    verdicts = verify(timeline, claims, strict=strict, facts=facts, left=left)
    if strict or all(verdict.verdict is not Verdict.CONTRADICTED for verdict in verdicts):
        return verdicts
    loosely = undisputed(timeline_of(*_read_loosely(against, _WEAK)))
    return [
        replace(verdict, verdict=Verdict.UNKNOWN, reason=f"only in degree: {verdict.reason}")
        if verdict.verdict is Verdict.CONTRADICTED
        and not is_excluded(loosely, verdict.claim, facts, left)
        else verdict
        for verdict in verdicts
    ]


def timeline_of(
    document: Document, interpretation: Interpretation = _WEAK
) -> TimeGraph[Any] | IntervalNetwork[Any]:
    """The graph of a document that claims are compared with: without what the calendar has by
    convention only, and with the day of a creation time that is a time of day. With choices it is
    a network."""
    if has_choices(document):
        return network_of(document)
    day = _day_of_creation(document)
    return build(
        *(document, interpretation),
        dates=[day] if day and interpretation.calendar else (),
        conventions=False,
        on_conflict="drop-link",
    )


_WITHIN = AllenSet(("during", "starts", "finishes", "equal"))


def _read_loosely(
    document: Document, interpretation: Interpretation
) -> tuple[Document, Interpretation]:
    """The document with an interpretation that takes from its labels the order only.

    What is *within* the creation time, or another present, may have begun before: who annotates
    "owns" so does not say that nobody owned it yesterday.
    """
    times = {timex.tid for timex in document.timexes}
    present = {timex.tid for timex in document.timexes if timex.value == "PRESENT_REF"}
    if document.dct is not None:
        present.add(document.dct.tid)

    def read(event: str, said: AllenSet, time: str) -> AllenSet:
        now = time in present and event not in times and said <= _WITHIN
        return begun_before(loose(said)) if now else loose(said)

    labels, links = {}, []
    for link, a, said, b in read_links(document, interpretation):
        meaning = read(b, said.converse, a).converse if a in present else read(a, said, b)
        label = " | ".join(relation.value for relation in meaning)
        labels[label] = label
        links.append(replace(link, rel_type=label))
    scheme = Scheme("loose", "what labels say of the order", tuple(labels.items()))
    return replace(document, tlinks=tuple(links)), replace(interpretation, labels=scheme)


def _day_of_creation(document: Document) -> str:
    """The day of a creation time that is a time of day; else nothing."""
    value = (document.dct.value or "") if document.dct is not None else ""
    day, clock, _ = value.partition("T")
    meaning = parse_value(day, "DATE")
    if isinstance(meaning, Unresolvable) and meaning.reason in ("malformed", "no-such-date"):
        return ""
    return day if clock and len(day) == 10 else ""


def claims_of_document(
    claimed: Document, against: Document, *, strict: bool = False
) -> list[Claim]:
    """The links of a document as claims about the entities of another one.

    What is within the creation time is within its day, unless ``strict``: most annotators take
    the time of day at which a text was sent for the day on which it was written.
    """
    paired = _paired(claimed, against)
    day, dct = "" if strict else _day_of_creation(against), against.dct and against.dct.tid
    claims = []
    for link, source, meaning, target in read_links(paired):
        if len(meaning) == 13:
            continue  # a label that says nothing claims nothing
        a, b = (against.resolve(entity) or entity for entity in (source, target))
        words = f"{a} {link.rel_type} {b}"
        if day and b == dct and meaning <= _WITHIN:
            b = day
        elif day and a == dct and meaning.converse <= _WITHIN:
            a = day
        doubts = (_doubt(paired, source, against, a), _doubt(paired, target, against, b))
        doubt = next(filter(None, doubts), "")
        claims.append(Claim(link.lid or words, (Link(a, meaning, b, link),), words, doubt))
    return claims


def _paired(claimed: Document, against: Document) -> Document:
    """The document with the ids of the other one, by the places of annotations in the text."""
    if not claimed.text.strip() or not against.text.strip():
        return claimed
    try:
        return align_ids(system=claimed, key=against).document
    except TimeMLError:
        return claimed


def _doubt(claimed: Document, entity: str, against: Document, same: str) -> str:
    """Why an event has no place in the other timeline, if so."""
    here, there = _unreal(claimed, entity), _unreal(against, same)
    if here == there:
        return ""
    return f"{same} is {here or there} {'in the claim' if here else 'in the timeline'} only"


def _unreal(document: Document, entity: str) -> str:
    """Whether an event is negated or hypothetical, in a word."""
    try:
        annotation = document.entity(entity)
    except KeyError:
        return ""
    if not isinstance(annotation, Event):
        return ""
    extra = dict(annotation.extra)  # where formats without instances have these
    traits = [
        (instance.polarity or extra.get("polarity"), instance.modality or extra.get("modality"))
        for instance in annotation.instances or (Instance("", annotation.eid),)
        if entity in (instance.eiid, annotation.eid)
    ]
    if any((polarity or "").upper() == "NEG" for polarity, _ in traits):
        return "negated"
    modal = any((modality or "NONE").upper() != "NONE" for _, modality in traits)
    return "hypothetical" if modal else ""
