"""Constraints are closed one by one or at once, in Python or by kernels, with one outcome."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from tests.invariants import check
from timegraph import AllenSet, ContradictionError, Link, TimeGraph
from timegraph._closure.int_rows import IntRows
from timegraph._compiled import Engine
from timegraph._graph import closing, closing_kernels
from timegraph._graph.closing import closed, decide, index_of
from timegraph._graph.edits import append
from timegraph._graph.store import GraphState
from timegraph.links import POLICIES
from timegraph.testing.strategies import arbitrary_link_sets

BEFORE = AllenSet("before")
ENTITIES = ("a", "b", "c", "d", "e")
policies = st.sampled_from(["drop-link", "drop-constraint"])


def outcome(links, policy, engine, every):
    """Which constraints are kept if the graph is asked after each ``every`` links."""
    state = GraphState(policy, engine)
    for number, link in enumerate(links):
        append(state, link)
        if number % every == 0:
            closed(state)
    closed(state)
    check(state)
    return state.kept


@given(arbitrary_link_sets(ENTITIES, instants=("t",), max_size=16), policies)
def test_every_way_keeps_the_same_constraints(links, policy):
    python, kernels = Engine(kernels="never"), Engine(kernels="always")
    kept = outcome(links, policy, python, every=1)
    for engine, every in ((python, 5), (python, 99), (kernels, 1), (kernels, 5), (kernels, 99)):
        assert outcome(links, policy, engine, every) == kept


def accepted(links, policy, engine):
    """What is left out and what holds if these links are added one after the other."""
    graph = TimeGraph(on_conflict=policy, engine=engine)
    for number, (a, relation, b) in enumerate(links):
        try:
            graph.add(a, relation, b, source=number)
        except ContradictionError:
            assert policy == "error"
    conflicts = [(conflict.link.source, conflict.constraints) for conflict in graph.conflicts]
    pairs = [graph.relations(a, b) for a, b in combinations(graph.entities, 2)]
    return conflicts, pairs, [link.source for link in graph.links]


@st.composite
def contradicting(draw):
    """Random relations of random entities: most documents like that contradict themselves."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    relations = draw(
        st.sampled_from(
            [
                [("before",), ("after",), ("during",)],
                [("before",), ("meets",), ("equal",), ("before", "meets")],
            ]
        )
    )
    pairs = [rng.sample(range(12), 2) for _ in range(draw(st.integers(12, 60)))]
    return [(a, AllenSet(*rng.choice(relations)), b) for a, b in pairs]


@settings(max_examples=40)
@given(contradicting())
def test_python_and_kernels_leave_out_the_same_of_many_contradictions(links):
    with pytest.MonkeyPatch.context() as patch:
        for policy in POLICIES:
            expected = accepted(links, policy, Engine(kernels="never"))
            assert accepted(links, policy, Engine(kernels="always")) == expected
        # Beyond so many points constraints are searched for, until that takes too many steps.
        patch.setattr(closing, "_ROWS_GROW_TO", 0)
        for steps in (0.0, 0.5, 1e9):
            patch.setattr(closing, "_STEPS_PER_PAIR", steps)
            for policy in ("drop-link", "drop-constraint"):
                kept = closed_at_once(links, policy, Engine(kernels="never"))
                assert kept == closed_at_once(links, policy, Engine(kernels="always"))


def closed_at_once(links, policy, engine):
    """Which constraints are kept if nobody asks before the last link."""
    state = GraphState(policy, engine)
    for link in links:
        append(state, Link(*link))
    closed(state)
    check(state)
    return state.kept


def test_kernels_decide_where_python_takes_too_long(monkeypatch):
    ways = []
    decide_by_kernels = closing_kernels.decide_in_file_order
    monkeypatch.setattr(closing, "_ROWS_GROW_TO", 0)
    monkeypatch.setattr(closing, "_STEPS_PER_PAIR", 0.0)
    monkeypatch.setattr(closing.ORDER, "wait", lambda seconds: ways.append(seconds) or True)
    monkeypatch.setattr(
        closing_kernels,
        "decide_in_file_order",
        lambda state: (ways.append("kernels"), decide_by_kernels(state))[1],
    )
    pairs = (0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (3, 4), (4, 5), (5, 0)
    links = [(a, BEFORE, b) for a, b in pairs]
    assert closed_at_once(links, "drop-link", Engine()) == b"\1\1\0\1\0\1\1\0"
    assert ways == []  # so few are done before the kernels are there
    monkeypatch.setattr(closing, "_LOADING_SECONDS", 0.0)
    assert closed_at_once(links, "drop-link", Engine()) == b"\1\1\0\1\0\1\1\0"
    assert ways[0] > 0
    assert ways[1:] == ["kernels"]
    # More points than rows are made for: kernels, or searches to the end.
    monkeypatch.setattr(closing, "LARGEST_ROWS", 0)
    assert closed_at_once(links, "drop-link", Engine()) == b"\1\1\0\1\0\1\1\0"
    assert ways.count("kernels") == 2
    monkeypatch.setattr(closing.ORDER, "wait", lambda seconds: False)
    for kernels in ("auto", "never"):
        kept = closed_at_once(links, "drop-link", Engine(kernels=kernels))
        assert kept == b"\1\1\0\1\0\1\1\0"
    assert ways.count("kernels") == 2


def chain(length, engine=None):
    state = GraphState("drop-link") if engine is None else GraphState("drop-link", engine)
    for k in range(length):
        append(state, Link(k, BEFORE, k + 1))
    return state


def test_rows_grow_by_a_few_links_and_are_closed_again_by_many():
    state = chain(3)
    rows = closed(state)
    append(state, Link(3, BEFORE, 4))
    assert closed(state) is rows
    for k in range(4, 20):
        append(state, Link(k, BEFORE, k + 1))
    assert closed(state) is not rows
    assert closed(state).mask(0, state.store.starts[20]) == 1


def test_nothing_is_done_where_nothing_waits():
    state = chain(3)
    rows = closed(state)
    state.current = None
    assert closed(state) is rows


def test_many_unlinked_entities_do_not_fill_rows():
    # Rows of so many points, added one by one, would take gigabytes.
    state = GraphState("drop-link", Engine(kernels="never"))
    assert isinstance(closed(state), IntRows)
    for entity in range(600):
        state.store.interval(entity)
    state.current = None
    rows = closed(state)
    assert rows is not state.index
    assert len(rows) == 1200


def test_to_decide_does_not_always_close():
    state = chain(8)
    append(state, Link(8, BEFORE, 0))
    state.closure = None
    assert decide(state) is None
    assert state.kept == b"\1" * 8 + b"\0"
    check(state)


def test_the_index_is_kept_until_something_is_added():
    state = chain(3)
    index = index_of(state)
    assert index is not closed(state)
    assert index_of(state) is index
    append(state, Link(3, BEFORE, 4))
    assert index_of(state) is not index


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint"])
@pytest.mark.parametrize("kernels", ["never", "always"])
def test_what_is_in_force_is_not_tried_again(policy, kernels):
    state = GraphState(policy, Engine(kernels=kernels))
    append(state, Link("a", BEFORE, "b"))
    closed(state)
    append(state, Link("b", AllenSet("overlaps"), "a"))
    for k in range(8):
        append(state, Link(k, BEFORE, k + 1))
    check(state)
    assert state.kept[0] == 1
    assert 0 in state.kept
