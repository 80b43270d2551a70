"""A document in the making."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tests.timeml.readers.examples import read_all
from timeml import open_collection, read, write
from timeml.document import Document, with_base
from timeml.readers import File
from timeml.readers.draft import (
    Draft,
    characters_at,
    is_creation_time,
    is_timex,
    timex_type,
)
from timeml.readers.formats import LAYER

FILE = File("a.txt", "in/a.txt", lambda: b"")


def test_annotations_become_a_document() -> None:
    draft = Draft(FILE, "a", "He came and went.")
    draft.event("e1", [(3, 7)], class_="OCCURRENCE", line=1)
    draft.timex("t1", [(0, 2)], type="DATE", value="2020", line=2)
    draft.link("BEFORE", "e1", "t1", layer="main", line=3)
    draft.link("AFTER", "t1", draft.creation_time(), lid="x")
    draft.alink("a1", "BEGINS", "e1", "e1", 4)
    made = draft.document(scheme="tbd")
    assert (made.docid, made.scheme, made.text[3:7]) == ("a", "tbd", made.events[0].text)
    assert made.dct is not None
    assert made.entities == ("t0", "t1", "e1")
    first, second = made.tlinks
    assert (first.lid, first.source_attribute, first.target_attribute) == (
        "l1", "eventID", "relatedToTime"
    )  # fmt: skip
    assert first.extra == ((LAYER, "main"),)
    assert (second.lid, second.source_attribute) == ("x", "timeID")
    assert draft.diagnostics == []


def test_the_first_annotation_of_an_id_counts() -> None:
    draft = Draft(FILE, "a", "xyz")
    draft.event("e1", [(0, 1)])
    draft.timex("e1", [(1, 2)], line=7)
    draft.event("", [(0, 1)])
    assert [diagnostic.code for diagnostic in draft.diagnostics] == ["duplicate-id", "missing-id"]
    assert draft.diagnostics[0].line == 7
    assert draft.document().entities == ("e1",)
    assert not draft.is_timex("e1")


def test_a_second_creation_time_is_a_timex() -> None:
    draft = Draft(FILE, "a")
    draft.timex("t5", dct=True)
    draft.timex("t6", dct=True)
    assert draft.dct == draft.creation_time() == "t5"
    made = draft.document()
    assert [t.function_in_document for t in made.timexes] == ["CREATION_TIME", None]


def test_a_new_creation_time_takes_a_free_id() -> None:
    draft = Draft(FILE, "a")
    draft.event("t0")
    assert draft.creation_time() == "t0_"


def test_lids_of_numbered_links_are_free() -> None:
    draft = Draft(FILE, "a")
    draft.link("B", "x", "y", lid="l2")
    draft.link("B", "x", "y")
    assert [link.lid for link in draft.document().tlinks] == ["l2", "l2_"]


def test_spans_outside_the_text_leave_no_place() -> None:
    draft = Draft(FILE, "a", "xyz")
    for number, span in enumerate([(0, 4), (-1, 2), (2, 2), (3, 1)]):
        draft.event(f"e{number}", [span], line=number)
    draft.event("e9", [(2, 3), (0, 1)])
    made = draft.document()
    assert [diagnostic.code for diagnostic in draft.diagnostics] == ["bad-span"] * 4
    assert "span 0,4 is not in the text of 3 characters" in draft.diagnostics[0].message
    assert [e.start for e in made.events] == [None] * 4 + [0]
    last = made.events[-1]
    assert (last.end, last.text, last.extra) == (3, "xyz", (("span", "2,3;0,1"),))


def test_many_links_are_what_single_links_are() -> None:
    links = [("BEFORE", "e1", "t1"), ("AFTER", "t1", "e1"), ("BEFORE", "t1", "t1")]
    many, single = Draft(FILE, "a"), Draft(FILE, "a")
    for draft in (many, single):
        draft.event("e1")
        draft.timex("t1")
        draft.link("INCLUDES", "t1", "e1", lid="l3")
    many.links((*link, 7) for link in links)
    for label, source, target in links:
        single.link(label, source, target, line=7)
    for draft in (many, single):
        draft.link("AFTER", "e1", "e1")
    made = many.document()
    assert made == single.document()
    assert [link.lid for link in made.tlinks] == ["l3", "l2", "l3_", "l4", "l5"]
    assert [link.line for link in made.tlinks] == [None, 7, 7, 7, None]


def test_an_emoji_has_two_units() -> None:
    assert list(characters_at("a\U0001f60ab")) == [0, 1, 2, 2, 3]
    assert list(characters_at("abc")) == [0, 1, 2, 3]
    assert list(characters_at("")) == [0]


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_as_the_codec_counts(text: str) -> None:
    at = characters_at(text)
    assert len(at) == len(text.encode("utf-16-le")) // 2 + 1
    for number in range(len(text) + 1):
        assert at[len(text[:number].encode("utf-16-le")) // 2] == number


@pytest.mark.parametrize("name", ["TIMEX3", "Timex", "time", "DATE", "Date_relative", "DCT", "Set"])
def test_time_expressions(name: str) -> None:
    assert is_timex(name)


@pytest.mark.parametrize("name", ["EVENT", "TIMELINE", "Dated", "Setting", "sometimes", ""])
def test_other_things(name: str) -> None:
    assert not is_timex(name)


def test_creation_times_and_types_of_timexes() -> None:
    assert is_creation_time("DocTime")
    assert not is_creation_time("TIME")
    assert [timex_type(name) for name in ("date", "TIMEX3", "DCT")] == ["DATE", None, None]


BASE = b"""\
<TimeML><DOCID>one</DOCID><DCT><TIMEX3 tid="t25" type="DATE" value="1998-01-08"
 functionInDocument="CREATION_TIME">Jan 8</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1" class="OCCURRENCE">left</EVENT> on
<TIMEX3 tid="t2" type="DATE" value="1998-01-05">Monday</TIMEX3>.</TEXT>
<MAKEINSTANCE eiid="ei71" eventID="e1"/>
<TLINK lid="l9" relType="BEFORE" eventInstanceID="ei71" relatedToTime="t25"/></TimeML>
"""
LIST = b"one\te1\tt0\tb\none\te1\tt2\tii\none\te5\te1\ta\none\tt7\te1\tv\n"


def test_links_keep_their_meaning_and_get_the_text() -> None:
    (listed,) = read_all({"x.tsv": LIST})
    whole = with_base(listed, read(BASE))
    assert (whole.name, whole.scheme, whole.layout.format) == ("one", "tbd", "link-list")
    assert whole.events[0].text == "left"
    assert whole.dct is not None
    assert whole.dct.tid == "t25"
    assert [(k.source, k.rel_type, k.target, k.line) for k in whole.tlinks] == [
        ("ei71", "b", "t25", 1), ("ei71", "ii", "t2", 2), ("e5", "a", "ei71", 3),
        ("t7", "v", "ei71", 4),
    ]  # fmt: skip
    first = whole.tlinks[0]
    assert (first.source_attribute, first.target_attribute) == ("eventInstanceID", "relatedToTime")
    assert len(whole.linked) == 4
    # What only the list has stays, without a place.
    assert [event.start is None for event in whole.events] == [False, True]
    assert [timex.tid for timex in whole.timexes] == ["t25", "t2", "t7"]
    assert whole.diagnostics == ()
    assert read(write(whole)).text == whole.text


def test_a_base_without_creation_time_gets_that_of_the_list() -> None:
    (listed,) = read_all({"x.tsv": LIST})
    base = read(BASE.replace(b"CREATION_TIME", b"NONE").replace(b"DCT>", b"X>"))
    whole = with_base(listed, base)
    assert whole.dct is not None
    assert [timex.tid for timex in whole.timexes] == ["t0", "t25", "t2", "t7"]
    assert whole.tlinks[0].target == "t0"


def test_a_collection_is_changed_document_by_document(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_bytes(LIST + b"two\te1\te2\tb\n")
    lists = open_collection(tmp_path / "x.tsv")
    bare = lists.changed(lambda one: replace(one, document=Document(name=one.name)))
    assert [bool(bare.read(name).tlinks) for name in bare] == [False, False]
    assert lists.read("two").tlinks
