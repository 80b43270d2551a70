"""All rules together, run on one document."""

from __future__ import annotations

from collections.abc import Collection

from timegraph.checking import (
    attribute_names,
    attribute_values,
    diagnostics,
    durations,
    link_pairs,
    references,
    timex_values,
)
from timegraph.checking.reading import Reading, RuleSet
from timegraph.findings import Finding

__all__ = ["RULE_SETS", "findings_of"]

RULE_SETS: tuple[RuleSet, ...] = (
    *diagnostics.RULE_SETS,
    *references.RULE_SETS,
    *link_pairs.RULE_SETS,
    *attribute_values.RULE_SETS,
    *attribute_names.RULE_SETS,
    *timex_values.RULE_SETS,
    *durations.RULE_SETS,
)


# The others are about elements and attributes of TimeML.
_ANY_FORMAT: tuple[RuleSet, ...] = (
    *diagnostics.RULE_SETS,
    *link_pairs.RULE_SETS,
    *timex_values.RULE_SETS,
)


def findings_of(reading: Reading, codes: Collection[str]) -> list[Finding]:
    """What the rules of these ``codes`` find, apart from contradictions."""
    found: list[Finding] = []
    for own, check in RULE_SETS if reading.document.layout.format == "timeml" else _ANY_FORMAT:
        if not own.isdisjoint(codes):
            found += (finding for finding in check(reading) if finding.code in codes)
    return found
