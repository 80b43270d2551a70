"""Colours of pictures that stand alone."""

from __future__ import annotations

import pytest

from timegraph import TimeGraph
from timegraph.pictures.svg import draw_svg, palette, style_of


def test_themes_have_colours_and_no_variables():
    light, dark, auto = style_of("light"), style_of("dark"), style_of("auto")
    assert "var(" not in light + dark + auto
    assert light != dark
    assert light in auto
    assert dark in auto
    with pytest.raises(ValueError, match="no theme 'blue': choose light, dark, auto"):
        style_of("blue")  # type: ignore[arg-type]


def test_a_name_of_a_colour_may_stand_for_another():
    light, dark = palette("light"), palette("dark")
    assert light.keys() == dark.keys()
    assert light["right"] == light["within"] != dark["within"] == dark["right"]


def test_a_figure_for_a_paper():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add_entity("c")
    assert "not shown" not in draw_svg(graph, only=["a", "b"])
    assert "1 not shown" in draw_svg(graph, only=["a", "b"], notes=True)
    assert style_of("dark") in draw_svg(graph, theme="dark")
