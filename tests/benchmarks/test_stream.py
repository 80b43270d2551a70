"""The streams of the benchmark are what they are called, and each call is timed."""

from __future__ import annotations

import gc

import pytest

from timegraph import ContradictionError, TimeGraph


@pytest.fixture(scope="module")
def stream(benchmark_module):
    return benchmark_module("stream")


@pytest.mark.parametrize("shape", ["chain", "document", "random", "contradictory"])
def test_only_the_contradictory_stream_contradicts(stream, shape):
    graph, refused = TimeGraph(), 0
    items = stream.SHAPES[shape](300)
    for a, relation, b in items:
        try:
            graph.add(a, relation, b)
        except ContradictionError:
            refused += 1
    assert len(items) == 300
    assert refused == (30 if shape == "contradictory" else 0)


def test_every_call_is_timed(stream):
    measured = stream.timed(stream.SHAPES["document with distances"](60), 20, "drop-link", runs=2)
    assert (len(measured.adds), len(measured.asks)) == (60, 3)
    assert 0 < measured.question <= measured.slowest
    assert max(*measured.adds, *measured.asks) <= measured.slowest
    assert 0 < measured.slowest_beside <= measured.slowest


@pytest.mark.slow
def test_pauses_of_the_collector_are_noticed(stream):
    before = gc.callbacks[:]
    with stream.Collector() as collector:
        gc.collect()
        first = collector.total
        gc.collect()
    assert 0 < first < collector.total
    assert 0 < collector.longest <= collector.total
    assert gc.callbacks == before
