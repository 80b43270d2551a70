"""Several systems beside each other: notes, marks of significance, and the best of each column."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.results import result_of
from timegraph.report import Column, Table
from timegraph.report.measures import (
    estimated,
    mark_best,
    significance,
    significance_note,
    statistics_notes,
)
from timegraph.report.tables import Estimate
from timegraph.scoring import AWARENESS, ENTITIES, AwarenessScore, Statistics
from timegraph.scoring.measure import statistics_of

SYSTEMS = [
    result_of(AWARENESS, name, {f"{k}.tml": score for k in range(3)})
    for name, score in (
        ("best", AwarenessScore(2, 2, 2, 2)),
        ("second", AwarenessScore(1, 2, 1, 2)),
    )
]
STATISTICS = statistics_of(SYSTEMS, seed=9)


def notes(statistics: Statistics = STATISTICS, *, systems: int = 1) -> tuple[str, ...]:
    return statistics_notes(AWARENESS, statistics, systems=systems)


def test_notes_name_the_methods_the_marks_and_the_family() -> None:
    (alone,) = notes()
    assert "jackknife over documents" in alone
    assert alone.startswith("F1 95% interval")
    interval, marks, test, correction = notes(systems=8)
    assert interval == alone
    assert "†" in marks
    assert "F1 differs from that of the best system" in marks
    assert "seed 9" in test
    assert "Holm" in correction
    assert "all 28 pairs of the 8 systems" in correction
    assert "since the best is chosen by these scores" in correction
    assert "the pair of the 2 systems" in notes(systems=2)[-1]
    labelled = statistics_notes(ENTITIES, STATISTICS, systems=2)
    assert "by itself" in labelled[-1]
    every = statistics_notes(AWARENESS, STATISTICS, systems=1, shown=("precision", "f1"))
    assert every[0].startswith("95% interval")


@pytest.mark.parametrize(
    ("systems", "words"),
    [(2, "for the comparison with second"), (4, "for the 3 comparisons with second")],
)
def test_notes_name_the_system_that_the_user_named(systems: int, words: str) -> None:
    named = replace(STATISTICS, against="second")
    _, marks, test, correction = notes(named, systems=systems)
    assert "differs from that of second" in marks
    assert "against that of second" in test
    assert correction.endswith(words)


def test_notes_name_what_is_drawn_and_tested() -> None:
    passages = replace(AWARENESS, units="passages", tested="recall", intervals=("recall",))
    interval, marks, test, _ = statistics_notes(passages, STATISTICS, systems=2, shown=("recall",))
    assert interval.startswith("R 95% interval: jackknife over passages")
    assert "R differs" in marks
    assert test.startswith("p: R against")
    assert "randomisation over passages" in test


@pytest.mark.parametrize(
    ("p", "mark"), [(None, ""), (0.05, ""), (0.0499, "†"), (0.01, "†"), (0.0099, "‡"), (0.0, "‡")]
)
def test_marks_are_for_values_below_their_level(p: float | None, mark: str) -> None:
    assert significance(p) == mark
    assert mark in significance_note("they differ")


def test_figures_with_intervals_are_named() -> None:
    column = estimated(Column("f1", "F1"))
    assert (column.shown, column.interval) == ("F1 [95% interval]", ("f1_low", "f1_high"))


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
