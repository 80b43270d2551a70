"""The published vectors: small questions with their answers, for reasoners in any language."""

from __future__ import annotations

import json
import random
from collections.abc import Hashable
from importlib.resources import files
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.links import Link


def vectors(*kinds: str) -> list[dict[str, Any]]:
    """The vectors of these kinds, or all: ``vectors.jsonl``, which lies next to this module.

    Each has an ``id``, a ``kind``, ``statements`` and a ``question`` as the schema of
    :mod:`timegraph.service` has them, the ``answer``, and, unless that is unknown, the ``proof``:
    the places of the statements that decide it, none of which can be left out. Those of the kind
    ``policies`` have the ``policy`` too, and which statements it has ``kept_out``. Raises
    ``ValueError`` for a kind that there is not.
    """
    text = files(__package__).joinpath("vectors.jsonl").read_text(encoding="utf-8")
    every = [json.loads(line) for line in text.splitlines()]
    there = list(dict.fromkeys(vector["kind"] for vector in every))
    for kind in kinds:
        if kind not in there:
            raise ValueError(f"there are no vectors of the kind {kind!r}, only {', '.join(there)}")
    return [vector for vector in every if vector["kind"] in (kinds or there)]


# Random networks as the literature draws them, from a seed: the same on every machine.


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
