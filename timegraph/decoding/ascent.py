"""A bound of our own: dual ascent over triads of pairs, and over clauses as chains are found."""

from __future__ import annotations

import numpy as np

from timegraph.decoding.chains import Chains, Floats
from timegraph.decoding.kernels import ascent
from timegraph.decoding.multipliers import Clauses, Multipliers, remaining
from timegraph.decoding.problem import NEVER, Bools, Ints, Longs, Problem

__all__ = ["Ascent", "states_of", "triads_of"]

_SWEEPS = 20
_MOST_SWEEPS = 160
_TRIADS_A_STEP = 3_000_000
_MOST_CLAUSES = 400


def triads_of(problem: Problem) -> Ints:
    """All (pair of a and b, of b and c, of a and c) with a < b < c that have candidates."""
    table, known = problem.pair_of, problem.pair_of >= 0
    found = [np.empty((0, 3), np.int32)]
    for a in range(len(problem.entities)):
        after = np.nonzero(known[a])[0]
        b, c = np.nonzero(known[np.ix_(after, after)])
        b, c = after[b], after[c]
        found.append(np.stack([table[a, b], table[b, c], table[a, c]], axis=1))
    return np.concatenate(found)


def states_of(problem: Problem) -> Ints:
    """What the three pairs of a triad can be together."""
    return np.array(problem.words.triads(problem.mode), np.int32).reshape(-1, 3)


class Ascent:
    """Better multipliers, step by step, from those of the node that was worked on before."""

    def __init__(self, problem: Problem, clauses: Clauses, chains: Chains | None) -> None:
        self.problem, self.clauses, self.chains = problem, clauses, chains
        self.states = states_of(problem)
        self.settled = False

    def enter(self, allowed: Bools, multipliers: Multipliers) -> None:
        """Begin with a node."""
        # A step of many triads must not take long, since the clock is looked at between steps.
        number = max(1, len(multipliers.triads))
        self.most = max(4, min(_MOST_SWEEPS, _TRIADS_A_STEP // number))
        self.sweeps = min(_SWEEPS, self.most)
        self.multipliers = multipliers
        self.left = remaining(self.problem, allowed, multipliers)

    def step(self, seconds: float) -> Multipliers | None:
        """Go on; the multipliers then, ``None`` if nothing is left to choose."""
        before, sweeps = self.multipliers, self.sweeps
        self.sweeps = min(2 * sweeps, self.most)
        left, moved = self.left, before.moved.copy()
        if not ascent.ascend_triads(left, moved, before.triads, self.states, sweeps):
            return None
        if self.chains is not None:
            self.chains.find(self.best_shares(left), _MOST_CLAUSES)
        grown = np.zeros(len(self.clauses), np.int64)
        grown[: len(before.prices)] = before.prices
        starts, pairs, bits = self.clauses.arrays(len(grown))
        ascent.ascend_clauses(left, grown, starts, pairs, bits, sweeps)
        self.multipliers = Multipliers(before.scale, before.triads, moved, self.clauses, grown)
        self.left = remaining(self.problem, left > NEVER // 2, self.multipliers)
        return self.multipliers

    def restrict(self, allowed: Bools) -> None:
        """Allow only these choices from now on."""
        self.left = np.where(allowed, self.left, NEVER)

    @property
    def alive(self) -> Bools:
        """What no triad excludes."""
        return self.left > NEVER // 2

    def best_shares(self, left: Longs) -> Floats:
        """1 for the best choice of each pair, shared where several are best."""
        best = left == left.max(axis=1, keepdims=True)
        share: Floats = best / best.sum(axis=1, keepdims=True)
        return share

    @property
    def priorities(self) -> Longs:
        """What to try first: what is left with the pairs."""
        return self.left
