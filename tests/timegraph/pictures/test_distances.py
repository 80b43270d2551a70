"""The plot of scores by distance."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.pictures.plots import PlotLibraryError, distance_plot, plot_distances
from timegraph.scoring import (
    QA_TEMPEVAL,
    DocumentAnswers,
    Grouping,
    KitInput,
    Result,
    Score,
    groupings,
    open_kits,
    score_kits,
)
from timegraph.scoring.measure import figure_intervals

Careful = tuple[Result[DocumentAnswers], Grouping[DocumentAnswers]]


@pytest.fixture(scope="module")
def careful(kit: Path) -> Careful:
    """A system of the shipped kit, and the distances of its questions."""
    kits = open_kits({"": KitInput((Path("careful"),), folder=kit)})
    (result,) = score_kits(kits).results
    return result, groupings(["distance"], kits)["distance"]


def test_every_bin_and_figure_is_there(careful: Careful) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    result, distances = careful
    drawn = distance_plot([result], distances, format="svg").decode()
    for text in ("precision", "recall", "coverage", "2-4", "5+", "creation", "careful"):
        assert f">{text}<" in drawn
    assert distance_plot([result], distances, format="png").startswith(b"\x89PNG")
    assert distance_plot([], distances, format="pdf").startswith(b"%PDF")


def test_values_and_intervals_are_those_of_the_groups(careful: Careful) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    result, distances = careful
    groups = result.group_scores(distances)
    figure = plot_distances([result], distances)
    panel = figure.axes[0]
    labels = [text.get_text().replace("\n", " ") for text in panel.get_xticklabels()]
    assert labels == [name for (name,) in groups]
    (drawn,) = panel.containers
    for (name,), place, segment in zip(
        groups, drawn.lines[0].get_xydata(), drawn.lines[2][0].get_segments(), strict=True
    ):
        scores = groups[name,][()]
        total = sum((score for _, score in scores), Score())
        interval = figure_intervals(QA_TEMPEVAL, scores, ["precision"])["precision"]
        assert place[1] == pytest.approx(total.precision)
        if interval.low is not None:
            assert segment[:, 1] == pytest.approx([interval.low, interval.high])


def test_a_system_that_a_kit_lacks_is_left_out(careful: Careful) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    result, distances = careful
    lacking = replace(result, name="lacking", strata={**result.strata, "wiki": ""})
    figure = plot_distances([result, lacking], distances)
    assert [text.get_text() for text in figure.axes[-1].get_legend().get_texts()] == ["careful"]


def test_the_library_is_named_where_it_is_missing(
    careful: Careful, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotLibraryError, match="timegraph-qa"):
        distance_plot([careful[0]], careful[1], format="svg")
