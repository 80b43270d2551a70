"""Attributes that look misspelt, and required ones that are missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.findings import Finding

Find = Callable[..., list[Finding]]


@pytest.mark.parametrize(
    ("added", "meant"),
    [
        ('<TLINK lid="l1" reltype="BEFORE" eventInstanceID="ei11" relatedToTime="t1"/>', "relType"),
        ('<TLINK lid="l1" relType="BEFORE" eventInstanceId="ei11"/>', "eventInstanceID"),
        ('<MAKEINSTANCE eiid="ei9" eventID="e1" tens="PAST"/>', "tense"),
        ('<SIGNAL sid="s9" SID="s8">x</SIGNAL>', "sid"),
    ],
)
def test_slips(findings: Find, added: str, meant: str) -> None:
    (found,) = findings(added, "unknown-attribute")
    assert found.fix == f"did you mean {meant}?"


@pytest.mark.parametrize(
    "added",
    [
        '<EVENT eid="e9" class="STATE" stem="sing" tense="PAST" pos="VERB">sang</EVENT>',
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" relatedToTime="t1" origin="x"/>',
        '<MAKEINSTANCE eiid="ei9" eventID="e1" annotator="7"/>',
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
