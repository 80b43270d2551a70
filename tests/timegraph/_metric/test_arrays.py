"""Graphs with distances, compiled and in Python: the same is in force, with the same bounds."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from timegraph import Allen, TimeGraph
from timegraph._compiled import Engine
from timegraph._graph.closing import closed
from timegraph._metric.closure import MetricClosure, Network
from timegraph._metric.compiled import CompiledNetwork, bounds_of
from timegraph._metric.constraints import arcs_of
from timegraph._metric.network import SCALE, Arc, PythonNetwork, Weights

DROPPING = ["drop-link", "drop-constraint"]


def among(network: Network, points: Iterable[int], before: int | None = None) -> Weights:
    """The tightest weights between points."""
    there = [*points]
    return [[network.tightest(x, y, before=before) for y in there] for x in there]


def drawn(rng: random.Random, graph: TimeGraph, links: int) -> None:
    """Add what agrees and what does not, between ten entities."""
    for number in range(links):
        a, b = rng.choices("abcdefghij", k=2)
        if rng.random() < 0.4:
            x, y = (a, rng.choice(["start", "end"])), (b, rng.choice(["start", "end"]))
            least = Fraction(rng.randrange(20), rng.choice([1, 1, 1, 2, 3]))
            most = least + rng.randrange(30)
            graph.add_distance(x, y, at_least=least, at_most=most, source=number)
        elif rng.random() < 0.2:
            graph.add_points((a, "start"), rng.choice(["<=", "="]), (b, "end"), number)
        else:
            graph.add(a, rng.choice(list(Allen)), b, number)


@pytest.mark.parametrize("policy", DROPPING)
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), links=st.sampled_from([3, 30, 120]), before=st.integers(0, 40))
def test_both_engines_keep_and_bound_the_same(
    policy: str, seed: int, links: int, before: int
) -> None:
    graphs = [
        TimeGraph(on_conflict=policy, engine=Engine(kernels=kernels))  # type: ignore[arg-type]
        for kernels in ("always", "never")
    ]
    for graph in graphs:
        rng = random.Random(seed)
        graph.add_duration("z", 1)
        drawn(rng, graph, before)
        assert graph.relations("z", "z")
        drawn(rng, graph, links)
    one, other = graphs
    everything = range(len(one._state.store.points))
    networks = [closed(graph._state) for graph in graphs]
    assert one._state.kept == other._state.kept
    assert one.conflicts == other.conflicts
    assert isinstance(networks[0], MetricClosure)
    assert isinstance(networks[1], MetricClosure)
    assert isinstance(networks[0].network, CompiledNetwork)
    assert isinstance(networks[1].network, PythonNetwork)
    assert networks[0].ticks == networks[1].ticks
    assert among(networks[0].network, everything) == among(networks[1].network, everything)
    assert one.relations("a", "z") == other.relations("a", "z") if "a" in one else True


def test_constraints_as_arrays_are_those_one_by_one() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    drawn(random.Random(7), graph, 100)
    closure, store = closed(graph._state), graph._state.store
    assert isinstance(closure, MetricClosure)
    bounds = bounds_of(store, np.arange(len(store.xs)), closure.ticks)
    expected = [arc for k in range(len(store.xs)) for arc in arcs_of(store, k, closure)]
    arcs = [
        Arc(x, y, value * SCALE - strict, number)
        for (x, y, strict, number), value in zip(
            bounds.ends.tolist(), bounds.values.tolist(), strict=True
        )
    ]
    assert arcs == expected


def test_what_64_bits_do_not_hold_is_closed_in_python() -> None:
    graph = TimeGraph(on_conflict="drop-link", engine=Engine(kernels="always"))
    for number in range(100):
        graph.add_distance((number, "at"), (number + 1, "at"), at_most=10**9)
    assert graph.distance((0, "at"), (100, "at")).upper == 10**11
    assert isinstance(graph._state.closure, MetricClosure)
    assert isinstance(graph._state.closure.network, CompiledNetwork)
    for number in range(100, 200):
        graph.add_distance((number, "at"), (number + 1, "at"), at_most=Fraction(10**9, 1))
        graph.add_distance((number, "at"), (number + 1, "at"), at_least=Fraction(1, 10**12))
    assert graph.distance((0, "at"), (200, "at")).upper == 2 * 10**11
    assert isinstance(graph._state.closure.network, PythonNetwork)
    again = TimeGraph(on_conflict="drop-link", engine=Engine(kernels="always"))
    again.extend(graph.links)
    assert again.distance((0, "at"), (200, "at")).upper == 2 * 10**11
    assert isinstance(again._state.closure, MetricClosure)
    assert isinstance(again._state.closure.network, PythonNetwork)
