"""How far apart in the text, in sentences, two entities stand, in words for tables."""

from __future__ import annotations

from typing import Literal, get_args

from timegraph.qa import places
from timegraph.qa.places import bin_number
from timeml import Event

__all__ = ["BINS", "KINDS", "Bin", "Kinds", "Places"]

Bin = Literal["same sentence", "next sentence", "2 to 4 sentences", "5 or more", "creation time"]
BINS: tuple[Bin, ...] = get_args(Bin)
"""Distances in sentences; the creation time stands in none."""

Kinds = Literal["event and event", "event and timex", "timex and timex"]
KINDS: tuple[Kinds, ...] = get_args(Kinds)


class Places(places.Places):
    """Where the entities of a document stand, and of what kind they are."""

    def bin(self, a: str, b: str) -> Bin:
        """The bin of the distance between two entities, in sentences."""
        distance = self.apart(a, b, "sentences")
        return "creation time" if distance is None else BINS[bin_number(distance, "sentences")]

    def kinds(self, a: str, b: str) -> Kinds:
        """What the two entities are."""
        events = sum(isinstance(self.document.entity(entity), Event) for entity in (a, b))
        return KINDS[2 - events]
