"""What decoding is measured against gives the same values."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest


@pytest.fixture(scope="module")
def decoding(benchmark_module):
    return benchmark_module("decoding")


@pytest.fixture(scope="module")
def small(decoding):
    rows = decoding.random_order(7, "b22", 1)
    return {"rows": rows, "labels": "matres", "mode": "closed", "seconds": 20.0}


def test_orders_are_the_same_each_time(decoding) -> None:
    rows = decoding.random_order(10, "b10", 3)
    assert len(rows) == 45
    assert {sum(row["weights"].values()) for row in rows} == {5}
    assert json.dumps(rows) == json.dumps(decoding.random_order(10, "b10", 3))
    assert rows != decoding.random_order(10, "b10", 4)


@pytest.mark.parametrize(
    ("method", "library"),
    [("RC2", "pysat"), ("CP-SAT", "ortools"), ("program", "highspy"), ("ascent", "timegraph")],
)
def test_all_find_the_same_value(decoding, small, method: str, library: str) -> None:
    if find_spec(library) is None:  # it is loaded by the process that decodes
        pytest.skip(f"{library} is not installed")
    instance = decoding.Instance(
        "small", **{k: small[k] for k in ("rows", "labels", "mode")}, seconds=20.0
    )
    result = decoding.measured(instance, method)
    value, bound = decoding.decoded(small, program=False)
    assert (result["value"], result["bound"]) == (value, bound)


def test_the_first_events_of_a_document(decoding) -> None:
    rows = decoding.random_order(10, "b10", 1)
    assert len(decoding._first(rows, 4)) == 6
