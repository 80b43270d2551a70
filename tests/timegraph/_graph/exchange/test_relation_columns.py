"""Relations in columns, against links that are added one by one."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from timegraph import GraphFormatError, Link
from timegraph._graph import edits
from timegraph._graph.edits import append, append_all
from timegraph._graph.graph_json import checked_columns
from timegraph._graph.store import new_state
from timegraph.allen import AllenSet
from timegraph.testing.strategies import conjunctions

# Two names are equal, as True and 1 are.
NAMES = ("a", 1, ("b", None), True, "c", None)
SOURCES = ("Ann", None, {"by": ["Ben"]})

POSITION = st.integers(0, len(NAMES) - 1)
ROWS = st.lists(
    st.tuples(POSITION, conjunctions(), POSITION, st.integers(0, len(SOURCES) - 1)), max_size=8
)


def columns_of(rows):
    relations = [AllenSet(relation).mask for _, relation, _, _ in rows]
    columns = {"relation": relations}
    for name, at in (("a", 0), ("b", 2), ("source", 3)):
        columns[name] = [row[at] for row in rows]
    return checked_columns(columns, NAMES, SOURCES)


@pytest.mark.parametrize("pays_from", [0, 5, 100])
@given(ROWS, st.integers(0, 8), st.sampled_from([None, "c", "z"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_they_are_added_as_one_by_one(monkeypatch, pays_from, rows, cut, before):
    for name in ("_PAY_FROM", "_LOADING_PAYS_FROM"):
        monkeypatch.setattr(edits, name, pays_from)
    fast, slow = new_state("drop-link"), new_state("drop-link")
    for state in (fast, slow):
        if before:
            state.store.interval(before)
            state.store.instant("t")
    relations = columns_of(rows)
    cut = min(cut, len(rows))
    assert len(relations) == len(rows)
    for first, stop in ((0, cut), (cut, len(rows))):
        if first < stop:
            append_all(fast, relations.part(first, stop))
    for a, relation, b, source in rows:
        append(slow, Link(NAMES[a], AllenSet(relation), NAMES[b], SOURCES[source]))
    fast.store.links = [*fast.store.links]
    assert fast.store == slow.store
    assert repr(fast.store.links) == repr(slow.store.links)
    assert [*fast.store.starts] == [*slow.store.starts]


RIGHT = {"a": [0], "relation": [1], "b": [1], "source": [2]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"a": [0, 1]}, "columns differ in length"),
        ({"a": [6]}, "relations.a: numbers go from 0 to 5"),
        ({"b": [-1]}, "relations.b: numbers go"),
        ({"b": [1.0]}, "relations.b must be a list of whole numbers"),
        ({"b": [True]}, "relations.b must be a list of whole numbers"),
        ({"source": [3]}, "relations.source: numbers go from 0 to 2"),
        ({"relation": [1 << 13]}, "relations.relation: numbers go from 0 to 8191"),
    ],
)
def test_what_is_wrong_is_named(change, message):
    with pytest.raises(GraphFormatError, match=message):
        checked_columns(RIGHT | change, NAMES, SOURCES)


def test_sets_that_cannot_be_added():
    with pytest.raises(ValueError, match="conjunction"):
        checked_columns(RIGHT | {"relation": [4097]}, NAMES, SOURCES)
