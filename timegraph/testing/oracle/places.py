"""Distances between entities, counted one character and one annotation at a time."""

from __future__ import annotations

from timegraph.testing.oracle.alignment import tokens_by_definition
from timeml import Document

__all__ = ["events_between", "words_between"]


def words_between(document: Document, a: str, b: str) -> int:
    """The tokens that begin after the one entity ends and before the other begins."""
    first, second = sorted(_characters(document, entity) for entity in (a, b))
    count, position = 0, 0
    for token in tokens_by_definition(document.text):
        while document.text[position].isspace():
            position += 1
        count += first[-1] < position < second[0]
        position += len(token)
    return count


def events_between(document: Document, a: str, b: str) -> int:
    """The EVENTs that begin later than the one entity and earlier than the other."""
    low, high = sorted(_characters(document, entity)[0] for entity in (a, b))
    return sum(event.start is not None and low < event.start < high for event in document.events)


def _characters(document: Document, entity: str) -> list[int]:
    annotation = document.entity(entity)
    assert annotation.start is not None
    assert annotation.end is not None
    return list(range(annotation.start, annotation.end))
