"""Large graphs are closed into the index that the engine names, and grow in order."""

from __future__ import annotations

import pytest

from tests.invariants import check
from timegraph import AllenSet, Link, _compiled as engine
from timegraph._closure.growing import ListOrder
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.indexes import BitRows, GrailIndex
from timegraph._closure.int_rows import IntRows
from timegraph._compiled import Engine
from timegraph._graph import closing, closing_kernels
from timegraph._graph.closing import closed
from timegraph._graph.edits import append
from timegraph._graph.store import GraphState

BEFORE = AllenSet("before")


def chain(length, engine):
    state = GraphState("drop-link", engine)
    for k in range(length):
        append(state, Link(k, BEFORE, k + 1))
    return state


@pytest.mark.parametrize(
    ("engine", "kind"),
    [
        (Engine(kernels="always"), BitRows),
        (Engine("bit_rows", kernels="always"), BitRows),
        (Engine("grail_index", kernels="always"), GrailIndex),
        (Engine(memory_budget=0, kernels="always"), GrailIndex),
    ],
    ids=str,
)
def test_the_engine_decides_on_the_index(engine, kind):
    state = chain(9, engine)
    assert type(closed(state)) is kind
    check(state)


def test_contradictions_have_no_index():
    state = chain(9, Engine(kernels="always"))
    append(state, Link(9, BEFORE, 0))
    assert closing_kernels.close(state, len(state.store.xs)) is None
    assert closing_kernels.close(state, len(state.store.xs) - 1) is not None
    closing_kernels.decide_in_file_order(state)
    assert state.kept == b"\1" * 9 + b"\0"
    assert closing_kernels.index_in_force(state).mask(0, 2) == 1


def test_a_growing_graph_is_kept_in_order():
    state = chain(9, Engine(kernels="always"))
    closed(state)
    append(state, Link(9, BEFORE, 10))
    closure = closed(state)
    assert isinstance(closure, IncrementalClosure)
    append(state, Link("new", AllenSet("meets"), 0))
    append(state, Link(10, BEFORE, "new"))
    assert closed(state) is closure
    check(state)
    assert state.kept[-1] == 0


def test_a_large_graph_grows_in_python_until_the_kernels_are_there(monkeypatch):
    monkeypatch.setattr(closing, "_ROWS_GROW_TO", 8)
    monkeypatch.setattr(engine, "kernels_loaded", lambda: False)
    state = chain(3, Engine())
    assert isinstance(closed(state), IntRows)
    append(state, Link(3, BEFORE, 4))
    assert isinstance(closed(state), ListOrder)
    append(state, Link(4, BEFORE, 0))
    check(state)
    monkeypatch.setattr(engine, "kernels_loaded", lambda: True)
    append(state, Link(4, BEFORE, 5))
    assert isinstance(closed(state), IncrementalClosure)
    check(state)
    assert state.kept == b"\1\1\1\1\0\1"
