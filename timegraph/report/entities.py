"""The report of entity scores: a row for each tag, way of matching and attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from timegraph.report.systems import (
    Figure,
    Labels,
    Layout,
    ReportOptions,
    Scores,
    SystemScores,
    system_report,
)
from timegraph.report.tables import Column
from timegraph.scoring import ENTITY_ROWS, EntitiesResult, EntityRow, FoundScore
from timegraph.scoring.confidence import Confidence, confidence

__all__ = ["COLUMNS", "entities_report"]

_LAYOUT = Layout(
    figures=(
        Figure("precision", "P"),
        Figure("recall", "R"),
        Figure("f1", "F1"),
        Figure("matched"),
        Figure("system_total", "of system"),
        Figure("gold_total", "of gold"),
    ),
    labels=tuple(Column(name, kind="key") for name in ("layer", "mode", "attribute")),
)

COLUMNS = _LAYOUT.every_column(["document"])
"""All columns that the report may have."""


def entities_report(
    results: Sequence[EntitiesResult],
    options: ReportOptions,
    *,
    statistics: bool = False,
    warnings: Sequence[str] = (),
) -> str:
    """The figures of all systems, with ``statistics`` if wanted; ``warnings`` are about gold."""
    drawn = _statistics(results, options.seed) if statistics else [None] * len(results)
    systems = [
        SystemScores(
            name=result.name,
            signature=result.signature,
            warnings=tuple(map(str, result.warnings)),
            scores=_labelled(result.scores),
            groups={
                "document": {
                    name: _labelled(scores) for name, scores in result.by_document().items()
                }
            },
            confidence=own,
        )
        for result, own in zip(results, drawn, strict=True)
    ]
    return system_report(systems, _LAYOUT, options, warnings=warnings)


def _statistics(
    results: Sequence[EntitiesResult], seed: int
) -> list[Mapping[Labels, Confidence] | None]:
    """For each system the statistics of each row, compared with those of the other systems."""
    drawn: list[dict[Labels, Confidence]] = [{} for _ in results]
    for row in ENTITY_ROWS:
        scores = [(one.name, [scores[row] for _, scores in one.documents]) for one in results]
        for own, statistics in zip(drawn, confidence(scores, seed=seed), strict=True):
            own[_labels(row)] = statistics
    return list(drawn)


def _labelled(scores: Mapping[EntityRow, FoundScore]) -> Scores:
    return {_labels(row): score for row, score in scores.items()}


def _labels(row: EntityRow) -> Labels:
    return row.layer, row.mode, row.attribute
