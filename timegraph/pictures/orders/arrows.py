"""Arrows: the orders that position does not show.

An order a before b is drawn as an arrow if nothing lies between the two (it is an edge of the
transitive reduction of the order) and position does not show it. Then whatever is certainly before
is so by position, or along arrows, or by a chain of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from timegraph.pictures.orders.bands import members_of

__all__ = ["Place", "arrows_of"]


class Place(NamedTuple):
    """Where an entity stands: in which part of the picture, from which rank to which."""

    part: int
    left: int
    right: int


def arrows_of(before: Sequence[int], places: Mapping[int, Place]) -> list[tuple[int, int]]:
    """The arrows ``(a, b)``, a before b, by b.

    ``before[b]`` has bit a set iff a is before b, as in
    :func:`~timegraph.pictures.orders.bands.bands_of`.
    """
    arrows: list[tuple[int, int]] = []
    sizes = [earlier.bit_count() for earlier in before]
    for b, rest in enumerate(before):
        for a in sorted(members_of(rest), key=lambda member: -sizes[member]):
            if rest >> a & 1:
                # All that has more before it was asked already, so that nothing lies between.
                rest &= ~(before[a] | 1 << a)
                if not _shown(places.get(a), places.get(b)):
                    arrows.append((a, b))
            if not rest:
                break
    return arrows


def _shown(place: Place | None, other: Place | None) -> bool:
    """Whether position shows the one wholly left of the other."""
    if place is None or other is None:
        return False
    return place.part == other.part and place.right < other.left
