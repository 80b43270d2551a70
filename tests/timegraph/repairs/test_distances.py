"""Repairs of graphs with distances, against every set of links."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.oracle.dated import MetricBound, tightest_bounds
from timegraph import Link, PointLink, TimeGraph
from timegraph.allen import Allen, AllenSet
from timegraph.links import AnyLink, DistanceLink
from timegraph.points import constraints_of
from timegraph.reduction import reduced
from timegraph.repairs import independent_conflicts, smallest_repair

ENTITIES = "abc"
POINT = {(e, s): 2 * n + k for n, e in enumerate(ENTITIES) for k, s in enumerate(("start", "end"))}
ends = st.sampled_from(sorted(POINT))
links = st.one_of(
    st.builds(
        lambda a, relation, b: Link(a, AllenSet(relation), b),
        st.sampled_from(ENTITIES),
        st.sampled_from([Allen.BEFORE, Allen.MEETS, Allen.DURING, Allen.EQUAL]),
        st.sampled_from(ENTITIES),
    ),
    st.builds(
        lambda x, y, least, more: DistanceLink(x, y, Fraction(least), Fraction(least + more)),
        ends,
        ends,
        st.integers(0, 4),
        st.integers(0, 2),
    ),
)
lists = st.lists(links, min_size=1, max_size=6).filter(
    lambda drawn: any(isinstance(one, DistanceLink) for one in drawn)
)


def bounds(*chosen: AnyLink) -> list[MetricBound]:
    zero = Fraction(0)
    found: list[MetricBound] = [(2 * n + 1, 2 * n, zero, True) for n in range(len(ENTITIES))]
    for link in chosen:
        if isinstance(link, Link):
            four = [POINT[e, s] for e in (link.a, link.b) for s in ("start", "end")]
            for p, op, q in constraints_of(link.relation.mask):
                found.append((four[q], four[p], zero, op == "<"))
                found += [(four[p], four[q], zero, False)] * (op == "=")
        elif isinstance(link, PointLink):
            x, y = POINT[link.x], POINT[link.y]
            found.append((y, x, zero, link.op == "<"))
            found += [(x, y, zero, False)] * (link.op == "=")
        else:
            assert isinstance(link, DistanceLink)
            x, y = POINT[link.x], POINT[link.y]
            assert link.at_least is not None
            assert link.at_most is not None
            found += [(x, y, link.at_most, False), (y, x, -link.at_least, False)]
    return found


def agree(*chosen: AnyLink) -> bool:
    return tightest_bounds(len(POINT), bounds(*chosen)) is not None


def graph_of(drawn: list[AnyLink]) -> TimeGraph:
    graph = TimeGraph(on_conflict="drop-link")
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(drawn)
    return graph


@given(lists)
def test_no_smaller_set_of_links_makes_the_rest_agree(drawn: list[AnyLink]) -> None:
    repair = smallest_repair(graph_of(drawn), time_limit=20)
    ids = {id(link) for link in repair.links}
    assert repair.exact
    assert agree(*(link for link in drawn if id(link) not in ids))
    smaller = combinations(range(len(drawn)), max(len(repair.links) - 1, 0))
    assert not repair.links or not any(
        agree(*(link for n, link in enumerate(drawn) if n not in out)) for out in smaller
    )


@given(lists)
def test_conflicts_are_disjoint_and_minimal(drawn: list[AnyLink]) -> None:
    conflicts = independent_conflicts(graph_of(drawn))
    named = [id(link) for conflict in conflicts for link in conflict]
    assert len(named) == len(set(named))
    for conflict in conflicts:
        assert not agree(*conflict)
        for left_out in range(len(conflict)):
            assert agree(*conflict[:left_out], *conflict[left_out + 1 :])
    assert agree(*(link for link in drawn if id(link) not in set(named)))


@given(lists)
def test_a_reduction_entails_all_and_no_link_can_be_left_out(drawn: list[AnyLink]) -> None:
    graph = graph_of(drawn)
    out = {id(conflict.link) for conflict in graph.conflicts}
    everything = tightest_bounds(
        len(POINT), bounds(*(link for link in drawn if id(link) not in out))
    )
    left = reduced(graph)
    assert tightest_bounds(len(POINT), bounds(*left)) == everything
    for n in range(len(left)):
        assert tightest_bounds(len(POINT), bounds(*left[:n], *left[n + 1 :])) != everything


def test_part_of_a_distance_is_reduced_to_what_is_in_force() -> None:
    graph = TimeGraph(on_conflict="drop-constraint")
    graph.add_duration("a", at_most="2 days")
    graph.add_duration("a", at_least="3 days", at_most="5 days")
    graph.add_duration("b", at_least="4 days", at_most="5 days")
    graph.add_duration("b", at_most="3 days")
    graph.add_duration("b", at_least="1 day", at_most="3 days")
    assert [str(link) for link in reduced(graph)] == [
        "a.end - a.start is at most 2 days",
        "b.end - b.start is at least 4 days and at most 5 days",
    ]
    # Of a whole interval in a month its start may be in force alone.
    graph = TimeGraph(on_conflict="drop-constraint")
    graph.place(("a", "end"), at=date(1970, 1, 20))
    graph.place("a", within="1970-01-05")
    assert [str(link) for link in reduced(graph)] == [
        "a.end is at 1970-01-20",
        "1970-01-01T00:00 - a.start is at most -4 days",
    ]


def test_what_is_given_stays() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add_duration("a", "3 days", source="text")
    graph.add_duration("a", "4 days", source="measured")
    assert [link.source for link in smallest_repair(graph, given=["measured"]).links] == ["text"]
    assert smallest_repair(graph, given=["measured"]).exact
    with pytest.raises(ValueError, match="that must be kept contradict"):
        smallest_repair(graph, given=["measured", "text"])
