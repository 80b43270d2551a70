"""Labels and relations of a network with distances, against the definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.oracle.dated import metric_relations, tightest_bounds
from timegraph import AllenSet
from timegraph._compiled import Engine
from timegraph._metric.closure import MetricClosure, Network
from timegraph._metric.compiled import CompiledNetwork
from timegraph._metric.network import SCALE, Arc, PythonNetwork
from timegraph.points import LABELS

POINTS = 6
numbers = st.integers(0, POINTS - 1)
values = st.builds(Fraction, st.integers(-6, 6), st.sampled_from([1, 2, 3]))
bounds = st.lists(st.tuples(numbers, numbers, values, st.booleans()), max_size=8)
KINDS = [PythonNetwork, CompiledNetwork]


def arc(closure: MetricClosure, x: int, y: int, value: Fraction, strict: bool) -> Arc:
    return Arc(x, y, closure.weight(value, strict=strict), 0)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=50)
@given(drawn=bounds)
def test_labels_and_relations(
    kind: type[Network], drawn: list[tuple[int, int, Fraction, bool]]
) -> None:
    closure = MetricClosure(MetricClosure.ticks_for(value for _, _, value, _ in drawn), kind())
    closure.grow(POINTS)
    kept = [(start + 1, start, Fraction(0), True) for start in (0, 2, 4)]
    for bound in kept:
        assert closure.add([arc(closure, *bound)])
    # What was asked before a bound came must not be answered again.
    for bound in drawn:
        for point in (0, 3):
            closure.bound(point, 1), closure.bound(point, 1)
        fits = tightest_bounds(POINTS, [*kept, bound]) is not None
        assert closure.add([arc(closure, *bound)]) == fits
        if fits:
            kept.append(bound)
    tightest = tightest_bounds(POINTS, kept)
    assert tightest is not None
    expected = AllenSet(metric_relations(POINTS, kept, (0, 1), (2, 3))).mask
    # The first time by a search, later by rows.
    for _ in range(3):
        for x in range(POINTS):
            for y in range(POINTS):
                known, bound = tightest.get((x, y)), closure.bound(x, y)
                assert (known is None) == (bound is None)
                if known is not None and bound is not None:
                    assert (Fraction(bound.value, closure.ticks), not bound.reached) == known
                up = tightest.get((y, x))
                less = up is not None and (up[0] < 0 or (up[0] == 0 and up[1]))
                less_equal = up is not None and up[0] <= 0
                more_equal = known is not None and known[0] <= 0
                label = "<" if less else "=" if less_equal and more_equal else "<=" * less_equal
                if label:
                    assert LABELS[closure.label(x, y)] == label
                assert closure.less(x, y) == less
                assert closure.less_equal(x, y) == less_equal
        assert closure.mask(0, 2) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_points_are_forgotten(kind: type[Network]) -> None:
    closure = MetricClosure(1, kind(2))
    assert closure.add([arc(closure, 1, 0, Fraction(0), True)])
    other = closure.copy()
    other.grow(4)
    assert other.add([arc(other, 3, 2, Fraction(0), True)])
    assert [other.less(2, 3) for _ in range(3)] == [True] * 3
    assert other.shrink(2, 1)
    assert len(other) == len(closure) == 2
    other.grow(4)
    assert not other.less(2, 3)


class Counting(PythonNetwork):
    """A network that counts how often it is searched."""

    __slots__ = ("searches",)

    def __init__(self) -> None:
        super().__init__()
        self.searches = 0

    def _balls(self, x, y):
        self.searches += 1
        return super()._balls(x, y)


def chain(length: int) -> tuple[MetricClosure, Counting]:
    """Intervals one after the other, each of at most five ticks."""
    network = Counting()
    closure = MetricClosure(1, network)
    closure.grow(2 * length)
    for k in range(2 * length - 1):
        assert closure.add([arc(closure, k + 1, k, Fraction(0), True)])
        assert closure.add([arc(closure, k, k + 1, Fraction(5), False)])
    return closure, network


def test_who_is_asked_about_again_is_looked_up() -> None:
    closure, network = chain(200)
    before = AllenSet("before").mask
    assert [closure.mask(200, 300 + 2 * k) for k in range(2)] == [before] * 2
    searches = network.searches
    assert closure.bound(200, 150) == (0, False)
    assert [closure.bound(200, y) for y in (201, 220)] == [(5, True), (100, True)]
    assert closure.bound(160, 201) == (205, True)
    assert network.searches == searches
    # Only how long the other one lasts has to be found.
    assert closure.mask(200, 310) == before
    assert closure.mask(320, 200) == AllenSet("after").mask
    assert network.searches <= searches + 4
    assert closure.add([arc(closure, 200, 220, Fraction(50), False)])
    assert closure.bound(200, 220) == (50, True)


def test_short_searches_are_not_kept() -> None:
    closure, network = chain(4)
    before = network.searches
    for _ in range(3):
        closure.bound(0, 2)
    assert network.searches == before + 3


@pytest.mark.parametrize("count", [3, 300])
def test_many_at_once(count: int) -> None:
    closure = MetricClosure(1, engine=Engine(kernels="always" if count == 300 else "never"))
    closure.grow(2 * count)
    for k in range(0, 2 * count, 2):
        assert closure.add([arc(closure, k + 1, k, Fraction(-3), False)])
        assert closure.add([arc(closure, k, k + 1, Fraction(4 + k % 8), True)])
        other = (k * 7 + 2) % (2 * count)
        closure.add([arc(closure, k, other, Fraction(k % 5 - 1), False)])
    starts = np.arange(0, 2 * count, 2, dtype=np.int32)
    matrix = closure.relation_matrix(starts)
    single = [[closure.mask(a, b) for b in starts.tolist()] for a in starts[:9].tolist()]
    assert matrix[:9].tolist() == single
    a, b = np.random.default_rng(1).choice(starts, (2, 500))
    assert (closure.masks(a, b) == matrix[a // 2, b // 2]).all()


def test_ticks_become_shorter_and_numbers_larger_than_64_bits() -> None:
    closure = MetricClosure(1, CompiledNetwork())
    closure.grow(3)
    assert closure.add([arc(closure, 0, 1, Fraction(7), True)])
    closure.refine(12)
    assert closure.add([arc(closure, 1, 2, Fraction(1, 4), False)])
    assert closure.bound(0, 2) == (87, False)
    assert isinstance(closure.network, CompiledNetwork)
    closure.refine(12 * 2**62)
    assert isinstance(closure.network, PythonNetwork)
    assert closure.bound(0, 2) == (87 * 2**62, False)
    other = MetricClosure(1, CompiledNetwork())
    other.grow(2)
    assert other.add([Arc(0, 1, 2**105, 0)])
    assert isinstance(other.network, PythonNetwork)
    assert other.contradicting([Arc(1, 0, -(2**105) - 1, 1)]) is not None


def test_new_bounds_that_fit_singly_contradict_together() -> None:
    network = PythonNetwork(4)
    # a lasts 3 at most, b at least 4; they are to begin and to end together.
    assert network.add([Arc(0, 1, 3 * SCALE, 0), Arc(3, 2, -4 * SCALE, 1)])
    equal = [Arc(0, 2, 0, 2), Arc(2, 0, 0, 2), Arc(1, 3, 0, 3), Arc(3, 1, 0, 3)]
    assert (
        MetricClosure(network=network).contradicting(equal[:2])
        is MetricClosure(network=network).contradicting(equal[2:])
        is None
    )
    cycle = MetricClosure(network=network).contradicting(equal)
    assert cycle is not None
    assert {arc.number for arc in cycle} == {0, 1, 2, 3}
    assert cycle[0].number == 3
    assert sum(arc.weight for arc in cycle) == -SCALE
    assert MetricClosure(network=network).contradicting(equal, before=1) is None
