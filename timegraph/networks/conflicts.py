"""Which links of a network contradict each other: a set of which none can be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from timegraph.graph import TimeGraph
from timegraph.networks.deadline import Deadline, TimedOut
from timegraph.networks.links import NetworkLink, is_convex
from timegraph.repairs import independent_conflicts
from timegraph.repairs.minimal import minimal_conflict

__all__ = ["conflict_of"]


def conflict_of(
    links: Sequence[NetworkLink],
    given: Sequence[NetworkLink],
    deadline: Deadline,
    consistent: Callable[[list[NetworkLink], Deadline], bool],
) -> tuple[NetworkLink, ...]:
    """Of these links those that contradict each other, and the ``given`` ones, while no part of
    them does; none if they agree, as ``consistent`` decides. Raises :class:`TimedOut` with a
    contradiction that may have more links than it needs."""
    convex = [link for link in links if is_convex(link)]
    if not given:
        graph = TimeGraph(on_conflict="drop-link")
        graph.extend(convex)  # type: ignore[arg-type]
        if graph.conflicts:
            return independent_conflicts(graph)[0]
    least = list(range(len(links)))

    def agree(numbers: list[int]) -> bool:
        deadline.check()
        fits = consistent([*given, *(links[number] for number in numbers)], deadline)
        if not fits and len(numbers) < len(least):
            least[:] = numbers
        return fits

    try:
        if agree(least):
            return ()
        least_numbers = minimal_conflict(least[:], agree)
    except TimedOut as error:
        raise TimedOut(str(error), tuple(links[number] for number in least)) from None
    return tuple(links[number] for number in sorted(least_numbers))
