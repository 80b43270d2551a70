"""What must be true of the state of a graph, whatever was done to it.

The closure that the graph keeps is compared with one that is made again, in pure Python, from the
constraints in force; so this takes time and memory quadratic in the number of points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from timegraph._closure.int_rows import Closure, close
from timegraph._graph.closing import closed
from timegraph._graph.edits import conflicts_of
from timegraph._graph.store import GraphState, Store
from timegraph.links import DistanceLink, Link, Placement, PointLink
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS, OPERATOR_CODES, constraints_of, forward

if TYPE_CHECKING:
    from fractions import Fraction


def check_graph(graph):
    """Raise ``AssertionError``, which says what is wrong, unless the graph is as it must be."""
    with graph._lock:
        check(graph._live)


def check(state: GraphState) -> None:
    """Raise ``AssertionError``, which says what is wrong, unless the state is as it must be."""
    closure = closed(state)
    store = state.store
    _check_handles(store)
    _check_points(store)
    _check_constraints(store)
    _expect(len(state.kept) == len(store.xs), "a constraint is neither in force nor left out")
    expected = _closed_again(state)
    _check_left_out(state, expected)
    _check_conventions(state, expected)
    n = len(store.points)
    _expect(len(closure) == n, f"the closure has {len(closure)} points, the graph {n}")
    # Points that links were removed from stay, and nobody asks about them.
    intervals = store.starts.values()
    points = sorted([*intervals, *(start + 1 for start in intervals), *store.instants.values()])
    for x in points:
        for y in points:
            if closure.label(x, y) != expected.label(x, y):
                names = f"{store.points[x]} and {store.points[y]}"
                raise AssertionError(f"the closure is wrong about {names}")
    _check_conflicts(state)


def _expect(true: bool, otherwise: str) -> None:
    # No assert statement: this must also work under python -O.
    if not true:
        raise AssertionError(otherwise)


def _check_handles(store: Store) -> None:
    """Handles rise; by weight, those of links that weigh the same."""
    handles: Sequence[int] = store.handles
    _expect(len(handles) == len(store.links), "some links have no handle")
    rising = all(handles[k] < handles[k + 1] for k in range(len(handles) - 1))
    _expect(rising, "the handles of the links do not rise")
    _expect(not handles or handles[-1] < store.next_handle, "a handle will be given twice")


def _check_points(store: Store) -> None:
    """Every point is the start or the end of one entity, or one instant, and is numbered so."""
    numbered = dict[int, tuple[object, str]]()
    for entity, start in store.starts.items():
        numbered[start], numbered[start + 1] = (entity, "start"), (entity, "end")
    for instant, point in store.instants.items():
        numbered[point] = (instant, "at")
    named = {p: name for p, name in enumerate(store.points) if p in numbered or not store.gaps}
    _expect(numbered == named, "points and entities are numbered differently")
    _expect(
        list(store.starts.values()) == sorted(store.starts.values()),
        "entities are not numbered in insertion order",
    )
    for (key, is_entity), number in store.named.items():
        table = store.starts if is_entity else store.instants
        _expect(key in table, f"{key!r} was named but is not in the graph")
        _expect(number <= len(store.links), f"{key!r} was named after a link that is not there")


def _check_constraints(store: Store) -> None:
    """The constraints are those that the links say, in order."""
    stored = [*zip(store.link_of, store.xs, store.ops, store.ys, strict=True)]
    expected = []
    for number, link in enumerate(store.links):
        numbers = store.constraints_of_link(number)
        if isinstance(link, Link):
            a, b = store.starts[link.a], store.starts[link.b]
            four = (a, a + 1, b, b + 1)
            for p, op, q in constraints_of(link.relation.mask):
                expected.append((number, four[p], OPERATOR_CODES[op], four[q]))
        elif isinstance(link, PointLink):
            first, op, second = forward(link.x, link.op, link.y)
            x, y = store.known_point(first), store.known_point(second)
            expected.append((number, x, OPERATOR_CODES[op], y))
        elif isinstance(link, Placement):
            expected += stored[numbers.start : numbers.stop]
        else:
            x, y = store.known_point(link.x), store.known_point(link.y)
            if link.at_most is not None:
                expected.append((number, x, BELOW if link.less else AT_MOST, y))
            if link.at_least is not None:
                expected.append((number, y, BELOW if link.more else AT_MOST, x))
            if link.steps is not None:  # further bounds, by the dates known when it was added
                expected += stored[numbers.start + len([*_ends(link)]) : numbers.stop]
    _expect(stored == expected, "the constraints are not those that the links say")


def _ends(link: DistanceLink) -> Iterator[Fraction]:
    yield from (value for value in (link.at_least, link.at_most) if value is not None)


def _closed_again(state: GraphState) -> Closure:
    store = state.store
    if store.bounds:
        from timegraph._metric.constraints import network_of  # most graphs have none

        network = network_of(store, (k for k, is_kept in enumerate(state.kept) if is_kept))
        if network is None:
            raise AssertionError("the constraints in force contradict each other")
        return network
    kept = [k for k, is_kept in enumerate(state.kept) if is_kept]
    xs, ops, ys = ([column[k] for k in kept] for column in (store.xs, store.ops, store.ys))
    rows = close(len(store.points), xs, ops, ys, store.starts.values())
    if rows is None:
        raise AssertionError("the constraints in force contradict each other")
    return rows


def _check_left_out(state: GraphState, closure: Closure) -> None:
    """What was left out contradicts what is in force, and the policy leaves out no more."""
    store = state.store
    for number in sorted({store.link_of[k] for k, kept in enumerate(state.kept) if not kept}):
        numbers, link = store.constraints_of_link(number), store.links[number]
        left_out = [k for k in numbers if not state.kept[k]]
        _expect(state.policy != "error", f"{link} was left out where it should raise")
        if state.policy == "drop-link":
            _expect(len(left_out) == len(numbers), f"only a part of {link} was left out")
            refused = not _allows(state, closure, left_out)
            _expect(refused, f"{link} was left out but contradicts nothing")
        else:
            refused = not any(_allows(state, closure, [k]) for k in left_out)
            _expect(refused, f"a constraint of {link} was left out but contradicts nothing")


def _check_conventions(state: GraphState, closure: Closure) -> None:
    """A convention that gave way contradicts what is in force."""
    store = state.store
    if not store.half_open:
        return
    for k in store.bounds:
        if state.kept[k] and store.ops[k] == AT_MOST and store.by_convention(k):
            store.ops[k] = BELOW
            fits = _bounds_allow(store, closure, [k])
            store.ops[k] = AT_MOST
            _expect(not fits, f"a convention of {store.links[store.link_of[k]]} gave way")


def _bounds_allow(store: Store, closure: Closure, numbers: Sequence[int]) -> bool:
    """Whether these constraints together agree with the network of others."""
    from timegraph._metric.constraints import MetricClosure, arcs_of  # most graphs have none

    assert isinstance(closure, MetricClosure)
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure)]
    return closure.contradicting(arcs) is None


def _allows(state: GraphState, closure: Closure, numbers: Sequence[int]) -> bool:
    """Whether these constraints of one link together agree with a closure."""
    store = state.store
    if store.bounds:
        return _bounds_allow(store, closure, numbers)
    # Without distances they agree if each does.
    return all(_agrees(closure, store.xs[k], store.ops[k], store.ys[k]) for k in numbers)


def _agrees(closure: Closure, x: int, op: int, y: int) -> bool:
    if op == LESS:
        return not closure.less_equal(y, x)
    return not closure.less(y, x) and not (op == EQUAL and closure.less(x, y))


def _check_conflicts(state: GraphState) -> None:
    """The conflicts that are reported are those that there are."""
    store = state.store
    left_out = {number for number, kept in zip(store.link_of, state.kept, strict=True) if not kept}
    conflicts = conflicts_of(state)
    _expect(
        [id(conflict.link) for conflict in conflicts]
        == [id(store.links[number]) for number in sorted(left_out)],
        "the conflicts are not those of the links that were left out",
    )
    order: dict[int, int] = {}
    for number, link in enumerate(store.links):
        order.setdefault(id(link), number)  # one link may have been added several times
    for here, conflict in zip(sorted(left_out), conflicts, strict=True):
        for link in conflict.against:
            _expect(
                id(link) in order and order[id(link)] < here,
                f"the conflict of {conflict.link} cites a link that was not there before it",
            )
