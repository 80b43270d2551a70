"""What the page of a timeline computes with: relations, constraints in force, conflicts.

The relations of a pair of which something is known are a letter or two, so that a document of
1,000 entities takes less than 3 MB. The page finds chains of constraints
by the same search as :mod:`timegraph.proofs`; which relations are possible it never computes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from timegraph._wording.lengths import seconds_in_words
from timegraph.allen import Allen
from timegraph.citations import cite
from timegraph.links import (
    EPOCH,
    AnyLink,
    DistanceConstraint,
    Endpoint,
    Naming,
    PointConstraint,
    Side,
    endpoint_name,
)
from timegraph.pictures.broken import MOST_CONFLICTS, named_by
from timegraph.pictures.captions import Caption, naming_by
from timegraph.pictures.layout import Timeline
from timegraph.proofs import contradiction
from timegraph.proofs.steps import ChainStep, DistanceStep, reason
from timegraph.reduction import in_force
from timeml import TLink

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["payload_of"]


def payload_of(graph: TimeGraph, timeline: Timeline, captions: Sequence[Caption]) -> dict[str, Any]:
    """The data of a page, for JSON.

    ``entities`` has ``[id, kind, words, value]`` of each; ``masks`` and ``rows`` the relations;
    ``points`` the names of points, those of entity i being 2 i and 2 i + 1; ``arcs`` the
    constraints in force as ``[x, y, strict, link]``, ``=`` both ways; ``bounds`` those on
    distances, y - x <= value, as ``[x, y, value, strict, link]`` with values in 1/``scale``
    seconds; ``links`` their words.
    """
    points: dict[Endpoint, int] = {}
    for entity in timeline.entities:
        for side in ("start", "end"):
            points[entity, side] = len(points)
    structural = [(2 * k, 2 * k + 1) for k in range(len(timeline.entities))]
    links: dict[int, int] = {}
    words: list[list[Any]] = []
    number = {entity: k for k, entity in enumerate(timeline.entities)}

    def point(endpoint: Endpoint) -> int:
        index = points.get(endpoint)
        if index is None:
            index = points[endpoint] = len(points)
            entity, side = endpoint
            if side != "at":  # an entity that is not shown: both of its points, and their order
                other: Side = "end" if side == "start" else "start"
                points[entity, other] = len(points)
                pair = (index, index + 1)
                structural.append(pair if side == "start" else pair[::-1])
        return index

    arcs = []
    bounds: list[tuple[int, int, Fraction, bool, int]] = []
    for constraint, link in in_force(graph):
        if id(link) not in links:
            links[id(link)] = len(words)
            words.append(_words(link, number))
        x, y = point(constraint.x), point(constraint.y)
        if isinstance(constraint, DistanceConstraint):
            bounds.append((x, y, constraint.value, constraint.strict, links[id(link)]))
            continue
        arcs.append([x, y, int(constraint.op == "<"), links[id(link)]])
        if constraint.op == "=":
            arcs.append([y, x, 0, links[id(link)]])
    conflicts = _conflicts(graph, number, naming_by(captions), point)
    masks, letters, rows = _encoded(timeline)
    scale = _scale([value for _, _, value, _, _ in bounds])
    return {
        "entities": [
            [caption.id, caption.kind, caption.whole, caption.value] for caption in captions
        ],
        "relations": [relation.value for relation in Allen],
        "masks": masks,
        "letters": letters,
        "rows": rows,
        "points": [endpoint_name(endpoint) for endpoint in points],
        "structural": structural,
        "arcs": arcs,
        "scale": scale or 1,
        "bounds": [
            [x, y, int(value * scale), int(strict), link] for x, y, value, strict, link in bounds
        ]
        if scale
        else [],
        "links": words,
        "conflicts": conflicts,
    }


def _words(link: AnyLink, number: dict[Hashable, int], called: Naming | None = None) -> list[Any]:
    """A link's id or source, its words, and the numbers of its entities."""
    source = link.source
    name = source.lid if isinstance(source, TLink) else str(source or "")
    return [name, cite(link, called), [number[end] for end in named_by(link) if end in number]]


def _scale(values: Sequence[Fraction]) -> int:
    """What makes all of the values whole numbers of which a script can add dozens exactly; 0 if
    nothing does."""
    scale = lcm(*(value.denominator for value in values))
    largest = max((abs(value) for value in values), default=Fraction(0))
    return scale if largest * scale < 2**53 // 64 else 0


def _encoded(timeline: Timeline) -> tuple[list[int], int, list[str]]:
    """The different masks, how many capital letters name one, and for each entity a text: for each
    entity after it of which something is known, how many entities further on that is (in base 36,
    nothing for 1) and the letters of the mask."""
    masks = sorted(set(timeline.masks.values()))
    letters = 1 if len(masks) <= 26 else 2 if len(masks) <= 26**2 else 3
    code = {mask: _capitals(number, letters) for number, mask in enumerate(masks)}
    rows: list[list[str]] = [[] for _ in timeline.entities]
    last = list(range(len(timeline.entities)))
    for (i, j), mask in sorted(timeline.masks.items()):
        gap = j - last[i]
        rows[i].append(("" if gap == 1 else _base36(gap)) + code[mask])
        last[i] = j
    return masks, letters, ["".join(row) for row in rows]


def _capitals(number: int, letters: int) -> str:
    capitals = ""
    for _ in range(letters):
        number, letter = divmod(number, 26)
        capitals = chr(65 + letter) + capitals
    return capitals


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _conflicts(
    graph: TimeGraph,
    number: dict[Hashable, int],
    name: Naming,
    point: Callable[[Endpoint], int],
) -> list[dict[str, Any]]:
    """Each conflict with its link, what it claims, and the steps of the chain that contradicts
    this; claims are those of :func:`_claim`."""
    conflicts = []
    for conflict in graph.conflicts[:MOST_CONFLICTS]:
        chain = contradiction(graph, conflict)
        conflicts.append(
            {
                "link": _words(conflict.link, number, name),
                "constraints": [_claim(constraint, point) for constraint in conflict.constraints],
                "steps": [
                    [_claim(step, point), reason(step.link, name), int(step.link is None)]
                    for step in chain.steps
                ],
                "against": [_words(link, number, name) for link in conflict.against],
            }
        )
    return conflicts


_ORDER = {"<": "is before", "<=": "is not after", "=": "is"}


def _claim(
    claim: PointConstraint | DistanceConstraint | ChainStep | DistanceStep,
    point: Callable[[Endpoint], int],
) -> list[Any]:
    """A claim as the number of a point, what is said of it, and the number of another point, or
    without that where it is a date."""
    if isinstance(claim, (PointConstraint, ChainStep)):
        return [point(claim.x), _ORDER[claim.op], point(claim.y)]
    x, y = claim.x, claim.y
    if EPOCH in (x, y):
        dated = y if x == EPOCH else x
        text = claim.claim if isinstance(claim, DistanceStep) else str(claim)
        return [point(dated), text.removeprefix(endpoint_name(dated)).strip()]
    if not claim.value:
        return [point(y), _ORDER["<" if claim.strict else "<="], point(x)]
    length = seconds_in_words(abs(claim.value))
    if claim.value > 0:
        return [
            point(y),
            f"is {'less than' if claim.strict else 'at most'} {length} after",
            point(x),
        ]
    return [point(y), f"is {'more than' if claim.strict else 'at least'} {length} before", point(x)]
