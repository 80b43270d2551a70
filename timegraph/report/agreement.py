"""The report on annotators: their entities, their links, what these entail and contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import reduce
from operator import add

from timegraph._wording import counted
from timegraph.documents.closure import CONTRADICTION
from timegraph.report.measures import estimate, estimated, record_of
from timegraph.report.tables import Advice, Cell, Column, Estimate, FindingsSection, Report, Table
from timegraph.scoring.agreement.coefficients import COEFFICIENTS, coefficient_intervals
from timegraph.scoring.agreement.compare import (
    AGREEMENT_BY,
    LINKED_BY,
    AgreementBy,
    PairAgreement,
    Relations,
)
from timegraph.scoring.agreement.measure import MEASURE, Agreement, GroupAgreement
from timegraph.scoring.entities import ENTITIES, ENTITY_ROWS
from timegraph.scoring.measure import figure_intervals
from timegraph.scoring.signature import ratio
from timegraph.scoring.statistics import INTERVAL_METHOD, LEVEL, jackknife_interval

GROUPS = ("label", *AGREEMENT_BY)
"""The kinds of groups that a table can have rows for."""

_WHO = Column("annotators", kind="key")
_LINKED_BY = Column("linked_by", "linked by", kind="key")
_PAIRS = Column("pairs")
_ENTITIES = (
    _WHO,
    *(Column(name, kind="key") for name in ("layer", "mode", "attribute")),
    Column("f1", "F1"),
    Column("matched"),
    Column("first_total", "of first"),
    Column("second_total", "of second"),
)
_LINKS = (
    _WHO,
    _LINKED_BY,
    _PAIRS,
    Column("raw"),
    Column("cohen", "Cohen"),
    Column("fleiss", "Fleiss"),
    Column("alpha"),
)
_SHARES = tuple(field.name for field in fields(Relations))
_RELATIONS = (
    _WHO,
    Column("of", kind="key"),
    _PAIRS,
    Column("agreement"),
    *(Column(name, name.replace("_", " ")) for name in _SHARES),
)
_LABELS = (
    _WHO,
    _LINKED_BY,
    Column("label", kind="key"),
    Column("given"),
    Column("specific"),
)
_UNION = (
    _WHO,
    Column("documents"),
    Column("inconsistent"),
    Column("links"),
    Column("left_out", "left out"),
)
_ESTIMATED = ("f1", "raw", "cohen", "fleiss", "alpha", "agreement", "specific")
"""The figures that may have intervals."""
_OF_LINKS = frozenset(_ESTIMATED) - {"f1"}


def _columns(columns: Iterable[Column], *, intervals: bool) -> tuple[Column, ...]:
    return tuple(
        estimated(column) if intervals and column.name in _ESTIMATED else column
        for column in columns
    )


COLUMNS = _columns(
    dict.fromkeys(
        (
            *(*_ENTITIES, *_LINKS, *_RELATIONS, *_UNION, *_LABELS),
            *(Column(kind, kind="key") for kind in AGREEMENT_BY),
        )
    ),
    intervals=True,
)
"""All columns that the report may have."""

_NOTES = {
    "links": (
        "linked by all: pairs of entities that every annotator linked; any: that at least one "
        "linked, where no link counts as a label; two: that at least two linked, where it does not"
    ),
    "relations": (
        "links: pairs that both linked; closure: all pairs of entities that both have; agreement: "
        "equal / (equal + compatible + contradicting); what follows are shares of pairs"
    ),
    "labels": (
        "given: how often annotators gave the label; specific: how often the others gave a pair "
        "the label that one gave it (of two annotators, its F1)"
    ),
}
_INTERVALS = (
    f"{LEVEL:.0%} interval: jackknife over documents, Student's t, arcsine scale; Cohen, Fleiss "
    "and alpha on their own scale"
)


def agreement_report(
    agreement: Agreement,
    by: Sequence[str] = (),
    *,
    confidence: bool = False,
    most: int = 3,
) -> Report:
    """The report of an agreement: its tables (:func:`agreement_tables`), with ``confidence`` with
    intervals, and what the union of the annotations contradicts, of which text shows at most so
    many findings (0: all).

    In JSON a system is a group of annotators, and its scores are its rows of the table of links.
    There is nothing to compare with one of the groups (``--against``): annotators that share
    one are not independent, so that their agreement is not tested.
    """
    tables = agreement_tables(agreement, confidence=confidence, by=by)
    findings = [finding for text in agreement.unions for finding in text.contradictions.findings]
    signature = _signature(agreement, confidence)
    remarks = agreement.remarks(confidence=confidence)
    return Report(
        tables=tables,
        record=record_of(
            MEASURE,
            [_group_record(agreement, group, tables, signature) for group in agreement.groups],
            tables=tables,
            notes=list(dict.fromkeys(note for table in tables for note in table.notes)),
            warnings=[*remarks, *map(str, agreement.warnings)],
            problems=findings,
        ),
        findings=[_section(agreement, most)] if findings else (),
    )


def agreement_tables(
    agreement: Agreement, *, confidence: bool = False, by: Sequence[str] = ()
) -> list[Table]:
    """The tables of agreement, those that have rows, with intervals if wanted; their names are
    ``entities``, ``links``, ``relations``, ``links_by_KIND`` and ``relations_by_KIND`` for each
    kind of groups of pairs that ``by`` has and that was measured, ``labels`` if it has ``label``,
    and ``union``. Raises ``ValueError`` for a kind that is not one of :data:`GROUPS`."""
    if wrong := [kind for kind in by if kind not in GROUPS]:
        raise ValueError(f"{wrong[0]}: groups are by {', '.join(GROUPS)}")
    groups = agreement.groups
    tables = [_table("entities", _ENTITIES, _entity_rows(groups, confidence), confidence)]
    for kind in (None, *(kind for kind in AGREEMENT_BY if kind in by)):
        intervals = confidence and kind != "document"
        links = _link_rows(groups, kind, intervals)
        tables.append(_table("links", _LINKS, links, intervals, kind))
        relations = _relation_rows(groups, kind, intervals)
        tables.append(_table("relations", _RELATIONS, relations, intervals, kind))
    if "label" in by:
        tables.append(_table("labels", _LABELS, _label_rows(groups, confidence), confidence))
    unions = agreement.unions
    conflicts = [len(text.contradictions.conflicts) for text in unions]
    union: tuple[Cell, ...] = (
        *(", ".join(agreement.annotators), len(unions), sum(map(bool, conflicts))),
        *(sum(text.links for text in unions), sum(conflicts)),
    )
    tables.append(_table("union", _UNION, [union], False))
    signature = _signature(agreement, confidence)
    return [
        replace(
            _marked(table, agreement.unread) if agreement.unread else table,
            signatures=(signature,) * len(table.rows),
        )
        for table in tables
        if table.rows
    ]


def _marked(table: Table, unread: int) -> Table:
    """The table with a mark at figures that would be others if all links were read."""
    marked = [
        replace(column, title=f"{column.shown}*") if column.name in _OF_LINKS else column
        for column in table.columns
    ]
    if marked == list(table.columns):
        return table
    note = f"* of the links that are read: {counted(unread, 'link')} more could change the figure"
    return replace(table, columns=tuple(marked), notes=(note, *table.notes))


def _table(
    name: str,
    columns: tuple[Column, ...],
    rows: Iterable[tuple[Cell, ...]],
    intervals: bool,
    kind: AgreementBy | None = None,
) -> Table:
    """The table of a kind of groups, or of all pairs together, which says what its columns are."""
    columns = _columns(columns, intervals=intervals)
    notes = (_INTERVALS,) if intervals else ()
    if kind is not None:
        columns = (*columns[:2], Column(kind, kind="key"), *columns[2:])
        return Table(columns, tuple(rows), notes, name=f"{name}_by_{kind}")
    if name in _NOTES:
        notes = (_NOTES[name], *notes)
    return Table(columns, tuple(rows), notes, name=name)


def _signature(agreement: Agreement, confidence: bool) -> str:
    added = {"intervals": INTERVAL_METHOD} if confidence else {}
    return str(agreement.signature.adding(**added))


def _group_record(
    agreement: Agreement, group: GroupAgreement, tables: Sequence[Table], signature: str
) -> dict[str, object]:
    links = {table.name: list(_scores(table, group)) for table in tables if "links" in table.name}
    groups = {
        kind: links[f"links_by_{kind}"] for kind in AGREEMENT_BY if f"links_by_{kind}" in links
    }
    texts = [text.name for text in group.texts]
    return {
        "name": group.name,
        "annotators": list(group.annotators),
        "signature": signature,
        "warnings": list(group.remarks),
        "scores": links.get("links", []),
        **({"groups": groups} if groups else {}),
        "documents": texts,
        "incomplete": [name for name in agreement.incomplete if name not in texts],
    }


def _scores(table: Table, group: GroupAgreement) -> Iterator[dict[str, object]]:
    """The rows of a group of annotators, with intervals as scores of measures have them."""
    for row in table.rows:
        if row[0] != group.name:
            continue
        record: dict[str, object] = {}
        intervals: dict[str, object] = {}
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            if isinstance(cell, Estimate):
                record[column.name] = cell.value
                intervals[column.name] = [cell.low, cell.high]
            else:
                record[column.name] = cell
        yield {**record, **({"intervals": intervals} if intervals else {})}


def _section(agreement: Agreement, most: int) -> FindingsSection:
    """What the links of all annotators contradict, and how many links of each text have to go."""
    advice = {}
    for text in agreement.unions:
        independent = text.contradictions.independent
        least = None if independent is None else len(independent)
        advice[text.name] = Advice(least, hint="timegraph decode merges them")
    title = "what all annotators say together cannot be true"
    return FindingsSection(
        [finding for text in agreement.unions for finding in text.contradictions.findings],
        {CONTRADICTION.code: replace(CONTRADICTION, title=title)},
        advice=advice,
        most=most,
    )


# The figures of groups of annotators over all their texts, with intervals where they are wanted:
# texts are what is drawn.


def _entity_rows(groups: Sequence[GroupAgreement], intervals: bool) -> Iterator[tuple[Cell, ...]]:
    """The entities of two annotators; none of more of them, or if ids were not aligned."""
    for group in groups:
        for row in ENTITY_ROWS if group.entities else ():
            scores = [scores[row] for scores in group.entities]
            total = reduce(add, scores)
            interval = figure_intervals(ENTITIES, scores, ["f1"])["f1"] if intervals else None
            yield (
                *(group.name, row.layer, row.mode, row.attribute or ""),
                estimate(total.f1, interval),
                *(total.matched, total.gold_total, total.system_total),
            )


def _link_rows(
    groups: Sequence[GroupAgreement], by: AgreementBy | None, intervals: bool
) -> Iterator[tuple[Cell, ...]]:
    """The labels of links over all pairs, or in each group of the kind ``by``."""
    for group, names, parts in _parts(groups, by):
        for linked_by in LINKED_BY:
            texts = [part.ratings[linked_by] for part in parts if linked_by in part.ratings]
            if not texts:
                continue
            drawn = coefficient_intervals(texts) if intervals else {}
            total = reduce(add, texts)
            figures = (estimate(getattr(total, name), drawn.get(name)) for name in COEFFICIENTS)
            yield (group.name, linked_by, *names, total.items, *figures)


def _relation_rows(
    groups: Sequence[GroupAgreement], by: AgreementBy | None, intervals: bool
) -> Iterator[tuple[Cell, ...]]:
    """What two annotators say of pairs by their links and by what these entail; none of more of
    them."""
    for group, names, parts in _parts(groups, by):
        for of, said in (
            ("links", [part.stated for part in parts]),
            ("closure", [part.entailed for part in parts]),
        ):
            texts = [relations for relations in said if relations is not None]
            if not texts:
                continue
            total = reduce(add, texts)
            interval = None
            if intervals:
                counts = [relations.counts for relations in texts]
                interval = jackknife_interval(counts, lambda s: ratio(s[0], sum(s[:3])))
            shares = (ratio(count, total.pairs) for count in total.counts)
            agreement = estimate(total.agreement, interval)
            yield (group.name, of, *names, total.pairs, agreement, *shares)


def _label_rows(groups: Sequence[GroupAgreement], intervals: bool) -> Iterator[tuple[Cell, ...]]:
    """How far annotators agree on each label, in alphabetical order, for each way to count
    pairs."""
    for group, _, parts in _parts(groups, None):
        for linked_by in LINKED_BY:
            texts = [part.ratings[linked_by] for part in parts if linked_by in part.ratings]
            labels = {str(label) for text in texts for given in text.values for label in given}
            for label in sorted(labels):
                counts = [(text.by_label.get(label, 0.0), text.given_of(label)) for text in texts]
                interval = None
                if intervals:
                    interval = jackknife_interval(counts, lambda s: ratio(s[0], s[1]))
                specific = estimate(reduce(add, texts).specific(label), interval)
                yield group.name, linked_by, label, sum(n for _, n in counts), specific


def _parts(
    groups: Sequence[GroupAgreement], by: AgreementBy | None
) -> Iterator[tuple[GroupAgreement, tuple[str, ...], list[PairAgreement]]]:
    """Each group of annotators with each group of pairs, whose name is empty without ``by``, and
    their agreement text by text."""
    for group in groups:
        for name, parts in group.parts(by).items():
            yield group, () if by is None else (name,), parts
