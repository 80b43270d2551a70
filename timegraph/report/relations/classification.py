"""The report on relation classification: overview, labels, and the confusion matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import add
from typing import Any

from timegraph.report.significance import confidence_notes, significance
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import (
    Cell,
    Column,
    Estimate,
    Table,
    render_json,
    render_tables,
)
from timegraph.scoring.pair_groups import group_order
from timegraph.scoring.ratios import ratio
from timegraph.scoring.relations.classification import LabelScore
from timegraph.scoring.relations.figures import best_differences, group_interval, intervals
from timegraph.scoring.relations.measure import RELATIONS_BY, RelationsResult
from timegraph.scoring.statistics import INTERVAL_METHOD

__all__ = ["COLUMNS", "GROUPS", "relations_report"]

NO_LINK = "(no link)"

_SYSTEM = Column("name", "system", kind="key")


def _figure(name: str, title: str) -> Column:
    return Column(name, title, interval=(f"{name}_low", f"{name}_high"))


_OVERVIEW = (
    _SYSTEM,
    Column("pairs"),
    _figure("micro", "micro F1"),
    _figure("macro", "macro F1"),
    _figure("micro_said", "micro F1 (said)"),
    _figure("macro_said", "macro F1 (said)"),
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

_GROUP = (
    Column("pairs"),
    Column("precision", "P"),
    Column("recall", "R"),
    _figure("f1", "F1"),
)
_TESTS = (
    Column("figure", kind="key"),
    _SYSTEM,
    Column("against", kind="key"),
    Column("difference", "F1 diff."),
    Column("p", follows=True),
    Column("p_holm", "Holm", follows=True),
)

GROUPS = ("label", "document", *RELATIONS_BY)
"""The kinds of groups that a table can have rows for."""

COLUMNS = tuple(
    {
        one.name: one
        for one in (
            *(*_OVERVIEW, *_LABELS, *_CONFUSION, *_GROUP, *_TESTS),
            *(Column(kind, kind="key") for kind in GROUPS),
        )
    }.values()
)
"""All columns that the report may have."""

_NOTE = (
    "said: without labels that say nothing; contradicting, inconsistent: shares of the system's "
    "links and documents that contradict links before them"
)


def relations_report(
    results: Sequence[RelationsResult],
    options: ReportOptions,
    *,
    confidence: bool = False,
    warnings: Sequence[str] = (),
) -> str:
    """The tables of all systems, also those of the groups that the options have; with
    ``confidence`` F1 has intervals, and every system is tested against the best."""
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
    grouped = {
        kind: Table(
            (_SYSTEM, Column(kind, kind="key"), *_GROUP),
            tuple(row for one in results for row in _groups(one, kind, confidence=confidence)),
            name=f"by_{kind}",
        )
        for kind in options.by
    }
    tests = _tests(results, options.seed) if confidence and len(results) > 1 else None
    if options.format != "json":
        every = [overview, labels, confusion, *grouped.values()]
        return render_tables([*every, *([tests] if tests else [])], options)
    systems = [
        {
            **record,
            "signature": signatures[result.name],
            "warnings": [*map(str, result.warnings)],
            "labels": _without_name(labels, result.name),
            "confusion": _without_name(confusion, result.name),
            **{one.name: _without_name(one, result.name) for one in grouped.values()},
        }
        for record, result in zip(overview.records, results, strict=True)
    ]
    systems += [{"name": one.name, "error": one.reason} for one in options.unusable]
    tested = {} if tests is None else {"tests": tests.records, "seed": options.seed}
    return render_json({"systems": systems, **tested, "warnings": list(warnings)})


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
    values = {
        "micro": score.confusion.micro().f1,
        "macro": score.confusion.macro(),
        "micro_said": score.confusion.micro(nothing=False).f1,
        "macro_said": score.confusion.macro(nothing=False),
        "awareness": score.awareness.f1,
        "closure_f1": score.closure.f1,
    }
    estimates: dict[str, Cell] = {**values}
    if confidence:
        found = intervals(result)
        for name, value in values.items():
            estimates[name] = Estimate(value, found[name].low, found[name].high)
    confusion = score.confusion
    return (
        result.name,
        sum(confusion.counts.values()),
        estimates["micro"],
        estimates["macro"],
        estimates["micro_said"],
        estimates["macro_said"],
        estimates["awareness"],
        score.closure.precision,
        score.closure.recall,
        estimates["closure_f1"],
        score.links,
        score.outside,
        ratio(score.contradicting, score.links),
        ratio(score.inconsistent, score.documents),
    )


def _groups(result: RelationsResult, by: str, *, confidence: bool) -> Iterator[tuple[Cell, ...]]:
    """A row for each group of given pairs, or each label."""
    documents = [score for _, score in result.documents]
    whole = result.score
    parts: dict[str, list[LabelScore]]
    if by == "label":
        names = whole.confusion.labels
        parts = {name: [one.confusion.of(name) for one in documents] for name in names}
    elif by == "document":
        parts = {name: [one.confusion.micro()] for name, one in result.documents}
    else:
        kind = next(one for one in RELATIONS_BY if one == by)
        order = group_order(by, list(whole.groups.get(kind, {})))
        parts = {name: [one.group(kind, name).micro() for one in documents] for name in order}
    for name, scores in parts.items():
        total = reduce(add, scores)
        f1: Cell = total.f1
        if confidence and by != "document":
            found = group_interval(scores)
            f1 = Estimate(total.f1, found.low, found.high)
        yield (result.name, name, total.expected, total.precision, total.recall, f1)


def _tests(results: Sequence[RelationsResult], seed: int) -> Table:
    """How every other system differs from the best of each figure."""
    rows = [
        (
            one.figure,
            one.system,
            one.against,
            one.difference.difference,
            one.difference.p,
            one.p_holm,
        )
        for one in best_differences(results, seed=seed)
    ]
    k = len(_TESTS) - 1
    marks = {(n, k): mark for n, row in enumerate(rows) if (mark := significance(row[-1]))}
    notes = confidence_notes(seed, systems=len(results), labelled=True)
    return Table(_TESTS, tuple(rows), notes, name="tests", marks=marks)


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
