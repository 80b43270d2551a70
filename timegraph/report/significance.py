"""Several systems in one table: intervals, marks of significance, and the best of each column."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from timegraph.report.tables import Cell, Estimate, Table
from timegraph.scoring.confidence import FIGURES, Confidence
from timegraph.scoring.statistics import LEVEL, TRIALS, Interval

__all__ = [
    "confidence_notes",
    "confidence_record",
    "interval_names",
    "interval_title",
    "intervals_record",
    "mark_best",
    "significance",
    "significance_note",
]


_LEVELS = ((0.01, "‡"), (0.05, "†"))


def interval_title(title: str) -> str:
    """The heading of a figure that is shown with its interval."""
    return f"{title} [{LEVEL:.0%} interval]"


def significance(p: float | None) -> str:
    """The mark of a corrected p: ``"‡"`` below 0.01, ``"†"`` below 0.05, else nothing."""
    return next((mark for level, mark in _LEVELS if p is not None and p < level), "")


def confidence_notes(
    seed: int, *, systems: int, labelled: bool = False, within: str = "", figures: str = "F1 "
) -> tuple[str, ...]:
    """The methods behind the figures and what the marks mean, for the lines below a table of so
    many ``systems``; ``labelled`` says that each has several rows, ``within`` what documents are
    drawn from, if not from all, ``figures`` what has intervals."""
    over = f"jackknife over documents{within and f' within each {within}'}"
    interval = f"{figures}{LEVEL:.0%} interval: {over}, Student's t, arcsine scale"
    if systems < 2:
        return (interval,)
    pairs = systems * (systems - 1) // 2
    test = (
        "p: F1 against that of the best system, paired approximate randomisation over documents, "
        f"{TRIALS} trials (all there are, if fewer), seed {seed}"
    )
    family = "the pair" if pairs == 1 else f"all {pairs} pairs"
    each = ", each kind of row by itself" if labelled else ""
    correction = (
        f"p is corrected by Holm's method for {family} of the {systems} systems{each}, since the "
        "best is chosen by these scores"
    )
    return (interval, significance_note("F1 differs from the best one"), test, correction)


def significance_note(what: str) -> str:
    """What the marks of :func:`significance` mean, where they are printed."""
    (strong, very), (level, mark) = _LEVELS
    return f"{mark}: {what} with p < {level}; {very}: with p < {strong}"


def interval_names(figure: str) -> tuple[str, str]:
    """The machine names of the ends of a figure's interval."""
    return f"{figure}_low", f"{figure}_high"


def intervals_record(intervals: Mapping[str, Interval]) -> dict[str, object]:
    """For JSON: the two ends of each figure's interval."""
    return {name: [interval.low, interval.high] for name, interval in intervals.items()}


def confidence_record(one: Confidence) -> dict[str, object]:
    """For JSON: ``confidence``, and ``against_best``, which is null for the best system."""
    against = None
    if one.difference is not None:
        against = {
            "system": one.best,
            "f1_difference": one.difference.difference,
            "p": one.difference.p,
            "p_holm": one.p_holm,
        }
    intervals = {name: own for name, own in one.intervals.items() if name in FIGURES}
    return {"confidence": intervals_record(intervals), "against_best": against}


def mark_best(
    table: Table,
    *,
    group: Callable[[tuple[Cell, ...]], object],
    figures: Collection[str] = FIGURES,
) -> Table:
    """``table`` with the highest of the ``figures`` of each group of rows marked; only rows with an
    equal ``group`` are compared."""
    best = set()
    for column, name in enumerate(one.name for one in table.columns):
        if name not in figures:
            continue
        cells = [row[column] for row in table.rows]
        values = [cell.value if isinstance(cell, Estimate) else cell for cell in cells]
        highest: dict[object, float] = {}
        for row, value in zip(table.rows, values, strict=True):
            if isinstance(value, float):
                highest[group(row)] = max(value, highest.get(group(row), value))
        best |= {
            (number, column)
            for number, (row, value) in enumerate(zip(table.rows, values, strict=True))
            if value is not None and value == highest.get(group(row))
        }
    return replace(table, best=frozenset(best))
