"""SVG: well-formed, escaped, and drawn where the layout says."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from timegraph import Allen, AllenSet, TimeGraph, build
from timegraph.pictures.svg import draw_svg
from timeml import read

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])


def test_boxes_that_stand_left_in_a_section_are_before(kit: Path) -> None:
    document = read(kit / "gold" / "news-festival-storm.tml")
    graph = build(document, calendar=True)
    root = etree.fromstring(draw_svg(graph, document).encode())
    compared = 0
    for section in root.iter(f"{SVG}g"):
        if section.get("class") != "section":  # a list claims nothing
            continue
        boxes = []
        for row in section:
            line = row.find(f"{SVG}rect[@class='line']")
            left = float(line.get("x"))
            for bar in row.iter(f"{SVG}g"):
                if bar.get("data-e") is not None:
                    entity = graph.entities[int(bar.get("data-e"))]
                    boxes.append((entity, left, left + float(line.get("width"))))
        for a, _, right in boxes:
            for b, left, _ in boxes:
                if right + 1e-6 < left:
                    compared += 1
                    assert graph.relations(a, b) <= BEFORE
    assert compared > 100


def test_names_are_escaped():
    graph = TimeGraph()
    graph.add("<script>alert(1)</script>", "before", "\"&'")
    svg = draw_svg(graph)
    assert "<script>" not in svg
    assert etree.fromstring(svg.encode()).tag == f"{SVG}svg"


@pytest.mark.parametrize("entities", [0, 1])
def test_almost_nothing_can_be_drawn(entities: int) -> None:
    graph = TimeGraph()
    for k in range(entities):
        graph.add_entity(k)
    assert etree.fromstring(draw_svg(graph).encode()).tag == f"{SVG}svg"
