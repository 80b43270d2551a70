"""Closing what was added to a graph, and leaving out what contradicts, in file order.

Three ways have the same outcome. A few new constraints are added to the closure one by one.
Many are closed at once, together with those in force; only if that fails are they taken one by
one, each link tried against all that is in force before it. Which of these, and whether by
compiled code, is decided by size and by the graph's engine; nothing else depends on it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import compress, groupby
from math import inf
from typing import TYPE_CHECKING

from timegraph._closure.growing import GrowingClosure, ListOrder
from timegraph._closure.int_rows import Closure, IntRows, close as close_small
from timegraph._graph.arguments import ORDER
from timegraph._graph.store import GraphState, Store, strong_components
from timegraph._lazy import Later
from timegraph._pace import links_done
from timegraph.links import GraphFormatError
from timegraph.points import EQUAL, LESS

if TYPE_CHECKING:
    from timegraph._graph import closing_kernels
else:
    closing_kernels = Later("timegraph._graph.closing_kernels")

_Constraint = tuple[int, int, int]

# Up to this many new constraints are added to a closure one by one, and up to an eighth of those
# that are decided already; more are closed at once.
_FEW_LINKS = 64

FEW_AT_FIRST = 6
"""As many where the closure does not have a form yet that takes them easily."""

# Rows grow up to so many points. Beyond, each new constraint would change many long rows.
_ROWS_GROW_TO = 1_000

LARGEST_ROWS = 20_000
"""Rows of more points than this take more time and memory than a search in order."""
SECONDS_PER_STEP = 2e-7
"""About how long a search takes for each point and constraint that it sees."""

# Kernels that are loaded pay from about a thousand points on. To close a graph of this many points
# in Python takes as long as loading them.
_KERNELS_PAY_FROM = LARGEST_ROWS + 1
_LOADED_KERNELS_PAY_FROM = 1_001
_SECONDS_PER_POINT = 5e-6
# After so many steps in Python loading the kernels meanwhile pays: about a tenth of a second.
_WORK_WORTH_LOADING = 300_000
# Since the last question, so many constraints are decided on as they come; more than that wait
# for the next question, since they may then be closed at once.
_MOST_AHEAD = 1_500
_NEVER = 2**62
# Rows of all suspects in Python take so many seconds for each pair of them where most links
# contradict. Searches in order are given up after so many steps for each pair, an eighth of that.
_SECONDS_PER_PAIR = 8e-8
_STEPS_PER_PAIR = 1 / 128
_LOADING_SECONDS = 2.0  # What takes less is done before the kernels are loaded.
# So many links, less one, are decided on in Python between two looks at the clock.
_BETWEEN_LOOKS = 15


def closed(state: GraphState) -> Closure:
    """The closure of all that is in force, with what waits, and without what contradicts: the one
    way to it."""
    current = state.current
    if current is None:
        current = _up_to_date(state)
        state.ahead_to = len(state.kept) + _MOST_AHEAD
        _plan(state)
    return current


def decided(state: GraphState) -> None:
    """Decide on what waits, as :func:`closed` does, but without the slow index of a large graph."""
    store = state.store
    # What contradicts a link is found in the network itself, where there are distances.
    if state.kept and len(state.kept) == len(store.xs) and not store.bounds:
        return
    if not state.kept and len(store.points) > LARGEST_ROWS and not store.bounds:
        if _agree(store, strong_components(store, range(len(store.xs)))):
            state.kept.extend(b"\1" * len(store.xs))
        else:
            _decide_in_order(state)
        state.closure = None
        return
    closed(state)


def _agree(store: Store, component: Sequence[int]) -> bool:
    """Whether no strict constraint lies within one of these strong components."""
    if any(component[start] == component[start + 1] for start in store.starts.values()):
        return False
    columns = zip(store.xs, store.ops, store.ys, strict=True)
    return not any(op == LESS and component[x] == component[y] for x, op, y in columns)


def decide_ahead(state: GraphState) -> None:
    """Decide on what waits, before anybody asks; adding calls this once ``state.decide_at``
    constraints are there."""
    _up_to_date(state)
    _plan(state)


def _up_to_date(state: GraphState) -> Closure:
    try:
        current = decide(state)
        if current is None:
            current = _close(state, len(state.kept))
    except BaseException:
        forget(state)
        raise
    if current is None:
        raise GraphFormatError("links in force contradict each other; was the saved file edited?")
    state.closure = state.current = current
    return current


def forget(state: GraphState) -> None:
    """Forget what is made of the constraints in force, which is then made again: an interrupt may
    have left it half changed."""
    state.closure = state.current = state.index = state.paths = state.past = None
    state.conflicts = None if 0 in state.kept else []


def _plan(state: GraphState) -> None:
    """Say how many constraints there must be for the next ones to be decided on at once."""
    decided, closure = len(state.kept), state.closure
    eager = state.policy != "error" and closure is not None and closure.eager
    state.decide_at = decided + 1 if eager and decided < state.ahead_to else _NEVER


def decide(state: GraphState) -> Closure | None:
    """Decide on the constraints that wait; return the closure if it comes with that.

    The caller puts the closure into the state.
    """
    points, first, last = len(state.store.points), len(state.kept), len(state.store.xs)
    closure = state.closure
    if closure is not None and first == last and len(closure) == points:
        return closure
    state.index = None
    if state.store.bounds:
        from timegraph._metric import constraints  # most graphs have no distances

        return constraints.decide(state)
    few = _FEW_LINKS if isinstance(closure, GrowingClosure) else FEW_AT_FIRST
    if closure is not None and last - first <= max(few, first >> 3):
        growing = growing_form(state, closure)
        if growing is not None:
            if first < last:
                take_all(state, growing)
            return growing
        if isinstance(closure, IntRows):
            closure.grow(points, state.store.starts_from(len(closure)))
            xs, ops, ys = state.store.xs, state.store.ops, state.store.ys
            new = {k: (xs[k], ops[k], ys[k]) for k in range(first, last)}
            _try_links(state, new, closure.try_add)
            return closure
    whole = _close(state, last)
    if whole is not None:
        state.kept.extend(b"\1" * (last - first))
        return whole
    _decide_in_order(state)
    return None


def _decide_in_order(state: GraphState) -> None:
    """Decide on the constraints that wait, of which some contradict others."""
    if _kernels_pay(state):
        closing_kernels.decide_in_file_order(state)
    else:
        _decide_in_file_order(state)


def index_of(state: GraphState) -> Closure:
    """The closure as an index for many questions at once, however small the graph is; it is kept
    until something is added."""
    closed(state)
    if state.store.bounds:
        return closed(state)
    if state.index is None:
        state.index = closing_kernels.index_in_force(state)
    return state.index


def growing_form(state: GraphState, closure: Closure | None) -> GrowingClosure | None:
    """A closure of what is decided, in a form that takes further constraints one by one, with all
    points that were added since; ``None`` if it is rows that grow by themselves. Without a closure
    one is made."""
    store, engine = state.store, state.engine
    rows = isinstance(closure, IntRows)
    if rows and engine.kernels != "always" and len(store.points) <= _ROWS_GROW_TO:
        return None
    if engine.uses_kernels(0, pays_from=1, pays_from_loaded=0):
        return closing_kernels.incremental(state, closure)
    if not isinstance(closure, ListOrder):
        old = len(store.points) if closure is None else len(closure)
        starts = [start for start in store.starts.values() if start < old]
        ordered = ListOrder.of(old, *_columns(state, starts), lambda: _index(state))
        if ordered is None:
            raise AssertionError("the constraints in force contradict each other")
        closure = ordered
    elif engine.kernels == "auto" and closure.work > _WORK_WORTH_LOADING:
        ORDER.start()
    if len(closure) < len(store.points):
        closure.grow(len(store.points), store.starts_from(len(closure)))
    return closure


def _columns(
    state: GraphState, starts: Collection[int], last: int = 0
) -> tuple[list[int], list[int], list[int]]:
    """Start before end for ``starts``, the constraints in force, and the new ones below ``last``:
    x, op, y."""
    store, kept = state.store, state.kept
    new = range(len(kept), last)
    return (
        [*starts, *compress(store.xs, kept), *(store.xs[k] for k in new)],
        [*[LESS] * len(starts), *compress(store.ops, kept), *(store.ops[k] for k in new)],
        [*(s + 1 for s in starts), *compress(store.ys, kept), *(store.ys[k] for k in new)],
    )


def _index(state: GraphState) -> Closure | None:
    """A closed index for many questions to a graph that is kept in order in Python; ``None`` where
    to go on searching is better."""
    closure, engine = state.closure, state.engine
    if len(state.store.points) > LARGEST_ROWS and isinstance(closure, ListOrder):
        if engine.kernels == "never":
            return None
        # To wait as long as it has searched already costs at most twice the better way.
        if engine.kernels == "auto" and not ORDER.wait(SECONDS_PER_STEP * closure.work):
            return None
    return _close(state, len(state.kept))


def _kernels_pay(state: GraphState) -> bool:
    points, engine = len(state.store.points), state.engine
    if engine.kernels == "auto" and points >= _KERNELS_PAY_FROM and not ORDER.loaded():
        # Whatever comes first; to wait as long as Python takes costs at most twice the better way.
        return ORDER.wait(_SECONDS_PER_POINT * (points + len(state.store.xs)))
    return engine.uses_kernels(
        points, pays_from=_KERNELS_PAY_FROM, pays_from_loaded=_LOADED_KERNELS_PAY_FROM
    )


def take_all(state: GraphState, growing: GrowingClosure) -> None:
    """Take the constraints that wait one by one, without closing the others again."""
    store, policy = state.store, state.policy
    groups = None if policy == "drop-constraint" else store.link_of
    columns = store.xs, store.ops, store.ys
    links_done(store.link_of[len(state.kept)], len(store.links))
    verdicts = growing.decide(columns, groups, len(state.kept), stop=policy == "error")
    state.kept.extend(verdicts)
    if 0 in verdicts:
        state.conflicts = None


def _try_links(
    state: GraphState,
    constraints: Mapping[int, _Constraint],
    try_add: Callable[[Sequence[_Constraint]], bool],
) -> None:
    """Decide on all new constraints: leave out the links that ``try_add`` refuses, or the single
    constraints if the policy says so.

    ``constraints`` are those of the new ones that can be refused, by their numbers.
    """
    store, first = state.store, len(state.kept)
    verdicts = bytearray(b"\1") * (len(store.xs) - first)
    link_of, single = store.link_of, state.policy == "drop-constraint"
    for number, numbers in groupby(constraints, lambda k: k if single else link_of[k]):
        if not number & _BETWEEN_LOOKS:
            links_done(link_of[number] if single else number, len(store.links))
        if not try_add([constraints[k] for k in numbers]):
            refused = range(number, number + 1) if single else store.constraints_of_link(number)
            verdicts[refused.start - first : refused.stop - first] = bytes(len(refused))
            if state.policy == "error":
                verdicts[refused.start - first :] = bytes(len(store.xs) - refused.start)
                break
    state.kept.extend(verdicts)
    if 0 in verdicts:
        state.conflicts = None


def _close(state: GraphState, last: int) -> Closure | None:
    """Close the constraints in force and the new ones below ``last``; ``None`` if they contradict
    each other."""
    if _kernels_pay(state):
        return closing_kernels.close(state, last)
    store, kept = state.store, state.kept
    points = len(store.points)
    if points > LARGEST_ROWS:
        columns = _columns(state, store.starts.values(), last)
        return ListOrder.of(points, *columns, lambda: _index(state))
    xs: Sequence[int]
    if 0 in kept or last < len(store.xs):
        xs, ops, ys = _columns(state, (), last)
        return close_small(points, xs, ops, ys, store.starts.values())
    return close_small(points, store.xs, store.ops, store.ys, store.starts.values())


def _decide_in_file_order(state: GraphState) -> None:
    """Try the new constraints link by link, among the few points that can contradict each other.

    A contradiction is a cycle with a strict step, and a cycle lies within one strong component;
    so a component without strict steps has none, nor has anything between components.
    """
    store, kept = state.store, state.kept
    xs, ops, ys = store.xs, store.ops, store.ys
    new = range(len(kept), len(xs))
    considered = [*(k for k, is_kept in enumerate(kept) if is_kept), *new]
    component = strong_components(store, considered)
    starts = [s for s in store.starts.values() if component[s] == component[s + 1]]
    inside = [k for k in considered if component[xs[k]] == component[ys[k]]]
    strict = {component[start] for start in starts}
    strict.update(component[xs[k]] for k in inside if ops[k] == LESS)
    points = (point for point, root in enumerate(component) if root in strict)
    number = {point: k for k, point in enumerate(points)}
    constraints = {
        k: (number[xs[k]], ops[k], number[ys[k]]) for k in inside if component[xs[k]] in strict
    }
    known = [constraints.pop(k) for k in list(constraints) if k < new.start]
    if len(number) > _ROWS_GROW_TO:
        engine, pairs = state.engine, len(number) ** 2
        too_many = len(number) > LARGEST_ROWS
        order = len(number), [number[start] for start in starts]
        most = inf if too_many and engine.kernels == "never" else _STEPS_PER_PAIR * pairs
        if _searched(state, *order, known, constraints, most):
            return
        seconds = _SECONDS_PER_PAIR * pairs
        if engine.kernels == "auto" and seconds > _LOADING_SECONDS and ORDER.wait(seconds):
            closing_kernels.decide_in_file_order(state)
            return
        if too_many:
            _searched(state, *order, known, constraints, inf)
            return
    rows = IntRows()
    rows.grow(len(number), (number[start] for start in starts))
    for x, op, y in known:
        rows.add(x, op, y)
    _try_links(state, constraints, rows.try_add)


def _searched(
    state: GraphState,
    points: int,
    starts: Sequence[int],
    known: Sequence[_Constraint],
    constraints: Mapping[int, _Constraint],
    most: float,
) -> bool:
    """Decide by searches in order, which take next to no time where few links contradict. Returns
    whether that took at most so many steps: where most contradict, rows that stay closed take far
    less time."""
    ordered = ListOrder(lambda: None)
    ordered.grow(points, starts)

    def try_add(group: Sequence[_Constraint]) -> bool:
        if ordered.work > most:
            raise _TooManySteps
        return ordered.try_add(group)

    try:
        for constraint in known:
            try_add([constraint])
        _try_links(state, constraints, try_add)
    except _TooManySteps:
        return False
    return True


class _TooManySteps(Exception):
    """Another way takes less time."""


# Which intervals a graph knows anything about together, and what, without looking at all pairs.
#
# Something is known of two intervals iff a path of constraints in force leads from a point of one
# to a point of the other: then at least one Allen relation is impossible. One search from the start
# of each interval finds all that is not earlier, in time proportional to what it finds. Documents
# consist of small groups: of the pairs of TimeBank 7 % are related.


Related = list[tuple[int, "array[int]", "array[int]"]]
"""Intervals by their start points, in insertion order, each with its partners after it and the
masks of the relations to these."""

_ALL = 2**13 - 1
# So many pairs are looked at together, or one by one, without numpy.
_MANY, _FEW = 100_000, 1_000
# A search may find a pair four times: two points of the one, from either side.
_TIMES_FOUND = 4


def related(state: GraphState, most: int | None = None) -> Related | None:
    """All intervals of which something is known together with others after them, with these and
    the masks of the relations that can hold; ``None`` if there are certainly more than ``most``
    such pairs."""
    starts = list(state.store.starts.values())
    if state.store.bounds:
        # Lengths relate intervals that no path joins, so that every pair has to be looked at.
        pairs = {start: starts[k + 1 :] for k, start in enumerate(starts)}
    else:
        decided(state)
        joined = _joined(state, most)
        if joined is None:
            return None
        pairs = {start: sorted(joined[start]) for start in starts}
    result: Related = []
    for row in _masked(closed(state), pairs):
        result.append(row)
        if most is not None:
            most -= len(row[1])
            if most < 0:
                return None
    return result


def _joined(state: GraphState, most: int | None) -> dict[int, set[int]] | None:
    """The partners after each interval to which, or from which, a path leads; ``None`` if there are
    certainly more than ``most`` of them."""
    store = state.store
    later: list[list[int]] = [[] for _ in store.points]
    interval = [-1] * len(store.points)
    partners: dict[int, set[int]] = {}
    for start in store.starts.values():
        later[start].append(start + 1)
        interval[start] = interval[start + 1] = start
        partners[start] = set()
    for is_kept, x, op, y in zip(state.kept, store.xs, store.ops, store.ys, strict=True):
        if is_kept:
            later[x].append(y)
            if op == EQUAL:
                later[y].append(x)
    seen, entries = [-1] * len(store.points), 0
    for start, own in partners.items():
        seen[start], found = start, [start]
        for point in found:
            for other in later[point]:
                if seen[other] != start:
                    seen[other] = start
                    found.append(other)
        entries += len(found) - 2
        if most is not None and entries > _TIMES_FOUND * most + len(store.instants) * len(partners):
            return None
        for other in {interval[point] for point in found}:
            if other > start:
                own.add(other)
            elif 0 <= other < start:
                partners[other].add(start)
    return partners


def _masked(
    closure: Closure, pairs: Mapping[int, Sequence[int]]
) -> Iterator[tuple[int, array[int], array[int]]]:
    """Those of the pairs, by their first intervals, of which something is known."""
    block: list[tuple[int, Sequence[int]]] = []
    count = 0
    for number, row in enumerate(pairs.items(), start=1):
        block.append(row)
        count += len(row[1])
        if count < _MANY and number < len(pairs):
            continue
        sources = [start for start, others in block for _ in others]
        targets = [other for _, others in block for other in others]
        masks: Iterator[int] = map(closure.mask, sources, targets)
        if len(sources) >= _FEW and not isinstance(closure, IntRows):
            masks = iter(closure.masks(sources, targets).tolist())
        for start, others in block:
            known = [(b, mask) for b, mask in zip(others, masks, strict=False) if mask != _ALL]
            if known:
                partners, found = zip(*known, strict=True)
                yield start, array("i", partners), array("H", found)
        block, count = [], 0
