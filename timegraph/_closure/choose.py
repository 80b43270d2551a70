"""Which index a large graph gets, by the memory and the time that each takes.

Bit rows (:mod:`timegraph._closure.indexes`) answer in about a microsecond, in nanoseconds in a
batch, and how much they take is known before any is filled. Those of more than half a gigabyte take
seconds to fill and miss every cache, and some do not fit the budget: then an index by chains
(:mod:`timegraph._closure.indexes`) is made if the graph is nearly a few long chains. Every
other graph is searched, with labels to prune (:mod:`timegraph._closure.indexes`), in memory
that grows as the graph does. That index is made whatever the budget, since there is nothing
smaller.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from timegraph._closure.arrays import constraints
from timegraph._closure.indexes import (
    BitRows,
    GrailIndex,
    ReachabilityIndex,
    RowsTooLarge,
    chains_of,
    close_order,
    dag_of,
)
from timegraph._closure.int_rows import free_memory
from timegraph._closure.ordering import Order, order
from timegraph._compiled.engine import Engine

# An index by chains that takes longer to fill than some seconds is not worth it.
_MOST_STEPS = 2_000_000_000

# Rows of this size are filled in some tenths of a second.
_LARGEST_ROWS = 2**29

# An index that takes less is made without looking up how much memory is free.
_SMALL = 2**26

_AUTO = Engine()
_UNLIMITED = 2**62


def choose(
    n: int,
    x: ArrayLike,
    y: ArrayLike,
    op: ArrayLike,
    *,
    engine: Engine = _AUTO,
) -> BitRows | ReachabilityIndex | None:
    """An index of what the constraints ``x[k] op[k] y[k]`` over ``n`` points entail.

    ``op`` is 0 for ``<``, 1 for ``<=``, 2 for ``=``. Returns ``None`` if the constraints contradict
    each other; raises ``IndexError`` for a point out of range and ``ValueError`` for an unknown
    operator.
    """
    ordered = order(*constraints(n, x, y, op))
    if ordered is None:
        return None
    kind, limit = engine.kind, engine.memory_budget
    if limit is None:
        limit = _default_budget(ordered)
    if kind == "bit_rows":
        return close_order(ordered)
    if kind == "auto":
        try:
            return close_order(ordered, min(limit, _LARGEST_ROWS))
        except RowsTooLarge:
            pass
    dag = dag_of(ordered)
    del ordered
    if kind == "chain_index":
        return chains_of(dag, _UNLIMITED)
    if kind == "auto":
        chains = chains_of(dag, limit, steps=_MOST_STEPS)
        if chains is not None:
            return chains
    return GrailIndex(dag, limit)


def _default_budget(ordered: Order) -> int:
    # Weak rows never take more than the rows.
    small = 16 * ordered.words + 50 * len(ordered.position) < _SMALL
    return _SMALL if small else free_memory() // 4
