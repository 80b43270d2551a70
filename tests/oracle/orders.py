"""Reductions of an order, and distances between entities, by definition."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import inf

from tests.oracle.alignment import tokens_by_definition
from timeml import Document

# The transitive reduction of an order, and the lengths of ways between points, by definition.


def covers(
    order: set[tuple[Hashable, Hashable]],
) -> set[tuple[Hashable, Hashable]]:
    """The pairs of a transitive order between which nothing lies."""
    members = {member for pair in order for member in pair}
    return {
        (a, b) for a, b in order if not any((a, c) in order and (c, b) in order for c in members)
    }


def link_steps(
    points: Iterable[Hashable], lengths: Mapping[tuple[Hashable, Hashable], int]
) -> dict[tuple[Hashable, Hashable], float]:
    """The length of a shortest way between any two points (Floyd 1962); infinite without one.

    ``lengths`` are those of single steps: 1 for a link, 0 from a start to its end.
    """
    everyone = tuple(points)
    way = {(x, y): 0 if x == y else lengths.get((x, y), inf) for x in everyone for y in everyone}
    for y in everyone:
        for x in everyone:
            for z in everyone:
                way[x, z] = min(way[x, z], way[x, y] + way[y, z])
    return way


# Distances between entities, counted one character and one annotation at a time.


def words_between(document: Document, a: str, b: str) -> int:
    """The tokens that begin after the one entity ends and before the other begins."""
    first, second = sorted(_place_characters(document, entity) for entity in (a, b))
    count, position = 0, 0
    for token in tokens_by_definition(document.text):
        while document.text[position].isspace():
            position += 1
        count += first[-1] < position < second[0]
        position += len(token)
    return count


def events_between(document: Document, a: str, b: str) -> int:
    """The EVENTs that begin later than the one entity and earlier than the other."""
    low, high = sorted(_place_characters(document, entity)[0] for entity in (a, b))
    return sum(event.start is not None and low < event.start < high for event in document.events)


def _place_characters(document: Document, entity: str) -> list[int]:
    annotation = document.entity(entity)
    assert annotation.start is not None
    assert annotation.end is not None
    return list(range(annotation.start, annotation.end))
