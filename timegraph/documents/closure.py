"""What the links of a document entail: its closure or a reduction, as relations of entities.

There is at most one relation for a pair of entities. An inferred one leads from the earlier or
outer entity to the later or inner one (BEFORE, INCLUDES ...); TLINKs of the document stay as they
are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from timegraph.allen import Allen, AllenSet
from timegraph.documents.build import label_for
from timegraph.documents.calendar_links import Convention
from timegraph.links import Link, PointLink
from timegraph.points import EQ, LE, LT, NONE, forward, mask_of_labels
from timegraph.reduction import EntailedPairs, count_entailed, entailed, reduced
from timeml import Event, RelType, TLink

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document

__all__ = [
    "Relation",
    "count_relations",
    "differing_pairs",
    "relations_of",
    "tlinks_of",
    "with_links",
]

_FORWARD = (
    *(Allen.BEFORE, Allen.MEETS, Allen.OVERLAPS),
    *(Allen.STARTED_BY, Allen.CONTAINS, Allen.FINISHED_BY, Allen.EQUAL),
)


@dataclass(frozen=True, slots=True)
class Relation:
    """``a relations b``; ``link`` is the document's TLINK for it, ``None`` if inferred.

    ``scheme`` is the label scheme of the link; if it is not TimeML's, the link's own label is no
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

    The relations come one by one, so that a closure need not fit into memory;
    :func:`count_relations` says how many there will be. Links of the document come first, in file
    order, then inferred relations, in text order of the pairs. ``given`` is that of
    :func:`timegraph.reduction.reduced`; conventions of the calendar, which hold unless something
    contradicts them, are always given. ``scheme`` is the label scheme of the document's TLINKs.
    ``pairs`` are those of the graph where they are known already.
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
            yield _oriented(str(a), relations, str(b))


def count_relations(graph: TimeGraph) -> int:
    """How many relations :func:`relations_of` gives without ``reduce``, without making them."""
    return count_entailed(graph)


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


def _oriented(a: str, relations: AllenSet, b: str) -> Relation:
    if len(relations) == 1 and next(iter(relations)) not in _FORWARD:
        return Relation(b, relations.converse, a)
    return Relation(a, relations, b)


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
    taken = {link.lid for link in document.tlinks}
    taken.update(link.lid for link in document.slinks)
    taken.update(link.lid for link in document.alinks)
    fresh = (lid for number in count(1) if (lid := f"l{number}") not in taken)
    for relation in relations:
        label = relation.label
        annotated = relation.link
        if annotated is not None and relation.scheme == "tml":
            yield annotated
        elif label is not None and label.annotated:
            yield TLink(
                next(fresh) if annotated is None else annotated.lid,
                label.value,
                relation.a,
                relation.b,
                _attribute(document, relation.a, "eventInstanceID", "timeID", "eventID"),
                _attribute(
                    document,
                    relation.b,
                    *("relatedToEventInstance", "relatedToTime", "relatedToEvent"),
                ),
                extra=(("origin", "CLOSURE"),) if annotated is None else annotated.extra,
            )


def _attribute(document: Document, entity: str, instance: str, timex: str, event: str) -> str:
    annotation = document.entity(entity)
    if not isinstance(annotation, Event):
        return timex
    return instance if annotation.instances else event


def differing_pairs(one: TimeGraph, other: TimeGraph) -> int:
    """The number of pairs of entities about which two graphs of a document differ."""
    differing = sum(other.relations(a, b) != relations for a, relations, b in entailed(one))
    return differing + sum(len(one.relations(a, b)) == 13 for a, _, b in entailed(other))
