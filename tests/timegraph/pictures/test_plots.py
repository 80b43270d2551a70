"""Scores with intervals at the top of a page."""

from __future__ import annotations

from timegraph.pictures.pages.scores import bar_of
from timegraph.scoring.statistics import Interval


def test_bars_never_point_the_wrong_way() -> None:
    assert bar_of(0.5, Interval(0.6, 0.4)) == (0.5, 0.5, 0.5)
    assert bar_of(0.5, Interval(None, None)) == (0.5, 0.5, 0.5)
