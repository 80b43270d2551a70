"""Prints how the code is laid out: ``python tools/rooms.py [FOLDER]`` (default: this project)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.architecture import chains, circles, late, privacy  # noqa: E402
from tests.architecture.house import PACKAGES, House, house_at  # noqa: E402

SLICES = ("facts", "torque", "task", "times", "annotation", "service", "testing")
"""The rooms above the core, which holds all else."""


def room_of(module: str) -> str:
    """The module or folder directly in a package; a package itself is not a room."""
    return ".".join(module.split(".")[:2])


def rooms_below(house: House) -> dict[str, set[str]]:
    """Each room and the rooms that it imports.

    The face of a package is left out: it shows names of all rooms, and no room imports it.
    """
    rooms = {room_of(name) for name, module in house.modules.items() if name not in PACKAGES}
    below = {room: set[str]() for room in rooms}
    for importer, imported, _ in house.arrows:
        here, there = room_of(importer), room_of(imported)
        if here != there and {here, there} <= rooms:
            below[here].add(there)
    return below


def reachable(start: str, below: dict[str, set[str]]) -> frozenset[str]:
    """The rooms that a room needs, itself included."""
    reached, queue = {start}, [start]
    while queue:
        new = below[queue.pop()] - reached
        reached |= new
        queue += new
    return frozenset(reached)


def floors(below: dict[str, set[str]]) -> int:
    """How many rooms the longest chain of imports goes through; those on a circle count once."""
    needs = {room: reachable(room, below) for room in below}
    heights: dict[frozenset[str], int] = {}
    for needed in sorted(set(needs.values()), key=len):
        # Rooms on one circle need the same rooms, and one that needs fewer stands below.
        heights[needed] = 1 + max((h for other, h in heights.items() if other < needed), default=0)
    return max(heights.values())


def figures(house: House) -> list[tuple[str, object]]:
    modules = house.modules.values()
    longest = max(modules, key=lambda module: module.lines)
    circling = list(circles.ways_back(house))
    below = rooms_below(house)
    lines = dict.fromkeys(("core", *SLICES), 0)
    for module in modules:
        room = room_of(module.name).removeprefix("timegraph.")
        lines[room if room in SLICES else "core"] += module.lines
    return [
        *((f"lines of {name}", number) for name, number in lines.items()),
        ("files", len(modules)),
        ("rooms", len(below)),
        ("floors of rooms", floors(below)),
        ("files in the longest chain", len(chains.longest_chain(chains.files_below(house)))),
        ("lines of the longest file", f"{longest.lines} ({longest.path})"),
        ("modules on circles", len({fault.key.split()[0] for fault in circling})),
        ("imports on circles", len(circling)),
        ("reach-ins", sum(1 for m in modules for _ in privacy.reach_ins(m))),
        ("looks into sys.modules", sum(1 for m in modules for _ in privacy.loaded_modules(m))),
        ("imports of our own inside functions", len(set(late.statements(house)))),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    for name, value in figures(house_at(parser.parse_args().folder)):
        print(f"{name:36} {value}")


if __name__ == "__main__":
    main()
