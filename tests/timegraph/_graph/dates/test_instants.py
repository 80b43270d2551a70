"""A ``datetime`` as an instant: what is before, after and around it."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph import Answer, ContradictionError, Period, TimeGraph

NINE = datetime(2024, 5, 1, 9)
RELATIONS = ("before", "after", "contains")


@pytest.mark.parametrize("relation", RELATIONS)
def test_what_was_added_is_so_and_nothing_else(relation: str) -> None:
    graph = TimeGraph()
    graph.add("a", relation, NINE)
    for other in RELATIONS:
        assert graph.ask("a", other, NINE) is (Answer.YES if other == relation else Answer.NO)
    assert graph.ask(NINE, "after", "a") is graph.ask("a", "before", NINE)
    assert graph.ask(NINE, "during", "a") is graph.ask("a", "contains", NINE)
    assert graph.entities == ("a",)


def told(*, holds: bool) -> Answer:
    return Answer.YES if holds else Answer.NO


@given(*[st.integers(0, 5)] * 3)
def test_answers_are_those_of_numbers(start: int, length: int, at: int) -> None:
    hours, length = timedelta(hours=1), length + 1
    graph, end = TimeGraph(), start + length
    graph.place("a", spanning=(NINE + start * hours, NINE + end * hours))
    instant = NINE + at * hours
    assert graph.ask("a", "before", instant) is told(holds=end < at)
    assert graph.ask("a", "after", instant) is told(holds=at < start)
    assert graph.ask("a", "contains", instant) is told(holds=start < at < end)


def test_what_reaches_an_instant_is_not_before_it() -> None:
    graph = TimeGraph()
    graph.add("a", "before", NINE)
    with pytest.raises(ContradictionError, match="contradicts a is before 2024-05-01 09:00:00"):
        graph.place(("a", "end"), at=NINE)
    assert str(graph.links[0]) == "a is before 2024-05-01 09:00:00"
    graph.add("b", "after", NINE)
    assert graph.ask("a", "before", "b") is Answer.YES
    assert graph.ask("b", "before", NINE + timedelta(1)) is Answer.UNKNOWN


def test_dates_are_beside_instants() -> None:
    graph = TimeGraph()
    assert graph.ask(date(2024, 5, 1), "contains", NINE) is Answer.YES
    assert graph.ask(Period("2024-06"), "after", NINE) is Answer.YES
    assert not graph.entities
    graph.add(date(2024, 5, 1), "contains", NINE)
    assert graph.entities == (date(2024, 5, 1),)
    with pytest.raises(ContradictionError):
        graph.add(date(2024, 6, 1), "before", NINE)
    assert graph.entities == (date(2024, 5, 1),)


@pytest.mark.parametrize("relation", ["meets", "equal", "starts", {"before", "after"}, "during"])
def test_other_relations_name_the_minute(relation: str) -> None:
    graph = TimeGraph()
    graph.add_entity("a")
    for call in (graph.add, graph.ask):
        with pytest.raises(TypeError, match=r"Period\('2024-05-01T09:00'\)"):
            call("a", relation, NINE)
    with pytest.raises(TypeError, match="an instant"):
        graph.ask(NINE, "before", NINE)


def test_one_instant_of_two_zones_is_one() -> None:
    graph = TimeGraph(timezone="Europe/Berlin")
    graph.add("a", "before", NINE)
    assert graph.ask("a", "before", NINE.replace(hour=7, tzinfo=timezone.utc)) is Answer.YES
    assert graph.ask("a", "before", NINE.replace(hour=6, tzinfo=timezone.utc)) is Answer.UNKNOWN
    graph = TimeGraph()
    graph.add("a", "before", NINE)
    with pytest.raises(ValueError, match="timezone="):
        graph.ask("a", "before", NINE.replace(tzinfo=timezone.utc))


def test_it_is_saved_and_taken_back(tmp_path: Path) -> None:
    graph = TimeGraph()
    handle = graph.add("a", "contains", NINE)
    graph.save(tmp_path / "graph")
    loaded = TimeGraph.load(tmp_path / "graph")
    assert loaded.links == TimeGraph.from_json(graph.to_json()).links == graph.links
    assert loaded.ask("a", "contains", NINE) is Answer.YES
    graph.remove(handle)
    assert not graph.links


def test_a_name_that_looks_like_a_date_is_said_to_be_none() -> None:
    graph = TimeGraph()
    graph.add_entity("a")
    with pytest.raises(KeyError, match=r"write Period\('2024-05-02'\)"):
        graph.ask("a", "before", "2024-05-02")
    with pytest.raises(KeyError, match=r"add_entity\(\) adds one"):
        graph.ask("a", "before", "b")
    with pytest.raises(KeyError, match="no entity 'b'"):
        graph.ask("b", "before", NINE)
    assert graph.ask("b", "before", NINE, missing="unknown") is Answer.UNKNOWN
