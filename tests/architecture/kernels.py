"""Compiled functions: each file of them is complete in itself.

Numba keeps the machine code of a file's functions beside the file, valid while that file does not
change. A helper in another file could change unnoticed, and the old machine code would still run.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.architecture.house import House, within
from tests.architecture.libraries import KERNELS
from tests.architecture.rule import Fault, Rule

DECORATORS = "timegraph._compiled.jit"  # they compile nothing that others call


def is_kernel(name: str) -> bool:
    return any(within(name, room) for room in KERNELS)


def borrowing(house: House) -> Iterator[Fault]:
    """Kernel files that import anything of the project but the decorators: not even constants,
    since machine code contains their values."""
    for module in house.modules.values():
        if not is_kernel(module.name):
            continue
        for found in module.imports:
            target = house.target(found)
            if target is None or target == DECORATORS:
                continue
            where, key = f"{module.name}:{found.line}", f"{module.name} -> {found.full}"
            if not is_kernel(target):
                yield Fault(key, where, "kernels work on plain arrays and know only each other")
            else:
                yield Fault(key, where, "the machine code of another file may be out of date")


THERE = {
    "timegraph/points.py": "",
    "timegraph/_compiled/jit.py": "",
    "timegraph/_closure/kernels/order.py": "",
}
DAG = "timegraph/_closure/kernels/dag.py"

RULES = (
    Rule(
        "kernel files use no function of each other",
        borrowing,
        noticed=(
            {**THERE, DAG: "from timegraph._closure.kernels.order import grow"},
            {**THERE, DAG: "from timegraph._closure.kernels import order"},
            {**THERE, DAG: "from timegraph._closure.kernels.order import BUCKETS"},
            {**THERE, DAG: "import timegraph._closure.kernels.order as o"},
            {**THERE, DAG: "from ...points import LESS"},
        ),
        allowed=(
            {**THERE, DAG: "from timegraph._compiled.jit import jit"},
            {**THERE, "timegraph/_closure/order.py": "from .kernels.order import grow"},
        ),
    ),
)
