"""The plot of scores at the top of a page."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from timegraph.pictures.pages.scores import score_plot
from timegraph.scoring import KitInput, open_kit, score_kit


def test_each_system_has_its_values_and_intervals(kit: Path) -> None:
    results = score_kit(open_kit(KitInput(folder=kit))).results
    plot = etree.fromstring(score_plot(results))
    panels = plot.findall("svg")
    assert [panel.find("text").text for panel in panels] == ["F1", "P", "R"]
    words = ["".join(text.itertext()) for text in panels[0].iter("text")]
    for result in results:
        assert f"{result.score.f1:.3f}" in words
        assert any(word.startswith(result.name) for word in words)
    assert len(panels[0].findall("path[@class='interval']")) == len(results)


def test_without_systems_there_is_none() -> None:
    assert score_plot([]) == ""
