"""What follows from the links chosen so far, closed: the working ground of every search."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from timegraph.decoding.kernels import search
from timegraph.decoding.problem import Bools, Ints, Longs, Problem
from timegraph.decoding.vocabulary import Vocabulary

__all__ = ["State"]


class State:
    """The closure of given links and of links that are added one by one, and what it is worth."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        words, n = problem.words, len(problem.entities)
        size = n * words.points
        self.arcs = arc_table(words)
        self.class_of = np.array(words.classes[0], np.int32)
        self.log = np.empty((size * size * 2 + 1, 3), np.int32)
        self.touched = np.empty((size * size * 2 + 1, 2), np.int32)
        self.before = np.zeros((size, size), np.int8)
        np.fill_diagonal(self.before, 1)
        lasting = [(2 * v, 2 * v + 1, 2) for v in range(n)] if words.points == 2 else []
        fixed = np.array(lasting, np.int32).reshape(-1, 3)
        self.consistent = close(self.before, np.concatenate([fixed, problem.given], dtype=np.int32))
        self.reset()

    def reset(self) -> None:
        """Forget all links but the given ones."""
        self.known: NDArray[np.int8] = self.before.copy()
        self.now = self.classes()

    def classes(self) -> Ints:
        """What follows for each pair, as a class of the vocabulary."""
        return self.class_of[self.codes()]

    def codes(self) -> Longs:
        """What follows for each pair, as a code of the vocabulary."""
        p, q = self.problem.pairs[:, 0], self.problem.pairs[:, 1]
        label = np.array([[0, 4, 5], [2, 3, 0], [1, 0, 0]], np.int64)
        if self.problem.words.points == 1:
            return label[self.known[p, q], self.known[q, p]]
        code = np.zeros(len(p), np.int64)
        for k in range(4):
            x, y = 2 * p + (k >> 1), 2 * q + (k & 1)
            code |= label[self.known[x, y], self.known[y, x]] << (3 * k)
        return code

    def possible(self) -> Bools:
        """Which choices of each pair can be, with what follows now."""
        words, closed = self.problem.words, self.problem.mode == "closed"
        rows = {}
        for code in set(self.codes().tolist()):
            mask = words.possible[code]
            strongest = words.strongest(mask) if closed else None
            least = words.meanings[strongest or 0]
            rows[code] = [
                bool(mask & meaning.mask) and (not closed or meaning <= least)
                for meaning in words.meanings
            ]
        table = [rows[code] for code in self.codes().tolist()]
        return np.array(table, np.bool_).reshape(-1, len(words))

    @cached_property
    def best_choice(self) -> Ints:
        """For each pair and class, what is chosen there."""
        problem, words = self.problem, self.problem.words
        table = np.zeros((len(problem.pairs), len(words.classes[1])), np.int32)
        for number, entailed in enumerate(words.classes[1]):
            if problem.mode == "closed":
                mask = min(entailed, key=lambda k: len(words.meanings[k]))
                table[:, number] = mask
            else:
                among = np.array(entailed)
                weights = np.where(problem.allowed, problem.weights, -(1 << 60))[:, among]
                table[:, number] = among[weights.argmax(axis=1)]
        return table

    @cached_property
    def values(self) -> Longs:
        """For each pair and class, what is chosen there weighs; what is not allowed weighs so
        little that nothing else makes up for it."""
        problem = self.problem
        rows = np.arange(len(problem.pairs))[:, None]
        weights = problem.weights[rows, self.best_choice]
        lost = 1 + 2 * int(np.abs(problem.weights).max(axis=1, initial=0).sum())
        return np.where(problem.allowed[rows, self.best_choice], weights, -lost)

    @property
    def chosen(self) -> Ints:
        """The choice for each pair."""
        return self.best_choice[np.arange(len(self.now)), self.now]

    @property
    def value(self) -> int:
        """What the choices weigh together, with what is lost where they are not allowed."""
        return int(self.values[np.arange(len(self.now)), self.now].sum())

    @property
    def feasible(self) -> bool:
        """Whether all that is chosen is allowed."""
        return bool(self.problem.allowed[np.arange(len(self.now)), self.chosen].all())

    def insert(self, links: Ints, *, least: int = 1) -> int:
        """Try links (pair, choice) in order; those that contradict others are left out, and those
        by which the value grows less than ``least``. Returns what it grows by."""
        return int(
            search.insert(
                self.known, links, self.arcs, self.problem.pairs, self.problem.words.points,
                self.problem.pair_of, self.now, self.values, self.class_of, self.log, self.touched,
                least,
            )
        )  # fmt: skip


@lru_cache(maxsize=64)
def arc_table(words: Vocabulary) -> Ints:
    """The arcs of each choice, filled up with zeros."""
    table = np.zeros((len(words), 1 + max(map(len, words.arcs)), 3), np.int32)
    for number, arcs in enumerate(words.arcs):
        if arcs:
            table[number, : len(arcs)] = arcs
    return table


def close(known: NDArray[np.int8], arcs: Ints) -> bool:
    """Close known under arcs; false if they contradict each other."""
    return bool(search.close(known, arcs))
