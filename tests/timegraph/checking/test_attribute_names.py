"""Attributes that look misspelt, and required ones that are missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.findings import Finding

Find = Callable[..., list[Finding]]


@pytest.mark.parametrize(
    ("added", "meant"),
    [
        ('<TLINK lid="l1" relTyp="BEFORE" eventInstanceID="ei11" relatedToTime="t1"/>', "relType"),
        ('<TLINK lid="l1" relType="BEFORE" eventInstanceIDs="ei11"/>', "eventInstanceID"),
        ('<MAKEINSTANCE eiid="ei9" eventID="e1" tens="PAST"/>', "tense"),
        ('<TIMEX3 tid="t9" type="DATE" valeu="2020-05">May</TIMEX3>', "value"),
    ],
)
def test_slips(findings: Find, added: str, meant: str) -> None:
    (found,) = findings(added, "unknown-attribute")
    assert found.fix == f"did you mean {meant}?"


@pytest.mark.parametrize(
    ("added", "name"),
    [
        ('<SIGNAL sid="s9" ssid="s8">x</SIGNAL>', "ssid"),
        ('<MAKEINSTANCE eiid="ei9" eventID="e1" tens="GERUND"/>', "tens"),
        ('<MAKEINSTANCE eiid="ei9" eventID="e1" tense="PAST" tens="PRESENT"/>', "tens"),
        ('<TIMEX3 tid="t9" type="DATE" valeu="THIS P1D">May</TIMEX3>', "valeu"),
    ],
)
def test_no_advice_makes_an_invalid_value(findings: Find, added: str, name: str) -> None:
    (found,) = findings(added, "unknown-attribute")
    assert found.fix == f"remove the attribute {name}"


@pytest.mark.parametrize(
    "added",
    [
        '<EVENT eid="e9" class="STATE" stem="sing" tense="PAST" pos="VERB">sang</EVENT>',
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" relatedToTime="t1" origin="x"/>',
        '<MAKEINSTANCE eiid="ei9" eventID="e1" annotator="7"/>',
        '<TIMEX3 tid="t9" type="DATE" alt_value="THIS P1D">May</TIMEX3>',
    ],
)
def test_attributes_of_others_are_left_in_peace(findings: Find, added: str) -> None:
    assert findings(added, "unknown-attribute") == []


def test_missing(findings: Find) -> None:
    found = findings('<EVENT eid="e9">sang</EVENT><TIMEX3 tid="t9">then</TIMEX3>')
    missing = [(one.ids, one.fix) for one in found if one.code == "missing-attribute"]
    assert missing == [
        (("e9",), "add the attribute class"),
        (("t9",), "add the attribute type"),
        (("t9",), "add the attribute value"),
    ]


def test_links_that_lack_what_timeml_requires(findings: Find) -> None:
    found = findings(
        '<SLINK eventInstanceID="ei11" subordinatedEventInstance="ei11"/>', "missing-attribute"
    )
    assert [one.fix for one in found] == ["add the attribute lid", "add the attribute relType"]


def test_a_function_is_as_good_as_a_value(findings: Find) -> None:
    timex = '<TIMEX3 tid="t9" type="DATE" valueFromFunction="tf1">then</TIMEX3>'
    assert findings(timex, "missing-attribute") == []


def test_what_all_lack_is_one_finding(findings: Find) -> None:
    links = '<ALINK lid="l8" eventInstanceID="ei11" relatedToEventInstance="ei11"/>'
    (found,) = findings(links + links.replace("l8", "l9"), "missing-attribute")
    assert found.message == "none of the 2 ALINKs has the attribute relType"
