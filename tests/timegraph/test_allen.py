"""The 13 relations: computed tables against concrete intervals."""

from __future__ import annotations

import copy
import json
import pickle
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, RelationName

POINTS = st.integers(0, 7)
INTERVALS = st.tuples(POINTS, POINTS).filter(lambda pair: pair[0] < pair[1])
SETS = st.builds(AllenSet.from_mask, st.integers(0, 8191))


@given(INTERVALS, INTERVALS)
def test_exactly_one_relation_holds_and_its_converse_the_other_way(a, b):
    relation = Allen.between(a, b)
    assert Allen.between(b, a) is relation.converse
    assert relation.converse.converse is relation


@given(INTERVALS, INTERVALS, INTERVALS)
def test_composition_holds_in_every_world(a, b, c):
    first, second = Allen.between(a, b), Allen.between(b, c)
    assert Allen.between(a, c) in AllenSet(first).compose(AllenSet(second))


def test_composition_is_tight():
    assert AllenSet("before").compose(AllenSet("before")) == AllenSet("before")
    assert AllenSet("during").compose(AllenSet("before")) == AllenSet("before")
    assert AllenSet("before").compose(AllenSet("after")) == AllenSet.all()
    assert len(AllenSet("overlaps").compose(AllenSet("overlaps"))) == 3
    sizes = [len(AllenSet(a).compose(AllenSet(b))) for a in Allen for b in Allen]
    assert sum(sizes) == 409  # the entries of Allen's published table


@given(SETS, SETS)
def test_sets_behave_as_python_sets_do(a, b):
    left, right = set(a), set(b)
    assert set(a | b) == left | right
    assert set(a & b) == left & right
    assert set(a - b) == left - right
    assert set(a ^ b) == left ^ right
    assert set(~a) == set(Allen) - left
    assert (a <= b, a < b, a >= b, a > b) == (
        left <= right,
        left < right,
        left >= right,
        left > right,
    )
    assert len(a) == len(left)
    assert AllenSet(left) == a
    assert hash(AllenSet(left)) == hash(a)
    assert set(a.converse) == {r.converse for r in left}
    assert pickle.loads(pickle.dumps(a)) == a


def test_names_are_read_generously_and_refused_helpfully():
    assert Allen.parse(" Met-By ") is Allen.MET_BY
    assert Allen.parse("finished by") is Allen.FINISHED_BY
    assert "after" in AllenSet(["before", "after"])
    with pytest.raises(ValueError, match="known: before, meets"):
        Allen.parse("IBEFORE")
    with pytest.raises(TypeError, match="not int"):
        AllenSet(3)
    with pytest.raises(TypeError, match="is neither an Allen relation nor the name of one"):
        AllenSet([3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="13 bits"):
        AllenSet.from_mask(1 << 13)
    with pytest.raises(ValueError, match="starts before it ends"):
        Allen.between((1, 1), (2, 3))


def test_sets_are_immutable_and_print_their_members():
    both = AllenSet(["meets", "before"])
    with pytest.raises(AttributeError, match="immutable"):
        both.mask = 3
    assert str(both) == "before, meets"
    assert repr(both) == "AllenSet('before', 'meets')"
    assert str(AllenSet()) == "none"


@given(st.integers(0, 8191), st.sampled_from(list(Allen)))
def test_a_relation_is_in_a_set_by_member_and_by_name(mask, relation):
    chosen = AllenSet.from_mask(mask)
    assert (relation in chosen) == (relation.value in chosen) == (relation in set(chosen))
    assert AllenSet(relation.value).mask == AllenSet([relation.value]).mask == 1 << relation.index


def test_a_relation_is_its_word() -> None:
    assert json.dumps(list(Allen)) == json.dumps([relation.value for relation in Allen])
    assert {Allen.BEFORE: 1}["before"] == 1
    assert (f"{Allen.MET_BY}", str(Allen.MEETS)) == ("met_by", "meets")
    assert AllenSet(Allen.BEFORE) == AllenSet("before") == AllenSet([Allen.BEFORE])
    assert copy.deepcopy(Allen.DURING) is Allen.DURING
    assert pickle.loads(pickle.dumps(Allen.DURING)) is Allen.DURING


@given(SETS)
def test_the_repr_of_a_set_can_be_pasted_back(relations: AllenSet) -> None:
    assert eval(repr(relations)) == relations
    assert repr(Allen.MET_BY) == "Allen.MET_BY"


def test_a_set_of_single_relations() -> None:
    assert AllenSet("before", Allen.MEETS) == AllenSet(["before", "meets"])
    with pytest.raises(TypeError, match="either one collection or single relations"):
        AllenSet(["before"], "meets")


def test_the_names_for_type_checkers() -> None:
    """Each is read, and all 13 are there with each separator and in capitals."""
    names = get_args(RelationName)
    spellings = {one.value.replace("_", between) for one in Allen for between in "_- "}
    assert set(names) == spellings | {one.name for one in Allen}
    assert len(names) == len(set(names))
    assert {Allen.parse(name) for name in names} == set(Allen)
