"""One document's candidates as arrays: pairs of numbered entities, and what each choice weighs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph.decoding.vocabulary import Mode, Vocabulary

__all__ = ["NEVER", "Bools", "Ints", "Longs", "Problem"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

NEVER = -(1 << 60)
"""What a choice weighs that is not allowed."""

_DENSE = 0.5
"""So large a share of all pairs is worth completing: triads are a proof for all pairs only."""


@dataclass(frozen=True, eq=False)
class Problem:
    """The pairs of a document, each with the smaller number first, and ``weights[pair, choice]``.

    ``allowed`` says what may be chosen. ``given`` has arcs between points (from, to, 2 if strict)
    that hold whatever is chosen; point ``k`` of entity ``v`` is ``words.points * v + k``.
    """

    words: Vocabulary
    mode: Mode
    entities: tuple[Hashable, ...]
    pairs: Ints
    weights: Longs
    allowed: Bools
    given: Ints

    @cached_property
    def pair_of(self) -> Ints:
        """The number of the pair of two entities either way round, -1 if they are none."""
        n = len(self.entities)
        table = np.full((n, n), -1, np.int32)
        a, b = self.pairs[:, 0], self.pairs[:, 1]
        table[a, b] = table[b, a] = np.arange(len(self.pairs), dtype=np.int32)
        return table

    @cached_property
    def dense(self) -> bool:
        """Whether most of all pairs have candidates."""
        n = len(self.entities)
        return len(self.pairs) >= _DENSE * n * (n - 1) / 2

    def value(self, chosen: Ints) -> int:
        """What a choice for each pair weighs together."""
        return int(self.weights[np.arange(len(chosen)), chosen].sum())

    @cached_property
    def most(self) -> int:
        """What the heaviest choice of every pair weighs together: no value is larger."""
        return int(np.where(self.allowed, self.weights, NEVER).max(axis=1).sum())

    def completed(self) -> Problem:
        """The same with all pairs of entities after its own; those weigh nothing."""
        n, choices = len(self.entities), len(self.words)
        missing = [(a, b) for a in range(n) for b in range(a + 1, n) if self.pair_of[a, b] < 0]
        allowed = np.ones((len(missing), choices), np.bool_)
        allowed[:, 0] = self.mode != "order"
        return replace(
            self,
            pairs=np.concatenate([self.pairs, np.array(missing, np.int32).reshape(-1, 2)]),
            weights=np.concatenate([self.weights, np.zeros(allowed.shape, np.int64)]),
            allowed=np.concatenate([self.allowed, allowed]),
        )

    def parts(self) -> list[tuple[Ints, Problem]]:
        """The problem taken apart where no pair and nothing given leads from one part to another:
        the numbers of the pairs of each, and it. Small parts come first."""
        n, points = len(self.entities), self.words.points
        home = list(range(n))

        def root(v: int) -> int:
            while home[v] != v:
                home[v] = v = home[home[v]]
            return v

        for a, b in [*self.pairs.tolist(), *(self.given[:, :2] // points).tolist()]:
            home[root(a)] = root(b)
        roots = np.array([root(v) for v in range(n)], np.int64)
        found = []
        for one in np.unique(roots[self.pairs[:, 0]]) if len(self.pairs) else ():
            members = np.nonzero(roots == one)[0]
            place = np.zeros(n, np.int32)
            place[members] = np.arange(len(members))
            rows = np.nonzero(roots[self.pairs[:, 0]] == one)[0].astype(np.int32)
            given = self.given[roots[self.given[:, 0] // points] == one].copy()
            given[:, :2] = place[given[:, :2] // points] * points + given[:, :2] % points
            part = replace(
                self,
                entities=tuple(self.entities[v] for v in members.tolist()),
                pairs=place[self.pairs[rows]],
                weights=self.weights[rows],
                allowed=self.allowed[rows],
                given=given,
            )
            found.append((rows, part))
        return sorted(found, key=lambda one: len(one[0]))
