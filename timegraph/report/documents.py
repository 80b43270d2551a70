"""What ``timegraph check`` prints: findings in every format, with a summary by folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, get_args

import timeml
from timegraph._wording import counted
from timegraph.checking.diagnostics import UNREADABLE
from timegraph.checking.document import RULES, CheckedDocument, Repairs, totals
from timegraph.checking.undecided import NextPair, OpenDocument, Progress
from timegraph.dates.tables import DATE_RULES, CheckedTable
from timegraph.documents.build import label_for
from timegraph.documents.closure import AT_EACH_END, ExplainedConflict, Relation, tlinks_of
from timegraph.findings import Rule, Severity
from timegraph.links import AnyLink, DistanceConstraint, PointConstraint, line_of, link_to_json
from timegraph.proofs import Chain
from timegraph.report.findings import findings_report
from timegraph.report.formats import json_pieces
from timegraph.report.plain_text import printable
from timegraph.report.tables import Advice, Cell, Column, FindingsSection, Report, Table

if TYPE_CHECKING:
    from timeml import Document


_CHECK_COLUMNS = (
    Column("documents"),
    Column("inconsistent"),
    Column("links_left_out", "links left out"),
    Column("diagnostics", "faults in reading"),
    Column("failed"),
)


def by_folder(checked: Sequence[CheckedDocument]) -> dict[str, dict[str, int | None]]:
    """The counts of each folder, in the order of its first document."""
    groups: dict[str, list[CheckedDocument]] = {}
    for document in checked:
        groups.setdefault(document.folder, []).append(document)
    return {folder: totals(group) for folder, group in groups.items()}


def check_report(
    checked: Sequence[CheckedDocument],
    *,
    unusable: Sequence[CheckedDocument] = (),
    most: int = 0,
    whole_chains: bool = False,
) -> Report:
    """The report on ``checked``: text and JSON have findings and a summary by folder, CSV and the
    formats for findings the findings, Markdown, LaTeX and HTML the summary.

    ``unusable`` are paths that hold no documents to check, each with its error; they do not count
    as documents. Text shows at most ``most`` findings of each rule (0: all), and leaves out
    documents that cannot be read, which the command names on stderr. JSON has the two ends of long
    chains once, in the findings; with ``whole_chains`` the documents have all of them, too.
    """
    findings = [finding for document in (*unusable, *checked) for finding in document.findings]
    section = FindingsSection(
        findings, RULES, _advice(checked), most, hidden=frozenset({UNREADABLE.code})
    )

    def members() -> dict[str, object]:
        return {
            "documents": [_checked_document(document, whole_chains) for document in checked],
            "errors": [
                {"path": path.path, "line": path.line, "error": path.error} for path in unusable
            ],
            "folders": [{"folder": name, **n} for name, n in by_folder(checked).items()],
            "summary": totals(checked),
        }

    return findings_report(
        [section], [_check_summary(checked)], lines=_labels(checked), members=members
    )


def _advice(checked: Sequence[CheckedDocument]) -> dict[str, Advice]:
    """What is known of the contradictions of each document as a whole."""
    advice = {}
    for document in checked:
        if not document.conflicts:
            continue
        independent = document.independent
        least = None if independent is None else len(independent)
        repairs = document.repairs
        if repairs is None:
            advice[document.path] = Advice(least)
            continue
        how = _how(repairs)
        how += f"; file order leaves out {len(document.conflicts)}"
        advice[document.path] = Advice(least, repairs.cited, how)
    return advice


def _how(repairs: Repairs) -> str:
    """How good a repair is."""
    smallest = repairs.smallest
    if smallest.exact:
        return "a smallest set"
    return (
        f"the best found in {repairs.time_limit:g} s, so fewer may be enough; at least "
        f"{smallest.at_least} must be removed"
    )


def _labels(checked: Sequence[CheckedDocument]) -> list[str]:
    """The labels of documents that are read by other schemes than TimeML's, a line for each
    scheme: what says nothing is counted here, since it is not a fault."""
    counts: dict[str, Counter[str]] = {}
    silent: dict[str, set[str]] = {}
    for document in checked:
        if document.scheme != "tml" and document.labels:
            counts.setdefault(document.scheme, Counter()).update(dict(document.labels))
            silent.setdefault(document.scheme, set()).update(document.says_nothing)
    lines = []
    for scheme, labels in counts.items():
        named = ", ".join(
            f"{label or '(none)'} {count}" + " (says nothing)" * (label in silent[scheme])
            for label, count in labels.most_common()
        )
        links = counted(labels.total(), "link")
        lines.append(f"{links}, read by the label scheme {scheme}: {named}")
    return ["", *lines] if lines else []


def _check_summary(checked: Sequence[CheckedDocument]) -> Table:
    groups = [(folder or ".", counts) for folder, counts in by_folder(checked).items()]
    if len(groups) > 1:
        groups.append(("all", totals(checked)))
    rows = tuple((name, *(n[column.name] for column in _CHECK_COLUMNS)) for name, n in groups)
    return Table((Column("folder"), *_CHECK_COLUMNS), rows, name="folders")


def _checked_document(document: CheckedDocument, whole_chains: bool) -> dict[str, Any]:
    content: dict[str, Any] = {
        "path": document.path,
        "diagnostics": [
            {"code": d.code, "id": d.id or None, "line": d.line, "message": d.message}
            for d in document.diagnostics
        ],
        "conflicts": [_conflict(explained, whole_chains) for explained in document.conflicts],
        "links_left_out": document.links_left_out,
        "scheme": document.scheme,
        "labels": dict(document.labels),
        "says_nothing": list(document.says_nothing),
    }
    if document.error is not None:
        content |= {"error": document.error, "line": document.line}
    if document.conflicts:
        content["independent_conflicts"] = document.independent and [
            [link_to_json(link) for link in conflict] for conflict in document.independent
        ]
    if document.repairs is not None:
        smallest = document.repairs.smallest
        content["repair"] = {
            "links": [link_to_json(link) for link in smallest.links],
            "exact": smallest.exact,
            "at_least": smallest.at_least,
            "weight": smallest.weight,
            "time_limit": document.repairs.time_limit,
        }
    return content


def _conflict(explained: ExplainedConflict, whole_chains: bool) -> dict[str, Any]:
    """A link left out. Of long chains the findings have the ends; what is counted here are the
    links and steps that only ``whole_chains`` have."""
    conflict = explained.conflict
    most = None if whole_chains else 2 * AT_EACH_END
    # One chain of bounds may exclude several constraints.
    chains = zip(conflict.constraints, explained.chains, strict=False)
    return {
        "link": link_to_json(conflict.link),
        "constraints": [str(constraint) for constraint in conflict.constraints],
        **_against(conflict.against, most),
        "chain": explained.chain and _chain(explained.chain, most),
        "chains": [_excluding(constraint, chain, most) for constraint, chain in chains],
    }


def _excluding(
    constraint: PointConstraint | DistanceConstraint, chain: Chain, most: int | None
) -> Mapping[str, Any]:
    in_file_order = sorted(chain.links, key=lambda link: line_of(link) or 0)
    return {
        "constraint": str(constraint),
        **_against(in_file_order, most),
        "chain": _chain(chain, most),
    }


def _against(links: Sequence[AnyLink], most: int | None) -> dict[str, Any]:
    if most is None or len(links) <= most:
        return {"against": list(map(link_to_json, links))}
    return {"against": [], "links_between": len(links)}


def _chain(chain: Chain, most: int | None) -> dict[str, Any]:
    if most is None or len(chain.steps) <= 2 * most:
        return dict(chain.to_json())
    return {**replace(chain, steps=()).to_json(), "steps_between": len(chain.steps)}


# Closures and reductions of documents as TimeML and JSON.
#
# The text comes in pieces, so that a closure of millions of relations need not fit into memory.


ClosureFormat = Literal["timeml", "json"]
CLOSURE_FORMATS: tuple[ClosureFormat, ...] = get_args(ClosureFormat)


def closure_pieces(
    document: Document, relations: Iterable[Relation], format: ClosureFormat
) -> Iterator[str]:
    """The relations of ``document`` in ``format``, piece by piece.

    TimeML is the whole document with the relations as TLINKs.
    """
    if format == "timeml":
        # The relations have TimeML's labels, whatever those of the document were.
        in_timeml = replace(document, scheme="tml")
        return timeml.write_pieces(in_timeml, tlinks_of(document, relations))
    head: dict[str, object] = {"document": document.name, "entities": list(document.entities)}
    return json_pieces(head, "relations", map(_object, relations))


def _object(relation: Relation) -> dict[str, object]:
    label, link = relation.label, relation.link
    return {
        "a": relation.a,
        "relation": None if label is None else label.value,
        "b": relation.b,
        "relations": [member.value for member in relation.relations],
        "lid": (link.lid or None) if link is not None else None,
        "line": None if link is None else link.line,
    }


# What ``timegraph check --from dates`` prints: findings in tables of dates, and their columns.


_DATE_COLUMNS = tuple(map(Column, ("table", "column", "read", "refused", "empty")))


def dates_report(
    tables: Sequence[CheckedTable],
    *,
    rules: Mapping[str, Rule] = DATE_RULES,
    most: int = 0,
    severities: Sequence[Severity] = (),
) -> Report:
    """The findings of these ``severities`` (none given: all) in tables, and how many dates of each
    column were read. Text shows at most ``most`` findings of each rule (0: all)."""
    findings = [finding for table in tables for finding in table.findings]
    shown = [finding for finding in findings if not severities or finding.severity in severities]
    rows = tuple((table.path, name, *n) for table in tables for name, n in table.columns.items())
    orders = [
        f"{table.path}: {', '.join(order)} must follow one another"
        for table in tables
        for order in table.orders
    ]
    section = FindingsSection(shown, rules, most=most)
    return findings_report([section], [Table(_DATE_COLUMNS, rows, name="columns")], lines=orders)


# What ``timegraph open`` prints: how much is decided, and the pairs to annotate next.


_SUMMARY = (
    Column("folder"),
    Column("documents"),
    Column("events"),
    Column("linked_events", "linked"),
    Column("pairs"),
    Column("settled", "decided"),
    Column("share", "share"),
    Column("known"),
    Column("islands"),
)
_PAIRS = ("document", "a", "a_words", "b", "b_words", "possible", "sentence")


def open_report(documents: Sequence[OpenDocument]) -> Report:
    """The report: CSV has a row for each pair to annotate, Markdown, LaTeX and HTML the summary,
    text and JSON both."""
    summary = _open_summary(documents)
    return Report(
        tables=[summary],
        rows=[_pairs(documents)],
        record={
            "documents": [_open_document(document) for document in documents],
            "folders": summary.records,
        },
        heading=[printable(line) for document in documents for line in _lines(document)],
    )


def _lines(document: OpenDocument) -> Iterator[str]:
    progress = document.progress
    if progress is None:
        return
    share = f"{100 * progress.settled / progress.pairs:.0f} %" if progress.pairs else "-"
    yield (
        f"{document.path}: {'' if progress.exact else 'at least '}{progress.settled} of "
        f"{progress.pairs} pairs are decided "
        f"({share}), something is known of {progress.known}; "
        f"{progress.linked_events} of {progress.events} events are in a link"
    )
    sizes = [len(island) for island in progress.islands]
    if len(sizes) > 1:
        several = [str(size) for size in sizes if size > 1]
        single = len(sizes) - len(several)
        parts = [f"of {', '.join(several)} entities"] if several else []
        parts += [f"{single} of one entity"] if single else []
        yield f"  {len(sizes)} islands that nothing connects: {', and '.join(parts)}"
    if document.pairs:
        yield "  to annotate next:"
    for pair in document.pairs:
        yield f"    {pair.a} and {pair.b}: {_possible(pair)}"
        yield from (f"      | {sentence}" for sentence in pair.sentences)
    yield ""


def _possible(pair: NextPair) -> str:
    relations = pair.pair.possible
    if len(relations) == 13:
        return "any relation"
    # Annotators know the relations by the names of TimeML.
    return " or ".join(label_for(relation).value for relation in relations)


def _open_summary(documents: Sequence[OpenDocument]) -> Table:
    folders: dict[str, list[Progress]] = {}
    for document in documents:
        in_folder = folders.setdefault(document.folder or ".", [])
        if document.progress is not None:
            in_folder.append(document.progress)
    rows = [_row(folder, group) for folder, group in folders.items()]
    if len(rows) > 1:
        rows.append(_row("all", [progress for group in folders.values() for progress in group]))
    return Table(_SUMMARY, tuple(rows), name="folders")


def _row(folder: str, group: Sequence[Progress]) -> tuple[Cell, ...]:
    counted = ("events", "linked_events", "pairs", "settled", "known")
    row: dict[str, Cell] = {name: sum(map(attrgetter(name), group)) for name in counted}
    pairs = sum(progress.pairs for progress in group)
    row |= {"folder": folder, "documents": len(group)}
    row["share"] = sum(progress.settled for progress in group) / pairs if pairs else None
    row["islands"] = sum(len(progress.islands) for progress in group)
    return tuple(row[column.name] for column in _SUMMARY)


def _pairs(documents: Sequence[OpenDocument]) -> Table:
    rows = tuple(
        (
            document.path,
            pair.a.id,
            pair.a.words,
            pair.b.id,
            pair.b.words,
            " ".join(relation.value for relation in pair.pair.possible),
            " ".join(map(str, pair.sentences)),
        )
        for document in documents
        for pair in document.pairs
    )
    return Table(tuple(map(Column, _PAIRS)), rows, name="pairs")


def _open_document(document: OpenDocument) -> dict[str, Any]:
    progress = document.progress
    if progress is None:
        return {"path": document.path, "error": document.error, "line": document.line}
    return {
        "path": document.path,
        **{key: value for key, value in asdict(progress).items() if key != "exact" or not value},
        "islands": [list(island) for island in progress.islands],
        "next": [
            {
                "a": pair.a.to_json(),
                "b": pair.b.to_json(),
                "possible": [relation.value for relation in pair.pair.possible],
                "sentences": [sentence.to_json() for sentence in pair.sentences],
            }
            for pair in document.pairs
        ],
    }
