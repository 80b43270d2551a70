"""One text with the annotations of several annotators, under the ids of the first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

from timegraph.allen import AllenSet
from timegraph.corpus import Item, Source
from timegraph.decoding.candidates import Candidate, weight_of
from timegraph.documents.build import build, read_links
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.reduction import entailed
from timegraph.scoring.annotation_notices import alignment_notices
from timegraph.scoring.signature import Notice
from timeml import Document, Event, TLink, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.decoding.decoder import Decoded
    from timegraph.labels import Scheme
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
            Source.of(source, files[who]) if who in files else None
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


@dataclass(frozen=True, slots=True)
class StatedPairs:
    """What the links of one annotator say of each pair of shared entities.

    The first link of a pair counts; ``repeated`` counts later ones that say something else.
    ``elsewhere`` counts links with an entity that not all annotators have. Links of an entity with
    itself do not count.
    """

    relations: Mapping[Pair, AllenSet]
    repeated: int = 0
    elsewhere: int = 0


def stated_pairs(text: SharedText, annotator: int, interpretation: Interpretation) -> StatedPairs:
    """The links of one annotator as annotated, from the earlier entity to the later."""
    numbers, names = text.numbers, text.names[annotator]
    relations: dict[Pair, AllenSet] = {}
    repeated = elsewhere = 0
    for _, source, meaning, target in read_links(text.documents[annotator], interpretation):
        a, b = (numbers.get(names.get(entity, "")) for entity in (source, target))
        if source == target:
            continue
        if a is None or b is None:
            elsewhere += 1
        else:
            pair, meant = ((a, b), meaning) if a < b else ((b, a), meaning.converse)
            repeated += relations.setdefault(pair, meant) != meant
    return StatedPairs(relations, repeated, elsewhere)


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


NO_VOTES = Votes()


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
    taken = other_lids(first)
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
        source, target = (end_attributes(first, str(entity)) for entity in (a, b))
        links.append(TLink(next(fresh), label, str(a), str(b), source[0], target[1], extra=extra))
    return replace(
        first,
        tlinks=tuple(links),
        scheme=scheme.name,
        layout=replace(first.layout, format="timeml"),
    )


def other_lids(document: Document) -> frozenset[str]:
    """The ids of links that are not TLINKs."""
    lids = [link.lid for link in document.slinks]
    return frozenset([*lids, *(link.lid for link in document.alinks)])


def end_attributes(document: Document, entity: str) -> tuple[str, str]:
    """The names of the attributes that hold an entity as the source and as the target."""
    annotation = document.entity(entity)
    if not isinstance(annotation, Event):
        return "timeID", "relatedToTime"
    if annotation.instances:
        return "eventInstanceID", "relatedToEventInstance"
    return "eventID", "relatedToEvent"
