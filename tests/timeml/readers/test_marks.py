"""Marks: read as they are meant, and every fault said so that it can be handed back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import timeml
from timeml.readers import read_files
from timeml.readers.files import File
from timeml.readers.marks import marks_schema, places_of

TEXT = "The pump failed on Monday. The pump was repaired, and failed again.\n"
GOOD: dict[str, Any] = {
    "marks": 1,
    "created": "1998-05-06",
    "events": [
        {"id": "e1", "quote": "failed", "occurrence": 1, "class": "OCCURRENCE"},
        {"id": "e2", "quote": "repaired"},
        {"id": "e3", "quote": "failed", "before": "and"},
    ],
    "times": [{"id": "t1", "quote": "Monday", "value": "1998-05-04"}],
    "links": [
        {"a": "e1", "relation": "IS_INCLUDED", "b": "t1"},
        {"a": "e1", "relation": "BEFORE", "b": "e2", "weight": 0.9},
        {"a": "e2", "b": "e3", "votes": {"BEFORE": 3, "AFTER": 1}},
    ],
}


def read(content: Any, text: str | None = TEXT) -> timeml.Document:
    data = json.dumps(content, indent=1).encode()

    def beside(name: str) -> bytes | None:
        return text.encode() if text is not None and name == "pump.txt" else None

    file = File("pump.marks.json", "pump.marks.json", lambda: data, beside)
    (found,) = read_files([file], format="marks")
    if found.error is not None:
        raise found.error
    assert found.document is not None
    return found.document


def test_marks_are_read_as_they_are_meant() -> None:
    document = read(GOOD)
    assert document.diagnostics == ()
    assert document.text == TEXT
    assert [(e.eid, e.start, e.text) for e in document.events] == [
        ("e1", 9, "failed"),
        ("e2", 40, "repaired"),
        ("e3", 54, "failed"),
    ]
    assert document.dct is not None
    assert document.dct.value == "1998-05-06"
    assert [(t.value, t.type) for t in document.timexes[1:]] == [("1998-05-04", "DATE")]
    assert [link.rel_type for link in document.tlinks] == ["IS_INCLUDED", "BEFORE", "BEFORE"]
    assert dict(document.tlinks[1].extra) == {"weight": "0.9"}
    assert dict(document.tlinks[2].extra) == {"votes": "BEFORE=3;AFTER=1"}


FAULTS = [
    (
        "events",
        {"id": "e9", "quote": "Failed"},
        "not have the words 'Failed'; it has 'failed'",
    ),
    ("events", {"id": "e9", "quote": "failed"}, "'failed' is there 2 times (1: ...The pump failed"),
    (
        "events",
        {"id": "e9", "quote": "failed", "occurrence": 3},
        "occurrence is 3, but 'failed'",
    ),
    ("events", {"id": "e9", "quote": "failed", "before": "never"}, "not there between these words"),
    ("events", {"id": "e9", "quote": " "}, "its quote is empty"),
    ("events", {"id": "e1", "quote": "repaired"}, "another mark has this id"),
    ("events", {"quote": "repaired"}, "has no id"),
    (
        "events",
        {"id": "e9", "said": "x"},
        "unknown field 'said'; the fields are id, quote",
    ),
    ("events", "repaired", "is not an object"),
    (
        "times",
        {"id": "t9", "quote": "Monday", "value": "May 4th"},
        "'May 4th' is not one of",
    ),
    ("times", {"id": "t9", "quote": "Monday", "value": "1998-02-30"}, "is not one of TIMEX3"),
    ("times", {"id": "t9", "value": "1998", "type": "YEAR"}, "'YEAR' is none of DATE, TIME"),
    (
        "links",
        {"a": "e1", "relation": "BEFORE", "b": "e9"},
        "b is 'e9', which no event",
    ),
    ("events", {"id": "e9", "quote": "repaired", "event": "a b"}, "a name without blanks"),
    ("events", {"id": "e9", "quote": "repaired", "event": "e2"}, "another mark has the id 'e2'"),
    ("links", {"a": "e1", "b": "e2"}, "has no relation; write one of BEFORE, AFTER"),
]


@pytest.mark.parametrize(("where", "mark", "words"), FAULTS)
def test_faults_say_what_to_write_instead(where: str, mark: Any, words: str) -> None:
    document = read({**GOOD, where: [*GOOD[where], mark]})
    (fault,) = document.diagnostics
    assert words in fault.message
    assert fault.line is None or fault.line > 1
    # What has a fault is left out, and all else is there.
    assert len(document.tlinks) == 3
    assert len(document.events) == 3


def test_marks_of_one_event_are_its_instances() -> None:
    mark = {"quote": "failed", "occurrence": 1, "event": "e1"}
    events = [
        {"id": "ei1", **mark, "attributes": {"tense": "PAST", "stem": "fail"}},
        {"id": "ei2", **mark, "attributes": {"polarity": "NEG", "stem": "fail", "note": "x"}},
    ]
    link = {"a": "ei2", "relation": "AFTER", "b": "ei1"}
    document = read({"marks": 1, "events": events, "links": [link]})
    assert document.diagnostics == ()
    (event,) = document.events
    assert (event.eid, event.text, event.extra) == ("e1", "failed", (("stem", "fail"),))
    assert event.instances == (
        timeml.Instance("ei1", "e1", tense="PAST"),
        timeml.Instance("ei2", "e1", polarity="NEG", extra=(("note", "x"),)),
    )
    assert document.linked == ((timeml.TLink("l1", "AFTER", "ei2", "ei1"), "ei2", "ei1"),)


@pytest.mark.parametrize("other", [{"occurrence": 2}, {"occurrence": 1, "class": "STATE"}])
def test_marks_of_one_event_have_the_same_words(other: dict[str, Any]) -> None:
    first = {"id": "e1", "quote": "failed", "occurrence": 1, "event": "e1"}
    document = read({"marks": 1, "events": [first, {**first, "id": "e8", **other}]})
    (fault,) = document.diagnostics
    assert "another mark of the event 'e1' has other words or another class" in fault.message
    late = read({"marks": 1, "events": [{**first, "id": "ei1"}, {"id": "e1", "quote": "again"}]})
    assert [fault.code for fault in late.diagnostics] == ["duplicate-id"]


def test_marks_may_overlap_and_a_text_may_be_long() -> None:
    text = "x" * 100_000 + " the flood of the year " + "y" * 100_000
    events = [{"id": "e1", "quote": "the flood of the year"}, {"id": "e2", "quote": "flood"}]
    document = read({"marks": 1, "events": events}, text)
    assert document.diagnostics == ()
    assert [event.text for event in document.events] == [e["quote"] for e in events]


def test_a_missing_text_is_an_error() -> None:
    with pytest.raises(timeml.TimeMLError, match=r"its text pump\.txt is not next to it"):
        read(GOOD, None)
    with pytest.raises(timeml.TimeMLError, match="same folder"):
        read({**GOOD, "text": "../secret"})


def test_the_schema_has_an_example_that_is_clean() -> None:
    schema = marks_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(GOOD, schema)
    (example,) = schema["examples"]
    jsonschema.validate(example, schema)
    text = (
        "A storm hit Kelp on Monday. The flood came before the storm was over. On Monday it rose."
    )
    assert read(example, text).diagnostics == ()
    for where, mark, _ in FAULTS[7:9]:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**GOOD, where: [mark]}, schema)


def test_places_overlap() -> None:
    assert places_of("aaa", "aa") == [0, 1]
    assert places_of("aaa", "") == []


def test_the_format_shows(tmp_path: Path) -> None:
    (tmp_path / "pump.txt").write_text(TEXT)
    (tmp_path / "pump.marks.json").write_text(json.dumps(GOOD))
    collection = timeml.open_collection(tmp_path)
    assert len(list(collection)) == 1
