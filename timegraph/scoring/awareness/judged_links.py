"""The links that temporal awareness counts, one by one: which the other side has, and why.

Adding up what is here gives the counts of
:func:`timegraph.scoring.awareness.awareness_counts.count_awareness`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from timegraph._graph.arguments import Statement, inverse
from timegraph.allen import AllenSet
from timegraph.corpus import Source
from timegraph.documents.build import build, label_for
from timegraph.findings import CitedLink, Describer, Sentence
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.proofs import explain
from timegraph.scoring.awareness.awareness_counts import Method, Side, matching, names_in_gold
from timegraph.scoring.measure import Status
from timegraph.scoring.pairs import Gold, Pair, read_pair
from timegraph.scoring.qa_tempeval.comparison import Unknown, left_open, linked_entities, not_linked
from timeml import Document
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


Judgement = Literal["entailed", "open", "contradicted"]
"""What one side says of a link of the other: that it is true, nothing, or that it is not."""


@dataclass(frozen=True, slots=True)
class JudgedLink:
    """A counted link of one side, ``link`` in its words, and what the other side says of it.

    ``statement`` has gold's names. ``why`` are the links of the other side that this follows from,
    ``reason`` says in words why it leaves the link open, or what else is to be known. ``brief``
    says the same in two words, to count by; of a contradicted link what the other side says
    instead, such as "says AFTER".
    """

    statement: Statement
    link: CitedLink
    sentences: tuple[Sentence, ...]
    judgement: Judgement
    why: tuple[CitedLink, ...] = ()
    reason: str = ""
    brief: str = ""

    @property
    def key(self) -> Statement:
        """The statement, the same for a link and its inverse."""
        a, _, b = self.statement
        return self.statement if a <= b else inverse(self.statement)

    @property
    def ids(self) -> tuple[str, str]:
        """Gold's names of the two entities."""
        return self.statement[0], self.statement[2]


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """A system's document compared with gold's: gold's counted links as the system judges them,
    and its own as gold does. ``names`` has the system's name of each entity by gold's."""

    name: str
    status: Status
    document: Document
    graph: TimeGraph
    names: Mapping[str, str]
    gold_links: tuple[JudgedLink, ...]
    own_links: tuple[JudgedLink, ...]


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """A gold document and what the systems make of its text."""

    name: str
    gold: Document
    graph: TimeGraph
    systems: tuple[JudgedSystem, ...]


def judged_documents(
    gold: Gold,
    systems: Mapping[str, Collection],
    *,
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
) -> Iterator[JudgedDocument]:
    """Every document of ``gold`` with every link of the ``systems``, one by one; the choices are
    those of :func:`timegraph.scoring.awareness_task`."""
    for name in gold.documents:
        document = gold.documents[name]
        own_align_by = None if name in gold.failed else align_by
        judged = []
        for system, collection in systems.items():
            source = Source.matching(collection, name)
            pair = read_pair(name, document, source, own_align_by, interpretation)
            judged.append(judge(pair, system, method=method, interpretation=interpretation))
        yield JudgedDocument(name, document, build(document, interpretation), tuple(judged))


def judge(
    pair: Pair,
    name: str = "",
    *,
    method: Method = "default",
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
) -> JudgedSystem:
    """The counted links of both sides of one pair; ``name`` is the system's."""
    names = names_in_gold(pair)
    system_names = {yours: mine for mine, yours in names.items()}
    sides = Side(pair.gold, interpretation), Side(pair.system, interpretation, names=names)
    gold = _Judge("gold", pair.gold, sides[0], {}, interpretation)
    system = _Judge("the system", pair.system, sides[1], system_names, interpretation)
    return JudgedSystem(
        name,
        pair.status,
        pair.system,
        system.graph,
        system_names,
        tuple(system.judge(gold, method)),
        tuple(gold.judge(system, method)),
    )


class _Judge:
    """One side, and what it says of the other's links. ``own`` has its names of entities where
    they are not gold's."""

    def __init__(
        self,
        who: str,
        document: Document,
        side: Side,
        own: Mapping[str, str],
        interpretation: Interpretation,
    ) -> None:
        self._who, self.side, self._own = who, side, own
        self.graph = build(document, interpretation)
        self._linked = linked_entities(self.graph)
        self.describer = Describer(document)

    def judge(self, other: _Judge, method: Method) -> Iterator[JudgedLink]:
        """The links that are counted for the ``other`` side, as this side judges them."""
        counted = other.side.counted(method)
        for statement, matched in zip(counted, matching(counted, self.side), strict=True):
            yield self._judged(statement, other, matched=matched)

    def name_of(self, entity: str) -> str:
        """This side's name of an entity."""
        return self._own.get(entity, entity)

    def cited(self, statement: Statement) -> tuple[CitedLink, tuple[Sentence, ...]]:
        """A link of this side, or its inverse, in its words."""
        tlinks = self.side.tlinks
        tlink = tlinks.get(statement) or tlinks[inverse(statement)]
        a, _, b = statement
        sentences = self.describer.sentences([self.name_of(a), self.name_of(b)])
        return self.describer.link(tlink), sentences

    def _judged(self, statement: Statement, other: _Judge, *, matched: bool) -> JudgedLink:
        link, sentences = other.cited(statement)
        a, relation, b = statement
        stated, words = AllenSet(relation), other.describer
        of: dict[str, Hashable | None] = {
            other.name_of(entity): name if (name := self.name_of(entity)) in self.graph else None
            for entity in (a, b)
        }
        if None in of.values():
            absent = None if matched else not_linked(of, words, self._linked, self._who)
            judgement: Judgement = "entailed" if matched else "open"
            return JudgedLink(statement, link, sentences, judgement, (), *_reasons(absent))
        first, second = self.name_of(a), self.name_of(b)
        possible = self.graph.relations(first, second)
        if matched and not possible <= stated:
            reason = f"{self._who} has the link itself, which contradicts its other links"
            return JudgedLink(statement, link, sentences, "entailed", (), reason)
        if matched or not possible & stated:
            proof = explain(self.graph, first, stated, second)
            why = tuple(map(self.describer.link, proof.links))
            judgement = "entailed" if matched else "contradicted"
            reason = "" if why or matched else "an entity is simultaneous with itself"
            brief = "" if matched else _instead(possible)
            return JudgedLink(statement, link, sentences, judgement, why, reason, brief)
        absent = not_linked(of, words, self._linked, self._who)
        absent = absent or left_open(self.graph, first, second)
        return JudgedLink(statement, link, sentences, "open", (), *_reasons(absent))


def _reasons(unknown: Unknown | None) -> tuple[str, str]:
    """Why a link is left open, in words and in two words."""
    return ("", "") if unknown is None else (str(unknown), unknown.reason)


def _instead(possible: AllenSet) -> str:
    """What a side says of a pair, if that is one relation."""
    if len(possible) != 1:
        return "contradicts"
    (relation,) = possible
    return f"says {label_for(relation).value}"
