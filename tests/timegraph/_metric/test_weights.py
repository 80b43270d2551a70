"""Weights: values and strictness in one integer."""

from __future__ import annotations

from hypothesis import given, strategies as st

from timegraph._metric.compiled import CompiledNetwork
from timegraph._metric.network import SCALE, PythonNetwork, bound_of, scaled, split, weight_of

values = st.integers(-(10**15), 10**15)


@given(values, st.booleans(), values, st.booleans())
def test_weights_compare_and_add_as_bounds_do(a: int, s: bool, b: int, t: bool) -> None:
    one, other = weight_of(a, strict=s), weight_of(b, strict=t)
    assert (one < other) == ((a, not s) < (b, not t))
    assert bound_of(one + other) == (a + b, not (s or t))


def test_a_path_may_have_many_strict_bounds() -> None:
    assert bound_of(sum(weight_of(0, strict=True) for _ in range(1000))) == (0, False)
    assert SCALE > 10**12


@given(values, st.integers(-1000, 1000), st.integers(1, 10**6))
def test_a_time_may_be_later_by_strict_bounds(value: int, strict: int, factor: int) -> None:
    time = value * SCALE - strict
    assert split(time) == (value, strict)
    assert scaled(time, factor) == value * factor * SCALE - strict


def test_a_compiled_network_keeps_times_that_are_later_by_strict_bounds() -> None:
    times = [0, 1, 5 * SCALE + 2, -3 * SCALE - 1]
    assert CompiledNetwork.of(PythonNetwork(4, potential=times)).potential == times
