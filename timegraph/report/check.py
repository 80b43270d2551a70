"""What ``timegraph check`` prints: findings in every format, with a summary by folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Literal, TypeVar, get_args

from timegraph.checking.contradictions import AT_EACH_END
from timegraph.checking.document import CheckedDocument, Totals, totals
from timegraph.checking.rules import RULES
from timegraph.citations import line_of, link_to_json
from timegraph.links import AnyLink, DistanceConstraint, PointConstraint
from timegraph.proofs import Chain
from timegraph.report.findings.github import render_github
from timegraph.report.findings.sarif import render_sarif
from timegraph.report.findings.table import findings_table
from timegraph.report.findings.text import Advice, render_text
from timegraph.report.formats import Format
from timegraph.report.tables import (
    Cell,
    Column,
    Table,
    TableOptions,
    render,
    render_json,
    render_tables,
)

__all__ = ["CHECK_FORMATS", "CheckFormat", "by_folder", "render_checks"]

Item = TypeVar("Item")

CheckFormat = Format | Literal["github", "sarif"]
CHECK_FORMATS: tuple[CheckFormat, ...] = (*get_args(Format), "github", "sarif")

_COLUMNS = (
    Column("documents"),
    Column("inconsistent"),
    Column("links_left_out", "links left out"),
    Column("diagnostics"),
    Column("failed"),
)
_TITLES = {code: rule.title for code, rule in RULES.items()}


def by_folder(checked: Sequence[CheckedDocument]) -> dict[str, Totals]:
    """The counts of each folder, in the order of its first document."""
    groups: dict[str, list[CheckedDocument]] = {}
    for document in checked:
        groups.setdefault(document.folder, []).append(document)
    return {folder: totals(group) for folder, group in groups.items()}


def render_checks(
    checked: Sequence[CheckedDocument],
    format: CheckFormat,
    *,
    unusable: Sequence[CheckedDocument] = (),
    most: int = 0,
    width: int | None = None,
    colour: bool = False,
    whole_chains: bool = False,
) -> str:
    """The report on ``checked`` in ``format``: text, JSON, CSV (a row for each finding),
    ``"github"`` (workflow commands) and ``"sarif"``; Markdown and LaTeX are the summary alone.

    ``unusable`` are paths that hold no documents to check, each with its error; they do not count
    as documents. Text shows at most ``most`` findings of each rule (0: all), and leaves out
    documents that cannot be read, which the command names on stderr. ``colour`` adds ANSI codes
    to it. JSON has the two ends of long chains, or with ``whole_chains`` all of them.
    """
    findings = [finding for document in (*unusable, *checked) for finding in document.findings]
    if format == "json":
        return _json(checked, unusable, whole_chains)
    if format == "github":
        return render_github(findings, _TITLES)
    if format == "sarif":
        rules = {code: (rule.severity, rule.title, rule.mend) for code, rule in RULES.items()}
        return render_sarif(findings, rules)
    if format == "csv":
        return render(findings_table(findings), "csv")
    if format != "text":
        return render(_summary(checked), format, width=width)
    read = [finding for finding in findings if finding.code != "unreadable"]
    advice = _advice(checked)
    text = render_text(read, _TITLES, advice=advice, most=most, width=width, colour=colour)
    summary = render_tables([_summary(checked)], TableOptions("text", width, colour=colour))
    return text + summary + _labels(checked)


def _advice(checked: Sequence[CheckedDocument]) -> dict[str, Advice]:
    """What is known of the contradictions of each document as a whole."""
    found = {}
    for document in checked:
        if not document.conflicts:
            continue
        independent = document.independent
        least = None if independent is None else len(independent)
        repairs = document.repairs
        if repairs is None:
            found[document.path] = Advice(least)
            continue
        smallest = repairs.smallest
        how = "a smallest set"
        if not smallest.exact:
            how = (
                f"chosen greedily after {repairs.time_limit:g} s without proof that no fewer do; "
                f"at least {smallest.at_least} must go"
            )
        how += f"; file order leaves out {len(document.conflicts)}"
        found[document.path] = Advice(least, repairs.cited, how)
    return found


def _labels(checked: Sequence[CheckedDocument]) -> str:
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
        lines.append(f"{labels.total()} links, read by the label scheme {scheme}: {named}\n")
    return "\n" + "".join(lines) if lines else ""


def _summary(checked: Sequence[CheckedDocument]) -> Table:
    groups = by_folder(checked)
    rows: list[tuple[Cell, ...]] = [
        (folder or ".", *_counts(counts)) for folder, counts in groups.items()
    ]
    if len(rows) > 1:
        rows.append(("all", *_counts(totals(checked))))
    return Table((Column("folder"), *_COLUMNS), tuple(rows), name="folders")


def _counts(counts: Totals) -> tuple[int, ...]:
    return tuple(int(asdict(counts)[column.name]) for column in _COLUMNS)


def _json(
    checked: Sequence[CheckedDocument], unusable: Sequence[CheckedDocument], whole_chains: bool
) -> str:
    findings = [finding for document in (*unusable, *checked) for finding in document.findings]
    folders = [{"folder": folder, **asdict(t)} for folder, t in by_folder(checked).items()]
    return render_json(
        {
            "findings": [finding.to_json() for finding in findings],
            "documents": [_document(document, whole_chains) for document in checked],
            "errors": [
                {"path": path.path, "line": path.line, "error": path.error} for path in unusable
            ],
            "folders": folders,
            "summary": asdict(totals(checked)),
        }
    )


def _document(document: CheckedDocument, whole_chains: bool) -> dict[str, Any]:
    most = None if whole_chains else 2 * AT_EACH_END
    content: dict[str, Any] = {
        "path": document.path,
        "diagnostics": [
            {"code": d.code, "id": d.id or None, "line": d.line, "message": d.message}
            for d in document.diagnostics
        ],
        "conflicts": [
            {
                "link": link_to_json(conflict.link),
                "constraints": [str(constraint) for constraint in conflict.constraints],
                "against": _links(conflict.against, most),
                "chain": _chain(chain, most),
                "chains": [
                    _excluding(constraint, one, most)
                    for constraint, one in zip(conflict.constraints, chains, strict=True)
                ],
            }
            for (conflict, chain), chains in zip(document.conflicts, document.chains, strict=True)
        ],
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
            "time_limit": document.repairs.time_limit,
        }
    return content


def _excluding(
    constraint: PointConstraint | DistanceConstraint, chain: Chain, most: int | None
) -> Mapping[str, Any]:
    in_file_order = sorted(chain.links, key=lambda link: line_of(link) or 0)
    return {
        "constraint": str(constraint),
        "against": _links(in_file_order, most),
        "chain": _chain(chain, most),
    }


def _links(links: Sequence[AnyLink], most: int | None) -> list[dict[str, Any]]:
    return [link_to_json(link) for link in _both_ends(links, most)]


def _chain(chain: Chain, most: int | None) -> dict[str, Any]:
    """The chain with the steps at its two ends; a long one says how many stand between them."""
    steps = _both_ends(chain.steps, None if most is None else 2 * most)
    shown = replace(chain, steps=tuple(steps)).to_json()
    between = len(chain.steps) - len(steps)
    return {**shown, "steps_between": between} if between else shown


def _both_ends(items: Sequence[Item], most: int | None) -> Sequence[Item]:
    if most is None or len(items) <= most:
        return items
    return [*items[: most // 2], *items[-(most // 2) :]]
