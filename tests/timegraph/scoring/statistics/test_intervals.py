"""Jackknife intervals: known cases, the t distribution, and how often they cover the truth."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, gamma, pi, sin, sqrt
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, strategies as st

from timegraph.scoring import Interval, jackknife_interval
from timegraph.scoring.statistics import t_quantile


def ratio(sums: Sequence[float]) -> float | None:
    return sums[0] / sums[1] if sums[1] else None


def interval(documents: Sequence[Sequence[float]]) -> Interval:
    return jackknife_interval(documents, ratio)


def test_equal_documents_leave_no_doubt() -> None:
    assert interval([(1, 2)] * 20) == Interval(pytest.approx(0.5), pytest.approx(0.5))


def test_many_documents_give_the_normal_approximation() -> None:
    result = interval([(1, 1)] * 500 + [(0, 1)] * 500)
    # The standard error of a proportion of 1/2 from 1,000 draws is 0.0158.
    assert result.low == pytest.approx(0.5 - 1.96 * 0.0158, abs=1e-3)
    assert result.high == pytest.approx(0.5 + 1.96 * 0.0158, abs=1e-3)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(5, 9)), min_size=2, max_size=8))
def test_the_interval_is_that_of_the_definition(documents: list[tuple[int, int]]) -> None:
    right, whole = (sum(column) for column in zip(*documents, strict=True))
    result = interval(documents)
    assert result.low is not None
    assert result.high is not None
    if right in (0, whole):
        assert (result.low == 0.0) == (right == 0)
        return
    n = len(documents)
    angles = [asin(sqrt((right - a) / (whole - b))) for a, b in documents]
    spread = sum((angle - fmean(angles)) ** 2 for angle in angles)
    reach = T_975[n - 1] * sqrt((n - 1) / n * spread)
    center = asin(sqrt(right / whole))
    assert result.low == pytest.approx(sin(max(0.0, center - reach)) ** 2, abs=1e-4)
    assert result.high == pytest.approx(sin(min(pi / 2, center + reach)) ** 2, abs=1e-4)
    assert 0 <= result.low <= right / whole <= result.high <= 1


# Printed tables of Student's t.
T_975 = {1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645, 5: 2.57058, 6: 2.44691, 7: 2.36462}


@pytest.mark.parametrize(("freedom", "value"), [*T_975.items(), (24, 2.06390), (1000, 1.96234)])
def test_quantiles_are_those_of_the_tables(freedom: int, value: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(value, rel=1e-5)
    assert t_quantile(0.5, freedom) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 25])
def test_quantiles_invert_the_density(freedom: int) -> None:
    def density(t: float) -> float:
        norm = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
        return norm * (1 + t * t / freedom) ** (-(freedom + 1) / 2)

    end, steps = t_quantile(0.9, freedom), 2000
    width = end / steps
    area = sum(density((k + 0.5) * width) for k in range(steps)) * width
    assert area == pytest.approx(0.4, abs=1e-5)


def test_a_score_of_1_is_not_certain() -> None:
    # Four documents, all right: the lower end is that of 4 of 4 (Clopper & Pearson).
    assert interval([(3, 3)] * 4) == Interval(pytest.approx(0.025**0.25), 1.0)
    assert interval([(0, 3)] * 4) == Interval(0.0, pytest.approx(1 - 0.025**0.25))
    # Documents without a score do not count.
    assert interval([(3, 3), (0, 0), (2, 2)]) == Interval(pytest.approx(0.025**0.5), 1.0)


@pytest.mark.parametrize("documents", [[], [(1, 2)], [(0, 0)] * 3])
def test_too_little_to_go_by_has_no_interval(documents: list[tuple[int, int]]) -> None:
    assert interval(documents) == Interval(None, None)


@pytest.mark.parametrize(("size", "least"), [(5, 0.90), (8, 0.92), (20, 0.92)])
def test_the_interval_covers_the_truth_as_often_as_it_says(size: int, least: float) -> None:
    # A small twin of benchmarks/interval_coverage.py, on made-up documents.
    random = Random(11)
    documents = [(random.randrange(0, 5), random.randrange(5, 12)) for _ in range(24)]
    truth = ratio([sum(column) for column in zip(*documents, strict=True)])
    assert truth is not None
    drawn = [interval(random.choices(documents, k=size)) for _ in range(600)]
    covered = fmean(one.low <= truth <= one.high for one in drawn)  # type: ignore[operator]
    assert least <= covered <= 0.98


def test_any_number_has_an_interval_on_its_own_scale() -> None:
    documents = [(3.0, 1.0), (5.0, 1.0), (7.0, 1.0), (1.0, 1.0)]

    def mean(sums: Sequence[float]) -> float:
        return sums[0] / sums[1]

    interval = jackknife_interval(documents, mean, bounded=False)
    # The classical interval of a mean: 4, with a standard error of sqrt(20 / 3 / 4).
    reach = t_quantile(0.975, 3) * (20 / 3 / 4) ** 0.5
    assert interval.low == pytest.approx(4 - reach)
    assert interval.high == pytest.approx(4 + reach)
    shifted = [(a - 4 * b, b) for a, b in documents]
    zero = jackknife_interval(shifted, mean, bounded=False)
    assert zero.low == pytest.approx(-reach)
