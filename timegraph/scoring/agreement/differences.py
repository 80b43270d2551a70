"""Where two annotations of one text differ: entities that one lacks, and what links say.

A pair of entities that somebody linked is a difference unless all links of each side leave the same
relations possible. If there is none, and both have the same entities, the two mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal, get_args

from timegraph.allen import AllenSet
from timegraph.documents.build import build, read_links
from timegraph.findings import CitedLink, Describer, Mention, Sentence
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING
from timegraph.options import Interpretation
from timegraph.proofs import explain
from timegraph.scoring.agreement.compare import label_of
from timegraph.scoring.agreement.texts import Pair, SharedText, share, shared_names
from timegraph.scoring.entities import attributes_of
from timeml import TLink
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

__all__ = [
    "ENTITY_KINDS",
    "LINK_KINDS",
    "EntityDifference",
    "EntityKind",
    "LinkDifference",
    "LinkKind",
    "PairStatement",
    "TextDifferences",
    "differences",
    "differing_texts",
]

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
