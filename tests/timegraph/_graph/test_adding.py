"""Links are added one at a time, whole or not at all."""

from __future__ import annotations

import pytest

from tests.invariants import check
from timegraph import AllenSet, ContradictionError, Link, PointLink
from timegraph._compiled import Engine
from timegraph._graph.closing import closed
from timegraph._graph.edits import add, append, name_alone, paths_of
from timegraph._graph.store import GraphState

BEFORE = AllenSet("before")


def test_entities_and_instants_are_named_once() -> None:
    state = GraphState("error")
    for _ in range(2):
        name_alone(state, "x", True)
        name_alone(state, "x", False)
    assert state.store.points == [("x", "start"), ("x", "end"), ("x", "at")]
    assert state.store.named == {("x", True): 0, ("x", False): 0}
    add(state, Link("x", BEFORE, "y"))
    name_alone(state, "y", True)
    assert state.store.named["y", True] == 1


def test_what_was_added_waits_until_somebody_asks() -> None:
    state = GraphState("drop-link")
    add(state, Link("a", BEFORE, "b"))
    add(state, Link("b", BEFORE, "a"))
    assert (len(state.kept), state.current) == (0, None)
    closed(state)
    assert state.kept == b"\1\0"


def test_to_append_checks_nothing_but_the_link_itself() -> None:
    state = GraphState("error")
    append(state, Link("a", BEFORE, "b"))
    append(state, Link("b", BEFORE, "a"))
    assert len(state.store.links) == 2
    with pytest.raises(ValueError, match="conjunction"):
        append(state, Link("c", AllenSet(["before", "after"]), "d"))
    with pytest.raises(TypeError, match="unhashable"):
        append(state, Link("c", BEFORE, []))
    with pytest.raises(ValueError, match="nan cannot be a name"):
        append(state, PointLink(("c", "end"), "<", (float("nan"), "end")))
    assert len(state.store.points) == 4


@pytest.mark.parametrize(
    "engine", [Engine(kernels="never"), Engine(kernels="always"), Engine("grail_index")], ids=str
)
@pytest.mark.parametrize("decided", [1, 20])
def test_a_refused_link_leaves_no_trace(engine: Engine, decided: int) -> None:
    state = GraphState("error", engine)
    for k in range(decided):
        add(state, Link(k, BEFORE, k + 1))
    paths_of(state)
    before = state.store.copy()
    refused = [
        PointLink((decided, "end"), "<=", (0, "start")),
        Link("new", AllenSet("before"), "new"),
        Link(decided, AllenSet("meets"), 0),
    ]
    for link in refused:
        with pytest.raises(ContradictionError, match="nothing was added") as caught:
            add(state, link)
        assert (caught.value.conflict.link, caught.value.added) == (link, 0)
        before.next_handle = state.store.next_handle  # a handle is not given again
        assert state.store == before
        check(state)
    add(state, Link("new", BEFORE, 0))
    check(state)
