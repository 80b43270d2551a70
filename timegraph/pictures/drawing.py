"""Where the boxes of a timeline stand, in pixels: geometry without a format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import log10

from timegraph.pictures.bands import Band
from timegraph.pictures.lanes import lanes_of
from timegraph.pictures.layout import Timeline
from timegraph.pictures.windows import Window
from timegraph.report.plain_text import display_width
from timeml.timex_value import DAY, Instant, format_instant

__all__ = ["ROW", "Box", "Section", "Tick", "sections_of"]

ROW = 20
"""Pixels from one lane to the next."""

_LETTER = 6.6
_GAP = 24  # a sign that a page puts before the words, and some space
_WIDEST_RANK, _NARROWEST_RANK, _USUAL_WIDTH = 64, 22, 760
_OPEN = 26


@dataclass(frozen=True, slots=True)
class Box:
    """An entity, by number: from ``left`` to ``right``, open-ended on the sides that are named,
    with the part that it surely fills as ``core``."""

    entity: int
    left: float
    right: float
    lane: int
    core: tuple[float, float] | None = None
    open_left: bool = False
    open_right: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """An instant of the dated axis."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the picture in which position has one meaning: the dated axis, or a band."""

    title: str
    boxes: tuple[Box, ...]
    width: float
    lanes: int
    ticks: tuple[Tick, ...] = ()


def sections_of(timeline: Timeline, label: Callable[[int], str]) -> list[Section]:
    """The sections of a timeline, from top to bottom. ``label`` gives the words of an entity, which
    need room beside it."""

    def room(entity: int) -> float:
        return _LETTER * display_width(label(entity)) + _GAP

    found = [_dated(timeline, room)] if timeline.windows else []
    for number, island in enumerate(timeline.islands, start=1):
        for part, band in enumerate(island.bands, start=1):
            title = f"Group {number} of {len(timeline.islands)}: {len(island.members)} connected"
            if len(island.bands) > 1:
                title += f", part {part} of {len(island.bands)}"
            found.append(_band(band, f"{title}; not to scale", room))
    return found


def _dated(timeline: Timeline, room: Callable[[int], float]) -> Section:
    places: dict[Instant, float] = {}
    x, last = float(_OPEN), None
    for instant in timeline.instants:
        if last is not None:
            x += 18 + 14 * log10(1 + float(instant - last) / DAY)
        places[instant] = x
        last = instant
    width = x + _OPEN
    boxes = [_window(entity, one, places, width) for entity, one in timeline.windows.items()]
    closed = [box for box in boxes if not box.open_left and not box.open_right]
    half_open = [box for box in boxes if box.open_left or box.open_right]
    placed, lanes = _in_lanes(closed, room)
    more, further = _in_lanes(half_open, room)
    placed += [_lowered(box, lanes) for box in more]
    ticks = tuple(map(Tick, places.values(), _labels(places)))
    right = max([width, *(box.left + room(box.entity) for box in placed)])
    title = "On the calendar: dates in their order, gaps not to scale"
    return Section(title, tuple(placed), right, lanes + further, ticks)


def _labels(instants: Iterable[Instant]) -> Iterator[str]:
    """Dates; of several times on one day, the day once."""
    day = ""
    for instant in instants:
        date, _, time = format_instant(instant).partition("T")
        yield time if time and date == day else format_instant(instant).replace("T", " ")
        day = date


def _window(entity: int, window: Window, places: dict[Instant, float], width: float) -> Box:
    earliest, latest = window.earliest_start, window.latest_end
    left = 0.0 if earliest is None else places[earliest]
    right = width if latest is None else places[latest]
    core = window.core
    return Box(
        entity,
        left,
        right,
        0,
        None if core is None else (places[core[0]], places[core[1]]),
        open_left=earliest is None,
        open_right=latest is None,
    )


def _band(band: Band, title: str, room: Callable[[int], float]) -> Section:
    rank = min(_WIDEST_RANK, max(_NARROWEST_RANK, _USUAL_WIDTH / max(1, band.ranks)))
    boxes = [
        Box(entity, left * rank + 1.5, (right + 1) * rank - 1.5, 0)
        for entity, left, right in zip(band.members, band.left, band.right, strict=True)
    ]
    placed, lanes = _in_lanes(boxes, room)
    width = max(max(box.right, box.left + room(box.entity)) for box in placed)
    return Section(title, tuple(placed), width, lanes)


def _in_lanes(boxes: Iterable[Box], room: Callable[[int], float]) -> tuple[list[Box], int]:
    """The boxes by their left ends, and how many lanes they take; of two that begin together the
    one with the earlier centre comes first."""
    ordered = sorted(boxes, key=lambda box: (box.left, box.right, box.entity))
    extents = ((box.left, max(box.right + 2, box.left + room(box.entity))) for box in ordered)
    lanes = lanes_of(extents)
    placed = [_lowered(box, lane) for box, lane in zip(ordered, lanes, strict=True)]
    return placed, max(lanes, default=-1) + 1


def _lowered(box: Box, lanes: int) -> Box:
    return Box(
        box.entity,
        box.left,
        box.right,
        box.lane + lanes,
        box.core,
        box.open_left,
        box.open_right,
    )
