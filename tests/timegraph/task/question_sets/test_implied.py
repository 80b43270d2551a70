"""Answers that follow from the others, compared with all worlds."""

from __future__ import annotations

from hypothesis import given

from tests.oracle.facts import AnswersByWorlds
from tests.statement_sets import statement_sets, true_sets
from timegraph.allen import Allen
from timegraph.qa.contradictions import Statement, satisfiable
from timegraph.task.question_sets import Gathered, implied


@given(true_sets("abcd", most=9) | statement_sets("abcd", most=5).filter(satisfiable))
def test_what_follows_is_true_in_every_world_of_the_others(statements: list[Statement]) -> None:
    worlds = AnswersByWorlds(
        (statement.a, statement.relation, statement.b, statement.holds) for statement in statements
    )
    for number, one in enumerate(statements):
        found = implied(statements, number)
        gathered = Gathered()
        for other in [*statements[:number], *statements[number + 1 :]]:
            gathered.add(other)
        assert (found is not None) == worlds.follows(number) == gathered.imply(statements[number])
        if found is not None:
            assert number not in found
            premises = [statements[n] for n in found]
            assert not satisfiable([*premises, one.negated()])
            for left_out in range(len(premises)):
                rest = premises[:left_out] + premises[left_out + 1 :]
                assert satisfiable([*rest, one.negated()])


@given(true_sets("abcd", most=9))
def test_statements_are_gathered_one_by_one(statements: list[Statement]) -> None:
    gathered = Gathered()
    for number, statement in enumerate(statements):
        reason = implied(statements[: number + 1], number)
        assert gathered.imply(statement) == (reason is not None)
        gathered.add(statement)


def test_a_chain_implies_its_ends() -> None:
    chain = [
        Statement("a", Allen.BEFORE, "b", True),
        Statement("x", Allen.BEFORE, "y", True),
        Statement("b", Allen.BEFORE, "c", True),
    ]
    assert implied([*chain, Statement("c", Allen.BEFORE, "a", False)], 3) == (0, 2)
    assert implied([*chain, Statement("a", Allen.BEFORE, "y", True)], 3) is None
