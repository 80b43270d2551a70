"""What the links of a document entail: its closure or a reduction, as relations of entities.

There is at most one relation for a pair of entities. An inferred one leads from the earlier or
outer entity to the later or inner one (BEFORE, INCLUDES ...); TLINKs of the document stay as they
are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any

import timeml
from timegraph._wording import contradiction_in_words, counted
from timegraph.allen import Allen, AllenSet
from timegraph.documents.build import build, faults_of, label_for, labelled
from timegraph.documents.conventions import CALENDAR, Convention
from timegraph.findings import CitedLink, Describer, Finding, Rule
from timegraph.graph import TimeGraph
from timegraph.labels import Scheme, TranslatedLabel, joined, plain, translation
from timegraph.links import AnyLink, Conflict, Link, PointLink
from timegraph.options import Interpretation
from timegraph.points import EQ, LE, LT, NONE, forward, mask_of_labels
from timegraph.proofs import Chain, ChainStep, DistanceStep, all_contradictions
from timegraph.reduction import EntailedPairs, entailed, reduced
from timegraph.repairs import Repair, TooManySteps, independent_conflicts, smallest_repair
from timegraph.stated_links import contested, has_choices, network_of, over_branches
from timeml import (
    ALink,
    Diagnostic,
    Document,
    Event,
    Instance,
    Position,
    Positions,
    RelType,
    Signal,
    SLink,
    TimeMLError,
    Timex3,
    TLink,
    positions,
)

# One document as the rules read it, and the one place where they make findings.


Annotation = Event | Instance | Timex3 | Signal | TLink | SLink | ALink

_KINDS: dict[type, tuple[str, str]] = {
    Event: ("EVENT", "eid"),
    Instance: ("MAKEINSTANCE", "eiid"),
    Timex3: ("TIMEX3", "tid"),
    Signal: ("SIGNAL", "sid"),
    TLink: ("TLINK", "lid"),
    SLink: ("SLINK", "lid"),
    ALink: ("ALINK", "lid"),
}

KINDS = tuple(kind for kind, _ in _KINDS.values())

RuleSet = tuple[tuple[Rule, ...], Callable[["Reading"], Iterator[Finding]]]
"""The rules that a function applies, and the function."""


def id_of(annotation: Annotation) -> str:
    """The annotation's own id, ``""`` if it has none."""
    return str(getattr(annotation, _KINDS[type(annotation)][1]))


def kind_of(annotation: Annotation) -> str:
    """The name of the annotation's element: ``"TLINK"``."""
    return _KINDS[type(annotation)][0]


class Reading:
    """A document with all that turns a rule's hit into a finding.

    ``path`` is what findings call the document, ``data`` the bytes of its file, ``None`` if it
    has none: then a position is a line alone. ``interpretation`` is how its links are read,
    ``scheme`` what their labels mean.
    """

    def __init__(
        self,
        document: Document,
        *,
        path: str,
        data: bytes | None = None,
        interpretation: Interpretation = Interpretation(),
    ) -> None:
        self.document = labelled(document, interpretation)
        self.scheme = interpretation.scheme(document.scheme)
        self.path = path
        self.interpretation = interpretation
        self._data = data

    @cached_property
    def faults(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the document as it is read."""
        return faults_of(self.document, self.interpretation)

    @cached_property
    def describer(self) -> Describer:
        """The document's annotations in its own words."""
        return Describer(self.document)

    @cached_property
    def _positions(self) -> Positions:
        return positions(self._data or b"")

    def position(self, kinds: Iterable[str], id: str, line: int | None) -> Position | None:
        """The position of the annotation of one of these ``kinds`` that has this id and line; its
        line alone if no more is known."""
        if line is None:
            return None
        places = (self._positions.find(kind, id, line) for kind in kinds)
        return next(filter(None, places), Position(line))

    def named(self, annotation: Annotation) -> str:
        """The annotation as a message names it: ``TLINK l3 (ei3 "dreamt" BEFORE ei1 "ate")``."""
        kind, id = kind_of(annotation), id_of(annotation)
        name = f"{kind} {id}" if id else f"{kind} without a lid"
        if isinstance(annotation, (TLink, SLink, ALink)):
            link = self.describer.link(annotation)
            return f"{name} ({link.source} {link.relation} {link.target})"
        if isinstance(annotation, Instance):
            return f"{name} of {self.describer.mention(annotation.event_id)}"
        return f"{kind} {self.describer.mention(id)}"

    def finding(
        self,
        rule: Rule,
        message: str,
        *,
        about: Annotation | None = None,
        ids: Iterable[str] = (),
        line: int | None = None,
        mentions: Iterable[str] = (),
        links: tuple[CitedLink, ...] | None = None,
        links_between: int = 0,
        fix: str = "",
    ) -> Finding:
        """A finding of ``rule`` about one annotation, with its words, sentences and position.

        For what is not an annotation of the document, ``ids`` and ``line`` say where it is.
        ``mentions`` are further ids that the message names; ``links`` the links involved, by
        default the annotation itself if it is one. Without ``fix`` the rule's own is taken.
        """
        ids = tuple(ids)
        concerned = [*mentions]
        kinds: Iterable[str] = KINDS
        if about is not None:
            concerned[:0] = _ends(about)
            # A link without lid is known by its ends.
            ids = ids or ((id_of(about),) if id_of(about) else tuple(filter(None, _ends(about))))
            line, kinds = about.line, (kind_of(about),)
            if links is None and isinstance(about, (TLink, SLink, ALink)):
                links = (self.describer.link(about),)
        name = id_of(about) if about is not None else next(iter(ids), "")
        return rule.found(
            self.path,
            message,
            fix=fix,
            ids=ids,
            position=self.position(kinds, name, line),
            mentions=self.describer.mentions(concerned),
            sentences=self.describer.sentences(concerned),
            links=links or (),
            links_between=links_between,
        )


def _ends(about: Annotation) -> tuple[str, ...]:
    """The ids whose words an annotation is about."""
    if isinstance(about, TLink):
        return about.source, about.target
    if isinstance(about, SLink):
        return about.event_instance_id, about.subordinated_event_instance
    if isinstance(about, ALink):
        return about.event_instance_id, about.related_to_event_instance
    return (about.event_id,) if isinstance(about, Instance) else (id_of(about),)


# Links that cannot be true together with those before them, as findings in the words of the text.


CONTRADICTION = Rule(
    "contradiction",
    "error",
    "link that contradicts other links",
    fix="read the sentences, decide which of these links is wrong, and change or remove it",
    explanation="""
    A TLINK cannot be true together with links before it in the file. The finding shows the shortest
    chain of links that excludes it, and the sentences. Any link of the chain may be the wrong one;
    `--repair` finds a smallest set of links without which all others agree. After 1,000 such links,
    or chains of 100,000 steps, chains are left out unless `--verbose` is given.
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
    whole_chains: bool = False,
) -> Contradictions:
    """What the links of a document contradict, as its ``interpretation`` reads them; conventions
    and lengths are never left out, and do not appear.

    With a ``time_limit`` a smallest repair is searched for as many seconds
    (:func:`timegraph.repairs.smallest_repair`). Independent conflicts are looked for if that is
    cheap (:func:`timegraph.repairs.independent_conflicts`). For both the calendar is taken
    as given. With ``whole_chains`` all conflicts have their chains, and findings all links of them.
    """
    document = contested(reading.document)
    if has_choices(document):
        found = network_of(document).conflicts
        conflicts = tuple(ExplainedConflict(conflict, ()) for conflict in found)
        return Contradictions(conflicts, tuple(contradiction_findings(reading, conflicts)))
    links_alone = replace(reading.interpretation, durations="off")
    graph = build(document, links_alone, conventions=False)
    conflicts = explained_conflicts(graph, whole_chains=whole_chains)
    if document.statements:
        more = over_branches(graph, document).conflicts[len(graph.conflicts) :]
        conflicts += tuple(ExplainedConflict(conflict, ()) for conflict in more)
    findings = tuple(contradiction_findings(reading, conflicts, whole_chains=whole_chains))
    if not conflicts:
        return Contradictions(conflicts, findings)
    given = (CALENDAR,) if links_alone.calendar else ()
    # Of the time for a repair a tenth, at about a microsecond a step.
    steps = max(_MOST_STEPS, round(100_000 * (time_limit or 0)))
    independent = None
    with suppress(TooManySteps):
        independent = independent_conflicts(graph, given=given, steps=steps)
    repair = None
    if time_limit is not None:
        repair = smallest_repair(graph, given=given, time_limit=time_limit)
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
        if not explained.chains:
            used = [(link, []) for link in conflict.against]
        if between and whole_chains:
            used, between = _used(explained.chains), 0
        against = tuple(
            reading.describer.link(link, uses=dict.fromkeys(step.claim for step in steps))
            for link, steps in used
        )
        source = conflict.link.source
        about = source if isinstance(source, TLink) else None
        ids, mentions = _ends_of([link]), list[str]()  # of the calendar, or that a program added
        name = str(link)
        if about is not None:
            ids, mentions = [], _ends_of(against)
            if reading.document.scheme != "allen":
                name = f"TLINK {link}" if link.id else f"TLINK ({link})"
        named = tuple(map(str, against[:_NAMED]))
        yield reading.finding(
            CONTRADICTION,
            contradiction_in_words(name, left_out, named, len(against) - len(named) + between)
            if explained.chains or used
            else f"{name} contradicts links before it; {_NOT_LOOKED_FOR}",
            about=about,
            ids=ids,
            mentions=mentions,
            links=(link, *against),
            links_between=between,
        )


def _ends_of(links: Iterable[CitedLink]) -> list[str]:
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


# A document without the links that a repair leaves out, and its file without them.


_LINK = re.compile(rb"""<TLINK\b(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>.*?</TLINK\s*>)""", re.DOTALL)
_LINE_AROUND = re.compile(rb"[ \t]*(?:\r\n|\r|\n)")


def without_links(document: Document, links: Iterable[AnyLink]) -> Document:
    """The document without the TLINKs that are the sources of ``links``, each removed once, where
    it stands in the file; links of other sources are not in a document."""
    removed = _removed(document, links)
    kept = (tlink for k, tlink in enumerate(document.tlinks) if k not in removed)
    return replace(document, tlinks=tuple(kept))


def file_without_links(document: Document, links: Sequence[AnyLink], data: bytes = b"") -> bytes:
    """The file of :func:`without_links`: ``data``, from which the document was read, without the
    elements of the links and nothing else changed, so that the two files differ in nothing more.

    Where that does not give this document (other encodings than those that extend ASCII, TLINKs
    in comments, files of other formats), it is written by :func:`timeml.write`.
    """
    repaired = without_links(document, links)
    elements = list(_LINK.finditer(data))
    if data and len(elements) == len(document.tlinks):
        edited = data
        for k in sorted(_removed(document, links), reverse=True):
            edited = _without_element(edited, *elements[k].span())
        try:
            if timeml.read(edited, name=document.name) == repaired:
                return edited
        except TimeMLError:
            pass
    return timeml.write(repaired)


def _removed(document: Document, links: Iterable[AnyLink]) -> set[int]:
    """The numbers of the document's TLINKs that are the sources of ``links``."""
    sources = (link.source for link in links)
    gone = Counter((link, link.line) for link in sources if isinstance(link, TLink))
    removed = set()
    for k, tlink in enumerate(document.tlinks):
        if gone[tlink, tlink.line]:
            gone[tlink, tlink.line] -= 1
            removed.add(k)
    return removed


def _without_element(data: bytes, begin: int, end: int) -> bytes:
    """The file without these bytes, and without their line where nothing else is in it."""
    line = data[max(data.rfind(b"\n", 0, begin), data.rfind(b"\r", 0, begin)) + 1 : begin]
    after = _LINE_AROUND.match(data, end)
    if after and not line.strip():
        begin, end = begin - len(line), after.end()
    return data[:begin] + data[end:]


_FORWARD = (
    *(Allen.BEFORE, Allen.MEETS, Allen.OVERLAPS),
    *(Allen.STARTED_BY, Allen.CONTAINS, Allen.FINISHED_BY, Allen.EQUAL),
)


@dataclass(frozen=True, slots=True)
class Relation:
    """``a relations b``; ``link`` is the document's TLINK for it, ``None`` if inferred.

    ``scheme`` is the label scheme of the link; if it is not TimeML's, the link's own label is not
    name in TimeML.
    """

    a: str
    relations: AllenSet
    b: str
    link: TLink | None = None
    scheme: str = "tml"

    @property
    def label(self) -> RelType | None:
        """The name in TimeML, ``None`` if several relations are possible."""
        if self.link is not None and self.scheme == "tml":
            return self.link.relation
        return label_for(next(iter(self.relations))) if len(self.relations) == 1 else None


def relations_of(
    graph: TimeGraph,
    *,
    reduce: bool = False,
    given: Iterable[Any] = (),
    scheme: str = "tml",
    pairs: EntailedPairs | None = None,
) -> Iterator[Relation]:
    """Every relation that the graph of a document entails, or with ``reduce`` a minimal set of its
    links that entails as much.

    The relations come one by one, so that a closure need not fit into memory. Links of the document
    come first, in file order, then inferred relations, in text order of the pairs. ``given`` is
    that of :func:`timegraph.reduction.reduced`; conventions of the calendar, which hold unless
    something contradicts them, are always given. ``scheme`` is the label scheme of the document's
    TLINKs. ``pairs`` are those of the graph where they are known already.
    """
    if reduce:
        conventions = {link.source for link in graph.links if isinstance(link.source, Convention)}
        for link in reduced(graph, given=(*given, *conventions)):
            if isinstance(link, (Link, PointLink)):  # a distance is not a relation
                yield _of_link(link, scheme)
        return
    annotated: dict[frozenset[object], Relation] = {}
    left_out = {id(conflict.link) for conflict in graph.conflicts}
    for link in graph.links:
        if not isinstance(link, Link) or not isinstance(link.source, TLink):
            continue
        if link.a != link.b and id(link) not in left_out:
            relation = _of_link(link, scheme)
            if len(relation.relations) > 1:  # the other links may leave fewer
                relation = replace(relation, relations=graph.relations(link.a, link.b))
            annotated.setdefault(frozenset((link.a, link.b)), relation)
    yield from annotated.values()
    for a, relations, b in EntailedPairs(graph) if pairs is None else pairs:
        if frozenset((a, b)) not in annotated:
            backward = len(relations) == 1 and next(iter(relations)) not in _FORWARD
            one = (b, relations.converse, a) if backward else (a, relations, b)
            yield Relation(str(one[0]), one[1], str(one[2]))


def _of_link(link: Any, scheme: str) -> Relation:
    source = link.source if isinstance(link.source, TLink) else None
    if isinstance(link, Link):
        return Relation(str(link.a), link.relation, str(link.b), source, scheme)
    # One constraint of a link that is partly in force: no TLINK can express it.
    (a, side_a), op, (b, side_b) = forward(link.x, link.op, link.y)
    labels = [NONE] * 4
    pair = 2 * (side_a == "end") + (side_b == "end")
    labels[pair] = {"<": LT, "<=": LE, "=": EQ}[op]
    return Relation(str(a), AllenSet.from_mask(mask_of_labels(*labels)), str(b))


def with_links(document: Document, relations: Iterable[Relation]) -> Document:
    """The document with these relations as TLINKs.

    TLINKs of the document stay as they are; the others get new ids and ``origin="CLOSURE"``.
    Relations that no TLINK can express are left out. Labels of another scheme become TimeML's.
    """
    links = tuple(tlinks_of(document, relations))
    layout = replace(document.layout, format="timeml")
    return replace(document, tlinks=links, scheme="tml", layout=layout)


def tlinks_of(document: Document, relations: Iterable[Relation]) -> Iterator[TLink]:
    """The TLINKs that :func:`with_links` gives the document, one by one."""
    groups = document.tlinks, document.slinks, document.alinks
    taken = {link.lid for links in groups for link in links}
    fresh = (lid for number in count(1) if (lid := f"l{number}") not in taken)
    for relation in relations:
        label = relation.label
        annotated = relation.link
        if annotated is not None and relation.scheme == "tml":
            yield annotated
        elif label is not None and label.annotated:
            lid = next(fresh) if annotated is None else annotated.lid
            extra = (("origin", "CLOSURE"),) if annotated is None else annotated.extra
            yield tlink_of(document, lid, label.value, (relation.a, relation.b), extra)


def tlink_of(
    document: Document,
    lid: str,
    label: str,
    ends: tuple[str, str],
    extra: tuple[tuple[str, str], ...],
) -> TLink:
    """A TLINK between two entities of a document, named by the attributes for what they are."""
    names = []
    for id, this_side in zip(ends, (True, False), strict=True):
        entity = document.entity(id)
        kind = "timeID"
        if isinstance(entity, Event):
            kind = "eventInstanceID" if entity.instances else "eventID"
        names.append(kind if this_side else _OTHER_SIDE[kind])
    return TLink(lid, label, *ends, names[0], names[1], extra=extra)


def differing_pairs(one: TimeGraph, other: TimeGraph) -> int:
    """The number of pairs of entities about which two graphs of a document differ."""
    differing = sum(other.relations(a, b) != relations for a, relations, b in entailed(one))
    return differing + sum(len(one.relations(a, b)) == 13 for a, _, b in entailed(other))


# Documents with the labels of another scheme.


_OTHER_SIDE = {
    "eventInstanceID": "relatedToEventInstance",
    "eventID": "relatedToEvent",
    "timeID": "relatedToTime",
}
_THIS_SIDE = {there: here for here, there in _OTHER_SIDE.items()}


@dataclass(frozen=True, slots=True)
class TranslatedDocument:
    """A document after translation, and what became of each TLINK that it had, in file order.

    ``None`` stands for links that are not read, and that the result does not have: those whose
    label the scheme lacks by which they are read, and those with the lid of an earlier link.
    """

    document: Document
    links: tuple[tuple[TLink, TranslatedLabel | None], ...]

    def __repr__(self) -> str:
        return f"<TranslatedDocument {self.document.name!r}: {counted(len(self.links), 'TLINK')}>"


def translate_labels(
    document: Document, target: Scheme, interpretation: Interpretation = Interpretation()
) -> TranslatedDocument:
    """The document with its links in the labels of ``target``, as
    :func:`timegraph.labels.translation` has them; ``interpretation`` says how they are
    read (``labels``, ``during``).

    Whatever the links of the result entail, those of the document entail, if these do not
    contradict each other. Where all labels are translated exactly, both entail the same. Raises
    :class:`timegraph.labels.SchemeError` if the document names a scheme that is not known here, and
    the interpretation no other.
    """
    source = interpretation.scheme(document.scheme)
    table = {
        plain(label): translated
        for label, translated in translation(source, target, during=interpretation.during).items()
    }
    if source.joins or target.joins:
        for label in document.labels:
            known = table.get(plain(label))
            if known is None or known.fit != "exact":
                more = joined(label, source, target, during=interpretation.during)
                table |= {plain(label): more} if more else {}
    lids: set[str] = set()
    links: list[tuple[TLink, TranslatedLabel | None]] = []
    for link in document.tlinks:
        links.append((link, None if link.lid in lids else table.get(plain(link.rel_type))))
        lids.update([link.lid] if link.lid else [])
    kept = tuple(
        _translated(link, translated.target, turned=translated.turned)
        for link, translated in links
        if translated is not None and translated.target is not None
    )
    return TranslatedDocument(replace(document, tlinks=kept, scheme=target.name), tuple(links))


def _translated(link: TLink, label: str, *, turned: bool) -> TLink:
    if not turned:
        return replace(link, rel_type=label)
    return replace(
        link,
        rel_type=label,
        source=link.target,
        target=link.source,
        source_attribute=_THIS_SIDE.get(link.target_attribute, link.target_attribute),
        target_attribute=_OTHER_SIDE.get(link.source_attribute, link.source_attribute),
    )
