"""All kernel files have equal constants, and each kernel has one signature."""

from __future__ import annotations

import ast
import importlib
import os
from array import array
from pathlib import Path

import numpy as np
import pytest

from tests.point_networks import close_rows
from timegraph import points
from timegraph._closure import indexes, kernels, ordering
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.indexes import GrailIndex, choose
from timegraph._compiled import Engine

FOLDER = Path(kernels.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.py") if path.stem not in ("__init__", "jit"))
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


def test_the_kernel_files_are_found():
    assert {"order", "bit_rows", "dynamic_order"} <= {path.stem for path in FILES}


# Constants that several files have are equal.

SHARED = {
    # Label codes: those of the library.
    **{name: getattr(points, name) for name in ("NONE", "LT", "LE", "EQ", "GE", "GT")},
    # Fields of the record of a position in the order.
    **{name: number for number, name in enumerate(("FIRST", "LAST", "BASE", "NODE"))},
}


def constants(source: str) -> dict[str, int]:
    """The integers that a file names in capitals."""
    scope: dict[str, object] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            names = [name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)]
            if all(name.isupper() for name in names):
                exec(ast.unparse(node), {}, scope)
    return {name: value for name, value in scope.items() if isinstance(value, int)}


def clashes(sources: list[str]) -> dict[str, set[int]]:
    """Constants with several values, ``SHARED`` among the values."""
    values = {name: {value} for name, value in SHARED.items()}
    for source in sources:
        for name, value in constants(source).items():
            values.setdefault(name, set()).add(value)
    return {name: found for name, found in values.items() if len(found) > 1}


def sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in FILES]


def test_constants_of_several_files_are_equal():
    assert "LT" in constants((FOLDER / "dag.py").read_text(encoding="utf-8"))
    assert clashes(sources()) == {}


def test_unequal_constants_are_noticed():
    changed = "(FIRST, LAST), MARK = (0, 2), 7\n"
    assert clashes([*sources(), changed]) == {"LAST": {1, 2}}


# One signature for each kernel.


def kernels_of(path: Path) -> dict[str, object]:
    """The compiled functions of a file that are kept on disk."""
    module = importlib.import_module(f"{kernels.__name__}.{path.stem}")
    return {
        f"{path.stem}.{name}": value
        for name, value in vars(module).items()
        if hasattr(value, "signatures") and type(value._cache).__name__ != "NullCache"
    }


def use_everything():
    """Calls that between them use every kernel, with input of different kinds."""
    for wrap in (np.asarray, list, tuple):
        x, y = wrap([0, 2, 4, 1, 3]), wrap([1, 3, 5, 2, 4])
        for op in ([0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 2, 1]):
            for kind in ("bit_rows", "grail_index"):
                ask_everything(choose(6, x, y, wrap(op), engine=Engine(kind)), wrap)
    read_only = np.array([0, 1, 2], np.int32)
    read_only.setflags(write=False)
    strided = np.arange(6, dtype=np.int64)[::2]
    assert close_rows(np.int32(5), read_only, [1, 2, 0], np.zeros(3, bool)) is None
    assert close_rows(5, strided, strided, [1, 1, 2]) is not None
    accepted = ordering.file_order(5, read_only, [1, 2, 0], np.zeros(3, np.int64), strided)
    assert accepted.tolist() == [True, True, False]
    grow_link_by_link()


def ask_everything(index, wrap):
    index.mask(0, 2)
    index.label(0, 3)
    index.masks(wrap([0, 2]), wrap([2, 4]))
    index.relation_matrix(wrap([0, 2, 4]))
    for wanted in (1, wrap([1, 8191])):
        index.answers(wrap([0, 2, 4]), wrap([0, 1]), wanted, wrap([1, 2]))
    if isinstance(index, GrailIndex):
        GrailIndex(index._dag, supports=64).mask(0, 4)
    if not isinstance(index, indexes.BitRows):
        for seconds in (0.0, 1.0):  # one pair after the other, then by sweeps
            index.seconds_per_query = seconds
            index.masks(wrap([0, 2, 4, 0]), wrap([2, 4, 0, 4]))


def grow_link_by_link():
    none = np.empty(0, np.int32)
    closure = IncrementalClosure(2, none, none, none.astype(np.int8), lambda: None)
    closure.grow(6)
    assert closure.try_add([(0, 0, 1)])
    assert closure.try_add([(4, 2, 5), (1, 1, 2)])
    assert not closure.try_add([(np.int32(2), 0, 0)])
    assert closure.less_equal(0, 2)
    assert closure.mask(0, 2)
    columns = array("i", [2, 5]), array("b", [0, 0]), array("i", [1, 0])
    assert closure.depending([(1, 1, 2)], columns, bytearray(2), 0) == [0]
    assert closure.remove([(1, 1, 2)]) == []
    assert closure.remove([(4, 2, 5)]) == [4, 5]
    closure.restore([4, 5], [], ([0], [0], [1]), bytearray(1))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_each_kernel_has_one_signature():
    """Else processes that compile at the same time could mix up numba's cache files."""
    use_everything()
    cached = {name: kernel for path in FILES for name, kernel in kernels_of(path).items()}
    assert {path.stem for path in FILES} == {name.partition(".")[0] for name in cached}
    counts = {name: len(kernel.signatures) for name, kernel in cached.items()}
    assert {name: count for name, count in counts.items() if count != 1} == {}
