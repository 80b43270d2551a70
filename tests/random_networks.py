"""Random networks as the literature draws them, from a seed: the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Hashable

from timegraph.allen import Allen, AllenSet
from timegraph.links import Link


def random_network(
    count: int, degree: float, size: float, seed: int, *, names: str = "i"
) -> list[Link]:
    """The links of a network of the model A(count, degree, size) (Nebel 1997, Solving hard
    qualitative temporal reasoning problems).

    Each of ``count`` intervals is linked to ``degree`` others on average, and each link has
    ``size`` of the 13 relations on average. Networks of 80 are hardest to decide at a degree of
    about 9.5 for a size of 6.5: there about half are consistent.
    """
    draw = random.Random(seed)
    intervals: list[Hashable] = [f"{names}{number}" for number in range(count)]
    links: list[Link] = []
    for position, a in enumerate(intervals):
        for b in intervals[position + 1 :]:
            if draw.random() < degree / (count - 1):
                links.append(Link(a, _relations(draw, size), b, len(links)))
    return links


def _relations(draw: random.Random, size: float) -> AllenSet:
    while True:
        drawn = AllenSet(relation for relation in Allen if draw.random() < size / 13)
        if drawn:
            return drawn
