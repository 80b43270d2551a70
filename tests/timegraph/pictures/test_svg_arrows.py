"""Arrows in SVG lead from one box to another, and each is entailed."""

from __future__ import annotations

import re
from pathlib import Path

from lxml import etree

from timegraph import Allen, AllenSet, TimeGraph, build
from timegraph.pictures.notebook import draw_svg
from timegraph.pictures.svg import MOST_ARROWS
from timeml import read

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])
PATH = re.compile(r"M(-?\d+) (-?\d+)C[-\d ]+ (-?\d+) (-?\d+)m")


def edges_of(root: etree._Element) -> dict[int, list[tuple[float, float, float]]]:
    """Left, right and middle of the boxes of each entity."""
    found: dict[int, list[tuple[float, float, float]]] = {}
    for bar in root.iter(f"{SVG}g"):
        if bar.get("data-e") is not None:
            rect = bar.find(f"{SVG}rect")
            x, y, width, height = (float(rect.get(k)) for k in ("x", "y", "width", "height"))
            found.setdefault(int(bar.get("data-e")), []).append((x, x + width, y + height / 2))
    return found


def test_every_arrow_joins_its_boxes_and_is_entailed(kit: Path) -> None:
    seen = 0
    for path in sorted((kit / "gold").glob("*.tml")):
        document = read(path)
        for calendar in (False, True):
            graph = build(document, calendar=calendar)
            root = etree.fromstring(draw_svg(graph, document, with_arrows=True).encode())
            edges = edges_of(root)
            for arrow in root.iter(f"{SVG}path"):
                if arrow.get("data-a") is None:
                    continue
                a, b = int(arrow.get("data-a")), int(arrow.get("data-b"))
                assert graph.relations(graph.entities[a], graph.entities[b]) <= BEFORE
                x, y, to, below = map(int, PATH.match(arrow.get("d")).groups())
                assert any(abs(right - x) <= 1 and abs(m - y) <= 1 for _, right, m in edges[a])
                assert any(abs(left - to) <= 1 and abs(m - below) <= 1 for left, _, m in edges[b])
                seen += 1
    assert seen > 10


def crowded() -> TimeGraph:
    """Pairs one before the other that share nothing but what is before all of them."""
    graph = TimeGraph()
    for k in range(MOST_ARROWS + 5):
        graph.add("first", "before", f"a{k}")
        graph.add(f"a{k}", "before", f"b{k}")
    return graph


def test_a_crowd_of_arrows_is_counted_not_drawn():
    graph = crowded()
    svg = draw_svg(graph)
    assert "data-a" not in svg
    (many,) = re.findall(r"(\d+) arrows not drawn", svg)
    assert draw_svg(graph, with_arrows=True).count("data-a") == int(many) > MOST_ARROWS
    assert "data-a" not in draw_svg(graph, with_arrows=False)


def test_a_link_that_was_left_out_is_a_broken_arrow():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b")
    graph.add("b", "before", "a", source="<l2>")
    graph.add("c", "before", "c")
    svg = draw_svg(graph)
    root = etree.fromstring(svg.encode())
    (broken,) = [group for group in root.iter(f"{SVG}g") if group.get("data-c")]
    assert "left out as contradictory" in broken.find(f"{SVG}title").text
    assert "<l2>" in broken.find(f"{SVG}title").text
    assert len(broken.findall(f"{SVG}path")) == 1
    assert svg.count('class="reach"') == 1
