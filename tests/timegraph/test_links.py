"""Links and conflicts as text, and the error that a contradiction raises."""

from __future__ import annotations

import pickle

import pytest

from timegraph import (
    AllenSet,
    Conflict,
    ContradictionError,
    Link,
    PointConstraint,
    PointLink,
    TimeGraph,
)
from timegraph.links import endpoint_name

FIRST, LAST = Link("a", AllenSet("before"), "b", "s1"), Link("b", AllenSet("before"), "a", "s2")
CONFLICT = Conflict(LAST, (PointConstraint(("b", "end"), "<", ("a", "start")),), (FIRST,))


def test_links_print_as_what_they_say() -> None:
    assert str(Link("a", AllenSet(["before", "meets"]), "b", "s")) == "a before | meets b"
    assert str(PointLink(("a", "end"), "<=", ("noon", "at"))) == "a.end <= noon"
    assert endpoint_name(("a", "start")) == "a.start"


def test_conflicts_print_what_contradicts_what() -> None:
    assert str(CONFLICT) == "s2: b before a (b.end < a.start) contradicts s1: a before b"
    alone = Conflict(CONFLICT.link, CONFLICT.constraints, ())
    assert str(alone) == "s2: b before a cannot hold by itself (b.end < a.start)"


@pytest.mark.parametrize(
    ("added", "outcome"),
    [
        (0, "nothing was added"),
        (1, "the link before it was added"),
        (2, "the 2 links before it were added"),
    ],
)
def test_the_error_says_what_was_added(added: int, outcome: str) -> None:
    error = ContradictionError(CONFLICT, added)
    assert str(error) == (
        f"s2: b before a (b.end < a.start) contradicts s1: a before b; {outcome}. Leave the link "
        "out, or make the graph with on_conflict='drop-link' or 'drop-constraint'"
    )
    again = pickle.loads(pickle.dumps(error))
    assert (again.conflict, again.added, str(again)) == (CONFLICT, added, str(error))


def test_nothing_was_added_unless_the_error_is_told_otherwise() -> None:
    assert ContradictionError(CONFLICT).added == 0


def test_a_notebook_shows_what_a_conflict_contradicts():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    graph.add("b", "before", "a")
    graph.add("a", "before", "a")
    first, second = (conflict._repr_html_() for conflict in graph.conflicts)
    assert "<li>a before b</li>" in first
    assert "b.end &lt; a.start" in first
    assert "<li>itself</li>" in second
