"""Links that were left out as contradictory, as pictures show them: broken arrows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.allen import Allen, AllenSet
from timegraph.links import AnyLink, Link, Placement

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["MOST_CONFLICTS", "Broken", "broken_links", "named_by"]

MOST_CONFLICTS = 200
"""Conflicts that a picture shows."""

_BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])


@dataclass(frozen=True, slots=True)
class Broken:
    """The link of conflict ``number``, between the entities ``a`` and ``b`` by their numbers (both
    the same where it is about one); ``ordered`` if it says that a is before b."""

    number: int
    link: AnyLink
    a: int
    b: int
    ordered: bool


def broken_links(graph: TimeGraph, numbers: Mapping[Hashable, int]) -> tuple[Broken, ...]:
    """The links of the graph's first conflicts whose entities all have numbers."""
    broken = []
    for k, conflict in enumerate(graph.conflicts[:MOST_CONFLICTS]):
        link = conflict.link
        ends = [numbers.get(end) for end in named_by(link)]
        if not ends or None in ends:
            continue
        a, b = ends[0], ends[-1]
        assert a is not None
        assert b is not None
        if isinstance(link, Link) and link.relation.converse <= _BEFORE:
            a, b = b, a
        ordered = isinstance(link, Link) and (link.relation <= _BEFORE or a != ends[0])
        broken.append(Broken(k, link, a, b, ordered))
    return tuple(broken)


def named_by(link: AnyLink) -> tuple[Hashable, ...]:
    """The entities that a link is about, one or two; instants are not entities."""
    if isinstance(link, Link):
        return link.a, link.b
    points = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    return tuple(dict.fromkeys(entity for entity, side in points if side != "at"))
