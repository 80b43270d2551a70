"""What belongs to one object or module stays with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.house import House, Module
from tests.architecture.rule import Fault, Rule

# Private attributes that are read from outside all the same: the module, what is read, and why.
REACH_INS = {
    ("timegraph.readable_graph", "dated._told"): "a graph asks a copy of itself",
    ("timegraph.readable_graph", "made._add_dates"): "a graph adds dates to a copy of itself",
    ("timegraph.graph", "TimeGraph._of"): "a copy of a snapshot is made to hold a state",
    ("timegraph.proofs.search", "graph._reading"): "proofs read the state of one graph",
    ("timegraph.proofs.search", "graph._with_dates"): "proofs take dates as questions do",
    ("timegraph.proofs.distance_proofs", "made._reading"): "proofs read the state of one graph",
    ("timegraph.repairs", "graph._reading"): "repairs read the state of one graph",
    ("timegraph.networks.solver", "graph._reading"): "a search begins with a graph's bounds",
    ("timegraph.reduction", "graph._reading"): "reduction reads the state of one graph",
}
MOST_REACH_INS = 10


def reach_ins(module: Module) -> Iterator[tuple[int, str]]:
    """The line and the text of each private attribute of another object."""
    for node in module.nodes:
        if not isinstance(node, ast.Attribute) or not is_private(node.attr):
            continue
        owner = node.value
        if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
            yield node.lineno, f"{ast.unparse(owner)}.{node.attr}"


PUBLISHED = frozenset({"_replace", "_fields", "_asdict", "_make"})
"""What named tuples publish."""


def is_private(name: str) -> bool:
    return (
        name not in PUBLISHED
        and name.startswith("_")
        and not (name.startswith("__") and name.endswith("__"))
    )


def reaching_in(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        for line, text in reach_ins(module):
            if (module.name, text) not in REACH_INS:
                where = f"{module.name}:{line}"
                yield Fault(
                    f"{module.name}: {text}", where, "reaches into another object; see REACH_INS"
                )


def loaded_modules(module: Module) -> Iterator[int]:
    """Lines that look at what happens to be loaded."""
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.modules":
            yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            yield from (node.lineno for alias in node.names if alias.name == "modules")


def looking_around(house: House) -> Iterator[Fault]:
    for module in house.modules.values():
        for line in loaded_modules(module):
            yield Fault(
                f"{module.name}: sys.modules",
                f"{module.name}:{line}",
                "what is loaded must not change what is done",
            )


def rebinding(house: House) -> Iterator[Fault]:
    """Assignments to an attribute of an imported module, ``setattr`` included.

    The streams of ``sys`` are there to be replaced.
    """
    for module in house.modules.values():
        imported = set(module_names(house, module)) - {"sys"}
        for node in module.nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                owner, name = node.value, node.attr
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "delattr"):
                owner, name = node.args[0], ast.unparse(node.args[1])
            else:
                continue
            if ast.unparse(owner) in imported:
                yield Fault(
                    f"{module.name}: {ast.unparse(owner)}.{name}",
                    f"{module.name}:{node.lineno}",
                    "changes a global of another module",
                )


def module_names(house: House, module: Module) -> Iterator[str]:
    """The names under which a module has others, of ours or not."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if f"{module.base_of(node)}.{alias.name}" in house.modules:
                    yield alias.asname or alias.name


CHOOSE = {"timegraph/_closure/choose.py": "LIMIT = 1"}

RULES = (
    Rule(
        "nobody reaches into another object",
        reaching_in,
        noticed=(
            {"timegraph/a.py": "graph._links"},
            {"timegraph/a.py": "class A:\n    def f(self):\n        return self.graph._links"},
            {"timegraph/a.py": "state()._points = []"},
        ),
        allowed=(
            {"timegraph/a.py": "class A:\n    def f(self):\n        return self._links, cls._all"},
            {"timegraph/a.py": "graph.__len__()"},
            {"timegraph/reduction.py": "state = graph._reading()"},
        ),
    ),
    Rule(
        "nothing depends on what is loaded",
        looking_around,
        noticed=(
            {"timegraph/a.py": "import sys\nfast = 'timegraph.b' in sys.modules"},
            {"timegraph/a.py": "from sys import modules"},
        ),
        allowed=({"timegraph/a.py": "import sys\nsys.stdout.flush()"},),
    ),
    Rule(
        "no module changes another",
        rebinding,
        noticed=(
            {**CHOOSE, "timegraph/a.py": "from timegraph._closure import choose\nchoose.LIMIT = 2"},
            {**CHOOSE, "timegraph/a.py": "import timegraph._closure.choose as c\nc.LIMIT += 1"},
            {"timegraph/a.py": "import json\nsetattr(json, 'dumps', None)"},
        ),
        allowed=(
            {**CHOOSE, "timegraph/a.py": "from timegraph._closure import choose\nprint(choose.X)"},
            {"timegraph/a.py": "value.limit = 2\nsetattr(value, 'limit', 3)"},
            {"timegraph/a.py": "import sys\nsys.stdout = None"},
        ),
    ),
)
