"""What the commands of a shared task print: findings, and a table of what was made or checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from timegraph.findings import Finding
from timegraph.report.check import CHECK_FORMATS, CheckFormat
from timegraph.report.findings.github import render_github
from timegraph.report.findings.sarif import render_sarif
from timegraph.report.findings.table import findings_table
from timegraph.report.findings.text import render_text
from timegraph.report.tables import Table, render, render_json
from timegraph.task.rules import TASK_RULES

__all__ = ["CHECK_FORMATS", "CheckFormat", "render_task"]


def render_task(
    findings: Sequence[Finding],
    table: Table,
    format: CheckFormat,
    *,
    heading: str = "",
    more: Mapping[str, object] | None = None,
    most: int = 0,
    width: int | None = None,
) -> str:
    """The report in ``format``: text, JSON, CSV (a row for each finding), ``"github"`` and
    ``"sarif"``; Markdown and LaTeX are the table alone.

    ``heading`` are lines above the text, ``more`` is further content of the JSON object. Text shows
    at most ``most`` findings of each rule (0: all).
    """
    if format == "json":
        content = {"findings": [found.to_json() for found in findings], table.name: table.records}
        return render_json({**content, **(more or {})})
    if format == "csv":
        return render(findings_table(findings), "csv")
    titles = {code: rule.title for code, rule in TASK_RULES.items()}
    if format == "github":
        return render_github(findings, titles)
    if format == "sarif":
        rules = {code: (r.severity, r.title, r.mend) for code, r in TASK_RULES.items()}
        return render_sarif(findings, rules)
    text = render(table, format, width=width)
    if format != "text":
        return text
    shown = render_text(findings, titles, advice={}, most=most, width=width) if findings else ""
    return heading + shown + text
