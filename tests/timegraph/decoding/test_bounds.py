"""The bound holds for any multipliers, and is that of the definition.

Inequalities of three entities: valid, and for preorders exactly the annotations are left.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.decoding import best_annotation, bound_by_definition
from tests.timegraph.decoding.decoding_cases import CASES, MATRES, options, rows
from timegraph.decoding.bounds import (
    Chains,
    Clauses,
    Multipliers,
    remaining,
    states_of,
    triad_cuts,
    triads_of,
    upper_bound,
)
from timegraph.decoding.candidates import candidates_of
from timegraph.decoding.local_search import NEVER, numbered


@examples(60, deadline=None)
@given(st.data())
def test_random_multipliers_give_a_bound(data):
    words, mode = data.draw(st.sampled_from(CASES))
    candidates = data.draw(rows(words, 4))
    problem = numbered(candidates_of(candidates, words.scheme), words, mode).problem
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    clauses: Clauses = {}
    share = random.random(problem.weights.shape) * problem.allowed
    Chains(problem, clauses).find(share / share.sum(axis=1, keepdims=True), 9, np.inf)
    everything = np.where(problem.allowed, 1.0, 0)
    Chains(problem, clauses).find(everything, 9, np.inf)
    triads, states = triads_of(problem), states_of(problem)
    multipliers = Multipliers(
        4,
        triads,
        random.integers(-9, 9, (len(triads), 3, len(words))),
        clauses,
        random.integers(0, 9, len(clauses)),
    )
    left = remaining(problem, problem.allowed, multipliers)
    bound, losses = upper_bound(left, multipliers, states)
    by_hand = bound_by_definition(
        problem.weights.tolist(),
        problem.allowed.tolist(),
        4,
        list(zip(triads.tolist(), multipliers.moved.tolist(), strict=True)),
        states.tolist(),
        list(zip(clauses, multipliers.prices.tolist(), strict=True)),
    )
    assert (None if bound == NEVER else bound) == by_hand
    weights = options(candidates, words)
    if mode == "order":
        weights = {p: {m: w for m, w in row.items() if len(m) < 13} for p, row in weights.items()}
    best = best_annotation(weights, words.meanings, mode)
    assert best is not None
    assert bound >= 4 * best
    pair, choice = data.draw(st.tuples(*map(st.sampled_from, map(range, losses.shape))))
    a, b = (problem.entities[v] for v in problem.pairs[pair].tolist())
    meaning = words.meanings[choice if (a, b) in weights else words.turned[choice]]
    ends = (a, b) if (a, b) in weights else (b, a)
    if meaning in weights[ends]:
        weights[ends] = {meaning: weights[ends][meaning]}
        best = best_annotation(weights, words.meanings, mode)
        assert best is None or bound - int(losses[pair, choice]) >= 4 * best


@pytest.mark.parametrize(("words", "mode"), CASES)
def test_they_hold_in_all_states_and_in_no_others(words, mode):
    coefficients, sides = triad_cuts(words, mode)
    states = set(words.triads(mode))
    for state in product(range(1 if mode == "order" else 0, len(words)), repeat=3):
        counted = sum(coefficients[:, slot, choice] for slot, choice in enumerate(state))
        assert bool((counted <= sides).all()) == (state in states)


def test_the_polytope_of_preorders_has_39_facets_of_more_than_one_pair():
    coefficients, _ = triad_cuts(MATRES, "closed")
    assert len(np.unique(coefficients.reshape(len(coefficients), -1), axis=0)) == 39
