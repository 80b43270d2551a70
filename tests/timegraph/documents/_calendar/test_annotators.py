"""Certain arithmetic of values: the chain of points against every two bounds compared."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.invariants import check_graph
from tests.oracle.dated import dated_relations, dated_world
from timegraph import Allen, TimeGraph
from timegraph.documents.conventions import annotators_links, dated, points_of
from timeml.document import Timex3
from timeml.timex_value import CalendarInterval, Reading, interpret


def place(value: str, reading: Reading = "annotators", **others: str) -> CalendarInterval:
    timex = Timex3("t1", "DATE", value, None, None, "", **others)  # type: ignore[arg-type]
    meaning = interpret(timex, reading=reading)
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    return meaning


def graph_of(
    places: dict[str, CalendarInterval], *, dct: str | None = None, clock: int | None = None
) -> TimeGraph:
    graph = TimeGraph()  # raises if the calendar contradicts itself
    for name in places:
        graph.add_entity(name)
    graph.extend(annotators_links(dated(places.items(), dct=dct, dates=()), dct=dct, clock=clock))
    return graph


def relation(one: str, other: str) -> set[Allen]:
    return set(graph_of({"a": place(one), "b": place(other)}).relations("a", "b"))


WITHIN = {Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL}
NOT_EARLIER = {found for found in Allen if found.signs[0] >= 0}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("1998-05-03", "1998-05-05", {Allen.BEFORE}),
        ("1998-05-03", "1998-05-04", {Allen.BEFORE, Allen.MEETS}),
        ("1998-05-31", "1998-06", {Allen.BEFORE, Allen.MEETS}),
        ("1998-05-03", "1998-05-03", {Allen.EQUAL}),
        ("1998-05-03", "1998-W18-7", {Allen.EQUAL}),
        ("1998-05-03", "1998-05", {Allen.DURING}),
        ("1998-05-01", "1998-05", {Allen.DURING, Allen.STARTS}),
        ("1998-05-31", "1998-05", {Allen.DURING, Allen.FINISHES}),
        ("1998-W18", "1998-05", {Allen.OVERLAPS}),
        ("199", "19", {Allen.DURING, Allen.FINISHES}),
        ("BC0044-03-15", "0001", {Allen.BEFORE}),
        ("12345-06", "1998", {Allen.AFTER}),
        ("1998-05-03T24:00", "1998-05-04", {Allen.DURING, Allen.STARTS}),
        ("1998-05-03T10:00Z", "1998-05-03T12:00+02:00", {Allen.EQUAL}),
        ("1998-05-03TMO", "1998-05-03", WITHIN),
        ("1998-05-03TMO", "1998-05-05", {Allen.BEFORE}),
        ("1998-05-03TMO", "1998-05-03TAF", set(Allen)),
        # A night runs past midnight, but starts on its day and ends before the next noon.
        ("1998-05-03TNI", "1998-05-03", NOT_EARLIER),
        ("1998-05-03TNI", "1998-05-04T12:01", {Allen.BEFORE}),
        ("1998-XX-XX", "1998", WITHIN),
        ("1998-SU", "2000", {Allen.BEFORE}),
        # A quarter may be one of a fiscal year, but quarters are in order.
        ("1998-Q2", "1998-Q3", {Allen.BEFORE, Allen.MEETS}),
        ("1998-Q2", "1998-Q2", {Allen.EQUAL}),
        ("1998-Q2", "1998", set(Allen)),
        ("1998-Q2", "1999-08", {Allen.BEFORE}),
        ("1998-Q2", "1997-02", {Allen.AFTER}),
    ],
)
def test_what_two_values_leave_open(one: str, other: str, expected: set[Allen]) -> None:
    assert relation(one, other) == expected
    assert relation(other, one) == {found.converse for found in expected}


def test_the_creation_time_is_some_interval_within_its_value() -> None:
    day = place("1998-05-03")
    graph = graph_of({"t0": day, "t1": day}, dct="t0")
    assert set(graph.relations("t0", "t1")) == WITHIN


def test_a_duration_starts_and_ends_within_its_anchors_or_at_their_ends() -> None:
    begin, end = place("1998-05-03"), place("1998-05-06")
    whole = CalendarInterval(
        begin.earliest, end.latest, False, "duration", None, begin.latest, end.earliest
    )
    graph = graph_of({"d": whole, "first": begin, "last": end, "next": place("1998-05-04")})
    assert graph.label(("first", "start"), ("d", "start")) == "<="
    assert graph.label(("d", "end"), ("last", "end")) == "<="
    assert Allen.AFTER not in graph.relations("d", "next")
    assert {Allen.STARTED_BY, Allen.MET_BY} <= set(graph.relations("d", "first"))
    assert {Allen.FINISHED_BY, Allen.MEETS} <= set(graph.relations("d", "last"))


@pytest.mark.parametrize(
    ("zoned", "clock", "expected"),
    [
        # Without a clock only what no offset in use could change.
        ("1998-05-03T12:00Z", None, {Allen.BEFORE}),
        ("1998-05-03T14:00Z", None, set(Allen)),
        # With it all but an hour, for daylight saving.
        ("1998-05-03T20:00Z", -5 * 3600, {Allen.BEFORE}),
        ("1998-05-04T08:00Z", -5 * 3600, set(Allen)),
        ("1998-05-04T09:30Z", -5 * 3600, {Allen.AFTER}),
    ],
)
def test_two_clocks_order_as_far_as_they_can_differ(
    zoned: str, clock: int | None, expected: set[Allen]
) -> None:
    graph = graph_of({"a": place(zoned), "b": place("1998-05-04T02:30")}, clock=clock)
    assert set(graph.relations("a", "b")) == expected


def test_the_links_are_linear_in_the_values() -> None:
    values = [f"{year}-{month:02d}" for year in range(1980, 1998) for month in range(1, 13)]
    places = {value: place(value) for value in values}
    assert len(graph_of(places).links) < 5 * len(values)


# Properties -----------------------------------------------------------------------------------

VALUES = (
    *("1998", "1999", "199", "1998-H1", "1998-Q2", "1998-Q3", "1998-QX", "1998-04", "1998-05"),
    *("1998-W18", "1998-W18-WE", "1998-WXX", "1998-05-01", "1998-05-02", "1998-05-03"),
    *("1998-05-04", "1998-05-XX", "1998-05-03TMO", "1998-05-03TNI", "1998-05-XXTNI"),
    *("1998-05-03T09", "1998-05-03T09:09", "1998-05-02T24:00", "1998-SU", "FY1998"),
    *("1998-05-03T09:09Z", "1998-05-04T02:00+05:00", "1998-05-03T15:00-05", "1999-Q4"),
)
MODS = (None, None, None, "START", "MID", "END", "BEFORE", "AFTER", "ON_OR_AFTER")
clocks = st.sampled_from([None, None, 0, -5 * 3600, 19_800])


@st.composite
def some_places(draw: st.DrawFn) -> dict[str, CalendarInterval]:
    places = {}
    for number in range(draw(st.integers(2, 6))):
        value, mod = draw(st.sampled_from(VALUES)), draw(st.sampled_from(MODS))
        places[f"t{number}"] = place(value, **({"mod": mod} if mod else {}))
    return places


@given(some_places(), clocks, st.booleans())
def test_the_chain_says_what_every_two_bounds_say(
    places: dict[str, CalendarInterval], clock: int | None, created: bool
) -> None:
    graph = graph_of(places, dct="t0" if created else None, clock=clock)
    check_graph(graph)
    for a, b in combinations(places, 2):
        vague = (a == "t0" and created, False)
        expected = dated_relations(places[a], places[b], vague=vague, clock=clock)
        assert set(graph.relations(a, b)) == expected, (a, b)


@given(some_places(), st.data())
def test_every_certain_order_holds_in_every_world(
    places: dict[str, CalendarInterval], data: st.DataObject
) -> None:
    """Worlds are drawn: each instant of each clock is moved by less than a second, and fiscal
    clocks by up to a year; the moves keep what one instant says of several periods."""
    points = points_of(dated(places.items(), dct="t0", dates=()))
    ahead = {"": 0, "UTC": data.draw(st.integers(-12, 14)) * 3600, "fiscal": 0}
    ahead["fiscal"] = data.draw(st.integers(-365, 365)) * 86_400
    where: dict[object, float] = {}
    for point in points:
        instants = [p for p in points if (p.clock, p.instant) == (point.clock, point.instant)]
        if point not in where:
            moves = data.draw(
                st.lists(
                    st.sampled_from([0.0, 0.25, 0.5, 0.75]),
                    min_size=len(instants),
                    max_size=len(instants),
                ).map(sorted)
            )
            for one, move in zip(instants, moves, strict=True):
                where[one] = float(one.instant) + ahead[one.clock] + move
    world = {}
    for one in dated(places.items(), dct="t0", dates=()):
        low = where[one.first] if one.first else -1e15
        high = where[one.last] if one.last else 1e15
        if one.day:
            low = max(low, where[one.day[0]])
        if one.whole:
            world[one.entity] = (low, high)
        else:
            share = data.draw(st.sampled_from([(0, 1), (0, 0.5), (0.5, 1), (0.25, 0.75)]))
            world[one.entity] = (low + share[0] * (high - low), low + share[1] * (high - low))
    assert dated_world(world, places, vague="t0")  # type: ignore[arg-type]
    graph = graph_of(places, dct="t0")
    for a, b in combinations(places, 2):
        signs = tuple((x > y) - (x < y) for x in world[a] for y in world[b])
        assert any(found.signs == signs for found in graph.relations(a, b)), (a, b)
