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
    with pytest.raises(TimeMLError, match=f"^in/export.json: {complaint}"):
        read_all(changed(*path, new=new), "label-studio")


def test_an_export_that_breaks_off_is_named() -> None:
    with pytest.raises(TimeMLError, match=r"export.json:\d+: is not JSON"):
        read_all({"export.json": DATA[:-20]})
