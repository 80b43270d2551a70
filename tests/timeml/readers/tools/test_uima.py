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


_RELATION = "org.apache.ctakes.typesystem.type.relation."
_SEM = "org.apache.ctakes.typesystem.type.textsem."


def _type(name: str, parent: str, **features: str) -> str:
    described = "".join(
        f"<featureDescription><name>{feature}</name><rangeTypeName>{kind}</rangeTypeName>"
        "</featureDescription>"
        for feature, kind in features.items()
    )
    return (
        f"<typeDescription><name>{name}</name><supertypeName>{parent}</supertypeName>"
        f"<features>{described}</features></typeDescription>"
    )


_ANNOTATION, _TOP, _STRING = "uima.tcas.Annotation", "uima.cas.TOP", "uima.cas.String"
_CTAKES_TYPES = (
    '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>'
    + _type("org.apache.ctakes.typesystem.type.refsem.EventProperties", _TOP, docTimeRel=_STRING)
    + _type(
        "org.apache.ctakes.typesystem.type.refsem.Event",
        _TOP,
        properties="org.apache.ctakes.typesystem.type.refsem.EventProperties",
    )
    + _type(
        f"{_SEM}EventMention", _ANNOTATION, event="org.apache.ctakes.typesystem.type.refsem.Event"
    )
    + _type(f"{_SEM}TimeMention", _ANNOTATION, timeClass=_STRING)
    + _type(f"{_RELATION}RelationArgument", _TOP, argument=_ANNOTATION, role=_STRING)
    + _type(
        f"{_RELATION}BinaryTextRelation",
        _TOP,
        category=_STRING,
        arg1=f"{_RELATION}RelationArgument",
        arg2=f"{_RELATION}RelationArgument",
    )
    + _type(f"{_RELATION}TemporalTextRelation", f"{_RELATION}BinaryTextRelation")
    + _type(f"{_RELATION}LocationOfTextRelation", f"{_RELATION}BinaryTextRelation")
    + _type("my.Joins", _ANNOTATION, earlier=_ANNOTATION, later=_ANNOTATION)
    + _type("my.Chain", _ANNOTATION, next="my.Chain")
    + _type("my.Role", _TOP, role=_STRING, target=_ANNOTATION)
    + _type("my.Frame", _ANNOTATION, roles="uima.cas.FSArray")
    + "</types></typeSystemDescription>"
)
_CTAKES = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmi:version="2.0"
  xmlns:refsem="http:///org/apache/ctakes/typesystem/type/refsem.ecore" xmlns:my="http:///my.ecore"
  xmlns:textsem="http:///org/apache/ctakes/typesystem/type/textsem.ecore"
  xmlns:relation="http:///org/apache/ctakes/typesystem/type/relation.ecore">
  <cas:NULL xmi:id="0"/>
  <refsem:EventProperties xmi:id="2" docTimeRel="BEFORE"/>
  <refsem:Event xmi:id="3" properties="2"/>
  <textsem:EventMention xmi:id="4" sofa="1" begin="0" end="5" event="3"/>
  <textsem:TimeMention xmi:id="5" sofa="1" begin="9" end="15" timeClass="DATE"/>
  <relation:RelationArgument xmi:id="6" argument="5" role="Argument"/>
  <relation:RelationArgument xmi:id="7" argument="4" role="Related_to"/>
  <relation:TemporalTextRelation xmi:id="8" category="CONTAINS" arg1="6" arg2="7"/>
  <relation:LocationOfTextRelation xmi:id="9" category="location_of" arg1="6" arg2="7"/>
  <my:Joins xmi:id="10" sofa="1" begin="0" end="5" earlier="4" later="5"/>
  <my:Chain xmi:id="11" sofa="1" begin="0" end="5" next="12"/>
  <my:Chain xmi:id="12" sofa="1" begin="9" end="15"/>
  <my:Role xmi:id="13" role="when" target="5"/>
  <my:Frame xmi:id="14" sofa="1" begin="0" end="5" roles="13"/>
  <cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="Fever on Monday."/>
  <cas:View sofa="1" members="4 5 8 9 10 11 12 14"/>
</xmi:XMI>
"""  # noqa: E501


def test_relations_of_ctakes_and_what_else_joins_annotations() -> None:
    files = {"note.xmi": _CTAKES.encode(), "TypeSystem.xml": _CTAKES_TYPES.encode()}
    (note,) = read_all(files)
    assert note.scheme == "thyme"
    assert [(event.eid, event.text) for event in note.events] == [("x4", "Fever")]
    assert [(timex.tid, timex.text) for timex in note.timexes] == [("DCT", ""), ("x5", "Monday")]
    assert [(k.source, k.rel_type, k.target, k.line) for k in note.tlinks] == [
        ("x4", "BEFORE", "DCT", 9), ("x5", "CONTAINS", "x4", 13)
    ]  # fmt: skip
    (diagnostic,) = note.diagnostics
    assert (diagnostic.code, diagnostic.line) == ("unread-relation", 14)
    kinds = "Chain 1, Frame:roles 1, Joins 1, LocationOfTextRelation 1"
    assert diagnostic.message == (
        f"4 relations are not read, of types that are not known here: {kinds}"
    )
