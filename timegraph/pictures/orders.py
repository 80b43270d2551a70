"""What position may claim: bands, the dated axis, and the arrows for the rest."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from timegraph.allen import Allen, AllenSet
from timegraph.documents.conventions import CalendarPoint
from timegraph.links import EPOCH, Endpoint, ends_of
from timeml.timex_value import Instant

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph


# Partial orders as pictures: sets of entities that one axis can show, without a false claim.
#
# "a is drawn wholly left of b iff a is entailed to be before b" can hold for all of a set iff its
# order is an *interval order*: it has no two pairs of which each is ordered and nothing is known
# across ("2 + 2"; Fishburn 1970). Equivalently, the sets of predecessors are nested. The
# canonical representation (Greenough 1976) then numbers the different sets of predecessors: an
# entity begins at the number of its own set, and ends just before the first of its successors
# begins.


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


# Arrows: the orders that position does not show.
#
# An order a before b is drawn as an arrow if nothing lies between the two (it is an edge of the
# transitive reduction of the order) and position does not show it. Then whatever is certainly
# before is so by position, or along arrows, or by a chain of both.


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


# Where the calendar puts entities: a window in which each lies, and a core that it surely fills.
#
# Two windows that do not touch are an entailed order: one of the instants between them is
# entailed to be after the one entity and before the other.


@dataclass(frozen=True, slots=True)
class Window:
    """Bounds of an entity, in seconds of the document's clock; ``None`` if it has none.

    It starts at ``earliest_start`` or later and ends at ``latest_end`` or earlier. If both of
    ``latest_start`` and ``earliest_end`` are known and in this order, it surely fills what lies
    between them. ``start_rank`` and ``end_rank`` are the places of ``earliest_start`` and
    ``latest_end`` among the points of the calendar, several of which may stand at one instant.
    """

    earliest_start: Instant | None
    latest_start: Instant | None
    earliest_end: Instant | None
    latest_end: Instant | None
    start_rank: int = 0
    end_rank: int = 0

    @property
    def core(self) -> tuple[Instant, Instant] | None:
        """What the entity surely fills."""
        if self.latest_start is None or self.earliest_end is None:
            return None
        if self.latest_start >= self.earliest_end:
            return None
        return self.latest_start, self.earliest_end


def windows_of(graph: TimeGraph) -> dict[Hashable, Window]:
    """The window of each entity that the calendar, or the dates that were stated of it, bound on
    some side, in insertion order."""
    points = sorted(
        point for point in graph.instants if isinstance(point, CalendarPoint) and not point.clock
    )
    if not points:
        return _measured(graph) if EPOCH[0] in graph.instants else {}
    windows = {}
    for entity in graph.entities:
        start, end = ends_of(entity)
        first, last = _last_before(graph, points, start), _first_after(graph, points, end)
        if first is None and last is None:
            continue
        windows[entity] = Window(
            _instant(points, first),
            _instant(points, _first_after(graph, points, start)),
            _instant(points, _last_before(graph, points, end)),
            _instant(points, last),
            first or 0,
            last or 0,
        )
    return windows


def _measured(graph: TimeGraph) -> dict[Hashable, Window]:
    windows = {}
    for entity in graph.entities:
        start, end = (graph.distance(EPOCH, point) for point in ends_of(entity))
        if start.lower is not None or end.upper is not None:
            windows[entity] = Window(start.lower, start.upper, end.lower, end.upper)
    return windows


def _instant(points: Sequence[CalendarPoint], number: int | None) -> Instant | None:
    return None if number is None else points[number].instant


def _last_before(
    graph: TimeGraph, points: Sequence[CalendarPoint], endpoint: Endpoint
) -> int | None:
    # The points follow each other, so that those before the endpoint come first.
    number = bisect_left(
        points, True, key=lambda p: graph.label((p, "at"), endpoint) not in ("<", "<=", "=")
    )
    return number - 1 if number else None


def _first_after(
    graph: TimeGraph, points: Sequence[CalendarPoint], endpoint: Endpoint
) -> int | None:
    number = bisect_left(
        points, True, key=lambda p: graph.label(endpoint, (p, "at")) in ("<", "<=", "=")
    )
    return number if number < len(points) else None


# The dated axis: columns between instants, in which what is certain besides dates shows as well.
#
# The instants of the calendar cut the axis into gaps. An entity reaches from the gap in which it
# starts at the earliest to that in which it ends at the latest. Within a gap, those that end or
# start there stand in ranks (:func:`~timegraph.pictures.orders.bands.widest_band`), so that "the
# storm before the rescue, both on Monday" is seen too. Then whatever is wholly left of something
# is before it: an instant lies between them, or the ranks of one gap say so.


_WITHIN = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])
_EQUAL = AllenSet([Allen.EQUAL])


@dataclass(frozen=True, slots=True)
class Extent:
    """Where an entity is drawn: from column ``left`` to column ``right``, both included, open on
    the sides that are named, and the columns of its ``core``, if that can be drawn without saying
    more than is certain."""

    left: int
    right: int
    open_left: bool = False
    open_right: bool = False
    core: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Dated:
    """The instants, in order, each with the column that begins there; how many columns there are;
    and the extents of entities by their numbers. Of two entities the one is certainly before the
    other, or right before it, if its ``right`` is less than the other's ``left``."""

    instants: tuple[tuple[Instant, int], ...]
    columns: int
    extents: Mapping[int, Extent]


def dated_of(
    windows: Mapping[int, Window],
    before: Sequence[int],
    after: Sequence[int],
    masks: Mapping[tuple[int, int], int],
) -> Dated | None:
    """The dated axis of entities that have windows, ``None`` if none has.

    ``before[b]`` has bit a set iff a is before b or meets it, ``after`` the same the other way.
    """
    if not windows:
        return None
    # The gaps in which an entity starts at the earliest and ends at the latest.
    instants, first, last = _cut(windows)
    starts: list[dict[int, int]] = []  # by gap, the rank in which entities start there
    ends: list[dict[int, int]] = []
    offsets = [0]
    for gap in range(len(instants) + 1):
        ranks, left, right = _ranked(gap, first, last, before, after)
        starts.append(left)
        ends.append(right)
        offsets.append(offsets[-1] + ranks)
    cores = _cores(windows, masks)
    extents = {
        k: Extent(
            offsets[first[k]] + starts[first[k]].get(k, 0),
            offsets[last[k]] + ends[last[k]].get(k, offsets[last[k] + 1] - offsets[last[k]] - 1),
            window.earliest_start is None,
            window.latest_end is None,
            _columns(cores.get(k), instants, offsets),
        )
        for k, window in windows.items()
    }
    return Dated(tuple(zip(instants, offsets[1:], strict=False)), offsets[-1], extents)


def _cut(windows: Mapping[int, Window]) -> tuple[list[Instant], dict[int, int], dict[int, int]]:
    """The instants between gaps, and the gaps in which entities start and end.

    One instant is several cuts where an entity ends at a later point of the calendar than that at
    which another one starts, although both stand at this instant.
    """
    uses: list[tuple[Instant, float, int, int]] = []
    for k, window in windows.items():
        if window.latest_end is not None:
            uses.append((window.latest_end, window.end_rank, _END, k))
        if window.earliest_start is not None:
            uses.append((window.earliest_start, window.start_rank, _START, k))
        uses += [(instant, inf, _CORE, k) for instant in window.core or ()]
    instants: list[Instant] = []
    first, last = dict.fromkeys(windows, 0), {}
    started = False
    for instant, _, kind, k in sorted(uses):
        if not instants or instants[-1] != instant or (kind == _END and started):
            instants.append(instant)
            started = False
        if kind == _END:
            last[k] = len(instants) - 1
        elif kind == _START:
            first[k], started = len(instants), True
    return instants, first, {k: last.get(k, len(instants)) for k in windows}


_END, _START, _CORE = range(3)


def _ranked(
    gap: int,
    first: Mapping[int, int],
    last: Mapping[int, int],
    before: Sequence[int],
    after: Sequence[int],
) -> tuple[int, dict[int, int], dict[int, int]]:
    """How many ranks a gap has, in which entities start there, and in which they end."""
    starting = sum(1 << k for k, start in first.items() if start == gap)
    ending = sum(1 << k for k, end in last.items() if end == gap)
    # Orders that the gap can show: of one that ends here before one that starts here.
    before_here = {k: before[k] & ending for k in members_of(starting) if before[k] & ending}
    named = 0
    for k, others in before_here.items():
        named |= others | 1 << k
    if not named:
        return 1, {}, {}
    number = {k: n for n, k in enumerate(members_of(named))}
    # Numbered again, for bits of few entities are small.
    earlier = [_renumbered(before_here.get(k, 0), number) for k in number]
    later = [_renumbered(after[k] & starting if ending >> k & 1 else 0, number) for k in number]
    band = widest_band(earlier, later, range(len(number)))
    entities = list(number)
    left = {entities[n]: rank for n, rank in zip(band.members, band.left, strict=True)}
    right = {entities[n]: rank for n, rank in zip(band.members, band.right, strict=True)}
    return (
        max(1, band.ranks),
        {k: rank for k, rank in left.items() if starting >> k & 1},
        {k: rank for k, rank in right.items() if ending >> k & 1},
    )


def _renumbered(bits: int, number: Mapping[int, int]) -> int:
    return sum(1 << number[k] for k in members_of(bits) if k in number)


def _cores(
    windows: Mapping[int, Window], masks: Mapping[tuple[int, int], int]
) -> dict[int, tuple[Instant, Instant]]:
    """The cores that can be drawn together: of two that would be nested or equal, the relation is
    entailed. The smaller ones come first."""
    candidates = {k: window.core for k, window in windows.items() if window.core is not None}
    cores: dict[int, tuple[Instant, Instant]] = {}
    for k in sorted(candidates, key=lambda k: (candidates[k][1] - candidates[k][0], k)):
        core = candidates[k]
        if all(_true(core, other, _mask(masks, k, j)) for j, other in cores.items()):
            cores[k] = core
    return cores


def _true(
    core: tuple[Instant, Instant], other: tuple[Instant, Instant], relations: AllenSet
) -> bool:
    """Whether drawing the two cores claims only ``relations``."""
    if core == other:
        return relations <= _EQUAL
    if other[0] <= core[0] and core[1] <= other[1]:
        return relations <= _WITHIN
    if core[0] <= other[0] and other[1] <= core[1]:
        return relations.converse <= _WITHIN
    return True


def _mask(masks: Mapping[tuple[int, int], int], i: int, j: int) -> AllenSet:
    if i < j:
        mask = masks.get((i, j))
        return AllenSet.all() if mask is None else AllenSet.from_mask(mask)
    return _mask(masks, j, i).converse


def _columns(
    core: tuple[Instant, Instant] | None, instants: Sequence[Instant], offsets: Sequence[int]
) -> tuple[int, int] | None:
    if core is None:
        return None
    return offsets[bisect_right(instants, core[0])], offsets[bisect_left(instants, core[1]) + 1] - 1
