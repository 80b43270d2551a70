"""Answers that follow from other answers: to negate them leaves no world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timegraph.answer import Answer
from timegraph.task.question_sets.blocks import block_of
from timegraph.task.question_sets.contradictions import minimal_core
from timegraph.task.question_sets.search import NO_DEADLINE, Deadline, world_of_block
from timegraph.task.question_sets.statements import Statement

__all__ = ["Implied", "determined", "follows", "implied"]


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


def follows(statements: Sequence[Statement], number: int, deadline: Deadline = NO_DEADLINE) -> bool:
    """Whether :func:`implied` has a reason, which is decided without looking for the reason."""
    negated, block = _negated(statements, number)
    return world_of_block([negated[n] for n in block], deadline) is None


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
