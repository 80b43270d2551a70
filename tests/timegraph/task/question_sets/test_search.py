"""The search for a world, compared with all worlds."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.oracle.facts import AnswersByWorlds
from tests.statement_sets import statement_sets, true_sets
from timegraph._pace import Deadline, TimedOut
from timegraph.allen import Allen
from timegraph.qa.contradictions import Statement, satisfiable, world_of_block


def by_worlds(statements: list[Statement]) -> AnswersByWorlds:
    return AnswersByWorlds(
        (statement.a, statement.relation, statement.b, statement.holds) for statement in statements
    )


@given(statement_sets("abcd", most=9))
def test_a_world_is_found_iff_there_is_one(statements: list[Statement]) -> None:
    there_is = by_worlds(statements).agree(range(len(statements)))
    assert satisfiable(statements) == there_is
    assert (world_of_block(statements, Deadline(None)) is not None) == there_is


@given(true_sets("abcdefghij", most=40))
def test_what_is_true_in_a_world_has_one(statements: list[Statement]) -> None:
    assert satisfiable(statements)
    graph = world_of_block(statements, Deadline(None))
    assert graph is not None
    for statement in statements:
        answer = graph.ask(statement.a, statement.relation, statement.b)
        assert str(answer) == ("yes" if statement.holds else "no")


def test_what_the_time_does_not_decide_is_not_decided() -> None:
    statements = [
        Statement("a", Allen.EQUAL, "b", False),
        Statement("b", Allen.EQUAL, "c", False),
        Statement("a", Allen.EQUAL, "c", True),
    ]
    with pytest.raises(TimedOut):
        satisfiable(statements, Deadline(0))
    assert satisfiable(statements)
