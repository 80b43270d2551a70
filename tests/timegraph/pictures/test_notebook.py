"""Pictures for notebooks."""

from __future__ import annotations

import pytest

from timegraph import TimeGraph
from timegraph.pictures import show


def test_a_picture_shows_itself_and_stands_in_as_text():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    picture = show(graph)
    assert picture._repr_html_().count("<rect") >= 2
    assert repr(picture) == picture.text == str(picture)
    assert "a a" in picture.text
    assert "b" not in show(graph, only=["a"]).text.split()
    with pytest.raises(KeyError):
        show(graph, only=["z"])


def test_a_large_graph_is_drawn_in_part():
    graph = TimeGraph()
    for k in range(300):
        graph.add_entity(k)
    assert "Not shown: 100" in show(graph).text
