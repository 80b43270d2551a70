"""Many questions, or many links, at once: arrays in, arrays out.

Few questions to a small graph are answered in Python, without loading numba; many are answered
by an index that kernels fill, whatever the size of the graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set, Sized
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._closure.growing import ListOrder
from timegraph._closure.int_rows import Closure, IntRows
from timegraph._graph.arguments import ORDER, constraints_of_mask
from timegraph._graph.closing import LARGEST_ROWS, SECONDS_PER_STEP, closed, index_of
from timegraph._graph.store import GraphState, Store
from timegraph._wording import counted
from timegraph.allen import Allen, AllenSet, RelationLike, mask_of

Entities: TypeAlias = Sequence[Hashable] | NDArray[np.integer[Any]]
Relations: TypeAlias = RelationLike | Sequence[RelationLike] | NDArray[np.unsignedinteger[Any]]

# Loading the kernels takes as long as this many questions to rows.
_KERNELS_PAY_FROM = 200_000
_STEPS_PER_QUESTION = 12.5
_SECONDS_TO_LOAD = 0.5
_LOADED_KERNELS_PAY_FROM = 200

_ALL = AllenSet.all().mask


def _closure(state: GraphState, questions: int) -> Closure:
    closure = closed(state)
    if not isinstance(closure, (IntRows, ListOrder)):
        return closure
    # Rows, which a smaller order is made into as well, answer in the time of a few steps.
    steps = len(closure) if len(closure) > LARGEST_ROWS else _STEPS_PER_QUESTION
    seconds = SECONDS_PER_STEP * steps * questions
    if state.engine.kernels == "auto" and seconds >= _SECONDS_TO_LOAD:
        pays = ORDER.wait(seconds)
    else:
        pays = state.engine.uses_kernels(
            questions, pays_from=_KERNELS_PAY_FROM, pays_from_loaded=_LOADED_KERNELS_PAY_FROM
        )
    return index_of(state) if pays else closure


def _starts(state: GraphState) -> NDArray[np.int32]:
    starts = state.store.starts
    return np.fromiter(starts.values(), np.int32, len(starts))


def _start_points(state: GraphState, entities: Entities) -> NDArray[np.int32]:
    if isinstance(entities, np.ndarray) and entities.dtype.kind in "iu":
        starts = _starts(state)
        if len(entities) and not 0 <= int(entities.min()) <= int(entities.max()) < len(starts):
            raise IndexError(f"a position is not in 0..{len(starts) - 1}")
        return starts[entities]
    start_of = state.store.starts
    try:
        return np.fromiter((start_of[entity] for entity in entities), np.int32, len(entities))
    except KeyError as error:
        raise state.store.missing(error.args[0]) from None


def _masks(relations: Relations, count: int) -> NDArray[np.uint16] | np.uint16:
    if isinstance(relations, np.ndarray):
        if relations.dtype.kind != "u" or relations.shape != (count,):
            raise ValueError("relations as an array are unsigned masks, one for each question")
        if len(relations) and int(relations.max()) > _ALL:
            raise ValueError(f"a mask of relations is at most {_ALL}, not {int(relations.max())}")
        return relations.astype(np.uint16, copy=False)
    # A set has no order, so it cannot have a relation for each question.
    if isinstance(relations, (str, Allen, AllenSet, Set)):
        return np.uint16(mask_of(relations))
    listed = list(relations)
    if len(listed) != count:
        raise ValueError(
            f"{counted(len(listed), 'relation')} for {counted(count, 'question')}; give as many"
        )
    return np.fromiter(map(mask_of, listed), np.uint16, count)


def _check_sequence(name: str, entities: Entities) -> None:
    if isinstance(entities, np.ndarray):
        if entities.ndim != 1:
            raise ValueError(
                f"{name} as an array has one dimension, not {entities.ndim}; ask() answers a "
                "single question"
            )
    elif not isinstance(entities, Sized) or isinstance(entities, (str, Set)):
        raise TypeError(f"{name} is a sequence of entities, not {entities!r}")


def ask_many(
    state: GraphState, sources: Entities, relations: Relations, targets: Entities
) -> NDArray[np.int8]:
    """Answers as numbers; see :meth:`timegraph.TimeGraph.ask_many`."""
    for name, entities in (("sources", sources), ("targets", targets)):
        _check_sequence(name, entities)
    if len(sources) != len(targets):
        raise ValueError(f"sources and targets differ in length: {len(sources)} and {len(targets)}")
    asked = _masks(relations, len(sources))
    closure = _closure(state, len(sources))
    if (
        isinstance(sources, np.ndarray)
        and isinstance(targets, np.ndarray)
        and sources.dtype.kind + targets.dtype.kind in ("ii", "iu", "ui", "uu")
    ):
        return closure.answers(_starts(state), sources, asked, targets)
    possible = closure.masks(_start_points(state, sources), _start_points(state, targets))
    may, may_not = (possible & asked) != 0, (possible & ~asked) != 0
    # Something is always possible, so "may" and "may not" are never both false.
    answers: NDArray[np.int8] = may.view(np.int8) - 2 * (may & may_not).view(np.int8)
    return answers


def relation_matrix(state: GraphState) -> NDArray[np.uint16]:
    """The masks of all pairs; see :meth:`timegraph.TimeGraph.relation_matrix`."""
    starts = _starts(state)
    return _closure(state, len(starts) ** 2).relation_matrix(starts)


# The constraints of many relations, as arrays.


def append_arrays(
    store: Store,
    names: Sequence[Hashable],
    a: Sequence[int],
    masks: Sequence[int],
    b: Sequence[int],
) -> None:
    """Add the entities and the constraints of links, which are the next ones of the store: from
    position ``a`` to position ``b`` of ``names`` one of the relations of a mask holds."""
    firsts, seconds = np.array(a, np.intc), np.array(b, np.intc)
    starts = _starts_of(store, names, firsts, seconds)
    points = starts[firsts], starts[firsts] + 1, starts[seconds], starts[seconds] + 1
    distinct, kinds = np.unique(np.array(masks), return_inverse=True)
    groups = [constraints_of_mask(mask) for mask in distinct.tolist()]
    counts = np.array([len(group) for group in groups])[kinds]
    offsets = np.cumsum(counts) - counts
    total = int(counts.sum())
    xs, ops, ys = np.empty(total, np.intc), np.empty(total, np.int8), np.empty(total, np.intc)
    for kind, group in enumerate(groups):
        rows = np.flatnonzero(kinds == kind)
        for number, (p, op, q) in enumerate(group):
            where = offsets[rows] + number
            xs[where], ops[where], ys[where] = points[p][rows], op, points[q][rows]
    links = np.arange(len(store.links), len(store.links) + len(masks), dtype=np.intc)
    for column, values in (
        (store.xs, xs),
        (store.ops, ops),
        (store.ys, ys),
        (store.link_of, np.repeat(links, counts)),
    ):
        column.frombytes(values.tobytes())


def _starts_of(
    store: Store,
    names: Sequence[Hashable],
    firsts: np.ndarray[tuple[int], np.dtype[np.intc]],
    seconds: np.ndarray[tuple[int], np.dtype[np.intc]],
) -> np.ndarray[tuple[int], np.dtype[np.intc]]:
    """The start point of each position that is named; new entities are added in the order in
    which links name them."""
    positions, first_at = np.unique(np.stack([firsts, seconds], axis=1).ravel(), return_index=True)
    positions = positions[np.argsort(first_at)]
    entities = [names[position] for position in positions.tolist()]
    store.intervals(entities)
    starts = np.zeros(len(names), np.intc)
    starts[positions] = np.fromiter(map(store.starts.__getitem__, entities), np.intc, len(entities))
    return starts
