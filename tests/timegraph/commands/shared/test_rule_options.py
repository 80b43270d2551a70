"""Which rules are shown, as the user names them."""

from __future__ import annotations

import pytest

from tests.parts import called
from timegraph.checking.document import Selection, UnknownRuleError
from timegraph.commands.shared.options import ShownRules, rule_options
from timegraph.findings import SEVERITIES


def shown(*args: str) -> ShownRules:
    """What the command receives."""
    _, _, values = called((rule_options(SEVERITIES, "timex-*", "docs/checks.md"),), *args)
    rules = values["shown"]
    assert isinstance(rules, ShownRules)
    return rules


def codes(*args: str) -> set[str]:
    rules = shown(*args)
    return set(Selection(rules.select, rules.ignore, rules.severity).codes)


def test_defaults() -> None:
    assert shown().most == 20
    assert "unlinked-event" not in codes()


def test_rules_may_be_separated_by_commas_or_given_again() -> None:
    several = codes("--select", "no-dct,no-instance", "--select", "timex-form")
    assert several == {"no-dct", "no-instance", "timex-form", "unreadable"}
    assert "no-dct" not in codes("--ignore", "no-dct")


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(
        UnknownRuleError, match="there is no rule 'tmex-form'; did you mean timex-form"
    ):
        codes("--select", "tmex-form")
