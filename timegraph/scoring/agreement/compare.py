"""What a group of annotators, aligned with the first of them, agree about in one text.

*Links as annotated*: a label of a pair of entities is what the link between them says from the
earlier entity in the text to the later; labels that say the same (SIMULTANEOUS and IDENTITY) are
the same label, and a link the other way round has the converse label. *Through closure*: what all
the links of an annotator entail of a pair, whether or not they linked it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as AbstractCollection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations, count
from typing import TYPE_CHECKING, Literal, get_args

from timegraph.allen import AllenSet
from timegraph.documents.build import build, read_links
from timegraph.findings import CitedLink, Describer, Mention, Sentence
from timegraph.findings.record import naming
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING, Scheme
from timegraph.options import Interpretation
from timegraph.proofs import explain
from timegraph.qa.places import Unit
from timegraph.repairs import Repair
from timegraph.scoring.agreement.coefficients import Ratings, rate
from timegraph.scoring.agreement.texts import (
    ANNOTATOR,
    Pair,
    SharedText,
    end_attributes,
    entailed_pairs,
    other_lids,
    share,
    shared_names,
    stated_pairs,
)
from timegraph.scoring.annotation_notices import links_left_out
from timegraph.scoring.entities import attributes_of
from timegraph.scoring.pairs import PairGroups, PairKind
from timegraph.scoring.signature import CountedScore, Notice, ratio
from timeml import Document, TLink
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


LinkedBy = Literal["all", "any", "two"]
LINKED_BY: tuple[LinkedBy, ...] = get_args(LinkedBy)
"""Which pairs count: those that all annotators linked; those that any linked, where no link is a
label of its own; those that at least two linked, where no link is a missing value (only for three
annotators or more, since two are all otherwise)."""

AgreementBy = Literal["kind", "distance", "document"]
AGREEMENT_BY: tuple[AgreementBy, ...] = get_args(AgreementBy)
"""What pairs can be grouped by: what the two entities are, how far apart they stand, their text."""

NO_LINK = "(no link)"


@dataclass(frozen=True, slots=True)
class Relations(CountedScore):
    """What two annotators say of pairs of entities, counted.

    ``equal``: both say the same; ``compatible``: something else, which can be true with it;
    ``contradicting``: what cannot; ``one_open``: only one says anything, ``both_open``: neither.
    """

    equal: int = 0
    compatible: int = 0
    contradicting: int = 0
    one_open: int = 0
    both_open: int = 0

    @property
    def pairs(self) -> float:
        """All pairs."""
        return sum(self.counts)

    @property
    def agreement(self) -> float | None:
        """equal / (equal + compatible + contradicting); ``None`` if no pair is one of these."""
        return ratio(self.equal, self.equal + self.compatible + self.contradicting)


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """What annotators agree about in some pairs of entities.

    ``ratings`` has the labels of links by which pairs count. ``stated`` and ``entailed`` are for
    two annotators only: of pairs that both linked, what the links say; of all pairs of shared
    entities, what each annotator's links entail.
    """

    ratings: Mapping[LinkedBy, Ratings]
    stated: Relations | None = None
    entailed: Relations | None = None


@dataclass(frozen=True, slots=True)
class TextAgreement:
    """What a group of annotators agree about in one text: in all pairs, and by each kind of groups
    that was wanted in those of each group. ``elsewhere`` counts links of an entity that not all
    have, ``repeated`` further links of a pair that say something else.
    """

    name: str
    entities: int
    whole: PairAgreement
    groups: Mapping[AgreementBy, Mapping[str, PairAgreement]] = field(default_factory=dict)
    elsewhere: int = 0
    repeated: int = 0
    notices: tuple[Notice, ...] = ()


def no_pairs(annotators: int) -> PairAgreement:
    """The agreement of this many annotators over an empty set of pairs."""
    columns = LINKED_BY if annotators > 2 else LINKED_BY[:2]
    relations = Relations() if annotators == 2 else None
    return PairAgreement({name: rate((), annotators) for name in columns}, relations, relations)


def compare(
    text: SharedText,
    interpretation: Interpretation,
    *,
    kinds: AbstractCollection[PairKind] = (),
    by: Sequence[AgreementBy] = (),
    unit: Unit = "sentences",
) -> TextAgreement:
    """Compare the annotators of one text, in pairs of the ``kinds`` alone if there are any.

    The agreement is also that of each group of pairs ``by`` what the user wants, where distances
    are counted in ``unit`` s, in the text of the first annotator.
    """
    everyone = range(len(text.documents))
    stated = [stated_pairs(text, k, interpretation) for k in everyone]
    closures: list[Mapping[Pair, AllenSet]] = []
    notices: list[Notice] = [*text.notices]
    if len(everyone) == 2:
        for k in everyone:
            relations, graph = entailed_pairs(text, k, interpretation)
            closures.append(relations)
            notices += links_left_out(graph, text.files[k], words=naming(text.documents[k]))
    said = _Said([annotator.relations for annotator in stated], closures, text, interpretation)
    places = PairGroups(text.documents[0], unit) if kinds or by else None
    numbers = range(len(text.entities))
    count = len(numbers) * (len(numbers) - 1) // 2
    groups: dict[AgreementBy, Mapping[str, PairAgreement]] = {}
    if places is None:
        whole = said.of(said.pairs, count)
    else:
        entities = {
            (a, b): (text.entities[a], text.entities[b])
            for a, b in combinations(numbers, 2)
            if not kinds or places.kind(text.entities[a], text.entities[b]) in kinds
        }
        whole = said.of(entities, len(entities))
        for grouping in by:
            members: dict[str, set[Pair]] = {}
            for pair, ids in entities.items():
                name = text.name if grouping == "document" else places.of(grouping, *ids)
                members.setdefault(name, set()).add(pair)
            groups[grouping] = {name: said.of(pairs, len(pairs)) for name, pairs in members.items()}
    return TextAgreement(
        name=text.name,
        entities=len(text.entities),
        whole=whole,
        groups=groups,
        elsewhere=sum(annotator.elsewhere for annotator in stated),
        repeated=sum(annotator.repeated for annotator in stated),
        notices=tuple(notices),
    )


class _Said:
    """What annotators say of pairs: by their links, and, if there are two, by their closures."""

    def __init__(
        self,
        stated: Sequence[Mapping[Pair, AllenSet]],
        closures: Sequence[Mapping[Pair, AllenSet]],
        text: SharedText,
        interpretation: Interpretation,
    ) -> None:
        self._stated, self._closures = stated, closures
        self._scheme = interpretation.scheme(text.documents[0].scheme)
        self._during = interpretation.during
        self._labels: dict[AllenSet, str] = {}
        self.pairs = frozenset(pair for relations in (*stated, *closures) for pair in relations)

    def of(self, pairs: AbstractCollection[Pair], count: int) -> PairAgreement:
        """The agreement in ``pairs``, which are so many together with those of which nobody says
        anything."""
        everyone = len(self._stated)
        linked = sorted({pair for relations in self._stated for pair in relations if pair in pairs})
        rows = [[self._label(relations.get(pair)) for relations in self._stated] for pair in linked]
        ratings: dict[LinkedBy, Ratings] = {
            "all": rate((row for row in rows if None not in row), everyone),
            "any": rate(([label or NO_LINK for label in row] for row in rows), everyone),
        }
        if everyone > 2:
            ratings["two"] = rate(rows, everyone)
            return PairAgreement(ratings)
        first, second = self._stated
        both = [(first[pair], second[pair]) for pair in linked if pair in first and pair in second]
        stated = _relations(Counter(map(_stated_class, both)))
        one, other = (
            {pair: relations for pair, relations in closure.items() if pair in pairs}
            for closure in self._closures
        )
        entailed = _through_closure(one, other, count, self._scheme, self._during)
        return PairAgreement(ratings, stated, entailed)

    def _label(self, relations: AllenSet | None) -> str | None:
        if relations is None:
            return None
        if relations not in self._labels:
            self._labels[relations] = label_of(relations, self._scheme, self._during)
        return self._labels[relations]


def label_of(relations: AllenSet, scheme: Scheme, during: str = "simultaneous") -> str:
    """The name of a label that leaves exactly these relations possible, from the earlier entity to
    the later: the scheme's first of that meaning, or ``converse of`` one."""
    name = scheme.label_of(relations, during=during)
    if name is None:
        turned = scheme.label_of(relations.converse, during=during)
        return str(relations) if turned is None else f"converse of {turned}"
    return name or "(empty)"


def _stated_class(said: tuple[AllenSet, AllenSet]) -> str:
    one, other = said
    open_ends = (one == NOTHING) + (other == NOTHING)
    if open_ends:
        return "both_open" if open_ends == 2 else "one_open"
    if one == other:
        return "equal"
    return "compatible" if one & other else "contradicting"


def _through_closure(
    first: Mapping[Pair, AllenSet],
    second: Mapping[Pair, AllenSet],
    pairs: int,
    scheme: Scheme,
    during: str,
) -> Relations:
    """What two closures say of so many pairs.

    A closure determines a pair if it entails a label of the scheme that says something. Two that
    exclude each other contradict, whether or not both entail a label.
    """
    entailed: dict[AllenSet, frozenset[str]] = {}

    def determined(relations: AllenSet) -> frozenset[str]:
        if relations not in entailed:
            entailed[relations] = entailed_labels(relations, scheme, during)
        return entailed[relations]

    counts: Counter[str] = Counter()
    for pair in first.keys() | second.keys():
        one, other = first.get(pair, NOTHING), second.get(pair, NOTHING)
        if not one & other:
            counts["contradicting"] += 1
            continue
        labels = determined(one), determined(other)
        if all(labels):
            counts["equal" if labels[0] == labels[1] else "compatible"] += 1
        else:
            counts["one_open" if any(labels) else "both_open"] += 1
    counts["both_open"] += pairs - counts.total()
    return _relations(counts)


def entailed_labels(
    relations: AllenSet, scheme: Scheme, during: str = "simultaneous"
) -> frozenset[str]:
    """The labels of a scheme that are right if only these relations are possible; none if they
    leave open which label is. Labels that say nothing are not among them."""
    return frozenset(
        name
        for name in scheme.names
        if (meaning := scheme.meaning(name, during=during)) is not None
        and meaning != NOTHING
        and relations <= meaning
    )


def _relations(counts: Mapping[str, int]) -> Relations:
    return Relations(**{field.name: counts.get(field.name, 0) for field in fields(Relations)})


# Where two annotations of one text differ: entities that one lacks, and what links say.
#
# A pair of entities that somebody linked is a difference unless all links of each side leave the
# same relations possible. If there is none, and both have the same entities, the two mean the
# same.


LinkKind = Literal["contradicting", "different", "only first", "only second"]
LINK_KINDS: tuple[LinkKind, ...] = get_args(LinkKind)
"""How two sides differ about a pair: what they say cannot be true together; they say different
things that can; the first says more than the second; the second says more."""

EntityKind = Literal["only first", "only second", "attributes"]
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)
"""An entity that one side has alone, or that both have with other words or attributes."""


@dataclass(frozen=True, slots=True)
class PairStatement:
    """What one side says of a pair: its own ``links`` of it, and the ``label`` of what all its
    links entail, from the earlier entity to the later (``""`` for nothing). ``why`` has the other
    links that this follows from. ``left_out``: its link contradicts others of the same side."""

    links: tuple[CitedLink, ...] = ()
    label: str = ""
    why: tuple[CitedLink, ...] = ()
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class LinkDifference:
    """A pair of shared entities, the earlier in the text first, of which the sides say different
    things; ids are those of the first side."""

    kind: LinkKind
    mentions: tuple[Mention, Mention]
    sentences: tuple[Sentence, ...]
    sides: tuple[PairStatement, PairStatement]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the two entities."""
        return tuple(mention.id for mention in self.mentions)


@dataclass(frozen=True, slots=True)
class EntityDifference:
    """An entity that only one side has, with its ``links`` there, or one whose ``values`` differ:
    name, value of the first, value of the second, ``None`` where there is none."""

    kind: EntityKind
    mention: Mention
    sentences: tuple[Sentence, ...]
    values: tuple[tuple[str, str | None, str | None], ...] = ()
    links: tuple[CitedLink, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The id of the entity."""
        return (self.mention.id,)


@dataclass(frozen=True, slots=True)
class TextDifferences:
    """Where two ``annotators`` of a ``text`` differ, in text order; ``graphs`` are those of their
    links. ``agreeing`` counts the pairs that somebody linked of which both mean the same."""

    text: SharedText
    annotators: tuple[str, str]
    graphs: tuple[TimeGraph, TimeGraph]
    entities: tuple[EntityDifference, ...]
    links: tuple[LinkDifference, ...]
    agreeing: int

    def counts(self) -> dict[str, int]:
        """How many differences there are of each kind: those of links by :data:`LINK_KINDS`, those
        of entities by ``"entity "`` and :data:`ENTITY_KINDS`."""
        links = [link.kind for link in self.links]
        entities = [entity.kind for entity in self.entities]
        return {kind: links.count(kind) for kind in LINK_KINDS} | {
            f"entity {kind}": entities.count(kind) for kind in ENTITY_KINDS
        }


def differing_texts(
    annotators: Mapping[str, Collection],
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
) -> Iterator[TextDifferences]:
    """The differences of every two ``annotators`` in every text that both have, one by one.

    Ids are aligned with those of the first of the two, as in
    :func:`timegraph.scoring.agreement.measure.measure_agreement`. Documents that cannot be read or
    compared are passed over.
    """
    for name, files in shared_names(annotators):
        for group in combinations(annotators, 2):
            if not all(who in files for who in group):
                continue
            try:
                documents = [annotators[who].read(files[who]) for who in group]
                text = share(name, documents, align_by, files=[files[who] for who in group])
                yield differences(text, group, interpretation)
            except (OSError, ValueError):
                continue


def differences(
    text: SharedText,
    annotators: tuple[str, str],
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
) -> TextDifferences:
    """Where the two annotations of ``text`` differ."""
    sides = (_Side(text, 0, interpretation), _Side(text, 1, interpretation))
    differences: list[LinkDifference] = []
    agreeing = 0
    for pair in sorted(sides[0].stated.keys() | sides[1].stated.keys()):
        kind = _kind(*(side.possible(pair) for side in sides))
        if kind is None:
            agreeing += 1
            continue
        ids = [text.entities[number] for number in pair]
        first, second = sides[0].describer.mentions(ids)
        differences.append(
            LinkDifference(
                kind,
                (first, second),
                sides[0].describer.sentences(ids),
                (sides[0].statement(pair), sides[1].statement(pair)),
            )
        )
    entities = [*sides[0].alone("only first"), *_changed(text, *sides)]
    order = {id: number for number, id in enumerate(text.documents[0].entities)}
    entities.sort(key=lambda one: order[one.mention.id])
    return TextDifferences(
        text,
        annotators,
        (sides[0].graph, sides[1].graph),
        (*entities, *sides[1].alone("only second")),
        tuple(differences),
        agreeing,
    )


def _kind(first: AllenSet, second: AllenSet) -> LinkKind | None:
    if first == second:
        return None
    if not first & second:
        return "contradicting"
    if first <= second:
        return "only first"
    return "only second" if second <= first else "different"


class _Side:
    """The annotation of one side, and what follows from it."""

    def __init__(self, text: SharedText, side: int, interpretation: Interpretation) -> None:
        self._text = text
        self._document = text.documents[side]
        self._during = interpretation.during
        self._scheme = interpretation.scheme(self._document.scheme)
        self._own = {name: entity for entity, name in text.names[side].items()}
        self.graph = build(self._document, interpretation)
        self.describer = Describer(self._document)
        self.stated: dict[Pair, list[TLink]] = {}
        self._links_of: dict[str, list[TLink]] = {}
        numbers, names = text.numbers, text.names[side]
        for link, source, _, target in read_links(self._document, interpretation):
            for end in {source, target}:
                self._links_of.setdefault(end, []).append(link)
            a, b = (numbers.get(names.get(end, "")) for end in (source, target))
            if a is not None and b is not None and a != b:
                self.stated.setdefault((min(a, b), max(a, b)), []).append(link)
        self._left_out = {id(conflict.link.source) for conflict in self.graph.conflicts}

    def _ends(self, pair: Pair) -> tuple[str, str]:
        a, b = (self._own[self._text.entities[number]] for number in pair)
        return a, b

    def possible(self, pair: Pair) -> AllenSet:
        """The relations that all links of this side leave possible."""
        return self.graph.relations(*self._ends(pair))

    def statement(self, pair: Pair) -> PairStatement:
        """What this side says of a pair."""
        a, b = self._ends(pair)
        possible = self.possible(pair)
        stated = self.stated.get(pair, ())
        links = tuple(map(self.describer.link, stated))
        left_out = any(id(link) in self._left_out for link in stated)
        if possible == NOTHING:
            return PairStatement(links, left_out=left_out)
        behind = explain(self.graph, a, possible, b).links
        why = [cited for cited in behind if not any(cited.source is link for link in stated)]
        label = label_of(possible, self._scheme, self._during)
        return PairStatement(links, label, tuple(map(self.describer.link, why)), left_out)

    def alone(self, kind: EntityKind) -> Iterator[EntityDifference]:
        """The entities that the other side lacks, with their links."""
        shared = {self._own[entity] for entity in self._text.entities}
        for entity in self._document.entities:
            if entity not in shared:
                links = tuple(map(self.describer.link, self._links_of.get(entity, ())))
                mention, sentences = self.mentioned(entity)
                yield EntityDifference(kind, mention, sentences, links=links)

    def mentioned(self, entity: str) -> tuple[Mention, tuple[Sentence, ...]]:
        """An entity in its words."""
        return self.describer.mention(entity), self.describer.sentences([entity])

    def values(self, entity: str) -> dict[str, str | None]:
        """The words and the attributes of a shared entity."""
        annotation = self._document.entity(self._own[entity])
        return {"words": " ".join(annotation.text.split()), **attributes_of(annotation)}


def _changed(text: SharedText, one: _Side, other: _Side) -> Iterator[EntityDifference]:
    """The entities of both whose words or attributes differ."""
    for entity in text.entities:
        first, second = one.values(entity), other.values(entity)
        values = tuple(
            (name, value, second[name])
            for name, value in first.items()
            if name in second and value != second[name]
        )
        if values:
            yield EntityDifference("attributes", *one.mentioned(entity), values)


# What annotators say together: one document with all their links, and what is wrong with it.
#
# The fewest links whose removal makes the others agree weigh votes by themselves: a link that two
# annotators made stands there twice, and costs two to remove.


@dataclass(frozen=True, slots=True)
class Merged:
    """One document made of several annotators', and how many of their links it lacks: those
    ``removed`` so that the others agree (``exact``: as few as possible), or that were outvoted
    (``exact``: no annotation has more votes), and those ``unplaced``, with an entity that the first
    annotator lacks."""

    document: Document
    removed: int
    exact: bool
    unplaced: int


def union(text: SharedText, annotators: Sequence[str]) -> Document:
    """The document of the first annotator with the entities and links of all.

    Each link's id begins with the name of its annotator. It has no line, since that is one of
    another file.
    """
    first = text.documents[0]
    events = {event.eid: event for event in first.events}
    timexes = {timex.tid: timex for timex in first.timexes}
    taken = {*first.entities, *events}
    links: list[TLink] = []
    for document, who, same in zip(text.documents, annotators, text.same_text, strict=True):
        for event in document.events:
            new = tuple(instance for instance in event.instances if instance.eiid not in taken)
            there = events.get(event.eid)
            if there is None:
                events[event.eid] = event if same else replace(event, start=None, end=None)
            elif there.instances and new:
                events[event.eid] = replace(there, instances=(*there.instances, *new))
            taken.update((event.eid, *event.ids))
        for timex in document.timexes:
            if timex.tid not in taken:
                timexes[timex.tid] = timex if same else replace(timex, start=None, end=None)
                taken.add(timex.tid)
        links += _named(document, who)
    return replace(
        first,
        events=tuple(events.values()),
        timexes=tuple(timexes.values()),
        tlinks=tuple(links),
        slinks=(),
        alinks=(),
    )


def _named(document: Document, who: str) -> list[TLink]:
    """The links of one annotator under ids that name them; of equal ids the first counts."""
    named: dict[str, TLink] = {}
    for number, link in enumerate(document.tlinks, start=1):
        lid = f"{who}:{link.lid or f'#{number}'}"
        named.setdefault(lid, replace(link, lid=lid, line=None))
    return list(named.values())


def merge(
    text: SharedText,
    annotators: Sequence[str],
    interpretation: Interpretation,
    repair: Repair | None,
) -> Merged:
    """The annotation of the first annotator with the links of all, without those of a ``repair``
    of the :func:`union`; ``None`` if it has no contradictions.

    What several annotators say of a pair stands there once, with all their names in the attribute
    :data:`ANNOTATOR`. Labels that say nothing are kept where nobody says anything else.
    """
    first = text.documents[0]
    links = () if repair is None else repair.links
    removed = {link.source.lid for link in links if isinstance(link.source, TLink)}
    whole = union(text, annotators)
    spoken: dict[tuple[str, str, AllenSet], list[TLink]] = {}
    unplaced = 0
    for link, a, meaning, b in read_links(whole, interpretation):
        if link.lid in removed or a == b:
            continue
        if a not in first.entities or b not in first.entities:
            unplaced += 1
            continue
        key = (b, a, meaning.converse) if (b, a, meaning.converse) in spoken else (a, b, meaning)
        spoken.setdefault(key, []).append(link)
    informed = {frozenset(key[:2]) for key in spoken if len(key[2]) < 13}
    taken = other_lids(first)
    fresh = (lid for number in count(1) if (lid := f"l{number}") not in taken)
    kept = []
    for (a, b, meaning), same in spoken.items():
        if len(meaning) == 13 and frozenset((a, b)) in informed:
            continue
        makers = list(dict.fromkeys(_maker(link, annotators) for link in same))
        extra = tuple(pair for pair in same[0].extra if pair[0] != ANNOTATOR)
        source, target = (end_attributes(first, entity) for entity in (a, b))
        kept.append(
            replace(
                same[0],
                lid=next(fresh),
                source=a,
                target=b,
                source_attribute=source[0],
                target_attribute=target[1],
                # Signals of the others have ids of their own.
                signal_id=same[0].signal_id if makers[0] == annotators[0] else None,
                extra=(*extra, (ANNOTATOR, " ".join(makers))),
            )
        )
    scheme = interpretation.scheme(first.scheme).name
    document = replace(
        first,
        tlinks=tuple(kept),
        scheme=scheme,
        layout=replace(first.layout, format="timeml"),
    )
    return Merged(document, len(removed), repair is None or repair.exact, unplaced)


def _maker(link: TLink, annotators: Sequence[str]) -> str:
    return next(annotator for annotator in annotators if link.lid.startswith(f"{annotator}:"))
