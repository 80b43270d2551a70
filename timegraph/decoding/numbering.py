"""From candidates to arrays: entities, pairs and choices numbered, weights as whole numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from timegraph.allen import AllenSet
from timegraph.decoding.candidates import Candidate
from timegraph.decoding.problem import Ints, Problem
from timegraph.decoding.vocabulary import Mode, Vocabulary
from timegraph.points import OPERATOR_CODES, constraints_of

__all__ = ["Numbered", "numbered"]

_BITS = 53


@dataclass(frozen=True, eq=False)
class Numbered:
    """A problem beside what it was made of.

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
        for x, operator, y in constraints_of(words.seen(relations).mask):
            p, q = (x, y) if words.points == 2 else (x // 2, y // 2)
            strength = 2 if OPERATOR_CODES[operator] == 0 else 1
            rows.append((points[p], points[q], strength))
            if operator == "=":
                rows.append((points[q], points[p], 1))
    return np.array(rows, np.int32).reshape(-1, 3)
