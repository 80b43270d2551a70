"""What threads share of a graph; tests/test_threads.py has many threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.invariants import check_graph
from timegraph import AllenSet, Answer, ContradictionError, Link, Policy, TimeGraph
from timegraph._closure.int_rows import IntRows
from timegraph._graph import closing, graph_json
from timegraph.options import POLICIES


def graph_of(*links: str, policy: Policy = "error") -> TimeGraph[Any]:
    """``"ab"`` is "a before b"."""
    graph: TimeGraph[Any] = TimeGraph(on_conflict=policy)
    for a, b in links:
        graph.add(a, "before", b)
    return graph


class Meddler:
    """An entity equal to a name; something happens whenever it is looked up."""

    def __init__(self, name: str, happens: Callable[[], object]) -> None:
        self.name, self.happens = name, happens

    def __hash__(self) -> int:
        self.happens()
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return self.name == other


def test_every_change_withdraws_what_was_published() -> None:
    changes: list[Callable[[TimeGraph[Any]], object]] = [
        lambda graph: graph.add("b", "before", "c"),
        lambda graph: graph.add_points(("b", "end"), "<", ("t", "at")),
        lambda graph: graph.add_duration("b", "1 day"),
        lambda graph: graph.place("b", within="1998"),
        lambda graph: graph.add_entity("z"),
        lambda graph: graph.add_instant("z"),
        lambda graph: graph.extend([Link("b", AllenSet("before"), "c")]),
        lambda graph: graph.remove(0),
        lambda graph: graph.remove_entity("a"),
        lambda graph: graph.retract("s"),
    ]
    for change in changes:
        graph = graph_of("ab")
        graph.add("a", "before", "x", "s")
        graph.ask("a", "before", "b")
        published = graph._published
        assert published is not None
        change(graph)
        assert graph._published is not published


def test_what_changes_while_it_is_read_is_not_published() -> None:
    graph = graph_of("ab")
    graph.add_duration("a", "1 day")
    assert graph.ask("a", "before", "b") is Answer.YES
    assert graph._published is None


def test_an_answer_is_given_again_if_the_graph_changes_meanwhile() -> None:
    graph = graph_of("ab", policy="drop-link")
    graph.add_entity("c")
    asked: list[str] = []

    def happens() -> None:
        if not asked:
            asked.append("")
            graph.add("b", "before", "c")

    assert graph.ask("a", "before", "c") is Answer.UNKNOWN
    assert graph.ask("a", "before", Meddler("c", happens)) is Answer.YES


@pytest.mark.parametrize("error", [IndexError, AssertionError, RuntimeError])
def test_an_error_of_a_torn_read_is_not_raised(error: type[Exception]) -> None:
    graph = graph_of("ab")
    graph.ask("a", "before", "b")

    def torn(a: int, b: int) -> int:
        graph.add("b", "before", "c")
        raise error

    graph._published = torn, graph._live.store.starts
    assert graph.ask("a", "before", "b") is Answer.YES


def test_errors_of_the_question_are_raised() -> None:
    graph = graph_of("ab")
    for _ in range(2):  # before and after something is published
        with pytest.raises(KeyError, match="no entity 'z'"):
            graph.ask("a", "before", "z")
        with pytest.raises(TypeError, match="unhashable"):
            graph.ask("a", "before", [])
        with pytest.raises(ValueError, match="missing must be"):
            graph.ask("a", "before", "z", missing="perhaps")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="unknown Allen relation"):
            graph.ask("a", "befor", "z", missing="unknown")  # type: ignore[arg-type]
        assert graph.ask("a", [], "z", missing="unknown") is Answer.UNKNOWN
        graph.ask("a", "before", "b")


class _Undone(Exception):
    pass


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("asked_before", [True, False])
def test_other_threads_see_a_transaction_as_a_whole(kept: bool, asked_before: bool) -> None:
    graph = graph_of("ab")
    if asked_before:
        graph.ask("a", "before", "b")
    answers: list[Answer] = []
    reader = threading.Thread(
        target=lambda: answers.append(graph.ask("a", "before", "c", missing="unknown"))
    )

    def block() -> None:
        with graph.transaction():
            graph.add("b", "before", "c")
            assert graph.ask("a", "before", "c") is Answer.YES
            reader.start()
            if not kept:
                raise _Undone

    if kept:
        block()
    else:
        with pytest.raises(_Undone):
            block()
    reader.join()
    assert answers == [Answer.YES if kept else Answer.UNKNOWN]


def test_transactions_may_nest() -> None:
    graph = graph_of("ab")

    def undone() -> None:
        with graph.transaction():
            graph.add("b", "before", "c")
            raise _Undone

    with graph.transaction():
        with pytest.raises(_Undone):
            undone()
        graph.add("b", "before", "d")
        graph.ask("a", "before", "d")
        assert graph._published is None
    assert graph.ask("a", "before", "d") is Answer.YES
    assert graph._published is not None
    assert "c" not in graph


# ---- interrupts -------------------------------------------------------------------------


def _interrupted(*arguments: object, **options: object) -> Any:
    raise KeyboardInterrupt


def _half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the closing of rows add some of what it should, and be interrupted."""
    add = IntRows.add

    def add_and_stop(rows: IntRows, x: int, op: int, y: int) -> None:
        add(rows, x, op, y)
        raise KeyboardInterrupt

    monkeypatch.setattr(IntRows, "add", add_and_stop)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("known", [0, 30])
def test_an_interrupt_while_closing_leaves_the_graph_whole(
    policy: Policy, known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph: TimeGraph[Any] = TimeGraph(on_conflict=policy)
    graph.extend([Link(k, AllenSet("before"), k + 1) for k in range(known)])
    graph.add("a", "before", "b")
    if known:
        graph.ask("a", "before", "b")
    before = graph.links

    def change_and_ask() -> None:
        graph.add("b", "equal", "c")
        graph.ask("a", "before", "c")

    with monkeypatch.context() as patch:
        _half_done(patch)
        patch.setattr(closing, "close_small", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            change_and_ask()
        if policy == "error":
            with pytest.raises(KeyboardInterrupt):
                graph.extend([Link("c", AllenSet("before"), "d")])
            assert "c" not in graph
    check_graph(graph)
    if policy == "error":
        assert graph.links == before
        with pytest.raises(ContradictionError):
            graph.add("b", "before", "a")
    graph.add("b", "before", "c")
    assert graph.ask("a", "before", "c", missing="unknown") is Answer.YES


@pytest.mark.parametrize("policy", POLICIES)
def test_an_interrupt_while_links_are_added_takes_them_back(
    policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = graph_of("ab", policy=policy)
    graph.ask("a", "before", "b")
    before = graph.to_json()
    store = graph._live.store
    with monkeypatch.context() as patch:
        patch.setattr(type(store), "append", _interrupted)
        for change in (
            lambda: graph.add("b", "before", "c"),
            lambda: graph.extend([Link("b", AllenSet("before"), "c")]),
            lambda: graph.add_points(("b", "end"), "<", ("t", "at")),
        ):
            with pytest.raises(KeyboardInterrupt):
                change()
    assert graph.to_json() == before
    check_graph(graph)
    assert graph_json.from_json(before, None).store == graph._live.store
