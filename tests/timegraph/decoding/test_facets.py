"""Inequalities of three entities: valid, and for preorders exactly the annotations are left."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.timegraph.decoding.decoding_cases import CASES, MATRES
from timegraph.decoding.bounds import triad_cuts


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
