"""Multipliers, and the bound that they prove: whole numbers, whatever found them.

Every triad of pairs takes ``moved[slot, choice]`` over from its pairs, every clause has a price
that its choices weigh less each. An annotation is worth what is left with its pairs, plus what its
triads took over, plus the price of every clause for all its pairs but one; so at most the sum of
the best of each. That holds for any whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from timegraph.decoding.kernels import ascent
from timegraph.decoding.problem import NEVER, Bools, Ints, Longs, Problem

__all__ = ["Clause", "Clauses", "Multipliers", "remaining", "scale_of", "upper_bound"]

Clause = tuple[tuple[int, int], ...]
"""(pair, choices as bits): not all of these pairs can have one of these choices."""


class Clauses:
    """Clauses in the order in which they were found; none is taken out."""

    def __init__(self) -> None:
        self.all: list[Clause] = []
        self._known: set[Clause] = set()

    def __len__(self) -> int:
        return len(self.all)

    def add(self, clause: Clause) -> bool:
        """Keep a clause; whether it is new."""
        new = clause not in self._known
        if new:
            self.all.append(clause)
            self._known.add(clause)
        return new

    def arrays(self, number: int) -> tuple[Ints, Ints, Longs]:
        """The first so many as arrays: where each begins, its pairs, and their choices as bits."""
        kept = self.all[:number]
        starts = np.cumsum([0, *map(len, kept)]).astype(np.int32)
        flat = [member for clause in kept for member in clause]
        table = np.array(flat, np.int64).reshape(-1, 2)
        return starts, table[:, 0].astype(np.int32), table[:, 1].copy()


@dataclass(frozen=True, eq=False)
class Multipliers:
    """``moved[triad, slot, choice]`` for ``triads`` of pairs, and prices of the first of the
    ``clauses``; all are multiples of 1 / ``scale``."""

    scale: int
    triads: Ints
    moved: Longs
    clauses: Clauses
    prices: Longs

    @cached_property
    def priced(self) -> tuple[Ints, Ints, Longs]:
        """The clauses that have prices, as arrays."""
        return self.clauses.arrays(len(self.prices))


def scale_of(problem: Problem) -> int:
    """A scale at which no sum leaves the whole numbers of 64 bits."""
    total = 1 + int(np.abs(problem.weights).max(axis=1, initial=0).sum())
    return 1 << max(0, min(24, 57 - total.bit_length()))


def remaining(problem: Problem, allowed: Bools, multipliers: Multipliers) -> Longs:
    """What is left with each choice of each pair, scaled; ``NEVER`` where it is not allowed."""
    left: Longs = problem.weights * multipliers.scale
    np.subtract.at(left, multipliers.triads, multipliers.moved)
    starts, pairs, bits = multipliers.priced
    price = np.repeat(multipliers.prices, np.diff(starts))
    inside = bits[:, None] >> np.arange(left.shape[1]) & 1
    np.subtract.at(left, pairs, price[:, None] * inside)
    return np.where(allowed, left, NEVER)


def upper_bound(left: Longs, multipliers: Multipliers, states: Ints) -> tuple[int, Longs]:
    """The bound, scaled, ``NEVER`` if some pair or triad has nothing left to choose; and how much
    lower it is at least, scaled, for annotations with each choice of each pair."""
    best = left.max(axis=1, keepdims=True)
    losses = np.where(left > NEVER // 2, best - left, -NEVER)
    most = np.empty(len(multipliers.triads), np.int64)
    ascent.triad_losses(multipliers.moved, multipliers.triads, states, left, losses, most)
    if min(best.min(initial=0), most.min(initial=0)) < NEVER // 2:
        return NEVER, losses
    others = np.diff(multipliers.priced[0]) - 1
    return int(best.sum() + most.sum() + (multipliers.prices * others).sum()), losses
