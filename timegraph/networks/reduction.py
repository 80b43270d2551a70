"""From links to a problem for the search: only the intervals that a choice is about.

What is convex is a :class:`timegraph.TimeGraph`, closed or, with distances, tight. Such a graph is
globally consistent: whatever satisfies what it entails of some intervals can be continued to all
others (van Beek & Cohen 1990; Dechter, Meiri & Pearl 1991). So the search sees the intervals of
the choices alone, with the relations, or the bounds, that the graph entails among them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from timegraph.allen import AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import EPOCH, DistanceLink, Endpoint, Link, Placement, PointLink
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


def _bounds(graph: TimeGraph[Hashable], intervals: Sequence[Hashable]) -> list[list[int | None]]:
    """The tightest bounds among the points of these intervals and one point before all others."""
    points: list[Endpoint] = [(a, side) for a in intervals for side in ("start", "end")]
    dated = EPOCH[0] in graph.instants
    if dated:
        points.append(EPOCH)
    size = len(points)
    rows: list[list[tuple[Fraction, bool] | None]] = [[None] * size for _ in range(size)]
    pairs = [*combinations(range(size), 2)]
    between = graph.distances((points[x], points[y]) for x, y in pairs)
    for (x, y), bounds in zip(pairs, between, strict=True):
        if bounds.upper is not None:
            rows[x][y] = bounds.upper, bounds.upper_reached
        if bounds.lower is not None:
            rows[y][x] = -bounds.lower, bounds.lower_reached
    if dated:
        _shift(rows)
    return _from_first(_in_units(rows), dated)


def _shift(rows: list[list[tuple[Fraction, bool] | None]]) -> None:
    """Count times from the earliest date that there can be, so that their numbers are small."""
    last = len(rows) - 1
    ends = [row[last] for row in rows[:last]]
    first = min((-end[0] for end in ends if end is not None), default=Fraction(0))
    for x in range(last):
        to, back = rows[x][last], rows[last][x]
        rows[x][last] = to and (to[0] + first, to[1])
        rows[last][x] = back and (back[0] - first, back[1])


def _in_units(rows: list[list[tuple[Fraction, bool] | None]]) -> list[list[int | None]]:
    """The bounds as whole numbers, of which 1 is less than any difference that matters."""
    values = [bound for row in rows for bound in row if bound is not None]
    ticks = lcm(*(value.denominator for value, _ in values))
    unit = 1 << (len(rows) + 2).bit_length()

    def number(bound: tuple[Fraction, bool] | None) -> int | None:
        if bound is None:
            return None
        value = int(bound[0] * ticks) * unit - (not bound[1])
        if abs(value) >= 1 << 56:
            raise OverflowError(TOO_LARGE)
        return value

    bounds = [[number(bound) for bound in row] for row in rows]
    for k, row in enumerate(bounds):
        row[k] = 0
    return bounds


def _from_first(rows: list[list[int | None]], dated: bool) -> list[list[int | None]]:
    """The same with a last point from which every other is bounded: what has no bound there is so
    late, or so early, that it makes no difference."""
    if not dated:
        rows = [[*row, None] for row in rows]
        rows.append([None] * (len(rows)) + [0])
    last = len(rows) - 1
    largest = max(abs(bound) for row in rows for bound in row if bound is not None)
    far = (largest + 1) * (len(rows) + 2)
    if far >= 1 << 57:
        raise OverflowError(TOO_LARGE)
    for row in rows[:last]:
        least = far + min(bound for y, bound in enumerate(row[:last]) if bound is not None)
        bound_to_last = row[last]
        row[last] = least if bound_to_last is None else min(bound_to_last, least)
    return rows
