"""Deciding a problem with the compiled search: time limits, interrupts, and how far it was."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, reduce
from itertools import chain, combinations
from operator import ne, or_
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from timegraph._graph.closing import closed
from timegraph._graph.distances import matrix
from timegraph._metric.network import needs_table
from timegraph._pace import Deadline, TimedOut
from timegraph.allen import Allen, AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import EPOCH, Endpoint, Link, PointLink
from timegraph.networks import kernels as search_kernels
from timegraph.networks.kernels import (
    ALL,
    BASE,
    COUNTERS,
    DIRTY,
    LEVEL,
    LIMIT,
    NO_ROOM,
    NODE,
    OVERFLOW,
    PAUSED,
    REFUTED,
    SATISFIED,
    UNBOUNDED,
    WAITING,
    Search,
    assume,
    run,
)
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap, pairs_of
from timegraph.points import SIGNS

# What the search decides, as data: numbered intervals, sets, groups of alternatives, bounds.


Pair = tuple[int, int]
"""Two intervals by their numbers, the lower one first."""

Literal = tuple[int, int, int]
"""The relations between two intervals, lower number first, are in this mask."""


Entailed = tuple[Mapping[Pair, int], "NDArray[np.int64] | None"]


@dataclass(frozen=True, slots=True)
class Problem:
    """``count`` intervals; ``sets`` has the mask of each pair of which something was stated. Of
    each of ``groups`` one alternative, all of whose literals hold, is true. ``impossible`` says
    that the convex part contradicts itself already.

    ``entailed`` finds what else is known of pairs, which need not be checked, and, where something
    is measured, bounds: the tightest one of y - x in row x, column y; the points of interval k are
    2k and 2k + 1, and the last one is such as all others are bounded from. Values are in units of
    which 1 stands for "strictly".
    """

    count: int
    sets: Mapping[Pair, int]
    groups: Sequence[Sequence[Sequence[Literal]]] = ()
    impossible: bool = False
    entailed: Callable[[], Entailed] = lambda: ({}, None)

    @property
    def edges(self) -> dict[Pair, int]:
        """The pairs of which something was asked, and what was stated of them."""
        literals = chain.from_iterable(chain.from_iterable(self.groups))
        return {**dict.fromkeys(((a, b) for a, b, _ in literals), EVERY_RELATION), **self.sets}


# Tables over the 8,192 sets of Allen relations, all computed from the endpoints of intervals.
#
# A set is its mask of 13 bits. What is typed in is only what an interval is; which sets belong to
# the ORD-Horn class follows from its definition (Nebel & Buerckert 1995, Reasoning about temporal
# relations: a maximal tractable subclass of Allen's interval algebra): those that are a
# conjunction of clauses over ``x <= y``, ``x = y`` and ``x != y`` between endpoints with at most
# one literal that is not ``!=``.


EVERY_RELATION = (1 << 13) - 1
"""Every relation: nothing is known."""

_HALF = 7
"""Masks are composed in two parts, so that their tables stay in the processor's cache."""

_SIGNS = [relation.signs for relation in Allen]

Masks = NDArray[np.uint16]


class Tables(NamedTuple):
    """What the search looks up.

    ``compose[k]`` composes the low or high parts (7 and 6 bits) of two masks: k is 0 for low and
    low, 1 for low and high, 2 for high and low, 3 for high and high. Bit ``3 p + s`` of the signs
    of a mask says that the pair p of endpoints can compare as s - 1 (-1, 0, 1), where the pairs are
    those of :attr:`timegraph.Allen.signs`. ``relations`` has the bit of the relation whose four
    signs, each plus 1, are the digits of the index to base 3; 0 where there is none.

    ``for_sets`` and ``for_bounds`` have a row each for the converse, the size and the signs of each
    mask, and for the largest part of it that is in the class ORD-Horn, or convex: the mask itself
    if it is.
    """

    compose: Masks
    relations: Masks
    for_sets: Masks
    for_bounds: Masks


@cache
def tables() -> Tables:
    """All tables; computed in some milliseconds."""
    rows = (
        _union([1 << relation.converse.index for relation in Allen]),
        _sizes(),
        _union([sum(1 << (3 * p + sign + 1) for p, sign in enumerate(s)) for s in _SIGNS]),
    )
    of_sets, of_bounds = (
        np.array([*rows, _parts(subclass)]) for subclass in (ord_horn(), convex())
    )
    return Tables(_composition(), _relations(), of_sets, of_bounds)


def mask_of_comparison(pair: int, signs: Iterable[int]) -> int:
    """The relations of a and b in which the endpoints of ``pair`` (0 to 3, as in
    :attr:`timegraph.Allen.signs`) compare as one of ``signs``."""
    allowed = set(signs)
    return sum(
        1 << bit for bit, relation_signs in enumerate(_SIGNS) if relation_signs[pair] in allowed
    )


@cache
def ord_horn() -> frozenset[int]:
    """The masks of the ORD-Horn class, the empty one included."""
    positive = [0, *_literals([(-1, 0), (0, 1), (0,)])]
    unequal = _literals([(-1, 1)])
    negative = [
        reduce(or_, chosen, 0) for size in range(5) for chosen in combinations(unequal, size)
    ]
    return _intersections(first | then for first in positive for then in negative)


@cache
def convex() -> frozenset[int]:
    """The masks of conjunctions of ``<``, ``<=`` and ``=`` between endpoints."""
    return _intersections(_literals([(-1,), (-1, 0), (0,), (0, 1), (1,)]))


def _literals(signs: list[tuple[int, ...]]) -> list[int]:
    return [mask_of_comparison(pair, allowed) for pair in range(4) for allowed in signs]


def _intersections(clauses: Iterable[int]) -> frozenset[int]:
    """All intersections of these sets."""
    closed = {EVERY_RELATION}
    for clause in set(clauses):
        closed |= {mask & clause for mask in closed}
    return frozenset(closed)


def _union(of_relation: list[int]) -> Masks:
    """For each mask the union of what its relations have."""
    unions = np.zeros(EVERY_RELATION + 1, np.uint16)
    for bit, part in enumerate(of_relation):
        unions[1 << bit : 2 << bit] = unions[: 1 << bit] | part
    return unions


def _sizes() -> Masks:
    return np.array([mask.bit_count() for mask in range(EVERY_RELATION + 1)], np.uint16)


def _composition() -> Masks:
    single = [[AllenSet(a).compose(AllenSet(b)).mask for b in Allen] for a in Allen]
    size = 1 << _HALF
    halves = np.zeros((4, size, size), np.uint16)
    bits = (range(_HALF), range(_HALF, 13))
    for k in range(4):
        first, second = bits[k >> 1], bits[k & 1]
        for a, bit in enumerate(first):
            row = np.zeros(size, np.uint16)
            for b, other in enumerate(second):
                row[1 << b : 2 << b] = row[: 1 << b] | single[bit][other]
            halves[k, 1 << a : 2 << a] = halves[k, : 1 << a] | row
    return halves


def _relations() -> Masks:
    masks = np.zeros(81, np.uint16)
    for bit, signs in enumerate(_SIGNS):
        masks[sum((sign + 1) * 3**k for k, sign in enumerate(signs))] = 1 << bit
    return masks


def _parts(members: frozenset[int]) -> Masks:
    """The largest member within each mask; of several the one found by leaving out low bits."""
    every = np.arange(EVERY_RELATION + 1)
    sizes = _sizes()
    best = np.where(np.isin(every, list(members)), every, 0)
    for size in range(1, 14):
        others = every[(sizes == size) & (best == 0)]
        for bit in range(13):
            part = best[others & ~(1 << bit)]
            better = sizes[part] > sizes[best[others]]
            best[others] = np.where(better, part, best[others])
    return best.astype(np.uint16)


World = tuple[int, ...]

TOO_LARGE = (
    "the times of this network need more than 58 bits; give lengths and dates in coarser units, or "
    "nearer to each other"
)

_SLICE = 2_000_000
"""Steps between two looks at the clock: some hundredths of a second."""

_FIRST_RESTART = 200


class Solver:
    """A problem with all that follows from it before anything is chosen.

    Questions are asked with further literals. What was found for one of them is used for the next:
    the first sets, which pairs are hard, and ``worlds``, numbers for all points (2k and 2k + 1 for
    interval k) that satisfy the problem. ``pairs`` are those of which something was asked. As long
    as a ``trial`` gets through, nothing is searched.
    """

    def __init__(
        self, problem: Problem, worlds: Iterable[World] = (), trial: Trial | None = None
    ) -> None:
        self._problem = problem
        self._trial = trial
        self._refuted = problem.impossible or any(not mask for mask in problem.sets.values())
        self.closed = False
        """Whether all that was stated was followed to its end."""
        self.pairs = [*problem.edges]
        self.worlds: list[World] = list(worlds)

    @cached_property
    def _search(self) -> Search:
        search = _search_of(self._problem)
        # The search looks at what changes, and not at a pair that has no relation from the start.
        self._refuted = self._refuted or not search.masks.all()
        return search

    def consistent(self, deadline: Deadline) -> bool:
        """Whether there is a world. Raises :class:`TimedOut`."""
        return bool(self.worlds) or self.find((), deadline) is not None

    def find(self, literals: Sequence[Literal], deadline: Deadline) -> World | None:
        """A world in which these literals hold as well; ``None`` if there is none. Raises
        :class:`TimedOut`, and ``OverflowError`` for times that need too many bits."""
        if self._trial is not None and not self._refuted:
            decided, world = self._trial.world(literals, deadline)
            if world:
                self.worlds.append(world)
            if decided:
                self._refuted = not (world or literals)
                return world
            self._trial = None
        if literals and not self.closed:
            self.find((), deadline)
        edges = self._search.edges
        if self._refuted:
            return None
        further = _as_array(literals)
        fits = not self.closed or assume(self._search, further)
        # What is assumed is checked, and may be split, like everything that was stated.
        self._search = self._search._replace(edges=np.concatenate((edges, further)))
        try:
            outcome = self._run(deadline) if fits else REFUTED
        finally:
            self._search = self._search._replace(edges=edges)
        self.closed = True
        if outcome == REFUTED:
            self._refuted = not literals
            return None
        if outcome == OVERFLOW:
            raise OverflowError(TOO_LARGE)
        if outcome != SATISFIED:
            raise AssertionError("a closed network of tractable sets has no world")
        self.worlds.append(tuple(self._search.times.tolist()))
        return self.worlds[-1]

    def _run(self, deadline: Deadline) -> int:
        """Search to the end, with looks at the clock between slices."""
        while True:
            deadline.check()
            outcome = run(self._search, _SLICE)
            if outcome == NO_ROOM:
                longer = np.concatenate((self._search.trail, np.zeros_like(self._search.trail)))
                self._search = self._search._replace(trail=longer)
            elif outcome != PAUSED:
                return outcome

    def some(self, a: int, b: int, mask: int, deadline: Deadline) -> bool:
        """Whether one of these relations is possible. Raises :class:`TimedOut`."""
        if self.seen(a, b) & mask:
            return True
        return self.find([(a, b, mask)], deadline) is not None

    def tighten(self, literals: Sequence[Literal]) -> None:
        """Add sets to a problem that was ``closed``, and keep all that still holds."""
        further = _as_array(literals)
        fits = assume(self._search, further)
        # What was assumed holds from now on, and is to be followed to its end.
        self._search.counters[LEVEL] = self._search.counters[BASE] = 0
        self.closed = False
        self.pairs += [(a, b) for a, b, _ in literals]
        self._search = self._search._replace(
            edges=np.concatenate((self._search.edges, further)),
            decisions=np.zeros((len(self._search.decisions) + _room(len(further)), 4), np.int64),
        )
        self._refuted = self._refuted or not fits
        self.worlds = [
            times
            for times in self.worlds
            if all(relation_in(times, a, b) & mask for a, b, mask in literals)
        ]

    def seen(self, a: int, b: int) -> int:
        """The relations of two intervals in the worlds found so far, as a mask."""
        mask = 0
        for times in self.worlds:
            mask |= relation_in(times, a, b)
        return mask

    def possible(self, a: int, b: int, among: int, deadline: Deadline) -> int:
        """Which of the relations ``among`` two intervals can have, as a mask. Raises
        :class:`TimedOut` with the mask found so far."""
        try:
            if not self.consistent(deadline):
                return 0
            if self._trial is None and not self.closed:
                self.find((), deadline)
            first = among & self._first_set(a, b)
            while rest := first & ~self.seen(a, b):
                if self.find([(a, b, rest)], deadline) is None:
                    break
        except TimedOut as error:
            raise TimedOut(str(error), self.seen(a, b) & among) from None
        return self.seen(a, b) & among

    def _first_set(self, a: int, b: int) -> int:
        """What the graph, or path consistency, leaves of a pair."""
        if self._trial is not None:
            return self._trial.mask(a, b)
        assume(self._search, _as_array(()))
        return int(self._search.masks[a, b])


def _room(edges: int) -> int:
    """The most levels that so many edges, and one that is assumed, can make."""
    return 13 * (edges + 2)


def _as_array(literals: Sequence[Literal]) -> NDArray[np.int32]:
    return np.array(literals, np.int32).reshape(-1, 3)


def relation_in(times: Sequence[int], a: int, b: int) -> int:
    """The relation of two intervals in a world, as a mask."""
    first, second = (times[2 * a], times[2 * a + 1]), (times[2 * b], times[2 * b + 1])
    return 1 << Allen.between(first, second).index


def _search_of(problem: Problem) -> Search:
    """The arrays of a search that has not begun, with everything that was stated waiting."""
    n, shared = problem.count, tables()
    converse = shared.for_sets[0]
    known, measured = problem.entailed()
    bounds = np.zeros((0, 0), np.int64) if measured is None else measured
    p = len(bounds)
    masks = np.full((n, n), ALL, np.uint16)
    for said in (known, problem.sets):
        for (a, b), mask in said.items():
            masks[a, b] &= mask
            masks[b, a] = converse[masks[a, b]]
    literals: list[Literal] = []
    alternatives, groups = [0], [0]
    for group in problem.groups:
        for alternative in group:
            literals += alternative
            alternatives.append(len(literals))
        groups.append(len(alternatives) - 1)
    edges = problem.edges
    of_pairs = np.triu(np.ones((n, n), np.bool_), 1)
    counters = np.zeros(COUNTERS, np.int64)
    queue = _queue(of_pairs & (masks != ALL), counters, WAITING)
    dirty = _queue(of_pairs & (p > 0), counters, DIRTY)
    counters[NODE], counters[LIMIT] = 1, _FIRST_RESTART
    return Search(
        masks=masks,
        edges=np.array([(a, b, mask) for (a, b), mask in edges.items()], np.int32).reshape(-1, 3),
        conflicts=np.ones((n, n)),
        compose=shared.compose,
        look=shared.for_bounds if p else shared.for_sets,
        relations=shared.relations,
        queue=queue,
        bounds=bounds,
        stamps=np.zeros((p, p), np.int32),
        needs=_needs(),
        dirty=dirty,
        literals=np.array(literals, np.int32).reshape(-1, 3),
        alternatives=np.array(alternatives, np.int32),
        groups=np.array(groups, np.int32),
        alive=np.ones(len(alternatives) - 1, np.uint8),
        trail=np.zeros((max(1 << 12, 4 * (2 * n + p * p)), 3), np.int64),
        decisions=np.zeros((_room(len(edges)) + len(alternatives), 4), np.int64),
        times=np.zeros(max(2 * n, p), np.int64),
        counters=counters,
    )


@cache
def _needs() -> NDArray[np.int64]:
    return np.array(needs_table(), np.int64)


def _queue(pairs: NDArray[np.bool_], counters: NDArray[np.int64], length: int) -> NDArray[np.int32]:
    """A queue with these pairs."""
    numbers = np.flatnonzero(pairs.ravel())
    queue = np.zeros((2, pairs.size), np.int32)
    queue[0, : len(numbers)] = numbers
    queue[1, numbers] = 1
    counters[length] = len(numbers)
    return queue


# From links to a problem for the search: only the intervals that a choice is about.
#
# What is convex is a :class:`timegraph.TimeGraph`, closed or, with distances, tight. Such a graph
# is globally consistent: whatever satisfies what it entails of some intervals can be continued to
# all others (van Beek & Cohen 1990; Dechter, Meiri & Pearl 1991). So the search sees the
# intervals of the choices alone, with the relations, or the bounds, that the graph entails among
# them.


_MOST_WHOLE = 400
"""Networks of more intervals leave to the graph what is convex."""

_TRIAL_FROM, _TRIAL_TO = 100, 4
"""From so many intervals on, and up to so many choices for each, one way through is tried first."""

_EQUAL = AllenSet("equal").mask

Numbers = Mapping[Hashable, int]
"""The number of each interval that the search sees."""


def is_whole(graph: TimeGraph[Hashable]) -> bool:
    """Whether the search can have all links: of few intervals, with nothing measured."""
    return not (len(graph) > _MOST_WHOLE or graph.instants or _measured(graph))


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
            groups.append([_reduction_literals(group, numbers) for group in link.groups])
            continue
        for a, b, mask in _pairs(link, numbers):
            if a == b:
                impossible = impossible or not mask
            else:
                sets[a, b] = sets.get((a, b), EVERY_RELATION) & mask
    alternatives = [[member for member in group if member is not None] for group in groups]
    impossible = impossible or not all(alternatives)
    impossible = impossible or (not whole and bool(graph.conflicts))

    def entailed() -> Entailed:
        if whole or impossible:
            return {}, None
        if _measured(graph):
            return {}, _bounds(graph, [*numbers])
        return _known(graph, [*numbers]), None

    return Problem(len(numbers), sets, alternatives, impossible, entailed)


def trial_of(
    problem: Problem, graph: TimeGraph[Hashable], numbers: Numbers, whole: bool
) -> Trial | None:
    """What is tried before a search, where that is likely to get through."""
    choices = len(problem.sets) + len(problem.groups)
    few = problem.count < _TRIAL_FROM or choices > _TRIAL_TO * problem.count
    if whole or few or problem.impossible:
        return None
    return Trial(problem, graph, numbers)


_APART = [[sum(map(ne, signs, others)) for others in _SIGNS] for signs in _SIGNS]
"""How many pairs of endpoints compare otherwise in one relation than in another."""


class Trial:
    """One way through the choices of a problem, without going back: each is taken as it is in the
    times that the graph has or, where these do not satisfy it, in the nearest way that agrees.

    A link that the times satisfy costs nothing, and another one a search from its ends, where the
    solver has matrices. What gets through is a world.
    """

    def __init__(
        self, problem: Problem, graph: TimeGraph[Hashable], intervals: Iterable[Hashable]
    ) -> None:
        self._graph = graph.copy()
        self._names = [*intervals]
        self._sets = problem.sets
        sets = ([[(a, b, mask)]] for (a, b), mask in problem.sets.items())
        self._choices: list[Sequence[Sequence[Literal]]] = [*sets, *problem.groups]
        self._times = self._times_in(self._graph)
        self._taken: TimeGraph[Hashable] | None = None

    def mask(self, a: int, b: int) -> int:
        """The relations that the graph leaves possible."""
        return self._graph.relations(self._names[a], self._names[b]).mask

    def world(self, literals: Sequence[Literal], deadline: Deadline) -> tuple[bool, World | None]:
        """Whether it is decided if the literals can hold as well, and a world in which they do.
        Raises :class:`TimedOut`."""
        sets = self._sets
        literals = [(a, b, mask & sets.get((a, b), mask)) for a, b, mask in literals]
        if not all(mask for *_, mask in literals):
            return True, None
        if self._taken:  # with what was taken before, most of what is asked fits
            graph = self._taken.copy()
            if all(self._takes(graph, [[literal]]) for literal in literals):
                return True, self._times_in(graph)
        graph = self._graph.copy()
        if not all(self._takes(graph, [[literal]]) for literal in literals):
            return len(literals) == 1, None
        if literals:
            self._times = self._times_in(graph)
        for choice in sorted(self._choices, key=lambda ways: min(map(self._far, ways))):
            deadline.check()
            if not self._takes(graph, choice):
                alone = all(len(way) == 1 for way in choice)
                return alone and not self._takes(self._graph.copy(), choice), None
        self._taken = graph
        return True, self._times_in(graph)

    def _takes(self, graph: TimeGraph[Hashable], choice: Iterable[Sequence[Literal]]) -> bool:
        """Whether one of these ways agrees with the graph, which has it then."""
        ways = sorted(choice, key=self._far)
        return any(all(self._adds(graph, *literal) for literal in way) for way in ways)

    def _far(self, way: Iterable[Literal]) -> int:
        """How far the times are from a way."""
        return sum(min(map(self._apart(a, b).__getitem__, bits(mask))) for a, b, mask in way)

    def _apart(self, a: int, b: int) -> list[int]:
        return _APART[relation_in(self._times, a, b).bit_length() - 1]

    def _adds(self, graph: TimeGraph[Hashable], a: int, b: int, mask: int) -> bool:
        """Whether some convex part of a set agrees with the graph, which has it then."""
        while mask:
            nearest = 1 << min(bits(mask), key=self._apart(a, b).__getitem__)
            part = rest = 0
            while not part & nearest:
                part = int(tables().for_bounds[-1, mask & ~rest])
                rest |= part
            if part == EVERY_RELATION:
                return True
            graph.add(self._names[a], AllenSet.from_mask(part), self._names[b])
            with graph._reading() as state:
                closed(state)
                if state.kept[-1]:
                    return True
            # What is left out changes nothing.
            mask &= ~part
        return False

    def _times_in(self, graph: TimeGraph[Hashable]) -> World:
        """One possible time for each endpoint; the graph is measured from now on."""
        times = times_of(graph)
        points: list[Endpoint] = [(a, side) for a in self._names for side in ("start", "end")]
        rank = {time: k for k, time in enumerate(sorted({times[point] for point in points}))}
        return tuple(rank[times[point]] for point in points)


def bits(mask: int) -> list[int]:
    """The numbers of the relations in a set."""
    return [bit for bit in range(13) if mask >> bit & 1]


def times_of(graph: TimeGraph[Any]) -> dict[Endpoint, Fraction]:
    """:meth:`timegraph.TimeGraph.schedule`, without a unit if nothing is measured."""
    if not len(graph):
        return {}
    try:
        return graph.schedule()
    except ValueError:  # any length will do
        graph.add_duration(graph.entities[0], at_least=0)
        return graph.schedule()


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
        return numbers[a], numbers[a], int(sign in SIGNS[link.op])
    pair = 2 * (side == "end") + (other == "end")
    compared = Link(a, AllenSet.from_mask(mask_of_comparison(pair, SIGNS[link.op])), b)
    return literal_of(compared, numbers)


def _reduction_literals(group: Iterable[Link], numbers: Numbers) -> list[Literal] | None:
    """The literals of an alternative; ``None`` if it cannot hold."""
    pairs = [literal for link in group for literal in _pairs(link, numbers)]
    if any(a == b and not mask for a, b, mask in pairs) or not all(m for *_, m in pairs):
        return None
    return [(a, b, mask) for a, b, mask in pairs if a != b]


def _known(graph: TimeGraph[Hashable], intervals: Sequence[Hashable]) -> dict[tuple[int, int], int]:
    """What a graph without distances entails of each pair."""
    pairs = combinations(enumerate(intervals), 2)
    masks = {(i, j): graph.relations(a, b).mask for (i, a), (j, b) in pairs}
    return {pair: mask for pair, mask in masks.items() if mask != EVERY_RELATION}


def _measured(graph: TimeGraph[Hashable]) -> bool:
    """Whether any distance is bounded: an uncertain date may give no bound."""
    with graph._reading() as state:
        return bool(state.store.bounds)


def _bounds(graph: TimeGraph[Hashable], intervals: Sequence[Hashable]) -> NDArray[np.int64]:
    """The tightest bounds among the points of these intervals and one point before all others, as
    whole numbers, of which 1 is less than any difference that matters."""
    points: list[Endpoint] = [(a, side) for a in intervals for side in ("start", "end")]
    dated = EPOCH[0] in graph.instants
    try:
        with graph._reading() as state:
            bounded, values, strict = np.moveaxis(matrix(state, points + [EPOCH] * dated), 2, 0)
    except OverflowError:
        raise OverflowError(TOO_LARGE) from None
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
    for k in range(size if strict.max(initial=0) > 1 else 0):
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


# Small calls that between them use every kernel of the search, so that all are compiled.
#
# Importing this module loads numba.


MODULES: tuple[ModuleType, ...] = (search_kernels,)
"""All files of kernels."""


def use_all() -> None:
    """Decide a small problem, and ask it a question."""
    solver = Solver(Problem(2, {(0, 1): 3}))
    solver.find((), Deadline())
    solver.find([(0, 1, 1)], Deadline())
