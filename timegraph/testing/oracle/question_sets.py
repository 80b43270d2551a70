"""Sets of answers by brute force: every world is listed, and what is true in it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import combinations

from timegraph.allen import Allen
from timegraph.testing.oracle.meaning import relation_of
from timegraph.testing.oracle.weak_orders import worlds

__all__ = ["AnswersByWorlds"]

Said = tuple[Hashable, Allen, Hashable, bool]
"""``a relation b`` and whether it holds."""


@cache
def _relations(count: int) -> tuple[tuple[tuple[Allen, ...], ...], ...]:
    """For each world of so many intervals, the relation of each to each."""
    return tuple(
        tuple(
            tuple(
                relation_of(*((w[k, "start"], w[k, "end"]) for k in (a, b))) for b in range(count)
            )
            for a in range(count)
        )
        for w in worlds(range(count))
    )


class AnswersByWorlds:
    """Statements about up to four entities, and every set of them that a world makes true."""

    def __init__(self, statements: Iterable[Said]) -> None:
        self.statements = tuple(statements)
        entities = dict.fromkeys(e for a, _, b, _ in self.statements for e in (a, b))
        number = {entity: k for k, entity in enumerate(entities)}
        self.true_together = {
            frozenset(
                n
                for n, (a, relation, b, holds) in enumerate(self.statements)
                if (world[number[a]][number[b]] is relation) == holds
            )
            for world in _relations(len(number))
        }

    def agree(self, numbers: Iterable[int]) -> bool:
        """Whether some world makes the statements of these numbers true."""
        asked = frozenset(numbers)
        return any(asked <= true for true in self.true_together)

    def contradictions(self) -> set[tuple[int, ...]]:
        """Every minimal set that no world makes true."""
        cores: set[tuple[int, ...]] = set()
        for size in range(1, len(self.statements) + 1):
            for subset in combinations(range(len(self.statements)), size):
                if not self.agree(subset) and not any(set(c) <= set(subset) for c in cores):
                    cores.add(subset)
        return cores

    def fewest_to_drop(self) -> tuple[int, ...]:
        """The fewest statements without which the others agree; of several sets the first."""
        everyone: Sequence[int] = range(len(self.statements))
        for size in range(len(everyone) + 1):
            for dropped in combinations(everyone, size):
                if self.agree(n for n in everyone if n not in dropped):
                    return dropped
        raise AssertionError("nothing is left, and still it does not agree")

    def follows(self, number: int) -> bool:
        """Whether the statement is true in every world in which all the others are."""
        others = frozenset(range(len(self.statements))) - {number}
        return not any(others <= true and number not in true for true in self.true_together)
