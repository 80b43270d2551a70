"""Partial orders as pictures: sets of entities that one axis can show, without a false claim.

"a is drawn wholly left of b iff a is entailed to be before b" can hold for all of a set iff its
order is an *interval order*: it has no two pairs of which each is ordered and nothing is known
across ("2 + 2"; Fishburn 1970). Equivalently, the sets of predecessors are nested. The canonical
representation (Greenough 1976) then numbers the different sets of predecessors: an entity begins at
the number of its own set, and ends just before the first of its successors begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Band", "bands_of"]


@dataclass(frozen=True, slots=True)
class Band:
    """Entities by number, each from rank ``left`` to rank ``right``, both included, of ``ranks``
    in all; of two, one is before the other iff its ``right`` is less than the other's ``left``."""

    members: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    ranks: int


def bands_of(before: Sequence[int], members: Iterable[int]) -> list[Band]:
    """The ``members`` in bands, few and large ones first.

    ``before[b]`` has bit a set iff a is before b; the relation must be transitive and
    irreflexive. Entities are taken by the number of those before them, then in the given order,
    and each goes into the first band that it fits.
    """
    sets: list[_OrderedSet] = []
    order = sorted(members, key=lambda member: before[member].bit_count())
    for member in order:
        if not any(one.take(member, before) for one in sets):
            one = _OrderedSet()
            one.take(member, before)
            sets.append(one)
    found = [_represented(one.members, before) for one in sets]
    return sorted(found, key=lambda band: -len(band.members))


class _OrderedSet:
    """A growing set whose order is an interval order."""

    __slots__ = ("bits", "members", "nested")

    def __init__(self) -> None:
        self.members: list[int] = []
        self.bits = 0
        self.nested: list[int] = []
        """The different sets of predecessors within the set, each within the next."""

    def take(self, member: int, before: Sequence[int]) -> bool:
        """Take the member in if the order stays an interval order. Returns whether it does.

        No entity in the set has the member before it, since members come by the number of those
        before them; so only the member's own predecessors have to fit.
        """
        own = before[member] & self.bits
        place = len(self.nested)
        while place and self.nested[place - 1].bit_count() > own.bit_count():
            place -= 1
        if place and self.nested[place - 1] & ~own:
            return False
        if place < len(self.nested) and own & ~self.nested[place]:
            return False
        if not place or self.nested[place - 1] != own:
            self.nested.insert(place, own)
        self.members.append(member)
        self.bits |= 1 << member
        return True


def _represented(members: Sequence[int], before: Sequence[int]) -> Band:
    bits = sum(1 << member for member in members)
    own = {member: before[member] & bits for member in members}
    nested = sorted(set(own.values()), key=int.bit_count)
    number = {predecessors: rank for rank, predecessors in enumerate(nested)}
    left = {member: number[own[member]] for member in members}
    right = {}
    for member in members:
        bit = 1 << member
        # The sets are nested, so the first that holds the member belongs to its first successor.
        first = next((rank for rank, one in enumerate(nested) if one & bit), len(nested))
        right[member] = first - 1
    return Band(
        tuple(members),
        tuple(left[member] for member in members),
        tuple(right[member] for member in members),
        len(nested),
    )
