"""Stamps change with what is joined, and with nothing else."""

from __future__ import annotations

from timegraph._metric.components import Components
from timegraph._metric.protocol import Arc


def test_stamps() -> None:
    components = Components(6, [Arc(0, 1, 5, 0), Arc(3, 4, -5, 1)])
    first, second = components.stamp(0), components.stamp(3)
    assert components.stamp(1) == first != second == components.stamp(4)
    components.join(1, 5)
    assert components.stamp(0) == components.stamp(5) != first
    assert components.stamp(4) == second
    components.join(5, 4)
    assert len({components.stamp(point) for point in (0, 1, 3, 4, 5)}) == 1
    assert components.stamp(2) != components.stamp(0)


def test_points_are_added_and_removed() -> None:
    components = Components(2, ())
    stamp = components.stamp(1)
    components.resize(4)
    components.join(3, 2)
    joined = components.stamp(2)
    components.resize(2)
    components.resize(4)
    assert components.stamp(1) == stamp
    assert components.stamp(2) not in (joined, stamp)
    assert len(components) == 4
