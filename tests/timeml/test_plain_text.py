"""Documents of plain text: what they hold, and that they come back from their files."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import timeml
from timeml import Event, Timex3
from timeml.plain_text import creation_time, make_document, plain_text, title_of, unwritable

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\t &<>'\""))


@given(texts, st.none() | st.sampled_from(["1998-04-18", "1998-04-18T09:00"]))
def test_a_document_comes_back_from_its_file(text: str, value: str | None) -> None:
    text = "".join(c for c in text if not [*unwritable(c)])
    created = None if value is None else creation_time(value)
    document = make_document(text, docid="a b", created=created, title="A & B")
    found = timeml.read(timeml.write(document))
    assert found == document
    assert plain_text(found) == text
    assert (found.docid, title_of(found)) == ("a b", "A & B")
    if found.dct is not None:
        assert (found.dct.value, found.dct.type) == (value, "TIME" if "T" in value else "DATE")


def test_the_file_has_these_elements_and_no_others() -> None:
    document = make_document("It rained.\n", docid="d", created=creation_time("1998"), title="Rain")
    assert timeml.write(document).decode().splitlines()[1:] == [
        "<TimeML>",
        "",
        "<DOCID>d</DOCID>",
        "",
        '<DCT><TIMEX3 tid="t0" type="DATE" value="1998" functionInDocument="CREATION_TIME" '
        'temporalFunction="false">1998</TIMEX3></DCT>',
        "",
        "<TITLE>Rain</TITLE>",
        "",
        "<TEXT>",
        "It rained.",
        "</TEXT>",
        "",
        "</TimeML>",
    ]


def test_annotations_stand_on_their_words() -> None:
    event = Event("e1", None, 3, 9, "rained")
    timex = Timex3("t1", None, "1998", 10, 15, "today")
    outside = Timex3("t2", None, "P1D", None, None, "")
    document = make_document(
        "It rained today", docid="d", events=(event,), timexes=(timex, outside)
    )
    found = timeml.read(timeml.write(document))
    assert [found.text[span.start : span.end] for span in (found.events[0], found.timexes[1])] == [
        "rained",
        "today",
    ]
    assert b'<EVENT eid="e1">rained</EVENT>' in timeml.write(document)


@pytest.mark.parametrize(
    ("inside", "title"),
    [
        ("<Title> Rain\n again </Title>", "Rain again"),
        ("<TITLE><B>Rain</B> <!-- x --><TIMEX3 tid='t1'>today</TIMEX3></TITLE>", "Rain today"),
        ("<TITLE/>", None),
        ("", None),
        ("<TEXT>A <TITLE>b</TITLE></TEXT>", "b"),
    ],
)
def test_titles_of_other_files(inside: str, title: str | None) -> None:
    assert title_of(timeml.read(f"<TimeML>{inside}</TimeML>".encode())) == title


def test_a_document_without_line_feed_keeps_its_text() -> None:
    document = timeml.read(b"<TimeML><TEXT>It rained.</TEXT></TimeML>")
    assert plain_text(document) == "It rained."


def test_what_xml_cannot_hold() -> None:
    assert [*unwritable("a\tb\n\x0c\x00\ufffe\U0001f600\x85")] == [
        (4, "\x0c"),
        (5, "\x00"),
        (6, "\ufffe"),
    ]
    assert [*unwritable("\ud800")] == [(0, "\ud800")]
