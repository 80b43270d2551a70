"""UIMA CAS, XMI and JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from tests.timeml.readers.examples import UIMA, UIMA_XMI, read_all
from timeml import TimeMLError

pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")


@pytest.mark.parametrize("files", [UIMA, UIMA_XMI], ids=["json", "xmi"])
def test_annotations_and_relations(files: dict[str, bytes]) -> None:
    (trip,) = read_all(files)
    assert (trip.name, trip.scheme, trip.text[7:11]) == ("trip", "tml", "left")
    assert [(e.eid, e.class_, e.start, e.text) for e in trip.events] == [
        ("x5", "STATE", 4, "\U0001d4b3"), ("x2", "OCCURRENCE", 7, "left")
    ]  # fmt: skip
    assert [(t.tid, t.value, t.text) for t in trip.timexes] == [("x3", "1998-05-04", "Monday")]
    assert [(k.source, k.rel_type, k.target) for k in trip.tlinks] == [("x2", "IS_INCLUDED", "x3")]
    assert trip.diagnostics == ()
    assert [e.line for e in (*trip.events, *trip.timexes, *trip.tlinks)] == (
        [16, 12, 13, 14] if files is UIMA else [8, 5, 6, 7]
    )


def test_xmi_needs_its_types() -> None:
    with pytest.raises(
        TimeMLError, match=r"in/trip.xmi:1: its type system is missing; put TypeSystem"
    ):
        read_all({"trip.xmi": UIMA_XMI["trip.xmi"]})


def changed(place: int, **new: Any) -> dict[str, bytes]:
    content = json.loads(UIMA["trip.json"])
    content["%FEATURE_STRUCTURES"][place] |= new
    return {"trip.json": json.dumps(content).encode()}


def test_faults_are_diagnostics() -> None:
    (trip,) = read_all(changed(1, end=500))
    assert [diagnostic.code for diagnostic in trip.diagnostics] == ["bad-span"]
    (trip,) = read_all(changed(3, **{"@Governor": None}))
    assert [diagnostic.code for diagnostic in trip.diagnostics] == ["dangling-id"]


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"trip.json": UIMA["trip.json"][:300]},
            "in/trip.json:4: is not JSON.*is the file complete",
        ),
        ({**UIMA_XMI, "trip.xmi": UIMA_XMI["trip.xmi"][:300]}, r"in/trip.xmi:\d+: not well-formed"),
        ({**UIMA_XMI, "TypeSystem.xml": b"<x>"}, r"TypeSystem.xml:1: not well-formed XML"),
        (
            {**UIMA_XMI, "TypeSystem.xml": b"<x/>"},
            r"in/trip.xmi:5: structure 2 is a webanno.custom.Ev.* TypeSystem.xml does not declare",
        ),
        (
            changed(1, **{"%TYPE": "no.such.{0}"}),
            r"1: structure 2 is a no.such.\{0\}, which %TYPES",
        ),
        (changed(1, **{"%TYPE": None}), "1: structure 2 has no type; export the file again"),
        (changed(1, begin="x"), "1: structure 2: its begin is 'x', not a number; correct it"),
        ({"trip.json": b'{"%TYPES": 5, "%VIEWS": {}}'}, "trip.json:1: is not a readable UIMA CAS"),
        (changed(1, end="x"), "1: structure 2: its end is 'x', not a number; correct it"),
        ({"trip.json": b"[]"}, "trip.json:1: not well-formed XML"),
        (
            {**UIMA_XMI, "trip.xmi": UIMA_XMI["trip.xmi"].replace(b'"2" Dep', b'"9" Dep')},
            "trip.xmi:7: structure 4: its Governor is '9', and no structure has this id; correct",
        ),
    ],
)
def test_what_cannot_be_read_is_an_error(files: dict[str, bytes], complaint: str) -> None:
    with pytest.raises(TimeMLError, match=complaint):
        read_all(files, "uima")


def test_without_cassis_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cassis", None)
    with pytest.raises(TimeMLError, match=r"pip install 'timegraph-qa\[uima\]'"):
        read_all(UIMA)
