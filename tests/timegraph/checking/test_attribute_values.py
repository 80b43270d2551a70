"""Attributes against the values of TimeML."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.checking.attribute_rules import ATTRIBUTES
from timegraph.checking.document import RULES
from timegraph.findings import Finding

Find = Callable[..., list[Finding]]

# The element that bears each attribute, with the rest that it needs.
ELEMENTS = {
    "events": '<EVENT eid="e9" {}>sang</EVENT>',
    "instances": '<MAKEINSTANCE eiid="ei99" eventID="e1" {}/>',
    "timexes": '<TIMEX3 tid="t9" value="2020-01-04" {}>the fourth</TIMEX3>',
    "slinks": '<SLINK lid="l9" eventInstanceID="ei11" subordinatedEventInstance="ei12" {}/>',
    "alinks": '<ALINK lid="l9" eventInstanceID="ei11" relatedToEventInstance="ei12" {}/>',
}
CASES = [(attribute, value) for attribute in ATTRIBUTES for value in attribute.values]


@pytest.mark.parametrize(("attribute", "value"), CASES)
def test_every_value_is_known_as_it_is_spelt(findings: Find, attribute, value) -> None:  # type: ignore[no-untyped-def]
    element = ELEMENTS[attribute.of]
    assert findings(element.format(f'{attribute.name}="{value}"'), attribute.code) == []
    other = value.swapcase()
    (found,) = findings(element.format(f'{attribute.name}="{other}"'), attribute.code)
    assert found.fix == f"did you mean {value}?"
    assert f"has {attribute.name}={other!r}" in found.message


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda one: str(one.code))
def test_absent_and_empty_values_are_no_fault(findings: Find, attribute) -> None:  # type: ignore[no-untyped-def]
    for given in ("", f'{attribute.name}=""'):
        assert findings(ELEMENTS[attribute.of].format(given), attribute.code) == []


def test_a_value_like_none_other_gets_the_list(findings: Find) -> None:
    (found,) = findings(
        '<MAKEINSTANCE eiid="ei9" eventID="e1" polarity="xyz"/>', "unknown-polarity"
    )
    assert (found.code, found.fix) == ("unknown-polarity", "write one of POS, NEG")
    assert found.message.startswith('MAKEINSTANCE ei9 of e1 "ate" has polarity=')


def test_each_attribute_has_a_rule() -> None:
    assert {attribute.code for attribute in ATTRIBUTES} <= set(RULES)
