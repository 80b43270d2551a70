"""The arrows of a timeline as SVG: orders between bands, and links that were left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from timegraph.citations import cite
from timegraph.links import Naming
from timegraph.pictures.broken import Broken

__all__ = ["Places", "arrows", "broken_crosses", "broken_lines"]

Places = Mapping[int, tuple[float, float, float]]
"""Where entities stand: left, right, and the middle of their height."""

_HEAD = "m-6-3.5l6 3.5l-6 3.5"
_CROSS = 5


def arrows(
    pairs: Iterable[tuple[int, int]], places: Places, *, crowded: bool = False
) -> Iterator[str]:
    """An arrow for each pair, from the right of the first to the left of the second; ``crowded``
    ones can be hidden by a page."""
    drawn = [
        f'<path data-a="{a}" data-b="{b}" d="{_reach(places[a], places[b])}{_HEAD}"/>'
        for a, b in pairs
    ]
    if drawn:
        yield f'<g class="arrows{" crowded" if crowded else ""}">'
        yield from drawn
        yield "</g>"


def broken_lines(broken: Iterable[Broken], places: Places) -> Iterator[str]:
    """A broken line for each link whose entities are drawn; with a head if the link says which is
    before."""
    for found in broken:
        if _joins(found, places):
            head = _HEAD if found.ordered else ""
            yield (
                f'<g class="cut"><path class="reach" '
                f'd="{_reach(places[found.a], places[found.b])}{head}"/></g>'
            )


def broken_crosses(
    broken: Iterable[Broken], places: Places, name: Naming, *, page: bool
) -> Iterator[str]:
    """The crosses in the middle of broken lines, with the links; these call entities as ``name``
    says. On a ``page`` each can be selected."""
    for found in broken:
        if not _joins(found, places):
            continue
        start, end = places[found.a], places[found.b]
        x, y = (start[1] + end[0]) / 2, (start[2] + end[2]) / 2
        words = escape(f"{cite(found.link, name)}: left out as contradictory")
        role = f' tabindex="-1" role="button" aria-label="{words}"' if page else ""
        yield (
            f'<g class="cut" data-c="{found.number}"{role}><title>{words}</title>'
            f'<path class="cross" d="M{x - _CROSS:.1f} {y - _CROSS:.1f}'
            f'l{2 * _CROSS} {2 * _CROSS}m0 {-2 * _CROSS}l{-2 * _CROSS} {2 * _CROSS}"/></g>'
        )


def _joins(broken: Broken, places: Places) -> bool:
    """Whether the link joins two that are drawn; that of an entity with itself would lie on its
    words."""
    return broken.a != broken.b and broken.a in places and broken.b in places


def _reach(start: tuple[float, float, float], end: tuple[float, float, float]) -> str:
    """A curve from the right of the one to the left of the other, which it meets level."""
    (_, x, y), (to, _, below) = start, end
    bend = max(20.0, abs(to - x) / 3)
    return (
        f"M{x:.0f} {y:.0f}C{x + bend:.0f} {y:.0f} {to - bend:.0f} {below:.0f} {to:.0f} {below:.0f}"
    )
