"""MAVEN-ERE."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.timeml.readers.examples import MAVEN, read_all
from timeml import TimeMLError


def test_events_stand_where_their_first_mention_does() -> None:
    one, other = read_all(MAVEN)
    assert (one.name, one.scheme, one.text) == ("d1", "maven", "War broke out in 1914\nIt ended")
    assert [(e.eid, e.class_, e.text, e.extra) for e in one.events] == [
        ("EVENT_1", "Start", "broke out", (("mentions", "0,3"),)), ("EVENT_2", "End", "ended", ())
    ]  # fmt: skip
    assert [(t.tid, t.type, t.text) for t in one.timexes] == [("TIME_1", "DATE", "1914")]
    assert [(k.source, k.rel_type, k.target) for k in one.tlinks] == [
        ("EVENT_1", "BEFORE", "EVENT_2"), ("TIME_1", "CONTAINS", "EVENT_1")
    ]  # fmt: skip
    assert (other.name, other.tlinks[0].rel_type) == ("d2", "OVERLAP")


def with_change(*path: Any, new: object) -> dict[str, bytes]:
    record = json.loads(MAVEN["valid.jsonl"])
    place = record
    for step in path[:-1]:
        place = place[step]
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return {"valid.jsonl": b"\n" + json.dumps(record).encode()}


def test_a_mention_outside_the_tokens_has_no_place() -> None:
    for new in ([1, 30], [-1, 2], [2, 2]):
        (one,) = read_all(with_change("events", 1, "mention", 0, "offset", new=new), "maven-ere")
        assert [(d.code, d.id, d.line) for d in one.diagnostics] == [("bad-span", "EVENT_2", 2)]


@pytest.mark.parametrize(
    ("path", "new", "complaint"),
    [
        (("id",), None, "a field 'id' is missing"),
        (("id",), 3, "the field 'id' is not a string"),
        (("tokens",), "x", "the field 'tokens' is not a list"),
        (("tokens", 0), "x", "a sentence is not a list"),
        (("events", 0), [], "an event is not an object"),
        (("events", 0, "mention", 0, "offset"), [1], "is not a pair of numbers"),
        (("events", 0, "mention", 0, "sent_id"), True, "'sent_id' is not a whole number"),
        (("temporal_relations",), [], "the temporal relations is not an object"),
        (("temporal_relations", "BEFORE", 0), ["EVENT_1"], "has 1 id, not 2"),
    ],
)
def test_what_is_not_of_the_format_is_an_error(
    path: tuple[Any, ...], new: object, complaint: str
) -> None:
    with pytest.raises(TimeMLError, match=f"^in/valid.jsonl:2: .*{complaint}"):
        read_all(with_change(*path, new=new), "maven-ere")


def test_a_line_that_breaks_off_is_named() -> None:
    with pytest.raises(TimeMLError, match=r"valid.jsonl:1: is not JSON: .*is the file complete"):
        read_all({"valid.jsonl": MAVEN["valid.jsonl"][:200]})
