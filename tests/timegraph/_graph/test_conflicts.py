"""Conflicts cite a shortest chain, of which every link is needed."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given, strategies as st

from timegraph import AllenSet, ContradictionError, Link, PointLink, TimeGraph
from timegraph._graph import edits
from timegraph._graph.closing import closed
from timegraph._graph.edits import append, conflicts_of, contradicting, find_conflicts, paths_of
from timegraph._graph.store import GraphState, consistent
from timegraph.links import Conflict
from timegraph.testing.strategies import arbitrary_link_sets

BEFORE = AllenSet("before")


def state_of(links, policy="drop-link"):
    state = GraphState(policy)
    for link in links:
        append(state, link)
    return state


@given(
    arbitrary_link_sets(("a", "b", "c", "d", "e"), instants=("t",), min_size=3, max_size=20),
    st.sampled_from([1, 3]),
    st.sets(st.integers(0, 19)),
    st.data(),
)
def test_what_was_refused_contradicts_what_was_there_then(links, at_once, removals, data):
    # However late it is read: after more links, and after all of them were taken out.
    graph, there, errors, expected = TimeGraph(on_conflict="error"), [], [], []
    for first in range(0, len(links), at_once):
        some = links[first : first + at_once]
        try:
            graph.extend(some)
            there += some
        except ContradictionError as error:
            refused = error.added
            there += some[:refused]
            errors.append(error)
            with_it = TimeGraph(on_conflict="drop-link")
            with_it.extend([*there, some[refused]])
            expected += with_it.conflicts
        if there and first in removals:
            taken = there.pop(data.draw(st.integers(0, len(there) - 1)))
            graph.retract(taken.source)
    for link in there:
        graph.retract(link.source)
    assert [error.conflict for error in errors] == expected


def test_nobody_looks_for_what_a_refused_link_contradicts_until_it_is_read(monkeypatch):
    def searched(*_: object, **__: object) -> None:
        raise AssertionError("searched")

    graph = TimeGraph()
    graph.extend([Link("a", BEFORE, "b"), Link("b", BEFORE, "c")])
    with monkeypatch.context() as patched:
        patched.setattr(edits, "_against", searched)
        with pytest.raises(ContradictionError) as raised:
            graph.add("c", "before", "a")
    assert len(raised.value.conflict.against) == 2
    assert str(raised.value) == raised.value.args[0]
    assert repr(raised.value) == f"ContradictionError({str(raised.value)!r})"


@given(
    arbitrary_link_sets(("a", "b", "c", "d", "e"), instants=("t",), min_size=3, max_size=20),
    st.sampled_from(["drop-link", "drop-constraint"]),
)
def test_no_link_of_a_contradicting_chain_can_be_left_out(links, policy):
    state = state_of(links, policy)
    closed(state)
    store, paths = state.store, paths_of(state)
    for k, kept in enumerate(state.kept):
        if kept:
            continue
        before = store.constraints_of_link(store.link_of[k]).start
        chain = contradicting(state, paths, k, before=before)
        if chain is None:
            continue
        cited = {store.link_of[step.constraint] for step in chain if step.constraint >= 0}
        assert all(step.constraint < before for step in chain)

        def agrees(without, k=k, cited=cited):
            in_force = (
                j for j, own in enumerate(store.link_of) if own in cited - without and state.kept[j]
            )
            return consistent(store, [*in_force, k])

        assert not agrees(set())
        assert all(agrees({link}) for link in cited)


def test_the_first_conflicts_can_be_asked_for() -> None:
    wrong = [Link(k + 1, BEFORE, k, f"wrong {k}") for k in range(3)]
    state = state_of([Link(k, BEFORE, k + 1, k) for k in range(3)] + wrong)
    closed(state)
    assert [c.link for c in find_conflicts(state, most=2)] == wrong[:2]
    assert find_conflicts(state) == conflicts_of(state)
    assert conflicts_of(state) is conflicts_of(state)


def test_arcs_are_kept_and_extended() -> None:
    state = state_of([Link("a", BEFORE, "b")])
    paths = paths_of(state)
    append(state, Link("b", BEFORE, "c"))
    assert paths_of(state) is paths
    assert len(paths.shortest(1, 4, strict=True)) == 3


def test_a_constraint_that_nothing_contradicts_has_no_chain() -> None:
    state = state_of([PointLink(("a", "end"), "<", ("b", "start"))])
    assert contradicting(state, paths_of(state), 0, before=0) is None


def contradicting_graph(policy, number):
    rng = random.Random(number)
    graph = TimeGraph(on_conflict=policy)
    for _ in range(60):
        a, b = rng.sample(range(12), 2)
        graph.add(a, rng.choice(["before", "meets", "during", "equal"]), b)
    return graph


def test_what_a_link_contradicts_is_searched_where_it_is_read(monkeypatch):
    graph, searched = contradicting_graph("drop-link", 1), []
    chains = edits._chains
    monkeypatch.setattr(
        edits, "_chains", lambda *given: (searched.append(given[1]), chains(*given))[1]
    )
    refused = graph.conflicts
    assert len(refused) > 3
    assert all(conflict.link in graph.links for conflict in refused)
    pickle.dumps(graph)
    assert searched == []
    assert refused[2].against == refused[2].against
    assert refused[2].constraints
    assert len(searched) == 1
    assert graph.conflicts[2] is refused[2]
    with pytest.raises(AttributeError, match="'Conflict' object has no attribute 'other'"):
        refused[0].other  # noqa: B018 (the attribute is missing)


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint"])
@pytest.mark.parametrize("number", range(5))
def test_what_is_read_later_is_what_was_there(policy, number):
    expected = [
        Conflict(conflict.link, conflict.constraints, conflict.against)
        for conflict in contradicting_graph(policy, number).conflicts
    ]
    graph = contradicting_graph(policy, number)
    later, other, copied = graph.conflicts, graph.conflicts, graph.copy().conflicts
    graph.add("new", "before", 3)
    graph.remove_entity(0)
    graph.remove_entity(5)
    assert [repr(conflict) for conflict in other] == [repr(conflict) for conflict in expected]
    assert list(later) == expected == list(copied)
    fresh = contradicting_graph(policy, number)
    assert list(pickle.loads(pickle.dumps(fresh.conflicts))) == expected
    assert list(pickle.loads(pickle.dumps(fresh)).conflicts) == expected
    again = contradicting_graph(policy, number).conflicts
    assert [hash(conflict) for conflict in again] == [hash(conflict) for conflict in expected]
    assert list(copy.deepcopy(contradicting_graph(policy, number).conflicts)) == expected
