"""Warming up uses every kernel of the closure."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.timegraph._closure.kernels.test_kernels import COMPILED
from timegraph._closure import indexes, kernels
from timegraph._compiled.jit import kernels_of


def test_all_files_of_kernels_are_known():
    folder = Path(kernels.__file__).parent
    names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    modules = {importlib.import_module(f"{kernels.__name__}.{name}") for name in names}
    assert modules == set(indexes.MODULES)


@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_all_kernels_are_used():
    enough = list(indexes.steps())
    assert enough == sorted(enough)
    assert len(set(enough)) == 2
    used = kernels_of(indexes.MODULES)
    assert len(used) > 25
    assert [kernel.py_func.__name__ for kernel in used if not kernel.signatures] == []
