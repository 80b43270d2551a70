"""Branching: where the bound stays above the best annotation, the choices of one pair are taken
apart, and the part with the highest bound comes first."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass
from itertools import count

import numpy as np

from timegraph.decoding.ascent import Ascent, states_of, triads_of
from timegraph.decoding.chains import Chains
from timegraph.decoding.local_search import LocalSearch
from timegraph.decoding.multipliers import (
    Clauses,
    Multipliers,
    remaining,
    scale_of,
    upper_bound,
)
from timegraph.decoding.problem import NEVER, Bools, Ints, Problem
from timegraph.decoding.program import Program

__all__ = ["Node", "Tree"]

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
        clauses = Clauses()
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
            slack = self._slack(scaled, scale)
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

    def _slack(self, scaled: int, scale: int) -> int:
        """How much a better annotation than the best may lose of a bound."""
        return min(scaled - (self.search.best.value + 1) * scale, -NEVER - 1)

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
