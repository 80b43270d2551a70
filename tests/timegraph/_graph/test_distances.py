"""Distances, durations and dates in a graph, against the oracle and by hand."""

from __future__ import annotations

import pickle
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from tests.drawing import examples
from tests.invariants import check_graph
from tests.oracle.dated import MetricBound, bounds_hold, metric_relations, tightest_bounds
from timegraph import Allen, AllenSet, Answer, ContradictionError, TimeGraph
from timegraph._graph.distances import Bounds
from timegraph.points import constraints_of

ENTITIES = "abc"
ends = st.tuples(st.sampled_from(ENTITIES), st.sampled_from(["start", "end"]))
lengths = st.one_of(st.none(), st.builds(Fraction, st.integers(0, 8), st.sampled_from([1, 2])))
distances = st.tuples(ends, ends, lengths, lengths).filter(
    lambda drawn: (
        any(one is not None for one in drawn[2:]) and (None in drawn[2:] or drawn[2] <= drawn[3])
    )
)
links = st.tuples(
    st.sampled_from(ENTITIES), st.sampled_from(list(Allen)), st.sampled_from(ENTITIES)
)
Said = list[tuple[object, ...]]
EVERY = [(entity, side) for entity in ENTITIES for side in ("start", "end")]
NUMBER = {point: number for number, point in enumerate(EVERY)}


def bounds_of(said: tuple[object, ...]) -> list[MetricBound]:
    """The bounds that a link or a distance says, one list element per constraint's bound."""
    if len(said) == 3:
        a, relation, b = said
        four = [NUMBER[a, "start"], NUMBER[a, "end"], NUMBER[b, "start"], NUMBER[b, "end"]]
        result = []
        for p, op, q in constraints_of(AllenSet(relation).mask):
            result.append((four[q], four[p], Fraction(0), op == "<"))
            if op == "=":
                result.append((four[p], four[q], Fraction(0), False))
        return result
    x, y, least, most = said
    bounds = [] if most is None else [(NUMBER[x], NUMBER[y], most, False)]
    return bounds + ([] if least is None else [(NUMBER[y], NUMBER[x], -least, False)])


INTERVALS = [(k + 1, k, Fraction(0), True) for k in (0, 2, 4)]


def add(graph: TimeGraph, said: tuple[object, ...]) -> None:
    if len(said) == 3:
        graph.add(*said)
    else:
        graph.add_distance(said[0], said[1], at_least=said[2], at_most=said[3])


@examples(60)
@given(st.lists(st.one_of(links, distances), max_size=7))
def test_whole_links_are_left_out_as_the_definition_says(said: Said) -> None:
    graph = TimeGraph(on_conflict="drop-link")
    for entity in ENTITIES:
        graph.add_entity(entity)
    kept: list[MetricBound] = list(INTERVALS)
    left_out = 0
    for one in said:
        add(graph, one)
        if tightest_bounds(6, [*kept, *bounds_of(one)]) is None:
            left_out += 1
        else:
            kept += bounds_of(one)
    assert len(graph.conflicts) == left_out
    tightest = tightest_bounds(6, kept)
    assert tightest is not None
    for x, y in product(EVERY, repeat=2):
        upper, lower = tightest.get((NUMBER[x], NUMBER[y])), tightest.get((NUMBER[y], NUMBER[x]))
        if any(len(one) == 4 for one in said):
            assert graph.distance(x, y) == Bounds(
                None if lower is None else -lower[0],
                None if upper is None else upper[0],
                lower is None or not lower[1],
                upper is None or not upper[1],
            )
    for a, b in (("a", "b"), ("b", "c")):
        pair = [tuple(NUMBER[entity, side] for side in ("start", "end")) for entity in (a, b)]
        expected = metric_relations(6, kept, pair[0], pair[1])  # type: ignore[arg-type]
        assert set(graph.relations(a, b)) == expected
    check_graph(graph)
    for conflict in graph.conflicts:
        against = [
            bound for link in conflict.against for bound in bounds_of(said[index(graph, link)])
        ]
        own = bounds_of(said[index(graph, conflict.link)])
        assert tightest_bounds(6, [*INTERVALS, *against, *own]) is None
    if any(len(one) == 4 for one in said):
        times = {NUMBER[point]: time for point, time in graph.schedule().items()}
        assert bounds_hold(times, kept)


def index(graph: TimeGraph, link: object) -> int:
    return next(k for k, one in enumerate(graph.links) if one is link)


@settings(max_examples=40)
@given(
    st.lists(st.one_of(links, distances), max_size=6), st.sampled_from(["error", "drop-constraint"])
)
def test_the_other_policies_keep_what_agrees(said: Said, policy: str) -> None:
    graph = TimeGraph(on_conflict=policy)  # type: ignore[arg-type]
    for one in said:
        before = len(graph.links)
        try:
            add(graph, one)
        except ContradictionError:
            assert (policy, len(graph.links)) == ("error", before)
    check_graph(graph)
    copied, again = graph.copy(), pickle.loads(pickle.dumps(graph))
    for other in (copied, again):
        assert [other.relations(a, b) for a, b in product(graph, repeat=2)] == [
            graph.relations(a, b) for a, b in product(graph, repeat=2)
        ]


def test_two_of_three_days_cannot_contain_each_other() -> None:
    graph = TimeGraph()
    graph.add_duration("a", "3 days")
    graph.add_duration("b", "3 days")
    assert len(graph.relations("a", "b")) == 7
    assert graph.ask("a", "contains", "b") is Answer.NO
    assert str(graph.distance(("a", "start"), ("a", "end"))) == "exactly 3 days"
    assert str(graph.distance(("a", "end"), ("b", "start"))) == "unbounded"


def test_a_distance_is_asked() -> None:
    graph = TimeGraph()
    graph.add_distance(("a", "end"), ("b", "start"), at_least="3 days", at_most="1 week")
    end, start = ("a", "end"), ("b", "start")
    assert graph.ask("a", "before", "b") is Answer.YES
    assert graph.ask_distance(end, start, at_least="2 days") is Answer.YES
    assert graph.ask_distance(end, start, at_least="8 days") is Answer.NO
    assert graph.ask_distance(end, start, at_least="4 days") is Answer.UNKNOWN
    assert graph.ask_distance(end, start, at_most="1 month") is Answer.YES
    assert graph.ask_distance(end, start, at_least="2 days", at_most="2 days") is Answer.NO
    with pytest.raises(ValueError, match="give at_least, at_most or both"):
        graph.ask_distance(end, start)
    with pytest.raises(KeyError, match="no entity 'c'"):
        graph.distance(end, ("c", "start"))


def test_order_alone_gives_the_sign_of_a_distance() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b")
    assert graph.distance(("a", "end"), ("b", "start")) == Bounds(Fraction(0), None, False)
    assert graph.distance(("b", "start"), ("a", "end")) == Bounds(None, Fraction(0), True, False)
    with pytest.raises(ValueError, match="has no distances"):
        graph.schedule()
    assert graph.earliest(("a", "start")) is None


def test_dates() -> None:
    graph = TimeGraph()
    graph.place("a", within="1998-05", source="diary")
    graph.add_distance(("a", "end"), ("b", "start"), at_least="2 days", at_most="1 month")
    assert graph.earliest(("b", "start")) == datetime(1998, 5, 3)
    assert graph.latest(("b", "start")) == datetime(1998, 7, 1)
    assert graph.latest(("b", "end")) is None
    with pytest.raises(ContradictionError, match=r"b is within 1998-04 .* nothing was added"):
        graph.place("b", within="1998-04")
    graph.retract("diary")
    assert graph.earliest(("b", "start")) is None


@pytest.mark.parametrize(
    ("at", "length", "date_after"),
    [
        (date(1971, 1, 31), "1 month", datetime(1971, 2, 28)),
        (date(2024, 2, 29), "12 months", datetime(2025, 2, 28)),
        (datetime(2000, 12, 31, 12), "2 months 1 day", datetime(2001, 3, 1, 12)),
    ],
)
def test_months_step_through_the_calendar(at: object, length: str, date_after: datetime) -> None:
    graph = TimeGraph()
    graph.place(("x", "at"), at=at)
    graph.add_distance(("x", "at"), ("y", "at"), at_least=length, at_most=length, source="step")
    assert graph.earliest(("y", "at")) == graph.latest(("y", "at")) == date_after
    check_graph(graph)


def test_a_step_from_within_a_granule_moves_both_ends() -> None:
    graph = TimeGraph()
    graph.place(("x", "at"), within="1971-01")
    two = "2 years 3 months"
    graph.add_distance(("x", "at"), ("y", "at"), at_least=two, at_most=two)
    assert graph.earliest(("y", "at")) == datetime(1973, 4, 1)
    assert graph.latest(("y", "at")) == datetime(1973, 5, 1)


def test_undated_months_are_as_long_as_they_can_be() -> None:
    graph = TimeGraph()
    graph.add_duration("a", "2 months")
    assert graph.distance(("a", "start"), ("a", "end")) == Bounds(
        Fraction(59 * 86_400), Fraction(62 * 86_400)
    )


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"within": "1998-02-30"}, ValueError, "is not a date or time"),
        ({"within": 5}, TypeError, "a time is"),
        ({}, ValueError, "give one of within="),
        ({"within": "1998", "at": date(1998, 1, 1)}, ValueError, "give one of within="),
        ({"at": date(1998, 1, 1)}, ValueError, "has two ends"),
        ({"start": datetime(1998, 1, 1, tzinfo=timezone.utc)}, ValueError, "time zone"),
        ({"within": datetime(1998, 1, 1)}, ValueError, "no inside"),
    ],
)
def test_bad_times_change_nothing(
    arguments: dict[str, object], error: type[Exception], message: str
) -> None:
    graph = TimeGraph()
    graph.place("b", within="1998")
    with pytest.raises(error, match=message):
        graph.place("a", **arguments)
    assert "a" not in graph
    assert len(graph.links) == 1


def test_bounds_below_0_are_taken_as_they_are_printed() -> None:
    graph: TimeGraph = TimeGraph()
    ends = ("a", "start"), ("b", "start")
    graph.add_distance(*ends, at_least=-30, at_most="5 seconds")
    known = graph.distance(*ends)
    assert str(known) == "at least -30 seconds and at most 5 seconds"
    assert graph.ask_distance(*ends, at_least="-30 seconds") is Answer.YES
    assert graph.ask_distance(*ends, at_most=timedelta(seconds=-31)) is Answer.NO
    assert graph.ask_distance(*ends, at_least=-29, at_most=-1) is Answer.UNKNOWN
    turned: TimeGraph = TimeGraph()
    turned.add_distance(*reversed(ends), at_least=-5, at_most="30 seconds")
    assert turned.distance(*ends) == known
    assert TimeGraph.from_json(graph.to_json()).distance(*ends) == known
    with pytest.raises(ValueError, match="no length is at least -1 and at most -2"):
        graph.add_distance(*ends, at_least=-1, at_most=-2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"at_least": "-1 month"}, "negative number of months; swap the endpoints"),
        ({"at_least": "2 days", "at_most": "1 day"}, "no length is at least"),
        ({}, "give at_least"),
        ({"at_most": "soon"}, "is not a length"),
    ],
)
def test_bad_distances_change_nothing(arguments: dict[str, str], message: str) -> None:
    graph = TimeGraph()
    with pytest.raises(ValueError, match=message):
        graph.add_distance(("a", "end"), ("b", "start"), **arguments)
    with pytest.raises(ValueError, match="either one length"):
        graph.add_duration("a", "1 day", at_least="1 day")
    assert list(graph) == []


def test_times_beyond_datetime_are_moments() -> None:
    graph = TimeGraph()
    graph.place(("x", "at"), at=date(9999, 12, 31))
    graph.add_distance(("x", "at"), ("y", "at"), at_least="1 year", at_most="1 year")
    assert str(graph.earliest(("y", "at"))) == "+10000-12-31"
