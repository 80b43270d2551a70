"""What a group of annotators, aligned with the first of them, agree about in one text.

*Links as annotated*: a label of a pair of entities is what the link between them says from the
earlier entity in the text to the later; labels that say the same (SIMULTANEOUS and IDENTITY) are
the same label, and a link the other way round has the converse label. *Through closure*: what all
the links of an annotator entail of a pair, whether or not they linked it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Callable,
    Collection as AbstractCollection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, count
from typing import TYPE_CHECKING, Literal, get_args

from timegraph.allen import AllenSet
from timegraph.corpus import Item
from timegraph.decoding.candidates import Candidate, weight_of
from timegraph.documents.build import build, read_links
from timegraph.documents.closure import tlink_of
from timegraph.findings import naming
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING, Scheme
from timegraph.options import Interpretation
from timegraph.reduction import entailed
from timegraph.scoring.agreement.coefficients import Ratings, rate
from timegraph.scoring.annotation_notices import alignment_notices, links_left_out
from timegraph.scoring.pairs import PairKind, Places
from timegraph.scoring.signature import CountedScore, Notice, ratio
from timeml import Document, TLink, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.decoding.decoder import Decoded
    from timeml import Collection


Pair = tuple[int, int]
"""Two entities by their numbers in :attr:`SharedText.entities`, the earlier in the text first."""


@dataclass(frozen=True, slots=True)
class SharedText:
    """The annotations of one text by several annotators.

    ``documents`` have the ids of the first as far as annotations pair. ``entities`` are those of
    the first that all others have, in text order, and ``names`` has for each annotator the
    entities of their own document with their names in the first. ``same_text`` says of each
    document whether its text is that of the first; ``files`` are what notices call them.
    """

    name: str
    documents: tuple[Document, ...]
    names: tuple[Mapping[str, str], ...]
    entities: tuple[str, ...]
    same_text: tuple[bool, ...]
    files: tuple[str, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each shared entity."""
        return {entity: number for number, entity in enumerate(self.entities)}


def shared_names(annotators: Mapping[str, Collection]) -> Iterable[tuple[str, dict[str, str]]]:
    """Each text by its name, with what each annotator calls it."""
    files_of: dict[str, dict[str, str]] = {}
    for who, collection in annotators.items():
        matched = {}
        for name in files_of:
            file = collection.match(name)
            if file is not None:
                files_of[name][who] = file
                matched[file] = name
        for file in collection.names:
            if file not in matched:
                files_of[file] = {who: file}
    return files_of.items()


def texts_of(name: str, files: Mapping[str, str], annotators: Mapping[str, Collection]) -> Item:
    """The file of each annotator for one text, ``None`` where there is none."""
    return Item(
        name,
        tuple(
            source.source(files[who]) if who in files else None
            for who, source in annotators.items()
        ),
    )


def share(
    name: str,
    documents: Sequence[Document],
    align_by: AlignBy | None = "overlap",
    *,
    files: Sequence[str] = (),
) -> SharedText:
    """The annotations of the text ``name``, aligned with those of the first annotator as
    :func:`timeml.align_ids` says, or with ids taken as they are if ``align_by`` is ``None``.
    ``files`` are what notices call the documents, by default all by the name of the text."""
    called = tuple(files) or (name,) * len(documents)
    first, *others = documents
    renamed, names = [first], [{entity: entity for entity in first.entities}]
    notices: list[Notice] = []
    for other, file in zip(others, called[1:], strict=True):
        if align_by is None:
            meanings = {id: meant for id in other.entities if (meant := first.resolve_end(id))}
            renamed.append(other)
            names.append(meanings)
            continue
        alignment = align_ids(system=other, key=first, align_by=align_by)
        renamed.append(alignment.document)
        names.append({id: theirs for theirs, id in alignment.entities.items()})
        notices += alignment_notices(alignment, name, file, key="the first annotator")
    everywhere = set(first.entities).intersection(*(id.values() for id in names))
    shared = tuple(entity for entity in first.entities if entity in everywhere)
    same = tuple(document.text == first.text for document in documents)
    return SharedText(
        name, tuple(renamed), tuple(names), shared, same, called, tuple(notices)
    )  # fmt: skip


def stated_pairs(
    text: SharedText, annotator: int, interpretation: Interpretation, counts: Counter[str]
) -> dict[Pair, AllenSet]:
    """What the links of one annotator say of each pair of shared entities, from the earlier entity
    to the later.

    The first link of a pair counts; ``counts`` counts as ``repeated`` later ones that say something
    else, and as ``elsewhere`` links with an entity that not all annotators have. Links of an entity
    with itself do not count.
    """
    numbers, names = text.numbers, text.names[annotator]
    relations: dict[Pair, AllenSet] = {}
    for _, source, meaning, target in read_links(text.documents[annotator], interpretation):
        a, b = (numbers.get(names.get(entity, "")) for entity in (source, target))
        if source == target:
            continue
        if a is None or b is None:
            counts["elsewhere"] += 1
        else:
            pair, meant = ((a, b), meaning) if a < b else ((b, a), meaning.converse)
            counts["repeated"] += relations.setdefault(pair, meant) != meant
    return relations


def entailed_pairs(
    text: SharedText, annotator: int, interpretation: Interpretation
) -> tuple[dict[Pair, AllenSet], TimeGraph]:
    """What the links of one annotator entail of each pair of shared entities of which they entail
    anything, and their graph."""
    graph = build(text.documents[annotator], interpretation)
    numbers, names = text.numbers, text.names[annotator]
    relations: dict[Pair, AllenSet] = {}
    for entity_a, possible, other in entailed(graph):
        a, b = (numbers.get(names.get(str(entity), "")) for entity in (entity_a, other))
        if a is not None and b is not None and a != b:
            pair = (a, b) if a < b else (b, a)
            relations[pair] = possible if a < b else possible.converse
    return relations, graph


# The links of annotators as votes, and an annotation made of what they decode to.


ANNOTATOR = "annotator"
"""The attribute of a merged TLINK that names who made it."""

WEIGHT = "weight"
"""The attribute of a TLINK that says what it weighs; without it, it is one vote."""

_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Votes:
    """What annotators say of pairs of the first annotator's entities, in so many ``links``.
    ``weighed`` counts those that have a weight, ``unplaced`` those left out, with an entity that
    the first lacks."""

    candidates: tuple[Candidate, ...] = ()
    links: int = 0
    weighed: int = 0
    unplaced: int = 0


def votes_of(
    text: SharedText,
    annotators: Sequence[str],
    interpretation: Interpretation,
) -> Votes:
    """The votes of each annotator in turn; what one says twice of a pair is one vote, unless it has
    weights.

    Raises :class:`timegraph.decoding.CandidateError` for a weight that is not a number.
    """
    candidates: list[Candidate] = []
    weighed = unplaced = 0
    for number, who in enumerate(annotators):
        stated: set[tuple[str, str, AllenSet]] = set()
        for link, source, meaning, target in read_links(text.documents[number], interpretation):
            a, b = (text.names[number].get(entity) for entity in (source, target))
            if source == target:
                continue
            if a is None or b is None:
                unplaced += 1
                continue
            weight = dict(link.extra).get(WEIGHT)
            weighed += weight is not None
            if weight is None and (a, b, meaning) in stated:
                continue
            stated |= {(a, b, meaning), (b, a, meaning.converse)}
            exact = _ONE if weight is None else weight_of(weight, a, link.rel_type, b)
            candidates.append(Candidate(a, b, link.rel_type, exact, who))
    order = {pair: k for k, pair in enumerate(dict.fromkeys(map(_pair, candidates)))}
    candidates.sort(key=lambda candidate: order[_pair(candidate)])
    return Votes(tuple(candidates), len(candidates), weighed, unplaced)


def _pair(candidate: Candidate) -> frozenset[Hashable]:
    return frozenset((candidate.a, candidate.b))


def decoded_document(first: Document, decoded: Decoded, scheme: Scheme) -> Document:
    """The document with the decoded links in place of its own.

    A link has the names of those who made it in the attribute :data:`ANNOTATOR`, or, where nobody
    did and the others entail it, ``origin="CLOSURE"``. A pair of which nothing is known has a link
    only if the scheme has a label for that.
    """
    taken = {link.lid for link in first.slinks} | {link.lid for link in first.alinks}
    fresh = (lid for number in count(1) if (lid := f"l{number}") not in taken)
    makers = {(link.a, link.b): link.source for link in decoded.links}
    links = []
    for (a, b), label in decoded.labels.items():
        if scheme.meaning(label) is None:
            continue
        made = makers.get((a, b))
        extra: tuple[tuple[str, str], ...] = ()
        if isinstance(made, tuple):
            extra = ((ANNOTATOR, " ".join(dict.fromkeys(map(str, made)))),)
        elif made is not None:
            extra = (("origin", "CLOSURE"),)
        links.append(tlink_of(first, next(fresh), label, (str(a), str(b)), extra))
    return replace(
        first,
        tlinks=tuple(links),
        scheme=scheme.name,
        layout=replace(first.layout, format="timeml"),
    )


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
) -> TextAgreement:
    """Compare the annotators of one text, in pairs of the ``kinds`` alone if there are any.

    The agreement is also that of each group of pairs ``by`` what the user wants, where distances
    are those in the text of the first annotator.
    """
    everyone = range(len(text.documents))
    counts: Counter[str] = Counter()
    stated = [stated_pairs(text, k, interpretation, counts) for k in everyone]
    closures: list[Mapping[Pair, AllenSet]] = []
    notices: list[Notice] = [*text.notices]
    if len(everyone) == 2:
        for k in everyone:
            relations, graph = entailed_pairs(text, k, interpretation)
            closures.append(relations)
            notices += links_left_out(graph, text.files[k], words=naming(text.documents[k]))
    said = _Said(stated, closures, text, interpretation)
    places = Places(text.documents[0]) if kinds or by else None
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
                name = text.name if grouping == "document" else places.group(grouping, *ids)
                members.setdefault(name, set()).add(pair)
            groups[grouping] = {name: said.of(pairs, len(pairs)) for name, pairs in members.items()}
    return TextAgreement(
        name=text.name,
        entities=len(text.entities),
        whole=whole,
        groups=groups,
        elsewhere=counts["elsewhere"],
        repeated=counts["repeated"],
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
        scheme = interpretation.scheme(text.documents[0].scheme)
        self._label = cache(partial(label_of, scheme=scheme, during=interpretation.during))
        self._entailed = cache(
            partial(entailed_labels, scheme=scheme, during=interpretation.during)
        )
        self.pairs = frozenset(pair for relations in (*stated, *closures) for pair in relations)

    def of(self, pairs: AbstractCollection[Pair], count: int) -> PairAgreement:
        """The agreement in ``pairs``, which are so many together with those of which nobody says
        anything."""
        everyone = len(self._stated)
        linked = sorted({pair for relations in self._stated for pair in relations if pair in pairs})
        rows = [
            [self._label(said[pair]) if pair in said else None for said in self._stated]
            for pair in linked
        ]
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
        entailed = _through_closure(one, other, count, self._entailed)
        return PairAgreement(ratings, stated, entailed)


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
    determined: Callable[[AllenSet], frozenset[str]],
) -> Relations:
    """What two closures say of so many pairs.

    A closure determines a pair if it entails a label of the scheme that says something; the labels
    are ``determined``. Two that exclude each other contradict, whether or not both entail a label.
    """
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


# What annotators say together: one document with all their links, and what is wrong with it.


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
