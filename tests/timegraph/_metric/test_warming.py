"""Warming up uses every kernel of distances."""

from __future__ import annotations

import pytest

from tests.timegraph._closure.kernels.test_kernels import COMPILED
from timegraph._compiled.jit import kernels_of
from timegraph._metric import compiled


@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_all_kernels_are_used():
    compiled.use_all()
    used = kernels_of(compiled.MODULES)
    assert used
    assert [kernel.py_func.__name__ for kernel in used if not kernel.signatures] == []
