"""Links that cannot be true beside those before them, as findings in the words of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from timegraph._wording.contradictions import contradiction_in_words
from timegraph.documents.build import build
from timegraph.documents.calendar_links import CALENDAR
from timegraph.documents.reading import Reading
from timegraph.findings import CitedLink, Finding
from timegraph.findings.rules import Rule
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, Conflict
from timegraph.proofs import Chain, ChainStep, DistanceStep, all_contradictions
from timegraph.repairs import Repair, independent_conflicts_within, smallest_repair
from timeml import TLink

__all__ = [
    "AT_EACH_END",
    "CONTRADICTION",
    "Contradictions",
    "ExplainedConflict",
    "contradiction_findings",
    "contradictions_of",
    "explained_conflicts",
]

CONTRADICTION = Rule(
    "contradiction",
    "error",
    "link that contradicts other links",
    fix="read the sentences, decide which of these links is wrong, and change or remove it",
    explanation="""
    A TLINK cannot be true beside links before it in the file. The finding shows the shortest chain
    of links that excludes it, and the sentences. Any link of the chain may be the wrong one;
    `--repair` finds a smallest set of links without which all others agree. Of a document with
    more than 1,000 such links the first 1,000 have their chains, or fewer where these have more
    than 100,000 steps, unless `--verbose` is given.
    """,
    example="""
    She <EVENT eid="e1" class="OCCURRENCE">ate</EVENT> and
    <EVENT eid="e2" class="OCCURRENCE">slept</EVENT>.
    <MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
    <TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
    <TLINK lid="l2" relType="AFTER" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
    """,
)

_NAMED = 4
"""Links that the message names; the finding holds more."""

AT_EACH_END = 10
"""Links at each end of a long chain that findings hold, unless all are wanted."""

_MOST_EXPLAINED = 1_000
"""Conflicts of a document with their chains, unless all are wanted: each takes a search, and
documents of real corpora have some hundred at most."""

_MOST_STEPS_EXPLAINED = 100_000
"""Steps of all these chains, a few tenths of a second: those of a document of real corpora have 50
at most."""

# How many steps finding independent conflicts may take where nobody asked for a repair: a few
# tenths of a second. Documents of real corpora take 17,000 at most.
_MOST_STEPS = 300_000

_NOT_LOOKED_FOR = "which ones is shown for the first such links, or with --verbose"


@dataclass(frozen=True, slots=True)
class ExplainedConflict:
    """A link that was left out, with a chain for each of the conflict's constraints that excludes
    it, in their order. Where nobody looked for a chain, there are no chains, and the conflict has
    its link alone."""

    conflict: Conflict
    chains: tuple[Chain, ...]

    @property
    def chain(self) -> Chain | None:
        """The cheapest of the chains, of equal ones the first; ``None`` if there are none."""
        return min(self.chains, key=lambda chain: chain.cost, default=None)


@dataclass(frozen=True, slots=True)
class Contradictions:
    """What the links of a document contradict.

    ``conflicts`` are the links left out, in file order, the first 1,000 with the chains that
    contradict them, and ``findings`` the same in the words of the text. ``independent`` are
    conflicts of which no two share a link, ``None`` if they were not looked for. ``repair`` is a
    smallest set of links without which the others agree, ``None`` if it was not searched for.
    """

    conflicts: tuple[ExplainedConflict, ...]
    findings: tuple[Finding, ...]
    independent: tuple[tuple[AnyLink, ...], ...] | None = None
    repair: Repair | None = None


def contradictions_of(
    reading: Reading,
    *,
    time_limit: float | None = None,
    weigh: Callable[[AnyLink], Fraction | None] | None = None,
    whole_chains: bool = False,
) -> Contradictions:
    """What the links of a document contradict, as its ``interpretation`` reads them; conventions
    and lengths are never left out, and do not appear.

    With a ``time_limit`` a smallest repair is searched for as many seconds
    (:func:`timegraph.repairs.smallest_repair`), with ``weigh`` one of least weight. Independent
    conflicts are looked for if that is cheap
    (:func:`timegraph.repairs.independent_conflicts_within`). For both the calendar is taken as
    given. With ``whole_chains`` all conflicts have their chains, and findings all links of them.
    """
    links_alone = replace(reading.interpretation, durations="off")
    graph = build(reading.document, links_alone, conventions=False)
    conflicts = explained_conflicts(graph, whole_chains=whole_chains)
    findings = tuple(contradiction_findings(reading, conflicts, whole_chains=whole_chains))
    if not conflicts:
        return Contradictions(conflicts, findings)
    given = (CALENDAR,) if links_alone.calendar else ()
    # Of the time for a repair a tenth, at about a microsecond a step.
    steps = max(_MOST_STEPS, round(100_000 * (time_limit or 0)))
    independent = independent_conflicts_within(graph, steps, given=given)
    repair = None
    if time_limit is not None:
        repair = smallest_repair(graph, given=given, weigh=weigh, time_limit=time_limit)
    return Contradictions(conflicts, findings, independent, repair)


def explained_conflicts(
    graph: TimeGraph, *, whole_chains: bool = False
) -> tuple[ExplainedConflict, ...]:
    """All conflicts of ``graph``, the first 1,000 with their chains, or fewer where these have
    100,000 steps; with ``whole_chains`` all."""
    most, steps = (None, None) if whole_chains else (_MOST_EXPLAINED, _MOST_STEPS_EXPLAINED)
    explained = [
        ExplainedConflict(*explanation)
        for explanation in all_contradictions(graph, most=most, most_steps=steps)
    ]
    links = (conflict.link for conflict in graph.conflicts[len(explained) :])
    return (*explained, *(ExplainedConflict(Conflict(link, (), ()), ()) for link in links))


def contradiction_findings(
    reading: Reading, conflicts: Iterable[ExplainedConflict], *, whole_chains: bool = False
) -> Iterator[Finding]:
    """A finding for each link left out, with the links that its chains use in order of use.

    The link itself is the first of the finding's links, with the constraints that were left out.
    Of chains of more than twice :data:`AT_EACH_END` links the finding has those at the two ends,
    unless ``whole_chains`` are wanted: contradictions in a row of 2,000 links would name a million.
    """
    for explained in conflicts:
        conflict = explained.conflict
        left_out = tuple(map(str, conflict.constraints))
        link = reading.describer.link(conflict.link, uses=left_out)
        used, between = _at_the_ends(explained)
        if between and whole_chains:
            used, between = _used(explained.chains), 0
        against = tuple(
            reading.describer.link(link, uses=dict.fromkeys(step.claim for step in steps))
            for link, steps in used
        )
        source = conflict.link.source
        about = source if isinstance(source, TLink) else None
        ids, mentions = _ends([link]), list[str]()  # of the calendar, or that a program added
        name = str(link)
        if about is not None:
            ids, mentions = [], _ends(against)
            name = f"TLINK {link}" if link.id else f"TLINK ({link})"
        named = tuple(map(str, against[:_NAMED]))
        yield reading.finding(
            CONTRADICTION,
            contradiction_in_words(name, left_out, named, len(against) - len(named) + between)
            if explained.chains
            else f"{name} contradicts links before it; {_NOT_LOOKED_FOR}",
            about=about,
            ids=ids,
            mentions=mentions,
            links=(link, *against),
            links_between=between,
        )


def _ends(links: Iterable[CitedLink]) -> list[str]:
    return [id for link in links for id in (link.source.id, link.target.id)]


_Used = list[tuple[AnyLink, list[ChainStep | DistanceStep]]]


def _at_the_ends(explained: ExplainedConflict) -> tuple[_Used, int]:
    """The links that are used first and last, and how many are between them."""
    conflict, chains = explained.conflict, explained.chains
    if len(chains) == 1:
        steps = [step for step in chains[0].steps if step.link is not None]
        between = len(steps) - 2 * AT_EACH_END
        if between > 0 and len(steps) == len(conflict.against):  # each by another link
            ends = Chain(chains[0].conclusion, (*steps[:AT_EACH_END], *steps[-AT_EACH_END:]))
            return _used([ends]), between
    used = _used(chains)
    between = max(0, len(used) - 2 * AT_EACH_END)
    return used[:AT_EACH_END] + used[-AT_EACH_END:] if between else used, between


def _used(chains: Sequence[Chain]) -> _Used:
    """The links of the chains, each once, with all steps that use it."""
    links: dict[int, tuple[AnyLink, list[ChainStep | DistanceStep]]] = {}
    for chain in chains:
        for step in chain.steps:
            if step.link is not None:
                links.setdefault(id(step.link), (step.link, []))[1].append(step)
    return list(links.values())
