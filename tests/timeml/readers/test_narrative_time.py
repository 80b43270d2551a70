"""NarrativeTime's own format, against the conversion to TimeML that the project publishes."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.timeml.readers.examples import NARRATIVE_TIME, read_all
from timeml import TimeMLError, open_collection, read
from timeml.readers import File
from timeml.readers.files import Line
from timeml.readers.narrative_time import Place, _Record, label_between

EVERYWHERE = Place(-math.inf, math.inf, "", "lr")


def at(start: float, end: float | None = None, branch: str = "", beyond: str = "") -> Place:
    return Place(start, start if end is None else end, branch, beyond)


@pytest.mark.parametrize(
    ("a", "b", "label", "back"),
    [
        (at(1), at(2), "BEFORE", "AFTER"),
        (at(1), at(1), "SIMULTANEOUS", "SIMULTANEOUS"),
        (at(1, 3), at(3, 5), "BEFORE", "AFTER"),
        (at(1, 4), at(3, 5), "OVERLAP", "OVERLAP"),
        (at(1, 6), at(3, 5), "INCLUDES", "IS_INCLUDED"),
        # What goes on beyond its time may reach the other.
        (at(1, beyond="r"), at(2), "VAGUE", "VAGUE"),
        (at(1, beyond="l"), at(2), "BEFORE", "AFTER"),
        (at(1, beyond="r"), at(1), "INCLUDES", "IS_INCLUDED"),
        (at(1, beyond="r"), at(1, beyond="l"), "OVERLAP", "OVERLAP"),
        (at(1, beyond="r"), at(1, beyond="r"), "VAGUE", "VAGUE"),
        (at(1, beyond="lr"), at(1, beyond="r"), "INCLUDES", "IS_INCLUDED"),
        (EVERYWHERE, at(1), "INCLUDES", "IS_INCLUDED"),
        (EVERYWHERE, EVERYWHERE, "OVERLAP", "OVERLAP"),
        # Branches leave the main timeline and join it.
        (at(3), at(9, branch="6>"), "BEFORE", "AFTER"),
        (at(7), at(9, branch="6>"), "VAGUE", "VAGUE"),
        (at(3, branch="<5"), at(6), "BEFORE", "AFTER"),
        (at(3, branch="<5"), at(6, branch="7>#"), "BEFORE", "AFTER"),
        (at(3, branch="6>"), at(4, branch="6>"), "BEFORE", "AFTER"),
        (at(3, branch="6>"), at(4, branch="6>#"), "VAGUE", "VAGUE"),
        (at(2, beyond="lr"), at(9, branch="6>"), "VAGUE", "VAGUE"),
        (at(3, beyond="r"), at(9, branch="6>"), "VAGUE", "VAGUE"),
    ],
)
def test_labels_between_places(a: Place, b: Place, label: str, back: str) -> None:
    assert (label_between(a, b), label_between(b, a)) == (label, back)


def test_a_record_becomes_a_document() -> None:
    (one,) = read_all(NARRATIVE_TIME)
    assert (one.name, one.scheme, one.layout.format) == ("d1", "nt", "narrativetime")
    assert [(e.eid, e.text) for e in one.events] == [
        ("e0", "came"), ("e1", "saw"), ("e2", "won"), ("e3", "victory")
    ]  # fmt: skip
    assert [(t.tid, t.text) for t in one.timexes] == [("t0", "Monday")]
    assert [(k.source, k.rel_type, k.target) for k in one.tlinks] == [
        ("t0", "INCLUDES", "e0"), ("t0", "INCLUDES", "e1"), ("t0", "VAGUE", "e2"),
        ("t0", "VAGUE", "e3"), ("e0", "BEFORE", "e1"), ("e0", "BEFORE", "e2"),
        ("e0", "BEFORE", "e3"), ("e1", "BEFORE", "e2"), ("e1", "BEFORE", "e3"),
        ("e2", "SIMULTANEOUS", "e3"),
    ]  # fmt: skip


SPANS = st.fixed_dictionaries(
    {
        "span": st.tuples(st.integers(0, 7), st.integers(0, 7)).map(sorted),
        "type": st.integers(0, 4),
        "time": st.sampled_from(["1", "2", "1:3", "2:4", "3:4", ":", ""]),
        "branch": st.sampled_from(["", "", "2>", "<3"]),
    }
)


@given(st.lists(SPANS, max_size=6), st.integers(0, 3))
def test_each_pair_has_one_link_with_the_label_of_its_places(
    spans: list[dict[str, Any]], timexes: int
) -> None:
    record = {
        "id": "d",
        "text": "a b c d e f g h",
        "timex": {str(k): [k, k] for k in range(timexes)},
        "events": {str(k): [k, k] for k in range(timexes, 8)},
        "event_order": {str(k): span for k, span in enumerate(spans)},
    }
    one = _Record(Line(File("a.jsonl", "in/a.jsonl", lambda: b""), 4), record)
    document = one.document()
    placed = sorted(one.places, key=lambda id: (one.spans[id], id))
    assert [(k.lid, k.rel_type, k.source, k.target, k.line) for k in document.tlinks] == [
        (f"l{number}", label_between(one.places[a], one.places[b]), a, b, 4)
        for number, (a, b) in enumerate(combinations(placed, 2), start=1)
    ]


def changed(*path: Any, new: object) -> dict[str, bytes]:
    (data,) = NARRATIVE_TIME.values()
    record = json.loads(data)
    place = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = new
    return {"a.jsonl": json.dumps(record).encode()}


@pytest.mark.parametrize(
    ("path", "new", "complaint"),
    [
        (("event_order", "0", "time"), "x", "'x' is not a time, such as 3 or 3:4.5"),
        (("event_order", "0", "time"), "3:1", "'3:1' is not a time"),
        (("event_order", "0", "time"), "nan", "'nan' is not a time"),
        (("event_order", "0", "type"), 9, "9 is not a NarrativeTime type"),
        (("event_order", "0", "branch"), "6", "'6' is not a branch, such as 6> or <6"),
        (("event_order", "0", "span"), [1], "the span of event_order is not a pair of numbers"),
        (("events", "0"), "x", "the position of e0 is not a list"),
        (("text",), 3, "the field 'text' is not a string"),
    ],
)
def test_what_is_not_of_the_format_is_an_error(
    path: tuple[Any, ...], new: object, complaint: str
) -> None:
    with pytest.raises(TimeMLError, match=f"^in/a.jsonl:1: {complaint}"):
        read_all(changed(*path, new=new), "narrativetime")


def test_an_event_outside_the_text_has_no_place() -> None:
    (one,) = read_all(changed("events", "3", new=[40, 40]))
    assert [d.code for d in one.diagnostics] == ["bad-span"]


@pytest.mark.parametrize("annotator", ["a1", "a2"])
def test_labels_are_those_of_the_published_conversion(annotator: str, data: Path) -> None:
    place = data / "tlink" / "narrativetime"
    plain = open_collection(place / "nt_format" / f"tbd_{annotator}.jsonl")
    with_ids = open_collection(place / "nt_format" / f"tbd_{annotator}_tml.jsonl")
    compared = pairs = 0
    for file in sorted((place / f"tml_{annotator}").iterdir()):
        converted = read(file)
        if file.stem not in plain.names:
            continue  # one of the fourteen is not in the JSON of the release
        # Most were converted without TimeBank's ids, so that events are known by their number.
        numbered = converted.events[0].eid == "0"
        names = {i.eiid: f"e{i.event_id}" for i in converted.instances} if numbered else {}
        labels = {
            (names.get(k.source, k.source), names.get(k.target, k.target)): k.rel_type
            for k in converted.tlinks
        }
        own = (plain if numbered else with_ids).read(file.stem)
        assert {(k.source, k.target): k.rel_type for k in own.tlinks}.items() <= labels.items()
        assert 2 * len(own.tlinks) == len(labels)
        compared, pairs = compared + 1, pairs + len(own.tlinks)
    assert (compared, pairs) == (13, 19144)
