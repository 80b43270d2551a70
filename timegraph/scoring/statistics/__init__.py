"""How sure a score is, and whether systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.statistics.bootstrap import RESAMPLES, bootstrap_intervals
    from timegraph.scoring.statistics.differences import (
        SEED,
        TRIALS,
        Difference,
        holm,
        mcnemar,
        paired_randomisation,
    )
    from timegraph.scoring.statistics.intervals import (
        FEW_DOCUMENTS,
        INTERVAL_METHOD,
        LEVEL,
        STRATIFIED_METHOD,
        Counts,
        Interval,
        Measure,
        jackknife_intervals,
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
    "bootstrap": "RESAMPLES bootstrap_intervals",
    "differences": "Difference SEED TRIALS holm mcnemar paired_randomisation",
    "intervals": "Counts FEW_DOCUMENTS INTERVAL_METHOD Interval LEVEL Measure STRATIFIED_METHOD "
    "jackknife_intervals",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
