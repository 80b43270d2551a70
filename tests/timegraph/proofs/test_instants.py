"""Proofs about a ``datetime``, and what is still possible beside one."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, Answer, TimeGraph, explain

NINE = datetime(2024, 5, 1, 9)
HOUR = timedelta(hours=1)
RELATIONS = (Allen.BEFORE, Allen.AFTER, Allen.CONTAINS)


def somewhere(start: int, end: int) -> Allen:
    """How an interval from one hour to another is related to the hour 0."""
    if end <= 0:
        return Allen.MEETS if end == 0 else Allen.BEFORE
    if start >= 0:
        return Allen.MET_BY if start == 0 else Allen.AFTER
    return Allen.CONTAINS


HOURS = st.integers(-3, 3)


@given(HOURS, st.integers(0, 3), HOURS, st.integers(0, 3))
def test_what_is_possible_is_so_in_a_world_and_proofs_agree(
    start: int, later: int, end: int, later_end: int
) -> None:
    worlds = {
        somewhere(*world)
        for world in ((s / 2, e / 2) for s in range(2 * start, 2 * (start + later) + 1)
                      for e in range(2 * end, 2 * (end + later_end) + 1))
        if world[0] < world[1]
    }  # fmt: skip
    if not worlds:
        return
    graph = TimeGraph()
    pairs: dict[str, Any] = {
        "start": (NINE + start * HOUR, NINE + (start + later) * HOUR),
        "end": (NINE + end * HOUR, NINE + (end + later_end) * HOUR),
    }
    graph.place("a", **pairs)
    assert set(graph.relations("a", NINE)) == worlds
    assert graph.relations(NINE, "a") == graph.relations("a", NINE).converse
    for relation in RELATIONS:
        proof = graph.explain("a", relation, NINE)
        assert proof.answer is graph.ask("a", relation, NINE)
        assert (proof.answer is Answer.YES) == (worlds == {relation})
        assert proof.possible == graph.relations("a", NINE)
        if proof.answer is Answer.UNKNOWN:
            holds, fails = proof.witnesses
            assert holds.relation is relation
            assert fails.relation in worlds - {relation}
        else:
            assert proof.chains
            assert proof.text()
    assert (graph.before(NINE) == ("a",)) == (worlds == {Allen.BEFORE})
    assert (graph.after(NINE) == ("a",)) == (worlds == {Allen.AFTER})


def test_links_of_a_proof_suffice() -> None:
    graph = TimeGraph()
    graph.place("a", within="2024-04")
    graph.place("b", within="2025")
    graph.add("c", "before", "a", source="s")
    proof = explain(graph, "c", "before", NINE)
    assert str(proof).startswith("c before 2024-05-01 09:00:00, since ")
    assert str(proof).endswith("a is within 2024-04; s: c before a")
    only = TimeGraph()
    only.extend(link for link in proof.links if link in graph.links)
    assert only.ask("c", "before", NINE) is Answer.YES
    assert graph.explain(NINE, "after", "c").answer is Answer.YES


def test_dates_have_proofs_beside_instants() -> None:
    graph = TimeGraph()
    graph.place("a", within="2024")
    assert graph.explain(date(2024, 5, 1), "contains", NINE).answer is Answer.YES
    assert graph.explain(NINE, "after", date(2024, 5, 1)).answer is Answer.NO
    assert graph.entities == ("a",)


def test_nothing_is_known_without_times() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b")
    assert set(graph.relations("a", NINE)) == {*RELATIONS, Allen.MEETS, Allen.MET_BY}
    assert graph.explain("a", "before", NINE).answer is Answer.UNKNOWN
    assert graph.before(NINE) == ()
    assert graph.links == graph.copy().links


def test_other_relations_and_names_are_refused() -> None:
    graph = TimeGraph()
    graph.place("a", within="2024")
    with pytest.raises(TypeError, match=r"Period\('2024-05-01T09:00'\)"):
        graph.explain("a", "during", NINE)
    with pytest.raises(TypeError, match="an instant"):
        graph.relations(NINE, NINE)
    for question in (graph.relations, lambda a, b: graph.explain(a, "before", b)):
        with pytest.raises(KeyError, match="no entity 'b'"):
            question("b", NINE)
