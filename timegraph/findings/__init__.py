"""Findings: what is reported about documents, with its place, its words and the way to fix it.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.findings.record import (
        SEVERITIES as SEVERITIES,
        CitedLink as CitedLink,
        Describer as Describer,
        Finding as Finding,
        Mark as Mark,
        Mention as Mention,
        Sentence as Sentence,
        Severity as Severity,
    )

_HOMES = {
    "record": "CitedLink Describer Finding Mark Mention SEVERITIES Sentence Severity",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
