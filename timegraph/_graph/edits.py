"""Changing a graph by more than one link; each function returns the state that holds then.

A few links are added to the state, or taken out of it, where they are: what does not depend on them
is not looked at. Where more may have to be undone, the result is a new state.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import accumulate, groupby, islice
from threading import RLock
from typing import TYPE_CHECKING, Any

from timegraph._closure.growing import GrowingClosure
from timegraph._compiled import kernels_loaded
from timegraph._graph.arguments import (
    check_key,
    check_named,
    checked_comparison,
    constraints_of_mask,
)
from timegraph._graph.closing import (
    FEW_AT_FIRST,
    closed,
    decide,
    decide_ahead,
    decided,
    forget,
    growing_form,
    take_all,
)
from timegraph._graph.paths import ConstraintPaths, Step
from timegraph._graph.store import ColumnLinks, GraphState, Store, names_of
from timegraph._lazy import Later
from timegraph.links import (
    AnyLink,
    Conflict,
    ContradictionError,
    DistanceConstraint,
    DistanceLink,
    Placement,
    PointConstraint,
    PointLink,
    RelationColumns,
)
from timegraph.points import EQUAL, LESS, OPERATOR_CODES

if TYPE_CHECKING:
    from timegraph._graph import distances
else:
    distances = Later("timegraph._graph.distances")

# What was left out of a graph, and the links that contradict it.
#
# What was left out contradicts a chain of constraints that are in force and were added before it.
# A chain with the fewest link steps needs every link on it: constraints in force agree with each
# other, so a shortest chain never comes back to an entity that it has left, and uses no link
# twice; a chain by fewer links would thus have fewer steps.
#
# The search for a chain takes long compared with the closing, so it waits until somebody reads
# what a link contradicts.


def paths_of(state: GraphState) -> ConstraintPaths:
    """The constraints in force, ready for searches for chains."""
    store = state.store
    if len(state.kept) < len(store.xs):
        closed(state)
    paths = state.paths or ConstraintPaths(store.xs, store.ops, store.ys)
    state.paths = None  # An interrupt leaves none that are half extended.
    # Nothing in force is ever left out later, so only new constraints are missing.
    paths.extend(len(store.points), store.starts.values(), state.kept)
    state.paths = paths
    return paths


def conflicts_of(state: GraphState) -> list[Conflict]:
    """All conflicts of a graph, which are kept until something is added."""
    decided(state)
    if state.conflicts is None:
        state.conflicts = find_conflicts(state)
    return state.conflicts


def find_conflicts(state: GraphState, *, most: int | None = None) -> list[Conflict]:
    """The conflict of each link that was left out, wholly or in part, in order; only the first
    ``most`` of them, if that is given."""
    if len(state.kept) < len(state.store.xs):
        closed(state)
    numbers = [*islice(_refused(state), most)]
    if state.policy == "error" or most is not None:  # the error names all of it at once
        return [_explained(state, number) for number in numbers]
    if not numbers:
        return []
    # As it is now, whatever is added or removed before somebody reads on. A network of distances
    # is shared until it changes; a closure of order is not needed.
    closure = state.closure.copy() if state.store.bounds and state.closure else None
    then = GraphState(state.policy, state.engine, state.store.copy(), state.kept[:], closure)
    links, lock = then.store.links, RLock()
    return [Conflict.found_later(links[k], partial(_found, then, lock, k)) for k in numbers]


def _found(
    state: GraphState, lock: AbstractContextManager[object], number: int
) -> tuple[tuple[PointConstraint | DistanceConstraint, ...], tuple[AnyLink, ...]]:
    """The constraints of a link that contradict others, and the links of the shortest chain;
    threads that read conflicts of one graph share its ``lock``."""
    with lock:
        conflict = _explained(state, number)
    return conflict.constraints, conflict.against


def _explained(state: GraphState, number: int) -> Conflict:
    """The conflict of a link that was left out."""
    if state.store.bounds:
        from timegraph._metric import constraints  # most graphs have no distances

        closed(state)
        return constraints.conflict_of(state, number)
    return conflict_of(state, number, _chains(state, number))


def refusal(state: GraphState, points: int) -> Conflict:
    """The conflict of the last link, which was left out under "error"; the points from number
    ``points`` on are its own. What it contradicts is found when somebody reads it, among the links
    that are there now."""
    store, number = state.store, len(state.store.links) - 1
    if store.bounds or len(store.points) > points:
        (conflict,) = find_conflicts(state, most=1)
        return conflict
    constraints = store.constraints_of_link(number)
    triples = [(store.xs[k], store.ops[k], store.ys[k]) for k in constraints]
    past, lock = _past(state, number)
    find = partial(_found_among, past, lock, triples, constraints.start)
    return Conflict.found_later(store.links[number], find)


def _past(state: GraphState, links: int) -> tuple[GraphState, RLock]:
    """What is in force, with all of the first ``links``."""
    if state.past is None:
        past = GraphState(state.policy, state.engine, state.store.empty())
        state.past = past, RLock()
    past, lock = state.past
    store, copied = state.store, past.store
    with lock:
        starts = [*store.starts_from(len(copied.points))]
        copied.starts.update((store.points[start][0], start) for start in reversed(starts))
        copied.points.extend(islice(store.points, len(copied.points), None))
        last = store.constraints_of_link(links).start
        past.kept.extend(b"\1" * (last - len(copied.xs)))
        for column in ("xs", "ops", "ys", "link_of"):
            there = getattr(copied, column)
            there.extend(getattr(store, column)[len(there) : last])
        copied.links.extend(store.links[len(copied.links) : links])
    return past, lock


def _found_among(
    past: GraphState,
    lock: AbstractContextManager[object],
    constraints: Sequence[tuple[int, int, int]],
    before: int,
) -> tuple[tuple[PointConstraint, ...], tuple[AnyLink, ...]]:
    """The same as :func:`_found`, for the ``constraints`` of a link that was refused, and those
    in force that came ``before``."""
    with lock:
        paths, store = paths_of(past), past.store
        chains = {triple: _against(paths, *triple, before=before) for triple in constraints}
        refused = {triple: chain for triple, chain in chains.items() if chain is not None}
        return (
            tuple(store.comparison(*triple) for triple in refused),
            _fewest(store, refused.values()),
        )


def _refused(state: GraphState) -> Iterator[int]:
    """The number of each link that was left out, wholly or in part."""
    store, kept = state.store, state.kept
    k = kept.find(0)
    while k >= 0:
        yield store.link_of[k]
        k = kept.find(0, store.constraints_of_link(store.link_of[k]).stop)


def _chains(state: GraphState, number: int) -> dict[int, list[Step]]:
    """A chain against each constraint of a link that others contradict."""
    paths, kept = paths_of(state), state.kept
    constraints = state.store.constraints_of_link(number)
    left_out = (j for j in constraints if not kept[j])
    chains = {j: contradicting(state, paths, j, before=constraints.start) for j in left_out}
    return {j: chain for j, chain in chains.items() if chain is not None}


def contradicted(state: GraphState) -> Iterator[tuple[int, dict[int, list[Step]]]]:
    """The number of each link that was left out, wholly or in part, and a chain against each of its
    constraints that others contradict, by the constraint's number. The graph has no distances."""
    if len(state.kept) < len(state.store.xs):
        closed(state)
    for number in _refused(state):
        yield number, _chains(state, number)


def conflict_of(state: GraphState, number: int, chains: dict[int, list[Step]]) -> Conflict:
    """The conflict of a link, given as :func:`contradicted` gives it."""
    store = state.store
    against = _fewest(store, chains.values())
    return Conflict(store.links[number], tuple(map(store.constraint, chains)), against)


def _fewest(store: Store, chains: Iterable[list[Step]]) -> tuple[AnyLink, ...]:
    """The links of the chain that has the fewest, in the order in which they were added."""
    against = min(map(_by_links, chains), key=len, default=[])
    others = sorted(set(map(store.link_of.__getitem__, against)))  # long chains have thousands
    return tuple(map(store.links.__getitem__, others))


def contradicting(
    state: GraphState, paths: ConstraintPaths, k: int, *, before: int
) -> list[Step] | None:
    """A chain with the fewest link steps that contradicts constraint ``k``, by constraints
    numbered below ``before``; ``None`` if nothing does."""
    store = state.store
    return _against(paths, store.xs[k], store.ops[k], store.ys[k], before=before)


def _against(paths: ConstraintPaths, x: int, op: int, y: int, *, before: int) -> list[Step] | None:
    """The same for the constraint ``x op y``."""
    shortest: list[Step] | None = None
    for first, last in ((y, x), (x, y)) if op == EQUAL else ((y, x),):
        try:
            steps = paths.shortest(first, last, strict=op != LESS, before=before)
        except LookupError:
            continue
        if shortest is None or len(_by_links(steps)) < len(_by_links(shortest)):
            shortest = steps
    return shortest


def _by_links(chain: list[Step]) -> list[int]:
    """The numbers of the constraints on a chain, without the steps from start to end."""
    return [step.constraint for step in chain if step.constraint >= 0]


# Adding entities and links to a graph, one at a time.


_COMPARISON = {
    ">": ((1, OPERATOR_CODES["<"], 0),),
    ">=": ((1, OPERATOR_CODES["<="], 0),),
    **{operator: ((0, code, 1),) for operator, code in OPERATOR_CODES.items()},
}
"""The constraint of a comparison. Points are numbered in the order in which a link names them."""


def name_alone(state: GraphState, key: Hashable, is_entity: bool) -> None:
    """Add an interval or an instant by itself, whatever its name."""
    store = state.store
    name = key, is_entity
    if name not in store.named:
        check_key(key)
        store.named[name] = len(store.links)
        points = len(store.points)
        if is_entity:
            store.interval(key)
        else:
            store.instant(key)
        if len(store.points) > points:
            state.current = None


def add(state: GraphState, link: AnyLink) -> None:
    """Add a link under the policy of the graph.

    Raises :class:`ContradictionError` under "error", and ``ValueError`` or ``TypeError`` for what
    is not a link; nothing is changed then.
    """
    check_named(link)
    if state.policy == "error":
        # The call that causes an error raises it, so everything before is closed.
        closed(state)
    store = state.store
    links, points = len(store.links), len(store.points)
    try:
        append(state, link)
        if state.policy != "error":
            return
        closed(state)
    except BaseException:
        undo(state, links, points)
        raise
    if state.conflicts is None:
        conflict = refusal(state, points)
        take_back(state, points, alone=True)
        raise ContradictionError(conflict)


def append(state: GraphState, link: AnyLink) -> None:
    """Add a link, which then waits to be closed, whatever it contradicts.

    Raises ``ValueError`` or ``TypeError``, changing nothing, for what is not a link.
    """
    store = state.store
    if isinstance(link, (DistanceLink, Placement)):
        distances.append(state, link)
    elif isinstance(link, PointLink):
        link = checked_comparison(link)
        store.append(link, (store.point(link.x), store.point(link.y)), _COMPARISON[link.op])
    else:
        constraints = constraints_of_mask(link.relation.mask)
        # Both first: an unhashable entity must not leave the other one behind.
        a, b = store.starts.get(link.a), store.starts.get(link.b)
        if a is None or b is None:
            check_key(link.a)
            check_key(link.b)
            a, b = store.interval(link.a), store.interval(link.b)
        store.append(link, (a, a + 1, b, b + 1), constraints)
    state.current = None
    if len(store.xs) >= state.decide_at:
        decide_ahead(state)


def append_all(state: GraphState, links: Iterable[AnyLink]) -> None:
    """Add links that were checked, which then wait; many relations in columns at once."""
    pays_from = _PAY_FROM if kernels_loaded() else _LOADING_PAYS_FROM
    if not isinstance(links, RelationColumns) or len(links) < pays_from:
        for link in links:
            append(state, link)
        return
    from timegraph._graph.bulk import append_arrays

    store, last = state.store, state.store.next_handle + len(links)
    append_arrays(store, links.names, links.a, links.relation, links.b)
    if isinstance(store.links, list) and len(links) >= _LOADING_PAYS_FROM:
        store.links = ColumnLinks(store.links, links)
    else:
        store.links.extend(links)
    store.handles.extend(range(store.next_handle, last))
    store.next_handle = last
    state.current = None
    if len(store.xs) >= state.decide_at:
        decide_ahead(state)


def undo(state: GraphState, links: int, points: int) -> None:
    """Have only the first ``links`` and ``points`` again, after an interrupt or an error."""
    store = state.store
    if len(store.links) > links or len(store.points) > points:
        store.truncate(links, points)
        del state.kept[len(store.xs) :]
        forget(state)


def take_back(state: GraphState, points: int, *, alone: bool) -> None:
    """Take back the last link, which was left out, and the points from number ``points`` on;
    ``alone`` says that nothing else was added to the closure since then."""
    intervals = state.store.remove_last(points)
    del state.kept[len(state.store.xs) :]
    state.conflicts = []
    state.index = None
    if state.paths is not None:
        state.paths.trim(points, len(state.kept))
    # A link that was left out has added to the closure only the points that it named.
    if state.closure is not None and not state.closure.shrink(points, intervals * alone):
        state.closure = None
    state.current = state.closure


# Arrays pay for so many links, and for more where numpy is not loaded yet.
_PAY_FROM = 200
_LOADING_PAYS_FROM = 20_000
# Graphs of so many points are made again in a millisecond.
_SMALL = 1_000


def extend(
    state: GraphState, links: Sequence[AnyLink] | RelationColumns
) -> ContradictionError | None:
    """Add these links, which were checked. Under "error" those after the first that contradicts
    links before it, and that link itself, are not added; returns the error to raise then."""
    if not isinstance(links, RelationColumns):
        for link in links:
            check_named(link)
        if any(isinstance(link, (DistanceLink, Placement)) for link in links):
            distances.check_zones(state, links)
    before = len(state.store.links), len(state.store.points)
    try:
        if state.policy == "error":
            return _extended(state, [*links])
        append_all(state, links)
        return None
    except BaseException:
        undo(state, *before)
        raise


def _extended(state: GraphState, links: Sequence[AnyLink]) -> ContradictionError | None:
    """The same under "error"; all links are tried at once."""
    if any(isinstance(link, DistanceLink) and link.steps for link in links):
        return _one_by_one(state, links)
    store = state.store
    closed(state)
    first, decided = len(store.links), len(state.kept)
    points = []
    for link in links:
        points.append(len(store.points))
        append(state, link)
    few = store.bounds or len(store.xs) - decided <= max(FEW_AT_FIRST, decided >> 3)
    state.closure = state.current = decide(state)
    if state.conflicts is not None:
        return None
    refused = store.link_of[state.kept.index(0)]
    if few:
        while len(store.links) > refused + 1:
            store.remove_last(points[len(store.links) - 1 - first])
    elif refused + 1 - first < len(points):
        store.truncate(refused + 1, points[refused + 1 - first])
    del state.kept[len(store.xs) :]
    conflict = refusal(state, points[refused - first])
    take_back(state, points[refused - first], alone=False)
    if not few:  # what follows the refused link was then closed, too
        state.closure = state.current = None
    return ContradictionError(conflict, refused - first)


def _one_by_one(state: GraphState, links: Sequence[AnyLink]) -> ContradictionError | None:
    """The same link by link: months are counted from dates, which asks for what waits."""
    for number, link in enumerate(links):
        try:
            add(state, link)
        except ContradictionError as error:
            return ContradictionError(error.conflict, number)
    return None


def retract(state: GraphState, source: Any) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without the links from this source, as if they had never been added, and these
    links. Raises ``KeyError`` if there are none."""
    numbers = state.store.links_from(source)
    if not numbers:
        raise KeyError(f"no link in the graph has the source {source!r}")
    return remove(state, numbers)


def remove(state: GraphState, numbers: Sequence[int]) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without the links with these rising numbers, as if they had never been added, and
    these links."""
    store = state.store
    removed = tuple(store.links[number] for number in numbers)
    if store.bounds and len(numbers) == 1:
        from timegraph._metric.constraints import take_out  # most graphs have no distances

        ready = take_out(state, numbers[0])
        if ready is not None:
            return state if ready else _without(state, ()), removed
    if store.bounds or len(store.points) <= _SMALL:
        return _without(state, frozenset(numbers)), removed
    _take_out(state, numbers)
    if store.removed > max(_SMALL, len(store.links)):
        # What is left behind of removed links takes as much memory as those that are there.
        state = compacted(state)
        state.closure = growing_form(state, None)
    return state, removed


def remove_entity(state: GraphState, entity: Hashable) -> tuple[GraphState, tuple[AnyLink, ...]]:
    """The state without an entity and without the links that name it, and these links. Raises
    ``KeyError`` if the graph does not have it."""
    store = state.store
    if entity not in store.starts:
        raise KeyError(f"no entity {entity!r} in the graph")
    numbers = [k for k, link in enumerate(store.links) if (entity, True) in names_of(link)]
    store.named.pop((entity, True), None)
    if numbers and not store.bounds:
        return remove(state, numbers)
    return _without(state, frozenset(numbers)), tuple(store.links[number] for number in numbers)


def compacted(state: GraphState) -> GraphState:
    """The same, with entities and instants numbered in insertion order again, without gaps."""
    made = _without(state, ())
    # On the way some of it may have been closed already: counting months asks for dates.
    made.closure = made.current = None
    made.kept = state.kept[:]
    made.conflicts = None if state.conflicts is None else state.conflicts[:]
    return made


def _without(state: GraphState, gone: Collection[int]) -> GraphState:
    """A graph made again from all but the links with these numbers; what was named after a link is
    named after it, or after those that stood before it."""
    store = state.store
    order = [number for number in range(len(store.links)) if number not in gone]
    rest = GraphState(state.policy, state.engine, store.empty())
    after = [*accumulate((number not in gone for number in range(len(store.links))), initial=0)]
    named = deque((name, after[before]) for name, before in store.named.items())
    for place in range(len(order) + 1):
        while named and named[0][1] <= place:
            (key, is_entity), _ = named.popleft()
            name_alone(rest, key, is_entity)
        if place < len(order):
            # Links of a consistent graph stay consistent, so none is tried by itself.
            append(rest, store.links[order[place]])
    rest.store.handles = array("q", map(store.handles.__getitem__, order))
    rest.store.next_handle = store.next_handle
    return rest


def _take_out(state: GraphState, numbers: Sequence[int]) -> None:
    """Take links out of a graph without distances, where it is.

    Only what was left out can come back, and only if each chain that contradicts it led through
    what is taken out. If then nothing in force contradicts it, nothing else changes: what is in
    force agrees with all of it. If something does, and may have been added later, everything from
    there on is decided on again.
    """
    store, kept = state.store, state.kept
    columns = store.xs, store.ops, store.ys
    closure = None if state.closure is None else growing_form(state, state.closure)
    gone = [k for number in numbers for k in store.constraints_of_link(number)]
    in_force = [k for k in gone if k < len(kept) and kept[k]]
    again, parted = list[int](), list[int]()
    if in_force:
        first, taken = in_force[0], frozenset(gone)
        if closure is not None:
            removed = [constraint_of(state, k) for k in in_force]
            again = [k for k in closure.depending(removed, columns, kept, first) if k not in taken]
            parted = closure.remove(removed)
        elif any(not kept[k] and k not in taken for k in range(first, len(kept))):
            del kept[first:]
    for k in reversed(gone):
        if k < len(kept):
            del kept[k]
    store.remove(numbers)
    state.paths = state.index = state.past = state.current = None
    state.closure = closure
    if closure is not None:
        restore(state, closure, parted)
        _try_again(state, [k - bisect_left(gone, k) for k in again])
        decide_ahead(state)
    state.conflicts = None if 0 in kept else []


def constraint_of(state: GraphState, k: int) -> tuple[int, int, int]:
    store = state.store
    return store.xs[k], store.ops[k], store.ys[k]


def restore(state: GraphState, closure: GrowingClosure, parted: Sequence[int]) -> None:
    """Give points that lost all constraints those again that are in force."""
    store = state.store
    if parted:
        sides = [(point, store.points[point][1]) for point in parted]
        starts = {point - (side == "end") for point, side in sides if side != "at"}
        closure.restore(parted, sorted(starts), (store.xs, store.ops, store.ys), state.kept)


def _try_again(state: GraphState, refused: Sequence[int]) -> None:
    """Put into force what no longer contradicts, in file order."""
    store, kept, closure = state.store, state.kept, state.closure
    assert isinstance(closure, GrowingClosure)
    if state.policy == "drop-constraint":
        groups: Iterable[Sequence[int]] = [[k] for k in refused]
    else:
        links = [number for number, _ in groupby(refused, store.link_of.__getitem__)]
        groups = [store.constraints_of_link(number) for number in links]
    for group in groups:
        if closure.try_add([constraint_of(state, k) for k in group]):
            for k in group:
                kept[k] = 1
        else:
            del kept[group[0] :]
            state.closure = growing = growing_form(state, None)
            assert growing is not None
            take_all(state, growing)
            return
