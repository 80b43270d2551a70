"""Where the rows and labels of a timeline stand, in pixels: geometry without a format.

What has one extent shares a row: a thin line from the earliest start to the latest end, and below
it the labels of all of them. Labels that do not fit below their line stand next to its bar, and
rows are packed so that no label crosses anything.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.pictures.layout import Packer, Span, Timeline
from timegraph.pictures.orders import Band, Dated, Extent
from timeml.timex_value import format_instant

WIDTH = 872
"""Pixels that a picture is wide unless it needs more."""

BAR, LABEL = 6, 16
"""Pixels of the height of a row's bar, and of each line of its labels."""

_CELL = 2  # pixels of a row of the packing
_BETWEEN = 4  # pixels between two labels
_NARROWEST, _ROOMY = 14, 22  # of a column; of one with a date, if there are few
_BESIDE = 170  # how wide labels may be that do not fit below their bar
_LONG = 3  # lines of labels from which on a row finds its place first
_AROUND = 8  # what a row leaves free in its columns, and what is lost to cells
_PADDING = 6  # of a frame
_EQUALS = 12  # what "=" takes before a label
_EQUAL = AllenSet([Allen.EQUAL]).mask


@dataclass(frozen=True, slots=True)
class Label:
    """The words of an entity: where they begin, on which line below their bar, how wide."""

    entity: int
    x: float
    line: int
    width: float
    same: bool = False
    """Whether it surely is at the same time as the label before it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A bar from ``left`` to ``right`` at height ``y``, and the labels below it."""

    left: float
    right: float
    y: float
    labels: tuple[Label, ...]
    open_left: bool = False
    open_right: bool = False
    core: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """An instant of the dated axis; one at which nothing starts has no label."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the picture in which position has one meaning: the dated axis, a band, or a list
    of entities of which nothing is known. ``x`` and ``y`` say where it stands in its frame."""

    rows: tuple[Row, ...]
    width: float
    height: float
    ticks: tuple[Tick, ...] = ()
    y: float = 0.0
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The sections of entities that are connected, one below the other."""

    sections: tuple[Section, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Words:
    """The labels of a timeline: how wide each is, and in which order they are read."""

    timeline: Timeline
    width: Callable[[int], float]

    def ordered(self, entities: Iterable[int]) -> list[tuple[int, bool]]:
        """Entities that share a row, the earlier first, but those that surely are at the same time
        next to each other: whether each is at that of the one before it."""
        joined: list[tuple[int, bool]] = []
        left = sorted(entities, key=self.timeline.earlier.__getitem__)
        while left:
            first, *rest = left
            masks = self.timeline.masks
            equal = [k for k in rest if masks.get((min(first, k), max(first, k))) == _EQUAL]
            joined += [(first, False), *((k, True) for k in equal)]
            left = [k for k in rest if k not in equal]
        return joined


def sections_of(
    timeline: Timeline, widths: Callable[[int], float]
) -> tuple[Section | None, list[Frame], Section | None]:
    """The dated axis, the groups without dates, and what is in no link. ``widths`` gives the
    pixels of an entity's label."""
    words = _Words(timeline, widths)
    dated = None if timeline.dated is None else _dated(timeline.dated, words)
    frames = [_frame(island.bands, words) for island in timeline.islands]
    return dated, frames, _listed(timeline.alone, words) if timeline.alone else None


# ---- rows --------------------------------------------------------------------------------------
def _packed(
    extents: Mapping[int, Extent], edges: Sequence[float], gap: float, width: float, words: _Words
) -> tuple[list[Row], float]:
    """The rows, and their height in pixels; those whose centres are earlier come first."""
    shared: dict[Extent, list[int]] = {}
    for entity, extent in extents.items():
        shared.setdefault(extent, []).append(entity)
    packer = Packer()
    rows = []
    blocks = []
    for extent, entities in shared.items():
        bar = edges[extent.left] + gap, edges[extent.right + 1] - gap
        blocks.append((extent, bar, *_labels(extent, bar, words.ordered(entities), width, words)))
    for extent, bar, labels, box in sorted(blocks, key=_by_place):
        lines = labels[-1].line + 1
        row = packer.place(bar, BAR // _CELL, box, lines * LABEL // _CELL + 1)
        core = extent.core and (edges[extent.core[0]] + gap, edges[extent.core[1] + 1] - gap)
        sides = extent.open_left, extent.open_right
        rows.append(Row(*bar, row * _CELL, labels, *sides, core))
    return rows, packer.height * _CELL


def _by_place(block: tuple[Extent, Span, tuple[Label, ...], Span]) -> tuple[Any, ...]:
    """Long lists come first, for little has so much room; then the earlier centre."""
    _, (left, right), labels, _ = block
    return labels[-1].line < _LONG, left + right, left


def _labels(
    extent: Extent,
    bar: Span,
    entities: Sequence[tuple[int, bool]],
    width: float,
    words: _Words,
) -> tuple[tuple[Label, ...], Span]:
    """The labels of a row in lines below its bar, and from where to where they reach."""
    left, right = bar
    needs = [words.width(k) + _BETWEEN + _EQUALS * joined for k, joined in entities]
    room = max(right - left, max(needs), min(sum(needs), _BESIDE))
    labels, x, line, reach = [], 0.0, 0, 0.0
    for (entity, joined), need in zip(entities, needs, strict=True):
        if x and x + need > room + 0.01:
            x, line = 0.0, line + 1
        labels.append(Label(entity, x, line, need - _BETWEEN, joined))
        x += need
        reach = max(reach, x)
    at_end = extent.open_left and not extent.open_right
    start = right - reach + _BETWEEN if at_end else left
    start = max(0.0, min(start, width - reach))
    box = start, start + reach - _BETWEEN
    return tuple(replace(label, x=label.x + start) for label in labels), box


# ---- sections ----------------------------------------------------------------------------------
def _dated(dated: Dated, words: _Words) -> Section:
    # An entity starts at the last instant before it, in whichever rank after that.
    columns = [column for _, column in dated.instants]
    starts = {
        columns[bisect_right(columns, extent.left) - 1]
        for extent in dated.extents.values()
        if not extent.open_left
    }
    needs = _needs(dated.extents, dated.columns, words)
    few = _ROOMY * dated.columns < WIDTH / 2
    least = [_ROOMY if few and k in starts else _NARROWEST for k in range(dated.columns)]
    edges = _edges(list(map(max, least, needs)), WIDTH, least)
    rows, height = _packed(dated.extents, edges, 1.0, edges[-1], words)
    ticks = _ticks(dated, starts, edges)
    right = max([edges[-1], *(label.x + label.width for row in rows for label in row.labels)])
    return Section(tuple(rows), right, height, tuple(ticks))


def _needs(extents: Mapping[int, Extent], columns: int, words: _Words) -> list[float]:
    """How wide columns would be that have room for what stands in them alone: for all of its words
    in a few lines."""
    total, longest = [0.0] * columns, [0.0] * columns
    for entity, extent in extents.items():
        if extent.left == extent.right:
            need = words.width(entity) + _BETWEEN
            total[extent.left] += need
            longest[extent.left] = max(longest[extent.left], need)
    return [
        max(most, (most * whole) ** 0.5) + _AROUND
        for most, whole in zip(longest, total, strict=True)
    ]


def _edges(needs: Sequence[float], width: float, least: Sequence[float]) -> list[float]:
    """The edges of columns: as wide as they need if they fit in ``width``, else narrower, but never
    narrower than is ``least``; what is left over goes to all alike."""
    spare = width - sum(needs)
    if spare >= 0:
        columns = [need + spare / len(needs) for need in needs]
    else:
        share = max(0.0, width - sum(least)) / (sum(needs) - sum(least) or 1)
        columns = [low + (need - low) * share for need, low in zip(needs, least, strict=True)]
    return [0.0, *accumulate(columns)]


def _ticks(dated: Dated, starts: Collection[int], edges: Sequence[float]) -> Iterator[Tick]:
    """The instants; at those where something starts their dates, and of several times on one day
    the day once."""
    day, last = "", None
    for instant, column in dated.instants:
        words = ""
        if column in starts and instant != last:
            date, _, time = format_instant(instant).partition("T")
            words = time if time and date == day else f"{date} {time}".rstrip()
            day, last = date, instant
        yield Tick(edges[column], words)


def _frame(bands: Sequence[Band], words: _Words) -> Frame:
    sections: list[Section] = []
    y = 0.0
    for band in bands:
        section = replace(_band(band, words), y=y)
        sections.append(section)
        y += section.height + _PADDING
    return Frame(tuple(sections), max(section.width for section in sections), y - _PADDING)


def _band(band: Band, words: _Words) -> Section:
    extents = {
        entity: Extent(left, right)
        for entity, left, right in zip(band.members, band.left, band.right, strict=True)
    }
    needs = [max(_NARROWEST, need) for need in _needs(extents, band.ranks, words)]
    width = min(sum(needs), WIDTH - 2 * _PADDING)
    edges = _edges(needs, width, [_NARROWEST] * band.ranks)
    rows, height = _packed(extents, edges, 3.0, WIDTH - 2 * _PADDING, words)
    reach = max([edges[-1], *(label.x + label.width for row in rows for label in row.labels)])
    return Section(tuple(rows), reach, height)


def _listed(entities: Sequence[int], words: _Words) -> Section:
    """Entities of which nothing is known, in lines."""
    rows, x, y = [], 0.0, 0.0
    for entity in entities:
        need = words.width(entity)
        if x and x + need > WIDTH:
            x, y = 0.0, y + LABEL + 2
        rows.append(Row(x, x + need, y - BAR, (Label(entity, x, 0, need),)))
        x += need + _BETWEEN
    return Section(tuple(rows), WIDTH, y + LABEL, listed=True)
