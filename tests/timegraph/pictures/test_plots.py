"""Scores with intervals as figures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.results import answered, result_of
from timegraph.answer import Answer
from timegraph.pictures import PlotLibraryError, plot_scores
from timegraph.pictures.plots import bar_of, saved
from timegraph.qa import read_questions
from timegraph.scoring import (
    AWARENESS,
    AnsweredQuestion,
    AwarenessScore,
    read_gold,
    score_awareness_system,
)
from timegraph.scoring.measure import figure_intervals
from timegraph.scoring.statistics import Interval
from timeml import open_collection


def texts(figure: Any) -> list[str]:
    return [text.get_text() for panel in figure.axes for text in panel.texts]


def test_each_system_has_its_value_and_interval_in_each_panel(kit: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    gold = read_gold(open_collection(kit / "gold"))
    results = [
        score_awareness_system(gold=gold, system=open_collection(kit / "systems" / name))
        for name in ("careful", "hasty")
    ]
    figure = plot_scores(results)
    assert [panel.get_title() for panel in figure.axes] == ["precision", "recall", "F1"]
    assert texts(figure) == ["0.90", "0.76", "0.63", "0.45", "0.74", "0.56"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["careful", "hasty"]
    for panel, name in zip(figure.axes, ("precision", "recall", "f1"), strict=True):
        for result, drawn in zip(results, panel.containers, strict=True):
            scores = [("", score) for score in result.by_unit().values()]
            interval = figure_intervals(AWARENESS, scores, [name])[name]
            (segment,) = drawn.lines[2][0].get_segments()
            assert segment[0][0] == pytest.approx(interval.low)
            assert segment[1][0] == pytest.approx(interval.high)
    svg = figure._repr_svg_()
    assert svg == saved(plot_scores(results), "svg").decode()
    assert "careful" in svg
    assert saved(figure, "png").startswith(b"\x89PNG")


def test_what_is_undefined_is_said() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    units = {"a": AwarenessScore(0, 0, 0, 3), "b": AwarenessScore(0, 0, 0, 2)}
    nothing = result_of(AWARENESS, "none", units)
    assert texts(plot_scores([nothing])) == ["undefined", "0.00", "0.00"]
    assert texts(plot_scores([result_of(AWARENESS, "empty", {})])) == ["undefined"] * 3
    assert texts(plot_scores([])) == []


def test_one_document_has_no_interval_and_other_figures_may_be_asked_for() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    lines = "".join(f"{k}|a|IS e1 BEFORE e2|Was it?|yes\n" for k in range(4))
    answers = (Answer.YES, Answer.NO, Answer.UNKNOWN, Answer.UNKNOWN)
    asked = zip(read_questions(lines.encode()).questions, answers, strict=True)
    one = answered("one", (AnsweredQuestion(question, answer) for question, answer in asked))
    figure = plot_scores([one], figures=["coverage"])
    assert texts(figure) == ["0.50"]
    with pytest.raises(AttributeError):
        plot_scores([one], figures=["speed"])


def test_bars_never_point_the_wrong_way() -> None:
    bar = bar_of(0.5, Interval(0.6, 0.4, 0.95))
    assert (bar.below, bar.above) == (0.0, 0.0)
    assert bar_of(0.5, Interval(None, None, 0.95)).above == 0.0


def test_the_library_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotLibraryError, match="timegraph-qa"):
        plot_scores([])
