"""Any of the constraints of a graph by themselves, whether in force or not.

Each function takes the numbers of the constraints; that intervals start before they end always
holds beside them.
"""

from __future__ import annotations

from collections.abc import Iterable

from timegraph._closure import components
from timegraph._closure.int_rows import close
from timegraph._graph.store import Store
from timegraph.points import LESS

__all__ = ["consistent", "possible_order", "strong_components"]

_Constraint = tuple[int, int, int]


def consistent(store: Store, numbers: Iterable[int]) -> bool:
    """Whether these constraints agree with each other."""
    listed = list(numbers)
    xs, ops, ys = ([column[k] for k in listed] for column in (store.xs, store.ops, store.ys))
    return close(len(store.points), xs, ops, ys, store.starts.values()) is not None


def strong_components(store: Store, numbers: Iterable[int]) -> list[int]:
    """For every point a representative of the points that must equal it or contradict it."""
    return components.strong_components(len(store.points), *_columns(store, numbers))


def possible_order(
    store: Store, numbers: Iterable[int], also: Iterable[_Constraint] = ()
) -> list[list[int]]:
    """An order of all points in which these constraints hold, and those ``(x, op, y)`` of
    ``also``: groups of equal points, the earliest first. Raises ``ValueError`` if they contradict
    each other."""
    return components.order_classes(len(store.points), *_columns(store, numbers, also))


def _columns(
    store: Store, numbers: Iterable[int], also: Iterable[_Constraint] = ()
) -> tuple[list[int], list[int], list[int]]:
    listed, added = list(numbers), list(also)
    starts = store.starts.values()
    xs = [*starts, *(store.xs[k] for k in listed), *(x for x, _, _ in added)]
    ops = [*[LESS] * len(starts), *(store.ops[k] for k in listed), *(op for _, op, _ in added)]
    ys = [*(s + 1 for s in starts), *(store.ys[k] for k in listed), *(y for _, _, y in added)]
    return xs, ops, ys
