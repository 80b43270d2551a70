"""A repair by decoding: for each pair of entities the relation by which most of its links stay.

What links of one pair say together is the relations that all of them allow. So the relation chosen
for a pair keeps each link that allows all of it, and weighs what these weigh; the choice that
weighs most for all pairs together leaves out least.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from timegraph.allen import AllenSet
from timegraph.decoding.candidates import label_of, scheme_of
from timegraph.decoding.decoder import decode
from timegraph.labels import SchemeError
from timegraph.links import AnyLink

__all__ = ["decoded_repair"]


def decoded_repair(
    pairs: Mapping[tuple[Any, Any], Mapping[int, AllenSet]],
    given: Iterable[AnyLink],
    cost: Callable[[int], int],
    seconds: float,
) -> tuple[list[int], int] | None:
    """The numbers of links to remove, given what each says of its pair: the cheapest found in so
    many seconds, and a lower bound on what must be paid. ``None`` where that cannot be decoded (too
    many relations, no numba)."""
    candidates = [
        (a, b, label_of(meaning), sum(cost(k) for k in said if meaning <= said[k]))
        for (a, b), said in pairs.items()
        for meaning in _together(said.values())
    ]
    scheme = scheme_of(label for _, _, label, _ in candidates)
    try:
        decoded = decode(candidates, labels=scheme, mode="links", given=given, time_limit=seconds)
    except (ImportError, SchemeError):
        return None
    relation_of = {(link.a, link.b): link.relation for link in decoded.links}
    relation_of |= {(link.b, link.a): link.relation.converse for link in decoded.links}
    removed = [
        number
        for pair, said in pairs.items()
        for number, relation in said.items()
        if pair not in relation_of or not relation_of[pair] <= relation
    ]
    everything = sum(cost(number) for said in pairs.values() for number in said)
    return sorted(removed), everything - math.floor(decoded.bound)


def _together(relations: Iterable[AllenSet]) -> list[AllenSet]:
    """What some links of a pair say together, where that is possible."""
    meanings: set[AllenSet] = set()
    for relation in relations:
        meanings |= {relation, *(relation & other for other in meanings)}
    return sorted((meaning for meaning in meanings if meaning), key=lambda meaning: meaning.mask)
