"""The tables of TempEval-2."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import TEMPEVAL2, read_all
from timeml import TimeMLError


def test_the_tables_make_a_document() -> None:
    (a,) = read_all(TEMPEVAL2)
    assert (a.name, a.scheme, a.text) == ("a", "tempeval2", "He came in\nMay")
    (event,) = a.events
    assert (event.eid, event.class_, event.text, event.extra) == (
        "e1", "OCCURRENCE", "came in", (("tense", "PAST"),)
    )  # fmt: skip
    assert a.dct is not None
    assert [(t.tid, t.type, t.value, t.text) for t in a.timexes] == [
        ("t0", "DATE", "1998-01-08", ""), ("t1", "DATE", "1998-05", "May")
    ]  # fmt: skip
    assert [(k.source, k.rel_type, k.target, k.extra[0][1]) for k in a.tlinks] == [
        ("e1", "BEFORE", "t0", "tlinks-dct-event"),
        ("e1", "BEFORE-OR-OVERLAP", "t1", "tlinks-timex-event"),
    ]


def test_without_tokens_annotations_have_no_place() -> None:
    (a,) = read_all({k: v for k, v in TEMPEVAL2.items() if not k.startswith("base")})
    assert (a.text, a.events[0].start) == ("", None)


def test_a_creation_time_without_date_is_made_for_its_links() -> None:
    (a,) = read_all({"tlinks-dct-event.tab": b"a\te1\tt0\tBEFORE\n"})
    assert a.dct is not None
    assert [diagnostic.code for diagnostic in a.diagnostics] == ["dangling-id"]


@pytest.mark.parametrize(
    ("table", "line", "complaint"),
    [
        ("tlinks-dct-event.tab", b"a\te1\tt0\n", ":2: a line has 3 tab-separated fields"),
        ("base-segmentation.tab", b"a\t0\t0\tx\n", ":5: a: sentence 0 has token 0 twice"),
        ("event-extents.tab", b"a\t0\n", ":3: a line has 2 tab-separated fields"),
        (
            "timex-attributes.tab",
            b"a\t0\t0\ttimex3\tt1\t1\ttype\n",
            ":3: a line has 7 tab-separated fields",
        ),
    ],
)
def test_a_broken_line_is_named(table: str, line: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=f"in/{table}{complaint}"):
        read_all({**TEMPEVAL2, table: TEMPEVAL2[table] + line})


def test_what_is_read_has_its_line() -> None:
    (a,) = read_all({**TEMPEVAL2, "dct.txt": b"\na\t19980108\n"})
    assert [timex.line for timex in a.timexes] == [2, 1]
    assert [one.line for one in (*a.events, *a.tlinks)] == [1, 1, 1]


def test_tokens_and_ids_that_are_not_there_are_reported() -> None:
    changed = {
        "event-extents.tab": TEMPEVAL2["event-extents.tab"].replace(b"a\t0\t2", b"a\t0\t7"),
        "timex-attributes.tab": TEMPEVAL2["timex-attributes.tab"]
        + b"a\t1\t0\ttimex3\tt9\t1\ttype\tDATE\n",
    }
    (a,) = read_all({**TEMPEVAL2, **changed})
    assert a.events[0].text == "came"
    assert [(diagnostic.code, diagnostic.id, diagnostic.line) for diagnostic in a.diagnostics] == [
        ("bad-span", "e1", 2), ("dangling-id", "t9", 3)
    ]  # fmt: skip


def test_links_that_are_not_of_time_are_counted() -> None:
    files = {**TEMPEVAL2, "slinks-event-event.tab": b"a\te1\te1\tMODAL\na\te1\te1\tFACTIVE\n"}
    (a,) = read_all(files)
    assert [fault.message for fault in a.diagnostics if fault.code == "unread-relation"] == [
        "2 relations are not read, of types that are not known here: slinks-event-event 2"
    ]
