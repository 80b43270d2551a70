"""Anafora XML, with and without its text."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import ANAFORA, read_all
from timeml import TimeMLError

NAME = "note/note.Temporal-Relation.gold.completed.xml"
TEXT = "note/note"


def changed(old: bytes, new: bytes) -> dict[str, bytes]:
    assert old in ANAFORA[NAME]
    return {**ANAFORA, NAME: ANAFORA[NAME].replace(old, new)}


def test_entities_have_their_places_and_words() -> None:
    (note,) = read_all(ANAFORA)
    assert (note.name, note.scheme, note.layout.format) == ("note", "thyme", "anafora")
    assert [(e.eid, e.start, e.end, e.text) for e in note.events] == [
        ("1@e@note@gold", 0, 5, "Fever"),
        ("3@e@note@gold", 17, 32, "rash on Tuesday"),
    ]
    assert note.dct is not None
    assert [(t.tid, t.type, t.text) for t in note.timexes] == [
        ("4@e@note@gold", None, "Tuesday"), ("2@e@note@gold", "DATE", "Monday")
    ]  # fmt: skip
    assert ("Polarity", "POS") in note.events[0].extra
    assert note.diagnostics == ()


def test_links_are_tlinks_and_then_the_relations_to_the_creation_time() -> None:
    (note,) = read_all(ANAFORA)
    assert [(k.source[:1], k.rel_type, k.target[:1], k.extra) for k in note.tlinks] == [
        ("2", "CONTAINS", "1", (("layer", "TLINK"),)),
        ("1", "BEFORE/OVERLAP", "4", (("layer", "DocTimeRel"),)),
        ("3", "AFTER", "4", (("layer", "DocTimeRel"),)),
    ]
    assert note.tlinks[0].line == 33
    assert [(k.rel_type, k.event_instance_id) for k in note.alinks] == [
        ("CONTINUES", "3@e@note@gold")
    ]


def test_without_the_text_annotations_keep_their_spans() -> None:
    for files in ({NAME: ANAFORA[NAME]}, {"x.xml": ANAFORA[NAME]}):
        (note,) = read_all(files)
        assert note.text == ""
        assert [(e.start, e.extra[-1]) for e in note.events] == [
            (None, ("span", "0,5")), (None, ("span", "17,21;25,32"))
        ]  # fmt: skip
        assert len(note.linked) == 3


def test_a_document_without_doctime_has_one_for_the_relations_to_it() -> None:
    (note,) = read_all(changed(b"<type>DOCTIME", b"<type>SECTIONTIME"))
    assert note.dct is not None
    assert note.dct.tid == "DOCTIME"
    assert [t.extra for t in note.timexes[2:]] == [(("entity", "SECTIONTIME"),)]


@pytest.mark.parametrize(
    ("old", "new", "code", "id"),
    [
        (b"<span>0,5", b"<span>0-5", "bad-span", "1@e@note@gold"),
        (b"<span>0,5", b"<span>0,500", "bad-span", "1@e@note@gold"),
        (b"<span>0,5", b"<span>5,5", "bad-span", "1@e@note@gold"),
        (b"<id>2@e", b"<id>1@e", "duplicate-id", "1@e@note@gold"),
        (b"<id>2@e@note@gold", b"<id>", "missing-id", ""),
        (b"<Target>1@e@note", b"<Target>9@e@note", "dangling-id", "1@r@note@gold"),
        (b"<Target>1@e@note@gold</Target>\n    </prop", b"</prop", "dangling-id", "1@r@note@gold"),
    ],
)
def test_faults_are_diagnostics(old: bytes, new: bytes, code: str, id: str) -> None:
    (note,) = read_all(changed(old, new))
    assert (code, id) in [(diagnostic.code, diagnostic.id) for diagnostic in note.diagnostics]
    assert all(diagnostic.line for diagnostic in note.diagnostics)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (ANAFORA[NAME][:400], r"in/note/note.*:\d+: not well-formed XML: .*is the file complete"),
        (b"<data><annotations>\xff</annotations></data>", "UTF-8|encoding"),
    ],
)
def test_what_is_not_xml_is_an_error(data: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=complaint):
        read_all({NAME: data})


def test_a_text_in_another_encoding_is_an_error_that_names_it() -> None:
    with pytest.raises(TimeMLError, match="note:1: is not UTF-8"):
        read_all({NAME: ANAFORA[NAME], TEXT: b"Fi\xe8vre on Monday, rash on Tuesday.\n"})


def test_another_root_is_refused_where_the_format_is_named() -> None:
    with pytest.raises(TimeMLError, match="the root element is <x>, not <data> as in Anafora"):
        read_all({"a.xml": b"<x/>"}, "anafora")
