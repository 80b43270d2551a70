"""How sure a score is, and whether systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.statistics.intervals import (
        FEW_DOCUMENTS as FEW_DOCUMENTS,
        INTERVAL_METHOD as INTERVAL_METHOD,
        LEVEL as LEVEL,
        SEED as SEED,
        TRIALS as TRIALS,
        Counts as Counts,
        Difference as Difference,
        Interval as Interval,
        Measure as Measure,
        holm as holm,
        jackknife_intervals as jackknife_intervals,
        mcnemar as mcnemar,
        paired_randomisation as paired_randomisation,
    )

_HOMES = {
    "intervals": (
        "Counts Difference FEW_DOCUMENTS INTERVAL_METHOD Interval LEVEL Measure "
        "SEED TRIALS holm jackknife_intervals mcnemar "
        "paired_randomisation"
    ),
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
