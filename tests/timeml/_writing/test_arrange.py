"""Documents that were changed after reading: everything is written where it belongs."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import timeml
from timeml import Document, Event, Instance, Timex3, TLink
from timeml._model import Mark, Raw
from timeml.writer import arrange, exclude

CASES = Path(__file__).parent.parent / "cases"
DCT = Timex3("t0", "DATE", "2001", None, None, "2001", "CREATION_TIME")


def test_changed_links_keep_their_positions() -> None:
    document = timeml.read(CASES / "tempeval3.tml")
    first, second, third = document.tlinks
    more = dataclasses.replace(third, lid="l99", rel_type="AFTER")
    changed = dataclasses.replace(document, tlinks=(second, third, more), slinks=(), docid="b2")
    data = timeml.write(changed)
    assert timeml.read(data) == changed
    assert b"<DOCID>b2</DOCID>" in data
    assert data.index(b"l99") < data.index(b"<ALINK")
    doubled = dataclasses.replace(document, tlinks=(first, second, third, more, first))
    assert timeml.read(timeml.write(doubled)) == doubled


def test_links_can_be_added_where_the_root_is_the_text() -> None:
    document = timeml.read(CASES / "no_text.tml")
    more = dataclasses.replace(document.tlinks[0], lid="l2")
    changed = dataclasses.replace(document, tlinks=(*document.tlinks, more))
    again = timeml.read(timeml.write(changed))
    assert (again, again.layout.root_is_text) == (changed, True)
    named = dataclasses.replace(document, docid="x")
    assert timeml.read(timeml.write(named)) == named


@pytest.mark.parametrize("name", ["unknown", "several_texts", "repeated_ids", "timeml12"])
def test_new_spans_are_laid_out_and_what_is_outside_the_text_stays(name: str) -> None:
    document = timeml.read(CASES / f"{name}.tml")
    last = len(document.text)
    new = Event("e99", None, last - 1, last, document.text[-1], (Instance("ei99", "e99"),))
    changed = dataclasses.replace(document, events=(*document.events, new))
    data = timeml.write(changed)
    again = timeml.read(data)
    assert again == changed
    assert again.entities == changed.entities
    if name == "unknown":
        assert b"stray words" in data
        assert b"<!-- after the link -->" in data
        for part in (b"<b>ned</b>", b"<?page 2?>", b"<!-- in the text -->"):
            assert part not in data
    removed = dataclasses.replace(document, events=document.events[1:], tlinks=())
    assert timeml.read(timeml.write(removed)) == removed


def test_links_within_the_text_do_not_change_it() -> None:
    xml = (
        b'<TimeML><TEXT>a <EVENT eid="e1">b</EVENT><MAKEINSTANCE eventID="e1" eiid="ei1"/> c'
        b'<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" timeID=""/></TEXT></TimeML>'
    )
    document = timeml.read(xml)
    link = TLink("l2", "AFTER", "ei1", "", target_attribute="relatedToTime")
    event = document.events[0]
    event = dataclasses.replace(event, instances=(*event.instances, Instance("ei2", "e1")))
    changed = dataclasses.replace(document, tlinks=(*document.tlinks, link), events=(event,))
    assert timeml.read(timeml.write(changed)) == changed


def test_other_annotations_outside_the_text_are_laid_out_again() -> None:
    xml = (
        b'<TimeML><A><EVENT eid="e1">one</EVENT></A><TEXT>x</TEXT><B><EVENT eid="e2">two'
        b'</EVENT></B><C><TIMEX3 tid="t1">in <EVENT eid="e3">three</EVENT></TIMEX3></C></TimeML>'
    )
    document = timeml.read(xml)
    fewer = dataclasses.replace(document, events=document.events[1:])
    assert b"<A>" not in timeml.write(fewer)
    timex = dataclasses.replace(document.timexes[0], text="in all")
    for changed in (fewer, dataclasses.replace(document, timexes=(timex,), events=())):
        assert timeml.read(timeml.write(changed)) == changed


def test_a_text_in_an_odd_place_stays_readable() -> None:
    for xml in (
        b'<TimeML><DCT><TIMEX3 tid="t0">1<TEXT/>9</TIMEX3></DCT><TEXT>a <EVENT eid="e1">b</EVENT>',
        b'<TimeML><DOCID>x<TEXT/>y</DOCID><TEXT>a <EVENT eid="e1">b</EVENT>',
        b'<TimeML><TEXT/><TEXT>a <EVENT eid="e1">b</EVENT>',
    ):
        document = timeml.read(xml + b"</TEXT></TimeML>")
        assert document.text == "a b"
        assert timeml.read(timeml.write(document)) == document
        changed = dataclasses.replace(document, events=())
        assert timeml.read(timeml.write(changed)) == changed


def test_another_text_replaces_the_old() -> None:
    document = timeml.read(CASES / "unknown.tml")
    event = dataclasses.replace(document.events[0], text="poured", end=9)
    changed = dataclasses.replace(document, text="It poured!", events=(event,))
    data = timeml.write(changed)
    assert timeml.read(data) == changed
    assert b"stray words" in data
    assert b"page" not in data


def test_another_dct_replaces_the_old() -> None:
    document = timeml.read(CASES / "unknown.tml")
    dct = dataclasses.replace(DCT, tid="t5")
    changed = dataclasses.replace(document, dct=dct, timexes=(dct,))
    data = timeml.write(changed)
    assert timeml.read(data) == changed
    assert b"<DCT><TIMEX3 " in data
    without = dataclasses.replace(document, dct=None, timexes=())
    assert timeml.read(timeml.write(without)) == without
    given = dataclasses.replace(
        timeml.read(CASES / "repeated_ids.tml"), dct=DCT, timexes=(DCT,), text="", events=()
    )
    assert timeml.read(timeml.write(dataclasses.replace(given, signals=()))).dct == DCT


def test_a_document_that_was_read_is_arranged_as_it_was() -> None:
    document = timeml.read(
        b'<TimeML><DCT><TIMEX3 tid="t0">2001</TIMEX3></DCT><TEXT>It <EVENT eid="e1">rained</EVENT>'
        b'</TEXT><MAKEINSTANCE eiid="ei1" eventID="e1"/></TimeML>'
    )
    (event,) = document.events
    assert arrange(document) == [
        Raw("DCT"),
        document.dct,
        "2001",
        Mark.CLOSE,
        Mark.CLOSE,
        Raw("TEXT", is_text=True),
        "It ",
        event,
        "rained",
        Mark.CLOSE,
        Mark.CLOSE,
        event.instances[0],
    ]


def test_a_document_made_in_python_is_arranged_from_nothing() -> None:
    event = Event("e1", None, 0, 1, "a", (Instance("ei1", "e1"),))
    link = TLink("l1", "BEFORE", "ei1", "ei1")
    document = Document(text="ab", events=(event,), tlinks=(link,))
    tokens = [token for token in arrange(document) if token not in ("", "\n", "\n\n")]
    assert tokens == [
        Raw("TEXT", is_text=True),
        event,
        "a",
        Mark.CLOSE,
        "b",
        Mark.CLOSE,
        event.instances[0],
        link,
    ]


def test_no_mark_is_left_but_that_of_ends() -> None:
    for path in sorted(CASES.glob("*.tml")):
        document = timeml.read(path)
        for changed in (document, dataclasses.replace(document, docid="other", tlinks=())):
            marks = {token for token in arrange(changed) if isinstance(token, Mark)}
            assert marks == {Mark.CLOSE}, path


REPEATED = (
    b'<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e1">b</EVENT> '
    b'<TIMEX3 tid="t1">c</TIMEX3> <TIMEX3 tid="t1">d</TIMEX3> '
    b'<SIGNAL sid="s1">e</SIGNAL> <SIGNAL sid="s1">f</SIGNAL></TEXT>'
    b'<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei1" eventID="e1"/>'
    b'<MAKEINSTANCE eiid="ei2" eventID="e7"/></TimeML>'
)


def without(document: Document, kind: str) -> Document:
    if kind == "instances":
        (event,) = document.events
        return dataclasses.replace(document, events=(dataclasses.replace(event, instances=()),))
    return dataclasses.replace(document, **{kind: ()})


@pytest.mark.parametrize("kind", ["events", "timexes", "signals", "instances"])
def test_the_second_does_not_count_once_the_first_is_gone(kind: str) -> None:
    changed = without(timeml.read(REPEATED), kind)
    data = timeml.write(changed)
    assert timeml.read(data) == changed
    if kind == "instances":  # the text is as it was, and so is what was left out of it
        assert b">b</EVENT>" in data


def test_what_is_still_repeated_or_lost_keeps_its_id() -> None:
    document = timeml.read(REPEATED)
    again = timeml.read(timeml.write(document))
    assert again.layout == document.layout
    assert again.layout.lost == {"ei2"}


def test_tokens_without_excluded_elements_are_returned_as_they_are() -> None:
    tokens = [Raw("TEXT", is_text=True), "a", Mark.CLOSE]
    assert exclude(Document(text="a"), list(tokens)) == tokens


def test_elements_in_the_namespace_of_the_root_lose_their_id_too() -> None:
    data = REPEATED.replace(b"<TimeML>", b'<TimeML xmlns="urn:x">')
    changed = without(timeml.read(data), "events")
    assert timeml.read(timeml.write(changed)) == changed
