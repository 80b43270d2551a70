"""A document in the making."""

from __future__ import annotations

from timeml.readers import File
from timeml.readers.draft import Draft
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
    many.links(links, 7)
    for label, source, target in links:
        single.link(label, source, target, line=7)
    for draft in (many, single):
        draft.link("AFTER", "e1", "e1")
    made = many.document()
    assert made == single.document()
    assert [link.lid for link in made.tlinks] == ["l3", "l2", "l3_", "l4", "l5"]
    assert [link.line for link in made.tlinks] == [None, 7, 7, 7, None]
