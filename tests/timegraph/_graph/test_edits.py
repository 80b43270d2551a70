"""Removing sources equals building again from the rest."""

from __future__ import annotations

import contextlib
import random
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from timegraph import ContradictionError, TimeGraph
from timegraph._compiled import Engine
from timegraph._graph import edits
from timegraph.testing.strategies import arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")


@given(
    arbitrary_link_sets(ENTITIES, instants=("i",), max_size=12),
    st.lists(st.integers(0, 4), min_size=12, max_size=12),
    st.lists(st.integers(0, 4), max_size=3, unique=True),
    st.sampled_from(["drop-link", "drop-constraint"]),
    st.booleans(),
)
def test_retracting_equals_rebuilding(links, sources, gone, policy, ask_in_between):
    said = [replace(link, source=source) for link, source in zip(links, sources, strict=False)]
    graph = TimeGraph(on_conflict=policy)
    graph.extend(said)
    left = list(said)
    for source in gone:
        if ask_in_between and graph.entities:
            graph.relations(graph.entities[0], graph.entities[-1])
        if any(link.source == source for link in left):
            taken = graph.retract(source)
            assert list(taken) == [link for link in left if link.source == source]
        left = [link for link in left if link.source != source]
    rebuilt = TimeGraph(on_conflict=policy)
    rebuilt.extend(left)
    assert graph.links == rebuilt.links
    assert graph.entities == rebuilt.entities
    assert graph.conflicts == rebuilt.conflicts
    for a in graph.entities:
        for b in graph.entities:
            assert graph.relations(a, b) == rebuilt.relations(a, b)


def drawn(count, rng):
    """Links of a world, a tenth of them turned round."""
    links = []
    for number in range(count):
        a, b = sorted(rng.sample(range(max(0, number - 30), number + 5), 2))
        relation = rng.choice(["before", "before", "contains", "equal", "meets"])
        if relation == "equal" and rng.random() < 0.7:
            relation = "before"
        links.append((b, relation, a) if rng.random() < 0.1 else (a, relation, b))
    return links


@pytest.mark.parametrize("policy", ["error", "drop-link", "drop-constraint"])
@pytest.mark.parametrize("kernels", ["never", "always"])
def test_a_large_graph_is_as_if_built_again(policy, kernels):
    rng = random.Random(5)
    engine = Engine(kernels=kernels)
    graph, told = TimeGraph(on_conflict=policy, engine=engine), []
    for number, (a, relation, b) in enumerate(drawn(700, rng)):
        with contextlib.suppress(ContradictionError):
            graph.add(a, relation, b, number)
            told.append((a, relation, b, number))
        if number % 100 == 99:
            graph.ask(told[0][0], "before", told[0][2])
    assert len(graph._live.store.points) > edits._SMALL
    for _ in range(12):
        *_, source = told.pop(rng.randrange(len(told)))
        graph.retract(source)
        assert graph._live.store.gaps
        again = TimeGraph(on_conflict=policy)
        for a, relation, b, source in told:
            again.add(a, relation, b, source)
        some = [rng.sample(list(again), 2) for _ in range(20)]
        assert [graph.relations(*pair) for pair in some] == [
            again.relations(*pair) for pair in some
        ]
        assert graph._live.kept == again._live.kept
        assert len(graph) == len(again)
    assert graph.entities == again.entities
    assert not graph._live.store.gaps
    assert graph.conflicts == again.conflicts


def test_a_graph_is_made_again_once_as_many_links_were_removed_as_are_left(monkeypatch):
    monkeypatch.setattr(edits, "_SMALL", 3)
    graph = TimeGraph(on_conflict="drop-link")
    for number in range(40):
        graph.add(number, "before", number + 1, number)
        graph.ask(number, "before", number + 1)
    for number in range(25):
        graph.retract(number)
        assert graph.ask(30, "before", 40).value == "yes"
    assert len(graph._live.store.points) < 82
    assert graph.entities == tuple(range(25, 41))
