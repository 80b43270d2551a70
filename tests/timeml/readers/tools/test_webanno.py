"""WebAnno TSV 3."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import WEBANNO, read_all
from timeml import Document, TimeMLError

(DATA,) = WEBANNO.values()


def read(old: bytes = b"", new: bytes = b"") -> Document:
    assert old in DATA
    (document,) = read_all({"note.tsv": DATA.replace(old, new)})
    return document


def test_spans_and_relations() -> None:
    note = read()
    assert (note.name, note.text) == ("note", "He fell ill .\nSlept on Monday")
    assert [(e.eid, e.class_, e.text, e.line) for e in note.events] == [
        ("e1", "OCCURRENCE", "fell ill", 9), ("e2", None, "Slept", 14)
    ]  # fmt: skip
    assert [(t.tid, t.type, t.value, t.text) for t in note.timexes] == [
        ("t3", "DATE", "1998-05-04", "Monday")
    ]
    # The relation stands at the dependent and names its governor.
    assert [(k.source, k.rel_type, k.target) for k in note.tlinks] == [("e2", "AFTER", "e1")]
    assert note.diagnostics == ()


def test_several_annotations_of_a_token_are_told_apart_by_their_numbers() -> None:
    stacked = read(b"Slept\t*\t_\t_\t_\t_", b"Slept\tSTATE[3]|ASPECTUAL[4]\t_\t_\tBEFORE\t2-1[3_4]")
    assert [(e.eid, e.class_) for e in stacked.events if e.start == 14] == [
        ("e2", "STATE"), ("e3", "ASPECTUAL")
    ]  # fmt: skip
    assert [(k.source, k.rel_type, k.target) for k in stacked.tlinks] == [
        ("e2", "AFTER", "e1"), ("e2", "BEFORE", "e3")
    ]  # fmt: skip


def test_escaped_characters_are_plain() -> None:
    note = read(b"\tDATE\t1998", rb"\tDATE".replace(b"\\t", b"\t") + b"\t" + rb"a\|b\_c")
    assert note.timexes[0].value == "a|b_c-05-04"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b"1-2\t3-7\t", b"1-2\t3\t", "a token's line has its number"),
        (b"\t2-1[0_1]", b"\t2-9[0_1]", "a relation leads to 2-9, where"),
        (b"\t2-1[0_1]", b"\tx", "'x' is not the place of a span of webanno.custom.Event"),
        (b"#T_SP=webanno.custom.Event", b"#T_SP=webanno.custom.E", "is not the place of a span"),
    ],
)
def test_a_broken_line_is_named(old: bytes, new: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=rf"^in/note.tsv:9: .*{complaint}"):
        read(old, new)


def test_another_format_is_refused() -> None:
    with pytest.raises(TimeMLError, match="the first line is not #FORMAT=WebAnno TSV 3"):
        read_all({"note.tsv": b"1-1\t0-2\tHe\n"}, "webanno")
