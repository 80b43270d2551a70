"""The report of temporal awareness: systems, their figures and what they were counted from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from timegraph.report.systems import Figure, Layout, ReportOptions, SystemScores, system_report
from timegraph.scoring import AwarenessResult
from timegraph.scoring.confidence import confidence

__all__ = ["COLUMNS", "awareness_report"]

_FIGURES = (
    Figure("precision", "P"),
    Figure("recall", "R"),
    Figure("f1", "F1"),
    Figure("precision_matched", "matched"),
    Figure("system_total", "of system"),
    Figure("recall_matched", "matched"),
    Figure("gold_total", "of gold"),
)
_IMPLICIT = Figure("recall_implicit", "implicit", attribute="implicit")

COLUMNS = Layout((*_FIGURES, _IMPLICIT)).every_column(["document"])
"""All columns that the report may have."""


def awareness_report(
    results: Sequence[AwarenessResult],
    options: ReportOptions,
    *,
    statistics: bool = False,
    warnings: Sequence[str] = (),
) -> str:
    """The figures of all systems, with ``statistics`` if wanted; ``warnings`` are about gold."""
    drawn = None
    if statistics:
        scores = [(one.name, list(one.by_document().values())) for one in results]
        drawn = confidence(scores, seed=options.seed)
    systems = [
        SystemScores(
            name=result.name,
            signature=result.signature,
            warnings=tuple(map(str, result.warnings)),
            scores={(): result.score},
            groups={
                "document": {name: {(): score} for name, score in result.by_document().items()}
            },
            confidence=None if drawn is None else {(): drawn[k]},
        )
        for k, result in enumerate(results)
    ]
    implicit = replace(_IMPLICIT, shown=any(result.score.implicit for result in results))
    return system_report(systems, Layout((*_FIGURES, implicit)), options, warnings=warnings)
