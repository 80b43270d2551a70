"""Notices as data: labels that are not read, in words."""

from __future__ import annotations

from timegraph.options import Interpretation
from timegraph.scoring import Notice, annotation_faults
from timegraph.scoring.notices import unread_labels
from timeml import read

FAULTY = b"""\
<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>
<TLINK lid="l1" relType="NEAR" eventInstanceID="e1" relatedToEventInstance="e2"/>
<TLINK lid="l2" relType="BEFORE" eventInstanceID="e9" relatedToEventInstance="e2"/>
</TimeML>"""


def test_labels_that_are_not_read_are_counted_and_a_scheme_that_has_them_is_named() -> None:
    links = b"".join(
        b'<TLINK lid="l%d" relType="%s" eventID="e1" relatedToEvent="e2"/>\n' % (number, label)
        for number, label in enumerate([b"VAGUE"] * 3 + [b"OVERLAP"] + [b"INCLUDES"] * 2)
    )
    data = FAULTY.replace(b"<TLINK", links + b"<TLINK", 1).replace(b"NEAR", b"BEFORE")
    document = read(data)
    [first, *_] = annotation_faults(document, "ada: a.tml", owner="ada")
    others = annotation_faults(document, "ben: a.tml", owner="ben")
    named = (
        "4 of 8 links are not read, with labels that are not of the scheme tml: VAGUE 3, "
        "OVERLAP 1; in 1 document more than a tenth of the links; --labels nt has all of them"
    )
    assert str(first) == f"ada: a.tml: {named}"
    twice = named.replace("4 of 8", "8 of 16").replace("3,", "6,").replace("P 1", "P 2")
    assert unread_labels([first, *others, first]) == [
        f"ada: {twice.replace('1 document', '2 documents')}",
        f"ben: {named}",
    ]
    read_by_nt = annotation_faults(document, "a.tml", Interpretation(labels="nt"))
    assert unread_labels(read_by_nt) == []


def test_a_notice_prints_as_its_message() -> None:
    assert str(Notice("diagnostic", "a.tml", "a sentence", "brief")) == "a sentence"
