"""Partial orders as pictures: sets of entities that one axis can show, without a false claim.

"a is drawn wholly left of b iff a is entailed to be before b" can hold for all of a set iff its
order is an *interval order*: it has no two pairs of which each is ordered and nothing is known
across ("2 + 2"; Fishburn 1970). Equivalently, the sets of predecessors are nested. The canonical
representation (Greenough 1976) then numbers the different sets of predecessors: an entity begins at
the number of its own set, and ends just before the first of its successors begins.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Band", "bands_of", "members_of", "widest_band"]


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
        # Nothing that was taken has the member before it, since members come by the number of
        # those before them.
        if not any(ordered.take(member, before[member], 0) for ordered in sets):
            sets.append(_OrderedSet())
            sets[-1].take(member, before[member], 0)
    return sorted((ordered.represented() for ordered in sets), key=lambda band: -len(band.members))


def widest_band(before: Sequence[int], after: Sequence[int], members: Iterable[int]) -> Band:
    """One band of as many of the ``members`` as fit, those first that are in most orders;
    ``after[a]`` has bit b set iff ``before[b]`` has bit a."""
    ordered = _OrderedSet()
    for member in sorted(members, key=lambda k: -(before[k].bit_count() + after[k].bit_count())):
        ordered.take(member, before[member], after[member])
    return ordered.represented()


def members_of(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, the smallest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class _OrderedSet:
    """A growing set whose order is an interval order."""

    __slots__ = ("bits", "groups", "members")

    def __init__(self) -> None:
        self.members: list[int] = []
        self.bits = 0
        self.groups: list[tuple[int, int]] = []
        """The different sets of predecessors within the set, each within the next, each with the
        members that have it."""

    def take(self, member: int, before: int, after: int) -> bool:
        """Take the member in if the order stays an interval order. Returns whether it does."""
        earlier, later = before & self.bits, after & self.bits
        place = self._place(earlier)
        if place is None:
            return False
        # Those after the member have one more predecessor; the sets stay nested only if all the
        # largest sets grow, and the next one perhaps for some of its members.
        first = len(self.groups)
        while first and later & self.groups[first - 1][1]:
            first -= 1
            later &= ~self.groups[first][1]
            if after & self.groups[first][1] != self.groups[first][1]:
                break
        if later:
            return False
        bit = 1 << member
        grown: list[tuple[int, int]] = []
        for before_group, group in self.groups[first:]:
            if stay := group & ~after:
                grown.append((before_group, stay))
            grown.append((before_group | bit, group & after))
        self.groups[first:] = grown
        if place < len(self.groups) and self.groups[place][0] == earlier:
            self.groups[place] = earlier, self.groups[place][1] | bit
        else:
            self.groups.insert(place, (earlier, bit))
        self.members.append(member)
        self.bits |= bit
        return True

    def _place(self, earlier: int) -> int | None:
        """Where a set of predecessors stands among those there are, ``None`` if it is not nested
        with them."""
        place, size = len(self.groups), earlier.bit_count()
        while place and self.groups[place - 1][0].bit_count() >= size:
            place -= 1
        if place and self.groups[place - 1][0] & ~earlier:
            return None
        if place < len(self.groups) and earlier & ~self.groups[place][0]:
            return None
        return place

    def represented(self) -> Band:
        left = {
            member: rank
            for rank, (_, group) in enumerate(self.groups)
            for member in members_of(group)
        }
        # The sets are nested, so the first that holds a member is that of its first successor.
        right = {
            member: bisect_left(self.groups, 1, key=lambda group: group[0] >> member & 1) - 1
            for member in self.members
        }
        return Band(
            tuple(self.members),
            tuple(left[member] for member in self.members),
            tuple(right[member] for member in self.members),
            len(self.groups),
        )
