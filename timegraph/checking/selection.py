"""Which rules are asked about, and from which severity on findings are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from timegraph.checking.rules import ALWAYS, RULES, Rule, near
from timegraph.findings import SEVERITIES, Severity

__all__ = ["Selection", "UnknownRuleError"]


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
                f"the rule {code} cannot be ignored: mend the document or leave it out"
            )
        _matching(self.ignore, self.rules)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of the rules to report."""
        chosen = _matching(self.select, self.rules) if self.select else frozenset(self.rules)
        lowest = self.severity or ("note" if self.select else "warning")
        shown = SEVERITIES[: SEVERITIES.index(lowest) + 1]
        severe = {code for code, rule in self.rules.items() if rule.severity in shown}
        ignored = _matching(self.ignore, self.rules)
        return ((chosen - ignored) & severe) | (ALWAYS & self.rules.keys())


def _matching(patterns: Iterable[str], rules: Mapping[str, Rule]) -> frozenset[str]:
    found: set[str] = set()
    for pattern in patterns:
        matching = [code for code in rules if fnmatchcase(code, pattern)]
        if not matching:
            meant = near(pattern, tuple(rules))
            hint = f"did you mean {meant}?" if meant else f"the rules are {', '.join(rules)}"
            raise UnknownRuleError(f"there is no rule {pattern!r}; {hint}")
        found.update(matching)
    return frozenset(found)
