"""Links as JSON objects; test_graph_json.py has all kinds and all errors."""

from __future__ import annotations

import pytest

from timegraph import AllenSet, GraphFormatError, Link
from timegraph._graph.adding import append
from timegraph._graph.exchange.link_objects import link_from_json, link_to_json
from timegraph._graph.state import new_state


def test_there_and_back():
    state = new_state("error")
    link = Link("a", AllenSet(["before", "meets"]), "b", "Ann")
    append(state, link)
    written = link_to_json(state.store, 0, bytearray(b"\1" * len(state.store.xs)))
    assert written["relation"] == ["before", "meets"]
    stored = link_from_json(written, "here")
    assert (stored.link, stored.bounds, stored.left_out) == (link, None, ())


@pytest.mark.parametrize("value", [None, {}, {"kind": "link"}, {"kind": []}])
def test_what_is_not_a_link(value):
    with pytest.raises(GraphFormatError, match=r"^here: a link is an object with a kind"):
        link_from_json(value, "here")
