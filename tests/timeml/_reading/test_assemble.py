"""What was collected becomes one document: creation time, instances, root."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import timeml
from timeml import Document, TimeMLError

CASES = Path(__file__).parent.parent / "cases"


def case(name: str) -> Document:
    return timeml.read(CASES / f"{name}.tml")


def codes(document: Document) -> list[tuple[str, str, int | None]]:
    return [
        (diagnostic.code, diagnostic.id, diagnostic.line) for diagnostic in document.diagnostics
    ]


def test_the_dct_is_found_by_place_then_by_function() -> None:
    def dct(xml: bytes) -> str | None:
        found = timeml.read(b"<TimeML>" + xml + b"</TimeML>").dct
        return None if found is None else found.tid

    tagged = b'<TEXT><TIMEX3 tid="t1" functionInDocument="CREATION_TIME"/></TEXT>'
    published = b'<TEXT><TIMEX3 tid="t2" functionInDocument="PUBLICATION_TIME"/></TEXT>'
    assert dct(tagged + b'<DCT><TIMEX3 tid="t9"/><TIMEX3 tid="t8"/></DCT>') == "t9"
    assert dct(published + tagged) == "t1"
    assert dct(published) == "t2"
    assert dct(b'<DCT>1998</DCT><TEXT><TIMEX3 tid="t1"/></TEXT>') is None


def test_another_root_is_accepted_if_there_is_timeml_in_it() -> None:
    document = timeml.read(b'<doc>\n<EVENT eid="e1">rain</EVENT></doc>')
    assert document.text == "\nrain"
    assert codes(document)[-1] == ("unexpected-root", "", 1)
    with pytest.raises(TimeMLError, match=r"^1: the root element is <html>.*another format"):
        timeml.read(b"<html><body>rain</body></html>")


def test_the_first_of_repeated_ids_wins() -> None:
    document = case("repeated_ids")
    assert codes(document) == [
        ("no-dct", "", None),
        ("duplicate-id", "e1", 4),
        ("missing-id", "", 5),
        ("duplicate-id", "t1", 7),
        ("missing-id", "", 8),
        ("duplicate-id", "s1", 9),
        ("duplicate-id", "ei1", 10),
        ("duplicate-id", "ei1", 12),
        ("duplicate-id", "t1", 13),
        ("missing-id", "", 14),
        ("dangling-id", "ei9", 15),
        ("duplicate-id", "l1", 18),
    ]
    assert [(event.eid, event.text) for event in document.events] == [
        *(("e1", "one"), ("e2", "seven"), ("ei1", "eight")),
    ]
    assert [timex.text for timex in document.timexes] == ["four"]
    assert document.entities == ("ei1", "t1", "ei2")
    assert [link.line for link, _, _ in document.linked] == [17]


def test_instances_join_their_events_in_file_order() -> None:
    document = timeml.read(
        b'<TimeML><MAKEINSTANCE eiid="ei3" eventID="e2"/><TEXT><EVENT eid="e1">a</EVENT>'
        b'<MAKEINSTANCE eiid="ei2" eventID="e1"/><EVENT eid="e2">b</EVENT></TEXT>'
        b'<MAKEINSTANCE eiid="ei1" eventID="e1"/></TimeML>'
    )
    assert [event.ids for event in document.events] == [("ei2", "ei1"), ("ei3",)]
    assert document.layout.instance_order == (2, 0, 1)
    assert document.layout.lost == frozenset()


def test_a_creation_time_in_the_text_is_marked_in_the_layout() -> None:
    data = (
        b'<TimeML><TEXT><TIMEX3 tid="t1">then</TIMEX3> '
        b'<TIMEX3 tid="t2" functionInDocument="CREATION_TIME">now</TIMEX3></TEXT></TimeML>'
    )
    document = timeml.read(data)
    assert [timex.tid for timex in document.timexes] == ["t2", "t1"]
    again = timeml.read(timeml.write(document))
    assert (again, again.layout) == (document, document.layout)


def test_what_is_left_out_is_reported_in_words() -> None:
    messages = {diagnostic.message for diagnostic in case("repeated_ids").diagnostics}
    assert messages >= {
        'EVENT e1 "two": another annotation has the same id; left out',
        "MAKEINSTANCE t1: another annotation has the same id; left out",
        "EVENT without eid: nothing can refer to it; left out",
        "MAKEINSTANCE ei9: no EVENT has the eid 'e9'; left out",
    }


PLAIN = b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January</TIMEX3></DCT>
<TEXT>It <EVENT eid="e1" class="STATE">rained</EVENT>, then <EVENT eid="e2">froze</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
<TLINK lid="l2" relType="BEFORE" timeID="t0" relatedToEventInstance="ei2"/>
<SLINK lid="l3" relType="MODAL" eventInstanceID="ei1" subordinatedEventInstance="ei2"/></TimeML>"""


def _lower(data: bytes) -> bytes:
    return re.sub(rb"[</ ][A-Za-z0-9]+(?=[ >=])", lambda match: match[0].lower(), data)


def _tieval(data: bytes) -> bytes:
    links = re.sub(rb"(eventInstanceID|timeID)=", b"from=", data)
    links = re.sub(rb"(relatedTo|subordinated)EventInstance=", b"to=", links)
    return links.replace(b"eventID=", b"eid=")


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (_lower(PLAIN), "<tlink> for <TLINK>"),
        (_tieval(PLAIN), "TLINK from for eventInstanceID"),
        (_lower(_tieval(PLAIN)), "attributes of tieval"),
        (PLAIN.replace(b"TLINK", b"TLink"), "<TLink> for <TLINK>"),
        (PLAIN.replace(b"TimeML>", b"TIMEML>"), "<TIMEML> for <TimeML>"),
        (_lower(PLAIN) + b"\n" * 70_000, "<tlink> for <TLINK>"),
    ],
)
def test_dialects_are_read_as_what_they_mean_and_named(data: bytes, named: str) -> None:
    document, plain = timeml.read(data), timeml.read(PLAIN)
    assert document == plain
    (diagnostic,) = document.diagnostics
    assert diagnostic.code == "dialect"
    assert named in diagnostic.message
    again = timeml.read(timeml.write(document))
    assert (again, again.diagnostics) == (plain, ())


@pytest.mark.parametrize("element", [b"<event when='1914'/>", b"<Signal/>"])
def test_elements_of_other_formats_are_not_annotations(element: bytes) -> None:
    document = timeml.read(PLAIN.replace(b"</TEXT>", element + b"</TEXT>"))
    assert (document.diagnostics, document.events) == ((), timeml.read(PLAIN).events)


def test_the_files_of_tempeval_have_its_labels() -> None:
    document = timeml.read(PLAIN.replace(b"TimeML>", b"TempEval>"))
    assert document.scheme == "tempeval2"


def test_links_that_timeml_does_not_have_are_counted() -> None:
    document = timeml.read(
        b"<TimeML><TEXT>It <EVENT eid='e1' class='STATE'>is</EVENT></TEXT>\n"
        b"<CLINK id='c1'/><CLINK id='c2'/><PLOT_LINK/><hyperlink/><LINK/></TimeML>"
    )
    (fault,) = (fault for fault in document.diagnostics if fault.code == "unread-relation")
    assert (fault.line, fault.message.rpartition(": ")[2]) == (2, "CLINK 2, PLOT_LINK 1")
