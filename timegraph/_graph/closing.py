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

from timegraph._closure.growing import GrowingClosure, ListOrder
from timegraph._closure.int_rows import Closure, IntRows, close as close_small
from timegraph._graph.arguments import ORDER
from timegraph._graph.store import GraphState, Store, strong_components
from timegraph._pace.limits import links_done
from timegraph.links import GraphFormatError
from timegraph.points import EQUAL, LESS, LESS_EQUAL, mask_table

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
        component = strong_components(store, range(len(store.xs)))
        if _agree(store, component):
            state.kept.extend(b"\1" * len(store.xs))
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
        from timegraph._metric import deciding  # most graphs have no distances

        return deciding.decide(state)
    few = _FEW_LINKS if isinstance(closure, GrowingClosure) else FEW_AT_FIRST
    if closure is not None and last - first <= max(few, first >> 3):
        growing = growing_form(state, closure)
        if growing is not None:
            if first < last:
                take_all(state, growing)
            return growing
        if isinstance(closure, IntRows):
            closure.grow(points, state.store.starts_from(len(closure)))
            _try_links(state, _new(state), closure.try_add)
            return closure
    whole = _close(state, last)
    if whole is not None:
        state.kept.extend(b"\1" * (last - first))
        return whole
    if _kernels_pay(state):
        from timegraph._graph import closing_kernels

        closing_kernels.decide_in_file_order(state)
    else:
        _decide_in_file_order(state)
    return None


def index_of(state: GraphState) -> Closure:
    """The closure as an index for many questions at once, however small the graph is; it is kept
    until something is added."""
    closed(state)
    if state.store.bounds:
        return closed(state)
    if state.index is None:
        from timegraph._graph import closing_kernels

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
        from timegraph._graph import closing_kernels

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


def _new(state: GraphState) -> dict[int, _Constraint]:
    """The constraints that wait, by their numbers."""
    xs, ops, ys = state.store.xs, state.store.ops, state.store.ys
    return {k: (xs[k], ops[k], ys[k]) for k in range(len(state.kept), len(xs))}


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
        from timegraph._graph import closing_kernels

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
            from timegraph._graph import closing_kernels

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
# to a point of the other: then at least one Allen relation is impossible. One search from each
# point of each interval finds all that is later, in time proportional to what it finds; what is
# earlier is found from there. Documents consist of small groups: of the pairs of TimeBank 7 % are
# related.


Related = list[tuple[int, "array[int]"]]
"""Intervals by their start points, in insertion order, each with its partners after it: numbers
that :func:`partner_and_mask` takes apart."""

_MASK_BITS = 13
_MASK = (1 << _MASK_BITS) - 1

# While searches go on, what is known of two intervals is the number that mask_table() is indexed
# with: a digit in base 8 for the label of each cross pair, the last one for the two starts. Here
# are these numbers for "a ? b" as a is found to be earlier, and for "b ? a".
_CODE_BITS = 12
_CODE = (1 << _CODE_BITS) - 1
_BEFORE = 0o1111, 0o5555
_MEETS = 0o1311, 0o5535
_END_LATER = 0o1010, 0o5500  # a.end < b.end
_START_LATER = 0o0011, 0o0505  # a.start < b.start
_OVERLAP = 0o0010, 0o0500  # a.start < b.end
_SAME_END = 0o3010, 0o3500
_SAME_START = 0o0003, 0o0003
_TOUCH = 0o0200, 0o0040  # a.end <= b.start
_END_NOT_EARLIER = 0o2000, 0o4000
_START_NOT_EARLIER = 0o0002, 0o0004
_START_NOT_AFTER_END = 0o0020, 0o0400  # a.start <= b.end
# A pair has at most so many entries: three from either side.
_MOST_ENTRIES = 6


def related(state: GraphState, most: int | None = None) -> Related | None:
    """All intervals of which something is known together with others after them, with these and
    the masks of the relations that can hold; ``None`` if there are certainly more than ``most``
    such pairs."""
    if state.store.bounds:
        # Lengths relate intervals that no path joins, so that every pair has to be looked at.
        return _up_to(_by_lengths(closed(state), list(state.store.starts.values())), most)
    order = _Order(state)
    entries = 0
    rows = {start: array("q") for start in state.store.starts.values()}
    for start in rows:
        entries += _search(order, start, rows)
        if most is not None and entries > _MOST_ENTRIES * most:
            return None
    return _up_to(((start, _masks(row)) for start, row in rows.items() if row), most)


def partner_and_mask(number: int) -> tuple[int, int]:
    """The start point of a partner, and the mask of the relations to it."""
    return number >> _MASK_BITS, number & _MASK


def _up_to(rows: Iterator[tuple[int, array[int]]], most: int | None) -> Related | None:
    result: Related = []
    for start, row in rows:
        result.append((start, row))
        if most is not None:
            most -= len(row)
            if most < 0:
                return None
    return result


def _masks(row: array[int]) -> array[int]:
    """The partners in order, with masks for the codes, of which a partner may have several."""
    codes: dict[int, int] = {}
    for number in row:
        other = number >> _CODE_BITS
        codes[other] = codes.get(other, 0) | number & _CODE
    table = mask_table()
    return array("q", [other << _MASK_BITS | table[codes[other]] for other in sorted(codes)])


class _Order:
    """The constraints in force as arcs between classes of equal points."""

    def __init__(self, state: GraphState) -> None:
        decided(state)
        store = state.store
        columns: list[Sequence[int]] = [store.xs, store.ops, store.ys]
        if 0 in state.kept:
            columns = [list(compress(column, state.kept)) for column in columns]
        xs, ops, ys = columns
        self.later: list[list[int]] = [[] for _ in store.points]
        """Of each class the classes that are strictly later; those of ``weakly``, which need not
        be, are not among them."""
        self.weakly: dict[int, list[int]] = {}
        self.members: dict[int, list[int]] = {}
        """Of each class of several points, its points."""
        self.root = root = list(range(len(store.points)))
        if LESS_EQUAL in ops or EQUAL in ops:
            number = (k for k, kept in enumerate(state.kept) if kept)
            self.root = root = strong_components(store, number)
            for point, class_ in enumerate(root):
                if point != class_:
                    self.members.setdefault(class_, [class_]).append(point)
        for start in store.starts.values():
            self.later[root[start]].append(root[start + 1])
        for x, op, y in zip(xs, ops, ys, strict=True):
            if op == LESS:
                self.later[root[x]].append(root[y])
            elif root[x] != root[y]:
                self.weakly.setdefault(root[x], []).append(root[y])
        self.seen = [-1] * len(store.points)
        self.kind = bytearray(b"\2") * len(store.points)
        """0 for the start of an interval, 1 for its end, 2 for an instant."""
        for start in store.starts.values():
            self.kind[start], self.kind[start + 1] = 0, 1

    def points(self, classes: Sequence[int]) -> Sequence[int]:
        """The points of these classes."""
        members = self.members
        if not members:
            return classes
        return [point for class_ in classes for point in members.get(class_, (class_,))]

    def spread(self, found: list[int], stamp: int) -> list[int]:
        """All classes that lead on from those found, which are marked in ``seen`` with ``stamp``,
        as the others are then."""
        later, weakly, seen = self.later, self.weakly, self.seen
        for class_ in found:
            for other in later[class_]:
                if seen[other] != stamp:
                    seen[other] = stamp
                    found.append(other)
            if class_ in weakly:
                for other in weakly[class_]:
                    if seen[other] != stamp:
                        seen[other] = stamp
                        found.append(other)
        return found

    def not_earlier(self, one: int) -> list[int]:
        """The classes to which a path without a strict step leads, this one first."""
        classes = [one]
        if one in self.weakly:
            for each in classes:
                classes += [other for other in self.weakly.get(each, ()) if other not in classes]
        return classes

    def strictly(self, classes: Sequence[int], stamp: int) -> list[int]:
        """All classes strictly later than one of these and not yet marked, which they are then."""
        found = []
        for class_ in classes:
            for other in self.later[class_]:
                if self.seen[other] != stamp:
                    self.seen[other] = stamp
                    found.append(other)
        return self.spread(found, stamp)


def _search(order: _Order, a: int, rows: dict[int, array[int]]) -> int:
    """Add to the rows all that follows from what is later than a point of the interval ``a``; the
    number of entries made."""
    root, seen, kind, row = order.root, order.seen, order.kind, rows[a]
    entries = 0

    def add(b: int, codes: tuple[int, int]) -> None:
        nonlocal entries
        if b > a:
            row.append(b << _CODE_BITS | codes[0])
        else:
            rows[b].append(a << _CODE_BITS | codes[1])
        entries += 1

    start, end = root[a], root[a + 1]
    seen[end] = a
    ends_weakly = order.not_earlier(end)
    before, after = _BEFORE
    for y in order.points(order.strictly(ends_weakly, a)):
        if kind[y] == 0:  # add(y, _BEFORE), written out: most entries are these
            if y > a:
                row.append(y << _CODE_BITS | before)
            else:
                rows[y].append(a << _CODE_BITS | after)
            entries += 1
        elif kind[y] == 1 and seen[root[y - 1]] != a:
            add(y - 1, _END_LATER)
    for y in order.members.get(end, ()):
        if kind[y] == 0:
            add(y, _MEETS)
        elif kind[y] == 1 and y != a + 1:
            add(y - 1, _SAME_END)
    touching = [entity for entity in ends_weakly if seen[entity] != a]
    for y in order.points(touching):
        if kind[y] == 0:
            add(y, _TOUCH)
        elif kind[y] == 1:
            add(y - 1, _END_NOT_EARLIER)
    for entity in touching:
        seen[entity] = a
    starts_weakly = order.not_earlier(start)
    for y in order.points([*touching, *order.strictly(starts_weakly, a)]):
        if kind[y] == 0:
            add(y, _START_LATER)
        elif kind[y] == 1 and seen[root[y - 1]] != a:
            add(y - 1, _OVERLAP)
    for y in order.members.get(start, ()):
        if kind[y] == 0 and y > a:
            add(y, _SAME_START)
    for y in order.points([entity for entity in starts_weakly[1:] if seen[entity] != a]):
        if kind[y] == 0:
            add(y, _START_NOT_EARLIER)
        elif kind[y] == 1:
            add(y - 1, _START_NOT_AFTER_END)
    return entries


_ALL = 2**13 - 1
# So many pairs are looked at together, or one by one, without numpy.
_MANY, _FEW = 100_000, 1_000


def _by_lengths(closure: Closure, starts: list[int]) -> Iterator[tuple[int, array[int]]]:
    first = 0
    while first < len(starts):
        last = first + max(1, _MANY // (len(starts) - first))
        block = range(first, min(last, len(starts)))
        masks: Iterator[int]
        sources = [starts[k] for k in block for _ in starts[k + 1 :]]
        targets = [other for k in block for other in starts[k + 1 :]]
        if len(sources) < _FEW:
            masks = map(closure.mask, sources, targets)
        else:
            masks = iter(closure.masks(sources, targets).tolist())
        for k in block:
            later = starts[k + 1 :]
            pairs = [(b, mask) for b, mask in zip(later, masks, strict=False) if mask != _ALL]
            if pairs:
                yield starts[k], array("q", [b << _MASK_BITS | mask for b, mask in pairs])
        first = block.stop
