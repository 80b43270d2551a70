"""A good annotation: links by falling weight, then entities moved to other places again and again.

What is found has no proof; the bound says how much better another could be. Candidates become
arrays first: entities, pairs and choices numbered, weights as whole numbers. The working ground of
every search is what follows from the links chosen so far, closed.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph.allen import AllenSet
from timegraph.decoding.candidates import Candidate, Mode, Vocabulary
from timegraph.decoding.kernels import search

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
        for component in np.unique(roots[self.pairs[:, 0]]) if len(self.pairs) else ():
            members = np.nonzero(roots == component)[0]
            place = np.zeros(n, np.int32)
            place[members] = np.arange(len(members))
            rows = np.nonzero(roots[self.pairs[:, 0]] == component)[0].astype(np.int32)
            given = self.given[roots[self.given[:, 0] // points] == component].copy()
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


_BITS = 53


@dataclass(frozen=True, eq=False)
class Numbered:
    """A problem with what it was made of.

    ``ends`` has each pair as it is named (turned round where ``turned`` says so), ``exact`` its
    weights. Whole weights are ``exact * scale``, rounded where 53 bits are too few; ``slack`` is
    how far off a value can be, in whole weights.
    """

    problem: Problem
    ends: tuple[tuple[Hashable, Hashable], ...]
    turned: tuple[bool, ...]
    exact: tuple[tuple[Fraction, ...], ...]
    names: dict[AllenSet, str]
    sources: dict[tuple[int, int], tuple[object, ...]]
    """By pair and choice."""
    scale: Fraction
    slack: Fraction

    def heaviest(self) -> list[int]:
        """Of each pair the heaviest choice that is allowed, the first of equal ones."""
        rows = self.exact if self.slack else self.problem.weights.tolist()
        return [
            max((k for k, may in enumerate(allowed) if may), key=row.__getitem__)
            for row, allowed in zip(rows, self.problem.allowed.tolist(), strict=True)
        ]


def numbered(
    candidates: Iterable[Candidate],
    words: Vocabulary,
    mode: Mode,
    *,
    excluded: bool = False,
    given: Sequence[tuple[Hashable, Hashable, AllenSet]] = (),
) -> Numbered:
    """The arrays of one document. ``excluded``: what is not listed for a pair cannot be chosen.
    ``given`` has relations that hold whatever is chosen, closed, between entities."""
    number: dict[Hashable, int] = {}
    weights: dict[tuple[int, int], list[Fraction]] = {}
    listed: dict[tuple[int, int], set[int]] = {}
    ends: dict[tuple[int, int], tuple[Hashable, Hashable]] = {}
    names: dict[AllenSet, str] = {}
    sources: dict[tuple[tuple[int, int], int], list[object]] = {}
    for candidate in candidates:
        a, b = (number.setdefault(end, len(number)) for end in (candidate.a, candidate.b))
        choice = words.choice(candidate.label)
        assert choice is not None
        if candidate.label is not None:
            names.setdefault(words.meanings[choice], candidate.label)
        pair = (min(a, b), max(a, b))
        ends.setdefault(pair, (candidate.a, candidate.b))
        choice = words.turned[choice] if a > b else choice
        weights.setdefault(pair, [Fraction()] * len(words))[choice] += candidate.weight
        listed.setdefault(pair, set()).add(choice)
        if candidate.source is not None:
            sources.setdefault((pair, choice), []).append(candidate.source)
    pairs = sorted(weights)
    exact = tuple(tuple(weights[pair]) for pair in pairs)
    whole, scale, slack = _whole(exact)
    allowed = np.ones(whole.shape, np.bool_)
    if excluded:
        allowed = np.array(
            [[k in listed[pair] for k in range(len(words))] for pair in pairs], np.bool_
        ).reshape(whole.shape)
    if mode == "order":
        allowed[:, 0] = False
    problem = Problem(
        words,
        mode,
        tuple(number),
        np.array(pairs, np.int32).reshape(-1, 2),
        whole,
        allowed,
        _given_arcs(given, number, words),
    )
    places = {pair: k for k, pair in enumerate(pairs)}
    return Numbered(
        problem,
        tuple(ends[pair] for pair in pairs),
        tuple(number[ends[pair][0]] != pair[0] for pair in pairs),
        exact,
        names,
        {(places[pair], choice): tuple(found) for (pair, choice), found in sources.items()},
        scale,
        slack,
    )


def _whole(
    exact: tuple[tuple[Fraction, ...], ...],
) -> tuple[np.ndarray, Fraction, Fraction]:
    """Weights as whole numbers, what they were multiplied by, and how far a value can be off."""
    choices = len(exact[0]) if exact else 1
    common = lcm(*{weight.denominator for row in exact for weight in row})
    whole = [[weight.numerator * (common // weight.denominator) for weight in row] for row in exact]
    total = sum(max(map(abs, row)) for row in whole)
    scale, slack = Fraction(common), Fraction()
    if total >= 1 << _BITS:
        # As fine as 53 bits allow: a power of two.
        scale = Fraction(1 << _BITS) / (1 << (total // common + 1).bit_length())
        slack = Fraction(len(exact), 2)
        whole = [[round(weight * scale) for weight in row] for row in exact]
    table = np.array(whole, np.int64)
    return table.reshape(-1, choices), scale, slack


def _given_arcs(
    given: Sequence[tuple[Hashable, Hashable, AllenSet]],
    number: dict[Hashable, int],
    words: Vocabulary,
) -> Ints:
    """What is given, as arcs between points of numbered entities."""
    rows = []
    for a, b, relations in given:
        points = [words.points * number[end] + k for end in (a, b) for k in range(words.points)]
        arcs = words.arcs_of(words.seen(relations))
        rows += [(points[p], points[q], strength) for p, q, strength in arcs]
    return np.array(rows, np.int32).reshape(-1, 3)


class State:
    """The closure of given links and of links that are added one by one, and what it is worth."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        words, n = problem.words, len(problem.entities)
        size = n * words.points
        self.class_of = np.array(words.classes[0], np.int32)
        self.log = np.empty((size * size * 2 + 1, 3), np.int32)
        self.touched = np.empty((size * size * 2 + 1, 2), np.int32)
        self.before = np.zeros((size, size), np.int8)
        np.fill_diagonal(self.before, 1)
        lasting = [(2 * v, 2 * v + 1, 2) for v in range(n)] if words.points == 2 else []
        fixed = np.array(lasting, np.int32).reshape(-1, 3)
        fixed = np.concatenate([fixed, problem.given], dtype=np.int32)
        self.consistent = bool(search.close(self.before, fixed))
        self.reset()

    def reset(self) -> None:
        """Forget all links but the given ones."""
        self.known: NDArray[np.int8] = self.before.copy()
        self.now = self.class_of[self.codes()]
        """What follows for each pair, as a class of the vocabulary."""

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
    def space(self) -> search.Space:
        """What kernels change."""
        return self.known, self.now, self.log, self.touched

    @cached_property
    def tables(self) -> search.Tables:
        """What kernels look up."""
        problem, arcs = self.problem, arc_table(self.problem.words)
        points = problem.words.points
        return arcs, problem.pairs, problem.pair_of, self.values, self.class_of, points

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
        return int(search.insert(self.space, self.tables, links, least))


@lru_cache(maxsize=64)
def arc_table(words: Vocabulary) -> Ints:
    """The arcs of each choice, filled up with zeros."""
    table = np.zeros((len(words), 1 + max(map(len, words.arcs)), 3), np.int32)
    for number, arcs in enumerate(words.arcs):
        if arcs:
            table[number, : len(arcs)] = arcs
    return table


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
        state = self.state
        turn, gain = 1 + _MOVES_A_TURN // state.known.size, 0
        for first in range(0, rounds, turn):
            gain += search.improve(
                state.space, state.tables, state.before, self.candidates, self.keys, self.starts,
                self.random, min(turn, rounds - first),
            )  # fmt: skip
            if time.monotonic() >= deadline:
                break
        self.stalled = gain <= 0
        self.best.offer(state)
