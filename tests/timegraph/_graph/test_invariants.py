"""The invariants hold for every graph, and the check notices what is wrong with a broken one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from tests.invariants import check, check_graph
from timegraph import AllenSet, Link, PointLink, TimeGraph
from timegraph._compiled import Engine
from timegraph._graph.closing import closed
from timegraph._graph.edits import add, conflicts_of
from timegraph._graph.store import GraphState
from timegraph.testing.strategies import arbitrary_link_sets


@given(
    arbitrary_link_sets(instants=("t",), max_size=8),
    st.sampled_from(["drop-link", "drop-constraint"]),
    st.booleans(),
)
def test_every_graph_keeps_them(links, policy, kernels):
    graph = TimeGraph(on_conflict=policy, engine=Engine(kernels="always" if kernels else "never"))
    graph.add_entity("named")
    for link in links:
        graph.extend([link])
        check_graph(graph)


def small():
    state = GraphState("drop-link")
    add(state, Link("a", AllenSet("before"), "b"))
    add(state, Link("b", AllenSet("meets"), "c"))
    add(state, Link("c", AllenSet("before"), "a"))
    add(state, PointLink(("a", "end"), "<=", ("t", "at")))
    check(state)
    return state


def lose_a_path(state):
    state.closure.reach[0] &= ~(1 << 5)


def invent_a_path(state):
    state.closure.reach[6] |= 1 << 2


def lose_a_point(state):
    del state.store.points[-1]


def swap_entities(state):
    starts = state.store.starts
    starts["a"], starts["b"] = starts["b"], starts["a"]


def forget_an_entity(state):
    state.store.named["d", True] = 0


def name_too_late(state):
    state.store.named["a", True] = 9


def change_a_constraint(state):
    state.store.ops[0] = 2


def lose_a_verdict(state):
    del state.kept[-1]


def keep_what_contradicts(state):
    state.kept[2] = 1


def leave_out_what_does_not(state):
    state.kept[1] = 0


def leave_out_a_part(state):
    add(state, Link("a", AllenSet("during"), "d"))
    closed(state)
    state.kept[-1] = 0


def raise_no_error(state):
    state.policy = "error"


def forget_a_conflict(state):
    state.conflicts = []


def cite_a_later_link(state):
    (conflict,) = conflicts_of(state)
    later = replace(conflict, against=(state.store.links[3],))
    state.conflicts = [later]


@pytest.mark.parametrize(
    ("harm", "what"),
    [
        (lose_a_path, "wrong about"),
        (invent_a_path, "wrong about"),
        (lose_a_point, "numbered differently"),
        (swap_entities, "insertion order|numbered differently"),
        (forget_an_entity, "named but is not in"),
        (name_too_late, "after a link that is not there"),
        (change_a_constraint, "not those that the links say"),
        (lose_a_verdict, "neither in force nor left out"),
        (keep_what_contradicts, "contradict each other"),
        (leave_out_what_does_not, "contradicts nothing"),
        (leave_out_a_part, "only a part"),
        (raise_no_error, "should raise"),
        (forget_a_conflict, "conflicts are not those"),
        (cite_a_later_link, "not there before it"),
    ],
)
def test_harm_is_noticed(harm, what):
    state = small()
    harm(state)
    with pytest.raises(AssertionError, match=what):
        check(state)


def test_a_constraint_left_out_for_nothing_is_noticed():
    state = GraphState("drop-constraint")
    add(state, PointLink(("a", "end"), "<", ("b", "start")))
    closed(state)
    state.kept[0] = 0
    with pytest.raises(AssertionError, match=r"a constraint of .* contradicts nothing"):
        check(state)


def test_one_link_added_several_times():
    """Its conflict may cite a link that was added before it, and again after it."""
    contains, starts = (
        Link("a", AllenSet("finished by"), "b"),
        PointLink(("a", "start"), "=", ("b", "start")),
    )
    graph = TimeGraph(on_conflict="drop-constraint")
    graph.extend([contains, starts, contains])
    assert [conflict.link for conflict in graph.conflicts] == [starts]
    check_graph(graph)
