"""Which of our modules may import which library of others."""

from __future__ import annotations

from collections.abc import Iterator

from tests.architecture.house import House, within
from tests.architecture.rule import Fault, Rule

KERNELS = (
    *("timegraph._closure.kernels", "timegraph._metric.kernels", "timegraph.networks.kernels"),
    *("timegraph.decoding.kernels", "timegraph._compiled.jit"),
)

# Each library and the rooms that may import it, be it inside a function.
LIBRARIES = {
    "numba": KERNELS,
    "numpy": (
        *("timegraph._closure", "timegraph._metric", "timegraph._graph", "timegraph.networks"),
        "timegraph.decoding",
        "timegraph.readable_graph",  # for the checker's eyes: the types of arrays of answers
        "timegraph.annotation.annotator",
        "timegraph.annotation.learning",
        # Hundreds of thousands of dated events, loaded where a table of them is asked.
        "timegraph.facts.quadruple_table",
    ),
    **dict.fromkeys(("sklearn", "scipy", "threadpoolctl"), ("timegraph.annotation.learning",)),
    # Where graphs are exported.
    "networkx": (
        "timegraph.readable_graph",
        "timegraph.report.documents",
    ),
    "highspy": ("timegraph.decoding.bounds",),
    "lxml": ("timeml._xml_tree", "timeml.readers", "timeml.writers"),
    **dict.fromkeys(("mcp", "mcp_types", "anyio"), ("timegraph.service.mcp",)),
    "click": (
        "timegraph.commands",
        "timegraph.facts.commands",
        "timegraph.torque.commands",
        "timegraph.task.commands",
        "timegraph.times.command",
        "timegraph.annotation.command",
        "cli",
    ),
    "hypothesis": (
        "timegraph.facts.strategies",
        "timegraph.testing.strategies",
        "timegraph.testing.hypothesis_plugin",
        "timegraph.testing.conformance",
    ),
}


def at_home(house: House) -> Iterator[Fault]:
    """Imports of a library outside the rooms that are meant to know it."""
    for module in house.modules.values():
        for found in module.imports:
            library = found.base.partition(".")[0]
            rooms = LIBRARIES.get(library)
            if rooms is not None and not any(within(module.name, room) for room in rooms):
                where = f"{module.name}:{found.line}"
                reason = f"{library} belongs to {', '.join(rooms)}"
                yield Fault(f"{module.name} -> {library}", where, reason)


RULES = (
    Rule(
        "libraries stay in their rooms",
        at_home,
        noticed=(
            {"timegraph/_closure/arrays.py": "import numba"},
            {"timegraph/points.py": "import numpy as np"},
            {"timegraph/qa/answering.py": "def f():\n    from networkx import DiGraph"},
            {"timeml/document.py": "from lxml.etree import parse"},
            {"timegraph/report/tables.py": "import click"},
            {"timegraph/testing/oracle/worlds.py": "import hypothesis.strategies"},
        ),
        allowed=(
            {"timegraph/_closure/kernels/order.py": "from numba import njit"},
            {"timegraph/_metric/bounds.py": "import numpy as np"},
            {"timegraph/readable_graph.py": "import networkx"},
            {"timeml/_xml_tree.py": "from lxml import etree"},
            {"cli.py": "import click"},
        ),
    ),
)
