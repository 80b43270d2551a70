"""Which links contradict each other.

A *conflict* here is a set of links that contradict each other while no smaller part of it does.
:func:`independent_conflicts` finds conflicts that share no link; at least one link of each must be
removed. Links from sources that are *given* (the calendar, say) are never removed, and not named
in conflicts.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from timegraph._graph.closing import closed
from timegraph._graph.edits import append
from timegraph._graph.store import GraphState, Store, consistent, strong_components
from timegraph._metric.constraints import arcs_of, network_of
from timegraph.allen import Allen, AllenSet
from timegraph.decoding.candidates import label_of, scheme_of
from timegraph.decoding.decoder import Weight, decode
from timegraph.labels import SchemeError
from timegraph.links import AnyLink, Link
from timegraph.points import EQUAL, LESS

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["Repair", "TooManySteps", "independent_conflicts", "smallest_repair"]


# Hitting sets, which meet every set of a family: a cheapest one, a greedy one, a lower bound.
#
# What an element costs is a whole number from 0 on; unless somebody says otherwise, each costs 1,
# so that the cheapest sets are the smallest.


_Cost = Callable[[int], int]


def _equal(element: int) -> int:
    return 1


def cheapest_hitting_set(
    sets: list[frozenset[int]], deadline: float, cost: _Cost = _equal
) -> set[int] | None:
    """A cheapest set that meets every one of ``sets``; ``None`` if the time runs out."""
    best = greedy_hitting_set(sets, cost)
    best_cost = sum(map(cost, best))
    stack: list[tuple[frozenset[int], frozenset[int], int]] = [(frozenset(), frozenset(), 0)]
    while stack:
        if time.monotonic() >= deadline:
            return None
        taken, refused, so_far = stack.pop()
        missed = [s - refused for s in sets if not s & taken]
        if not missed:
            if so_far < best_cost:
                best, best_cost = set(taken), so_far
            continue
        narrowest = min(missed, key=len)
        if not narrowest or so_far + least_cost(missed, cost) >= best_cost:
            continue
        # Branch on which element of the narrowest set is the first to be taken.
        before: frozenset[int] = refused
        branches = []
        for element in sorted(narrowest, key=_by_use(_uses(missed), cost)):
            branches.append((taken | {element}, before, so_far + cost(element)))
            before |= {element}
        stack.extend(reversed(branches))
    return best


def _uses(sets: Iterable[frozenset[int]]) -> Counter[int]:
    return Counter(chain.from_iterable(sets))


def _by_use(uses: Counter[int], cost: _Cost) -> Callable[[int], tuple[int, int]]:
    """Sort key: elements that cost little for each set that they are in first; of these the last
    one, which file order would drop."""
    # Whole numbers, since what a link weighs may be more than a float can hold.
    return lambda element: ((cost(element) << 64) // uses[element], -element)


def greedy_hitting_set(sets: Iterable[frozenset[int]], cost: _Cost = _equal) -> set[int]:
    """A set that meets every one of ``sets``: each time the element that costs least for each of
    those that it meets and that are not yet met."""
    missed = list(sets)
    elements: set[int] = set()
    while missed:
        uses = _uses(missed)
        element = min(uses, key=_by_use(uses, cost))
        elements.add(element)
        missed = [s for s in missed if element not in s]
    return elements


def least_cost(sets: list[frozenset[int]], cost: _Cost = _equal) -> int:
    """A lower bound on what every hitting set costs.

    Each set, narrow ones first, takes the price that all its elements can still pay; whoever hits
    the sets pays their prices at least. If all cost 1, that is how many of the sets are disjoint.
    """
    spent: set[int] = set()
    left: dict[int, int] = {}
    total = 0
    for candidate in sorted(sets, key=len):
        if not candidate.isdisjoint(spent):
            continue
        price = min(left.get(element, cost(element)) for element in candidate)
        for element in candidate:
            left[element] = left.get(element, cost(element)) - price
        spent.update(element for element in candidate if not left[element])
        total += price
    return total


# A repair by decoding: for each pair of entities the relation by which most of its links stay.
#
# What links of one pair say together is the relations that all of them allow. So the relation
# chosen for a pair keeps each link that allows all of it, and weighs what these weigh; the choice
# that weighs most for all pairs together leaves out least.


def decoded_repair(
    pairs: Mapping[tuple[Any, Any], Mapping[int, AllenSet]],
    given: Iterable[AnyLink],
    cost: Callable[[int], int],
    seconds: float,
) -> tuple[list[int], int] | None:
    """The numbers of links to remove, given what each says of its pair: the cheapest found in so
    many seconds, and a lower bound on what must be paid. ``None`` where that cannot be decoded (too
    many relations, no numba)."""
    candidates = [
        (a, b, label_of(meaning), sum(cost(k) for k in said if meaning <= said[k]))
        for (a, b), said in pairs.items()
        for meaning in _together(said.values())
    ]
    scheme = scheme_of(label for _, _, label, _ in candidates)
    try:
        decoded = decode(candidates, labels=scheme, mode="links", given=given, time_limit=seconds)
    except (ImportError, SchemeError):
        return None
    relation_of = {(link.a, link.b): link.relation for link in decoded.links}
    relation_of |= {(link.b, link.a): link.relation.converse for link in decoded.links}
    removed = [
        number
        for pair, said in pairs.items()
        for number, relation in said.items()
        if pair not in relation_of or not relation_of[pair] <= relation
    ]
    everything = sum(cost(number) for said in pairs.values() for number in said)
    return sorted(removed), everything - math.floor(decoded.bound)


def _together(relations: Iterable[AllenSet]) -> list[AllenSet]:
    """What some links of a pair say together, where that is possible."""
    meanings: set[AllenSet] = set()
    for relation in relations:
        meanings |= {relation, *(relation & other for other in meanings)}
    return sorted((meaning for meaning in meanings if meaning), key=lambda meaning: meaning.mask)


# Contradictions in graphs with distances: cycles of bounds whose sum is negative.


def contradiction(store: Store, constraints: Iterable[int]) -> list[int] | None:
    """Constraints among these that contradict each other, those of a cycle that the first one
    closes which does not fit; ``None`` if all of them agree."""
    network = network_of(store, ())
    assert network is not None
    for k in constraints:
        arcs = arcs_of(store, k, network)
        if not network.add(arcs):
            cycle = network.contradicting(arcs)
            assert cycle is not None
            return [k, *(arc.number for arc in cycle if arc.number >= 0 and arc.number != k)]
    return None


# Which points are near each other, so that a search for short cycles looks only where one is.
#
# For each point, the points that so many link steps lead to are one whole number, a bit for each
# of them. One step further are those of its neighbours, joined. So the whole of a graph is looked
# at in about the time of a few searches from single points.


_MOST_POINTS = 5_000
"""Of more points that can lie on a cycle together the bits would take too much memory."""

_KEPT = 16
"""Numbers of steps of which the bits are kept, besides the last two."""

_EVERY = -1
"""All bits."""

_JOINED_IN_A_STEP = 4
_BITS = 4_096
"""So many whole numbers, of so many bits, are joined in less than a microsecond."""


class Nearness:
    """Which points can be reached by so many link steps; the way from start to end is free.

    ``component`` has a representative of each point, the same for points that a cycle may join;
    ``ends`` the end of each start, -1 for other points; ``arcs`` the points that a link step leads
    to from each point. Only points of one component are distinguished, and none in very large ones:
    there every point counts as near.
    """

    def __init__(
        self, component: Sequence[int], ends: Sequence[int], arcs: Sequence[Iterable[int]]
    ) -> None:
        sizes: dict[int, int] = {}
        self.place: list[int] = []
        """The number of the bit that stands for each point."""
        for group in component:
            self.place.append(sizes.get(group, 0))
            sizes[group] = self.place[-1] + 1
        self.steps = 0
        """Link steps taken so far."""
        self._starts: list[tuple[int, int, tuple[int, ...]]] = []
        self._others: list[tuple[int, tuple[int, ...]]] = []
        row = [_EVERY if sizes[group] > _MOST_POINTS else 0 for group in component]
        joined = 0
        for point, group in enumerate(component):
            if row[point] == _EVERY:
                continue
            row[point] = 1 << self.place[point]
            end = ends[point]
            others = tuple({other for other in arcs[point] if component[other] == group})
            if end >= 0 and component[end] == group:
                self._starts.append((point, end, others))
            elif others:
                self._others.append((point, others))
            joined += (len(others) + 1) * (1 + sizes[group] // _BITS)
        self.cost = 1 + joined // _JOINED_IN_A_STEP
        """About how many microseconds one more link step takes."""
        for start, end, _ in self._starts:
            row[start] |= row[end]
        self._every = [_EVERY] * len(row)
        self._before = self._last = row
        self._kept = [row]

    def go_on(self) -> None:
        """Go one link step further; at first only those points are near that take none."""
        old, new = self._last, self._last.copy()
        for point, others in self._others:
            near = old[point]
            for other in others:
                near |= old[other]
            new[point] = near
        for point, end, others in self._starts:
            near = old[point] | new[end]
            for other in others:
                near |= old[other]
            new[point] = near
        self.steps += 1
        self._before, self._last = old, new
        if len(self._kept) < _KEPT:
            self._kept.append(new)

    def rows(self, steps: int) -> Sequence[int]:
        """For each point, the bits of all points that at most so many link steps lead to, perhaps
        of further ones where that is not known."""
        if steps < len(self._kept):
            return self._kept[steps]
        if steps > self.steps:
            return self._every
        return self._before if steps == self.steps - 1 else self._last

    def near(self, x: int, y: int, steps: int) -> bool:
        """Whether at most so many link steps lead from x to y."""
        return bool(self.rows(steps)[x] >> self.place[y] & 1)


def independent_conflicts(
    graph: TimeGraph, *, given: Iterable[Any] = (), steps: float = math.inf
) -> tuple[tuple[AnyLink, ...], ...]:
    """Conflicts of which no two share a link, until what is left is consistent.

    Each is a tuple of links in the order in which they were added; the shortest contradictions
    come first where there is a choice. Raises ``ValueError`` if the links from the sources
    ``given`` contradict each other, and :class:`TooManySteps` if finding them takes more than so
    many ``steps`` (points visited and constraints looked at), each about a microsecond.
    """
    store = store_of(graph, steps)
    search = ConflictSearch(store, numbers_from(store, given), steps)
    return tuple(map(search.links, search.disjoint_conflicts(set())[0]))


def store_of(graph: TimeGraph, steps: float = math.inf) -> Store:
    """What the graph has now, which nobody changes; conventions contradict nothing. Raises
    :class:`TooManySteps` where it takes more ``steps`` to look at each constraint once."""
    with graph._reading() as state:
        if len(state.store.xs) > steps:
            raise TooManySteps
        return state.store.without_conventions()


def numbers_from(store: Store, sources: Iterable[Any]) -> frozenset[int]:
    """The numbers of the links from these sources."""
    named = tuple(sources)
    return frozenset(
        number
        for number, link in enumerate(store.links)
        if any(link.source == source for source in named)
    )


class TooManySteps(Exception):
    """A search takes more steps than it may."""


class ConflictSearch:
    """A search for contradictions among all links of a graph, whether in force or not; those with
    the numbers ``given`` are never removed."""

    def __init__(self, store: Store, given: frozenset[int], steps: float = math.inf) -> None:
        self._steps = steps
        self._links = store.links
        self._given = given
        self._store = store
        self._measured = bool(store.bounds)
        self._starts = list(store.starts.values())
        self._xs, self._ops, self._ys = list(store.xs), list(store.ops), list(store.ys)
        self._link_of = list(store.link_of)
        self._ends = [-1] * len(store.points)
        for start in self._starts:
            self._ends[start] = start + 1
        self._arcs: list[list[tuple[int, int]]] = [[] for _ in store.points]
        for k, (x, op, y) in enumerate(zip(self._xs, self._ops, self._ys, strict=True)):
            self._arcs[x].append((y, k))
            if op == EQUAL:
                self._arcs[y].append((x, k))

    def _count(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise TooManySteps

    def links(self, numbers: Iterable[int]) -> tuple[AnyLink, ...]:
        """The links with these numbers, in the order in which they were added."""
        return tuple(self._links[number] for number in sorted(numbers))

    def disjoint_conflicts(
        self, without: set[int], deadline: float = math.inf
    ) -> tuple[list[list[int]], bool]:
        """Conflicts that share no link, those on the shortest cycles first, until what is left is
        consistent or the time is up, and whether these are all; the links ``without`` take no
        part."""
        removed = set(without)
        conflicts: list[list[int]] = []
        if self._measured:
            while cycle := contradiction(self._store, self._in_force(removed)):
                if time.monotonic() >= deadline:
                    return conflicts, False
                conflicts.append(self._minimal(cycle))
                removed.update(conflicts[-1])
            return conflicts, True
        limit = 0
        while True:
            arcs, near = self._strict_on_cycles(removed)
            if not arcs:
                return conflicts, True
            # Leaving out links makes no cycle shorter, so one pass finds all that are this short.
            limit += 1
            while near.steps < limit or not any(
                near.near(y, x, limit - (k >= 0)) for x, y, k in arcs
            ):
                if time.monotonic() >= deadline:
                    return conflicts, False
                self._count(near.cost)
                near.go_on()
                limit = max(limit, near.steps)
            before = len(conflicts)
            for x, y, k in arcs:
                if not near.near(y, x, limit - (k >= 0)):
                    continue
                while k < 0 or self._link_of[k] not in removed:
                    if time.monotonic() >= deadline:
                        return conflicts, False
                    cycle = self._cycle(x, y, k, limit, removed, near)
                    if cycle is None:
                        break
                    conflict = self._minimal(cycle)
                    conflicts.append(conflict)
                    removed.update(conflict)
            if len(conflicts) == before:  # of points too many for it to be known which are near
                limit = self._shortest(arcs, limit, removed, deadline, near) - 1

    def _shortest(
        self,
        arcs: list[tuple[int, int, int]],
        above: int,
        removed: set[int],
        deadline: float,
        near: Nearness,
    ) -> int:
        """The length of a shortest cycle through one of the arcs; all are longer than ``above``."""
        best = len(self._link_of) + 1
        for x, y, k in arcs:
            if best == above + 1 or time.monotonic() >= deadline:
                break
            cycle = self._cycle(x, y, k, best - 1, removed, near)
            if cycle is not None:
                best = len(cycle)
        return best

    def _in_force(self, removed: set[int]) -> list[int]:
        """The constraints of all links but the removed ones, those of the given links first."""
        self._count(len(self._link_of))
        numbers = [k for k, number in enumerate(self._link_of) if number not in removed]
        return sorted(numbers, key=lambda k: self._link_of[k] not in self._given)

    def _strict_on_cycles(self, removed: set[int]) -> tuple[list[tuple[int, int, int]], Nearness]:
        """The strict arcs that lie on a cycle: from, to, constraint (-1 for start to end); and
        which points are near each other."""
        self._count(len(self._link_of))
        chosen = [k for k, number in enumerate(self._link_of) if number not in removed]
        inside = strong_components(self._store, chosen)
        arcs = [(s, s + 1, -1) for s in self._starts if inside[s] == inside[s + 1]]
        for k in chosen:
            x, y = self._xs[k], self._ys[k]
            if self._ops[k] == LESS and inside[x] == inside[y]:
                arcs.append((x, y, k))
        neighbours: list[list[int]] = [[] for _ in inside] if arcs else []
        for k in chosen if arcs else ():
            x, y = self._xs[k], self._ys[k]
            if inside[x] == inside[y]:
                neighbours[x].append(y)
                if self._ops[k] == EQUAL:
                    neighbours[y].append(x)
        return arcs, Nearness(inside if arcs else (), self._ends, neighbours)

    def _cycle(
        self, x: int, y: int, arc: int, limit: int, removed: set[int], near: Nearness
    ) -> list[int] | None:
        """The constraints on a shortest cycle through the arc from x to y with at most ``limit``
        link steps, ``None`` if there is none. Points that are not ``near`` enough are passed by."""
        cycle = [] if arc < 0 else [arc]
        came: dict[int, tuple[int, int]] = {y: (-1, -1)}
        cost = {y: len(cycle)}
        queue = deque([y])
        done: set[int] = set()
        link_of, goal = self._link_of, near.place[x]
        while queue:
            point = queue.popleft()
            if point == x:
                while point != y:
                    point, k = came[point]
                    if k >= 0:
                        cycle.append(k)
                return cycle
            if point in done:
                continue
            done.add(point)
            self._count(1)
            so_far = cost[point]
            end = self._ends[point]
            if end >= 0 and cost.get(end, so_far + 1) > so_far:
                cost[end] = so_far
                came[end] = point, -1
                queue.appendleft(end)
            if so_far == limit:
                continue
            rows = near.rows(limit - so_far - 1)
            for other, k in self._arcs[point]:
                if (
                    rows[other] >> goal & 1
                    and cost.get(other, so_far + 2) > so_far + 1
                    and link_of[k] not in removed
                ):
                    cost[other] = so_far + 1
                    came[other] = point, k
                    queue.append(other)
        return None

    def _minimal(self, cycle: list[int]) -> list[int]:
        """Links of a cycle of which, with the given links, none can be left out."""
        numbers = sorted({self._link_of[k] for k in cycle} - self._given)
        # The cycle with the fewest steps may use a link twice where fewer links would do, and
        # the given links may take the place of another.
        several = self._given or self._measured or len(numbers) < len(cycle)
        for number in tuple(numbers) if several else ():
            rest = [other for other in numbers if other != number]
            chosen = self._given.union(rest)
            if not self._consistent(k for k, own in enumerate(self._link_of) if own in chosen):
                numbers = rest
        if not numbers:
            raise ValueError("the links that must be kept contradict each other")
        return numbers

    def _consistent(self, constraints: Iterable[int]) -> bool:
        self._count(len(self._link_of))
        if self._measured:
            return contradiction(self._store, constraints) is None
        return consistent(self._store, constraints)


# The links to remove so that the others agree: as few as possible, or as light as possible.
#
# By implicit hitting sets: hit the conflicts known so far with a cheapest set of links. If what
# is left is consistent, no cheaper set will do; otherwise it has further conflicts (Reiter 1987,
# A theory of diagnosis from first principles; Chandrasekaran et al. 2011, Algorithms for implicit
# hitting set problems). Where that takes long, the links are decoded instead, as weighted links
# of a graph are: the best annotation is what is left. Whole links are removed, whatever the
# policy of the graph.


# Steps of a search that take some tenths of a second, and links that are closed in some hundredths.
_CHEAP = 300_000
_FEW = 1_000

_SHARE = 0.25
"""So much of the time goes to hitting sets where the rest can be decoded."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Links without which the others agree, and their ``weight``: their number, unless they were
    weighed.

    ``exact`` says that no other set weighs less; where the time ran out, it is false unless the
    lower bound ``at_least`` proves it.
    """

    links: tuple[AnyLink, ...]
    exact: bool
    at_least: Weight
    weight: Weight


def smallest_repair(
    graph: TimeGraph,
    *,
    given: Iterable[Any] = (),
    weigh: Callable[[AnyLink], Any] | None = None,
    time_limit: float = 2.0,
) -> Repair:
    """A smallest set of links whose removal makes the rest consistent; with ``weigh``, which says
    what a link weighs (from 0 on, ``None`` for one that stays), a set of least weight.

    Hitting sets are searched for a quarter of ``time_limit`` seconds, then links of entities are
    decoded as :func:`timegraph.decode` decodes candidates. What is left of the time goes to leaving
    out links that contradict those before them, heaviest first, in file order or with the links
    last that are in most of the conflicts found; the best of all is returned. Choosing by weight
    and file order is always tried, however short the limit. Raises ``ValueError`` if the links from
    the sources ``given`` and those that stay contradict each other, and for weights that are
    negative or not finite.
    """
    store = store_of(graph)
    prices = _Prices.of(store, given, weigh)
    search = ConflictSearch(store, prices.kept)
    begin = time.monotonic()
    lightest = _left_out(store, prices, lambda number: -prices.cost(number))
    # Choosing greedily in the end takes two more such rounds.
    each = time.monotonic() - begin
    end = begin + time_limit
    deadline = end - 2.2 * each
    pairs = None if store.bounds else _by_pair(store.links, prices.kept)
    conflicts: list[frozenset[int]] = []
    until = begin + _SHARE * (deadline - begin) if pairs else deadline
    chosen = _hitting(conflicts, search, store, prices, until)
    decoded = None
    if pairs and chosen is None and time.monotonic() < deadline:
        stay = [store.links[number] for number in sorted(prices.kept)]
        decoded = decoded_repair(pairs, stay, prices.cost, deadline - time.monotonic())
        if decoded is None:
            chosen = _hitting(conflicts, search, store, prices, deadline)
    if chosen is not None:
        return prices.repair(chosen)
    bound = least_cost(conflicts, prices.cost)
    if decoded is not None:
        lightest = min(decoded[0], lightest, key=prices.total)
        bound = max(decoded[1], bound)
    for order in _orders(conflicts, prices) if bound < prices.total(lightest) else ():
        if len(store.links) <= _FEW or time.monotonic() + each < end:
            lightest = min(_left_out(store, prices, order), lightest, key=prices.total)
    return prices.repair(lightest, bound)


def _left_out(store: Store, prices: _Prices, order: Callable[[int], float]) -> list[int]:
    """The links that contradict those before them, if those that are kept come first and then the
    others by ``order``, in file order where that is equal."""
    numbers = sorted(range(len(store.links)), key=order)
    numbers.sort(key=lambda number: number not in prices.kept)
    state = GraphState("drop-link", store=store.empty())
    for number in numbers:
        append(state, store.links[number])
    closed(state)
    out = {state.store.link_of[k] for k, kept in enumerate(state.kept) if not kept}
    return sorted(numbers[position] for position in out)


def _by_pair(
    links: Sequence[AnyLink], kept: Collection[int]
) -> dict[tuple[Any, Any], dict[int, AllenSet]] | None:
    """What links that may be removed say of the pairs that they relate, by their numbers, but for
    those that say nothing. ``None`` if one is not a relation of two entities."""
    pairs: dict[tuple[Any, Any], dict[int, AllenSet]] = {}
    for number, link in enumerate(links):
        if number in kept:
            continue
        if not isinstance(link, Link) or link.a == link.b:
            return None
        if len(link.relation) == len(Allen):
            continue
        if (link.b, link.a) in pairs:
            pairs[link.b, link.a][number] = link.relation.converse
        else:
            pairs.setdefault((link.a, link.b), {})[number] = link.relation
    return pairs


def _hitting(
    conflicts: list[frozenset[int]],
    search: ConflictSearch,
    store: Store,
    prices: _Prices,
    deadline: float,
) -> set[int] | None:
    """A cheapest set of links without which the others agree, ``None`` if the time runs out;
    ``conflicts`` are those known, and has those found then."""
    first, chosen = None, cheapest_hitting_set(conflicts, deadline, prices.cost)
    if not conflicts:
        # The first conflicts give the bound, so that a short limit does not keep them from being
        # found where that is cheap.
        with suppress(TooManySteps):
            first = ConflictSearch(store, prices.kept, _CHEAP).disjoint_conflicts(set())[0]
        chosen = set()
    while chosen is not None:
        new, complete = first or [], True
        if first is None or conflicts:
            new, complete = search.disjoint_conflicts(chosen, deadline)
        conflicts.extend(map(frozenset, new))
        if complete and not new:
            return chosen
        if not complete or time.monotonic() >= deadline:
            return None
        chosen = cheapest_hitting_set(conflicts, deadline, prices.cost)
    return None


def _orders(conflicts: Sequence[frozenset[int]], prices: _Prices) -> list[Callable[[int], float]]:
    """Orders in which links are tried, those that conflicts speak against last."""
    uses = _uses(conflicts)
    hit = greedy_hitting_set(conflicts, prices.cost)
    return [lambda number: uses[number] / (prices.cost(number) or 0.5), hit.__contains__]


@dataclass(frozen=True, slots=True)
class _Prices:
    """What the removal of each link costs, as whole numbers: its weight times ``scale``. Those
    ``kept`` are never removed."""

    links: Sequence[AnyLink]
    kept: frozenset[int]
    costs: Sequence[int]
    scale: int

    @classmethod
    def of(
        cls, store: Store, given: Iterable[Any], weigh: Callable[[AnyLink], Any] | None
    ) -> _Prices:
        """The prices of all links of a store."""
        kept, links = numbers_from(store, given), store.links
        if weigh is None:
            return cls(links, kept, [1] * len(links), 1)
        weights = [_exact(weigh(link), link) for link in links]
        kept |= {number for number, weight in enumerate(weights) if weight is None}
        scale = math.lcm(*(weight.denominator for weight in weights if weight is not None))
        return cls(links, kept, [int((weight or 0) * scale) for weight in weights], scale)

    def cost(self, number: int) -> int:
        """What the removal of one link costs."""
        return self.costs[number]

    def total(self, numbers: Iterable[int]) -> int:
        """What the removal of links costs."""
        return sum(map(self.cost, numbers))

    def repair(self, chosen: Iterable[int], bound: int | None = None) -> Repair:
        """The removal of these links, the cheapest unless there is only a ``bound``."""
        links = tuple(self.links[number] for number in sorted(chosen))
        cost = self.total(chosen)
        least = cost if bound is None else bound
        return Repair(links, cost == least, self._weight(least), self._weight(cost))

    def _weight(self, cost: int) -> Weight:
        weight = Fraction(cost, self.scale)
        return weight.numerator if weight.denominator == 1 else weight


def _exact(weight: Any, link: AnyLink) -> Fraction | None:
    """A weight as a fraction, floats by the digits that they are printed with."""
    if weight is None:
        return None
    try:
        exact = Fraction(repr(weight) if isinstance(weight, float) else weight)
    except (TypeError, ValueError, OverflowError):
        exact = Fraction(-1)
    if exact < 0:
        raise ValueError(f"{link} weighs {weight!r}; a weight is a finite number from 0 on")
    return exact
