"""A graph that grows link by link equals one that is closed at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings, strategies as st

from tests.drawing import examples
from timegraph import ContradictionError, TimeGraph
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.indexes import choose
from timegraph._closure.int_rows import IntRows
from timegraph._compiled import Engine

N = 8
CONSTRAINTS = st.tuples(st.integers(0, N - 1), st.sampled_from([0, 0, 1, 2]), st.integers(0, N - 1))
GROUPS = st.lists(st.lists(CONSTRAINTS, min_size=1, max_size=3), max_size=12)


def nothing_in_force(n):
    none = np.empty(0, np.int32)
    return IncrementalClosure(
        n, none, none, none.astype(np.int8), lambda: choose(n, none, none, none)
    )


@examples(200)
@given(GROUPS, st.integers(2, N))
def test_the_closure_agrees_with_rows_after_every_group(groups, first):
    closure, rows = nothing_in_force(first), IntRows([])
    rows.grow(first)
    closure.patience = 10**9
    for group in groups:
        if any(max(x, y) >= len(closure) for x, _, y in group):
            closure.grow(N)
            rows.grow(N)
        trial = rows.copy()
        fits = True
        for constraint in group:
            fits = fits and trial.allows(*constraint)
            if fits:
                trial.add(*constraint)
        assert closure.try_add(group) == fits
        rows = trial if fits else rows
        for x in range(len(rows)):
            for y in range(len(rows)):
                assert closure.label(x, y) == rows.label(x, y)


def stream(graph, links):
    refused = []
    for number, (a, relation, b) in enumerate(links):
        try:
            graph.add(a, relation, b, number)
        except ContradictionError as error:
            refused.append((number, [link.source for link in error.conflict.against]))
    return refused


RELATIONS = st.sampled_from(["before", "after", "equal", "during"])
LINKS = st.lists(
    st.tuples(
        st.integers(0, 6),
        st.sampled_from(["before", "after", "equal", "during"]),
        st.integers(0, 6),
    ),
    max_size=25,
)


@settings(max_examples=50)
@given(LINKS)
def test_streams_are_the_same_in_python_and_in_kernels(links):
    graphs = []
    for kernels in ("never", "always"):
        graph = TimeGraph(engine=Engine(kernels=kernels))
        refused = stream(graph, links)
        matrix = [[graph.relations(a, b) for a in graph] for b in graph]
        graphs.append((refused, graph.entities, graph.links, matrix))
    assert graphs[0] == graphs[1]


def test_a_growing_graph_is_kept_in_order_and_still_closed_for_many_questions():
    graph = TimeGraph()
    graph.extend([])
    for k in range(1202):
        graph.add(k, "before", k + 1, k)
    for k in range(200):
        assert graph.relations(k, 1202).mask == 1
    graph.add(0, "before", 5000, "new")
    assert graph.ask(0, "before", 5000).value == "yes"
    assert graph.before(1202) == tuple(range(1202))
