"""PNG files: drawn where a browser is, and a way out where none is."""

from __future__ import annotations

import sys

import pytest

from timegraph import TimeGraph
from timegraph.pictures.notebook import BrowserMissingError, chromium, draw_svg, png_of


def test_without_playwright_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(BrowserMissingError, match=r"timegraph-qa\[browser\]"):
        png_of("<svg/>")


def test_without_chromium_the_way_out_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("TIMEGRAPH_CHROMIUM", raising=False)
    with pytest.raises(BrowserMissingError, match="TIMEGRAPH_CHROMIUM"):
        chromium()
    monkeypatch.setenv("TIMEGRAPH_CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(BrowserMissingError):
        chromium()


@pytest.mark.slow
def test_a_picture_becomes_a_png():
    pytest.importorskip("playwright")
    try:
        chromium()
    except BrowserMissingError as error:
        pytest.skip(str(error))
    graph = TimeGraph()
    graph.add("a", "before", "b")
    png = png_of(draw_svg(graph), scale=1)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") >= 300
