"""Findings as rows of a table, one each."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.findings import Finding
from timegraph.report.tables import Cell, Column, Table

__all__ = ["findings_table"]

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
