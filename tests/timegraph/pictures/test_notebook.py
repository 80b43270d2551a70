"""Pictures for notebooks."""

from __future__ import annotations

from gc import collect
from pathlib import Path
from weakref import ref

import pytest

from timegraph import TimeGraph, build
from timegraph.documents.build import document_of
from timegraph.pictures import show
from timeml import read


def test_a_picture_shows_itself_and_stands_in_as_text():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    picture = show(graph)
    assert picture._repr_html_().count("<rect") >= 2
    assert repr(picture) == picture.text == str(picture)
    assert "  a   " in picture.text
    assert "b" not in show(graph, only=["a"]).text.split()
    with pytest.raises(KeyError):
        show(graph, only=["z"])


def test_a_large_graph_is_drawn_in_part():
    graph = TimeGraph()
    for k in range(300):
        graph.add_entity(k)
    assert "Not shown: 100" in show(graph).text


def test_graphs_of_documents_show_their_words(kit: Path) -> None:
    document = read(kit / "gold" / "news-festival-storm.tml")
    graph = build(document, calendar=True)
    assert ">alarm<" in graph._repr_html_()
    assert "alarm" not in graph.copy()._repr_html_()
    assert document_of(graph) is document
    assert document_of(build(document, durations="soft", calendar=True)) is document
    kept = ref(graph)
    del graph
    collect()
    assert kept() is None
