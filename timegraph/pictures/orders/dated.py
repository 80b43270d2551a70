"""The dated axis: columns between instants, in which what is certain besides dates shows as well.

The instants of the calendar cut the axis into gaps. An entity reaches from the gap in which it
starts at the earliest to that in which it ends at the latest. Within a gap, those that end or start
there stand in ranks (:func:`~timegraph.pictures.orders.bands.widest_band`), so that "the storm
before the rescue, both on Monday" is seen too. Then whatever is wholly left of something is before
it: an instant lies between them, or the ranks of one gap say so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from timegraph.allen import Allen, AllenSet
from timegraph.pictures.orders.bands import members_of, widest_band
from timegraph.pictures.orders.windows import Window
from timeml.timex_value import Instant

__all__ = ["Dated", "Extent", "dated_of"]

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
