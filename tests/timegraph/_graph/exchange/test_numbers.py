"""Exact numbers as JSON values, and back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph._graph.exchange.numbers import read_seconds, written_seconds


@given(st.integers() | st.fractions())
def test_a_number_is_the_same_again(number):
    assert read_seconds(json.loads(json.dumps(written_seconds(number)))) == number


@pytest.mark.parametrize(
    "value", ["", "x", "1_0", " 1", "+1", "1/0", "1/-2", "1\n", "\u0661", 1.5, None, True]
)
def test_what_is_not_a_number(value):
    with pytest.raises((ValueError, TypeError)):
        read_seconds(value)
