"""Timelines in plain characters: they fit, and left of means before."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, TimeGraph, build
from timegraph.pictures.layout import timeline_of
from timegraph.pictures.svg import draw_text
from timegraph.report.plain_text import display_width
from timeml import read

BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])


@pytest.mark.parametrize("width", [10, 40, 80, 200])
def test_lines_fit(kit: Path, width: int) -> None:
    for path in sorted((kit / "gold").glob("*.tml")):
        document = read(path)
        text = draw_text(build(document, calendar=True), document, width=width)
        assert max(map(display_width, text.splitlines())) <= max(40, width)


def test_left_means_before(kit: Path) -> None:
    document = read(kit / "gold" / "news-festival-storm.tml")
    graph = build(document)
    for block in draw_text(graph, document).split("\n\n"):
        if "not to scale" in block:
            bars = {}
            for line in block.splitlines()[1:]:
                bar = line[27:]
                bars[line.split()[0]] = (len(bar) - len(bar.lstrip()), len(bar))
            for a, b in permutations(bars, 2):
                assert (bars[a][1] <= bars[b][0]) == (graph.relations(a, b) <= BEFORE)


def test_a_long_order_comes_in_pieces():
    graph = TimeGraph()
    for k in range(60):
        graph.add(f"x{k}", "before", f"x{k + 1}")
    text = draw_text(graph, width=40)
    assert "(ranks 1 to" in text
    assert all(len(line) <= 40 for line in text.splitlines())


def test_what_is_in_no_link_is_one_list():
    graph = TimeGraph()
    graph.add_entity("lonely")
    assert draw_text(graph) == "In no link (1):\n  lonely\n"


def test_orders_between_parts_lengths_and_broken_links_are_listed():
    graph = TimeGraph(on_conflict="drop-link")
    for a, b in (("a", "b"), ("b", "c"), ("x", "y"), ("y", "z"), ("a", "z")):
        graph.add(a, "before", b)
    graph.add("c", "before", "a", source="l9")
    graph.add_duration("b", at_least="2 days", at_most="3 days")
    text = draw_text(graph, width=50)
    assert "Orders that the lines above do not show:\n  a < z\n  x < y\n" in text
    assert "Lengths:\n  b: at least 2 days and at most 3 days\n" in text
    assert "Left out as contradictory (1):\n  l9: c before a" in text
    assert all(len(line) <= 50 for line in text.splitlines())


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from(Allen)),
        max_size=5,
    ),
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 4)), max_size=3),
)
def test_orders_of_dated_entities_follow_from_their_lines(links: list, days: list) -> None:
    graph = TimeGraph(on_conflict="drop-link")
    for name in "abcd":
        graph.add_entity(name)
    for name, day in days:
        graph.place(name, within=f"1998-05-{day:02}")
    for a, b, relation in links:
        if a != b:
            graph.add(a, relation, b)
    timeline, names = timeline_of(graph), graph.entities
    dated = {names[k]: window for k, window in timeline.windows.items()}
    block = draw_text(graph).partition("do not show:\n")[2].partition("\n\n")[0]
    listed = [line.strip().split(" < ") for line in block.splitlines()]
    order = {(a, b) for a, others in listed for b in others.split(", ")}
    for a, b in permutations(dated, 2):
        end, start = dated[a].latest_end, dated[b].earliest_start
        if end is not None and start is not None and end <= start:
            order.add((a, b))
    for between, a, b in product(dated, repeat=3):
        if {(a, between), (between, b)} <= order:
            order.add((a, b))
    for a, b in permutations(dated, 2):
        assert ((a, b) in order) == (graph.relations(a, b) <= BEFORE)
