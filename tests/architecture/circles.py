"""No module may need itself by way of others, not even for the type checker's eyes.

Left out is what a graph calls upwards, which :data:`tests.architecture.layers.UPWARDS` names.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.architecture.house import House
from tests.architecture.layers import UPWARDS
from tests.architecture.rule import Fault, Rule


def ways_back(house: House) -> Iterator[Fault]:
    """Each import that lies on a circle, with a shortest way back."""
    imported_by: dict[str, list[str]] = {}
    arrows = [arrow for arrow in house.arrows if arrow[:2] not in UPWARDS]
    for importer, imported, _ in arrows:
        imported_by.setdefault(importer, []).append(imported)
    for importer, imported, where in arrows:
        back = shortest_way(imported, importer, imported_by)
        if back is not None:
            circle = " -> ".join([importer, *back])
            yield Fault(f"{importer} -> {imported}", where, f"lies on the circle {circle}")


def shortest_way(start: str, goal: str, arrows: dict[str, list[str]]) -> list[str] | None:
    """The modules on a shortest way, both ends included."""
    came_from = {start: ""}
    queue = [start]
    for here in queue:
        if here == goal:
            way = [here]
            while came_from[way[0]]:
                way.insert(0, came_from[way[0]])
            return way
        for there in arrows.get(here, ()):
            if there not in came_from:
                came_from[there] = here
                queue.append(there)
    return None


RULES = (
    Rule(
        "no imports go round in a circle",
        ways_back,
        noticed=(
            {
                "timegraph/a.py": "from timegraph.b import B",
                "timegraph/b.py": "if TYPE_CHECKING:\n    from timegraph.a import A",
            },
            {
                "timegraph/a.py": "from timegraph import b",
                "timegraph/b.py": "def f():\n    import timegraph.c",
                "timegraph/c.py": "from .a import A",
            },
        ),
        allowed=(
            {
                "timegraph/a.py": "from timegraph import b, c",
                "timegraph/b.py": "from timegraph import c",
                "timegraph/c.py": "",
            },
        ),
    ),
)
