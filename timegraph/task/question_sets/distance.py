"""How far apart in the text, in sentences, two entities stand."""

from __future__ import annotations

from typing import Literal, get_args

from timegraph.findings.sentences import Sentences
from timeml import Document, Event

__all__ = ["BINS", "KINDS", "Bin", "Kinds", "Places"]

Bin = Literal["same sentence", "next sentence", "2 to 4 sentences", "5 or more", "creation time"]
BINS: tuple[Bin, ...] = get_args(Bin)
"""Distances in sentences; the creation time stands in none."""

Kinds = Literal["event and event", "event and timex", "timex and timex"]
KINDS: tuple[Kinds, ...] = get_args(Kinds)


class Places:
    """Where the entities of a document stand."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._sentences = Sentences(document.text)

    def sentence(self, entity: str) -> int | None:
        """The number of the sentence that an entity stands in; ``None`` for the creation time and
        for what stands outside the text."""
        annotation = self._document.entity(entity)
        if annotation is self._document.dct or annotation.start is None:
            return None
        return self._sentences.number(annotation.start)

    def apart(self, a: str, b: str) -> Bin:
        """The bin of the distance between two entities."""
        first, second = self.sentence(a), self.sentence(b)
        if first is None or second is None:
            return "creation time"
        distance = abs(first - second)
        return (
            BINS[distance] if distance < 2 else "2 to 4 sentences" if distance < 5 else "5 or more"
        )

    def kinds(self, a: str, b: str) -> Kinds:
        """What the two entities are."""
        events = sum(isinstance(self._document.entity(entity), Event) for entity in (a, b))
        return KINDS[2 - events]
