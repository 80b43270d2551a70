"""Cuts from the closure: chains of links that contradict each other or entail a label.

Triads are complete only for starts and for all pairs: they miss a cycle of four without diagonals,
and most contradictions of intervals. A chain takes, of each pair on it, the choices that entail the
step; so one clause speaks of all of them.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph.decoding.kernels import paths
from timegraph.decoding.multipliers import Clauses
from timegraph.decoding.problem import Ints, Problem
from timegraph.decoding.vocabulary import Arc, Vocabulary

__all__ = ["Chains", "Floats", "steps_of"]

Floats: TypeAlias = NDArray[np.float64]
_SLACK = 1e-4


@lru_cache(maxsize=64)
def steps_of(words: Vocabulary) -> tuple[tuple[Arc, int], ...]:
    """The distinct arcs of all choices, and the choices that entail each, as bits."""
    arcs = {arc for row in words.arcs for arc in row}
    arcs |= {(p, q, 1) for p, q, _ in arcs}
    return tuple((arc, _entailing(words, arc)) for arc in sorted(arcs))


def _entailing(words: Vocabulary, arc: Arc) -> int:
    """The choices that entail an arc between a point of a and a point of b."""
    p, q, strength = arc
    signs: tuple[int, ...] = (-1,) if strength == 2 else (-1, 0)
    if p >= words.points:
        p, q, signs = q, p, tuple(-sign for sign in signs)
    pair = 2 * p + q - words.points if words.points == 2 else 0
    return sum(
        1 << k
        for k, meaning in enumerate(words.meanings)
        if all(relation.signs[pair] in signs for relation in meaning)
    )


def _targets(words: Vocabulary) -> list[tuple[tuple[Arc, ...], int]]:
    """Arcs that, entailed together, leave a closed pair only some choices (as bits)."""
    found = [
        (words.arcs[k], sum(1 << j for j, other in enumerate(words.meanings) if other <= meaning))
        for k, meaning in enumerate(words.meanings)
        if k
    ]
    if words.points == 1:
        # A chain of before and equal is before or equal.
        found += [((arc,), bits) for arc, bits in steps_of(words) if arc[2] == 1]
    return found


class Chains:
    """The points and possible steps of a problem, and the search for violated clauses."""

    def __init__(self, problem: Problem, clauses: Clauses) -> None:
        self.problem, self.clauses = problem, clauses
        words, n = problem.words, len(problem.entities)
        self.size = n * words.points
        steps = steps_of(words)
        a, b = problem.pairs[:, 0].astype(np.int64), problem.pairs[:, 1].astype(np.int64)
        number = np.arange(len(problem.pairs))
        rows = []
        for (p, q, strength), bits in steps:
            rows.append(
                np.stack(
                    [
                        self._point(p, a, b),
                        self._point(q, a, b),
                        np.full(len(a), strength == 2),
                        number,
                        np.full(len(a), bits),
                    ],
                    axis=1,
                )
            )
        always = [(2 * v, 2 * v + 1, 1, -1, 0) for v in range(n)] if words.points == 2 else []
        always += [(x, y, int(s == 2), -1, 0) for x, y, s in problem.given.tolist()]
        table = np.concatenate([np.array(always, np.int64).reshape(-1, 5), *rows])
        self.table = table[np.argsort(table[:, 0], kind="stable")].astype(np.int64)
        choices = len(words)
        self.inside = (self.table[:, 4:] >> np.arange(choices) & 1).astype(np.float64)

    def _point(self, point: int, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        points = self.problem.words.points
        return points * a + point if point < points else points * b + point - points

    def find(self, share: Floats, most: int, deadline: float) -> None:
        """Add clauses that ``share`` (of each choice of each pair) violates, at most about so
        many."""
        pair = self.table[:, 3]
        length = 1 - (share[pair] * self.inside).sum(axis=1)
        length[pair < 0] = 0
        kept = np.nonzero(length < 1 - _SLACK)[0]
        self.kept = self.table[kept]
        self.lengths = np.maximum(length[kept], 0)
        self.starts = np.searchsorted(self.kept[:, 0], np.arange(self.size + 1)).astype(np.int32)
        self.heads = self.kept[:, 1].astype(np.int32)
        self.strict = self.kept[:, 2].astype(np.int32)
        before = len(self.clauses)
        closed = self.problem.mode == "closed"
        every = np.empty((self.size if closed else 1, 2 * self.size), np.float64)
        for source in range(self.size):
            row = every[source if closed else 0]
            came = self._cheapest(source, row)
            if row[2 * source + 1] < 1 - _SLACK:
                self._add(self._chain(came, source, 2 * source + 1))
            if len(self.clauses) - before >= most or time.monotonic() >= deadline:
                return
        if closed:
            self._implications(share, every, before + most)

    def _cheapest(self, source: int, row: Floats) -> Ints:
        came = np.empty(2 * self.size, np.int32)
        paths.cheapest(source, self.starts, self.heads, self.strict, self.lengths, 1.0, row, came)
        return came

    def _chain(self, came: Ints, source: int, node: int) -> dict[int, int]:
        """The pairs of a chain from a point to a node, with the choices that entail its steps."""
        found: dict[int, int] = {}
        while node != 2 * source:
            arc, flag = int(came[node]) >> 1, int(came[node]) & 1
            tail, _, _, pair, bits = self.kept[arc].tolist()
            if pair >= 0:
                found[pair] = found.get(pair, -1) & bits
            node = 2 * tail + flag
        return found

    def _add(self, members: dict[int, int]) -> None:
        if all(members.values()):
            self.clauses.add(tuple(sorted(members.items())))

    def _implications(self, share: Floats, every: Floats, most: int) -> None:
        """Chains that entail a label, where the pair has another."""
        a, b = self.problem.pairs[:, 0].astype(np.int64), self.problem.pairs[:, 1].astype(np.int64)
        choices = np.arange(len(self.problem.words))
        for arcs, bits in _targets(self.problem.words):
            other = share[:, bits >> choices & 1 == 0].sum(axis=1)
            total = np.zeros(len(a))
            for p, q, strength in arcs:
                x, y = self._point(p, a, b), self._point(q, a, b)
                strict = every[x, 2 * y + 1]
                total += strict if strength == 2 else np.minimum(strict, every[x, 2 * y])
            over = other - total
            for pair in np.nonzero(over > _SLACK)[0][np.argsort(-over[over > _SLACK])].tolist():
                self._imply(pair, arcs, bits)
                if len(self.clauses) >= most:
                    return

    def _imply(self, pair: int, arcs: tuple[Arc, ...], bits: int) -> None:
        a, b = (self.problem.pairs[pair, k : k + 1].astype(np.int64) for k in (0, 1))
        members: dict[int, int] = {}
        row = np.empty(2 * self.size, np.float64)
        for p, q, strength in arcs:
            x, y = int(self._point(p, a, b)[0]), int(self._point(q, a, b)[0])
            came = self._cheapest(x, row)
            strict = strength == 2 or row[2 * y + 1] <= row[2 * y]
            for other, some in self._chain(came, x, 2 * y + strict).items():
                members[other] = members.get(other, -1) & some
        full = (1 << len(self.problem.words)) - 1
        members[pair] = members.get(pair, full) & full & ~bits
        self._add(members)
