"""CAT XML: MEANTIME and EventStoryLine."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import CAT, read_all
from timeml import Document, TimeMLError

(DATA,) = CAT.values()


def read(old: bytes = b"", new: bytes = b"") -> Document:
    assert old in DATA
    (document,) = read_all({"cars.xml": DATA.replace(old, new)})
    return document


def test_tokens_make_the_text_and_anchors_the_places() -> None:
    cars = read()
    assert (cars.name, cars.docid, cars.scheme) == ("cars", "77", "meantime")
    assert cars.text == "2 May\nMakers closed down and sold"
    assert [(e.eid, e.text, cars.text[e.start : e.end]) for e in cars.events] == [
        ("1", "closed down", "closed down"), ("2", "sold", "sold")
    ]  # fmt: skip
    assert cars.events[0].extra == (("pos", "VERB"),)
    assert cars.dct is not None
    assert (cars.dct.tid, cars.dct.value, cars.dct.text) == ("9", "2009-05-02", "2 May")
    assert [(k.lid, k.rel_type, k.source, k.target) for k in cars.tlinks] == [
        ("11", "BEFORE", "1", "9"), ("12", "MEASURE", "2", "1")
    ]  # fmt: skip
    assert cars.diagnostics == ()


def test_event_story_line_has_markables_and_labels_of_its_own() -> None:
    data = DATA.replace(b"EVENT_MENTION", b"NEG_ACTION_STATE").replace(b"reltype", b"relType")
    data = data.replace(b"TIMEX3", b"TIME_OF_THE_DAY").replace(b' type="DATE"', b"")
    data = data.replace(b'functionInDocument="CREATION_TIME"', b'DCT="TRUE"')
    (cars,) = read_all({"1_1ecbplus.xml.xml": data.replace(b'doc_name="cars.xml"', b"")})
    assert (cars.name, cars.scheme) == ("1_1ecbplus", "esl")
    assert cars.events[0].class_ == "NEG_ACTION_STATE"
    assert cars.dct is not None
    assert cars.dct.type == "TIME"
    assert cars.tlinks[0].rel_type == "BEFORE"


def test_a_link_may_lack_its_label_and_its_ends() -> None:
    cars = read(b' reltype="BEFORE"><source m_id="1"/>', b">")
    assert (cars.tlinks[0].rel_type, cars.tlinks[0].source) == ("", "")
    assert [diagnostic.code for diagnostic in cars.diagnostics] == ["dangling-id"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'<token_anchor t_id="6"/>', b'<token_anchor t_id="66"/>', "bad-span"),
        (b'm_id="2" pos', b'm_id="1" pos', "duplicate-id"),
        (b'm_id="2" pos', b"pos", "missing-id"),
        (b'<target m_id="9"/>', b'<target m_id="3"/>', "dangling-id"),
        (b'r_id="12"', b'r_id="11"', "duplicate-id"),
    ],
)
def test_faults_are_diagnostics(old: bytes, new: bytes, code: str) -> None:
    assert code in [diagnostic.code for diagnostic in read(old, new).diagnostics]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b't_id="2"', b't_id="1"', r"in/cars.xml:4: two tokens have the t_id '1'"),
        (b't_id="2"', b"", r"in/cars.xml:4: a token has no t_id"),
        (b"</Relations>", b"", r"in/cars.xml:\d+: not well-formed XML"),
    ],
)
def test_what_cannot_be_read_is_an_error(old: bytes, new: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=complaint):
        read(old, new)


def test_another_root_is_refused_where_the_format_is_named() -> None:
    with pytest.raises(TimeMLError, match="not <Document> as in CAT"):
        read_all({"a.xml": b"<x/>"}, "cat")
