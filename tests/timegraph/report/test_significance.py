"""Several systems beside each other: notes, marks of significance, and the best of each column."""

from __future__ import annotations

import pytest

from timegraph.report import Column, Table
from timegraph.report.significance import (
    confidence_notes,
    confidence_record,
    interval_title,
    mark_best,
    significance,
    significance_note,
)
from timegraph.report.tables import Estimate
from timegraph.scoring import FoundScore
from timegraph.scoring.confidence import confidence

BEST, SECOND = confidence(
    [("best", [FoundScore(2, 2, 2)] * 3), ("second", [FoundScore(1, 2, 2)] * 3)], seed=1
)


def test_notes_name_the_methods_the_marks_and_the_family() -> None:
    (alone,) = confidence_notes(9, systems=1)
    assert "jackknife" in alone
    interval, marks, test, correction = confidence_notes(9, systems=8)
    assert interval == alone
    assert "†" in marks
    assert "seed 9" in test
    assert "Holm" in correction
    assert "all 28 pairs of the 8 systems" in correction
    assert "by itself" in confidence_notes(9, systems=2, labelled=True)[-1]


@pytest.mark.parametrize(
    ("p", "mark"), [(None, ""), (0.05, ""), (0.0499, "†"), (0.01, "†"), (0.0099, "‡"), (0.0, "‡")]
)
def test_marks_are_for_values_below_their_level(p: float | None, mark: str) -> None:
    assert significance(p) == mark
    assert mark in significance_note("they differ")


def test_records_name_the_system_that_is_compared_with() -> None:
    assert confidence_record(BEST)["against_best"] is None
    against = confidence_record(SECOND)["against_best"]
    assert isinstance(against, dict)
    assert (against["system"], against["f1_difference"]) == ("best", -0.5)
    assert interval_title("F1") == "F1 [95% interval]"


def test_the_highest_of_each_group_is_marked_ties_included() -> None:
    columns = (Column("name"), Column("f1"), Column("matched"))
    rows = (("a", 0.5, 9), ("b", None, 1), ("a", 0.5, 2), ("a", 0.25, 3))
    marked = mark_best(Table(columns, rows), group=lambda row: row[0])
    assert marked.best == {(0, 1), (2, 1)}
    assert marked.rows == rows
    assert mark_best(marked, group=lambda row: None, figures=["matched"]).best == set()


def test_the_best_with_an_interval_is_that_of_the_figures() -> None:
    columns = (Column("name"), Column("f1", interval=("low", "high")))
    rows = (("a", Estimate(0.5, 0.1, 0.9)), ("b", Estimate(0.6, 0.5, 0.7)), ("c", None))
    assert mark_best(Table(columns, rows), group=lambda row: None).best == {(1, 1)}
