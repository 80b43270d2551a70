"""Answers that follow from other answers: to negate them leaves no world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.graph import TimeGraph
from timegraph.task.question_sets.blocks import block_of
from timegraph.task.question_sets.contradictions import minimal_core
from timegraph.task.question_sets.search import (
    NO_DEADLINE,
    Deadline,
    added_in_a_way,
    world_of_block,
)
from timegraph.task.question_sets.statements import Statement

__all__ = ["Gathered", "Implied", "determined", "implied"]


@dataclass(frozen=True, slots=True)
class Implied:
    """An answer that follows from the statements with the numbers ``premises``, none of which can
    be left out."""

    answer: Answer
    premises: tuple[int, ...]


def implied(
    statements: Sequence[Statement], number: int, deadline: Deadline = NO_DEADLINE
) -> Implied | None:
    """Why the statement of this number follows from all the others, ``None`` if it does not.

    The statements have to agree. Raises :class:`UndecidedError` if the time is up.
    """
    negated, block = _negated(statements, number)
    if world_of_block([negated[n] for n in block], deadline) is not None:
        return None
    core = minimal_core(negated, block, deadline)
    answer = Answer.YES if statements[number].holds else Answer.NO
    return Implied(answer, tuple(n for n in core if n != number))


class Gathered:
    """Statements that agree, gathered one by one, and which further ones follow from them.

    What the relations that hold imply is read off a graph, and most of what does not follow is
    shown by a world in which all are true: only what neither decides takes a search.
    """

    def __init__(self, statements: Iterable[Statement] = ()) -> None:
        self._statements: list[Statement] = []
        self._holding = TimeGraph()
        self._world: TimeGraph | None = TimeGraph()
        for statement in statements:
            self.add(statement)

    def add(self, statement: Statement) -> None:
        """Gather a statement, which agrees with the others."""
        self._statements.append(statement)
        if statement.holds:
            self._holding.add(statement.a, statement.relation, statement.b)
        if self._world is not None and not added_in_a_way(self._world, statement):
            self._world = None

    def imply(self, statement: Statement) -> bool:
        """Whether :func:`implied` has a reason for the statement among them, without the reason."""
        a, b = statement.a, statement.b
        for entity in (a, b):
            self._holding.add_entity(entity)
        possible = self._holding.relations(a, b)
        if (
            possible <= AllenSet(statement.relation)
            if statement.holds
            else (statement.relation not in possible)
        ):
            return True
        if self._world is None:
            self._world = world_of_block(self._statements, NO_DEADLINE)
        assert self._world is not None, "the statements agree"
        if added_in_a_way(self._world.copy(), statement.negated()):
            return False
        negated, block = _negated([*self._statements, statement], len(self._statements))
        return world_of_block([negated[n] for n in block], NO_DEADLINE) is None


def _negated(
    statements: Sequence[Statement], number: int
) -> tuple[list[Statement], tuple[int, ...]]:
    """The statements with this one negated, and the block that it is in."""
    negated = [*statements[:number], statements[number].negated(), *statements[number + 1 :]]
    return negated, block_of(negated, number)


def determined(
    statements: Sequence[Statement], asked: Statement, deadline: Deadline = NO_DEADLINE
) -> Implied | None:
    """The answer that the statements, which have to agree, give to another question; ``None`` if
    both answers are possible beside them. Whether ``asked`` holds does not matter.

    Raises :class:`UndecidedError` if the time is up.
    """
    together = [*statements, asked]
    for candidate in (together, [*statements, asked.negated()]):
        answer = implied(candidate, len(statements), deadline)
        if answer is not None:
            return answer
    return None
