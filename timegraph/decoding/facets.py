"""Valid inequalities of three entities, computed from what their pairs can be together.

An annotation of three pairs is a point with a coordinate 0 or 1 for each choice but vague. For
schemes with few choices all facets of their hull with coefficients -1, 0 and 1 are found by trying
them: those that as many independent points satisfy with equality as there are dimensions. For the
29 preorders of three events these are all facets there are. Else the largest *boxes* serve: sets of
choices for each pair, no three of which can be together.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from timegraph.decoding.problem import Ints, Longs
from timegraph.decoding.vocabulary import Mode, Vocabulary

__all__ = ["triad_cuts"]

_FEW = 9


@lru_cache(maxsize=32)
def triad_cuts(words: Vocabulary, mode: Mode) -> tuple[Ints, Ints]:
    """Coefficients ``[cut, slot, choice]`` and right sides: each sum is at most the right side."""
    states = np.array(words.triads(mode), np.int64)
    if 3 * (len(words) - 1) <= _FEW:
        coefficients = _facets(states, len(words))
    else:
        coefficients = _boxes(states, len(words))
    sides = _values(coefficients, states).max(axis=1)
    return coefficients.astype(np.int32), sides.astype(np.int32)


def _values(coefficients: np.ndarray, states: np.ndarray) -> np.ndarray:
    """What each inequality counts in each state."""
    first, second, third = (coefficients[:, slot, states[:, slot]] for slot in range(3))
    total: Longs = first + second + third
    return total


def _facets(states: np.ndarray, choices: int) -> np.ndarray:
    normals = np.array(list(product((-1, 0, 1), repeat=3 * (choices - 1))), np.int64)
    coefficients = np.zeros((len(normals), 3, choices), np.int64)
    coefficients[:, :, 1:] = normals.reshape(-1, 3, choices - 1)
    points = np.zeros((len(states), 3, choices), np.int64)
    for slot in range(3):
        points[np.arange(len(states)), slot, states[:, slot]] = 1
    flat = points[:, :, 1:].reshape(len(states), -1)
    dimension = np.linalg.matrix_rank(flat - flat[0])
    values = _values(coefficients, states)
    tight = values == values.max(axis=1, keepdims=True)
    kept = []
    # Those of one pair alone are in the program from the start.
    several = (coefficients != 0).any(axis=2).sum(axis=1) > 1
    for number in np.nonzero(several & (tight.sum(axis=1) >= dimension) & ~tight.all(axis=1))[0]:
        on_it = flat[tight[number]]
        if np.linalg.matrix_rank(on_it[1:] - on_it[0]) == dimension - 1:
            kept.append(number)
    return coefficients[kept]


def _boxes(states: np.ndarray, choices: int) -> np.ndarray:
    """Inequalities that say: not all three pairs in their part of the box."""
    together = np.zeros((choices, choices, choices), np.bool_)
    together[states[:, 0], states[:, 1], states[:, 2]] = True
    boxes = set()
    # By first and second part: the third is all that no pair of the two can be together with.
    reach = [[_bits(together[i, j]) for j in range(choices)] for i in range(choices)]
    full = (1 << choices) - 1
    for i, j in product(range(choices), repeat=2):
        third = full & ~reach[i][j]
        for part in _subsets_closed(reach, i, j, third, choices):
            boxes.add(part)
    table = np.zeros((len(boxes), 3, choices), np.int64)
    for number, box in enumerate(sorted(boxes)):
        for slot, bits in enumerate(box):
            table[number, slot, [k for k in range(choices) if bits >> k & 1]] = 1
    return table


def _bits(row: np.ndarray) -> int:
    return sum(1 << k for k in np.nonzero(row)[0].tolist())


def _subsets_closed(
    reach: list[list[int]], i: int, j: int, third: int, choices: int
) -> list[tuple[int, int, int]]:
    """Largest boxes around (i, j, k) for each k that these two exclude: grown pair by pair, in
    every order of the pairs."""
    found = []
    for k in range(choices):
        if not third >> k & 1:
            continue
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            box = [1 << i, 1 << j, 1 << k]
            for slot in order:
                box[slot] = _grown(reach, box, slot, choices)
            found.append((box[0], box[1], box[2]))
    return found


def _grown(reach: list[list[int]], box: list[int], slot: int, choices: int) -> int:
    """All choices for a slot that can be with nothing of the two other parts."""
    inside = [[k for k in range(choices) if bits >> k & 1] for bits in box]
    if slot == 2:
        excluded = 0
        for i, j in product(inside[0], inside[1]):
            excluded |= reach[i][j]
        return (1 << choices) - 1 & ~excluded
    grown = 0
    for new in range(choices):
        pairs = product([new], inside[1]) if slot == 0 else product(inside[0], [new])
        if all(reach[i][j] & box[2] == 0 for i, j in pairs):
            grown |= 1 << new
    return grown
