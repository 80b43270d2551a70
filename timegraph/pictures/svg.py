"""A timeline as SVG: one picture that stands alone, or the part of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from timegraph._wording.counting import counted
from timegraph.pictures.captions import Caption
from timegraph.pictures.drawing import ROW, Box, Section, sections_of
from timegraph.pictures.layout import Timeline
from timegraph.pictures.svg_arrows import Places, arrows, broken_arrows

__all__ = ["LIGHT", "MOST_ARROWS", "svg_of"]

_TITLE = 22
_TICKS = 84
_MARGIN = 12
_BAR = 15
_NEAREST_TICKS = 13
_LETTER = 7.4  # of a title, which is bold
_SIGN = 11  # a page puts a sign before the words

MOST_ARROWS = 25
"""Arrows that a picture shows without being asked."""

LIGHT = """
.timeline text{font:12px system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;fill:#1f2328}
.timeline .title{font-weight:600}
.timeline .tick{fill:#57606a;font-size:11px}
.timeline line{stroke:#d0d7de}
.timeline rect{fill:#ddf4ff;stroke:#0969da}
.timeline .timex rect{fill:#fff1d6;stroke:#9a6700}
.timeline .other rect{fill:#f6f8fa;stroke:#57606a}
.timeline .core{fill-opacity:.55;stroke:none}
.timeline .event .core{fill:#54aeff}
.timeline .timex .core{fill:#e3b341}
.timeline .open{fill:none;stroke-width:1.5}
.timeline .event .open{stroke:#0969da}
.timeline .timex .open{stroke:#9a6700}
.timeline .arrows path{fill:none;stroke:#57606a;stroke-opacity:.7}
.timeline .cut path{fill:none;stroke:#a40e26;stroke-width:1.6}
.timeline .cut .reach{stroke-dasharray:6 4}
.timeline .cut .cross{stroke-width:2.4}
"""
"""Colours on white; text has a contrast of at least 4.5 to what lies behind it."""


def svg_of(
    timeline: Timeline,
    captions: Sequence[Caption],
    *,
    title: str,
    with_arrows: bool | None = None,
    page: bool = False,
) -> str:
    """The timeline as an SVG element; ``captions`` are those of its entities.

    ``title`` says what it is of. Arrows between bands are drawn unless there are more than
    :data:`MOST_ARROWS`; ``with_arrows`` decides otherwise. For a ``page`` the colours are left to
    it, and so is which arrows are seen.
    """
    sections = sections_of(timeline, lambda entity: captions[entity].label)
    heights = [_height(section) for section in sections]
    if with_arrows is None:
        with_arrows = page or len(timeline.arrows) <= MOST_ARROWS
    folded = "" if page and not timeline.entities else _folded(timeline, with_arrows)
    widths = (max(section.width, _LETTER * len(section.title)) for section in sections)
    width = max([320.0, *widths]) + 2 * _MARGIN
    height = sum(heights) + (_TITLE if folded else 0) + 2 * _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="timeline" role="group" '
        f'aria-label="{escape(title)}" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">'
    ]
    if not page:
        lines.append(f"<title>{escape(title)}</title><style>{LIGHT}</style>")
        lines.append('<rect width="100%" height="100%" fill="#fff" style="fill:#fff;stroke:none"/>')
    y = float(_MARGIN)
    tops = []
    for section, own in zip(sections, heights, strict=True):
        tops.append(y + _TITLE + (_TICKS if section.ticks else 0))
        lines += _scaffold(section, y)
        y += own
    places = _places(sections, tops)
    if with_arrows:
        lines += arrows(timeline.arrows, places, crowded=len(timeline.arrows) > MOST_ARROWS)
    for section, top in zip(sections, tops, strict=True):
        lines.append('<g class="section">')
        lines += (
            _box(box, captions[box.entity], top + ROW * box.lane, page) for box in section.boxes
        )
        lines.append("</g>")
    lines += broken_arrows(timeline.broken, places, page=page)
    if folded:
        lines.append(_text(_MARGIN, y + 15, folded, "title"))
    return "\n".join((*lines, "</svg>")) + "\n"


def _folded(timeline: Timeline, with_arrows: bool) -> str:
    parts = []
    if timeline.arrows and not with_arrows:
        parts.append(f"{counted(len(timeline.arrows), 'arrow')} between parts not drawn")
    if timeline.alone:
        parts.append(f"{len(timeline.alone)} in no link")
    if timeline.hidden:
        parts.append(f"{timeline.hidden} not shown")
    return "; ".join(parts)


def _height(section: Section) -> float:
    return _TITLE + (_TICKS if section.ticks else 0) + ROW * section.lanes + 14


def _scaffold(section: Section, top: float) -> Iterator[str]:
    """What lies behind the boxes and the arrows."""
    yield _text(_MARGIN, top + 14, section.title, "title")
    if section.ticks:
        yield from _ticks(section, top + _TITLE + _TICKS)


def _places(sections: Sequence[Section], tops: Sequence[float]) -> Places:
    """Where each entity stands: in its band, or else on the calendar."""
    found = {}
    for section, top in zip(sections, tops, strict=True):
        for box in section.boxes:
            middle = top + ROW * box.lane + _BAR / 2
            found[box.entity] = box.left + _MARGIN, box.right + _MARGIN, middle
    return found


def _ticks(section: Section, top: float) -> Iterator[str]:
    bottom = top + ROW * section.lanes
    last = -float(_NEAREST_TICKS)
    for tick in section.ticks:
        x = tick.x + _MARGIN
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top - 6:.0f}" y2="{bottom:.0f}"/>'
        if x - last >= _NEAREST_TICKS:
            last = x
            yield (
                f'<text class="tick" transform="translate({x + 3:.1f} {top - 8:.0f}) rotate(-52)">'
                f"{escape(tick.label)}</text>"
            )


def _box(box: Box, caption: Caption, y: float, page: bool) -> str:
    left, right = box.left + _MARGIN, box.right + _MARGIN
    parts = [
        f'<g class="bar {caption.kind}" data-e="{box.entity}">',
        f"<title>{escape(_hover(caption))}</title>",
        f'<rect x="{left:.1f}" y="{y:.0f}" width="{max(3, right - left):.1f}" height="{_BAR}" '
        f'rx="{1 if caption.kind == "timex" else 5}"/>',
    ]
    if box.core is not None:
        begin, end = box.core
        parts.append(
            f'<rect class="core" x="{begin + _MARGIN:.1f}" y="{y + 3:.0f}" '
            f'width="{end - begin:.1f}" height="{_BAR - 6}"/>'
        )
    middle = y + _BAR / 2
    if box.open_left:
        parts.append(
            f'<path class="open" d="M{left + 7:.1f} {y + 2:.0f}L{left + 1:.1f} {middle}'
            f'L{left + 7:.1f} {y + _BAR - 2:.0f}"/>'
        )
    if box.open_right:
        parts.append(
            f'<path class="open" d="M{right - 7:.1f} {y + 2:.0f}L{right - 1:.1f} {middle}'
            f'L{right - 7:.1f} {y + _BAR - 2:.0f}"/>'
        )
    start = left + (12 if box.open_left else 5) + (_SIGN if page else 0)
    parts.append(f'<text x="{start:.1f}" y="{y + 11.5:.1f}">{escape(caption.label)}</text></g>')
    return "".join(parts)


def _hover(caption: Caption) -> str:
    value = f" = {caption.value}" if caption.value else ""
    length = f", {caption.length}" if caption.length else ""
    return f"{caption.id}: {caption.whole}{value}{length}"


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'
