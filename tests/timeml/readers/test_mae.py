"""MAE XML of the i2b2 challenge."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import I2B2, read_all
from timeml import Document, TimeMLError

(DATA,) = I2B2.values()


def read(old: bytes = b"", new: bytes = b"") -> Document:
    assert old in DATA
    (document,) = read_all({"12.xml": DATA.replace(old, new)})
    return document


def test_tags_become_annotations() -> None:
    one = read()
    assert (one.name, one.scheme) == ("12", "i2b2")
    assert [(e.eid, e.class_, one.text[e.start : e.end]) for e in one.events] == [
        ("E0", "OCCURRENCE", "Admission"), ("E1", "PROBLEM", "fever")
    ]  # fmt: skip
    assert [(t.tid, t.type, t.value, t.mod, t.text) for t in one.timexes] == [
        ("T0", "DATE", "1994-05-02", None, "05/02"), ("S0", "DATE", "1994-05-02", None, "05/02")
    ]  # fmt: skip
    assert [(k.lid, k.source, k.rel_type, k.target) for k in one.tlinks] == [
        ("TL0", "E0", "OVERLAP", "T0"), ("TL1", "E1", "BEFORE", "S0")
    ]  # fmt: skip
    assert one.diagnostics == ()


def test_offsets_may_count_from_0() -> None:
    data = DATA
    for start, end in ((1, 10), (33, 38), (18, 23)):
        shifted = f'start="{start - 1}" end="{end - 1}"'.encode()
        data = data.replace(f'start="{start}" end="{end}"'.encode(), shifted)
    (one,) = read_all({"12.xml": data})
    assert [e.text for e in one.events] == ["Admission", "fever"]


def test_spans_of_newer_versions() -> None:
    one = read(b'start="33" end="38"', b'spans="33~38"')
    assert one.events[1].text == "fever"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'start="33"', b'start="x"', "bad-span"),
        (b'end="38"', b'end="380"', "bad-span"),
        (b'id="E1"', b'id="E0"', "duplicate-id"),
        (b'toID="S0"', b'toID="S9"', "dangling-id"),
    ],
)
def test_faults_are_diagnostics(old: bytes, new: bytes, code: str) -> None:
    found = [
        (diagnostic.code, diagnostic.line is not None) for diagnostic in read(old, new).diagnostics
    ]
    assert (code, True) in found


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b"</TAGS>", b"", "not well-formed XML"),
        (b"TAGS>", b"TAG>", "has no <TEXT> or no <TAGS>"),
    ],
)
def test_what_cannot_be_read_is_an_error(old: bytes, new: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=rf"in/12.xml:\d+: {complaint}"):
        read(old, new)
