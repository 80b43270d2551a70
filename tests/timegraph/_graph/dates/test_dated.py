"""Dates among the entities of a graph."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from tests.invariants import check_graph
from timegraph import (
    Answer,
    ContradictionError,
    DistanceLink,
    Link,
    Period,
    PointLink,
    TimeGraph,
    explain,
)
from timegraph.allen import AllenSet
from timegraph.proofs import explain_distance

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
MAY = [date(2024, 5, day) for day in range(1, 32)]


def test_dates_are_placed_by_themselves_and_ordered() -> None:
    graph = TimeGraph()
    graph.add("talk", "before", MAY[9])
    assert graph.entities == (MAY[9], "talk")
    assert graph.ask("talk", "before", MAY[10]) is YES
    assert graph.ask("talk", "before", Period("2024-06")) is YES
    assert graph.ask(MAY[0], "before", MAY[1]) is YES
    assert graph.ask(MAY[0], "during", Period("2024")) is YES
    assert str(graph.relations(Period("2024-05"), Period("2024-06"))) == "before"
    assert graph.before(MAY[20]) == (MAY[9], "talk")
    assert graph.after(MAY[0]) == (MAY[9],)
    assert graph.entities == (MAY[9], "talk")  # questions add nothing
    assert graph.latest(("talk", "end")) == datetime(2024, 5, 10)
    assert str(graph.duration(MAY[9])) == "exactly 1 day"


@settings(max_examples=40)
@given(st.lists(st.dates(date(2024, 1, 1), date(2024, 1, 6)), min_size=2, max_size=5, unique=True))
def test_the_order_of_dates_is_that_of_the_calendar(days: list[date]) -> None:
    graph = TimeGraph()
    for day in days:
        graph.add_entity(day)
    for a, b in product(days, repeat=2):
        expected = "before" if a < b else "after" if a > b else "equal"
        assert str(graph.relations(a, b)) == expected
    check_graph(graph)


def test_what_lies_in_adjacent_days_is_ordered() -> None:
    graph = TimeGraph()
    graph.add("a", "during", MAY[0])
    graph.extend([Link("b", AllenSet("during"), MAY[1])])
    assert graph.ask("a", "before", "b") is YES
    assert [str(line) for line in graph.explain("a", "before", "b").shown][1:2] != []
    graph.add("c", "equal", MAY[0])
    assert graph.ask("c", "before", MAY[1]) is YES


def test_a_contradiction_leaves_nothing_behind() -> None:
    graph = TimeGraph()
    with pytest.raises(ContradictionError, match="2024-05-02 is 2 May 2024"):
        graph.add(MAY[0], "after", MAY[1])
    assert graph.entities == ()
    assert graph.links == ()


def test_instants_are_refused_with_the_way_out() -> None:
    graph = TimeGraph()
    for call in (graph.add, graph.ask):
        with pytest.raises(TypeError, match=r"Period\('2024-05-01T09:00'\)"):
            call("a", "meets", datetime(2024, 5, 1, 9))
    assert graph.entities == ()


def test_graphs_with_dates_are_saved() -> None:
    graph = TimeGraph()
    graph.add("talk", "during", MAY[0])
    graph.add("talk", "before", Period("2024-06"))
    again = TimeGraph.from_json(json.dumps(graph.to_json()))
    assert again.entities == graph.entities
    assert again.ask("talk", "before", MAY[1]) is YES
    assert [str(link) for link in again.links] == [str(link) for link in graph.links]
    assert str(again.duration(MAY[0])) == "exactly 1 day"


def test_bare_strings_stay_names() -> None:
    graph = TimeGraph()
    graph.add("2024-05-01", "before", "x")
    assert graph.ask(MAY[0], "before", "x") is UNKNOWN
    with pytest.raises(KeyError):
        graph.ask("2024-05-02", "before", "x")


def test_proofs_name_the_dates() -> None:
    graph = TimeGraph()
    graph.add("talk", "before", MAY[0], "Ann")
    lines = [str(line) for line in graph.explain("talk", "before", MAY[4]).shown]
    assert lines == ["1 May 2024 is before 5 May 2024 (calendar)", "Ann: talk before 2024-05-01"]


def test_distances_are_told_without_the_tolerance() -> None:
    graph = TimeGraph()
    for day in MAY[:3]:
        graph.add_entity(day)
    gap = graph.distance((MAY[0], "end"), (MAY[2], "start"))
    assert gap.lower == gap.upper == timedelta(days=1).total_seconds()
    assert graph.earliest((MAY[0], "end")) == datetime(2024, 5, 2)


def test_dates_whose_ends_are_named_are_placed() -> None:
    def told(add: Callable[[TimeGraph], object]) -> Answer:
        graph = TimeGraph()
        graph.place("talk", within=date(2024, 4, 1))
        add(graph)
        assert MAY[0] in graph
        return graph.ask("talk", "before", MAY[0])

    start = (MAY[0], "start")
    assert told(lambda graph: graph.add_points(("x", "end"), "<", start)) is YES
    assert told(lambda graph: graph.add_distance(("x", "end"), start, exactly="3 days")) is YES
    assert told(lambda graph: graph.add_duration(MAY[0], timedelta(days=1))) is YES
    assert told(lambda graph: graph.place(MAY[0], within="2024-05")) is YES


@pytest.mark.parametrize("day", [MAY[9], Period("2024-05-10")])
@pytest.mark.parametrize("frozen", [False, True])
def test_every_question_takes_dates_that_are_no_entities(day: object, frozen: bool) -> None:
    made: TimeGraph = TimeGraph()
    made.add("talk", "during", MAY[11])
    made.place("lunch", within="2024-05-12")
    graph = made.snapshot() if frozen else made
    start, end = (day, "start"), (day, "end")
    assert graph.ask(day, "before", "talk") is YES
    assert [*graph.ask_many([day, "talk"], "before", ["lunch", day])] == [1, 0]
    assert str(graph.relations("lunch", day)) == "after"
    assert graph.label(end, ("talk", "start")) == "<"
    assert graph.label(start, end) == "<"
    assert graph.before(day) == ()
    assert graph.after(day) == (MAY[11], "talk", "lunch")
    assert graph.distance(end, ("talk", "end")).lower == 86_400
    assert str(graph.duration(day)) == "exactly 1 day"
    assert graph.distances([(start, end), (end, ("lunch", "start"))])[1].lower == 86_400
    assert graph.ask_distance(end, ("lunch", "start"), at_least="1 day") is YES
    assert graph.earliest(start) == datetime(2024, 5, 10)
    assert graph.latest(end) == datetime(2024, 5, 11)
    assert graph.explain(day, "before", "talk").answer is YES
    assert explain(graph, day, "before", "talk").answer is YES  # type: ignore[arg-type]
    assert [c.conclusion.value for c in explain_distance(graph, start, end)][-1] == 86_400  # type: ignore[arg-type]
    assert graph.entities == (MAY[11], "talk", "lunch")


def test_questions_without_an_answer_for_instants_say_so() -> None:
    graph = TimeGraph()
    graph.add("talk", "during", MAY[11])
    noon = datetime(2024, 5, 10, 12)
    for question in (
        lambda: graph.duration(noon),
        lambda: graph.label((noon, "end"), ("talk", "start")),
        lambda: graph.earliest((noon, "start")),
        lambda: graph.ask_many([noon], "before", ["talk"]),
    ):
        with pytest.raises(TypeError, match=r"Period\('2024-05-10T12:00'\)"):
            question()
    with pytest.raises(KeyError, match="no entity 'tea'"):
        graph.label((MAY[0], "end"), ("tea", "start"))
    with pytest.raises(KeyError, match=r"write Period\('2024-05'\)"):
        graph.duration("2024-05")


def test_links_of_every_kind_place_their_dates() -> None:
    start, day = ("talk", "start"), Fraction(86_400)
    for link in (
        Link("talk", AllenSet("after"), MAY[9]),
        PointLink((MAY[9], "end"), "<", start),
        DistanceLink((MAY[9], "end"), start, day, None),
    ):
        graph = TimeGraph()
        graph.extend([link])
        assert graph.ask("talk", "after", MAY[8]) is YES
        assert MAY[9] in graph
        assert TimeGraph().with_links([link]).links == graph.links
        check_graph(graph)
    graph = TimeGraph()
    graph.extend([Link("talk", AllenSet("after"), datetime(2024, 5, 11))])
    assert graph.ask("talk", "after", MAY[8]) is YES
    assert graph.entities == ("talk",)


def test_dates_of_links_that_are_not_added_are_not_there() -> None:
    graph = TimeGraph()
    with pytest.raises(ContradictionError) as raised:
        graph.extend(
            [
                Link("a", AllenSet("before"), MAY[0]),
                PointLink((MAY[3], "end"), "<", (MAY[2], "start")),
                Link("a", AllenSet("before"), MAY[1]),
            ]
        )
    assert raised.value.added == 1
    assert graph.entities == (MAY[0], "a")
    check_graph(graph)


def test_the_order_of_adjacent_dates_gives_way_to_links_that_are_there() -> None:
    graph = TimeGraph()
    graph.add_points(("x", "start"), "=", (MAY[0], "end"))
    graph.place(("x", "start"), at=MAY[1])
    assert str(graph.relations(MAY[0], MAY[1])) == "meets"
    graph.add("y", "during", MAY[1])
    assert str(graph.relations(MAY[0], MAY[1])) == "meets"
    assert graph.ask("x", "after", MAY[0]) is NO
    check_graph(graph)


@settings(max_examples=40)
@given(st.permutations(MAY[:5]), st.integers(0, 5))
def test_dates_at_once_are_dates_one_by_one(days: list[date], first: int) -> None:
    graph, at_once = TimeGraph(), TimeGraph()
    for day in days:
        graph.add("x", "before", day)
    links = [Link("x", AllenSet("before"), day) for day in days]
    at_once.extend(links[:first])
    at_once.extend(links[first:])
    for a, b in product(days, repeat=2):
        assert graph.relations(a, b) == at_once.relations(a, b)
    assert {*graph.entities} == {*at_once.entities}
    check_graph(at_once)


def test_a_date_is_not_added_with_what_cannot_be() -> None:
    graph = TimeGraph()
    with pytest.raises(ContradictionError):
        graph.add_duration(MAY[0], timedelta(hours=3))
    assert not graph.entities
    with pytest.raises(TypeError, match="an instant"):
        graph.add_points(("x", "end"), "<", (datetime(2024, 5, 1), "start"))


def test_a_zoned_period_is_beside_no_other_entity() -> None:
    graph = TimeGraph[object]()
    graph.add("a", "before", "b")
    saved = graph.to_json()
    saved["links"][0]["a"] = None  # files of earlier versions have entities of this name
    graph = TimeGraph.from_json(saved)
    minute = Period("2024-05-01T10:00Z")
    assert graph.ask("b", "before", minute) is UNKNOWN
    graph.add_entity(minute)
    assert graph.entities == (None, "b", minute)
    assert graph.relations(None, minute) == AllenSet.all()


def test_dates_of_one_question_are_ordered_among_each_other() -> None:
    graph = TimeGraph[object]()
    graph.add("talk", "during", MAY[9])
    sources = [MAY[7], MAY[8], MAY[9], Period("2024-05"), MAY[10]]
    targets = [MAY[8], MAY[9], MAY[10], Period("2024-06"), MAY[8]]
    assert graph.ask_many(sources, "before", targets).tolist() == [1, 1, 1, 1, 0]
    assert graph.entities == (MAY[9], "talk")
