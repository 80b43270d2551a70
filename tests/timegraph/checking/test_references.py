"""Ids of the wrong kind, and ids of nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.findings import Finding

Find = Callable[..., list[Finding]]
CODES = ("wrong-id-kind", "dangling-reference")


@pytest.mark.parametrize(
    ("added", "code", "message"),
    [
        (
            '<TLINK lid="l1" relType="BEFORE" timeID="ei11" relatedToTime="t1"/>',
            "wrong-id-kind",
            'timeID holds ei11 "ate", which is an event instance, not a timex',
        ),
        (
            '<TLINK lid="l1" relType="BEFORE" eventInstanceID="e1" relatedToTime="t1"/>',
            "wrong-id-kind",
            'eventInstanceID holds e1 "ate", which is an event, not an event instance',
        ),
        (
            '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" '
            'relatedToEventInstance="ei12" signalID="t1"/>',
            "wrong-id-kind",
            'signalID holds t1 "the third", which is a timex, not a signal',
        ),
        (
            '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" '
            'relatedToEventInstance="ei12" signalID="s7"/>',
            "dangling-reference",
            "no annotation has the id in signalID='s7'",
        ),
        (
            '<SLINK lid="l1" relType="MODAL" eventInstanceID="ei11"/>',
            "dangling-reference",
            "has no subordinatedEventInstance",
        ),
        (
            '<ALINK lid="l1" relType="INITIATES" eventInstanceID="ei11" '
            'relatedToEventInstance="t1"/>',
            "wrong-id-kind",
            'relatedToEventInstance holds t1 "the third", which is a timex',
        ),
        (
            '<TIMEX3 tid="t9" type="DATE" value="2020" anchorTimeID="t8">then</TIMEX3>',
            "dangling-reference",
            "no annotation has the id in anchorTimeID='t8'",
        ),
    ],
)
def test_references(findings: Find, added: str, code: str, message: str) -> None:
    (found,) = findings(added, *CODES)
    assert found.code == code
    assert message in found.message


def test_the_instance_that_was_meant_is_named(findings: Find) -> None:
    link = '<TLINK lid="l1" relType="BEFORE" eventInstanceID="e1" relatedToTime="t1"/>'
    (found,) = findings(link, *CODES)
    assert found.fix == "did you mean the instance ei11?"


def test_a_dangling_end_is_reported_once(findings: Find) -> None:
    link = '<TLINK lid="l1" relType="BEFORE" eventInstanceID="x" relatedToTime="t1"/>'
    assert [finding.code for finding in findings(link, *CODES, "dangling-id")] == ["dangling-id"]


def test_an_event_without_instance_stands_for_itself(findings: Find) -> None:
    link = (
        '<EVENT eid="e9" class="STATE">sang</EVENT>'
        '<TLINK lid="l1" relType="BEFORE" eventInstanceID="e9" relatedToTime="t1"/>'
        '<TLINK lid="l2" relType="BEFORE" eventID="e1" relatedToTime="t1"/>'
    )
    assert findings(link, *CODES) == []
