"""What requests do, through Python and through lines of JSON."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, permutations
from typing import Any

import jsonschema
import pytest
from hypothesis import given, strategies as st

from tests.service_doors import DOORS, STORY, Door, told
from timegraph import TimeGraph
from timegraph.service import Dispatcher, Limits, ServiceError, service_schema
from timegraph.testing.strategies import arbitrary_link_sets

DOCUMENT = """<TimeML><DOCID>d</DOCID><TEXT><EVENT eid="e1" class="OCCURRENCE">fell</EVENT>
<EVENT eid="e2" class="OCCURRENCE">rose</EVENT></TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/></TimeML>"""


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> Door:
    return DOORS[request.param](Dispatcher())


def refused(door: Door, kind: str, method: str, **params: Any) -> str:
    with pytest.raises(ServiceError) as caught:
        door(method, **params)
    assert caught.value.kind == kind, caught.value
    assert caught.value.way_out
    return str(caught.value)


def test_answers_are_those_of_the_library(door: Door) -> None:
    told(door)
    graph: TimeGraph[str] = TimeGraph()
    graph.add("storm", "before", "flood")
    graph.add("flood", "meets", "repair")
    for a, b in (("storm", "repair"), ("repair", "storm")):
        for relation in ("before", "after", "before | meets", ["overlaps", "met-by"]):
            relations = relation.split(" | ") if isinstance(relation, str) else relation
            answer = door("ask", graph="story", a=a, relation=relation, b=b)
            expected = graph.ask(a, [name.replace("-", "_") for name in relations], b)  # type: ignore[misc]
            assert answer == {"answer": expected.value}
    assert door("relations", graph="story", a="flood", b="repair") == {"relations": ["meets"]}
    assert door("before", graph="story", entity="feast")["entities"] == ["storm", "flood", "repair"]
    assert door("after", graph="story", entity="storm")["entities"] == ["flood", "repair", "feast"]


def test_what_is_not_there_is_unknown_or_refused(door: Door) -> None:
    told(door)
    asked = door("ask", graph="story", a="storm", relation="before", b="war")
    assert asked == {"answer": "unknown", "missing": ["war"]}
    message = refused(door, "unknown-entity", "relations", graph="story", a="strom", b="flood")
    assert "did you mean 'storm'" in message
    assert "did you mean 'story'" in refused(door, "unknown-graph", "conflicts", graph="storry")
    assert "ask" in refused(door, "unknown-method", "asks")
    assert "unknown field" in refused(door, "bad-params", "graphs", graph="story")
    assert "no 'a'" in refused(door, "bad-params", "relations", graph="story", b="storm")
    refused(door, "graph-exists", "create", graph="story")
    refused(door, "unknown-id", "remove", graph="story", ids=[99])
    refused(door, "unknown-id", "remove", graph="story", ids=[1, 1])
    for bad in (
        {"a": "x", "relation": "befor", "b": "y"},
        {"of": "x", "within": "no date"},
        {"of": "x", "at": "2001-01-01"},
        {"lasts": "x", "exactly": "three moons"},
        {"x": ["x", "start"], "y": ["y", "end"]},
        {"of": ["x", "start"], "at": "the day before"},
    ):
        refused(door, "bad-value", "add", graph="story", statements=[STORY[0], bad])
    assert "x" not in door("order", graph="story")["order"]
    assert len(door("statements", graph="story")["statements"]) == len(STORY)


def test_what_contradicts_is_kept_out_and_reported(door: Door) -> None:
    told(door)
    added = door(
        "add",
        graph="story",
        source="Echo",
        statements=[
            {"a": "repair", "relation": "before", "b": "storm"},
            {"a": "feast", "relation": "before", "b": "war"},
        ],
    )
    (kept_out,) = added["kept_out"]
    assert kept_out["id"] == added["ids"][0]
    assert kept_out["source"] == "Echo"
    assert [link["source"] for link in kept_out["against"]] == ["Herald", "Herald"]
    assert door("ask", graph="story", a="storm", relation="before", b="war")["answer"] == "yes"
    (conflict,) = door("conflicts", graph="story")["conflicts"]
    assert conflict["text"] == kept_out["text"]
    door("remove", graph="story", ids=[1])
    assert door("conflicts", graph="story")["conflicts"] == []
    assert door("ask", graph="story", a="repair", relation="before", b="storm")["answer"] == "yes"


def test_under_the_policy_error_a_contradiction_changes_nothing(door: Door) -> None:
    door("create", graph="g", on_conflict="error")
    door("add", graph="g", statements=STORY[:1])
    bad = {"a": "flood", "relation": "before", "b": "storm"}
    message = refused(door, "contradiction", "add", graph="g", statements=[STORY[1], bad])
    assert "storm before flood" in message
    assert len(door("statements", graph="g")["statements"]) == 1
    refused(door, "contradiction", "correct", graph="g", ids=[1], statements=[STORY[0], bad])
    assert [s["id"] for s in door("statements", graph="g")["statements"]] == [1]
    assert door("ask", graph="g", a="storm", relation="before", b="flood")["answer"] == "yes"
    supposed = door("what_if", graph="g", statements=[bad], a="storm", relation="before", b="flood")
    assert supposed["answer"] == "yes"
    assert len(supposed["kept_out"]) == 1


def test_two_clocks(door: Door) -> None:
    door("create", graph="g", said_at="2026-01-01")
    door("add", graph="g", statements=STORY[:1], said_at="2026-01-01")
    door("add", graph="g", statements=STORY[1:2], said_at="2026-01-03T12:00:00+02:00")
    later = [{"a": "storm", "relation": "after", "b": "flood"}]
    door("correct", graph="g", ids=[1], statements=later, said_at="2026-01-05")

    def answer(as_of: str | None, relation: str = "before", b: str = "flood") -> str:
        when = {} if as_of is None else {"as_of": as_of}
        return str(door("ask", graph="g", a="storm", relation=relation, b=b, **when)["answer"])

    assert answer("2025-12-31") == "unknown"
    assert answer("2026-01-01") == answer("2026-01-04") == "yes"
    assert answer("2026-01-05") == answer(None) == "no"
    assert answer("2026-01-03T09:59:59", b="repair") == "unknown"
    assert answer("2026-01-03T10:00:00Z", b="repair") == "yes"
    assert answer(None, "after") == "yes"
    refused(door, "bad-value", "conflicts", graph="g", as_of="yesterday")
    said = door("statements", graph="g", as_of="2026-01-04")["statements"]
    assert [s["id"] for s in said] == [1, 2]
    assert said[0]["source"] == "Herald"


def test_conflicts_have_the_ids_of_statements(door: Door) -> None:
    door("create", graph="g")
    said = [{"a": "x", "relation": relation, "b": "y"} for relation in ("before", "after")]
    added = door("add", graph="g", statements=said, said_at="2026-01-01")
    (kept_out,) = added["kept_out"]
    assert (kept_out["id"], kept_out["against"][0]["id"]) == (2, 1)
    assert door("conflicts", graph="g")["conflicts"] == [kept_out]
    door("remove", graph="g", ids=[2], said_at="2026-01-03")
    assert door("conflicts", graph="g")["conflicts"] == []
    assert door("conflicts", graph="g", as_of="2026-01-02")["conflicts"] == [kept_out]


def test_times_and_lengths(door: Door) -> None:
    told(door)
    window = {"earliest": "1998-05-01T00:00:00", "latest": "1998-06-01T00:00:00"}
    assert door("when", graph="story", entity="storm") == {"start": window, "end": window}
    assert door("when", graph="story", entity="Ann mayor of Kelp")["end"]["latest"].startswith(
        "1999-07"
    )
    assert door("how_long", graph="story", entity="flood")["at_least"] == 259_200
    gap = door("how_long", graph="story", x=["storm", "start"], y=["repair", "start"])
    assert (gap["at_least"], gap["at_most"]) == (259_200, None)
    refused(door, "unknown-entity", "how_long", graph="story", entity="war")


def test_orders_and_timelines(door: Door) -> None:
    told(door)
    sorted_ = door(
        "order", graph="story", entities=["feast", "flood", "storm", "Ann mayor of Kelp"]
    )
    assert [n for n in sorted_["order"] if n != "Ann mayor of Kelp"] == ["storm", "flood", "feast"]
    assert ["storm", "flood"] in sorted_["certain"]
    assert ["flood", "Ann mayor of Kelp"] in sorted_["open"]
    data = door("timeline", graph="story")["data"]
    assert data["feast"]["after"] == ["storm", "flood", "repair"]
    assert len(door("open_pairs", graph="story", count=2)["open"]) == 2


def test_a_saved_graph_keeps_ids_and_when_each_was_said(door: Door) -> None:
    door("create", graph="g")
    said = [
        *({"a": a, "relation": "before", "b": b} for a, b in pairwise("abcd")),
        {"one_at_a_time": "employer"},
        {"subject": "Ann", "relation": "employer", "object": "Acme", "start": "2015"},
    ]
    for day, statement in enumerate(said, 1):
        door("add", graph="g", statements=[statement], said_at=f"2020-01-0{day}")
    door("remove", graph="g", ids=[1])
    data = door("save", graph="g")["data"]
    door("load", graph="h", data=data)
    for moment in ({}, {"as_of": "2020-01-02"}, {"as_of": "2020-01-04"}):
        kept, loaded = (door("statements", graph=name, **moment)["statements"] for name in "gh")
        assert [statement for statement in kept if statement["id"] > 1] == loaded
        asked = {"a": "b", "relation": "before", "b": "c", **moment}
        assert door("ask", graph="g", **asked) == door("ask", graph="h", **asked)
    assert door("remove", graph="h", ids=[2])["removed"] == ["b before c"]
    again = {"a": "x", "relation": "before", "b": "y"}
    assert door("add", graph="h", statements=[again])["ids"] == [6]
    for number in (3, "9", 9.5):
        facts = {**data["facts"], "next_id": number}
        refused(door, "bad-value", "load", graph="i", data={**data, "facts": facts})


def test_a_graph_is_saved_loaded_and_kept(door: Door) -> None:
    told(door)
    data = door("save", graph="story")["data"]
    door("load", graph="copy", data=json.loads(json.dumps(data)))
    assert door("relations", graph="copy", a="storm", b="repair") == {"relations": ["before"]}
    door("remove", graph="story", ids=[1])
    assert door("relations", graph="copy", a="storm", b="flood") == {"relations": ["before"]}
    assert door("graphs") == {"graphs": ["copy", "story"]}
    door("drop", graph="copy")
    assert door("graphs") == {"graphs": ["story"]}
    refused(door, "bad-value", "load", graph="x", data={"format": "other"})


def test_documents(door: Door) -> None:
    door("load_document", graph="d", text=DOCUMENT)
    assert door("ask", graph="d", a="ei1", relation="before", b="ei2")["answer"] == "yes"
    assert door("conflicts", graph="d")["conflicts"] == []
    refused(door, "bad-value", "load_document", graph="e", text="no document")


def test_proofs_name_their_sources(door: Door) -> None:
    told(door)
    proof = door("explain", graph="story", a="storm", relation="before", b="repair")
    assert "Herald: storm before flood" in proof["text"]
    assert proof["answer"] == "yes"
    refused(door, "unknown-entity", "explain", graph="story", a="war", relation="before", b="storm")


def test_limits() -> None:
    dispatcher = Dispatcher(limits=Limits(graphs=1, entities=3, statements=3))
    door = dispatcher.call
    door("create", graph="g")
    refused(door, "over-limit", "create", graph="h")
    refused(door, "over-limit", "add", graph="g", statements=STORY[:2] * 2)
    door("add", graph="g", statements=STORY[:2])
    refused(door, "over-limit", "add", graph="g", statements=STORY[4:5])
    refused(door, "bad-params", "create", graph="x" * 101)
    refused(door, "bad-params", "create", graph="a\x00b")


def test_every_result_is_as_the_schema_says(door: Door) -> None:
    told(door)
    schema = service_schema()
    calls: dict[str, dict[str, Any]] = {
        "ask": {"a": "storm", "relation": "before", "b": "war"},
        "relations": {"a": "storm", "b": "flood"},
        "explain": {"a": "storm", "relation": "before", "b": "feast"},
        "order": {},
        "when": {"entity": "storm"},
        "how_long": {"entity": "flood"},
        "statements": {},
        "conflicts": {},
        "open_pairs": {},
        "save": {},
        "verify": {"claims": [{"question": "IS storm BEFORE flood"}]},
        "add": {"statements": STORY[:1]},
        "timeline": {},
        "remove": {"ids": [1]},
        "drop": {},
    }
    for method, params in calls.items():
        result = door(method, graph="story", **params)
        said = {**schema["$defs"][f"{method}.result"], "$defs": schema["$defs"]}
        jsonschema.Draft202012Validator(said).validate(result)  # test_schema.py checks the schema


def test_a_notification_has_no_answer() -> None:
    dispatcher = Dispatcher()
    made = {"jsonrpc": "2.0", "method": "create", "params": {"graph": "g"}}
    assert dispatcher.handle(made) is None
    assert dispatcher.call("graphs") == {"graphs": ["g"]}
    assert dispatcher.handle({"jsonrpc": "2.0", "method": "creat"}) is None
    for message in ([], 1, None, {}, {"id": 1}, {"jsonrpc": "1.0", "id": 1, "method": "graphs"}):
        answer = dispatcher.handle(message)
        assert answer is not None
        assert answer["error"]["code"] == -32600


@given(arbitrary_link_sets(allow_points=False))
def test_any_links_answer_as_a_graph_does(links: Any) -> None:
    """Arbitrary links: the door keeps out what the library keeps out, and answers the same."""
    said = [
        {"a": f"e{link.a}", "relation": [r.value for r in link.relation], "b": f"e{link.b}"}
        for link in links
    ]
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    for one in said:
        graph.add(one["a"], one["relation"], one["b"])
    door = Dispatcher().call
    door("create", graph="g")
    for one in said:
        door("add", graph="g", statements=[one])
    assert len(door("conflicts", graph="g")["conflicts"]) == len(graph.conflicts)
    for a in graph.entities:
        for b in graph.entities:
            found = door("relations", graph="g", a=a, b=b)["relations"]
            assert found == [relation.value for relation in graph.relations(a, b)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted(service_schema()["properties"]["method"]["enum"])), JSON, JSON)
def test_arbitrary_parameters_touch_no_graph(method: str, first: Any, second: Any) -> None:
    dispatcher = Dispatcher()
    told(dispatcher.call)
    before = dispatcher.call("save", graph="story")
    names = list(service_schema()["$defs"][method].get("properties", {"graph": 0}))
    params = dict(zip(names, (first, second), strict=False))
    for shape in (params, first, {**params, "graph": "story"}):
        answer = dispatcher.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": shape})
        assert answer is not None
        assert answer.get("error", {}).get("code") != -32603, answer
        json.dumps(answer)
    if method != "drop":
        assert dispatcher.call("save", graph="story") == before


def test_clients_at_once_lose_nothing() -> None:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g")

    def add(number: int) -> None:
        link = {"a": f"a{number}", "relation": "before", "b": f"a{number + 1}"}
        dispatcher.call("add", graph="g", statements=[link])
        dispatcher.call("ask", graph="g", a="a0", relation="before", b="a1")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(200)))
    assert dispatcher.call("ask", graph="g", a="a0", relation="before", b="a200")["answer"] == "yes"
    assert len(dispatcher.call("statements", graph="g")["statements"]) == 200


@pytest.mark.parametrize("conventions", [True, False])
def test_graphs_with_and_without_conventions(conventions: bool) -> None:
    call = Dispatcher().call
    call("create", graph="g", on_conflict="error", conventions=conventions)
    days = [{"of": "a", "within": "1998-05-03"}, {"of": "b", "within": "1998-05-04"}]
    call("add", graph="g", statements=days, said_at="2026-01-01")
    call("load", graph="again", data=call("save", graph="g")["data"])
    pair = {"a": "a", "relation": "before", "b": "b"}
    expected = "yes" if conventions else "unknown"
    for graph in ("g", "again"):
        assert call("ask", graph=graph, **pair)["answer"] == expected
    supposed = call("what_if", graph="g", **pair, statements=[{"lasts": "a", "at_least": 5}])
    earlier = call("ask", graph="g", **pair, as_of="2026-01-02")
    assert supposed["answer"] == earlier["answer"] == expected


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint", "error"])
def test_what_was_known_by_now_is_what_is_known(policy: str) -> None:
    call = Dispatcher().call
    call("create", graph="g", on_conflict=policy)
    links = [("a", "before", "b"), ("b", "during", "c")]
    # Only a part of the last one is excluded.
    links += [] if policy == "error" else [("c", "overlaps", "a")]
    statements = [{"a": a, "relation": relation, "b": b} for a, relation, b in links]
    call("add", graph="g", statements=statements)
    for a, b in permutations("abc", 2):
        asked = {"graph": "g", "a": a, "b": b}
        assert call("relations", **asked) == call("relations", **asked, as_of="2100-01-01")
