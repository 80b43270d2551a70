"""How long entities last, where a graph says more than that they start before they end."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from timegraph._graph.bounds import Bounds
from timegraph._wording.lengths import seconds_in_words
from timegraph.documents.calendar_links import rounded
from timegraph.links import DistanceConstraint, Endpoint
from timegraph.pictures.orders.windows import Window
from timegraph.reduction import in_force

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["lengths_of", "short_length"]


def lengths_of(
    graph: TimeGraph, entities: Sequence[Hashable], windows: Mapping[int, Window]
) -> dict[int, Bounds]:
    """The bounds on the length of each entity, by its number, of which one is known and is not
    already that of its window on the calendar; none for a graph without distances.

    They are without the thousandths of a second that dates may add.
    """
    if not any(isinstance(constraint, DistanceConstraint) for constraint, _ in in_force(graph)):
        return {}
    pairs: list[tuple[Endpoint, Endpoint]] = [
        ((entity, "start"), (entity, "end")) for entity in entities
    ]
    lengths = {}
    for number, exact in enumerate(graph.distances(pairs)):
        bounds = exact.rounded(rounded)
        if number in windows:
            bounds = _beyond(windows[number], bounds)
        if bounds.lower or bounds.upper is not None:
            lengths[number] = bounds
    return lengths


def _beyond(window: Window, bounds: Bounds) -> Bounds:
    """The bounds without those that the window has."""
    start, end, core = window.earliest_start, window.latest_end, window.core
    lower, upper, lower_reached, upper_reached = bounds
    if upper is not None and start is not None and end is not None and upper >= end - start:
        upper, upper_reached = None, True
    if lower is not None and core is not None and lower <= core[1] - core[0]:
        lower, lower_reached = None, True
    return Bounds(lower, upper, lower_reached, upper_reached)


def short_length(bounds: Bounds) -> str:
    """A length in a few words: "3 days", "2 to 3 days", "3 days or more". Whether a bound is
    reached is left to ``str(bounds)``."""
    low, high = _words(bounds.lower or None), _words(bounds.upper)
    if low is None:
        return "" if high is None else f"up to {high}"
    if high is None:
        return f"{low} or more"
    if low == high:
        return low
    (number, _, unit), (_, _, other) = low.partition(" "), high.partition(" ")
    one_unit = unit.rstrip("s") == other.rstrip("s") and " " not in unit
    return f"{number if one_unit else low} to {high}"


def _words(seconds: Fraction | None) -> str | None:
    return None if seconds is None else seconds_in_words(seconds)
