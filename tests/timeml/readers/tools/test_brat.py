"""brat standoff."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import BRAT, read_all
from timeml import TimeMLError


def test_entities_relations_events_and_attributes() -> None:
    (trip,) = read_all(BRAT)
    assert (trip.name, trip.scheme, trip.text[4:8]) == ("trip", "tml", "left")
    assert [(e.eid, e.class_, e.text) for e in trip.events] == [
        ("T1", "EVENT", "left"), ("T3", "EVENT", "came")
    ]  # fmt: skip
    assert trip.events[1].extra == (("Negated", "true"), ("AnnotatorNotes", "not sure"))
    assert [(t.tid, t.type, t.value) for t in trip.timexes] == [
        ("T4", None, None), ("T2", "DATE", "1998-05-04")
    ]  # fmt: skip
    assert [(k.lid, k.source, k.rel_type, k.target, k.line) for k in trip.tlinks] == [
        ("R1", "T1", "IS_INCLUDED", "T2", 5),
        ("E1", "T3", "AFTER", "T1", 6),
        ("T3.DocTimeRel", "T3", "BEFORE", "T4", 7),
    ]
    assert trip.diagnostics == ()


def test_normalisations_and_notes_without_words_are_kept() -> None:
    lines = b"N1\tReference T3 Wikipedia:534366\tsomebody\n#2\tAnnotatorNotes T1\n"
    (trip,) = read_all({**BRAT, "trip.ann": BRAT["trip.ann"] + lines})
    assert ("Reference", "Wikipedia:534366") in trip.events[1].extra
    assert ("AnnotatorNotes", "") in trip.events[0].extra
    assert trip.diagnostics == ()


def test_without_the_text_annotations_keep_their_words() -> None:
    (trip,) = read_all({"trip.ann": BRAT["trip.ann"]})
    assert (trip.text, trip.events[0].start, trip.events[0].text) == ("", None, "left")


def test_entities_in_pieces_reach_from_the_first_to_the_last() -> None:
    (trip,) = read_all({**BRAT, "trip.ann": b"T1\tEVENT 29 33;4 8\tcame left\n"})
    assert (trip.events[0].start, trip.events[0].end) == (4, 33)
    assert trip.events[0].extra == (("span", "29,33;4,8"),)


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"T1\tEVENT 4 8\tleft\n", "duplicate-id", "T1"),
        (b"T9\tEVENT 4 800\tleft\n", "bad-span", "T9"),
        (b"R9\tBEFORE Arg1:T1 Arg2:T99\n", "dangling-id", "R9"),
        (b"R1\tBEFORE Arg1:T1 Arg2:T3\n", "duplicate-id", "R1"),
    ],
)
def test_faults_are_diagnostics(line: bytes, code: str, id: str) -> None:
    (trip,) = read_all({**BRAT, "trip.ann": BRAT["trip.ann"] + line})
    assert [
        (diagnostic.code, diagnostic.id, diagnostic.line) for diagnostic in trip.diagnostics
    ] == [(code, id, 12)]


@pytest.mark.parametrize(
    "line", [b"T9 EVENT 4 8 left\n", b"R9\tBEFORE T1 T2\n", b"T9\tEVENT four 8\tx\n", b"???\n"]
)
def test_a_broken_line_is_named(line: bytes) -> None:
    with pytest.raises(TimeMLError, match=r"^in/trip.ann:12: .* is not a line of brat"):
        read_all({**BRAT, "trip.ann": BRAT["trip.ann"] + line})


def test_a_text_in_another_encoding_is_named() -> None:
    with pytest.raises(TimeMLError, match=r"trip.txt:1: is not UTF-8"):
        read_all({**BRAT, "trip.txt": "Zo\u00eb left".encode("latin-1")})


def test_words_that_are_not_those_of_the_text_are_reported() -> None:
    """As in a text whose line ends or characters were changed after it was annotated."""
    (trip,) = read_all({**BRAT, "trip.txt": b"> " + BRAT["trip.txt"]})
    found = {diagnostic.id: diagnostic for diagnostic in trip.diagnostics}
    assert set(found) == {"T1", "T2", "T3", "T4"}
    assert found["T1"].message == (
        "entity T1: its words are 'left', but the text has '\u00eb le' in its place"
    )
    assert (found["T1"].code, found["T1"].line) == ("bad-span", 1)


def test_line_ends_within_words_are_blanks() -> None:
    files = {"a.txt": b"came\r\nback", "a.ann": b"T1\tEVENT 0 10\tcame  back\n"}
    (a,) = read_all(files)
    assert (a.events[0].text, a.diagnostics) == ("came\r\nback", ())


@pytest.mark.parametrize("place", [b"9" * 5000, b"-3"])
def test_places_are_numbers_of_a_usual_size(place: bytes) -> None:
    with pytest.raises(TimeMLError, match=r"^in/trip.ann:1: .* is not a line of brat"):
        read_all({"trip.ann": b"T1\tEVENT " + place + b" 8\tleft\n"}, "brat")


def test_relations_without_id_are_links_unless_they_are_brats_own() -> None:
    text = b"T1\tEvent 0 1\ta\nT2\tEvent 2 3\tb\nT3\tEvent 4 5\tc\n*\tEquiv T1 T3\n"
    lines = b"*\tSIMULTANEOUS T1 T2 T3\n*\tCoref T2 T3\n"
    (note,) = read_all({"n.ann": text + lines, "n.txt": b"a b c"})
    assert [(k.source, k.rel_type, k.target, k.line) for k in note.tlinks] == [
        *(("T1", "SIMULTANEOUS", "T2", 5), ("T2", "SIMULTANEOUS", "T3", 5)),
        ("T2", "Coref", "T3", 6),
    ]
    assert [(fault.code, fault.line) for fault in note.diagnostics] == [("unknown-reltype", 6)]
