"""Points, links and constraints are numbered in insertion order, and taken back from the end."""

from __future__ import annotations

import pytest

from timegraph import AllenSet, Link, PointConstraint, PointLink
from timegraph._graph.store import Store

BEFORE = Link("a", AllenSet("before"), "b")
DURING = Link("b", AllenSet("during"), "c")


def filled() -> Store:
    store = Store()
    a, b = store.interval("a"), store.interval("b")
    store.append(BEFORE, (a, a + 1, b, b + 1), [(1, 0, 2)])
    store.instant("noon")
    c = store.interval("c")
    store.append(DURING, (b, b + 1, c, c + 1), [(2, 0, 0), (1, 0, 3)])
    return store


def test_points_are_numbered_as_they_are_named() -> None:
    store = filled()
    assert (store.starts, store.instants) == ({"a": 0, "b": 2, "c": 5}, {"noon": 4})
    assert store.points[4:] == [("noon", "at"), ("c", "start"), ("c", "end")]
    assert store.interval("b") == 2
    assert store.instant("noon") == store.point(("noon", "at")) == 4
    assert store.point(("d", "end")) == 8
    assert [*store.starts_from(3)] == [7, 5]


def test_known_points_are_looked_up_and_never_added() -> None:
    store = filled()
    assert [store.known_point(p) for p in (("c", "end"), ("noon", "at"))] == [6, 4]
    with pytest.raises(KeyError, match="no entity 'noon' in the graph"):
        store.known_point(("noon", "end"))
    with pytest.raises(KeyError, match="no instant 'a' in the graph"):
        store.known_point(("a", "at"))
    assert str(store.missing("x", "a", "y")).startswith("\"no entities 'x', 'y' in the graph;")
    assert len(store.points) == 7


def test_constraints_belong_to_links() -> None:
    store = filled()
    assert [store.constraints_of_link(k) for k in (0, 1)] == [range(1), range(1, 3)]
    assert list(store.link_of) == [0, 1, 1]
    assert store.constraint(1) == PointConstraint(("c", "start"), "<", ("b", "start"))


def test_a_link_that_says_nothing_has_no_constraints() -> None:
    store = filled()
    store.append(Link("a", AllenSet.all(), "b"), (0, 1, 2, 3), [])
    store.append(PointLink(("a", "end"), "=", ("b", "end")), (1, 3), [(0, 2, 1)])
    assert [len(store.constraints_of_link(k)) for k in (2, 3)] == [0, 1]


def test_the_last_link_is_taken_back_with_the_points_that_it_named() -> None:
    store, before = filled(), filled()
    store.append(Link("d", AllenSet("before"), "a"), (store.interval("d"), 8, 0, 1), [(1, 0, 2)])
    assert store.remove_last(points=7) == 1
    store.next_handle -= 1  # which is not given again
    assert store == before
    assert store.remove_last(points=4) == 1  # with the instant, which stood between
    assert (store.links, list(store.xs), store.instants) == ([BEFORE], [1], {})


def test_copies_share_nothing_that_changes() -> None:
    store = filled()
    copy = store.copy()
    assert copy == store
    copy.remove_last(points=4)
    copy.named["z", True] = 0
    assert store == filled()
