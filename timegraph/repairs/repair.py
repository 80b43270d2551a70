"""The links to remove so that the others agree: as few as possible, or as light as possible.

By implicit hitting sets: hit the conflicts known so far with a cheapest set of links. If what is
left is consistent, no cheaper set will do; otherwise it has further conflicts (Reiter 1987, A
theory of diagnosis from first principles; Chandrasekaran et al. 2011, Algorithms for implicit
hitting set problems). Where that takes long, the links are decoded instead, as weighted links of a
graph are: the best annotation is what is left. Whole links are removed, whatever the policy of the
graph.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from timegraph._graph.adding import append
from timegraph._graph.closing import closed
from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph.allen import Allen, AllenSet
from timegraph.decoding.decoder import Weight
from timegraph.links import AnyLink, Link
from timegraph.repairs.hitting_sets import cheapest_hitting_set, greedy_hitting_set, least_cost
from timegraph.repairs.search import ConflictSearch, numbers_from, store_of

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["Repair", "smallest_repair"]

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
        from timegraph.repairs.decoded import decoded_repair  # rarely needed

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
    those that say nothing. ``None`` if one is no relation of two entities."""
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
        first = ConflictSearch(store, prices.kept, _CHEAP).disjoint_conflicts_or_none()
        chosen = set()
    while chosen is not None:
        new, complete = first or [], True
        if first is None or conflicts:
            new, complete = search.disjoint_conflicts_until(deadline, chosen)
        conflicts.extend(map(frozenset, new))
        if complete and not new:
            return chosen
        if not complete or time.monotonic() >= deadline:
            return None
        chosen = cheapest_hitting_set(conflicts, deadline, prices.cost)
    return None


def _orders(conflicts: Sequence[frozenset[int]], prices: _Prices) -> list[Callable[[int], float]]:
    """Orders in which links are tried, those that conflicts speak against last."""
    uses = Counter(number for conflict in conflicts for number in conflict)
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
