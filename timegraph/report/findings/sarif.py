"""Findings as SARIF 2.1.0 (OASIS 2020), which code scanning and editors read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from timegraph._version import __version__
from timegraph.findings import CitedLink, Finding, Severity
from timeml import Position

__all__ = ["SarifRule", "render_sarif"]

SarifRule = tuple[Severity, str, str]
"""Of a rule: how severe it is, what it means, and how to mend it."""

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(findings: Sequence[Finding], rules: Mapping[str, SarifRule]) -> str:
    """One run with the ``rules`` by code and a result for each finding."""
    import json

    indices = {code: index for index, code in enumerate(rules)}
    driver = {
        "name": "timegraph",
        "version": __version__,
        "rules": [_rule(code, *rule) for code, rule in rules.items()],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, indices) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: str, severity: Severity, title: str, mend: str) -> dict[str, Any]:
    return {
        "id": code,
        "shortDescription": {"text": title},
        "help": {"text": f"To mend it: {mend}."},
        "defaultConfiguration": {"level": severity},
    }


def _result(finding: Finding, indices: Mapping[str, int]) -> dict[str, Any]:
    lines = [finding.message, *map(str, finding.sentences)]
    if finding.mend:
        lines.append(f"To mend it: {finding.mend}")
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
