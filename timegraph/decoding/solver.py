"""From arrays to the best choice for each pair and a bound: each connected part by itself."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import numpy as np

from timegraph.decoding.ascent import Ascent
from timegraph.decoding.kernels import ascent, paths, search
from timegraph.decoding.local_search import Best, LocalSearch
from timegraph.decoding.problem import NEVER, Ints, Problem
from timegraph.decoding.state import State
from timegraph.decoding.tree import Tree
from timegraph.decoding.vocabulary import vocabulary_of
from timegraph.labels import find_scheme

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
