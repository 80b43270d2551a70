"""From links to a problem for the search: only the intervals that a choice is about.

What is convex is a :class:`timegraph.TimeGraph`, closed or, with distances, tight. Such a graph is
globally consistent: whatever satisfies what it entails of some intervals can be continued to all
others (van Beek & Cohen 1990; Dechter, Meiri & Pearl 1991). So the search sees the intervals of
the choices alone, with the relations, or the bounds, that the graph entails among them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from timegraph._graph.distances import matrix
from timegraph.allen import AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import EPOCH, DistanceLink, Endpoint, Link, Placement, PointLink
from timegraph.networks.kernels.search import UNBOUNDED
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap, pairs_of
from timegraph.networks.problem import Literal, Problem
from timegraph.networks.solver import TOO_LARGE
from timegraph.networks.tables import ALL, mask_of_comparison

__all__ = ["Numbers", "concerned", "is_whole", "literal_of", "problem_of"]

_MOST_WHOLE = 400
"""Networks of more intervals leave to the graph what is convex."""

_EQUAL = AllenSet("equal").mask
_SIGNS = {"<": (-1,), "<=": (-1, 0), "=": (0,), ">=": (0, 1), ">": (1,)}

Numbers = Mapping[Hashable, int]
"""The number of each interval that the search sees."""


def is_whole(graph: TimeGraph[Hashable], links: Iterable[NetworkLink]) -> bool:
    """Whether the search can have all links: of few intervals, with nothing measured."""
    if len(graph) > _MOST_WHOLE or graph.instants:
        return False
    return not any(isinstance(link, (DistanceLink, Placement)) for link in links)


def concerned(links: Iterable[NetworkLink]) -> dict[Hashable, None]:
    """The intervals that these links are about, in order."""
    intervals: dict[Hashable, None] = {}
    for link in links:
        if isinstance(link, NoOverlap):
            intervals.update(dict.fromkeys(link.intervals))
        else:
            groups = link.groups if isinstance(link, AnyOf) else ((link,),)
            for member in (
                member for group in groups for member in group if isinstance(member, Link)
            ):
                intervals.update({member.a: None, member.b: None})
    return intervals


def literal_of(link: Link, numbers: Numbers) -> Literal:
    """A link between different intervals, by their numbers."""
    a, b = numbers[link.a], numbers[link.b]
    mask = link.relation.mask
    return (a, b, mask) if a < b else (b, a, AllenSet.from_mask(mask).converse.mask)


def problem_of(
    graph: TimeGraph[Hashable], choices: Sequence[NetworkLink], numbers: Numbers, whole: bool
) -> Problem:
    """What the search decides: the choices, and what ``graph`` says of these intervals, which are
    all of them if it is ``whole``. Raises ``OverflowError`` for times that need too many bits."""
    sets: dict[tuple[int, int], int] = {}
    groups = []
    impossible = False
    for link in (*(graph.links if whole else ()), *choices):
        if isinstance(link, AnyOf):
            groups.append([_literals(group, numbers) for group in link.groups])
            continue
        for a, b, mask in _pairs(link, numbers):
            if a == b:
                impossible = impossible or not mask
            else:
                sets[a, b] = sets.get((a, b), ALL) & mask
    alternatives = [[member for member in group if member is not None] for group in groups]
    impossible = impossible or not all(alternatives)
    impossible = impossible or (not whole and bool(graph.conflicts))
    known, bounds = {}, None
    if not whole and not impossible:
        if EPOCH[0] in graph.instants or _measured(graph):
            bounds = _bounds(graph, [*numbers])
        else:
            known = _known(graph, [*numbers])
    return Problem(len(numbers), sets, alternatives, known, bounds, impossible)


def _pairs(link: NetworkLink, numbers: Numbers) -> list[Literal]:
    """A link as sets of pairs; one between an interval and itself has all relations or none."""
    if isinstance(link, NoOverlap):
        return [literal for apart in pairs_of(link) for literal in _pairs(apart, numbers)]
    if isinstance(link, PointLink):
        return [_of_points(link, numbers)]
    assert isinstance(link, Link)
    if link.a == link.b:
        number = numbers[link.a]
        return [(number, number, link.relation.mask & _EQUAL)]
    return [literal_of(link, numbers)]


def _of_points(link: PointLink, numbers: Numbers) -> Literal:
    (a, side), (b, other) = link.x, link.y
    if a == b:
        sign = (side == "end") - (other == "end")
        return numbers[a], numbers[a], int(sign in _SIGNS[link.op])
    pair = 2 * (side == "end") + (other == "end")
    compared = Link(a, AllenSet.from_mask(mask_of_comparison(pair, _SIGNS[link.op])), b)
    return literal_of(compared, numbers)


def _literals(group: Iterable[Link], numbers: Numbers) -> list[Literal] | None:
    """The literals of an alternative; ``None`` if it cannot hold."""
    pairs = [literal for link in group for literal in _pairs(link, numbers)]
    if any(a == b and not mask for a, b, mask in pairs) or not all(m for *_, m in pairs):
        return None
    return [(a, b, mask) for a, b, mask in pairs if a != b]


def _known(graph: TimeGraph[Hashable], intervals: Sequence[Hashable]) -> dict[tuple[int, int], int]:
    """What a graph without distances entails of each pair."""
    masks = {}
    for (i, a), (j, b) in combinations(enumerate(intervals), 2):
        mask = graph.relations(a, b).mask
        if mask != ALL:
            masks[i, j] = mask
    return masks


def _measured(graph: TimeGraph[Hashable]) -> bool:
    return any(isinstance(link, (DistanceLink, Placement)) for link in graph.links)


def _bounds(graph: TimeGraph[Hashable], intervals: Sequence[Hashable]) -> NDArray[np.int64]:
    """The tightest bounds among the points of these intervals and one point before all others, as
    whole numbers, of which 1 is less than any difference that matters."""
    points: list[Endpoint] = [(a, side) for a in intervals for side in ("start", "end")]
    dated = EPOCH[0] in graph.instants
    with graph._reading() as state:
        bounded, values, strict = np.moveaxis(matrix(state, points + [EPOCH] * dated), 2, 0)
        rounded = state.store.dated
    if dated and bounded[:-1, -1].any():
        # Count times from the earliest date that there can be, so that numbers are small.
        first = -values[:-1, -1][bounded[:-1, -1] == 1].max()
        values[:-1, -1] += first
        values[-1, :-1] -= first
    values *= bounded
    size = len(bounded)
    unit = 1 << (size + 2).bit_length()
    values //= max(1, np.gcd.reduce(values, axis=None))
    if int(abs(values).max(initial=0)) * unit + 1 >= 1 << 56:
        raise OverflowError(TOO_LARGE)
    rows = np.where(bounded, values * unit - np.minimum(strict, 1), UNBOUNDED)
    # A path of strict bounds counts each of them, which one bound does not.
    for k in range(size if rounded or strict.max(initial=0) > 1 else 0):
        np.minimum(rows, rows[:, k : k + 1] + rows[k : k + 1, :], out=rows)
    rows[rows > UNBOUNDED // 2] = UNBOUNDED
    return _from_first(rows, dated)


def _from_first(rows: NDArray[np.int64], dated: bool) -> NDArray[np.int64]:
    """The same with a last point from which every other is bounded: what has no bound there is so
    late, or so early, that it makes no difference."""
    if not dated:
        rows = np.pad(rows, (0, 1), constant_values=UNBOUNDED)
        rows[-1, -1] = 0
    far = (int(abs(rows[rows < UNBOUNDED]).max()) + 1) * (len(rows) + 2)
    if far >= 1 << 57:
        raise OverflowError(TOO_LARGE)
    rows[:-1, -1] = np.minimum(rows[:-1, -1], far + rows[:-1, :-1].min(axis=1, initial=UNBOUNDED))
    np.minimum(rows, rows[:, -1:] + rows[-1:, :], out=rows)
    rows[rows > UNBOUNDED // 2] = UNBOUNDED
    return rows
