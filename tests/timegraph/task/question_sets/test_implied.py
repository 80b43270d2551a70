"""Answers that follow from the others, compared with all worlds."""

from __future__ import annotations

from hypothesis import given

from tests.oracle.facts import AnswersByWorlds
from tests.statement_sets import statement_sets, true_sets
from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.qa.contradictions import Statement, satisfiable
from timegraph.task.question_sets.gold_answers import Gathered, Implied, determined, implied


@given(true_sets("abcd", most=9) | statement_sets("abcd", most=5).filter(satisfiable))
def test_what_follows_is_true_in_every_world_of_the_others(statements: list[Statement]) -> None:
    worlds = AnswersByWorlds(
        (statement.a, statement.relation, statement.b, statement.holds) for statement in statements
    )
    for number, one in enumerate(statements):
        found = implied(statements, number)
        gathered = Gathered([*statements[:number], *statements[number + 1 :]])
        assert (found is not None) == worlds.follows(number) == gathered.imply(statements[number])
        if found is not None:
            assert found.answer is (Answer.YES if one.holds else Answer.NO)
            assert number not in found.premises
            premises = [statements[n] for n in found.premises]
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


@given(true_sets("abc", most=6))
def test_an_answer_is_determined_if_the_other_one_leaves_no_world(
    statements: list[Statement],
) -> None:
    asked = Statement("a", Allen.BEFORE, "b", True)
    found = determined(statements, asked)
    yes, no = satisfiable([*statements, asked]), satisfiable([*statements, asked.negated()])
    expected = None if yes and no else Answer.YES if yes else Answer.NO
    assert (found and found.answer) == expected


def test_a_chain_determines_its_ends() -> None:
    chain = [
        Statement("a", Allen.BEFORE, "b", True),
        Statement("x", Allen.BEFORE, "y", True),
        Statement("b", Allen.BEFORE, "c", True),
    ]
    assert determined(chain, Statement("c", Allen.BEFORE, "a", True)) == Implied(Answer.NO, (0, 2))
    assert determined(chain, Statement("a", Allen.BEFORE, "y", True)) is None
