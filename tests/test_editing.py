"""Handles, transactions, what-if copies and snapshots."""

from __future__ import annotations

import copy
import pickle
import threading

import pytest

from tests.invariants import check_graph
from timegraph import (
    Allen,
    AllenSet,
    Answer,
    ContradictionError,
    GraphSnapshot,
    Handle,
    Link,
    PointLink,
    TimeGraph,
    explain,
)
from timegraph.options import POLICIES

BEFORE = AllenSet("before")


def chain(n, policy="error"):
    graph = TimeGraph(on_conflict=policy)
    handles = graph.extend([Link(k, BEFORE, k + 1, f"l{k}") for k in range(n)])
    return graph, handles


def everything(graph):
    return graph.to_json(), graph.entities, graph.instants


# ---- handles ----------------------------------------------------------------------------


def test_every_way_to_add_returns_a_handle():
    graph = TimeGraph()
    handles = [
        graph.add("a", "before", "b"),
        graph.add_points(("b", "end"), "<", ("c", "start")),
        *graph.extend([PointLink(("t", "at"), "<", ("a", "start")), Link("c", BEFORE, "d")]),
        graph.add_distance(("a", "start"), ("d", "end"), at_most="3 years"),
        graph.add_duration("a", "1 hour"),
        graph.place("b", within="1998-05"),
    ]
    assert handles == [0, 1, 2, 3, 4, 5, 6]
    for handle, link in zip(handles, graph.links, strict=True):
        assert graph.copy().remove(handle) == (link,)


@pytest.mark.parametrize("n", [5, 2_000])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_link_is_removed_by_its_handle(n, policy):
    graph, handles = chain(n, policy)
    again = graph.add(0, "before", 2, "l1")
    assert graph.remove(handles[1]) == (Link(1, BEFORE, 2, "l1"),)
    assert graph.ask(0, "before", 2) is Answer.YES
    assert graph.ask(1, "before", 2) is Answer.UNKNOWN
    assert graph.remove(again, handles[3]) == (Link(3, BEFORE, 4, "l3"), Link(0, BEFORE, 2, "l1"))
    later = graph.add(1, "before", 2)
    assert later == again + 1
    assert len(graph.links) == n - 1
    graph.remove()
    assert len(graph.links) == n - 1


@pytest.mark.parametrize("n", [5, 2_000])
def test_bad_handles_change_nothing(n):
    graph, handles = chain(n)
    graph.remove(handles[2])
    before = everything(graph)
    for wrong, error, message in [
        ((handles[0], handles[0]), ValueError, "the handle 0 is given twice"),
        ((handles[0], handles[2]), KeyError, "the handle 2 was removed or never added"),
        ((handles[2],), KeyError, "the handle 2 was removed"),
        ((Handle(9_999),), KeyError, "ever had the handle 9999"),
        ((Handle(-1),), KeyError, "ever had the handle -1"),
        (("l1",), TypeError, "not 'l1'"),
    ]:
        with pytest.raises(error, match=message):
            graph.remove(*wrong)
    assert everything(graph) == before


def test_a_refused_link_leaves_no_handle():
    graph, handles = chain(3)
    with pytest.raises(ContradictionError):
        graph.add(2, "before", 0)
    new = graph.add(2, "before", 7)
    assert new not in handles
    assert graph.remove(new)[0].b == 7
    check_graph(graph)


# ---- entities and sources ---------------------------------------------------------------


@pytest.mark.parametrize("n", [5, 2_000])
@pytest.mark.parametrize("policy", POLICIES)
def test_an_entity_goes_with_its_links(n, policy):
    graph, _ = chain(n, policy)
    graph.add_entity("alone")
    assert graph.remove_entity(2) == (Link(1, BEFORE, 2, "l1"), Link(2, BEFORE, 3, "l2"))
    assert graph.remove_entity("alone") == ()
    assert 2 not in graph
    assert "alone" not in graph.entities
    assert graph.ask(0, "before", 3) is Answer.UNKNOWN
    with pytest.raises(KeyError, match="no entity 2 in the graph"):
        graph.remove_entity(2)
    with pytest.raises(KeyError, match="no entity 2"):
        graph.ask(0, "before", 2)
    if n < 10:
        check_graph(graph)


def test_an_entity_that_was_also_added_by_itself_goes():
    graph = TimeGraph()
    graph.add_entity("a")
    graph.add("a", "before", "b")
    graph.add_points(("a", "at"), "<", ("b", "start"))
    graph.remove_entity("a")
    assert (graph.entities, graph.instants) == (("b",), ("a",))
    check_graph(graph)


@pytest.mark.parametrize("kind", ["relation", "distance"])
def test_an_entity_with_one_link_goes_from_a_graph_with_distances(kind):
    graph = TimeGraph()
    graph.add_entity("a")
    graph.add_duration("b", "1 day")
    if kind == "relation":
        graph.add("a", "before", "b")
    else:
        graph.add_distance(("a", "end"), ("b", "end"), at_most="1 day")
    graph.ask("a", "before", "b")
    assert len(graph.remove_entity("a")) == 1
    assert graph.entities == ("b",)
    check_graph(graph)


def test_none_is_not_a_source_to_retract():
    graph = TimeGraph()
    graph.extend([Link("a", BEFORE, "b"), Link("b", BEFORE, "c", "Ann")])
    with pytest.raises(ValueError, match=r"remove\(handle\)"):
        graph.retract(None)
    assert len(graph.links) == 2


# ---- all or nothing ---------------------------------------------------------------------


@pytest.mark.parametrize("n", [4, 2_000])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_transaction_that_fails_changes_nothing(n, policy):
    graph, handles = chain(n, policy)
    before = everything(graph)
    with pytest.raises(ZeroDivisionError), graph.transaction():  # noqa: PT012
        inside = graph.add(n, "before", n + 1)
        graph.remove(handles[1])
        graph.add_entity("new")
        assert graph.ask(0, "before", 3) is Answer.UNKNOWN
        1 / 0  # noqa: B018
    data, *names = everything(graph)
    assert names == list(before[1:])
    assert data["links"] == before[0]["links"]
    assert graph.ask(0, "before", 3) is Answer.YES
    with pytest.raises(KeyError, match="removed or never added"):
        graph.remove(inside)
    assert graph.add(n, "before", n + 1) > inside


def test_a_transaction_that_succeeds_stays():
    graph, handles = chain(4)
    with graph.transaction() as same:
        assert same is graph
        graph.remove(handles[0])
        graph.add(0, "after", 1)
    assert graph.ask(0, "after", 1) is Answer.YES


def test_transactions_nest():
    graph, _ = chain(4)
    with graph.transaction():
        graph.add_entity("kept")
        with pytest.raises(ContradictionError), graph.transaction():  # noqa: PT012
            graph.add_entity("gone")
            graph.add(3, "before", 0)
    assert "kept" in graph
    assert "gone" not in graph


def test_a_failed_extend_in_a_transaction_takes_all_back():
    graph, _ = chain(4)
    with pytest.raises(ContradictionError), graph.transaction():
        graph.extend([Link(4, BEFORE, 5), Link(5, BEFORE, 0)])
    assert 5 not in graph


# ---- copies -----------------------------------------------------------------------------


def test_what_if():
    graph, _ = chain(3)
    before = everything(graph)
    with pytest.raises(ContradictionError, match="3 before 0"):
        graph.with_links([Link(3, BEFORE, 0)])
    wider = graph.with_links([Link(3, BEFORE, 4)])
    assert wider.ask(0, "before", 4) is Answer.YES
    assert everything(graph) == before


def test_a_snapshot_stays_as_it_was():
    graph, handles = chain(3)
    snapshot = graph.snapshot()
    graph.remove(handles[1])
    assert snapshot.ask(0, "before", 3) is Answer.YES
    assert graph.ask(0, "before", 3) is Answer.UNKNOWN
    assert repr(snapshot) == "<GraphSnapshot: 4 entities, 3 links>"
    assert explain(snapshot, 0, Allen.BEFORE, 3).answer is Answer.YES
    assert not hasattr(snapshot, "add")
    changed = snapshot.copy()
    changed.add(3, "before", 4)
    assert len(snapshot) == 4
    for twin in (pickle.loads(pickle.dumps(snapshot)), copy.deepcopy(snapshot)):
        assert type(twin) is GraphSnapshot
        assert twin.links == snapshot.links


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("n", [40, 1_200])
def test_eight_threads_of_which_one_writes(n, policy):
    graph, _ = chain(n, policy)
    done, failures = threading.Event(), []

    def read():
        try:
            while not done.is_set():
                snapshot = graph.snapshot()
                length = len(snapshot) - 1
                # A transaction adds a link and its end at once.
                assert snapshot.ask(0, "before", length) is Answer.YES
                assert snapshot.links[-1].b == length
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(7)]
    for reader in readers:
        reader.start()
    for k in range(n, n + 30):
        with graph.transaction():
            wrong = graph.add(k, "after", k + 1)
            graph.remove(wrong)
            graph.add(k, "before", k + 1)
    done.set()
    for reader in readers:
        reader.join()
    assert failures == []
    if n < 100:
        check_graph(graph)
