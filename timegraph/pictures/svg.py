"""A timeline as SVG: one picture that stands alone, or the parts of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from math import cos, radians, sin

from timegraph._wording.counting import counted
from timegraph.pictures.captions import Caption, naming_by
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
from timegraph.pictures.layout import Timeline
from timegraph.pictures.lettering import width_of
from timegraph.pictures.packing import Shelf
from timegraph.pictures.svg_arrows import Places, arrows, broken_crosses, broken_lines
from timegraph.pictures.themes import PARTS, Parts, Theme, style_of

__all__ = ["MOST_ARROWS", "page_svgs", "svg_of"]

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


def svg_of(
    timeline: Timeline,
    captions: Sequence[Caption],
    *,
    title: str,
    with_arrows: bool | None = None,
    theme: Theme = "light",
    parts: Parts = "both",
    notes: bool = True,
) -> str:
    """The timeline as an SVG file; ``captions`` are those of its entities.

    ``title`` says what it is of. Arrows are drawn unless there are more than :data:`MOST_ARROWS`;
    ``with_arrows`` decides otherwise. ``parts`` chooses what has dates, or what has none; without
    ``notes`` nothing is said of what is not drawn.
    """
    if parts not in PARTS:
        raise ValueError(f"no parts {parts!r}: choose {', '.join(PARTS)}")
    if with_arrows is None:
        with_arrows = len(timeline.arrows) <= MOST_ARROWS
    sheet = _Sheet(captions, page=False)
    sheet.draw(timeline, parts)
    sheet.reach(timeline, with_arrows=with_arrows)
    if notes and (words := _notes(timeline, with_arrows)):
        sheet.heading(words)
    lead = f"<title>{escape(title)}</title><style>{style_of(theme)}</style>"
    paper = '<rect class="paper" width="100%" height="100%"/>'
    return sheet.svg(title, "timeline", lead + paper)


def page_svgs(timeline: Timeline, captions: Sequence[Caption], *, title: str) -> tuple[str, float]:
    """The timeline for a page, which has its style: the dates, which stay at the top, and all the
    rest; and how many pixels high that is."""
    axis, sheet = _Sheet(captions, page=True), _Sheet(captions, page=True)
    sheet.y = _BEFORE
    sheet.draw(timeline, "both", axis)
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
        self.rows.append(_text(_MARGIN, self.y + 13, words, "title"))
        self.width = max(self.width, width_of(words) * 1.12)
        self.y += _TITLE

    def draw(self, timeline: Timeline, parts: Parts, axis: _Sheet | None = None) -> None:
        """Everything but the arrows; the dates are drawn on ``axis``, if there is one."""
        dated, frames, listed = sections_of(timeline, self.width_of)
        if dated is not None and parts != "groups":
            self.calendar(dated, axis or self)
        if parts == "calendar":
            return
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
        """Frames beside and below each other, each as high up as it fits."""
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
        """The arrows between what is drawn."""
        drawn: Places = self.places
        width = self.width + 2 * _MARGIN
        if with_arrows:
            pairs = [(a, b) for a, b in timeline.arrows if a in drawn and b in drawn]
            self.arrows += arrows(pairs, drawn, width, crowded=len(timeline.arrows) > MOST_ARROWS)
        self.arrows += broken_lines(timeline.broken, drawn, width)
        self.front += broken_crosses(
            timeline.broken, drawn, width, naming_by(self.captions), page=self.page
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
