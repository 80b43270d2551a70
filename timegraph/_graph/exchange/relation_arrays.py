"""The constraints of many relations, as arrays."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from timegraph._graph.arguments import constraints_of_mask
from timegraph._graph.store import Store

__all__ = ["append_arrays"]


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
    starts = _starts(store, names, firsts, seconds)
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


def _starts(
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
