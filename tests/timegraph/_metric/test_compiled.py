"""What only the network in arrays can: bounds all at once or in bulk; where it refuses."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, strategies as st

from timegraph import points
from timegraph._metric import kernels
from timegraph._metric.closure import Network
from timegraph._metric.compiled import Bounds, CompiledNetwork
from timegraph._metric.network import SCALE, Arc, PythonNetwork, Weights, weight_of

POINTS = 7
Drawn = list[tuple[int, int, int, bool, bool]]
units = st.lists(
    st.tuples(
        st.integers(0, POINTS - 1),
        st.integers(0, POINTS - 1),
        st.integers(-9, 9),
        st.booleans(),
        st.booleans(),  # whether a new unit begins
    ),
    max_size=20,
)


def among(network: Network, points: Iterable[int], before: int | None = None) -> Weights:
    """The tightest weights between points."""
    there = [*points]
    return [[network.tightest(x, y, before=before) for y in there] for x in there]


def arcs_of(drawn: Drawn) -> list[Arc]:
    return [Arc(x, y, weight_of(v, strict=s), k) for k, (x, y, v, s, _) in enumerate(drawn)]


def units_of(drawn: Drawn) -> np.ndarray:
    return np.cumsum([row[4] for row in drawn], dtype=np.int32)


def in_python(drawn: Drawn) -> tuple[PythonNetwork, list[bool]]:
    network, accepted = PythonNetwork(POINTS), list[bool]()
    unit = units_of(drawn)
    for own in np.unique(unit).tolist():
        arcs = [arc for arc, number in zip(arcs_of(drawn), unit, strict=True) if number == own]
        accepted += [network.add(arcs)] * len(arcs)
    return network, accepted


@given(units, st.integers(0, 20))
def test_one_by_one_in_two_goes(drawn: Drawn, cut: int) -> None:
    expected, accepted = in_python(drawn)
    unit = units_of(drawn)
    while 0 < cut < len(unit) and unit[cut] == unit[cut - 1]:
        cut += 1
    network = CompiledNetwork(POINTS)
    result: list[bool] = []
    for part in (slice(0, cut), slice(cut, None)):
        bounds, own, k = Bounds.of(arcs_of(drawn)[part]), unit[part].copy(), 0
        while k < len(own):
            stop = network.insert(bounds, own, k)
            result += [True] * (stop - k)
            k = stop
            if k < len(own):
                assert sum(arc.weight for arc in network.cycle) < 0
                assert sorted(arc.x for arc in network.cycle) == sorted(a.y for a in network.cycle)
                k = int(np.searchsorted(own, own[k], "right"))
                result += [False] * (k - stop)
    assert result == accepted
    assert list(network.arcs()) == sorted(expected.arcs(), key=lambda arc: arc.number)
    everything = range(POINTS)
    assert among(network, everything) == among(expected, everything)


@given(units)
def test_all_at_once(drawn: Drawn) -> None:
    expected = PythonNetwork(POINTS)
    consistent = expected.add(arcs_of(drawn))
    network = CompiledNetwork.close(POINTS, Bounds.of(arcs_of(drawn)))
    assert (network is not None) == consistent
    if network is not None:
        assert among(network, range(POINTS)) == among(expected, range(POINTS))
        times = network.potential
        assert all(times[arc.y] - times[arc.x] <= arc.weight for arc in expected.arcs())


@given(units)
def test_relations_one_by_one_and_in_bulk(drawn: Drawn) -> None:
    expected, network = PythonNetwork(POINTS), CompiledNetwork(POINTS)
    for start in (0, 2, 4):
        for one in (expected, network):
            assert one.add([Arc(start + 1, start, weight_of(0, strict=True), -1)])
    for arc in arcs_of(drawn):
        assert expected.add([arc]) == network.add([arc])
    pairs = np.array([(a, b) for a in (0, 2, 4) for b in (4, 0, 2, 0)], np.int32)
    masks = [expected.mask(a, b) for a, b in pairs.tolist()]
    assert [network.mask(a, b) for a, b in pairs.tolist()] == masks
    for times in (1, 40):
        a, b = np.tile(pairs[::-1], (times, 1)).T.copy()
        assert network.masks(a, b).tolist() == masks[::-1] * times


@given(units, st.lists(st.integers(0, 20), max_size=6))
def test_bounds_are_taken_out_one_by_one(drawn: Drawn, numbers: list[int]) -> None:
    expected, network = PythonNetwork(POINTS), CompiledNetwork(POINTS)
    for arc in arcs_of(drawn):
        assert expected.add([arc]) == network.add([arc])
    for number in numbers:
        first = network.copy()
        for one in (expected, network):
            one.remove(range(number, number + 2), close_up=True)
        assert sorted(network.arcs()) == sorted(expected.arcs())
        assert among(network, range(POINTS)) == among(expected, range(POINTS))
        assert len(list(first.arcs())) >= len(list(network.arcs()))


def test_copies_share_until_one_of_them_changes() -> None:
    network = CompiledNetwork(4)
    assert network.add([Arc(0, 1, 5 * SCALE, 0), Arc(1, 2, 5 * SCALE, 1)])
    first, second = network.copy(), network.copy()
    assert first._arcs is network._arcs
    assert network.add([Arc(2, 3, 5 * SCALE, 2)])
    assert second.add([Arc(2, 3, -5 * SCALE, 2)])
    first.grow(100)
    first.remove(range(1, 2), close_up=True)
    everything = [one.tightest(0, 3) for one in (network, first, second)]
    assert everything == [15 * SCALE, None, 5 * SCALE]
    assert [one.tightest(0, 2) for one in (network, first, second)] == [
        10 * SCALE, None, 10 * SCALE,
    ]  # fmt: skip


def test_kernels_have_the_codes_of_labels() -> None:
    for name in ("NONE", "LT", "LE", "EQ", "GE", "GT"):
        assert getattr(kernels, name) == getattr(points, name)


@pytest.mark.parametrize("turned", [False, True])
def test_a_chain_takes_few_passes(turned: bool) -> None:
    n = 30_000
    order = range(n - 1, 0, -1) if turned else range(1, n)
    network = CompiledNetwork.close(n, Bounds.of([Arc(k, k - 1, -SCALE, k) for k in order]))
    assert network is not None
    assert network.tightest(n - 1, 0) == -SCALE * (n - 1)


def test_few_and_many_known_bounds_make_a_row() -> None:
    network = CompiledNetwork(100)
    assert network.add([Arc(0, 1, 5 * SCALE - 1, 0)])
    assert network.row(0).get(1) == 5 * SCALE - 1
    assert len(network.row(0)) == 2
    assert network.add([Arc(k, k + 1, SCALE, k) for k in range(1, 99)])
    row = network.row(0)
    assert [row.get(1), row.get(99), row.get(100)] == [5 * SCALE - 1, 103 * SCALE - 1, None]
    assert network.row(1, 1).get(2) is None


def test_values_that_could_overflow_are_refused() -> None:
    far = [Arc(0, 1, weight_of(2**60), 0)]
    with pytest.raises(OverflowError, match="64 bits"):
        CompiledNetwork.close(POINTS, Bounds.of(far))
    network = CompiledNetwork(POINTS)
    with pytest.raises(OverflowError, match="64 bits"):
        network.add(far)
    assert network.add([Arc(0, 1, weight_of(2**58), 0)])
    with pytest.raises(OverflowError, match="64 bits"):
        network.grow(100)
    with pytest.raises(OverflowError, match="64 bits"):
        network.scale(100)
    assert len(network) == POINTS
    assert network.tightest(0, 1) == weight_of(2**58)
    with pytest.raises(OverflowError):
        network.add([Arc(0, 1, weight_of(2**70), 0)])
