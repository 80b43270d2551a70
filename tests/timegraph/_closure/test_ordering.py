"""Constraints in order: consistent or not, and accepted group by group."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests.point_networks import any_networks, arrays, constraint_lists, slow_closure
from timegraph import Allen, AllenSet, Link, TimeGraph
from timegraph._closure import int_rows, ordering
from timegraph._closure.arrays import constraints as checked
from timegraph._closure.ordering import file_order, order
from timegraph._compiled import Engine


@given(any_networks())
def test_a_network_has_an_order_iff_it_has_a_closure(network):
    n, constraints = network
    ordered = order(*checked(n, *arrays(constraints)))
    assert (ordered is not None) == (slow_closure(n, constraints) is not None)


@given(any_networks())
def test_every_constraint_leads_forward_in_the_order(network):
    n, constraints = network
    x, y, op = arrays(constraints)
    ordered = order(*checked(n, x, y, op))
    if ordered is None:
        return
    position = ordered.position
    assert sorted(set(position.tolist())) == list(range(len(ordered.record)))
    assert (position[x[op == 0]] < position[y[op == 0]]).all()
    assert (position[x[op == 1]] <= position[y[op == 1]]).all()
    assert (position[x[op == 2]] == position[y[op == 2]]).all()


def test_bad_input_is_refused():
    for x, y in (([0], [3]), ([-1], [2])):
        with pytest.raises(IndexError, match=r"not in 0\.\.2"):
            order(*checked(3, x, y, [0]))
    with pytest.raises(ValueError, match="operator"):
        order(*checked(3, [0], [2], [3]))
    with pytest.raises(IndexError):
        file_order(2, [0], [2], [0], [0])


def one_by_one(n, constraints, groups):
    """The definition: a group is accepted if it agrees with all that is accepted before it."""
    kept, accepted = [], []
    for number in sorted(set(groups)):
        own = [c for c, group in zip(constraints, groups, strict=True) if group == number]
        sound = slow_closure(n, kept + own) is not None
        kept += own if sound else []
        accepted += [sound] * len(own)
    return accepted


@st.composite
def group_lists(draw):
    n = draw(st.integers(2, 9))
    constraints = draw(constraint_lists(n, max_size=30))
    steps = draw(st.lists(st.integers(0, 1), min_size=len(constraints), max_size=len(constraints)))
    return n, constraints, np.cumsum(np.array(steps, np.int32)).astype(np.int32).tolist()


# Without memory for rows, constraints are kept in an order that changes.
budgets = st.sampled_from([None, 0])


@given(group_lists(), budgets)
def test_groups_are_accepted_one_by_one(case, budget):
    n, constraints, groups = case
    accepted = file_order(n, *arrays(constraints), np.array(groups, np.int32), budget=budget)
    assert accepted.tolist() == one_by_one(n, constraints, groups)


@given(any_networks(), budgets)
def test_constraints_are_accepted_one_by_one(network, budget):
    n, constraints = network
    groups = list(range(len(constraints)))
    accepted = file_order(n, *arrays(constraints), np.array(groups, np.int32), budget=budget)
    assert accepted.tolist() == one_by_one(n, constraints, groups)


@st.composite
def sized_groups(draw):
    """Groups of one to four constraints over many points, with and without ``<=``; the first may
    be far larger, of constraints that agree."""
    n = draw(st.integers(2, 140))
    rng = random.Random(draw(st.integers(0, 2**32)))
    ops = draw(st.sampled_from([(0,), (0, 2), (0, 0, 0, 2), (0, 1), (1, 2), (0, 1, 2)]))
    constraints, groups = [], []
    for _ in range(draw(st.integers(0, n))):
        x, y = sorted((rng.randrange(n), rng.randrange(n)))
        if x < y:
            constraints.append((x, rng.choice([op for op in ops if op != 2]), y))
            groups.append(0)
    for number in range(1, draw(st.integers(1, 2 * n)) + 1):
        near = [rng.randrange(n) for _ in range(rng.randrange(2, 5))]
        for _ in range(rng.randrange(1, 5)):
            constraints.append((rng.choice(near), rng.choice(ops), rng.choice(near)))
            groups.append(number)
    return n, constraints, groups


@given(sized_groups())
def test_rows_refuse_what_the_changing_order_refuses(case):
    n, constraints, groups = case
    network = n, *arrays(constraints), np.array(groups, np.int32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ordering, "_SECONDS_OF_SEARCHES", -1.0)
        rows = file_order(*network, protected=1)
    assert rows.tolist() == file_order(*network, protected=1, budget=0).tolist()
    assert rows[np.array(groups) == 0].all()


def test_many_contradictions_are_left_to_rows(monkeypatch):
    n, rng = 300, random.Random(5)
    constraints = [(rng.randrange(n), 0, rng.randrange(n)) for _ in range(20 * n)]
    network = n, *arrays(constraints), np.arange(len(constraints), dtype=np.int32)
    ways = []
    for name in ("_refused", "_refused_by_rows"):
        refused = getattr(ordering, name)
        monkeypatch.setattr(
            ordering, name, lambda *a, f=refused, n=name: (ways.append(n), f(*a))[1]
        )
    searched = file_order(*network, budget=0)
    assert ways == ["_refused"]
    monkeypatch.setattr(ordering, "_AT_ONCE", 1)
    assert file_order(*network, budget=0).tolist() == searched.tolist()
    assert ways == ["_refused"] * 2
    monkeypatch.setattr(ordering, "_SECONDS_OF_SEARCHES", 1e-12)
    assert file_order(*network).tolist() == searched.tolist()
    assert ways == ["_refused"] * 3 + ["_refused_by_rows"]


@pytest.mark.parametrize("budget", [None, 0])
def test_protected_groups_stay(budget):
    x, y, op = arrays([(0, 0, 1), (1, 0, 2), (2, 0, 0), (2, 0, 3)])
    group = np.arange(4, dtype=np.int32)
    accepted = file_order(4, x, y, op, group, protected=2, budget=budget)
    assert accepted.tolist() == [True, True, False, True]
    with pytest.raises(ValueError, match="protected"):
        file_order(4, x, y, op, group, protected=3, budget=budget)
    with pytest.raises(ValueError, match="decrease"):
        file_order(4, x, y, op, group[::-1])


@given(st.integers(0, 2**32), st.sampled_from([1, 3]), st.sampled_from([0.5, 0.9]), budgets)
def test_many_groups_are_accepted_as_by_rows_of_integers(seed, size, sense, budget):
    """Larger networks of all constraints, a share of them against a concrete world."""
    rng = random.Random(seed)
    n = rng.randrange(10, 60)
    world = [rng.randrange(n // 2) for _ in range(n)]
    constraints = []
    for _ in range(4 * n):
        x, y = rng.randrange(n), rng.randrange(n)
        if world[x] > world[y]:
            x, y = y, x
        op = rng.choice((0, 1)) if world[x] < world[y] else rng.choice((1, 2, 2))
        if rng.random() > sense:
            x, y, op = y, x, rng.choice((0, 0, 1, 2))
        constraints.append((x, op, y))
    groups = [k // size for k in range(len(constraints))]
    rows = int_rows.close(n, [], [], [])
    expected = []
    for number in range(groups[-1] + 1):
        own = [c for c, group in zip(constraints, groups, strict=True) if group == number]
        trial = rows.copy()
        sound = True
        for constraint in own:
            sound = sound and trial.allows(*constraint)
            if sound:
                trial.add(*constraint)
        if sound:
            rows = trial
        expected += [sound] * len(own)
    accepted = file_order(n, *arrays(constraints), np.array(groups, np.int32), budget=budget)
    assert accepted.tolist() == expected


def test_an_interrupt_comes_through_while_rows_decide(monkeypatch):
    """Kernels return after some hundred constraints, so that Ctrl-C need not wait for the last
    one; what was interrupted is then decided from the start."""
    rng = random.Random(5)
    links = [
        Link(*(entities[0], AllenSet(rng.choice([*Allen])), entities[1]), number)
        for number in range(1_200)
        for entities in [rng.sample(range(300), 2)]
    ]
    graph: TimeGraph = TimeGraph(on_conflict="drop-link", engine=Engine(kernels="always"))
    graph.extend(links)
    monkeypatch.setattr(ordering, "_SECONDS_OF_SEARCHES", -1.0)
    accept, calls = ordering.file_order_rows.accept, []

    def interrupted(*arguments):
        calls.append(arguments[6])
        if len(calls) == 3:
            raise KeyboardInterrupt
        return accept(*arguments)

    monkeypatch.setattr(ordering.file_order_rows, "accept", interrupted)
    with pytest.raises(KeyboardInterrupt):
        graph.ask(0, "before", 1)
    assert graph.ask(0, "before", 1, missing="unknown") is not None
    assert len(calls) > 6
    assert calls[3] == 0
    monkeypatch.undo()
    expected: TimeGraph = TimeGraph(on_conflict="drop-link", engine=Engine(kernels="never"))
    expected.extend(links)
    left_out = [conflict.link for conflict in expected.conflicts]
    assert [conflict.link for conflict in graph.conflicts] == left_out
