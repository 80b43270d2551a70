"""Groups of pairs of entities: by what the two are, and by how far apart they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from timegraph.qa.places import (
    CREATION_TIME,
    NO_PLACE,
    UNITS,
    Places,
    Unit,
    bin_names,
    bin_number,
    distance_fields,
)
from timeml import Document, Event

__all__ = ["PAIR_KINDS", "PairGroups", "PairKind", "group_fields", "group_order"]

PairKind = Literal["event-event", "event-timex", "timex-timex", "creation-time"]
PAIR_KINDS: tuple[PairKind, ...] = get_args(PairKind)
"""What two entities are: two events, an event and a timex of the text, two such timexes, or one of
these and the creation time."""


class PairGroups:
    """The groups of pairs of entities of one document; ``unit`` is that of distances."""

    def __init__(self, document: Document, unit: Unit = "sentences") -> None:
        self._places = Places(document)
        self._unit = unit
        self._bins = bin_names(unit)

    def kind(self, a: str, b: str) -> PairKind:
        """What two entities are."""
        if self._places.is_creation_time(a) or self._places.is_creation_time(b):
            return "creation-time"
        document = self._places.document
        events = sum(isinstance(document.entity(id), Event) for id in (a, b))
        return PAIR_KINDS[2 - events]

    def of(self, by: str, a: str, b: str) -> str:
        """The group of a pair by ``kind``, ``distance`` or ``document``."""
        if by == "document":
            return self._places.document.name or "(no name)"
        if by == "kind":
            return self.kind(a, b)
        if self.kind(a, b) == "creation-time":
            return CREATION_TIME
        apart = self._places.apart(a, b, self._unit)
        return NO_PLACE if apart is None else self._bins[bin_number(apart, self._unit)]


def group_order(by: str, names: Sequence[str]) -> list[str]:
    """The names of groups in the order in which tables have them."""
    bins = dict.fromkeys(name for unit in UNITS for name in bin_names(unit))
    order = {"kind": PAIR_KINDS, "distance": (*bins, CREATION_TIME)}.get(by, ())
    places = {name: place for place, name in enumerate(order)}
    return sorted(names, key=lambda name: (places.get(name, len(places)), name))


def group_fields(by: Sequence[str], unit: Unit = "sentences") -> dict[str, str]:
    """What the kinds of groups ``by`` add to a signature."""
    return distance_fields(unit) if "distance" in by else {}
