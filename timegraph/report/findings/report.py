"""The report on findings, with a table that sums them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from timegraph.report.findings.table import findings_table
from timegraph.report.report import FindingsSection, Report
from timegraph.report.tables import Table

__all__ = ["findings_report"]


def findings_report(
    sections: Sequence[FindingsSection],
    tables: Sequence[Table],
    *,
    heading: Sequence[str] = (),
    lines: Sequence[str] = (),
    members: Mapping[str, object] | None = None,
) -> Report:
    """The findings, and below them the tables that sum them up.

    CSV has a row for each finding. The JSON object has the findings, the rows of the tables and
    other ``members``. ``heading`` and ``lines`` are for text alone and come first and last.
    """
    findings = [finding for section in sections for finding in section.findings]
    content: dict[str, object] = {"findings": [finding.to_json() for finding in findings]}
    content |= {table.name: table.records for table in tables}
    return Report(
        tables=tables,
        rows=[findings_table(findings)],
        record={**content, **(members or {})},
        findings=sections,
        findings_first=True,
        heading=heading,
        lines=lines,
    )
