"""Warming up uses every kernel of distances."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.timegraph._closure.kernels.test_kernels import COMPILED
from timegraph._compiled.jit import kernels_of
from timegraph._metric import compiled, kernels


def test_all_files_of_kernels_are_known():
    names = {path.stem for path in Path(kernels.__file__).parent.glob("*.py")} - {"__init__"}
    modules = {importlib.import_module(f"{kernels.__name__}.{name}") for name in names}
    assert modules == set(compiled.MODULES)


@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_all_kernels_are_used():
    compiled.use_all()
    used = kernels_of(compiled.MODULES)
    assert used
    assert [kernel.py_func.__name__ for kernel in used if not kernel.signatures] == []
