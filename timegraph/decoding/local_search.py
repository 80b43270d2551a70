"""A good annotation: links by falling weight, then entities moved to other places again and again.

What is found has no proof; the bound tells how much better another could be.
"""

from __future__ import annotations

import time

import numpy as np

from timegraph.decoding.kernels import search
from timegraph.decoding.problem import NEVER, Ints, Longs, Problem
from timegraph.decoding.state import State

__all__ = ["Best", "LocalSearch", "by_margin"]


# Between two looks at the clock: links, or moves of entities, by the cells of the matrix of points.
_LINKS_A_TURN, _MOVES_A_TURN = 20_000_000, 2_000_000


class Best:
    """The best annotation so far: ``chosen`` for each pair, and its ``value``."""

    def __init__(self) -> None:
        self.chosen: Ints | None = None
        self.value = NEVER

    def offer(self, state: State) -> bool:
        """Keep what a state has chosen if it is allowed and better."""
        value = state.value
        if value <= self.value or not state.feasible:
            return False
        self.chosen, self.value = state.chosen.copy(), value
        return True


def by_margin(problem: Problem, weights: Longs) -> Ints:
    """All links (pair, choice) that may be chosen and claim something, those first that weigh most
    more than claiming nothing; ties in the order of the pairs."""
    margin = weights - np.where(problem.allowed[:, :1], weights[:, :1], 0)
    pair, choice = np.nonzero(problem.allowed[:, 1:])
    order = np.argsort(-margin[pair, choice + 1], kind="stable")
    return np.stack([pair[order], choice[order] + 1], axis=1).astype(np.int32)


class LocalSearch:
    """Search from greedy starts, with a seed."""

    def __init__(self, problem: Problem, seed: int, best: Best) -> None:
        self.problem, self.best = problem, best
        self.state = State(problem)
        self.stalled = False
        self.random = np.array([seed & 0x7FFFFFFF], np.int64)
        weights = problem.weights
        margin = weights - np.where(problem.allowed[:, :1], weights[:, :1], 0)
        rows = [
            (v, pair, choice)
            for pair, (a, b) in enumerate(problem.pairs.tolist())
            for choice in range(1, len(problem.words))
            if problem.allowed[pair, choice]
            for v in (a, b)
        ]
        table = np.array(sorted(rows), np.int64).reshape(-1, 3)
        self.candidates = table[:, 1:].astype(np.int32)
        self.keys = margin[table[:, 1], table[:, 2]]
        self.starts = np.searchsorted(table[:, 0], np.arange(len(problem.entities) + 1)).astype(
            np.int32
        )

    def greedy(self, deadline: float) -> None:
        """Start from links by falling weight, as drop-link has them, whatever the time; then from
        those that help."""
        self.state.insert(by_margin(self.problem, self.problem.weights), least=NEVER)
        self.best.offer(self.state)
        self.follow(self.problem.weights, deadline)

    def follow(self, priorities: Longs, deadline: float) -> None:
        """Start from links by priority, and go on with those that help."""
        self.state.reset()
        order = by_margin(self.problem, priorities)
        turn = 1 + _LINKS_A_TURN // self.state.known.size
        for first in range(0, len(order), turn):
            self.state.insert(order[first : first + turn])
            if time.monotonic() >= deadline:
                break
        self.best.offer(self.state)

    def take(self, chosen: Longs) -> None:
        """Start from exactly these choices, also where one alone makes the rest worth less."""
        self.state.reset()
        links = [(pair, choice) for pair, choice in enumerate(chosen.tolist()) if choice]
        self.state.insert(np.array(links, np.int32).reshape(-1, 2), least=NEVER)
        self.best.offer(self.state)

    def improve(self, rounds: int, deadline: float) -> None:
        """Move entities about, so many times at most."""
        state, problem = self.state, self.problem
        turn, gain = 1 + _MOVES_A_TURN // state.known.size, 0
        for first in range(0, rounds, turn):
            gain += search.improve(
                state.known, state.before, self.candidates, self.keys, self.starts,
                state.arcs, problem.pairs, problem.words.points, problem.pair_of, state.now,
                state.values, state.class_of, state.log, state.touched, self.random,
                min(turn, rounds - first),
            )  # fmt: skip
            if time.monotonic() >= deadline:
                break
        self.stalled = gain <= 0
        self.best.offer(state)
