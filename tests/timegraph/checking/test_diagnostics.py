"""What reading repaired or kept out, in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.checking.document import findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding
from timeml import Document, Event, TLink, read

Find = Callable[..., list[Finding]]


@pytest.mark.parametrize(
    ("added", "code", "message", "mend"),
    [
        (
            '<TLINK lid="l1" relType="befor" eventInstanceID="ei11" relatedToTime="t1"/>',
            "unknown-reltype",
            'TLINK l1 (ei11 "ate" befor t1 "the third") has relType \'befor\', which',
            "did you mean BEFORE?",
        ),
        (
            '<TLINK lid="l1" relType="VAGUE" eventInstanceID="ei11" relatedToTime="t1"/>',
            "unknown-reltype",
            'TLINK l1 (ei11 "ate" VAGUE t1 "the third") has relType',
            "write one of BEFORE, AFTER, ",
        ),
        (
            '<TLINK lid="l1" eventInstanceID="ei11" relatedToTime="t1"/>',
            "unknown-reltype",
            'TLINK l1 (ei11 "ate" (no relType) t1 "the third") has no relType',
            "write one of the labels of the scheme",
        ),
        (
            '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei2" relatedToTime="t1"/>',
            "dangling-id",
            'TLINK l1 (ei2 (not in the document) BEFORE t1 "the third"): eventInstanceID=',
            'did you mean ei12 "slept"?',
        ),
        (
            '<TLINK lid="l1" relType="BEFORE" eventInstanceID="x" relatedToTime="t1"/>',
            "dangling-id",
            'TLINK l1 (x (not in the document) BEFORE t1 "the third"): eventInstanceID=',
            "write the id of an annotation",
        ),
        (
            '<TLINK relType="BEFORE" eventInstanceID="ei11" relatedToTime="t1"/>',
            "missing-id",
            'TLINK without a lid: ei11 "ate" BEFORE t1 "the third"',
            "give the annotation an id",
        ),
        (
            '<MAKEINSTANCE eiid="ei11" eventID="e2"/>',
            "duplicate-id",
            "MAKEINSTANCE ei11: another annotation has the same id",
            "give one of the annotations a new id",
        ),
        (
            '<MAKEINSTANCE eiid="ei7" eventID="e7"/>',
            "dangling-id",
            "MAKEINSTANCE ei7: no EVENT has the eid 'e7'",
            "write the id of an annotation",
        ),
    ],
)
def test_diagnostics_in_words(
    findings: Find, added: str, code: str, message: str, mend: str
) -> None:
    (found,) = findings(added, code)
    assert found.message.startswith(message)
    assert found.fix.startswith(mend)
    assert found.position is not None
    assert (found.position.line, found.position.column) == (5, 1)


def test_a_repeated_lid_names_the_first_link(findings: Find) -> None:
    link = '<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" relatedToTime="t1"/>\n'
    (found,) = findings(link + link.replace("BEFORE", "AFTER"), "duplicate-id")
    assert found.message.endswith('the first one is l1: ei11 "ate" BEFORE t1 "the third"')
    assert [each.relation for each in found.links] == ["AFTER", "BEFORE"]
    assert found.position is not None
    assert found.position.line == 6


def test_an_annotation_kept_out_is_named_with_the_words_of_the_other(findings: Find) -> None:
    (found,) = findings('<MAKEINSTANCE eiid="ei11" eventID="e2"/>', "duplicate-id")
    assert found.message.endswith(': ei11 "ate"')


def test_of_two_events_with_one_id_both_are_named() -> None:
    events = '<EVENT eid="e1">rained</EVENT> and <EVENT eid="e1">snowed</EVENT>'
    reading = Reading(read(f"<TimeML><TEXT>It {events}.</TEXT></TimeML>".encode()), path="x")
    (found,) = findings_of(reading, ["duplicate-id"])
    assert found.message == (
        'EVENT e1 "snowed": another annotation has the same id; left out; the first one: '
        'e1 "rained"'
    )


def test_a_clean_document_has_none(findings: Find) -> None:
    assert findings("", "no-instance", "duplicate-id", "self-link") == []


def test_a_scheme_that_knows_all_labels_is_proposed() -> None:
    links = (TLink("l1", "BEFORE", "e1", "e2"), TLink("l2", "OVERLAP", "e1", "e2"))
    events = tuple(Event(name, None, None, None, "") for name in ("e1", "e2"))
    reading = Reading(Document(events=events, tlinks=links), path="x")
    (found,) = findings_of(reading, ["unknown-reltype"])
    assert found.fix.startswith("write one of BEFORE, ")
    assert found.fix.endswith(
        "or choose --labels nt or thyme or anafora or esl or tempeval2 or i2b2 or maven, where all "
        "labels of the document are known"
    )
