"""Memory is reused, but never while somebody still reads it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.point_networks import close_rows
from timegraph._closure import arrays


@pytest.fixture(autouse=True)
def empty_pool(monkeypatch):
    """No blocks that other tests have left."""
    monkeypatch.setattr(arrays, "_pool", {})


def chain(n, op=0):
    x = np.arange(n - 1, dtype=np.int32)
    return n, x, x + 1, np.full(n - 1, op, np.int8)


def test_memory_is_used_again_but_never_while_somebody_reads_it():
    n, x, y, op = chain(6000)
    rows = close_rows(n, x, y, op)
    mask, label = rows.mask, rows.label
    arena = rows.arrays[2]
    assert arena.nbytes > arrays._POOLED_FROM
    where = arena.ctypes.data
    del rows
    # The two functions still read the arena.
    other = close_rows(n, y, x, op)
    assert other.arrays[2].ctypes.data != where
    assert mask(0, 4000) == 1
    assert label(0, 4000) == 1
    assert other.mask(0, 4000) == 1 << 12
    del mask, label, arena
    again = close_rows(n, x, y, op)
    assert again.arrays[2].ctypes.data == where
    assert again.mask(0, 4000) == 1


def test_the_pool_has_a_limit(monkeypatch):
    monkeypatch.setattr(arrays, "_POOL_LIMIT", 3 * arrays._POOLED_FROM)
    words = arrays._POOLED_FROM // 8
    blocks = [arrays.acquire(words) for _ in range(5)]
    del blocks
    assert sum(block.nbytes for block in arrays._pool.values()) <= arrays._POOL_LIMIT
    assert arrays._pool
    # A small request does not take a large block, nor does one too large for any.
    kept = len(arrays._pool)
    arrays.acquire(10)
    large = arrays.acquire(words + 1)
    assert len(arrays._pool) == kept
    assert len(large[0]) == words + 1
