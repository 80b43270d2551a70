"""Dates in requests: entities by their value, told apart from names that look like them."""

from __future__ import annotations

from typing import Any

import pytest

from timegraph import IntervalNetwork, Period, TimeGraph
from timegraph.service import Dispatcher, ServiceError
from timegraph.service.graphs import HeldGraph

MAY, JUNE = {"date": "2024-05-03"}, {"date": "2024-06"}


@pytest.fixture
def service() -> Dispatcher:
    dispatcher = Dispatcher()
    dispatcher.call("create", graph="g")
    dispatcher.call(
        "add",
        graph="g",
        statements=[
            {"a": "talk", "relation": "before", "b": MAY},
            {"a": "party", "relation": "after", "b": JUNE, "source": "Ann"},
        ],
    )
    return dispatcher


def ask(service: Dispatcher, a: Any, relation: str, b: Any) -> dict[str, Any]:
    return service.call("ask", graph="g", a=a, relation=relation, b=b)


def test_answers_are_those_of_the_library(service: Dispatcher) -> None:
    graph: TimeGraph[Any] = TimeGraph()
    graph.add("talk", "before", Period("2024-05-03"))
    graph.add("party", "after", Period("2024-06"))
    for a, asked in (("talk", JUNE), ("party", MAY), ("party", {"date": "2025"})):
        period = Period(asked["date"])
        for relation in ("before", "after", "during", "contains"):
            assert ask(service, a, relation, asked) == {"answer": graph.ask(a, relation, period)}
    assert ask(service, {"date": "2024"}, "contains", JUNE) == {"answer": "yes"}


def test_a_name_that_looks_like_a_date_is_a_name_and_the_answer_says_so(
    service: Dispatcher,
) -> None:
    assert ask(service, "talk", "before", "2024-06") == {
        "answer": "unknown",
        "missing": ["2024-06"],
        "hints": ['\'2024-06\' is a name here; the date is {"date": "2024-06"}'],
    }
    with pytest.raises(ServiceError, match="is a name here; the date is"):
        service.call("relations", graph="g", a="talk", b="2024-06")


def test_what_takes_a_statement_back_leaves_the_others(service: Dispatcher) -> None:
    service.call("remove", graph="g", ids=[1])
    assert ask(service, "talk", "before", JUNE)["answer"] == "unknown"
    assert ask(service, "party", "after", MAY) == {"answer": "yes"}


def test_dates_are_listed_by_their_values_and_come_back_from_a_saved_graph(
    service: Dispatcher,
) -> None:
    assert service.call("order", graph="g")["order"] == ["talk", "2024-05-03", "2024-06", "party"]
    assert service.call("before", graph="g", entity=JUNE) == {"entities": ["2024-05-03", "talk"]}
    service.call("load", graph="h", data=service.call("save", graph="g")["data"])
    again = service.call("ask", graph="h", a="party", relation="after", b=JUNE)
    assert again == {"answer": "yes"}


def test_claims_and_suppositions_about_dates(service: Dispatcher) -> None:
    claim = {"id": "1", "a": "party", "relation": "before", "b": MAY}
    (verdict,) = service.call("verify", graph="g", claims=[claim])["verdicts"]
    assert verdict["verdict"] == "contradicted"
    trip = {"a": "trip", "relation": "during", "b": {"date": "2024-07-01"}}
    asked = {"a": "trip", "relation": "before", "b": {"date": "2024-07-02"}}
    assert service.call("what_if", graph="g", statements=[trip], **asked)["answer"] == "yes"


def test_what_is_not_an_exact_date_is_refused(service: Dispatcher) -> None:
    with pytest.raises(ServiceError, match="does not say exactly when"):
        ask(service, "party", "after", {"date": "198X"})


def test_a_choice_leaves_what_is_known_of_dates(service: Dispatcher) -> None:
    choice = {"a": "talk", "relation": ["before", "after"], "b": "party"}
    service.call("add", graph="g", statements=[choice])
    assert ask(service, "talk", "before", "party") == {"answer": "yes"}
    assert ask(service, "party", "after", MAY) == {"answer": "yes"}
    service.call("remove", graph="g", ids=[2])
    assert ask(service, "talk", "before", "party") == {"answer": "unknown"}


def test_a_fact_that_ends_before_it_starts_is_refused_whole(service: Dispatcher) -> None:
    fact = {"subject": "Ann", "relation": "job", "object": "Mill", "start": "1997", "end": "1996"}
    with pytest.raises(ServiceError, match=r"it ends .1996. before it starts"):
        service.call("add", graph="g", statements=[fact])
    assert len(service.call("statements", graph="g")["statements"]) == 2


def test_an_entity_can_be_exactly_a_date(service: Dispatcher) -> None:
    service.call("add", graph="g", statements=[{"of": "leave", "spanning": "2024-08"}])
    assert service.call("when", graph="g", entity="leave")["start"]["earliest"] == (
        "2024-08-01T00:00:00"
    )


def test_dates_are_placed_in_the_order_of_statements(service: Dispatcher) -> None:
    days = [{"date": f"2024-05-{day:02}"} for day in (9, 4, 20, 11, 1, 15)]
    statements = [{"a": "x", "relation": "before", "b": day} for day in days]
    service.call("create", graph="other")
    service.call("add", graph="other", statements=statements)
    named = service.call("save", graph="other")["data"]["named"]
    assert [entry["entity"]["period"] for entry in named] == [day["date"] for day in days]


def test_a_question_whose_dates_cannot_be_placed_is_refused(service: Dispatcher) -> None:
    zoned = {"date": "2024-05-01T10:00Z"}
    with pytest.raises(ServiceError, match="this has a time zone") as refused:
        ask(service, "talk", "before", zoned)
    assert refused.value.kind == "bad-value"


def test_choices_beside_dates_can_be_supposed(service: Dispatcher) -> None:
    choice: list[dict[str, Any]] = [{"no_overlap": ["p", "q"]}]
    asked = {"graph": "g", "statements": choice, "relation": "before"}
    assert service.call("what_if", **asked, a="talk", b=MAY)["answer"] == "yes"
    assert service.call("what_if", **asked, a="p", b="q")["answer"] == "unknown"


def test_alternatives_about_dates(service: Dispatcher) -> None:
    link = {"a": MAY, "relation": "before", "b": "p"}
    service.call("create", graph="plain")
    other = {"a": {"date": "2025"}, "relation": "before", "b": "p"}
    service.call("add", graph="plain", statements=[{"any_of": [[link], [other]]}])
    answer = service.call("ask", graph="plain", a="p", relation="after", b=MAY)
    assert answer == {"answer": "yes"}


def test_a_loaded_graph_keeps_its_time_zone(service: Dispatcher) -> None:
    graph: TimeGraph[Any] = TimeGraph(timezone="Europe/Berlin")
    graph.place("walk", within=Period("2024-05-01T10:00Z"))
    service.call("load", graph="berlin", data=graph.to_json())
    day = {"date": "2024-05-01"}
    answer = service.call("ask", graph="berlin", a="walk", relation="during", b=day)
    assert answer["answer"] == "yes"
    assert service.call("save", graph="berlin")["data"]["timezone"] == "Europe/Berlin"
    network = IntervalNetwork[Any]()
    network.add("a", ("before", "after"), "b")
    data = {**network.to_json(), "timezone": 5}
    assert service.call("load", graph="network", data=data)["statements"] == 1


def test_a_correction_that_fails_changes_nothing(
    service: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = service.call("statements", graph="g")

    def fail(*arguments: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(HeldGraph, "add", fail)
    with pytest.raises(RuntimeError):
        service.call(
            "correct", graph="g", ids=[1], statements=[{"a": "a", "relation": "equal", "b": "b"}]
        )
    assert service.call("statements", graph="g") == before
    assert ask(service, "talk", "before", MAY)["answer"] == "yes"
