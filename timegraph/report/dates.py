"""What ``timegraph check --from dates`` prints: findings in tables of dates, and their columns."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.dates.columns import DATE_RULES, CheckedTable
from timegraph.findings import Severity
from timegraph.report.findings.report import findings_report
from timegraph.report.report import FindingsSection, Report
from timegraph.report.tables import Column, Table

__all__ = ["dates_report"]

_COLUMNS = tuple(map(Column, ("table", "column", "read", "refused", "empty")))


def dates_report(
    tables: Sequence[CheckedTable], *, most: int = 0, severities: Sequence[Severity] = ()
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
    section = FindingsSection(shown, DATE_RULES, most=most)
    return findings_report([section], [Table(_COLUMNS, rows, name="columns")], lines=orders)
