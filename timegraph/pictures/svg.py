"""A timeline as SVG, for files, notebooks and pages, and as text: what programs call."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import pairwise
from math import cos, inf, radians, sin
from typing import TYPE_CHECKING, Literal, get_args

from timegraph._wording import counted
from timegraph.documents.build import document_of
from timegraph.links import cite
from timegraph.pictures.drawing import (
    BAR,
    LABEL,
    WIDTH,
    Frame,
    Label,
    Row,
    Section,
    Tick,
    sections_of,
)
from timegraph.pictures.layout import (
    Broken,
    Caption,
    Shelf,
    Timeline,
    captions_of,
    naming_by,
    plain_timeline,
    shown_entities,
    timeline_of,
)
from timegraph.report.plain_text import display_width

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document

# The colours of pictures that stand alone: those of pages, written out for programs that know no
# variables of CSS.


Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = get_args(Theme)


_VARIABLE = re.compile(r"--([\w-]+):([^;}]+)")
_USE = re.compile(r"var\(--([\w-]+)\)")
_DARK = "@media (prefers-color-scheme:dark)"


@cache
def style_of(theme: Theme) -> str:
    """The style of a picture; "auto" follows the reader's choice of dark or light. Raises
    ``ValueError`` for another theme."""
    if theme == "auto":
        return f"{style_of('light')}{_DARK}{{{style_of('dark')}}}"
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}: choose {', '.join(THEMES)}")
    colours = palette(theme)
    return _USE.sub(lambda match: colours[match[1]], _read("picture.css"))


def palette(theme: Literal["light", "dark"]) -> dict[str, str]:
    """The colours of a theme by their names in ``palette.css``."""
    light, _, dark = _read("palette.css").partition(_DARK)
    colours = dict(_VARIABLE.findall(light))
    if theme == "dark":
        colours |= _VARIABLE.findall(dark)
    # A name that stands for another one has its colour.
    return {
        name: _USE.sub(lambda match: colours[match[1]], value) for name, value in colours.items()
    }


def _read(name: str) -> str:
    from importlib.resources import files

    return files("timegraph.pictures").joinpath("static", name).read_text(encoding="utf-8")


# How wide words are in a picture, in pixels: never less than a browser makes them.


SIZE = 12
"""Pixels of the letters of labels."""

# Thousandths of the size, those of DejaVu Sans, which is wider than what other systems use.
_WIDTHS = {
    letter: width
    for width, letters in (
        (300, "'IJijl"),
        (350, " ,./:;\\|\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"),
        (400, "()-[]ft"),
        (450, "!r"),
        (550, '?cs"*_`z'),
        (600, "FLkvxy"),
        (650, "0123456789$EPSTYabdeghnopqu{}"),
        (700, "ABCKRVXZ"),
        (750, "NU"),
        (850, "#+<=>^w~&DGHOQ"),
        (900, "M"),
        (950, "%"),
    )
    for letter in letters
}
_OTHER, _WIDE = 1000, 1150


def width_of(words: str, size: float = SIZE) -> float:
    """The most pixels that ``words`` take in letters of ``size`` pixels."""
    return size / 1000 * sum(map(_width, words))


def _width(letter: str) -> int:
    width = _WIDTHS.get(letter)
    if width is not None:
        return width
    columns = display_width(letter)
    return 0 if columns == 0 else _WIDE if columns > 1 else _OTHER


# The arrows of a timeline as SVG: orders between bands, and links that were left out.
#
# An arrow leads from the right of one pill to the left of another where there is room next to
# them. It leaves or meets the middle of an upper or lower edge where another pill, or the edge of
# the picture, is too near, or the way leads back: its head would seem to come from what stands
# there.


Places = Mapping[int, tuple[float, float, float]]
"""Where entities stand: left, right, and the middle of their height."""

_HEADS = {
    (1, 0): "m-6-3.5l6 3.5l-6 3.5",
    (0, 1): "m-3.5-6l3.5 6l3.5-6",
    (0, -1): "m-3.5 6l3.5-6l3.5 6",
}
_HALF = 7.0
"""Half the height of a pill."""
_ROOM = 24.0
"""What an arrow needs next to a pill to leave or meet it level."""
_CROSS = 5
_CLEAR = _CROSS + 2.0
"""How far the middle of a cross should be from words, and from the middle of another cross."""
_HALFWAY = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
"""Where on a line its cross may be, best first."""


def _clear_of(
    taken: Sequence[tuple[float, float, float]], points: Iterable[tuple[float, float]]
) -> tuple[float, float]:
    """The first of ``points`` that is clear of what is ``taken``, else the one that is furthest."""
    best, most = (0.0, 0.0), -inf
    for x, y in points:
        near = min(
            max(left - x, x - right, abs(y - middle) - _HALF) for left, right, middle in taken
        )
        if near >= _CLEAR:
            return x, y
        if near > most:
            best, most = (x, y), near
    return best


@dataclass(frozen=True, slots=True)
class _Way:
    """A curve from one pill to another: its ends, the points that bend it, its last direction."""

    ends: tuple[tuple[float, float], tuple[float, float]]
    bends: tuple[tuple[float, float], tuple[float, float]]
    direction: tuple[int, int]

    def at(self, share: float) -> tuple[float, float]:
        """The point after so much of the way, as the parameter of the curve counts it."""
        rest = 1 - share
        parts = (rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3)
        points = (self.ends[0], *self.bends, self.ends[1])
        x, y = (
            sum(k * point[axis] for k, point in zip(parts, points, strict=True)) for axis in (0, 1)
        )
        return x, y

    def path(self, *, head: bool = True) -> str:
        (x, y), (to, below) = self.ends
        (x1, y1), (x2, y2) = self.bends
        curve = f"M{x:.0f} {y:.0f}C{x1:.0f} {y1:.0f} {x2:.0f} {y2:.0f} {to:.0f} {below:.0f}"
        return curve + (_HEADS[self.direction] if head else "")


class _Ways:
    """Ways between pills, of which each knows what stands next to it in its line."""

    def __init__(self, places: Places, width: float) -> None:
        self._places = places
        self._room_left = {entity: left for entity, (left, _, _) in places.items()}
        self._room_right = {entity: width - right for entity, (_, right, _) in places.items()}
        self._next: dict[int, int] = {}
        in_lines = sorted(places, key=lambda entity: (places[entity][2], places[entity][0]))
        for entity, other in pairwise(in_lines):
            if places[entity][2] == places[other][2]:
                room = places[other][0] - places[entity][1]
                self._room_right[entity] = self._room_left[other] = room
                self._next[entity] = other

    def between(self, a: int, b: int) -> _Way:
        """The way from ``a`` to ``b``."""
        (left, right, middle), (to_left, to_right, to_middle) = self._places[a], self._places[b]
        down = 1 if to_middle >= middle else -1
        level = self._next.get(a) == b
        start, leaving = (right, middle), (1, 0)
        end, meeting = (to_left, to_middle), (1, 0)
        back = to_left - right < _ROOM
        if not level and (back or self._room_right[a] < _ROOM):
            start, leaving = ((left + right) / 2, middle + down * _HALF), (0, down)
        if not level and (back or self._room_left[b] < _ROOM):
            under = middle == to_middle
            meeting = (0, -1 if under else down)
            end = ((to_left + to_right) / 2, to_middle - meeting[1] * _HALF)
        reach = max(20.0, abs(end[0] - start[0]) / 3)
        fall = max(14.0, abs(end[1] - start[1]) / 3)
        out = fall if leaving[1] else min(reach, max(_ROOM, self._room_right[a]) - 4)
        into = fall if meeting[1] else min(reach, max(_ROOM, self._room_left[b]) - 4)
        bends = (
            (start[0] + out * leaving[0], start[1] + out * leaving[1]),
            (end[0] - into * meeting[0], end[1] - into * meeting[1]),
        )
        return _Way((start, end), bends, meeting)


_TITLE = 20
_MARGIN = 10
_SLANT = 52  # degrees of the dates of an axis that is full
_TICK = 11  # pixels of the letters of dates
_NEAREST_TICKS = 13
_FRAME = 6  # from a frame to what is in it, and to the next
_BEFORE, _AFTER, _SIGN = 4, 4, 9  # of a label, and room for a sign before it on a page

MOST_ARROWS = 25
"""Arrows that a picture shows without being asked."""

CALENDAR = "On the calendar: earlier is further left; distances are not to scale"
GROUPS = "Without a date: left means before within a frame; otherwise position says nothing"


def page_svgs(timeline: Timeline, captions: Sequence[Caption], *, title: str) -> tuple[str, float]:
    """The timeline for a page, which has its style: the dates, which stay at the top, and all the
    rest; and how many pixels high that is."""
    axis, sheet = _Sheet(captions, page=True), _Sheet(captions, page=True)
    sheet.y = _BEFORE
    sheet.draw(timeline, axis)
    sheet.reach(timeline, with_arrows=True)
    axis.width = sheet.width = max(axis.width, sheet.width)
    drawn = axis.svg("Dates", "timeline axis") if timeline.dated else ""
    return drawn + sheet.svg(title, "timeline whole"), axis.y + sheet.y


def _notes(timeline: Timeline, with_arrows: bool) -> str:
    parts = []
    if timeline.arrows and not with_arrows:
        parts.append(f"{counted(len(timeline.arrows), 'arrow')} not drawn")
    if timeline.hidden:
        parts.append(f"{timeline.hidden} not shown")
    return "; ".join(parts)


@dataclass(slots=True)
class _Sheet:
    """A picture that grows downwards."""

    captions: Sequence[Caption]
    page: bool
    y: float = _MARGIN
    width: float = WIDTH
    behind: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    front: list[str] = field(default_factory=list)
    places: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    headings: list[tuple[float, float, float]] = field(default_factory=list)

    def svg(self, title: str, kind: str, lead: str = "") -> str:
        width, height = self.width + 2 * _MARGIN, self.y + _MARGIN
        fades = _FADES if "fade-" in "".join(self.rows) else ""
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="group" '
                f'aria-label="{escape(title)}" width="{width:.0f}" height="{height:.0f}" '
                f'viewBox="0 0 {width:.0f} {height:.0f}">{lead}{fades}',
                *self.behind,
                *self.arrows,
                *self.rows,
                *self.front,
                "</svg>\n",
            )
        )

    def heading(self, words: str) -> None:
        width = width_of(words) * 1.12
        self.rows.append(_text(_MARGIN, self.y + 13, words, "title"))
        self.headings.append((_MARGIN, _MARGIN + width, self.y + 9))
        self.width = max(self.width, width)
        self.y += _TITLE

    def draw(self, timeline: Timeline, axis: _Sheet | None = None) -> None:
        """Everything but the arrows; the dates are drawn on ``axis``, if there is one."""
        dated, frames, listed = sections_of(timeline, self.width_of)
        if dated is not None:
            self.calendar(dated, axis or self)
        if frames:
            self.heading(GROUPS)
            self.frames(frames)
        if listed is not None:
            self.heading(f"In no link ({len(timeline.alone)})")
            self.section(listed, 0.0)
            self.y += listed.height + _BEFORE

    def width_of(self, entity: int) -> float:
        sign = _SIGN if self.page else 0
        return width_of(self.captions[entity].label) + _BEFORE + sign + _AFTER

    def calendar(self, section: Section, axis: _Sheet) -> None:
        axis.heading(CALENDAR)
        axis.dates(section.ticks)
        bottom = self.y + section.height
        for row in section.rows:
            if any(self.captions[label.entity].creation for label in row.labels):
                left, width = row.left + _MARGIN, row.right - row.left
                top, height = self.y - _BEFORE, section.height + _BEFORE
                self.behind.append(
                    f'<rect class="creation" x="{left:.1f}" y="{top:.0f}" width="{width:.1f}" '
                    f'height="{height:.0f}"/>'
                )
        self.behind += [
            f'<path class="rule" d="M{tick.x + _MARGIN:.1f} {self.y - _BEFORE:.0f}V{bottom:.0f}"/>'
            for tick in section.ticks
        ]
        self.width = max(self.width, section.width)
        self.section(section, 0.0)
        self.y = bottom + _MARGIN

    def dates(self, ticks: Sequence[Tick]) -> None:
        """The dates of the axis: level if they have room, else slanted."""
        named = [tick for tick in ticks if tick.label]
        if not named:
            return
        widths = [width_of(tick.label, _TICK) for tick in named]
        ends = [tick.x + width + 6 for tick, width in zip(named, widths, strict=True)]
        level = all(end <= tick.x for end, tick in zip(ends, named[1:], strict=False))
        rise = 0.0 if level else max(widths) * sin(radians(_SLANT))
        base = self.y + rise + _TICK
        last = -float(_NEAREST_TICKS)
        for tick, width in zip(named, widths, strict=True):
            x = tick.x + _MARGIN
            self.behind.append(f'<path class="rule" d="M{x:.1f} {base + 2:.0f}v8"/>')
            if x - last < _NEAREST_TICKS:
                continue
            last = x
            words = escape(tick.label)
            if level:
                self.rows.append(_text(x, base, words, "tick"))
                self.width = max(self.width, tick.x + width)
                continue
            self.width = max(self.width, tick.x + width * cos(radians(_SLANT)) + _TICK)
            self.rows.append(
                f'<text class="tick" transform="translate({x + 4:.1f} {base:.0f}) '
                f'rotate(-{_SLANT})">{words}</text>'
            )
        self.y = base + (_BEFORE if self.page else _MARGIN)

    def frames(self, frames: Sequence[Frame]) -> None:
        """Frames next to and below each other, each as high up as it fits."""
        shelf, begin = Shelf(WIDTH + _FRAME), self.y
        for frame in frames:
            width, height = frame.width + 2 * _FRAME, frame.height + 2 * _FRAME
            x, top = shelf.place(width + _FRAME, height + _FRAME)
            y = begin + top
            self.behind.append(
                f'<rect class="frame" x="{x + _MARGIN:.1f}" y="{y:.1f}" rx="5" '
                f'width="{width:.1f}" height="{height:.1f}"/>'
            )
            for section in frame.sections:
                self.y = y + _FRAME + section.y
                self.section(section, x + _FRAME)
            self.width = max(self.width, x + width)
        self.y = begin + shelf.height + _BEFORE

    def section(self, section: Section, x: float) -> None:
        self.rows.append(f'<g class="section{" listed" if section.listed else ""}">')
        for row in section.rows:
            self.rows.append("".join(self.row(row, x + _MARGIN, section.listed)))
        self.rows.append("</g>")

    def row(self, row: Row, x: float, listed: bool) -> Iterator[str]:
        top = self.y + row.y
        left, right = row.left + x, row.right + x
        kinds = {self.captions[label.entity].kind for label in row.labels}
        kind = kinds.pop() if len(kinds) == 1 else "event"
        sides = ("left" if row.open_left else "") + ("right" if row.open_right else "")
        fill = f' fill="url(#fade-{sides}-{kind})"' if sides else ""
        yield f'<g class="row {kind}">'
        if not listed:
            yield (
                f'<rect class="line" x="{left:.1f}" y="{top + 2.2:.1f}" '
                f'width="{max(2, right - left):.1f}" height="1.6"{fill}/>'
            )
        if row.core is not None:
            begin, end = row.core
            yield (
                f'<rect class="core" x="{begin + x:.1f}" y="{top + 0.5:.1f}" '
                f'width="{end - begin:.1f}" height="5"/>'
            )
        for label in row.labels:
            yield self.bar(label, x, top + BAR)
        yield "</g>"

    def bar(self, label: Label, x: float, top: float) -> str:
        caption = self.captions[label.entity]
        left, y = label.x + x, top + LABEL * label.line
        shift = width_of("= ") if label.same else 0.0
        words = left + shift + _BEFORE + (_SIGN if self.page else 0)
        self.places[label.entity] = left + shift, left + label.width, y + 7
        equal = _text(left, y + 11, "=", "same") if label.same else ""
        return (
            f'<g class="bar {caption.kind}" data-e="{label.entity}">'
            f"<title>{escape(_hover(caption))}</title>{equal}"
            f'<rect class="pill" x="{left + shift:.1f}" y="{y:.1f}" '
            f'width="{label.width - shift:.1f}" height="14" '
            f'rx="{2 if caption.kind == "timex" else 6}"/>'
            f'<text x="{words:.1f}" y="{y + 11:.1f}">{escape(caption.label)}</text></g>'
        )

    def reach(self, timeline: Timeline, *, with_arrows: bool) -> None:
        """The arrows between what is drawn, which a page can hide if they are many, and the links
        that were left out."""
        ways = _Ways(self.places, self.width + 2 * _MARGIN)
        if with_arrows:
            drawn = [
                f'<path data-a="{a}" data-b="{b}" d="{ways.between(a, b).path()}"/>'
                for a, b in timeline.arrows
                if a in self.places and b in self.places
            ]
            crowded = " crowded" if len(timeline.arrows) > MOST_ARROWS else ""
            self.arrows += [f'<g class="arrows{crowded}">', *drawn, "</g>"] if drawn else []
        self.cross(timeline.broken, ways)

    def cross(self, broken: Iterable[Broken], ways: _Ways) -> None:
        """A broken line for each link whose entities are drawn, with a head if the link says which
        is before, and the cross on it, with the link. On a page each can be selected. A cross keeps
        clear of words and of other crosses."""
        name, taken = naming_by(self.captions), [*self.places.values(), *self.headings]
        for line in broken:
            # That of an entity with itself would lie on its words.
            if line.a == line.b or line.a not in self.places or line.b not in self.places:
                continue
            way = ways.between(line.a, line.b)
            x, y = _clear_of(taken, map(way.at, _HALFWAY))
            taken.append((x - _CLEAR, x + _CLEAR, y))
            words = escape(f"{cite(line.link, name)}: left out as contradictory")
            role = f' tabindex="-1" role="button" aria-label="{words}"' if self.page else ""
            head = way.path(head=line.ordered)
            self.arrows.append(f'<g class="cut"><path class="reach" d="{head}"/></g>')
            self.front.append(
                f'<g class="cut" data-c="{line.number}"{role}><title>{words}</title>'
                f'<path class="cross" d="M{x - _CROSS:.1f} {y - _CROSS:.1f}'
                f'l{2 * _CROSS} {2 * _CROSS}m0 {-2 * _CROSS}l{-2 * _CROSS} {2 * _CROSS}"/></g>'
            )


def _fades() -> str:
    """The paints of lines that are open on a side: they fade towards it."""
    shades = {"left": (0.1, 1, 1), "right": (1, 1, 0.1), "leftright": (0.1, 1, 0.1)}
    return "<defs>{}</defs>".format(
        "".join(
            f'<linearGradient id="fade-{side}-{kind}">'
            + "".join(
                f'<stop class="{kind}" offset="{place}" stop-opacity="{opacity}"/>'
                for place, opacity in zip((0, 0.5, 1), opacities, strict=True)
            )
            + "</linearGradient>"
            for side, opacities in shades.items()
            for kind in ("event", "timex", "other")
        )
    )


_FADES = _fades()


def _hover(caption: Caption) -> str:
    value = f" = {caption.value}" if caption.value else ""
    length = f", {caption.length}" if caption.length else ""
    return f"{caption.id}: {caption.whole}{value}{length}"


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


# Pictures of graphs and documents, for files and for notebooks.


MOST_SHOWN = 200
"""Entities that a notebook draws without being asked for all."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that notebooks show: ``svg`` is the drawing, ``text`` what stands in for it."""

    svg: str
    text: str

    @property
    def html(self) -> str:
        """The drawing as an element that scrolls where it is too wide."""
        return f'<div style="overflow-x:auto">{self.svg}</div>'

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__


def show(
    graph: TimeGraph, document: Document | None = None, *, only: Iterable[Hashable] | None = None
) -> Picture:
    """The timeline of a graph; ``document`` gives the words of its entities (by default the one
    that :func:`timegraph.build` made the graph of), ``only`` draws some of them (the first 200 by
    default). Raises ``KeyError`` for an entity that the graph lacks."""
    document = document_of(graph) if document is None else document
    if only is None and len(graph) > MOST_SHOWN:
        only = graph.entities[:MOST_SHOWN]
    entities = None if only is None else tuple(only)
    svg = draw_svg(graph, document, only=entities, theme="auto")
    return Picture(svg, draw_text(graph, document, only=entities))


def draw_svg(
    graph: TimeGraph,
    document: Document | None = None,
    *,
    only: Iterable[Hashable] | None = None,
    with_arrows: bool | None = None,
    theme: Theme = "light",
    notes: bool | None = None,
) -> str:
    """The timeline as an SVG file of its own; of more than 1,500 entities those ``only``, or the
    first that links name.

    Arrows are drawn if there are at most 25, else counted; ``with_arrows`` decides otherwise.
    ``theme`` is "light", "dark", or "auto", which follows the reader's choice. ``notes`` says
    whether the picture names what it leaves out, by default unless ``only`` chose it. Raises
    ``KeyError`` for an unknown entity, ``ValueError`` for an unknown theme.
    """
    timeline = timeline_of(graph, only=shown_entities(graph) if only is None else only)
    captions = captions_of(timeline, document)
    name = "a graph" if document is None else document.name or document.docid or "a document"
    if with_arrows is None:
        with_arrows = len(timeline.arrows) <= MOST_ARROWS
    sheet = _Sheet(captions, page=False)
    sheet.draw(timeline)
    sheet.reach(timeline, with_arrows=with_arrows)
    with_notes = only is None if notes is None else notes
    if with_notes and (words := _notes(timeline, with_arrows)):
        sheet.heading(words)
    title = f"Timeline of {name}"
    lead = f"<title>{escape(title)}</title><style>{style_of(theme)}</style>"
    paper = '<rect class="paper" width="100%" height="100%"/>'
    return sheet.svg(title, "timeline", lead + paper)


def draw_text(
    graph: TimeGraph,
    document: Document | None = None,
    *,
    only: Iterable[Hashable] | None = None,
    width: int = 80,
) -> str:
    """The timeline in plain characters, in lines of ``width`` columns, of as many entities as
    :func:`draw_svg` draws. Raises ``KeyError`` for an unknown entity."""
    timeline = timeline_of(graph, only=shown_entities(graph) if only is None else only)
    captions = captions_of(timeline, document)
    return plain_timeline(timeline, captions, width=width)
