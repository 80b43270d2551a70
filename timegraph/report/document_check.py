"""What ``timegraph check`` prints: findings in every format, with a summary by folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from decimal import Decimal
from typing import Any

from timegraph._wording.counting import counted
from timegraph.checking.all_rules import RULES
from timegraph.checking.document import CheckedDocument, Repairs, Totals, totals
from timegraph.citations import line_of, link_to_json
from timegraph.decoding.decoder import Weight
from timegraph.documents.contradictions import AT_EACH_END, ExplainedConflict
from timegraph.findings.rules import UNREADABLE
from timegraph.links import AnyLink, DistanceConstraint, PointConstraint
from timegraph.proofs import Chain
from timegraph.report.findings.report import findings_report
from timegraph.report.report import Advice, FindingsSection, Report
from timegraph.report.tables import Cell, Column, Table

__all__ = ["by_folder", "check_report"]

_COLUMNS = (
    Column("documents"),
    Column("inconsistent"),
    Column("links_left_out", "links left out"),
    Column("diagnostics", "faults in reading"),
    Column("failed"),
)


def by_folder(checked: Sequence[CheckedDocument]) -> dict[str, Totals]:
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
            "documents": [_document(document, whole_chains) for document in checked],
            "errors": [
                {"path": path.path, "line": path.line, "error": path.error} for path in unusable
            ],
            "folders": [
                {"folder": name, **asdict(counts)} for name, counts in by_folder(checked).items()
            ],
            "summary": asdict(totals(checked)),
        }

    return findings_report([section], [_summary(checked)], lines=_labels(checked), members=members)


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
    smallest, weighing = repairs.smallest, repairs.weighing
    weighed = "" if weighing is None else f" by {weighing}: {_shown(smallest.weight)}"
    if smallest.exact:
        return f"a set of least weight{weighed}" if weighed else "a smallest set"
    return (
        f"the best found in {repairs.time_limit:g} s, so {'less' if weighed else 'fewer'} may "
        f"be enough{weighed}; at least {_shown(smallest.at_least)} must be removed"
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


def _summary(checked: Sequence[CheckedDocument]) -> Table:
    groups = by_folder(checked)
    rows: list[tuple[Cell, ...]] = [
        (folder or ".", *_counts(counts)) for folder, counts in groups.items()
    ]
    if len(rows) > 1:
        rows.append(("all", *_counts(totals(checked))))
    return Table((Column("folder"), *_COLUMNS), tuple(rows), name="folders")


def _counts(counts: Totals) -> tuple[int | None, ...]:
    return tuple(asdict(counts)[column.name] for column in _COLUMNS)


def _document(document: CheckedDocument, whole_chains: bool) -> dict[str, Any]:
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
        smallest, weighing = document.repairs.smallest, document.repairs.weighing
        content["repair"] = {
            "links": [link_to_json(link) for link in smallest.links],
            "exact": smallest.exact,
            "at_least": _number(smallest.at_least),
            "weight": _number(smallest.weight),
            "weighed_by": None if weighing is None else str(weighing),
            "time_limit": document.repairs.time_limit,
        }
    return content


def _number(weight: Weight) -> int | float:
    if isinstance(weight, int) or weight > _LARGE:
        return round(weight)
    return float(weight)


def _shown(weight: Weight) -> str:
    return f"{float(weight):g}" if weight <= _LARGE else f"{Decimal(round(weight)):.5e}"


_LARGE = 10**300  # beyond it sums may be larger than any float


def _conflict(explained: ExplainedConflict, whole_chains: bool) -> dict[str, Any]:
    """A link left out. Of long chains the findings have the ends; what is counted here are the
    links and steps that only ``whole_chains`` have."""
    conflict = explained.conflict
    most = None if whole_chains else 2 * AT_EACH_END
    chains = zip(conflict.constraints, explained.chains, strict=True)
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
