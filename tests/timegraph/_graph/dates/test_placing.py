"""Saying when: what place() takes, and what it refuses."""

from __future__ import annotations

from datetime import date, datetime, timezone
from fractions import Fraction

import pytest

from tests.invariants import check_graph
from timegraph import Answer, ContradictionError, Period, TimeGraph
from timeml.edtf import Moment, When


def ends(graph: TimeGraph, name: str = "x") -> list[object]:
    return [
        find((name, side)) for side in ("start", "end") for find in (graph.earliest, graph.latest)
    ]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"within": "2024-05"}, [(5, 1), (6, 1), (5, 1), (6, 1)]),
        ({"within": date(2024, 5, 1)}, [(5, 1), (5, 2), (5, 1), (5, 2)]),
        ({"within": Period("2024-05")}, [(5, 1), (6, 1), (5, 1), (6, 1)]),
        ({"within": When("2024-05")}, [(5, 1), (6, 1), (5, 1), (6, 1)]),
        ({"within": (date(2024, 5, 1), "2024-05-03")}, [(5, 1), (5, 4), (5, 1), (5, 4)]),
        ({"within": "2024-05/2024-07"}, [(5, 1), (6, 1), (7, 1), (8, 1)]),
        ({"spanning": "2024-05"}, [(5, 1), (5, 1), (6, 1), (6, 1)]),
        ({"spanning": date(2024, 5, 1)}, [(5, 1), (5, 1), (5, 2), (5, 2)]),
        (
            {"spanning": (datetime(2024, 5, 1), datetime(2024, 5, 3))},
            [(5, 1), (5, 1), (5, 3), (5, 3)],
        ),
        ({"start": date(2024, 5, 1), "end": "2024-06"}, [(5, 1), (5, 2), (6, 1), (7, 1)]),
        ({"start": (date(2024, 5, 1), None)}, [(5, 1), None, (5, 1), None]),
        ({"end": datetime(2024, 5, 1)}, [None, (5, 1), (5, 1), (5, 1)]),
        ({"within": "2024-05~"}, [None, None, None, None]),
    ],
)
def test_bounds(given: dict[str, object], expected: list[tuple[int, int] | None]) -> None:
    graph = TimeGraph()
    graph.place("x", **given)  # type: ignore[arg-type]
    assert ends(graph) == [None if one is None else datetime(2024, *one) for one in expected]
    again = TimeGraph.from_json(graph.to_json())
    assert ends(again) == ends(graph)
    check_graph(graph)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"within": datetime(2024, 5, 1, 9)}, 'within="2024-05-01T09:00" for that minute'),
        ({"start": date(2024, 5, 2), "end": date(2024, 5, 1)}, "end before it starts"),
        ({"within": "2024-02-31"}, "February 2024 has no day 31"),
        ({"spanning": "198X"}, "exactly when a period starts"),
        ({"spanning": (date(2024, 5, 1), None)}, "needs both ends"),
        ({}, "give one of within="),
        ({"within": "2024", "start": "2024"}, "give one of within="),
        ({"within": "{1984,1985}"}, "several dates, not one"),
        ({"start": "1984/1985"}, "give it as within="),
        ({"at": datetime(2024, 5, 1)}, "place('x', start=..., end=...)"),
        ({"within": (date(2024, 5, 2), date(2024, 5, 1))}, "would end before it starts"),
        ({"within": (1, 2, 3)}, "a pair of times"),
        (
            {"start": datetime(2024, 5, 1), "end": datetime(2024, 5, 2, tzinfo=timezone.utc)},
            "zone",
        ),
    ],
)
def test_what_is_refused_says_the_way_out(given: dict[str, object], words: str) -> None:
    graph = TimeGraph()
    with pytest.raises(ValueError, match=r"\w") as raised:
        graph.place("x", **given)  # type: ignore[arg-type]
    assert words in str(raised.value)
    assert graph.links == ()


def test_points_are_at_an_instant_or_within_a_date() -> None:
    graph = TimeGraph()
    graph.place(("x", "start"), at=datetime(2024, 5, 1, 9))
    graph.place(("x", "end"), within=date(2024, 5, 1))
    assert graph.latest(("x", "end")) == datetime(2024, 5, 2)
    with pytest.raises(ValueError, match="is one point"):
        graph.place(("x", "start"), start=date(2024, 5, 1))
    with pytest.raises(ContradictionError, match="exactly 2025"):
        graph.place("x", spanning="2025")


def test_birth_in_1984_and_baptism_in_may_1984_are_possible() -> None:
    graph = TimeGraph()
    graph.place("born", within="1984")
    graph.place("baptised", within="1984-05")
    assert graph.ask("born", "before", "baptised") is Answer.UNKNOWN
    graph.add("born", "before", "baptised")
    assert graph.latest(("born", "end")) == datetime(1984, 6, 1)


def test_exact_distances_and_durations() -> None:
    graph = TimeGraph()
    graph.place("party", spanning=date(2024, 2, 2))
    graph.add_distance(("party", "end"), ("dinner", "start"), exactly="2 days")
    graph.add_duration("dinner", "2 hours")
    assert graph.earliest(("dinner", "end")) == datetime(2024, 2, 5, 2)
    assert str(graph.duration("dinner")) == "exactly 2 hours"
    with pytest.raises(ValueError, match="either one length"):
        graph.add_distance(("a", "end"), ("b", "start"), exactly="1 day", at_most="1 day")


def test_times_that_no_datetime_is_are_moments() -> None:
    graph = TimeGraph()
    graph.place("x", within="Y12000")
    assert str(graph.earliest(("x", "start"))) == "+12000-01-01"
    graph.place(("y", "start"), at=date(2024, 1, 1))
    graph.add_distance(("y", "start"), ("y", "end"), exactly=Fraction(1, 3))
    third = graph.latest(("y", "end"))
    assert isinstance(third, Moment)
    assert third - datetime(2024, 1, 1) == Fraction(1, 3)
