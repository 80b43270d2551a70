"""Both networks against Floyd and Warshall: bounds one after the other, units, and the past."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.oracle.dated import MetricBound, bounds_hold, tightest_bounds
from timegraph._metric.closure import MetricClosure, Network
from timegraph._metric.compiled import CompiledNetwork
from timegraph._metric.network import Arc, PythonNetwork, Weights, bound_of, weight_of

POINTS = 6
Drawn = tuple[int, int, int, bool]
KINDS = [PythonNetwork, CompiledNetwork]
bounds = st.lists(
    st.tuples(
        st.integers(0, POINTS - 1), st.integers(0, POINTS - 1), st.integers(-9, 9), st.booleans()
    ),
    max_size=14,
)


def among(network: Network, points: Iterable[int], before: int | None = None) -> Weights:
    """The tightest weights between points."""
    there = [*points]
    return [[network.tightest(x, y, before=before) for y in there] for x in there]


def arc(x: int, y: int, value: int, strict: bool, number: int = 0) -> Arc:
    return Arc(x, y, weight_of(value, strict=strict), number)


def exact(drawn: Iterable[Drawn]) -> list[MetricBound]:
    return [(x, y, Fraction(value), strict) for x, y, value, strict in drawn]


def check(network: Network, kept: list[Drawn]) -> None:
    """Every answer of a network is that of these bounds."""
    tightest = tightest_bounds(POINTS, exact(kept))
    assert tightest is not None
    assert len(list(network.arcs())) == len(kept)
    # Weights are times, a SCALE-th of a tick being as small as need be.
    times = {point: Fraction(time) for point, time in enumerate(network.potential)}
    weights = [(x, y, Fraction(weight_of(v, strict=s)), False) for x, y, v, s in kept]
    assert bounds_hold(times, weights)
    tight = among(network, range(POINTS))
    for x in range(POINTS):
        row = network.row(x)
        for y in range(POINTS):
            weight = row.get(y)
            assert weight == network.tightest(x, y) == tight[x][y] == network.row(y, 1).get(x)
            if weight is None:
                assert (x, y) not in tightest
                with pytest.raises(LookupError):
                    network.path(x, y)
                continue
            value, reached = bound_of(weight)
            assert tightest[x, y] == (value, not reached)
            path = network.path(x, y)
            assert sum(step.weight for step in path) == weight
            assert [x, *(step.y for step in path)] == [*(step.x for step in path), y]


@pytest.mark.parametrize("kind", KINDS)
@given(drawn=bounds)
def test_bounds_are_kept_and_refused_as_the_definition_says(
    kind: type[Network], drawn: list[Drawn]
) -> None:
    network = kind()
    network.grow(POINTS)
    kept: list[Drawn] = []
    for number, bound in enumerate(drawn):
        new = arc(*bound, number)
        fits = tightest_bounds(POINTS, exact([*kept, bound])) is not None
        cycle = MetricClosure(network=network).contradicting([new])
        assert network.add([new]) == fits == (cycle is None)
        if cycle is None:
            kept.append(bound)
            continue
        assert sum(step.weight for step in network.cycle) < 0
        assert sorted(s.x for s in network.cycle) == sorted(s.y for s in network.cycle)
        assert cycle[0] == new
        assert sum(step.weight for step in cycle) < 0
        ends = [step.x for step in cycle[1:]] + [cycle[0].x]
        assert [step.y for step in cycle] == ends
    check(network, kept)


@pytest.mark.parametrize("kind", KINDS)
@given(units=st.lists(bounds, max_size=5))
def test_units_are_added_whole_or_not_at_all(kind: type[Network], units: list[list[Drawn]]) -> None:
    network, kept = kind(), list[Drawn]()
    network.grow(POINTS)
    for unit in units:
        arcs = [arc(*bound, number) for number, bound in enumerate(unit)]
        fits = tightest_bounds(POINTS, exact([*kept, *unit])) is not None
        cycle = MetricClosure(network=network).contradicting(arcs)
        assert network.add(arcs) == fits == (cycle is None)
        if cycle is None:
            kept += unit
        else:
            assert sum(step.weight for step in cycle) < 0
    check(network, kept)


@pytest.mark.parametrize("kind", KINDS)
@given(drawn=bounds, chosen=st.sets(st.integers(0, 13)), cut=st.integers(0, 14))
def test_the_past_and_what_is_removed(
    kind: type[Network], drawn: list[Drawn], chosen: set[int], cut: int
) -> None:
    network = kind()
    network.grow(POINTS)
    kept = {k: one for k, one in enumerate(drawn) if network.add([arc(*one, k)])}
    past = kind()
    past.grow(POINTS)
    for k, one in kept.items():
        assert k >= cut or past.add([arc(*one, k)])
    assert among(network, range(POINTS), before=cut) == among(past, range(POINTS))
    for x, y in ((0, 1), (2, 0)):
        if past.tightest(x, y) is not None:
            path = network.path(x, y, before=cut)
            assert sum(step.weight for step in path) == past.tightest(x, y)
            assert all(step.number < cut for step in path)
    copy = network.copy()
    copy.remove(chosen)
    check(copy, [one for k, one in kept.items() if k not in chosen])
    check(network, list(kept.values()))
    exact = PythonNetwork(len(network), network.arcs(), network.potential)
    for other in (exact, CompiledNetwork.of(exact)):
        check(other, list(kept.values()))


@pytest.mark.parametrize("kind", KINDS)
@given(drawn=bounds, factor=st.integers(1, 5))
def test_ticks_become_shorter(kind: type[Network], drawn: list[Drawn], factor: int) -> None:
    network = kind()
    network.grow(POINTS)
    kept = [one for one in drawn if network.add([arc(*one)])]
    network.scale(factor)
    check(network, [(x, y, value * factor, strict) for x, y, value, strict in kept])


@pytest.mark.parametrize("kind", KINDS)
def test_a_network_grows_shrinks_and_is_copied(kind: type[Network]) -> None:
    network = kind()
    network.grow(2)
    assert network.add([arc(0, 1, 5, False)])
    other = network.copy()
    other.grow(3)
    assert other.add([arc(1, 2, -7, False), arc(2, 0, 3, True)])
    assert len(network) == 2
    assert network.tightest(0, 1) == weight_of(5)
    assert other.tightest(0, 2) == weight_of(-2)
    assert not other.add([arc(2, 0, 2, True)])
    network.grow(4)
    assert network.add([arc(3, 2, 0, True)])
    network.shrink(2)
    assert len(network) == 2
    assert len(list(network.arcs())) == 1
    network.grow(4)
    assert network.tightest(3, 2) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_chain_moves_few_points(kind: type[Network]) -> None:
    """Each link of a chain comes after all others: only what is new moves."""
    network = kind()
    network.grow(20_000)
    assert all(network.add([arc(k + 1, k, -1, False)]) for k in range(19_999))
    if isinstance(network, PythonNetwork):
        assert network.work < 20 * 20_000
    assert network.tightest(19_999, 0) == weight_of(-19_999)


class Watched(list):  # type: ignore[type-arg]
    """A list that counts how often it is gone through."""

    looks = 0

    def __iter__(self):  # type: ignore[no-untyped-def]
        Watched.looks += 1
        return super().__iter__()


@pytest.mark.parametrize("step", [1, -1])
def test_a_new_date_moves_alone(step: int) -> None:
    Watched.looks = 0
    network = PythonNetwork(1, steps=([Watched()], [Watched()]))
    for day in range(0, 200 * step, step):
        start = len(network)
        network.grow(start + 2)
        placed = [arc(start, 0, -day, False), arc(0, start + 1, day + 1, False)]
        assert network.add([arc(start + 1, start, 0, True), *placed])
    # Of the instant that all dates are counted from, only the first few bounds were looked at.
    assert Watched.looks < 20
