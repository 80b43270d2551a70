"""How sure a score is, and whether systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.statistics.intervals import (
        FEW_DOCUMENTS,
        INTERVAL_METHOD,
        LEVEL,
        RESAMPLES,
        SEED,
        STRATIFIED_METHOD,
        TRIALS,
        Counts,
        Difference,
        Interval,
        Measure,
        bootstrap_intervals,
        holm,
        jackknife_intervals,
        mcnemar,
        paired_randomisation,
    )

__all__ = [
    "FEW_DOCUMENTS",
    "INTERVAL_METHOD",
    "LEVEL",
    "RESAMPLES",
    "SEED",
    "STRATIFIED_METHOD",
    "TRIALS",
    "Counts",
    "Difference",
    "Interval",
    "Measure",
    "bootstrap_intervals",
    "holm",
    "jackknife_intervals",
    "mcnemar",
    "paired_randomisation",
]

_HOMES = {
    "intervals": (
        "Counts Difference FEW_DOCUMENTS INTERVAL_METHOD Interval LEVEL Measure RESAMPLES "
        "SEED STRATIFIED_METHOD TRIALS bootstrap_intervals holm jackknife_intervals mcnemar "
        "paired_randomisation"
    ),
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
