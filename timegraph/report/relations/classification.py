"""The report on relation classification: overview, labels, and the confusion matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from timegraph.report.systems import ReportOptions
from timegraph.report.tables import (
    Cell,
    Column,
    Estimate,
    Table,
    render_json,
    render_tables,
)
from timegraph.scoring.ratios import CountedScore, ratio
from timegraph.scoring.relations.measure import RelationsResult, RelationsScore
from timegraph.scoring.statistics import INTERVAL_METHOD, jackknife_intervals

__all__ = ["COLUMNS", "relations_report"]

NO_LINK = "(no link)"

_SYSTEM = Column("name", "system", kind="key")


def _figure(name: str, title: str) -> Column:
    return Column(name, title, interval=(f"{name}_low", f"{name}_high"))


_OVERVIEW = (
    _SYSTEM,
    Column("pairs"),
    _figure("micro", "micro F1"),
    Column("macro", "macro F1"),
    _figure("micro_said", "micro F1 (said)"),
    Column("macro_said", "macro F1 (said)"),
    _figure("awareness", "awareness F1"),
    Column("closure_precision", "closure P"),
    Column("closure_recall", "closure R"),
    _figure("closure_f1", "closure F1"),
    Column("links"),
    Column("outside"),
    Column("contradicting", "contradicting links"),
    Column("inconsistent", "inconsistent documents"),
)
_LABELS = (
    _SYSTEM,
    Column("label", kind="key"),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
    *map(Column, ("correct", "predicted", "expected")),
)
_CONFUSION = (
    _SYSTEM,
    Column("gold", kind="key"),
    Column("predicted_label", "predicted", kind="key"),
    Column("count"),
)

COLUMNS = tuple(dict.fromkeys((*_OVERVIEW, *_LABELS, *_CONFUSION)))
"""All columns that the report may have."""

_NOTE = (
    "said: without labels that say nothing; contradicting, inconsistent: shares of the system's "
    "links and documents that contradict links before them"
)

_COUNTED: dict[str, Callable[[RelationsScore], CountedScore]] = {
    "micro": lambda score: score.confusion.micro(),
    "micro_said": lambda score: score.confusion.micro(nothing=False),
    "awareness": lambda score: score.awareness,
    "closure_f1": lambda score: score.closure,
}


def relations_report(
    results: Sequence[RelationsResult],
    options: ReportOptions,
    *,
    confidence: bool = False,
    warnings: Sequence[str] = (),
) -> str:
    """The tables of all systems; with ``confidence`` F1 has intervals."""
    signatures = {result.name: str(result.signature) for result in results}
    if confidence:
        signatures = {name: _with_intervals(name, results) for name in signatures}
    notes = [f"signature: {one}" for one in dict.fromkeys(signatures.values())]
    notes += [f"{one.name}: not scored: {one.reason}" for one in options.unusable]
    overview = Table(
        _OVERVIEW,
        tuple(_overview(result, confidence=confidence) for result in results),
        (*notes, _NOTE),
        name="systems",
    )
    labels = Table(_LABELS, tuple(row for one in results for row in _labels(one)), name="labels")
    confusion = Table(
        _CONFUSION, tuple(row for one in results for row in _confusion(one)), name="confusion"
    )
    if options.format != "json":
        return render_tables([overview, labels, confusion], options)
    systems = [
        {
            **record,
            "signature": signatures[result.name],
            "warnings": [*map(str, result.warnings)],
            "labels": _without_name(labels, result.name),
            "confusion": _without_name(confusion, result.name),
        }
        for record, result in zip(overview.records, results, strict=True)
    ]
    systems += [{"name": one.name, "error": one.reason} for one in options.unusable]
    return render_json({"systems": systems, "warnings": list(warnings)})


def _with_intervals(name: str, results: Sequence[RelationsResult]) -> str:
    result = next(one for one in results if one.name == name)
    return str(result.signature.adding(intervals=INTERVAL_METHOD))


def _without_name(table: Table, name: str) -> list[dict[str, Any]]:
    return [
        {key: value for key, value in row.items() if key != "name"}
        for row in table.records
        if row["name"] == name
    ]


def _overview(result: RelationsResult, *, confidence: bool) -> tuple[Cell, ...]:
    score = result.score
    estimates: dict[str, Cell] = {}
    for name, counted in _COUNTED.items():
        value = counted(score).f1
        estimates[name] = value
        if confidence:
            documents = [counted(one) for _, one in result.documents]
            interval = jackknife_intervals(
                [one.counts for one in documents], {"f1": _f1_of(type(documents[0]))}
            )["f1"]
            estimates[name] = Estimate(value, interval.low, interval.high)
    confusion = score.confusion
    return (
        result.name,
        sum(confusion.counts.values()),
        estimates["micro"],
        confusion.macro(),
        estimates["micro_said"],
        confusion.macro(nothing=False),
        estimates["awareness"],
        score.closure.precision,
        score.closure.recall,
        estimates["closure_f1"],
        score.links,
        score.outside,
        ratio(score.contradicting, score.links),
        ratio(score.inconsistent, score.documents),
    )


def _f1_of(kind: type[Any]) -> Callable[[Sequence[float]], float | None]:
    def f1(counts: Sequence[float]) -> float | None:
        value: float | None = kind(*map(round, counts)).f1
        return value

    return f1


def _labels(result: RelationsResult) -> list[tuple[Cell, ...]]:
    confusion = result.score.confusion
    scores = [(label, confusion.of(label)) for label in confusion.labels]
    return [
        (result.name, label, one.precision, one.recall, one.f1, *map(int, one.counts))
        for label, one in scores
    ]


def _confusion(result: RelationsResult) -> list[tuple[Cell, ...]]:
    counts = result.score.confusion.counts
    rows = [(gold, own or NO_LINK, count) for (gold, own), count in counts.items()]
    return [(result.name, *row) for row in sorted(rows)]
