"""A timeline in plain characters, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timegraph.citations import cite
from timegraph.pictures.captions import Caption, naming_by
from timegraph.pictures.layout import Timeline
from timegraph.pictures.orders.bands import Band
from timegraph.pictures.orders.windows import Window
from timegraph.report.plain_text import display_width, printable, wrapped
from timeml.timex_value import Instant, format_instant

__all__ = ["plain_timeline"]

_NARROWEST = 40
_NAME = 24
_SHORTEST = 16


def plain_timeline(timeline: Timeline, captions: Sequence[Caption], *, width: int = 80) -> str:
    """The timeline as text of at most ``width`` columns (but never fewer than 40), every line
    ended by a line feed.

    In a band an entity stands wholly left of another iff it is certainly before it. Dates, lengths,
    orders between bands and links that were left out are written out.
    """
    width = max(_NARROWEST, width)
    lines = [*_dated(timeline, captions, width), *_islands(timeline, captions, width)]
    lines += _arrows(timeline, captions, width)
    lines += _lengths(timeline, captions, width)
    lines += _broken(timeline, captions, width)
    if timeline.alone:
        names = ", ".join(_named(captions[k]) for k in timeline.alone)
        lines += ["", f"In no link ({len(timeline.alone)}):", *wrapped(f"  {names}", width)]
    if timeline.hidden:
        lines += ["", f"Not shown: {timeline.hidden}"]
    return "".join(f"{line.rstrip()}\n" for line in lines).lstrip("\n")


def _named(caption: Caption) -> str:
    return printable(f"{caption.id} {caption.words}")


def _dated(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    if not timeline.windows:
        return
    yield from wrapped("On the calendar (from the earliest start to the latest end):", width)
    for entity, window in sorted(timeline.windows.items(), key=_by_centre):
        span = f"{_date(window.earliest_start)} .. {_date(window.latest_end)}"
        if len(span) + _SHORTEST + 3 > width:
            yield f"  {_cut(_named(captions[entity]), width - 2)}"
            yield f"{span:>{width}}"
        else:
            yield f"  {_cut(_named(captions[entity]), width - 3 - len(span))} {span}"


def _by_centre(item: tuple[int, Window]) -> tuple[float, int]:
    entity, window = item
    ends = [float(end) for end in (window.earliest_start, window.latest_end) if end is not None]
    return sum(ends) / len(ends), entity


def _date(instant: Instant | None) -> str:
    return "" if instant is None else format_instant(instant)


def _islands(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    for number, island in enumerate(timeline.islands, start=1):
        for part, band in enumerate(island.bands, start=1):
            title = f"Group {number} of {len(timeline.islands)} ({len(island.members)} connected)"
            if len(island.bands) > 1:
                title += f", part {part} of {len(island.bands)}"
            yield ""
            yield from wrapped(f"{title}, not to scale:", width)
            yield from _band(band, captions, width - _NAME - 3)


def _band(band: Band, captions: Sequence[Caption], columns: int) -> Iterator[str]:
    """Each entity in a line of its own; a band of more ranks than fit comes in pieces."""
    each = max(1, min(4, columns // band.ranks))
    in_piece = max(1, columns // each)
    rows = sorted(
        zip(band.members, band.left, band.right, strict=True),
        key=lambda row: (row[1] + row[2], row[0]),
    )
    for begin in range(0, band.ranks, in_piece):
        end = min(begin + in_piece, band.ranks)
        if band.ranks > in_piece:
            yield f"  (ranks {begin + 1} to {end} of {band.ranks})"
        for entity, left, right in rows:
            if left < end and right >= begin:
                first, last = max(left, begin) - begin, min(right, end - 1) - begin
                bar = "=" * ((last - first + 1) * each)
                bar = ("<" if left < begin else "[") + bar[1:] if each > 1 else bar
                bar = bar[:-1] + (">" if right >= end else "]") if each > 1 else bar
                yield f"  {_cut(_named(captions[entity]), _NAME)} {' ' * (first * each)}{bar}"


def _arrows(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    if not timeline.arrows:
        return
    later: dict[int, list[int]] = {}
    for a, b in timeline.arrows:
        later.setdefault(a, []).append(b)
    yield ""
    yield from wrapped("Between parts, certainly before:", width)
    for a in sorted(later):
        names = ", ".join(printable(captions[b].id) for b in later[a])
        yield from wrapped(f"  {_named(captions[a])} < {names}", width)


def _lengths(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    if timeline.lengths:
        yield from ("", "Lengths:")
    for entity, bounds in timeline.lengths.items():
        yield from wrapped(f"  {_named(captions[entity])}: {bounds}", width)


def _broken(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    name = naming_by(captions)
    if timeline.broken:
        yield ""
        yield from wrapped(f"Left out as contradictory ({len(timeline.broken)}):", width)
    for broken in timeline.broken:
        yield from wrapped(f"  {printable(cite(broken.link, name))}", width)


def _cut(words: str, width: int) -> str:
    """``words`` in exactly ``width`` columns."""
    while display_width(words) > width:
        words = words[:-2] + "\N{HORIZONTAL ELLIPSIS}"
    return words + " " * (width - display_width(words))
