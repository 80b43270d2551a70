"""Many questions at once equal the same questions one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, Answer, TimeGraph
from timegraph._compiled import Engine
from timegraph.testing.strategies import allen_sets, arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")
NUMBER = {Answer.YES: 1, Answer.NO: 0, Answer.UNKNOWN: -1}


each_engine = pytest.mark.parametrize(
    "engine", [Engine(kernels="never"), Engine(kernels="always")], ids=["python", "kernels"]
)


@each_engine
@given(arbitrary_link_sets(ENTITIES, max_size=8), allen_sets(), st.booleans())
def test_batches_equal_single_questions(engine, links, wanted, all_at_once):
    graph = TimeGraph(on_conflict="drop-link", engine=engine)
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(links)
    pairs = [(a, b) for a in ENTITIES for b in ENTITIES]
    sources, targets = [a for a, _ in pairs], [b for _, b in pairs]
    said = wanted if all_at_once else [wanted] * len(pairs)
    answers = graph.ask_many(sources, said, targets)
    assert answers.dtype == np.int8
    assert answers.tolist() == [NUMBER[graph.ask(a, wanted, b)] for a, b in pairs]
    by_position = graph.ask_many(
        np.array([ENTITIES.index(a) for a in sources]),
        np.full(len(pairs), wanted.mask, np.uint16),
        np.array([ENTITIES.index(b) for b in targets]),
    )
    assert by_position.tolist() == answers.tolist()
    matrix = graph.relation_matrix()
    assert matrix.dtype == np.uint16
    assert matrix.ravel().tolist() == [graph.relations(a, b).mask for a, b in pairs]


def test_batches_see_what_was_added_since():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    assert graph.ask_many(["a"], "before", ["b"]).tolist() == [1]
    graph.add("b", "before", "c")
    assert graph.ask_many(["a"], Allen.AFTER, ["c"]).tolist() == [0]
    assert graph.relation_matrix().shape == (3, 3)


def test_wrong_batches_are_refused():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    with pytest.raises(KeyError, match="no entity 'z'"):
        graph.ask_many(["a"], "before", ["z"])
    with pytest.raises(IndexError, match="position"):
        graph.ask_many(np.array([0]), "before", np.array([2]))
    with pytest.raises(IndexError, match="position"):
        graph.ask_many(np.array([-1]), "before", np.array([1]))
    with pytest.raises(ValueError, match="sources"):
        graph.ask_many(["a"], "before", ["a", "b"])
    with pytest.raises(ValueError, match="relations"):
        graph.ask_many(["a"], ["before", "after"], ["b"])
    with pytest.raises(ValueError, match="masks"):
        graph.ask_many(["a"], np.array([1.0]), ["b"])
    assert graph.ask_many([], AllenSet(), []).tolist() == []


def test_a_set_is_one_of_its_relations_for_all():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add("b", "meets", "c")
    for wanted in ({"before", "meets"}, frozenset({"before", "meets", "after"})):
        assert graph.ask_many(["a", "b"], wanted, ["b", "c"]).tolist() == [1, 1]
    assert graph.ask_many(["a", "b"], ("meets", "before"), ["b", "c"]).tolist() == [0, 0]


def test_masks_beyond_all_relations_are_refused():
    graph = TimeGraph()
    graph.add("a", "before", "b")
    for mask in (8192, 65536):
        with pytest.raises(ValueError, match=f"at most 8191, not {mask}"):
            graph.ask_many(["a"], np.array([mask], np.uint32), ["b"])


@each_engine
@pytest.mark.parametrize("wrong", [np.array(0), np.array([[0]])], ids=["0", "2"])
def test_arrays_of_positions_have_one_dimension(engine, wrong):
    graph = TimeGraph(engine=engine)
    graph.add("a", "before", "b")
    right = np.array([1])
    with pytest.raises(ValueError, match=r"sources as an array has one dimension, not [02]"):
        graph.ask_many(wrong, "before", right)
    with pytest.raises(ValueError, match=r"targets as an array has one dimension, not [02]"):
        graph.ask_many(right, "before", wrong)


@each_engine
@pytest.mark.parametrize("wrong", [5, None, iter(["a"]), {"a"}, "a"])
def test_what_is_no_sequence_of_entities_is_refused(engine, wrong):
    graph = TimeGraph(engine=engine)
    graph.add("a", "before", "b")
    with pytest.raises(TypeError, match="sources is a sequence of entities, not"):
        graph.ask_many(wrong, "before", ["b"])
