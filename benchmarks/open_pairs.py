"""How many pairs an annotator need not be asked for: ``python benchmarks/open_pairs.py``.

NarrativeTime (Rogers et al. 2024) has two annotators who related every pair of 14 documents. Each
is asked again, in the order of ``timegraph.checking.next_pairs``, and answers as in the corpus.
A pair that the answers so far determine is not asked.

1. How many of the pairs are asked in all, beside what other orders take.
2. How many are asked until 90 and 95 % of the pairs that can be settled are, nearest first.

Needs the evaluation data (``TIMEGRAPH_DATA``). It takes half a minute; ``--quick`` reads four
documents only.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # the code of this clone, installed or not

from folders import DATA  # noqa: E402

from timegraph import Allen, AllenSet, TimeGraph  # noqa: E402
from timegraph.checking import next_pairs  # noqa: E402
from timeml import read  # noqa: E402

__all__ = ["Annotated", "asked", "read_annotated"]

Pair = tuple[str, str]
ANNOTATORS = ("tml_a1", "tml_a2")

# What each label says; VAGUE says nothing. OVERLAP is any intersection (NarrativeTime, section 4).
LABELS: dict[str, AllenSet] = {
    "BEFORE": AllenSet(Allen.BEFORE),
    "AFTER": AllenSet(Allen.AFTER),
    "INCLUDES": AllenSet(Allen.CONTAINS),
    "IS_INCLUDED": AllenSet(Allen.DURING),
    "SIMULTANEOUS": AllenSet(Allen.EQUAL),
    "OVERLAP": AllenSet.all() - AllenSet([Allen.BEFORE, Allen.MEETS, Allen.MET_BY, Allen.AFTER]),
    "VAGUE": AllenSet.all(),
}


@dataclass(frozen=True)
class Annotated:
    """The entities of a document in text order, and what an annotator says of each pair."""

    entities: tuple[str, ...]
    labels: Mapping[Pair, str]


def read_annotated(file: Path) -> Annotated:
    document = read(file)
    places: dict[str, int] = {}
    for link in document.tlinks:
        for end in (link.source, link.target):
            entity = document.resolve(end)
            span = None if entity is None else document.entity(entity)
            places[end] = -1 if span is None or span.start is None else span.start
    order = sorted(places, key=lambda end: places[end])
    rank = {end: number for number, end in enumerate(order)}
    labels = {
        (link.source, link.target): link.rel_type
        for link in document.tlinks
        if rank[link.source] < rank[link.target]
    }
    return Annotated(tuple(order), labels)


def graph_of(annotated: Annotated) -> TimeGraph:
    graph = TimeGraph(on_conflict="drop-link")
    for entity in annotated.entities:
        graph.add_entity(entity)
    return graph


def asked(annotated: Annotated, order: Iterable[Pair], until: float = 1.0) -> tuple[int, int]:
    """How many pairs are asked in this order until the share ``until`` of those that end up
    settled are, and how many those are. Settled pairs are not asked."""
    final = graph_of(annotated)
    questions: list[tuple[Pair, str]] = []
    for pair in order:
        if len(final.relations(*pair)) > 1:
            label = annotated.labels[pair]
            questions.append((pair, label))
            if label != "VAGUE":
                final.add(pair[0], LABELS[label], pair[1])
    goal = settled(final, annotated)
    if until == 1.0:
        return len(questions), goal
    low, high = 0, len(questions)
    while low < high:  # what is settled grows with the questions
        middle = (low + high) // 2
        graph = graph_of(annotated)
        for (a, b), label in questions[:middle]:
            if label != "VAGUE":
                graph.add(a, LABELS[label], b)
        if settled(graph, annotated) >= until * goal:
            high = middle
        else:
            low = middle + 1
    return low, goal


def settled(graph: TimeGraph, annotated: Annotated) -> int:
    return sum(len(graph.relations(*pair)) == 1 for pair in annotated.labels)


def by_next_pairs(annotated: Annotated) -> list[Pair]:
    """All pairs of the annotator in the order of ``next_pairs`` on an empty graph."""
    empty = graph_of(annotated)
    pairs = next_pairs(empty, len(annotated.entities) ** 2)
    return [pair for found in pairs if (pair := (str(found.a), str(found.b))) in annotated.labels]


def main() -> None:
    folder = DATA / "tlink" / "narrativetime"
    if not folder.is_dir():
        sys.exit(f"needs the evaluation data; there is no {folder}")
    quick = "--quick" in sys.argv[1:]
    names = sorted(file.name for file in (folder / ANNOTATORS[0]).glob("*.tml"))[
        : 4 if quick else None
    ]
    read_all = {who: [read_annotated(folder / who / name) for name in names] for who in ANNOTATORS}
    for who, documents in read_all.items():
        pairs = sum(len(document.labels) for document in documents)
        print(f"{who}: {len(documents)} documents, {pairs} pairs")
        rng = random.Random(1)
        orders = {
            "nearest first": [by_next_pairs(document) for document in documents],
            "text order": [sorted(document.labels, key=_ranks(document)) for document in documents],
            "at random": [
                rng.sample(sorted(document.labels), len(document.labels)) for document in documents
            ],
        }
        for name, order in orders.items():
            count = sum(
                asked(document, own)[0] for document, own in zip(documents, order, strict=True)
            )
            print(f"  {name:14} asks {count:6}, saves {1 - count / pairs:.1%}")
        for until in (0.9, 0.95):
            count = sum(
                asked(document, by_next_pairs(document), until)[0] for document in documents
            )
            print(f"  until {until:.0%} of what can be settled is: asks {count:6}")


def _ranks(annotated: Annotated):  # type: ignore[no-untyped-def]
    rank = {entity: number for number, entity in enumerate(annotated.entities)}
    return lambda pair: (rank[pair[0]], rank[pair[1]])


if __name__ == "__main__":
    main()
