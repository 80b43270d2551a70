"""Slow decoding: the annotation of greatest weight, by going through all of them.

An annotation is a meaning for each pair, a set of relations that may hold; all 13 is vague. Those
that weigh most are looked at first, so the first that is one is the best.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, compress, product

from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle import Constraint, consistent, constraints_of, relations_by_closure

Pair = tuple[Hashable, Hashable]


def is_annotation(
    chosen: Mapping[Pair, AllenSet],
    meanings: Sequence[AllenSet],
    mode: str,
    given: Sequence[Constraint] = (),
) -> bool:
    """Whether the chosen meanings hold together and, unless the mode is ``"links"``, each is the
    strongest of all ``meanings`` that follows; in the mode ``"order"`` none is vague."""
    named = [entity for x, _, y in given for entity, _ in (x, y)]
    entities = dict.fromkeys([*named, *(end for pair in chosen for end in pair)])
    said = [
        constraint
        for (a, b), meaning in chosen.items()
        for constraint in constraints_of(a, meaning, b)
    ]
    follows = relations_by_closure(entities, [*given, *said])
    if not all(follows.values()):
        return False
    if mode == "links":
        return True
    if mode == "order" and any(len(meaning) == len(Allen) for meaning in chosen.values()):
        return False
    return all(
        follows[pair] <= meaning and not any(follows[pair] <= other < meaning for other in meanings)
        for pair, meaning in chosen.items()
    )


def best_annotation(
    weights: Mapping[Pair, Mapping[AllenSet, Fraction]],
    meanings: Sequence[AllenSet],
    mode: str,
    given: Sequence[Constraint] = (),
) -> Fraction | None:
    """What the best annotation weighs, if each pair can have the meanings for which it has a
    weight; ``None`` if there is no annotation."""
    pairs = list(weights)

    def value(choice: tuple[AllenSet, ...]) -> Fraction:
        return sum((weights[p][m] for p, m in zip(pairs, choice, strict=True)), Fraction())

    for choice in sorted(product(*(weights[pair] for pair in pairs)), key=value, reverse=True):
        if is_annotation(dict(zip(pairs, choice, strict=True)), meanings, mode, given):
            return value(choice)
    return None


def least_removal(
    entities: Iterable[Hashable],
    links: Sequence[Sequence[Constraint]],
    weights: Sequence[Fraction | int | None],
) -> Fraction | int | None:
    """What the links weigh that must be removed so that the others hold together, if as little as
    possible is; links with the weight ``None`` stay. ``None`` if those contradict each other."""
    everyone = tuple(entities)
    possible = []
    for kept in product((True, False), repeat=len(links)):
        removed = [weight for weight, stays in zip(weights, kept, strict=True) if not stays]
        if None in removed:
            continue
        if consistent(everyone, tuple(chain.from_iterable(compress(links, kept)))):
            possible.append(sum(weight for weight in removed if weight is not None))
    return min(possible, default=None)


def bound_by_definition(
    weights: Sequence[Sequence[int]],
    allowed: Sequence[Sequence[bool]],
    scale: int,
    triads: Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]],
    states: Sequence[Sequence[int]],
    clauses: Sequence[tuple[Sequence[tuple[int, int]], int]],
) -> int | None:
    """The bound that multipliers prove, times ``scale``; ``None`` if nothing can be chosen.

    A triad is its three pairs and what it takes over from each of their choices; a clause its
    (pair, choices as bits) and its price. It holds if three pairs of a triad can be together only
    as ``states`` have it, and if not all pairs of a clause can have one of its choices: add up what
    an annotation weighs, and every part is at most the best of its kind.
    """
    left = [[scale * weight for weight in row] for row in weights]
    total = 0
    for pairs, moved in triads:
        for pair, row in zip(pairs, moved, strict=True):
            left[pair] = [weight - taken for weight, taken in zip(left[pair], row, strict=True)]
        sums = [
            sum(moved[slot][choice] for slot, choice in enumerate(state))
            for state in states
            if all(allowed[pair][choice] for pair, choice in zip(pairs, state, strict=True))
        ]
        if not sums:
            return None
        total += max(sums)
    for members, price in clauses:
        if price < 0:
            raise ValueError("a price is not negative")
        total += price * (len(members) - 1)
        for pair, bits in members:
            left[pair] = [w - price * (bits >> k & 1) for k, w in enumerate(left[pair])]
    for row, can in zip(left, allowed, strict=True):
        if not any(can):
            return None
        total += max(weight for weight, may in zip(row, can, strict=True) if may)
    return total
