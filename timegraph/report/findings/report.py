"""The report on findings, with a table that sums them up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from timegraph.findings import Finding
from timegraph.report.report import FindingsSection, Report
from timegraph.report.tables import Cell, Column, Table

__all__ = ["findings_report", "findings_table"]


def findings_report(
    sections: Sequence[FindingsSection],
    tables: Sequence[Table],
    *,
    lines: Sequence[str] = (),
    members: Mapping[str, object] | Callable[[], Mapping[str, object]] | None = None,
) -> Report:
    """The findings, and below them the tables that sum them up.

    CSV has a row for each finding. The JSON object has the findings, the rows of the tables and
    other ``members``. ``lines`` are for text alone and come last.
    """
    findings = [finding for section in sections for finding in section.findings]

    def record() -> dict[str, object]:
        content: dict[str, object] = {"findings": [finding.to_json() for finding in findings]}
        content |= {table.name: table.records for table in tables}
        return {**content, **((members() if callable(members) else members) or {})}

    return Report(
        tables=tables,
        rows=[findings_table(findings)],
        record=record,
        findings=sections,
        findings_first=True,
        lines=lines,
    )


_COLUMNS = (
    *("document", "line", "column", "end_line", "end_column", "severity", "code", "ids"),
    *("words", "message", "sentence", "links", "mend"),
)


def findings_table(findings: Sequence[Finding]) -> Table:
    """Every field of each finding; what is several is joined by ``; ``, sentences by a blank."""
    return Table(tuple(map(Column, _COLUMNS)), tuple(map(_row, findings)), name="findings")


def _row(finding: Finding) -> tuple[Cell, ...]:
    at = finding.position
    place = (None,) * 4 if at is None else (at.line, at.column, at.end_line, at.end_column)
    return (
        finding.document,
        *place,
        finding.severity,
        finding.code,
        "; ".join(finding.ids),
        "; ".join(map(str, finding.mentions)),
        finding.message,
        " ".join(map(str, finding.sentences)),
        "; ".join(map(str, finding.links)),
        finding.fix,
    )
