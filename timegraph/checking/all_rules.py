"""All rules together: which there are, which are selected, and what they find in a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain

from timegraph.checking import (
    attribute_names,
    attribute_values,
    diagnostics,
    durations,
    link_pairs,
    references,
    spans,
    timex_values,
)
from timegraph.documents.contradictions import CONTRADICTION
from timegraph.documents.reading import Reading, RuleSet
from timegraph.findings import SEVERITIES, Finding, Severity
from timegraph.findings.rules import ALWAYS, UNREADABLE, Rule
from timegraph.labels import near

__all__ = ["RULES", "RULE_SETS", "SECTIONS", "Selection", "UnknownRuleError", "findings_of"]

RULE_SETS: tuple[RuleSet, ...] = (
    *diagnostics.RULE_SETS,
    *references.RULE_SETS,
    *link_pairs.RULE_SETS,
    *spans.RULE_SETS,
    *attribute_values.RULE_SETS,
    *attribute_names.RULE_SETS,
    *timex_values.RULE_SETS,
    *durations.RULE_SETS,
)


# The others are about elements and attributes of TimeML.
_ANY_FORMAT: tuple[RuleSet, ...] = (
    *diagnostics.RULE_SETS,
    *link_pairs.RULE_SETS,
    *spans.RULE_SETS,
    *timex_values.RULE_SETS,
)


def _rules_of(*sets: tuple[RuleSet, ...]) -> tuple[Rule, ...]:
    return tuple(rule for rules, _ in chain(*sets) for rule in rules)


SECTIONS: Mapping[str, tuple[Rule, ...]] = {
    "Documents": (UNREADABLE, *diagnostics.OF_DOCUMENTS, *_rules_of(spans.RULE_SETS)),
    "Links": (CONTRADICTION, *diagnostics.OF_LINKS, *_rules_of(link_pairs.RULE_SETS)),
    "Ids": (*diagnostics.OF_IDS, *_rules_of(references.RULE_SETS)),
    "Attributes": _rules_of(attribute_values.RULE_SETS, attribute_names.RULE_SETS),
    "Values of time expressions": _rules_of(timex_values.RULE_SETS, durations.RULE_SETS),
}
"""The rules by what they are about."""

RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in sorted(chain(*SECTIONS.values()), key=lambda rule: SEVERITIES.index(rule.severity))
}
"""Each rule by its code, the gravest first."""


def findings_of(reading: Reading, codes: Collection[str]) -> list[Finding]:
    """What the rules of these ``codes`` find, apart from contradictions."""
    findings: list[Finding] = []
    for rules, check in RULE_SETS if reading.document.layout.format == "timeml" else _ANY_FORMAT:
        if any(rule.code in codes for rule in rules):
            findings += (finding for finding in check(reading) if finding.code in codes)
    return findings


class UnknownRuleError(ValueError):
    """A code or pattern that no rule has."""


@dataclass(frozen=True)
class Selection:
    """The rules to report: those that ``select`` names, all if it is empty, without those that
    ``ignore`` names, if they are at least as severe as ``severity``.

    Both hold codes, or patterns such as ``"unknown-*"``. Without a ``severity`` warnings and
    errors are shown, and with ``select`` notes, too. ``unreadable`` is always among the rules.

    Raises :class:`UnknownRuleError` for a code or pattern that fits no rule, and for ignoring
    ``unreadable``; ``ValueError`` for an unknown severity.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Severity | None = None
    rules: Mapping[str, Rule] = field(default_factory=lambda: RULES, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.severity not in (None, *SEVERITIES):
            raise ValueError(f"severity is one of {', '.join(SEVERITIES)}, not {self.severity!r}")
        _matching(self.select, self.rules)
        for code in ALWAYS & set(self.ignore):
            raise UnknownRuleError(
                f"the rule {code} cannot be ignored: fix the document or leave it out"
            )
        _matching(self.ignore, self.rules)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of the rules to report."""
        selected = _matching(self.select, self.rules) if self.select else frozenset(self.rules)
        lowest = self.severity or ("note" if self.select else "warning")
        shown = SEVERITIES[: SEVERITIES.index(lowest) + 1]
        severe = {code for code, rule in self.rules.items() if rule.severity in shown}
        ignored = _matching(self.ignore, self.rules)
        return ((selected - ignored) & severe) | (ALWAYS & self.rules.keys())


def _matching(patterns: Iterable[str], rules: Mapping[str, Rule]) -> frozenset[str]:
    codes: set[str] = set()
    for pattern in patterns:
        matching = [code for code in rules if fnmatchcase(code, pattern)]
        if not matching:
            meant = near(pattern, tuple(rules))
            hint = f"did you mean {meant}?" if meant else f"the rules are {', '.join(rules)}"
            raise UnknownRuleError(f"there is no rule {pattern!r}; {hint}")
        codes.update(matching)
    return frozenset(codes)
