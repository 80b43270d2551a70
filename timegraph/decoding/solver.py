"""From arrays to the best choice for each pair and a bound: each connected part by itself.

Where the bound stays above the best annotation, the choices of one pair are taken apart, and the
part with the highest bound comes first.
"""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from types import ModuleType

import numpy as np

from timegraph.decoding.bounds import (
    Ascent,
    Chains,
    Clauses,
    Multipliers,
    Program,
    remaining,
    scale_of,
    states_of,
    triads_of,
    upper_bound,
)
from timegraph.decoding.candidates import vocabulary_of
from timegraph.decoding.kernels import ascent, paths, search
from timegraph.decoding.local_search import NEVER, Best, Bools, Ints, LocalSearch, Problem, State
from timegraph.labels import find_scheme

_ROUNDS = 300
# Contradictory triads, measured: the program is ahead at 50 events, 22 %, and at 100 events, 15 %.
_TENSE, _TENSE_SHARE = 5_000, 0.2
_CELLS, _DENSE_CELLS = 400_000, 20_000_000


@dataclass(frozen=True, eq=False)
class Node:
    """A part of all annotations: what may be chosen, multipliers to start from, and a bound."""

    allowed: Bools
    multipliers: Multipliers
    bound: int


class Tree:
    """The proof of how good the best annotation of a search is, and better ones on the way.

    ``program`` says whether the bound may come from the linear program; else it is the ascent's.
    """

    def __init__(self, problem: Problem, search: LocalSearch, *, program: bool) -> None:
        self.problem, self.search = problem, search
        triads, scale = triads_of(problem), scale_of(problem)
        self.states = states_of(problem)
        size = len(problem.entities) * problem.words.points
        clauses: Clauses = {}
        n = len(problem.entities)
        # Triads say all where every pair has a label that claims what is entailed.
        complete = (
            problem.words.points == 1
            and problem.mode != "links"
            and 2 * len(problem.pairs) == n * (n - 1)
            and not len(problem.given)
        )
        chains = None if complete else Chains(problem, clauses)
        self.relaxation: Ascent | Program
        if program and not self._tense(triads):
            self.relaxation = Program(problem, triads, scale, clauses, chains)
        else:
            self.relaxation = Ascent(problem, triads, clauses, chains)
        # As many as cost a part of what a step of the relaxation does.
        part = 20 if isinstance(self.relaxation, Program) else 2
        dense = min(len(triads) // part, _DENSE_CELLS // size**2)
        self.rounds = max(4, min(_ROUNDS, _CELLS // size**2), dense)
        moved = np.zeros((len(triads), 3, len(problem.words)), np.int64)
        self.start = Multipliers(scale, triads, moved, clauses, np.zeros(0, np.int64))
        self._number = count()
        self._open: list[tuple[int, int, Node]] = []
        self._push(Node(problem.allowed, self.start, problem.most))

    def _tense(self, triads: Ints) -> bool:
        """Whether the heaviest choices contradict each other so often that the program is slower
        than the ascent."""
        together = np.zeros((len(self.problem.words),) * 3, np.bool_)
        together[tuple(self.states.T)] = True
        heaviest = np.where(self.problem.allowed, self.problem.weights, NEVER).argmax(axis=1)
        wrong = int((~together[tuple(heaviest[triads].T)]).sum())
        return wrong > max(_TENSE, _TENSE_SHARE * len(triads))

    def _push(self, node: Node) -> None:
        heapq.heappush(self._open, (-node.bound, next(self._number), node))

    @property
    def bound(self) -> int:
        """No annotation has a larger value than this, or than the best that was found."""
        return -self._open[0][0] if self._open else NEVER

    def grow(self, deadline: float) -> None:
        """Work until the best is proven, or the time is up."""
        best = self.search.best
        while self.bound > best.value and not self._too_late(deadline):
            _, _, node = heapq.heappop(self._open)
            worked = self._worked(node, deadline)
            if worked.bound <= best.value:
                continue
            if self._too_late(deadline):
                self._push(worked)
                return
            for part in self._parts(worked.allowed):
                self._push(Node(part, worked.multipliers, worked.bound))

    def _too_late(self, deadline: float) -> bool:
        """Whether another step would end after the deadline."""
        return time.monotonic() + self.relaxation.cost >= deadline

    def _worked(self, node: Node, deadline: float) -> Node:
        """Work on a node as long as its bound falls fast enough to be worth it."""
        best, relaxation = self.search.best, self.relaxation
        scale = node.multipliers.scale
        allowed, bound = node.allowed, node.bound
        relaxation.enter(allowed, node.multipliers)
        multipliers, first = node.multipliers, node.bound == self.problem.most
        before: int | None = None
        while not self._too_late(deadline):
            made = relaxation.step(deadline)
            if made is None:
                return Node(allowed, multipliers, NEVER)
            multipliers = made
            left = remaining(self.problem, allowed, multipliers)
            scaled, losses = upper_bound(left, multipliers, self.states)
            if scaled == NEVER:
                return Node(allowed, multipliers, NEVER)
            bound = min(bound, scaled // scale)
            if bound <= best.value:
                break
            if (first or before is None) and time.monotonic() < deadline:
                if self.search.stalled:
                    self.search.follow(relaxation.priorities, deadline)
                rounds = self.rounds if first and relaxation.thorough else max(4, self.rounds // 4)
                self.search.improve(rounds, deadline)
            # What loses so much is in no better annotation.
            slack = min(scaled - (self.search.best.value + 1) * scale, -NEVER - 1)
            allowed = allowed & (losses <= slack)
            relaxation.restrict(allowed)
            slow = (
                before is not None
                and not relaxation.cooling
                and (before - scaled) * relaxation.patience <= slack
            )
            if bound <= best.value or relaxation.settled or (slow and not relaxation.hurry()):
                break
            before = scaled
        return Node(allowed, multipliers, bound)

    def _parts(self, allowed: Bools) -> list[Bools]:
        """The node taken apart by the choices of the pair of which two are nearest."""
        if (allowed.sum(axis=1) == 1).all():
            self.search.take(allowed.argmax(axis=1))
            return []
        ordered = np.sort(np.where(allowed, self.relaxation.priorities, NEVER), axis=1)
        margin = ordered[:, -1] - ordered[:, -2]
        margin[allowed.sum(axis=1) < 2] = -NEVER
        pair = int(margin.argmin())
        parts = []
        for choice in np.nonzero(allowed[pair])[0]:
            part = allowed.copy()
            part[pair] = False
            part[pair, choice] = True
            parts.append(part)
        return parts


MODULES: tuple[ModuleType, ...] = (ascent, paths, search)
"""All files of kernels."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A choice for each pair, ``None`` where none is known that is allowed, and a bound on the
    value of any. ``impossible`` has numbers of pairs that nothing allows together."""

    chosen: Ints | None
    bound: int
    impossible: tuple[int, ...] = ()


def solve(problem: Problem, *, seconds: float | None, seed: int, program: bool) -> Solution:
    """The best choices found in so many seconds (``None``: until they are proven), and a bound.

    ``program`` says whether the bound comes from the linear program. Compiling does not count.
    """
    use_all(program)
    begin = time.monotonic()
    deadline = begin + (1e9 if seconds is None else seconds)
    parts = problem.parts()
    searches = [_search(part, seed, deadline) for _, part in parts]
    chosen = np.zeros(len(problem.pairs), np.int32)
    bound, found = 0, True
    for (rows, _), started in zip(parts, searches, strict=True):
        for pair in np.nonzero(~started.problem.allowed.any(axis=1))[0][:1].tolist():
            alone = rows[pair:][:1] if pair < len(rows) else rows
            return Solution(None, NEVER, tuple(alone.tolist()))
    for number, ((rows, _), started) in enumerate(zip(parts, searches, strict=True)):
        now = time.monotonic()
        # Small parts come first, so that what they leave of their time goes to the larger ones.
        share = max(deadline - now, 0) * len(rows) / sum(len(r) for r, _ in parts[number:])
        proven = _proven(started, now + max(share, 0), deadline > now, program)
        bound += proven
        if started.best.chosen is None:
            found = False
            if proven == NEVER:
                return Solution(None, NEVER, tuple(rows.tolist()))
        else:
            chosen[rows] = started.best.chosen[: len(rows)]
    return Solution(chosen if found else None, bound)


def _search(part: Problem, seed: int, deadline: float) -> LocalSearch:
    completing = part.words.points == 1 and part.mode != "links" and part.dense
    whole = part.completed() if completing else part
    given = State(whole)
    if not given.consistent:
        raise ValueError("the given links contradict each other")
    # What is given decides what a pair can be, before anything is searched for.
    whole = replace(whole, allowed=whole.allowed & given.possible())
    started = LocalSearch(whole, seed, Best())
    started.greedy(deadline)
    return started


def _proven(started: LocalSearch, deadline: float, in_time: bool, program: bool) -> int:
    """The bound of one part, after a proof of its best was looked for."""
    most = started.problem.most
    if not in_time or started.best.value == most:
        return most
    tree = Tree(started.problem, started, program=program)
    tree.grow(deadline)
    return max(tree.bound, started.best.value) if started.best.chosen is not None else tree.bound


@cache
def use_all(program: bool) -> None:
    """Use everything compiled once, on contradictory starts and intervals."""
    for name in ("matres", "tbd"):
        words = vocabulary_of(find_scheme(name))
        pairs = np.array([(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)], np.int32)
        weights = np.zeros((len(pairs), len(words)), np.int64)
        weights[:, 1] = (5, 5, 5, 0, 0)
        weights[3:, 2] = 4
        allowed = np.ones(weights.shape, np.bool_)
        problem = Problem(
            words, "closed", (0, 1, 2, 3), pairs, weights, allowed, np.zeros((0, 3), np.int32)
        )
        for with_program in {False, program}:
            started, deadline = LocalSearch(problem, 0, Best()), time.monotonic() + 20
            started.greedy(deadline)
            started.improve(2, deadline)
            started.best.value = NEVER
            tree = Tree(problem, started, program=with_program)
            if isinstance(tree.relaxation, Ascent):
                tree.relaxation.enter(allowed, tree.start)
                tree.relaxation.hurry()  # smoothed steps, which few problems need
                tree.relaxation.step(deadline)
            tree.grow(deadline)
