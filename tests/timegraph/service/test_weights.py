"""Weights in requests: what weighs more stays, and what it displaces is named."""

from __future__ import annotations

import pytest

from timegraph import TimeGraph
from timegraph.service import Dispatcher, ServiceError

LIGHT = {"a": "a", "relation": "before", "b": "b", "weight": 1}
HEAVY = {"a": "b", "relation": "before", "b": "a", "weight": 2.5, "source": "Ann"}


def service() -> Dispatcher:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g", on_conflict="drop-lighter")
    return dispatcher


def test_what_weighs_more_displaces_what_was_there_and_is_named() -> None:
    call = service().call
    assert call("add", graph="g", statements=[LIGHT])["kept_out"] == []
    (displaced,) = call("add", graph="g", statements=[HEAVY])["kept_out"]
    assert (displaced["id"], displaced["statement"]) == (1, "a before b")
    assert call("add", graph="g", statements=[{**LIGHT, "weight": 2}])["kept_out"][0]["id"] == 3
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-lighter")
    for statement in (LIGHT, HEAVY):
        graph.add(statement["a"], statement["relation"], statement["b"], weight=statement["weight"])
    asked = {"a": "b", "relation": "before", "b": "a"}
    assert call("ask", graph="g", **asked) == {"answer": graph.ask("b", "before", "a")}


def test_it_comes_back_when_what_displaced_it_goes() -> None:
    call = service().call
    call("add", graph="g", statements=[LIGHT, HEAVY], said_at="2026-01-01")
    call("remove", graph="g", ids=[2], said_at="2026-01-03")
    asked = {"graph": "g", "a": "a", "relation": "before", "b": "b"}
    assert call("ask", **asked) == {"answer": "yes"}
    assert call("ask", **asked, as_of="2026-01-02") == {"answer": "no"}


def test_ends_have_weights_too_and_what_is_no_weight_is_refused() -> None:
    call = service().call
    end = {"x": ["a", "end"], "op": "<", "y": ["b", "start"], "weight": 3}
    assert call("add", graph="g", statements=[HEAVY, end])["kept_out"][0]["id"] == 1
    with pytest.raises(ServiceError, match="weight must be"):
        call("add", graph="g", statements=[{**LIGHT, "weight": "much"}])
    with pytest.raises(ServiceError, match="takes no choices"):
        call("add", graph="g", statements=[{**LIGHT, "relation": ["before", "after"]}])


def test_a_supposition_names_what_it_displaces_though_something_else_comes_back() -> None:
    call = service().call
    call("add", graph="g", statements=[LIGHT, {**HEAVY, "weight": 0.5}])
    supposed = call(
        "what_if", graph="g", statements=[HEAVY], **{end: HEAVY[end] for end in ("a", "b")},
        relation="before",
    )  # fmt: skip
    assert supposed["answer"] == "yes"
    assert [conflict["statement"] for conflict in supposed["kept_out"]] == ["a before b"]
    assert [kept["id"] for kept in call("add", graph="g", statements=[HEAVY])["kept_out"]] == [1]
