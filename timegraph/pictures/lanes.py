"""Lanes: boxes that do not overlap share a row, so that many fit in a picture."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["lanes_of"]


def lanes_of(extents: Iterable[tuple[float, float]]) -> list[int]:
    """For each extent ``(from, to)``, in their order, the lowest lane that is free there; extents
    must come by increasing ``from``."""
    lanes: list[float] = []  # where each lane is free from on
    found = []
    for begin, end in extents:
        lane = next((k for k, free in enumerate(lanes) if free <= begin), len(lanes))
        if lane == len(lanes):
            lanes.append(end)
        else:
            lanes[lane] = end
        found.append(lane)
    return found
