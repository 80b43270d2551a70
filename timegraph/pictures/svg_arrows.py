"""The arrows of a timeline as SVG: orders between bands, and links that were left out.

An arrow leads from the right of one pill to the left of another where there is room beside them.
It leaves or meets the middle of an upper or lower edge where another pill, or the edge of the
picture, is too near, or the way leads back: its head would seem to come from what stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from timegraph.citations import cite
from timegraph.links import Naming
from timegraph.pictures.broken import Broken

__all__ = ["Places", "arrows", "broken_crosses", "broken_lines"]

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
"""What an arrow needs beside a pill to leave or meet it level."""
_CROSS = 5


def arrows(
    pairs: Iterable[tuple[int, int]], places: Places, width: float, *, crowded: bool = False
) -> Iterator[str]:
    """An arrow for each pair, in a picture of so much ``width``; ``crowded`` ones can be hidden by
    a page."""
    ways = _Ways(places, width)
    drawn = [f'<path data-a="{a}" data-b="{b}" d="{ways.between(a, b).path()}"/>' for a, b in pairs]
    if drawn:
        yield f'<g class="arrows{" crowded" if crowded else ""}">'
        yield from drawn
        yield "</g>"


def broken_lines(broken: Iterable[Broken], places: Places, width: float) -> Iterator[str]:
    """A broken line for each link whose entities are drawn; with a head if the link says which is
    before."""
    ways = _Ways(places, width)
    for line in broken:
        if _joins(line, places):
            path = ways.between(line.a, line.b).path(head=line.ordered)
            yield f'<g class="cut"><path class="reach" d="{path}"/></g>'


def broken_crosses(
    broken: Iterable[Broken], places: Places, width: float, name: Naming, *, page: bool
) -> Iterator[str]:
    """The crosses in the middle of broken lines, with the links; these call entities as ``name``
    says. On a ``page`` each can be selected."""
    ways = _Ways(places, width)
    for line in broken:
        if not _joins(line, places):
            continue
        x, y = ways.between(line.a, line.b).middle
        words = escape(f"{cite(line.link, name)}: left out as contradictory")
        role = f' tabindex="-1" role="button" aria-label="{words}"' if page else ""
        yield (
            f'<g class="cut" data-c="{line.number}"{role}><title>{words}</title>'
            f'<path class="cross" d="M{x - _CROSS:.1f} {y - _CROSS:.1f}'
            f'l{2 * _CROSS} {2 * _CROSS}m0 {-2 * _CROSS}l{-2 * _CROSS} {2 * _CROSS}"/></g>'
        )


def _joins(broken: Broken, places: Places) -> bool:
    """Whether the link joins two that are drawn; that of an entity with itself would lie on its
    words."""
    return broken.a != broken.b and broken.a in places and broken.b in places


@dataclass(frozen=True, slots=True)
class _Way:
    """A curve from one pill to another: its ends, the points that bend it, its last direction."""

    ends: tuple[tuple[float, float], tuple[float, float]]
    bends: tuple[tuple[float, float], tuple[float, float]]
    direction: tuple[int, int]

    @property
    def middle(self) -> tuple[float, float]:
        """The point halfway."""
        (x, y), (to, below) = self.ends
        (x1, y1), (x2, y2) = self.bends
        return (x + 3 * x1 + 3 * x2 + to) / 8, (y + 3 * y1 + 3 * y2 + below) / 8

    def path(self, *, head: bool = True) -> str:
        (x, y), (to, below) = self.ends
        (x1, y1), (x2, y2) = self.bends
        curve = f"M{x:.0f} {y:.0f}C{x1:.0f} {y1:.0f} {x2:.0f} {y2:.0f} {to:.0f} {below:.0f}"
        return curve + (_HEADS[self.direction] if head else "")


class _Ways:
    """Ways between pills, of which each knows what stands beside it in its line."""

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
