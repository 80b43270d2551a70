"""What decoding is measured against gives the same values."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st


@pytest.fixture(scope="module")
def decoding(benchmark_module):
    return benchmark_module("decoding")


@pytest.fixture(scope="module")
def votes(benchmark_module):
    return benchmark_module("votes")


@pytest.fixture(scope="module")
def small(votes):
    rows = votes.random_order(7, "b22", 1)
    return {"rows": rows, "labels": "matres", "mode": "closed", "seconds": 20.0}


def test_orders_are_the_same_each_time(votes) -> None:
    rows = votes.random_order(10, "b10", 3)
    assert len(rows) == 45
    assert {sum(row["weights"].values()) for row in rows} == {5}
    assert json.dumps(rows) == json.dumps(votes.random_order(10, "b10", 3))
    assert rows != votes.random_order(10, "b10", 4)


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["closed", "order"])
def test_random_candidates_have_the_value_of_rc2(decoding, mode: str) -> None:
    pytest.importorskip("pysat")
    weights = st.dictionaries(
        st.sampled_from(["before", "after", "equal", "vague"]), st.integers(0, 4), min_size=1
    )

    links = [("a", "BEFORE", "c"), ("c", "EQUAL", "d"), ("d", "AFTER", "a")]
    known = st.lists(st.sampled_from(links))

    @settings(max_examples=int(os.environ.get("TIMEGRAPH_ANNOTATIONS", "150")) // 5, deadline=None)
    @given(st.tuples(*[weights] * 6), known)
    def holds(drawn, known):
        rows = [
            {"a": a, "b": b, "weights": row}
            for (a, b), row in zip(combinations("abcd", 2), drawn, strict=True)
        ]
        instance = {"rows": rows, "labels": "matres", "mode": mode, "seconds": 20.0}
        instance["given"] = known
        assert decoding.by_rc2(instance) == decoding.decoded(instance, program=False)

    holds()


def test_openmeds_summaries_keep_all_but_one_claim(decoding, votes) -> None:
    for rows in votes.discharges():
        instance = {"rows": rows, "labels": "thyme", "mode": "links", "seconds": 20.0}
        all_but_one = sum(sum(row["weights"].values()) for row in rows) - 10
        assert decoding.decoded(instance, program=False) == (all_but_one, all_but_one)


def test_claims_that_repeat_are_one(votes) -> None:
    rows = votes.claims(4, 50, 1)
    pairs = [(row["a"], row["b"]) for row in rows]
    assert len(pairs) == len(set(pairs)) <= 12
    assert all(50 <= row["weights"]["b"] < 100 for row in rows)


def test_timelines_are_votes_that_hold_together(votes) -> None:
    gold, rows = votes.timelines(8, 0.0, 1)
    assert all(row["weights"] == {gold[row["a"], row["b"]]: 5} for row in rows)
    gold, rows = votes.timelines(8, 0.1, 1)
    assert {sum(row["weights"].values()) for row in rows} == {5}


def test_programs_of_too_many_triads_are_not_made(votes) -> None:
    assert votes.few_triads(votes.random_order(30, "b10", 1))
    assert not votes.few_triads(votes.random_order(40, "b10", 1))


def test_the_first_events_of_a_document(votes) -> None:
    rows = votes.random_order(10, "b10", 1)
    assert len(votes.first_events(rows, 4)) == 6
