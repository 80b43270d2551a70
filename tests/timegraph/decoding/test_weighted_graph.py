"""The weighted links of a graph, decoded, against all choices of them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing import examples
from timegraph import Allen, AllenSet, ContradictionError, Link, TimeGraph
from timegraph.decoding import CandidateError
from timegraph.labels import SchemeError
from timegraph.points import mask_table

RELATIONS = ["before", "after", "meets", "during", "equal", "before | meets", "overlaps"]
LINKS = st.lists(
    st.tuples(
        st.permutations("abcd").map(lambda names: names[:2]),
        st.sampled_from(RELATIONS),
        st.none() | st.integers(1, 9),
    ),
    max_size=7,
)


def holds(links: list[Link]) -> bool:
    graph: TimeGraph[Any] = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    return not graph.conflicts


def best_of(links: list[Link]) -> int:
    """The greatest weight of links that hold together with those without one, at most one
    (its equals and converses included) of a pair; -1 if what is given contradicts itself."""
    fixed = [link for link in links if link.weight is None]
    if not holds(fixed):
        return -1
    pairs: dict[frozenset[Any], dict[tuple[Any, AllenSet], int]] = {}
    for link in links:
        if link.weight is not None:
            first = min(link.a, link.b)
            relation = link.relation if first == link.a else link.relation.converse
            said = pairs.setdefault(frozenset((link.a, link.b)), {})
            said[first, relation] = said.get((first, relation), 0) + link.weight
    best = 0
    for chosen in product(*([None, *said.items()] for said in pairs.values())):
        kept = [
            (Link(first, relation, next(iter(pair - {first}))), weight)
            for pair, choice in zip(pairs, chosen, strict=True)
            if choice is not None
            for (first, relation), weight in [choice]
        ]
        if holds([*fixed, *(link for link, _ in kept)]):
            best = max(best, sum(weight for _, weight in kept))
    return best


@examples(60, deadline=None)
@given(LINKS)
def test_no_choice_of_the_links_weighs_more(
    said: list[tuple[list[str], str, int | None]],
) -> None:
    links = [Link(a, AllenSet(r.split(" | ")), b, weight=w) for (a, b), r, w in said]
    graph: TimeGraph[Any] = TimeGraph(on_conflict="drop-lighter")
    graph.extend(links)
    best = best_of(links)
    if best < 0:
        with pytest.raises(ContradictionError):
            graph.decoded()
        return
    decoded = graph.decoded()
    assert (decoded.value, decoded.optimal) == (best, True)
    assert not decoded.graph.conflicts


def test_what_is_chosen_has_its_sources_and_what_is_given_holds() -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-lighter")
    graph.add("a", "before", "b", "Ann", weight=3)
    graph.add("b", "before", "c", "Ben", weight=2)
    graph.add("c", "before", "a", "Cyd", weight=4)
    graph.add("d", "before", "a")
    decoded = graph.decoded()
    assert [str(link) for link in graph.conflicts[0].against] != []
    assert (decoded.value, decoded.loss) == (7, 2)
    assert {link.source for link in decoded.links} == {("Ann",), ("Cyd",)}
    assert decoded.graph.ask("d", "before", "b") == "yes"


def test_a_graph_without_weights_is_what_is_given() -> None:
    graph: TimeGraph[str] = TimeGraph()
    assert graph.decoded().optimal
    graph.add("a", "before", "b")
    assert graph.decoded().value == 0
    assert graph.decoded().graph.ask("a", "before", "b") == "yes"


def test_what_cannot_be_weighed_is_refused() -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-lighter")
    graph.add_points(("a", "start"), "<", ("b", "start"), weight=2)
    with pytest.raises(CandidateError, match="say it as a relation"):
        graph.decoded()
    lengths: TimeGraph[str] = TimeGraph()
    lengths.add_duration("a", "3 days")
    with pytest.raises(CandidateError, match="lengths and distances"):
        lengths.decoded()


def test_links_of_too_many_kinds_are_refused():
    graph = TimeGraph(on_conflict="drop-lighter")
    for mask in sorted({*mask_table()} - {0}):
        relation = AllenSet([member for k, member in enumerate(Allen) if mask >> k & 1])
        graph.add("a", relation, "b", weight=1)
    with pytest.raises(SchemeError, match="62 are the limit: decode links of fewer kinds"):
        graph.decoded()
