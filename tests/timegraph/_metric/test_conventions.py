"""What lies in a day is before what lies in the next, unless a link says otherwise.

``tests/timegraph/test_distance_networks.py`` compares random graphs with the definition.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.invariants import check_graph
from timegraph import Answer, ContradictionError, IntervalNetwork, Period, TimeGraph
from timegraph._compiled import Engine, Kernels
from timegraph.proofs import explain, explain_distance
from timegraph.reduction import reduced
from timegraph.repairs import smallest_repair

YES, UNKNOWN = Answer.YES, Answer.UNKNOWN
FIRST, SECOND = date(2024, 5, 1), date(2024, 5, 2)
MIDNIGHT = datetime(2024, 5, 2)


def neighbours(**settings: Any) -> TimeGraph:
    graph = TimeGraph(**settings)
    graph.place("a", within=FIRST, source="Ann")
    graph.place("b", within=SECOND, source="Bo")
    return graph


def shown(graph: TimeGraph, *question: Any) -> list[str]:
    return [str(line) for line in explain(graph, *question).shown]


# What the convention is about


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (FIRST, SECOND),
        ("2024-05", "2024-06"),
        ("2024", "2025"),
        ("2024-W18", "2024-W19"),
        ("2024-05-01T09:00", "2024-05-01T09:01"),
        ("198X", "199X"),
        ((None, FIRST), (SECOND, None)),
        ("2023/2024", "2025"),
        (Period("2024-05-01"), Period("2024-05-02")),
    ],
)
def test_adjacent_dates_of_things_are_before_each_other(first: Any, then: Any) -> None:
    graph = TimeGraph()
    graph.place("a", within=first)
    graph.place("b", within=then)
    assert str(graph.relations("a", "b")) == "before"
    assert graph.distance(("a", "end"), ("b", "start")).lower == 0


def test_it_is_about_ends_points_and_dates_as_entities() -> None:
    graph = neighbours()
    graph.place("c", end=FIRST)
    graph.place("d", start=SECOND)
    graph.place(("bell", "at"), within=FIRST)
    graph.place("e", start=FIRST)
    assert graph.ask("c", "before", "d") is graph.ask("c", "before", "b") is YES
    assert graph.label(("bell", "at"), ("b", "start")) == "<"
    assert graph.label(("e", "start"), ("d", "start")) == "<"
    assert graph.ask("a", "before", SECOND) is graph.ask(FIRST, "before", "b") is YES
    assert graph.ask("a", "before", MIDNIGHT) is YES
    assert graph.ask("b", "after", MIDNIGHT) is UNKNOWN  # which is within its day


def test_instants_and_spans_are_exact() -> None:
    graph = TimeGraph()
    graph.place("first", spanning=FIRST)
    graph.place("second", spanning=SECOND)
    graph.place("b", within=SECOND)
    graph.place("c", within=(None, MIDNIGHT))
    assert str(graph.relations("first", "second")) == "meets"
    assert str(graph.relations("first", "b")) == str(graph.relations("c", "second"))
    assert str(graph.relations("c", "second")) == "before, meets"
    graph.place("a", within=FIRST)
    assert graph.ask("a", "before", "second") is YES


def test_a_graph_can_do_without_and_networks_of_choices_do() -> None:
    graph = neighbours(conventions=False)
    assert str(graph.relations("a", "b")) == "before, meets"
    again = TimeGraph.from_json(graph.to_json())
    again.place("c", within=SECOND)
    assert str(again.relations("a", "c")) == "before, meets"
    network: IntervalNetwork[str] = IntervalNetwork()
    network.extend(neighbours().links)
    assert str(network.relations("a", "b")) == "before, meets"
    network.add("a", {"meets", "after"}, "b")
    assert str(network.relations("a", "b")) == "meets"
    network = IntervalNetwork.from_json(network.to_json())
    network.place("c", within=SECOND)
    assert str(network.relations("a", "c")) == "before, meets"
    assert str(neighbours().copy().relations("a", "b")) == "before"


# How it gives way


@pytest.mark.parametrize("policy", ["error", "drop-link", "drop-constraint"])
@pytest.mark.parametrize("kernels", ["never", "always"])
def test_it_gives_way_to_links_and_holds_again(policy: Any, kernels: Kernels) -> None:
    graph = neighbours(on_conflict=policy, engine=Engine(kernels=kernels))
    graph.place("c", within=SECOND)
    assert graph.ask("a", "before", "b") is YES
    handle = graph.add("a", "meets", "b")
    assert not graph.conflicts
    assert str(graph.relations("a", "b")) == "meets"
    assert str(graph.relations("a", "c")) == "before, meets"
    check_graph(graph)
    graph.remove(handle)
    assert str(graph.relations("a", "b")) == str(graph.relations("a", "c")) == "before"
    check_graph(graph)


def test_what_is_refused_leaves_it_as_it_was() -> None:
    graph = neighbours()
    graph.add("x", "meets", "b")
    with pytest.raises(ContradictionError, match="Ann: a is within 2024-05-01") as raised:
        graph.add("a", "overlaps", "b")
    assert "convention" not in str(raised.value)
    assert graph.ask("a", "before", "b") is YES
    check_graph(graph)


def test_a_place_that_comes_later_is_before_links() -> None:
    graph = TimeGraph()
    graph.add("a", "meets", "b")
    handles = [graph.place("a", within=FIRST), graph.place("b", within=SECOND)]
    assert str(graph.relations("a", "b")) == "meets"
    graph.place("c", within=SECOND)
    assert str(graph.relations("a", "c")) == "before, meets"
    graph.remove(*handles)
    assert graph.latest(("a", "end")) is None
    check_graph(graph)


@pytest.mark.parametrize(
    "again",
    [
        lambda graph: TimeGraph.from_json(json.dumps(graph.to_json())),
        lambda graph: pickle.loads(pickle.dumps(graph)),
        lambda graph: graph.copy(),
    ],
)
def test_it_is_saved(again: Callable[[TimeGraph], TimeGraph], tmp_path: Path) -> None:
    graph = neighbours()
    graph.place("c", within=SECOND)
    handle = graph.add("a", "meets", "b")
    graph.save(tmp_path / "graph")
    for other in (again(graph), TimeGraph.load(tmp_path / "graph")):
        assert str(other.relations("a", "c")) == "before, meets"
        other.remove(handle)
        assert str(other.relations("a", "c")) == "before"
        assert other.links == neighbours().links + other.links[2:]


def test_of_a_line_of_days_only_what_meets_gives_way() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    days = [date(2024, 5, day) for day in range(1, 29)]
    for day in days:
        graph.place(day.day, within=day)
    handles = [graph.add(day, "meets", day + 1) for day in range(2, 28, 2)]
    assert not graph.conflicts
    for day in range(1, 28):
        assert str(graph.relations(day, day + 1)) == ("before" if day % 2 else "meets")
    for handle in handles:
        graph.remove(handle)
    assert all(str(graph.relations(day, day + 1)) == "before" for day in range(1, 28))
    check_graph(graph)


# What proofs, repairs and other forms make of it


def test_proofs_name_it_where_they_need_it() -> None:
    graph = neighbours()
    graph.place("later", within=date(2024, 5, 9), source="Cem")
    convention = " (calendar, by convention: before 2 May 2024)"
    assert sorted(shown(graph, "a", "before", "b")) == [
        f"Ann: a is within 2024-05-01{convention}",
        "Bo: b is within 2024-05-02",
    ]
    assert sorted(shown(graph, "a", "before", "later")) == [
        "Ann: a is within 2024-05-01",
        "Cem: later is within 2024-05-09",
    ]
    assert any(line.endswith(convention) for line in shown(graph, "a", "before", MIDNIGHT))
    chains = explain_distance(graph, ("a", "start"), ("b", "end"))
    assert chains
    graph.add_entity(FIRST)
    assert "(calendar, by convention)" in " ".join(shown(graph, FIRST, "before", "b"))


def test_it_is_in_no_conflict_and_no_repair() -> None:
    graph = neighbours(on_conflict="drop-link")
    graph.add("a", "meets", "b")
    graph.add("a", "after", "b", "wrong")
    (conflict,) = graph.conflicts
    assert conflict.link.source == "wrong"
    assert [link.source for link in smallest_repair(graph).links] == ["wrong"]
    assert [link.source for link in reduced(neighbours())] == ["Ann", "Bo"]


def test_a_network_of_points_does_not_make_it_certain() -> None:
    networkx = pytest.importorskip("networkx")
    network = neighbours().to_networkx()
    assert isinstance(network, networkx.MultiDiGraph)
    assert not any(edge.get("strict") for *_, edge in network.edges(data=True))
