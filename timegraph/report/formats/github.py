"""Findings as workflow commands of GitHub Actions, which show them beside the lines of a change."""

from __future__ import annotations

from timegraph.findings import Finding
from timegraph.report.report import Report, TableOptions

__all__ = ["render_github"]

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def render_github(report: Report, options: TableOptions) -> str:
    """One command on one line for each finding, with what its code means."""
    return "".join(
        f"{_command(finding, rule.title if rule else '')}\n"
        for section in report.findings
        for finding in section.findings
        for rule in (section.rules.get(finding.code),)
    )


def _command(finding: Finding, title: str) -> str:
    properties = {"file": finding.file}
    at = finding.position
    if at is not None:
        properties["line"] = str(at.line)
        properties["endLine"] = str(at.end_line or at.line)
        if at.column is not None and at.end_column is not None and at.end_line == at.line:
            # Between two lines GitHub takes no columns. Its last one is the last character's.
            properties["col"] = str(at.column)
            properties["endColumn"] = str(max(at.column, at.end_column - 1))
    properties["title"] = f"{finding.code}: {title}" if title else finding.code
    named = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    lines = [finding.message, *map(str, finding.sentences)]
    if finding.fix:
        lines.append(f"Fix: {finding.fix}")
    return f"::{_LEVELS[finding.severity]} {named}::{_escaped(chr(10).join(lines))}"


def _escaped(text: str, also: str = "") -> str:
    """Escaped as GitHub's own toolkit does; ``also`` are characters that end a property."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
