"""Hypothesis knows this library's types once it is told, which installing the library does."""

from __future__ import annotations

import configparser
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import find, given, settings, strategies as st

from tests.invariants import check_graph
from timegraph import Allen, AllenSet, Answer, Link, PointConstraint, PointLink, TimeGraph
from timegraph.qa import Question
from timegraph.testing.hypothesis_plugin import register
from timeml import Document

register()

TYPES = [
    Allen,
    AllenSet,
    Answer,
    Document,
    Link,
    PointConstraint,
    PointLink,
    Question,
    TimeGraph,
]


@pytest.mark.parametrize("kind", TYPES)
@settings(max_examples=10)
@given(data=st.data())
def test_a_type_gives_values_of_that_type(kind, data):
    assert isinstance(data.draw(st.from_type(kind)), kind)


def test_graphs_hold_links():
    graph = find(st.from_type(TimeGraph), lambda graph: len(graph.links) > 1)
    assert len(graph.links) == 2
    check_graph(graph)


def test_graphs_hold_instants():
    def tied(graph):
        return any(
            isinstance(link, PointLink) and {"at", "start"} == {link.x[1], link.y[1]}
            for link in graph.links
        )

    graph = find(st.from_type(TimeGraph), tied)
    assert (graph.entities, graph.instants) == (("e1",), ("i1",))
    check_graph(graph)


@given(st.from_type(tuple[AllenSet, Allen]))
@settings(max_examples=5)
def test_types_within_types_are_known(pair):
    assert isinstance(pair[0], AllenSet)


def test_the_entry_point_names_what_registers(root: Path):
    config = configparser.ConfigParser()
    config.read(root / "setup.cfg", encoding="utf-8")
    _, _, target = config["options.entry_points"]["hypothesis"].partition("=")
    module, _, function = target.strip().partition(":")
    assert getattr(import_module(module), function) is register
