"""Which bounds contradict, where several are new; :mod:`test_network` compares with the oracle."""

from __future__ import annotations

from timegraph._metric.cycles import closed_cycle
from timegraph._metric.network import PythonNetwork
from timegraph._metric.protocol import Arc
from timegraph._metric.weights import SCALE


def test_new_bounds_that_fit_singly_contradict_together() -> None:
    network = PythonNetwork(4)
    # a lasts 3 at most, b at least 4; they are to begin and to end together.
    assert network.add([Arc(0, 1, 3 * SCALE, 0), Arc(3, 2, -4 * SCALE, 1)])
    equal = [Arc(0, 2, 0, 2), Arc(2, 0, 0, 2), Arc(1, 3, 0, 3), Arc(3, 1, 0, 3)]
    assert closed_cycle(network, equal[:2]) is closed_cycle(network, equal[2:]) is None
    cycle = closed_cycle(network, equal)
    assert cycle is not None
    assert {arc.number for arc in cycle} == {0, 1, 2, 3}
    assert cycle[0].number == 3
    assert sum(arc.weight for arc in cycle) == -SCALE
    assert closed_cycle(network, equal, before=1) is None
