"""Documents made in Python: which ids mean what, and what is diagnosed."""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path

import pytest

import timeml
from timeml import Document, Event, Instance, Timex3, TLink

CASES = Path(__file__).parent / "cases"


def event(number: int, start: int, *eiids: str, text: str = "went") -> Event:
    eid = f"e{number}"
    instances = tuple(Instance(eiid, eid) for eiid in eiids)
    return Event(eid, "OCCURRENCE", start, start + len(text), text, instances)


DCT = Timex3("t0", "DATE", "2001-01-01", None, None, "today")
LATER = Timex3("t1", "DATE", "2001-01-02", 10, 14, "then")


@pytest.fixture
def document() -> Document:
    return Document(
        text="went went then went went",
        dct=DCT,
        timexes=(DCT, LATER),
        events=(event(1, 0, "ei7"), event(2, 5), event(3, 15, "ei2", "ei3"), event(4, 20)),
        tlinks=(
            TLink("l1", "BEFORE", "ei7", "t1"),
            TLink("l2", "AFTER", "e3", "t0"),
            TLink("l3", "BEFORE", "ei1", "t0"),
            TLink("l4", "BEFORE", "ei4", "t0"),
            TLink("l5", "VAGUE", "ei7", "t0"),
            TLink("l1", "AFTER", "ei7", "t1"),
            TLink("", "identity", "ei7", "ei7"),
        ),
    )


def test_entities_are_in_text_order_after_the_dct(document: Document) -> None:
    assert document.entities == ("t0", "ei7", "e2", "t1", "ei2", "ei3", "e4")


def test_what_is_outside_the_text_comes_first_and_longer_spans_before_shorter() -> None:
    outside = dataclasses.replace(event(1, 0), start=None, end=None)
    inner, outer = event(2, 0, text="to"), event(3, 0, text="to go")
    document = Document(text="to go", dct=DCT, timexes=(DCT,), events=(inner, outer, outside))
    assert document.entities == ("t0", "e1", "e3", "e2")


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("ei7", "ei7"),  # an instance
        ("t1", "t1"),  # a timex
        ("e3", "ei2"),  # an event: its first instance
        ("e2", "e2"),  # an event without instance stands for itself
        ("ei2", "ei2"),  # an instance of e3, though there is an event e2
        ("ei4", "e4"),  # not the id of an instance: an alias of e4
        ("ei1", "ei7"),
        ("e9", None),
        ("ei9", None),
        ("T1", None),
        ("", None),
    ],
)
def test_ids_resolve_as_questions_mean_them(
    document: Document, asked: str, meant: str | None
) -> None:
    assert document.resolve(asked) == meant


def test_an_instance_of_no_event_stands_for_no_other_event() -> None:
    document = timeml.read(
        b'<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>'
        b'<MAKEINSTANCE eiid="ei1" eventID="e77"/>'
        b'<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>'
        b"</TimeML>"
    )
    assert document.resolve("ei1") is None
    assert document.resolve("ei2") == "e2"
    assert document.linked == ()
    assert [(d.code, d.id) for d in document.diagnostics if d.code == "dangling-id"] == [
        ("dangling-id", "ei1"),
        ("dangling-id", "l1"),
    ]


def test_an_alias_in_a_tlink_never_stands_for_another_instance(document: Document) -> None:
    assert document.resolve_end("ei4") == "e4"
    assert document.resolve_end("ei1") is None  # e1 has an instance, but it is ei7
    assert document.resolve_end("e1") == "ei7"


def test_linked_holds_what_can_enter_a_graph(document: Document) -> None:
    assert [(link.lid, source, target) for link, source, target in document.linked] == [
        ("l1", "ei7", "t1"),
        ("l2", "ei2", "t0"),
        ("l4", "e4", "t0"),
        ("", "ei7", "ei7"),
    ]


def test_every_link_left_out_has_a_diagnostic(document: Document) -> None:
    found = {(diagnostic.code, diagnostic.id) for diagnostic in document.diagnostics}
    assert found == {
        ("no-instance", "e2"),
        ("no-instance", "e4"),
        ("dangling-id", "l3"),
        ("unknown-reltype", "l5"),
        ("duplicate-id", "l1"),
        ("self-link", ""),
        ("missing-id", ""),
    }


def test_entity_gives_the_annotation(document: Document) -> None:
    assert document.entity("ei3") is document.events[2]
    assert document.entity("t0") is DCT
    with pytest.raises(KeyError, match="e3"):
        document.entity("e3")


def test_an_event_without_instance_may_not_take_another_ones_id() -> None:
    document = Document(
        text="went went", events=(event(1, 0, "e2"), event(2, 5)), dct=DCT, timexes=(DCT,)
    )
    assert document.entities == ("t0", "e2")
    assert document.entity("e2").start == 0
    assert [(diagnostic.code, diagnostic.id) for diagnostic in document.diagnostics] == [
        ("duplicate-id", "e2")
    ]


def test_the_dct_must_lead_the_timexes() -> None:
    with pytest.raises(ValueError, match="first of timexes"):
        Document(text="", dct=DCT, timexes=(LATER, DCT))
    with pytest.raises(ValueError, match="first of timexes"):
        Document(text="", dct=DCT)


def test_a_document_without_dct_says_so() -> None:
    assert [diagnostic.code for diagnostic in Document().diagnostics] == ["no-dct"]


def test_words_without_annotations_are_not_passed_over() -> None:
    codes = [diagnostic.code for diagnostic in Document(text="x").diagnostics]
    assert codes == ["no-annotation", "no-dct"]


def test_documents_are_pickled_and_compared_by_content(document: Document) -> None:
    assert document.entities  # computed, and cached
    again = pickle.loads(pickle.dumps(document))
    assert again == document
    assert again.linked == document.linked
    assert hash(again) == hash(document)
    assert dataclasses.replace(document, name="other.tml") == document
    assert dataclasses.replace(document, tlinks=()) != document
    assert dataclasses.replace(document, tlinks=()).linked == ()


def test_diagnostics_come_by_line_and_read_well() -> None:
    document = timeml.read(CASES / "broken_links.tml")
    lines = [diagnostic.line for diagnostic in document.diagnostics]
    assert lines == sorted(line for line in lines if line is not None)
    dangling = next(diagnostic for diagnostic in document.diagnostics if diagnostic.id == "l1")
    assert str(dangling) == (
        "line 6: TLINK l1: relatedToEventInstance='ei99' is not the id of an annotation; "
        "left out [dangling-id]"
    )


def test_names_are_loaded_when_asked_for() -> None:
    for name in timeml.__all__:
        assert getattr(timeml, name) is not None
        assert name in dir(timeml)
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        _ = timeml.nothing_of_ours
