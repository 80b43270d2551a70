"""Graphs of many statements: links as columns, against the same links as objects."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from timegraph import ContradictionError, TimeGraph, build, stated_links
from timegraph._graph import edits
from timegraph._graph.store import ColumnLinks
from timegraph.links import Policy
from timeml import Document
from timeml.readers.statement_lines import Row
from timeml.readers.statements import document_of

ENTITIES = st.sampled_from(["a", "b", "c", "d", {"date": "1998"}, {"date": "1999-05"}])
RELATIONS = st.sampled_from(["before", "meets", "equal", "during", "before | meets", "after"])
LINKS = st.lists(st.tuples(ENTITIES, RELATIONS, ENTITIES), min_size=1, max_size=12)
POLICIES = st.sampled_from(["drop-link", "drop-constraint", "error"])


def document(links: list) -> Document:
    rows = [Row(k, {"a": a, "relation": r, "b": b}) for k, (a, r, b) in enumerate(links, 2)]
    return document_of(rows, "doc")


def graph(read: Document, policy: Policy, *, columns: bool) -> TimeGraph | str:
    """The graph of a document, or why there is none."""
    with pytest.MonkeyPatch.context() as patch:
        for home, name in ((stated_links, "_MANY"), (edits, "_PAY_FROM")):
            patch.setattr(home, name, 0 if columns else 1000)
        patch.setattr(edits, "_LOADING_PAYS_FROM", 0 if columns else 1000)
        try:
            return build(read, on_conflict=policy)
        except ContradictionError as error:
            return str(error)


def seen(graph: TimeGraph) -> Iterator[object]:
    """What a user sees of a graph."""
    yield [(str(k.link), k.link.source, [str(link) for link in k.against]) for k in graph.conflicts]
    yield graph.entities
    yield [(str(link), link.source) for link in graph.links]
    yield [graph.relations(a, b) for a in graph.entities for b in graph.entities]


@given(LINKS, POLICIES, st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_columns_are_as_links(links: list, policy: Policy, data: st.DataObject) -> None:
    read = document(links)
    fast, slow = (graph(read, policy, columns=columns) for columns in (True, False))
    if not isinstance(fast, TimeGraph) or not isinstance(slow, TimeGraph):
        assert fast == slow
        return
    copied = pickle.loads(pickle.dumps(fast))
    assert [*seen(fast)] == [*seen(slow)] == [*seen(fast.copy())] == [*seen(copied)]
    number = data.draw(st.integers(0, len(slow.links) - 1))
    source = slow.links[number].source
    for changed in (fast, slow):
        changed.retract(source)
        changed.add("a", "before", "z", "later")
        if changed.conflicts:
            changed.retract("later")
    assert [*seen(fast)] == [*seen(slow)]


@given(LINKS, st.data())
@settings(deadline=None)
def test_a_list_of_columns_is_a_list(links: list, data: st.DataObject) -> None:
    read = document(links)
    columns = columns_of(read)
    plain = ["first", *columns]
    lazy = ColumnLinks(["first"], columns)  # type: ignore[list-item]
    for _ in range(data.draw(st.integers(0, 6))):
        there = len(plain)
        match data.draw(st.sampled_from(["get", "slice", "tail", "delete", "append", "copy"])):
            case "get" if there:
                k = data.draw(st.integers(-there, there - 1))
                assert lazy[k] == plain[k]
                assert lazy[k] is lazy.copy()[k]
            case "slice":
                first, stop = (data.draw(st.integers(0, there)) for _ in range(2))
                assert lazy[first:stop] == plain[first:stop]
            case "tail":
                first = data.draw(st.integers(0, there))
                del lazy[first:], plain[first:]
            case "delete" if there:
                k = data.draw(st.integers(0, there - 1))
                del lazy[k], plain[k]
            case "append":
                lazy.append("more")  # type: ignore[arg-type]
                plain.append("more")
            case "copy":
                lazy = lazy.copy()
        assert len(lazy) == len(plain)
    assert [*lazy] == plain


def columns_of(read: Document) -> stated_links.RelationColumns:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stated_links, "_MANY", 0)
        columns = stated_links.columns_of(read, stated_links.relation_of)
    assert columns is not None
    return columns
