"""Solving: parts apart, branching, and time limits."""

from __future__ import annotations

import importlib
import random
import time
from pathlib import Path

import numpy as np
import pytest

from tests.timegraph._closure.kernels.test_kernels import COMPILED
from tests.timegraph.decoding.decoding_cases import MATRES, TBD
from timegraph._compiled.jit import kernels_of
from timegraph.decoding import kernels, solver
from timegraph.decoding.bounds import Chains, Clauses, installed
from timegraph.decoding.candidates import candidates_of
from timegraph.decoding.local_search import Best, LocalSearch, numbered
from timegraph.decoding.solver import solve

PROGRAMS = [False, True] if installed() else [False]


def noise(n, share=1.0, seed=1, words=MATRES):
    """Random weights, which contradict each other everywhere."""
    draw = random.Random(seed)
    labels = [name for name in words.names if name]
    rows = [
        (a, b, label, draw.randrange(6))
        for a in range(n)
        for b in range(a)
        if draw.random() < share
        for label in labels
    ]
    return candidates_of(rows, words.scheme)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("mode", ["closed", "links", "order"])
def test_with_and_without_the_program_the_value_is_the_same(program, mode):
    problem = numbered(noise(9, 0.6), MATRES, mode).problem
    ours = solve(problem, seconds=None, seed=0, program=False)
    other = solve(problem, seconds=None, seed=1, program=program)
    assert ours.chosen is not None
    assert other.chosen is not None
    assert problem.value(ours.chosen) == ours.bound == other.bound
    assert problem.value(other.chosen) == other.bound


def test_a_time_limit_is_kept_and_the_bound_holds():
    problem = numbered(noise(24), MATRES, "closed").problem
    solve(problem, seconds=0, seed=0, program=False)
    begin = time.thread_time()
    solution = solve(problem, seconds=0.5, seed=0, program=False)
    assert time.thread_time() - begin < 2
    assert solution.chosen is not None
    assert problem.value(solution.chosen) <= solution.bound < problem.most


def test_parts_that_nothing_joins_are_solved_apart():
    rows = [(x + a, x + b, "b", 1) for x in "pqr" for a, b in ("ab", "bc", "ca")]
    problem = numbered(candidates_of(rows, TBD.scheme), TBD, "links").problem
    assert [len(numbers) for numbers, _ in problem.parts()] == [3, 3, 3]
    solution = solve(problem, seconds=None, seed=0, program=False)
    assert solution.bound == 6
    assert np.array_equal(np.sort(np.concatenate([n for n, _ in problem.parts()])), np.arange(9))


def test_a_bound_that_stays_one_above_the_best_is_branched_on():
    rows = [
        {"a": "b", "b": "a", "weights": {"i": 4, "a": 0, "ii": 0}},
        {"a": "d", "b": "a", "weights": {"ii": 0, "b": 1, "s": 4}},
        {"a": "d", "b": "c", "weights": {"i": 4, "a": 2, "b": 0, "ii": 4}},
        {"a": "b", "b": "c", "weights": {"a": 4, "b": 2}},
    ]
    problem = numbered(candidates_of(rows, TBD.scheme), TBD, "links").problem
    solution = solve(problem, seconds=20, seed=0, program=False)
    assert problem.value(solution.chosen) == solution.bound


def test_when_time_is_up_little_is_waited_for():
    problem = numbered(noise(12, words=TBD), TBD, "links").problem
    search = LocalSearch(problem, 0, Best())
    search.greedy(deadline=0)
    value = search.best.value
    search.improve(10**9, deadline=0)
    assert search.best.value >= value > 0
    clauses: Clauses = {}
    Chains(problem, clauses).find(problem.allowed / len(TBD), 10**9, deadline=0)
    assert len(clauses) <= 1


def test_all_files_of_kernels_are_known():
    names = {path.stem for path in Path(kernels.__file__).parent.glob("*.py")} - {"__init__"}
    modules = {importlib.import_module(f"{kernels.__name__}.{name}") for name in names}
    assert modules == set(solver.MODULES)


@pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")
def test_all_kernels_are_used():
    solver.use_all(program=False)
    used = kernels_of(solver.MODULES)
    assert used
    assert [kernel.py_func.__name__ for kernel in used if not kernel.signatures] == []
