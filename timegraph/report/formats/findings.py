"""Findings as workflow commands of GitHub Actions, which show them beside the lines of a change."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from timegraph._version import __version__
from timegraph.findings import CitedLink, Finding
from timegraph.findings.record import Rule
from timegraph.report.report import Report, TableOptions
from timeml import Position

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


# Findings as SARIF 2.1.0 (OASIS 2020), which code scanning and editors read.


_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(report: Report, options: TableOptions) -> str:
    """One run with the rules by code and a result for each finding."""
    import json

    rules = {code: rule for section in report.findings for code, rule in section.rules.items()}
    findings = [finding for section in report.findings for finding in section.findings]

    indices = {code: index for index, code in enumerate(rules)}
    driver = {
        "name": "timegraph",
        "version": __version__,
        "rules": list(map(_rule, rules.values())),
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, indices) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "help": {"text": f"Fix: {rule.fix}."},
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(finding: Finding, indices: Mapping[str, int]) -> dict[str, Any]:
    lines = [finding.message, *map(str, finding.sentences)]
    if finding.fix:
        lines.append(f"Fix: {finding.fix}")
    result: dict[str, Any] = {"ruleId": finding.code}
    if finding.code in indices:
        result["ruleIndex"] = indices[finding.code]
    result |= {
        "level": finding.severity,
        "message": {"text": "\n".join(lines)},
        "locations": [{"physicalLocation": _location(finding.file, finding.position)}],
        "partialFingerprints": {"timegraph/v1": _fingerprint(finding)},
    }
    related = [_related(finding, link) for link in finding.links[1:] if link.line is not None]
    if related:
        result["relatedLocations"] = related
    return result


def _related(finding: Finding, link: CitedLink) -> dict[str, Any]:
    assert link.line is not None
    where = _location(finding.file, Position(link.line))
    return {"physicalLocation": where, "message": {"text": str(link)}}


def _location(document: str, at: Position | None) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": _uri(document)}}
    if at is not None:
        region = {
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        }
        location["region"] = {name: value for name, value in region.items() if value is not None}
    return location


def _uri(path: str) -> str:
    if os.path.isabs(path):
        return PurePath(path).as_uri()
    return quote(PurePath(path).as_posix().encode("utf-8", "surrogateescape"))


def _fingerprint(finding: Finding) -> str:
    """The same for the same finding, whatever its line."""
    key = "\0".join((finding.code, finding.document, *finding.ids))
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32]
