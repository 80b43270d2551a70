"""A link is taken out where it is, or not at all; the results are compared elsewhere, too."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import datetime
from itertools import product

import pytest
from hypothesis import given, strategies as st

from tests.invariants import check_graph
from timegraph import ContradictionError, TimeGraph
from timegraph._compiled import Engine, Kernels
from timegraph._metric.constraints import take_out
from timegraph.options import POLICIES, Policy


def chained(policy: Policy, kernels: Kernels = "auto") -> TimeGraph:
    graph = TimeGraph(on_conflict=policy, engine=Engine(kernels=kernels))
    for k in range(20):
        graph.add_distance((k, "end"), (k + 1, "start"), at_least=1, at_most=3, source=("gap", k))
        graph.add_duration(k, at_most=5, source=("length", k))
    return graph


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kernels", ["always", "never"])
def test_it_is_taken_out_where_it_is(policy: Policy, kernels: Kernels) -> None:
    graph = chained(policy, kernels)
    assert (
        str(graph.distance((3, "start"), (4, "start")))
        == "more than 1 second and at most 8 seconds"
    )
    state = graph._state
    (link,) = graph.retract(("length", 3))
    assert graph._state is state
    assert link.source == ("length", 3)
    assert str(graph.distance((3, "start"), (4, "start"))) == "more than 1 second"
    check_graph(graph)
    twin = TimeGraph(on_conflict=policy)
    twin.extend(graph.links)
    points = graph._state.store.points
    assert points == twin._state.store.points
    pairs = [(x, y) for x in points for y in points]
    assert graph.distances(pairs) == twin.distances(pairs)
    with pytest.raises(KeyError):
        graph.retract(("length", 3))


@pytest.mark.parametrize("kernels", ["always", "never"])
def test_what_was_left_out_comes_back_in_place(kernels: Kernels) -> None:
    graph = chained("drop-link", kernels)
    graph.relations(0, 1)
    graph.add_duration(2, at_least=6, source="refused")
    graph.add_duration(4, at_least=7, source="refused as well")
    graph.add_distance((2, "start"), (3, "start"), at_most=6, source="contradicts what comes back")
    graph.relations(0, 1)
    assert str(graph.distance((2, "start"), (2, "end"))) == "more than 0 and at most 5 seconds"
    state = graph._state
    graph.retract(("length", 2))
    assert graph._live is state
    assert str(graph.distance((2, "start"), (2, "end"))) == "at least 6 seconds"
    assert [conflict.link.source for conflict in graph.conflicts] == [
        *("refused as well", "contradicts what comes back")
    ]
    graph.retract("refused")
    assert (
        str(graph.distance((2, "start"), (3, "start")))
        == "more than 1 second and at most 6 seconds"
    )
    assert [conflict.link.source for conflict in graph.conflicts] == ["refused as well"]
    check_graph(graph)


def test_months_are_counted_again_only_from_dates_that_may_have_changed() -> None:
    graph = chained("drop-link")
    graph.place((0, "start"), within="1998-05", source="month")
    graph.place((0, "start"), within="1998-05-03", source="day")
    graph.place((9, "start"), within="1998", source="year")
    graph.add_distance((0, "start"), ("born", "at"), exactly="2 months", source="months")
    graph.relations(0, 1)
    waiting = chained("drop-link")
    assert take_out(waiting._state, 1) is None
    state = graph._state
    graph.retract("year")
    graph.retract("month")
    assert graph._live is state
    assert (graph.earliest(("born", "at")), graph.latest(("born", "at"))) == (
        datetime(1998, 7, 3),
        datetime(1998, 7, 4),
    )
    graph.retract("day")
    assert graph._live is not state
    assert graph.earliest(("born", "at")) is None


def test_entities_that_only_it_named_are_gone() -> None:
    graph = chained("error")
    graph.add_distance((3, "start"), ("new", "start"), at_most=2, source="new")
    graph.add("other", "before", "new", "order")
    graph.relations(0, 1)
    graph.retract("order")
    assert "other" not in graph
    assert str(graph.distance((3, "start"), ("new", "start"))) == "at most 2 seconds"
    graph.retract("new")
    assert "new" not in graph
    with pytest.raises(KeyError):
        graph.distance((3, "start"), ("new", "start"))
    graph.add_duration("later", 7)
    assert str(graph.distance(("later", "start"), ("later", "end"))) == "exactly 7 seconds"
    assert graph.entities == (*range(21), "later")
    assert len(graph.schedule()) == 44
    check_graph(graph)


@pytest.mark.parametrize("policy", POLICIES)
@given(seed=st.integers(0, 2**32))
def test_a_graph_with_gaps_is_as_one_without(policy: Policy, seed: int) -> None:
    rng = random.Random(seed)
    graph = TimeGraph(on_conflict=policy)
    for source in range(30):
        a, b = rng.sample(range(12), 2)
        with suppress(ContradictionError):
            if rng.random() < 0.5:
                least = rng.randrange(5)
                most = least + rng.randrange(1, 9)
                ends = (a, "end"), (b, "start")
                graph.add_distance(*ends, at_least=least, at_most=most, source=source)
            elif rng.random() < 0.2:
                graph.place((a, "start"), at=datetime(1998, 5, 1 + a), source=source)
            else:
                graph.add(a, rng.choice(["before", "during", "overlaps"]), b, source)
        if rng.random() < 0.4 and graph.links:
            if a in graph and rng.random() < 0.7:
                graph.relations(a, a)
            graph.retract(rng.choice(graph.links).source)
    twin = TimeGraph(on_conflict=policy)
    twin.extend(graph.links)
    names = [name for name in range(12) if name in graph]
    assert names == [name for name in range(12) if name in twin]
    points = [(name, side) for name in names for side in ("start", "end")]
    pairs = list(product(points, repeat=2))
    assert graph.distances(pairs) == twin.distances(pairs)
    for a, b in product(names, repeat=2):
        assert graph.relations(a, b) == twin.relations(a, b)
    assert [*map(graph.earliest, points)] == [*map(twin.earliest, points)]
    assert graph._live.kept == twin._live.kept
    assert graph.conflicts == twin.conflicts
    check_graph(graph)
