"""Label Studio JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.timeml.readers.examples import LABEL_STUDIO, read_all
from timeml import TimeMLError

(DATA,) = LABEL_STUDIO.values()


def test_each_annotation_of_a_task_is_a_document() -> None:
    one, other = read_all(LABEL_STUDIO)
    assert (one.name, other.name, one.text) == ("trip", "trip@4", "He left on Monday.")
    assert [(e.eid, e.class_, e.text) for e in one.events] == [("a", "Event", "left")]
    assert [(t.tid, t.type, t.value, t.text) for t in one.timexes] == [
        ("b", None, "1998-05-04", "Monday")
    ]
    assert [(k.source, k.rel_type, k.target) for k in one.tlinks] == [
        ("a", "BEFORE", "b"), ("a", "IBEFORE", "b")
    ]  # fmt: skip
    assert len(other.tlinks) == 1


def changed(*path: Any, new: object) -> dict[str, bytes]:
    tasks = json.loads(DATA)
    place = tasks
    for step in path[:-1]:
        place = place[step]
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return {"export.json": json.dumps(tasks).encode()}


def test_regions_and_relations_have_their_lines() -> None:
    one, other = read_all(LABEL_STUDIO)
    assert [e.line for e in (*one.events, *one.timexes, *one.tlinks)] == [3, 5, 9, 10]
    assert [e.line for e in (*other.events, *other.tlinks)] == [13, 15]
    with pytest.raises(TimeMLError, match=r"^in/export.json:9: a field 'to_id' is missing; "):
        read_all({"export.json": DATA.replace(b'"to_id": "a"', b'"to": "a"', 1)})


def test_what_was_skipped_is_left_out() -> None:
    (one,) = read_all(changed(0, "annotations", 0, "was_cancelled", new=True))
    assert (one.name, len(one.tlinks)) == ("trip", 1)


def test_predictions_are_read_where_there_are_no_annotations() -> None:
    tasks = json.loads(DATA)
    tasks[0]["predictions"] = tasks[0].pop("annotations")[:1]
    (one,) = read_all({"export.json": json.dumps(tasks).encode()})
    assert (one.name, len(one.tlinks)) == ("trip", 2)
    tasks[0]["annotations"] = []
    assert read_all({"export.json": json.dumps(tasks).encode()}) == []


def test_a_relation_may_lead_both_ways() -> None:
    one, _ = read_all(changed(0, "annotations", 0, "result", 4, "direction", new="bi"))
    assert [(k.source, k.rel_type, k.target) for k in one.tlinks[1:]] == [
        ("a", "IBEFORE", "b"), ("b", "IBEFORE", "a")
    ]  # fmt: skip


@pytest.mark.parametrize(("left", "monday"), [(5, 13), (6, 14)], ids=["characters", "units"])
def test_places_count_characters_or_units_of_utf_16(left: int, monday: int) -> None:
    tasks = json.loads(DATA)
    tasks[0]["data"]["text"] = "\U0001f60a He left on Monday."
    for region in tasks[0]["annotations"][0]["result"][:3]:
        start = left if region["id"] == "a" else monday
        region["value"] |= {"start": start, "end": start + (4 if region["id"] == "a" else 6)}
    one, _ = read_all({"export.json": json.dumps(tasks).encode()})
    assert [(e.start, e.text) for e in (*one.events, *one.timexes)] == [(5, "left"), (13, "Monday")]


def test_a_task_without_a_name_has_its_id() -> None:
    one, _ = read_all(changed(0, "data", "name", new=None))
    assert one.name == "7"


def test_regions_outside_the_text_have_no_place() -> None:
    place = (0, "annotations", 0, "result", 0, "value")
    for new in (70, "x"):
        one, _ = read_all(changed(*place, "end", new=new))
        assert [d.code for d in one.diagnostics] == ["bad-span"]


@pytest.mark.parametrize(
    ("path", "new", "complaint"),
    [
        ((0, "data", "text"), None, "task 1 has no text"),
        ((0, "data"), None, "a field 'data' is missing"),
        ((0,), "x", "task 1 is not an object"),
        ((0, "annotations", 0, "result"), None, "a field 'result' is missing"),
        ((0, "annotations", 0, "result", 3, "to_id"), None, "a field 'to_id' is missing"),
        ((0, "annotations", 0, "result", 3, "labels"), "x", "the labels of b is not a list"),
    ],
)
def test_what_is_not_of_the_format_is_an_error(
    path: tuple[Any, ...], new: object, complaint: str
) -> None:
    with pytest.raises(TimeMLError, match=rf"^in/export.json:\d+: {complaint}"):
        read_all(changed(*path, new=new), "label-studio")


def test_an_export_that_breaks_off_is_named() -> None:
    with pytest.raises(TimeMLError, match=r"export.json:\d+: is not JSON"):
        read_all({"export.json": DATA[:-20]})


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"body": "It rose.", "title": "A rose? No"}, "It rose."),  # named by results
        ({"page": "It rose.", "title": "Prices"}, "It rose."),  # has the words
        ({"page": "It rose.", "title": "Prices rose"}, None),
        ({"page": 5}, None),
    ],
)
def test_the_text_may_be_under_another_key(data: dict[str, object], text: str | None) -> None:
    region = {"start": 3, "end": 7, "text": "rose", "labels": ["Event"]}
    result = {"id": "a", "type": "labels", "value": region, "source": "$body"}
    content = json.dumps([{"data": data, "annotations": [{"result": [result]}]}]).encode()
    if text is None:
        with pytest.raises(TimeMLError, match="and none with the words of all regions"):
            read_all({"x.json": content})
    else:
        (note,) = read_all({"x.json": content})
        assert (note.text, note.events[0].text) == (text, "rose")


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (
            [{"id": 1, "text": "It rose.", "label": [{"start": 3, "end": 7, "labels": ["E"]}]}],
            "JSON-MIN, which has no relations.*export the project as JSON",
        ),
        (
            {"@context": "http://vocab.lappsgrid.org/context-1.0.0.jsonld", "views": []},
            "LIF, the format of LAPPS Grid, which is not read",
        ),
        (
            {"discriminator": "http://vocab.lappsgrid.org/ns/media/jsonld#lif", "payload": {}},
            "LIF, the format of LAPPS Grid, which is not read",
        ),
        (
            {
                "text": {"@value": "It rained."},
                "views": [{"id": "v", "annotations": [{"id": "e"}]}],
            },
            "LIF, the format of LAPPS Grid, which is not read",
        ),
    ],
)
def test_formats_that_look_like_it_are_named(content: object, named: str) -> None:
    for format in (None, "label-studio"):
        with pytest.raises(TimeMLError, match=named):
            read_all({"x.json": json.dumps(content).encode()}, format)
