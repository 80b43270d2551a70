"""Contradictions, their branches and the fewest answers to drop, compared with all worlds."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.drawing import examples
from tests.oracle.facts import AnswersByWorlds
from tests.statement_sets import statement_sets, true_sets
from timegraph._pace import Deadline, TimedOut
from timegraph.allen import Allen
from timegraph.links import PointConstraint
from timegraph.qa.contradictions import Consistency, Statement, branches_of, consistency, opposite


def by_worlds(statements: list[Statement]) -> AnswersByWorlds:
    return AnswersByWorlds(
        (statement.a, statement.relation, statement.b, statement.holds) for statement in statements
    )


@given(statement_sets("abc", most=8) | statement_sets("abcd", most=8))
def test_all_contradictions_and_the_fewest_to_drop(statements: list[Statement]) -> None:
    found = consistency(statements)
    expected = by_worlds(statements)
    assert found.consistent == expected.agree(range(len(statements)))
    assert found.all_found
    assert set(found.contradictions) == expected.contradictions()
    assert len(set(found.contradictions)) == len(found.contradictions)
    assert found.drop == expected.fewest_to_drop()


@given(true_sets("abcdefgh", most=30))
def test_what_is_true_in_a_world_has_none(statements: list[Statement]) -> None:
    assert consistency(statements) == Consistency(True)


@examples(60)
@given(statement_sets("abc", most=8))
def test_each_branch_ends_in_a_chain(statements: list[Statement]) -> None:
    for core in consistency(statements).contradictions:
        members = [statements[n] for n in core]
        open_ways = [member for member in members if len(member.ways) > 1]
        branches = list(branches_of(members))
        assert branches
        for branch in branches:
            chosen = dict(branch.choices)
            assert set(chosen) <= set(open_ways)
            said = {member: member.ways[0] for member in members if len(member.ways) == 1}
            said |= {one: (way,) for one, way in chosen.items()}
            for link in branch.chain.links:
                assert PointConstraint(link.x, link.op, link.y) in said[link.source]
            excluder, excluded = branch.excluded
            assert excluded in said[excluder]
            # What the chain concludes is the opposite of it.
            conclusion = branch.chain.conclusion
            assert isinstance(conclusion, PointConstraint)
            if excluded.op == "=":
                assert conclusion.op == "<"
                assert {conclusion.x, conclusion.y} == {excluded.x, excluded.y}
            else:
                against = opposite(excluded)
                assert (conclusion.x, conclusion.y) == (against.x, against.y)
                assert conclusion.op == "<" or against.op == "<="


def test_the_branches_of_a_no_with_several_ways() -> None:
    yes = Statement("a", Allen.EQUAL, "b", True)
    no = Statement("a", Allen.EQUAL, "b", False)
    branches = list(branches_of([no, yes]))
    assert [str(way) for branch in branches for _, way in branch.choices] == [
        "a.start < b.start",
        "b.start < a.start",
        "a.end < b.end",
        "b.end < a.end",
    ]
    assert {str(branch.chain.links[0].source) for branch in branches} == {"a equal b: yes"}


def test_branches_stop_when_the_time_is_up() -> None:
    same = [Statement("a", Allen.EQUAL, "b", holds) for holds in (True, False)]
    with pytest.raises(TimedOut):
        list(branches_of(same, Deadline(0)))


def test_many_pairs_that_contradict_each_other_are_dropped_one_of_each() -> None:
    pairs = [
        Statement(f"a{k}", Allen.BEFORE, f"b{k}", holds)
        for k in range(40)
        for holds in (True, False)
    ]
    found = consistency(pairs)
    assert found.contradictions == tuple((k, k + 1) for k in range(0, 80, 2))
    assert found.drop == tuple(range(0, 80, 2))
    assert found.all_found


def test_past_the_time_limit_nothing_is_claimed() -> None:
    statements = [Statement("a", Allen.EQUAL, "b", False), Statement("a", Allen.BEFORE, "b", True)]
    assert consistency(statements, time_limit=0) == Consistency(None, (), False, None)
