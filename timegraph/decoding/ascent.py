"""A bound of our own: dual ascent over triads of pairs, and over clauses as chains are found."""

from __future__ import annotations

import time

import numpy as np

from timegraph.decoding.chains import Chains, Floats
from timegraph.decoding.kernels import ascent
from timegraph.decoding.multipliers import Clauses, Multipliers, remaining
from timegraph.decoding.problem import NEVER, Bools, Ints, Longs, Problem

__all__ = ["Ascent", "states_of", "triads_of"]

_SWEEPS = 12
_MOST_SWEEPS = 160
_TRIADS_A_STEP = 2_000_000
# Seconds of a sweep over one triad, before it has been measured.
_COST = 1e-6
# So many steps may at most be needed to prove the best; of smoothed ones, so many sweeps.
_PATIENCE = 12.0
_FIRST_PATIENCE = 48.0
_QUICK_PATIENCE = 3.0
_SMOOTH_PATIENCE = 3_000
# The temperature falls from a share of what a triad may weigh, as long as few exponentials are cut
# off and the bound is rounded by less than smoothing changes it.
_HOT = 0.3
_COOLING = 0.65
_CUT_OFF = 0.0004
_COLD = 0.05
_MOST_CLAUSES = 400


def triads_of(problem: Problem) -> Ints:
    """All (pair of a and b, of b and c, of a and c) with a < b < c that have candidates."""
    table, known = problem.pair_of, np.triu(problem.pair_of >= 0)
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
    """Better multipliers, step by step, from those of the node that was worked on before.

    The first node begins with steps in whole numbers if they are quick: they prove what is easy.
    Smoothed steps follow. Their temperature falls until too many exponentials are cut off; when
    they have become slow, steps in whole numbers come again.
    """

    settled = False
    cost: float
    """Seconds of a sweep: no step takes less."""

    def __init__(
        self, problem: Problem, triads: Ints, clauses: Clauses, chains: Chains | None
    ) -> None:
        self.problem, self.clauses, self.chains = problem, clauses, chains
        self.states = states_of(problem)
        flat = triads.ravel()
        self.slots = np.argsort(flat, kind="stable").astype(np.int32)
        numbers = np.arange(len(problem.pairs) + 1)
        self.starts = np.searchsorted(flat[self.slots], numbers).astype(np.int32)
        # A step of many triads must not take long, since Ctrl-C is heard between steps.
        self.most = max(1, min(_MOST_SWEEPS, _TRIADS_A_STEP // max(1, len(triads))))
        self.entered, self.cost = False, _COST * len(triads)
        spread = int(np.ptp(problem.weights, axis=1).sum())
        self.temperature = _HOT * max(1, spread) / max(1, len(triads))

    def enter(self, allowed: Bools, multipliers: Multipliers) -> None:
        """Begin with a node."""
        # Nodes after the first begin with good multipliers.
        self.first, self.entered = not self.entered, True
        self.smooth = self.cooling = False
        self.multipliers = self.start = multipliers
        self.sweeps = min(_SWEEPS, self.most)
        self.smoothing = self.first and len(multipliers.triads) > 0
        self.restrict(allowed)
        if self.most < _MOST_SWEEPS:
            self.hurry()

    def restrict(self, allowed: Bools) -> None:
        """Allow only these choices from now on."""
        self.allowed = allowed
        self.left = remaining(self.problem, allowed, self.multipliers)

    @property
    def thorough(self) -> bool:
        """Whether more than what is easy is to be found."""
        return not self.smoothing

    @property
    def patience(self) -> float:
        """How many such steps may at most be needed to prove the best, before it is time for
        something else."""
        if self.smooth:
            return _SMOOTH_PATIENCE / self.sweeps
        if self.smoothing:
            return _QUICK_PATIENCE
        return _FIRST_PATIENCE if self.first else _PATIENCE

    def hurry(self) -> bool:
        """Whether there is another way to go on, now that the bound falls slowly."""
        more = self.smooth or self.smoothing
        self.smooth = self.cooling = self.smoothing
        self.smoothing = False
        if self.smooth:
            self.sweeps, self.multipliers = min(_SWEEPS, self.most), self.start
            self.restrict(self.allowed)
        return more

    def step(self, deadline: float) -> Multipliers | None:
        """Go on; the multipliers then, ``None`` if nothing is left to choose."""
        before, begin = self.multipliers, time.monotonic()
        sweeps = self.sweeps
        if self.cost * sweeps > deadline - begin:
            sweeps = max(1, int((deadline - begin) / self.cost))
        self.sweeps = min(2 * self.sweeps, self.most)
        moved, left = before.moved.copy(), self.left
        if self.smooth:
            if not self._smoothed(before, moved, sweeps):
                return None
            made = Multipliers(before.scale, before.triads, moved, self.clauses, before.prices)
            left = remaining(self.problem, self.allowed, made)
        elif not ascent.ascend_triads(left, moved, before.triads, self.states, sweeps):
            return None
        if self.chains is not None:
            self.chains.find(self.best_shares(left), _MOST_CLAUSES, deadline)
        grown = np.zeros(len(self.clauses), np.int64)
        grown[: len(before.prices)] = before.prices
        starts, pairs, bits = self.clauses.arrays(len(grown))
        ascent.ascend_clauses(left, grown, starts, pairs, bits, sweeps)
        self.multipliers = Multipliers(before.scale, before.triads, moved, self.clauses, grown)
        self.restrict(left > NEVER // 2)
        self.cost = (time.monotonic() - begin) / sweeps
        return self.multipliers

    def _smoothed(self, before: Multipliers, moved: Longs, sweeps: int) -> bool:
        """A smoothed step, which changes ``moved``; whether anything is left to choose."""
        triads, scale = before.triads, before.scale
        shared = self.left.copy()
        np.add.at(shared, triads, moved)
        cut = ascent.smooth_triads(
            np.where(self.allowed, shared, NEVER), moved, triads, self.starts, self.slots,
            self.states, self.temperature * scale, sweeps,
        )  # fmt: skip
        if self.cooling:
            self.cooling = cut <= _CUT_OFF * moved.size and self.temperature * len(triads) > _COLD
            self.temperature *= _COOLING if self.cooling else 1.0
        return cut >= 0

    def best_shares(self, left: Longs) -> Floats:
        """1 for the best choice of each pair, shared where several are best."""
        best = left == left.max(axis=1, keepdims=True)
        share: Floats = best / best.sum(axis=1, keepdims=True)
        return share

    @property
    def priorities(self) -> Longs:
        """What to try first: what is left with the pairs."""
        return self.left
