"""Hitting sets, which meet every set of a family: a cheapest one, a greedy one, a lower bound.

What an element costs is a whole number from 0 on; unless somebody says otherwise, each costs 1, so
that the cheapest sets are the smallest.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable

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
        for element in sorted(narrowest, key=_by_use(missed, cost)):
            branches.append((taken | {element}, before, so_far + cost(element)))
            before |= {element}
        stack.extend(reversed(branches))
    return best


def _by_use(sets: list[frozenset[int]], cost: _Cost) -> _Order:
    return _Order(Counter(element for s in sets for element in s), cost)


class _Order:
    """Sort key: elements that cost little for each set that they are in first; of these the last
    one, which file order would drop."""

    def __init__(self, uses: Counter[int], cost: _Cost) -> None:
        self.uses, self.cost = uses, cost

    def __call__(self, element: int) -> tuple[int, int]:
        # Whole numbers, since what a link weighs may be more than a float can hold.
        return (self.cost(element) << 64) // self.uses[element], -element


def greedy_hitting_set(sets: Iterable[frozenset[int]], cost: _Cost = _equal) -> set[int]:
    """A set that meets every one of ``sets``: each time the element that costs least for each of
    those that it meets and that are not yet met."""
    missed = list(sets)
    elements: set[int] = set()
    while missed:
        order = _by_use(missed, cost)
        element = min(order.uses, key=order)
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
