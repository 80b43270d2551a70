"""Arrows in SVG lead from one box to another, and each is entailed."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

from lxml import etree

from timegraph import Allen, AllenSet, TimeGraph, build
from timegraph.pictures.svg import MOST_ARROWS, _Ways, draw_svg
from timeml import read

SVG = "{http://www.w3.org/2000/svg}"
BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])
PATH = re.compile(r"M(-?\d+) (-?\d+)C([-\d ]+?) (-?\d+) (-?\d+)m")
Edges = tuple[float, float, float]


def meets(point: tuple[int, int], edges: Edges, *, from_left: bool) -> bool:
    """Whether an arrow ends there at the box: at its side, or in the middle above or below it."""
    left, right, middle = edges
    side = left if from_left else right
    ends = ((side, middle), ((left + right) / 2, middle - 7), ((left + right) / 2, middle + 7))
    return any(abs(point[0] - x) <= 1 and abs(point[1] - y) <= 1 for x, y in ends)


def edges_of(root: etree._Element) -> dict[int, list[Edges]]:
    """Left, right and middle of the boxes of each entity."""
    found: dict[int, list[Edges]] = {}
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
            edges, width = edges_of(root), float(root.get("width"))
            for arrow in root.iter(f"{SVG}path"):
                if arrow.get("data-a") is None:
                    continue
                a, b = int(arrow.get("data-a")), int(arrow.get("data-b"))
                assert graph.relations(graph.entities[a], graph.entities[b]) <= BEFORE
                x, y, bends, to, below = PATH.match(arrow.get("d")).groups()
                start, end = (int(x), int(y)), (int(to), int(below))
                assert any(meets(start, box, from_left=False) for box in edges[a])
                assert any(meets(end, box, from_left=True) for box in edges[b])
                # The curve, which lies between these points, stays within the picture.
                assert all(0 <= float(x) <= width for x in (x, to, *bends.split()[::2]))
                others = (box for entity in edges if entity not in (a, b) for box in edges[entity])
                assert not any(
                    left < int(to) < right and abs(middle - int(below)) < 6
                    for left, right, middle in others
                )
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


def test_an_arrow_does_not_come_out_between_two_pills():
    """``a`` and ``b`` share a row; what is before ``b`` alone must not seem to come from ``a``."""
    way = _Ways({0: (10, 40, 20), 1: (50, 90, 20), 2: (20, 45, 60), 3: (200, 240, 60)}, 300)
    assert way.between(0, 1).path().startswith("M40 20")  # neighbours: level, though it is narrow
    from_below = way.between(2, 1)
    assert from_below.ends[1] == (70, 27)
    assert from_below.direction == (0, -1)
    assert way.between(1, 3).ends == ((90, 20), (200, 60))  # room on both sides
    assert way.between(3, 0).direction == (0, -1)  # the edge of the picture is near


def test_crosses_keep_clear_of_words_and_of_each_other():
    graph = TimeGraph(on_conflict="drop-link")
    names = [f"event {k}" for k in range(6)]
    for a, b in pairwise(names):
        graph.add(a, "before", b)
    graph.add("alone", "contains", "inside")
    for a, b in (*combinations(names, 2), ("alone", "inside")):
        graph.add(b, "before", a)
    svg = draw_svg(graph)
    root = etree.fromstring(svg.encode())
    words = [box for boxes in edges_of(root).values() for box in boxes]
    crosses = [
        (float(x) + 5, float(y) + 5)
        for x, y in re.findall(r'class="cross" d="M(-?[\d.]+) (-?[\d.]+)', svg)
    ]
    assert len(crosses) == len(set(crosses)) == len(graph.conflicts) == 16
    for x, y in crosses:
        assert not any(left < x < right and abs(y - middle) < 7 for left, right, middle in words)
    # Headings hide what runs behind them.
    assert "paint-order:stroke" in svg
