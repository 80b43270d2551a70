"""A state is data: copied and pickled with what was decided, under its own policy and engine."""

from __future__ import annotations

import copy
import pickle

import pytest

from tests.invariants import check
from timegraph import AllenSet, Link
from timegraph._compiled import Engine
from timegraph._graph.closing import closed, index_of
from timegraph._graph.edits import add, conflicts_of, paths_of, retract
from timegraph._graph.store import GraphState, new_state

WAYS = {
    "copy": GraphState.copy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "deepcopy": copy.deepcopy,
}


def chain(length: int, engine: Engine | None = None) -> GraphState:
    state = new_state("drop-link", engine=engine)
    for k in range(length):
        add(state, Link(k, AllenSet("before"), k + 1, k))
    add(state, Link(1, AllenSet("before"), 0, "wrong"))
    return state


@pytest.fixture(params=WAYS)
def copied(request):
    return WAYS[request.param]


def test_a_new_state_is_empty_and_closed() -> None:
    state = new_state("error")
    assert len(closed(state)) == 0
    check(state)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(
        ValueError, match="on_conflict must be one of error, drop-constraint, drop-link"
    ):
        new_state("ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory_budget is a whole number of bytes"):
        new_state("error", memory_budget=-1)
    with pytest.raises(ValueError, match="the engine has its own memory_budget"):
        new_state("error", memory_budget=1, engine=Engine())


@pytest.mark.parametrize("asked", [False, True])
def test_copies_hold_the_same_and_share_nothing(copied, asked: bool) -> None:
    state = chain(4)
    if asked:
        conflicts_of(state)
    other = copied(state)
    assert other.store == state.store
    assert (other.kept, other.policy) == (state.kept, state.policy)
    add(other, Link(9, AllenSet("meets"), 0))
    check(other)
    assert closed(other).mask(other.store.starts[9], other.store.starts[4]) == 1
    assert 9 not in state.store.starts
    assert [c.link.source for c in conflicts_of(state)] == ["wrong"]
    assert [c.link.source for c in conflicts_of(other)] == ["wrong"]


def test_copies_make_their_own_caches(copied) -> None:
    state = chain(4)
    paths_of(state), index_of(state)
    other = copied(state)
    assert (other.paths, other.index) == (None, None)
    assert other.current is not state.current


def test_indexes_of_large_graphs_are_made_again(copied) -> None:
    state = chain(9, Engine("grail_index", kernels="always"))
    kind = type(closed(state))
    assert len(pickle.dumps(state)) < 5000
    other = copied(state)
    assert other.closure is None
    assert type(closed(other)) is kind


def test_the_engine_stays_with_the_state(copied) -> None:
    state = chain(9, Engine(memory_budget=0, kernels="always"))
    rest, removed = retract(copied(state), 5)
    assert rest.engine == state.engine
    assert len(removed) == 1
    starts, closure = rest.store.starts, closed(rest)
    assert closure.mask(starts[0], starts[5]) == 1
    assert closure.mask(starts[0], starts[6]) == AllenSet.all().mask
