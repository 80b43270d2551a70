"""Choices behind every door: decided as the library does, kept out where they contradict."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.service_doors import DOORS, Door
from tests.strategies.networks import consistent_networks
from timegraph import IntervalNetwork, TimedOut
from timegraph.networks.links import entities_in
from timegraph.service import Dispatcher, ServiceError

BEFORE = {"a": "a", "relation": "before", "b": "b"}
OR = {"a": "a", "relation": ["before", "after"], "b": "b"}
DAY = {"date": "2024-05-02"}
APART = {"no_overlap": ["a", "b", "c"], "source": "one room"}
EITHER = {
    "any_of": [
        [{"a": "visit", "relation": "during", "b": "morning"}],
        [{"a": "visit", "relation": "during", "b": "evening"}],
    ]
}


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> Door:
    door = DOORS[request.param](Dispatcher())
    door("create", graph="g")
    return door


def test_choices_are_decided_exactly(door: Door) -> None:
    equal = {"a": "a", "relation": "equal", "b": "c"}
    door("add", graph="g", statements=[OR, {**OR, "a": "b", "b": "c"}, equal])
    assert door("relations", graph="g", a="a", b="b") == {"relations": ["before", "after"]}
    assert door("ask", graph="g", a="a", relation="meets", b="b") == {"answer": "no"}
    why = door("explain", graph="g", a="c", relation="meets", b="b")
    assert why["answer"] == "no"
    assert "since b before | after c" in why["text"]
    assert door("order", graph="g")["open"] == [["a", "b"], ["b", "c"]]
    supposed = door("what_if", graph="g", statements=[BEFORE], a="c", relation="before", b="b")
    assert supposed == {"answer": "yes", "kept_out": []}
    assert door("after", graph="g", entity="a") == {"entities": []}


@pytest.mark.parametrize("left", [[], [APART]])
def test_a_choice_that_is_taken_back_leaves_nothing(door: Door, left: list[dict[str, Any]]) -> None:
    days = [{"of": name, "within": f"2024-05-0{day}"} for day, name in enumerate("ab", 1)]
    door("add", graph="g", statements=[*days, *left])

    def answers(**moment: str) -> list[Any]:
        asked = {"graph": "g", **moment}
        pair = [door("ask", **asked, a="a", relation="before", b="b")]
        return [*pair, door("timeline", **asked), door("explain", **asked, **BEFORE)]

    before = answers()
    said = door("add", graph="g", statements=[{**OR, "a": "c", "b": "d"}])
    assert "d" in door("timeline", graph="g")["data"]
    door("remove", graph="g", ids=said["ids"])
    assert answers() == answers(as_of="2100-01-01") == before
    door("load", graph="h", data=door("save", graph="g")["data"])
    door("remove", graph="g", ids=[1])
    assert door("ask", graph="g", **BEFORE)["answer"] == "unknown"
    assert door("ask", graph="h", **BEFORE) == before[0]


def test_alternatives_and_no_overlap(door: Door) -> None:
    order = [{"a": "morning", "relation": "before", "b": "lunch"}]
    order.append({"a": "lunch", "relation": "before", "b": "evening"})
    door("add", graph="g", statements=[EITHER, *order, APART])
    ask = {"graph": "g", "a": "visit", "b": "lunch"}
    assert door("ask", **ask, relation=["before", "after"]) == {"answer": "yes"}
    assert door("ask", **ask, relation="before") == {"answer": "unknown"}
    assert door("ask", graph="g", a="a", relation="overlaps", b="c") == {"answer": "no"}
    assert "(visit during morning) or" in door("statements", graph="g")["statements"][0]["text"]


def test_what_contradicts_choices_is_kept_out_and_comes_back(door: Door) -> None:
    ids = door("add", graph="g", statements=[BEFORE])["ids"]
    door("add", graph="g", statements=[APART])
    overlap = {"a": "a", "relation": "overlaps", "b": "c"}
    added = door("add", graph="g", statements=[{**BEFORE, "relation": "after"}, overlap])
    assert [one["id"] for one in added["kept_out"]] == added["ids"]
    assert added["kept_out"][1]["against"] == [
        {"text": "no two of a, b, c overlap", "source": "one room", "id": 2}
    ]
    door("remove", graph="g", ids=ids)
    assert [c["statement"] for c in door("conflicts", graph="g")["conflicts"]] == ["a overlaps c"]
    assert door("ask", graph="g", a="a", relation="after", b="b") == {"answer": "yes"}
    door("remove", graph="g", ids=[2])
    assert door("conflicts", graph="g") == {"conflicts": []}
    assert door("ask", graph="g", a="a", relation="overlaps", b="c") == {"answer": "yes"}


def test_under_error_nothing_is_added(door: Door) -> None:
    door("create", graph="e", on_conflict="error")
    door("add", graph="e", statements=[BEFORE])
    for bad in ([OR, {**BEFORE, "relation": "meets"}], [APART, {**BEFORE, "relation": "during"}]):
        with pytest.raises(ServiceError) as caught:
            door("add", graph="e", statements=bad)
        assert caught.value.kind == "contradiction"
        with pytest.raises(ServiceError):
            door("correct", graph="e", ids=[1], statements=[*bad, BEFORE])
        assert len(door("statements", graph="e")["statements"]) == 1
        assert door("when", graph="e", entity="a")  # the graph has no choices yet
    door("correct", graph="e", ids=[1], statements=[OR])
    assert door("relations", graph="e", a="a", b="b") == {"relations": ["before", "after"]}


def test_claims_hold_in_every_branch_or_in_none(door: Door) -> None:
    either = {"any_of": [[{"a": "d", "relation": "before", "b": "a"}],
                         [{"a": "d", "relation": "before", "b": {"date": "2024-05-02"}}]],
              "source": "Ann"}  # fmt: skip
    known = [{**BEFORE, "source": "Ben"}, {"a": "a", "relation": "during", "b": DAY}]
    door("add", graph="g", statements=[OR, *known, either])
    apart = {"no_overlap": ["d", "b"]}
    claims = [
        BEFORE,
        {**BEFORE, "relation": "after"},
        {"a": "d", "relation": "before", "b": {"date": "2024-06"}},
        {"x": ["d", "end"], "op": "<", "y": ["b", "start"]},
        {"of": "d", "within": "2025"},
        {"lasts": "d", "exactly": "3 days"},
        {"any_of": [[BEFORE], [{**BEFORE, "relation": "during"}]]},
        apart,
        {"no_overlap": ["a", "e"]},
    ]
    verdicts = door("verify", graph="g", claims=claims)["verdicts"]
    assert [verdict["verdict"] for verdict in verdicts] == [
        "supported", "contradicted", "supported", "supported", "contradicted", "unknown",
        "supported", "supported", "unknown",
    ]  # fmt: skip
    assert "d before 2024-05-02" in verdicts[2]["reason"]
    assert any("Ann" in link for link in verdicts[2]["links"])


def test_a_claim_against_what_is_kept_out_is_disputed(door: Door) -> None:
    door("add", graph="g", statements=[APART, {"a": "a", "relation": "overlaps", "b": "b"}])
    claim = {"a": "a", "relation": ["during", "overlaps"], "b": "b"}
    (verdict,) = door("verify", graph="g", claims=[claim], strict=True)["verdicts"]
    assert verdict["verdict"] == "disputed"


def test_open_pairs_and_limits(door: Door) -> None:
    door("add", graph="g", statements=[OR])
    (pair,) = door("open_pairs", graph="g")["open"]
    assert pair == {"a": "a", "b": "b", "possible": ["before", "after"]}
    many = {"no_overlap": [f"e{number}" for number in range(50)]}
    with pytest.raises(ServiceError, match="more than 50 entities"):
        door("add", graph="g", statements=[many])
    assert len(door("statements", graph="g")["statements"]) == 1
    with pytest.raises(ServiceError, match="twice"):
        door("add", graph="g", statements=[{"no_overlap": ["a", "a"]}])
    door("create", graph="parts", on_conflict="drop-constraint")
    with pytest.raises(ServiceError, match="takes no choices"):
        door("add", graph="parts", statements=[OR])


def test_dates_among_choices_are_saved_asked_and_taken_back(door: Door) -> None:
    either = {"any_of": [[{"a": "a", "relation": "during", "b": {"date": "2024-05"}}],
                         [{"a": "a", "relation": "during", "b": {"date": "2024-07"}}]]}  # fmt: skip
    ids = door(
        "add",
        graph="g",
        statements=[
            either,
            {"a": "b", "relation": "during", "b": DAY},
            {"a": "b", "relation": "after", "b": "a"},
        ],
    )["ids"]
    door("load", graph="h", data=door("save", graph="g")["data"])
    for graph in ("g", "h"):
        asked = {"graph": graph, "a": "a", "b": {"date": "2024-07"}}
        assert door("ask", **asked, relation="before") == {"answer": "yes"}
        assert door("when", graph=graph, entity="a")["end"]["latest"] == "2024-05-03T00:00:00"
        assert door("when", graph=graph, entity={"date": "2024-05"})["start"]["earliest"] == (
            "2024-05-01T00:00:00"
        )
        assert door("before", graph=graph, entity={"date": "2024-07"})["entities"]
        assert door("relations", graph=graph, a="a", b={"date": "2025"})["relations"] == ["before"]
        assert "2024-05" in door("timeline", graph=graph)["data"]
    door("remove", graph="g", ids=[ids[2]])
    assert door("ask", **{**asked, "graph": "g"}, relation="before") == {"answer": "unknown"}
    assert door("when", graph="g", entity="a")["end"]["latest"] == "2024-08-01T00:00:00"


def test_times_are_those_of_all_branches(door: Door) -> None:
    door(
        "add",
        graph="g",
        statements=[
            *({"of": name, "within": "2001"} for name in "abc"),
            *({"lasts": name, "exactly": "100 days"} for name in "abc"),
            {"no_overlap": ["a", "b", "c"]},
            {"x": ["a", "end"], "op": "<=", "y": ["b", "start"]},
        ],
    )
    assert door("when", graph="g", entity="a")["start"] == {
        "earliest": "2001-01-01T00:00:00",
        "latest": "2001-06-15T00:00:00",
    }
    assert door("when", graph="g", entity="b")["start"]["earliest"] == "2001-04-11T00:00:00"
    assert door("when", graph="g", entity="c")["start"]["latest"] == "2001-09-23T00:00:00"
    longest = door("how_long", graph="g", x=["a", "start"], y=["b", "start"])
    assert (longest["at_least"], longest["at_most"]) == (100 * 86400, 165 * 86400 + 100 * 86400)
    assert door("how_long", graph="g", entity="c")["at_least"] == 100 * 86400
    timeline = door("timeline", graph="g")["data"]
    assert timeline["a"]["start"] == door("when", graph="g", entity="a")["start"]
    day = {"date": "2001-03-01"}
    assert door("ask", graph="g", a="b", relation="after", b=day) == {"answer": "yes"}
    with pytest.raises(ServiceError, match="no entity 'z'"):
        door("when", graph="g", entity="z")


def test_what_is_not_decided_in_time_is_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_time(*given: Any) -> Any:
        raise TimedOut

    door = DOORS["python"](Dispatcher())
    door("create", graph="g")
    door("add", graph="g", statements=[APART, {"of": "a", "within": "1998"}])
    monkeypatch.setattr(IntervalNetwork, "_furthest", out_of_time)
    when = door("when", graph="g", entity="a")["start"]
    assert when["bounds"] == ["earliest", "latest"]
    assert when["earliest"] == "1998-01-01T00:00:00"
    assert door("how_long", graph="g", entity="a")["bounds"] == ["at_least", "at_most"]


def test_saved_and_as_of(door: Door, tmp_path: Path) -> None:
    door("add", graph="g", statements=[BEFORE], said_at="2026-01-01")
    door("add", graph="g", statements=[APART], said_at="2026-02-01")
    ask: dict[str, Any] = {"a": "a", "relation": "overlaps", "b": "c"}
    assert door("ask", graph="g", as_of="2026-02-02", **ask) == {"answer": "no"}
    assert door("ask", graph="g", as_of="2026-01-02", **ask)["missing"] == ["c"]
    door("load", graph="copy", data=door("save", graph="g")["data"])
    assert door("ask", graph="copy", **ask) == {"answer": "no"}
    first = Dispatcher(state=tmp_path / "s.db")
    first.call("create", graph="g")
    first.call("add", graph="g", statements=[APART])
    again = Dispatcher(state=tmp_path / "s.db")
    assert again.call("ask", graph="g", **ask) == {"answer": "no"}


@settings(max_examples=40, deadline=None)
@given(consistent_networks(max_size=4), st.integers(0, 3))
def test_a_graph_with_choices_is_the_network(links: list[Any], taken: int) -> None:
    call = Dispatcher().call
    call("create", graph="g")
    network: IntervalNetwork[str] = IntervalNetwork()
    network.extend(links)
    if not links:
        return
    statements = [{"a": k.a, "relation": [r.value for r in k.relation], "b": k.b} for k in links]
    ids = call("add", graph="g", statements=statements)["ids"]
    if taken < len(ids):
        call("remove", graph="g", ids=[ids[taken]])
        network.remove(taken)  # type: ignore[arg-type]
    named = dict.fromkeys(name for link in network.links for name in entities_in(link))
    for a, b in permutations(named, 2):
        found = call("relations", graph="g", a=a, b=b)["relations"]
        assert found == [relation.value for relation in network.relations(a, b)]
