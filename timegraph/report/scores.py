"""The report of QA TempEval: scores of systems, of their lists, and their wrong answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from timegraph.report.significance import mark_best
from timegraph.report.systems import (
    NAME,
    Figure,
    Layout,
    ReportOptions,
    SystemScores,
    UnusableSystem,
    score_tables,
    signed,
    system_objects,
)
from timegraph.report.tables import Cell, Column, Table, render_tables
from timegraph.report.wrong_answers import (
    wrong_answers_table,
    wrong_answers_text,
    wrong_answers_to_json,
)
from timegraph.scoring import ListScore, SystemResult
from timegraph.scoring.confidence import FIGURES, Confidence, confidence, figure_intervals
from timegraph.scoring.qa_tempeval.groups import KINDS, Groups, KitTexts, groupings
from timegraph.scoring.qa_tempeval.kits import KitsResult, alone

__all__ = ["COLUMNS", "GROUPS", "score_overviews", "score_report"]

GROUPS = ("document", "relation")
"""The kinds of groups that every run has, whatever its questions and its key."""

_WITHOUT_INTERVALS = GROUPS
_FIGURES = ("coverage", *FIGURES)

Kits = Mapping[str, tuple[UnusableSystem, ...]]
"""The kits of a run, each with the systems that could not be measured in it."""

_LAYOUT = Layout(
    figures=(
        *map(Figure, ("questions", "answered", "correct", "coverage")),
        Figure("precision", "P"),
        Figure("recall", "R"),
        Figure("f1", "F1"),
    )
)

_LIST_COLUMNS = (
    Column("questions", "lists"),
    *map(Column, ("predicted", "expected", "correct")),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
    Column("macro_precision", "macro P"),
    Column("macro_recall", "macro R"),
    Column("macro_f1", "macro F1"),
)


COLUMNS = (
    *_LAYOUT.every_column(KINDS),
    *_LAYOUT.columns(intervals=_FIGURES),
    *_LIST_COLUMNS,
)
"""All columns that the report may have."""


def score_report(
    results: Sequence[SystemResult | KitsResult],
    options: ReportOptions,
    *,
    groups: Groups | None = None,
    kits: Kits | None = None,
    statistics: bool = False,
    errors: bool = False,
    warnings: Sequence[str] = (),
) -> str:
    """The figures of all systems, with ``statistics`` and the wrong and unknown answers
    (``errors``) if wanted.

    ``groups`` has the kinds of groups in ``options.by``, as
    :func:`~timegraph.scoring.qa_tempeval.groups.groupings` makes them; documents and relations need
    none. With several ``kits`` there is a table for each, and one over all.
    ``warnings`` are about questions and key. Wrong answers are for text, JSON and CSV alone.
    """
    pooled = list(map(_pooled, results))
    groups = _needed(pooled, options.by, groups)
    several = kits is not None and len(kits) > 1
    if options.format == "json":
        options = replace(options, by=tuple(groups))
        systems = _systems(pooled, options, groups, statistics=statistics, errors=errors)
        return system_objects(systems, _LAYOUT, options, warnings=warnings)
    with_lists = any(part.list_score.questions for one in pooled for part in one.parts.values())
    mark = statistics or options.format in ("markdown", "latex")
    tables = []
    scored = any(part.score.questions for one in pooled for part in one.parts.values())
    if scored or not with_lists:
        draw = partial(_tables, options=options, groups=groups, statistics=statistics, mark=mark)
        if several and not options.by:
            assert kits is not None
            own = domain_tables(pooled, kits, draw)
            tables += [_joined(own)] if options.format == "csv" else own
        else:
            tables += draw(pooled)
    if with_lists:
        tables.append(_list_table(pooled, options, mark=mark, several=several))
    if errors and options.format == "csv":
        tables.append(wrong_answers_table(list(named_parts(pooled))))
    report = render_tables(tables, options)
    if not errors or options.format == "csv":
        return report
    return report + "".join(
        wrong_answers_text(result, options.width, colour=options.colour)
        for result in named_parts(pooled)
    )


def score_overviews(
    results: Sequence[SystemResult | KitsResult],
    options: ReportOptions,
    *,
    groups: Groups | None = None,
    statistics: bool = False,
) -> list[Table]:
    """The tables of the systems' scores: of all questions, then by each kind of group in
    ``options.by``. With fewer than two documents there are no ``statistics``."""
    pooled = list(map(_pooled, results))
    groups = _needed(pooled, options.by, groups)
    counts = [len(part.by_document()) for one in pooled for part in one.parts.values()]
    draw = partial(_tables, groups=groups, statistics=statistics and min(counts, default=0) > 1)
    tables = draw(pooled, options=replace(options, by=()))
    return tables + (draw(pooled, options=options) if options.by else [])


def named_parts(results: Sequence[KitsResult]) -> Iterator[SystemResult]:
    """The results of each system, in several kits named with the kit."""
    for one in results:
        for kit, part in one.parts.items():
            yield part if len(one.kits) == 1 else replace(part, name=f"{one.name} in {kit}")


def domain_tables(
    results: Sequence[KitsResult], kits: Kits, draw: Callable[..., list[Table]]
) -> list[Table]:
    """A table for each kit, which is that of a run on the kit alone, and one over all kits."""
    tables = []
    for kit, unusable in kits.items():
        own = [alone(one.parts[kit], kit) for one in results if kit in one.parts]
        if own:
            (table,) = draw(own, unusable=unusable)
            tables.append(_with_domain(table, kit))
    (table,) = draw(results)
    return [*tables, _with_domain(table, "all")]


def _joined(tables: Sequence[Table]) -> Table:
    """The rows of all tables in one, for programs; a cell that a table lacks is undefined."""
    columns = max((table.columns for table in tables), key=len)
    rows: list[tuple[Cell, ...]] = []
    for table in tables:
        place = {column.name: k for k, column in enumerate(table.columns)}
        rows += (
            tuple(row[place[one.name]] if one.name in place else None for one in columns)
            for row in table.rows
        )
    return Table(columns, tuple(rows))


def _with_domain(table: Table, domain: str) -> Table:
    return replace(
        table,
        columns=(table.columns[0], Column("domain", kind="key"), *table.columns[1:]),
        rows=tuple((row[0], domain, *row[1:]) for row in table.rows),
        best=frozenset((i, k + (k > 0)) for i, k in table.best),
        marks={(i, k + (k > 0)): mark for (i, k), mark in table.marks.items()},
    )


def _pooled(result: SystemResult | KitsResult) -> KitsResult:
    return alone(result) if isinstance(result, SystemResult) else result


def _needed(results: Sequence[KitsResult], by: Sequence[str], groups: Groups | None) -> Groups:
    """The groupings of ``by``, if they are not given."""
    if groups is None:
        kits = results[0].kits if results else ("",)
        groups = groupings(by, {kit: KitTexts() for kit in kits})
    return groups


def _tables(
    results: Sequence[KitsResult],
    *,
    options: ReportOptions,
    groups: Groups,
    statistics: bool,
    mark: bool = True,
    unusable: tuple[UnusableSystem, ...] | None = None,
) -> list[Table]:
    if unusable is not None:
        options = replace(options, unusable=unusable)
    systems = _systems(results, options, groups, statistics=statistics)
    tables = score_tables(systems, _LAYOUT, options, mark=mark)
    lacking = tuple(one.lacks for one in results if one.lacking)
    return [replace(table, notes=(*table.notes, *lacking)) for table in tables]


def _list_table(
    results: Sequence[KitsResult], options: ReportOptions, *, mark: bool, several: bool
) -> Table:
    """The scores of lists: in several kits those of each kit, then those over all."""
    scored: list[tuple[KitsResult, str, ListScore | None]] = [
        (one, kit, part.list_score)
        for kit in (results[0].kits if several else ())
        for one in results
        if (part := one.parts.get(kit)) is not None
    ]
    scored += [(one, "all", one.list_score) for one in results]
    heads = [(one.name, kit) if several else (one.name,) for one, kit, _ in scored]
    rows = tuple(
        (*head, *_list_record(score).values())
        for head, (_, _, score) in zip(heads, scored, strict=True)
    )
    domain = [Column("domain", kind="key")] * several
    table = Table((NAME, *domain, *_LIST_COLUMNS), rows)
    if mark and len(results) > 1:
        figures = [column.name for column in _LIST_COLUMNS[4:]]
        table = mark_best(table, group=lambda row: row[1 : 1 + several], figures=figures)
    systems = _systems([one for one, _, _ in scored], options, {}, statistics=False)
    return signed(table, systems, options.format)  # lists have no intervals


def _systems(
    results: Sequence[KitsResult],
    options: ReportOptions,
    groups: Groups,
    *,
    statistics: bool,
    errors: bool = False,
) -> list[SystemScores]:
    drawn: dict[str, Confidence] = {}
    if statistics:
        everywhere = [one for one in results if not one.lacking]
        scores = [(one.name, [score for _, score in one.documents]) for one in everywhere]
        strata = [kit for kit, _ in everywhere[0].documents] if everywhere else []
        found = confidence(scores, seed=options.seed, figures=_FIGURES, strata=strata)
        nothing = Confidence(figure_intervals((), figures=_FIGURES), None, None, None)
        drawn = {one.name: nothing for one in results}
        drawn |= {one.name: own for one, own in zip(everywhere, found, strict=True)}
    return [_system(result, drawn.get(result.name), groups, errors=errors) for result in results]


def _system(
    result: KitsResult, drawn: Confidence | None, groups: Groups, *, errors: bool
) -> SystemScores:
    details: dict[str, object] = {}
    if result.list_score is not None and result.list_score.questions:
        details["lists"] = _list_record(result.list_score)
    if errors:
        details["errors"] = [
            one | ({"domain": kit} if len(result.kits) > 1 else {})
            for kit, part in result.parts.items()
            for one in wrong_answers_to_json(part)
        ]
    found = {by: result.by(*kinds) for by, kinds in groups.items()}
    intervals = {
        by: {
            names: figure_intervals(
                [score for _, score in one.documents],
                figures=_FIGURES,
                strata=[kit for kit, _ in one.documents],
            )
            for names, one in own.items()
        }
        for by, own in found.items()
        if drawn is not None and by not in _WITHOUT_INTERVALS
    }
    return SystemScores(
        name=result.name,
        signature=result.signature,
        warnings=tuple(str(one) for part in result.parts.values() for one in part.warnings),
        scores={(): result.score},
        groups={
            by: {names: {(): one.score} for names, one in own.items()} for by, own in found.items()
        },
        confidence=None if drawn is None else {(): drawn},
        details=details,
        intervals=intervals,
        fields={
            by: {key: value for kind in kinds for key, value in kind.fields.items()}
            for by, kinds in groups.items()
        },
        strata="kit" if len(result.kits) > 1 else "",
    )


def _list_record(score: ListScore | None) -> dict[str, int | float | None]:
    return {
        column.name: None if score is None else getattr(score, column.name)
        for column in _LIST_COLUMNS
    }
