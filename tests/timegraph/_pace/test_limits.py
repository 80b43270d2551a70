"""Time limits and counts of the work on a document."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.invariants import check_graph
from timegraph import TimeGraph, _pace
from timegraph._pace import TimeLimitError, check, links_done, time_limit, watched
from timegraph.graph import Policy


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by a second at each look."""
    now = [0.0]

    def look() -> float:
        now[0] += 1
        return now[0]

    monkeypatch.setattr(_pace.time, "monotonic", look)
    return now


def test_without_a_limit_nothing_is_raised() -> None:
    check()
    links_done(1, 2)
    with time_limit(None):
        check()


def test_past_the_limit_the_links_done_are_named(clock: list[float]) -> None:
    with time_limit(2):
        links_done(3, 1_000)
        links_done(4, 1_000)
        with pytest.raises(TimeLimitError) as caught:
            links_done(5, 1_000)
    assert str(caught.value) == (
        "not done after 2 s, with 5 of 1,000 links closed; give a longer --time-limit"
    )
    assert isinstance(caught.value, TimeoutError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.seconds, again.done, again.links) == (str(caught.value), 2, 5, 1_000)
    check()  # the limit ends with its work


def test_a_limit_holds_within_its_thread_alone() -> None:
    with time_limit(1e-9), ThreadPoolExecutor(1) as pool:
        pool.submit(check).result()
        with pytest.raises(TimeLimitError):
            check()


def test_a_new_limit_takes_the_place_of_the_one_around_it() -> None:
    with time_limit(1e-9):
        with time_limit(1000):
            check()
        with pytest.raises(TimeLimitError):
            check()


def test_what_is_watched_is_counted_and_keeps_the_limit() -> None:
    with watched() as outer:
        with time_limit(1000):
            links_done(3, 7)
        assert (outer.done, outer.links) == (3, 7)
        with time_limit(1e-9), watched() as inner, pytest.raises(TimeLimitError):
            links_done(5, 9)
        assert (inner.done, inner.links) == (5, 9)


def contradicting(policy: Policy, entities: int = 300) -> TimeGraph:
    """A graph of random links that wait."""
    draw = random.Random(entities)
    graph = TimeGraph(on_conflict=policy)
    with graph.transaction():
        for entity in range(entities):
            graph.add_entity(entity)
        for _ in range(5 * entities):
            a, b = draw.sample(range(entities), 2)
            graph.add(a, draw.choice(["before", "after", "contains", "meets"]), b)
    return graph


@pytest.mark.parametrize("entities", [100, pytest.param(700, marks=pytest.mark.slow)])
@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint"])
def test_a_graph_that_ran_out_of_time_is_closed_again_as_if_nothing_had_happened(
    policy: Policy, entities: int, clock: list[float]
) -> None:
    whole = contradicting(policy, entities)
    graph = contradicting(policy, entities)
    for seconds in (0.5, 3, 12):
        with time_limit(seconds), pytest.raises(TimeLimitError):
            assert len(graph.conflicts[-1].against)
    check_graph(graph)
    assert [str(conflict.link) for conflict in graph.conflicts] == [
        str(conflict.link) for conflict in whole.conflicts
    ]
    assert all(
        graph.relations(a, b) == whole.relations(a, b)
        for a, b in zip(range(60), range(7, 67), strict=True)
    )
