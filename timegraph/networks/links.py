"""What a network takes as well as the links of a graph: sets without overlap, and alternatives."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Union

from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.answer import RelationProof
from timegraph.links import AnyLink, Link, Naming, Placement, PointLink, cite, renamed
from timegraph.points import constraints_of

APART = AllenSet(Allen.BEFORE, Allen.MEETS, Allen.MET_BY, Allen.AFTER)
"""How two intervals that do not overlap lie: they may touch."""


@dataclass(frozen=True, slots=True)
class NoOverlap:
    """No two of these intervals overlap, from ``source``."""

    intervals: tuple[Hashable, ...]
    source: Any = None

    def renamed(self, name: Naming) -> NoOverlap:
        """The same with the intervals called as ``name`` says, for texts."""
        return NoOverlap(tuple(map(name, self.intervals)), self.source)

    def __str__(self) -> str:
        return f"no two of {', '.join(map(str, self.intervals))} overlap"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """All links of at least one of these groups hold, from ``source``."""

    groups: tuple[tuple[Link, ...], ...]
    source: Any = None

    def renamed(self, name: Naming) -> AnyOf:
        """The same with the intervals called as ``name`` says, for texts."""
        groups = (tuple(renamed(link, name) for link in group) for group in self.groups)
        return AnyOf(tuple(groups), self.source)

    def __str__(self) -> str:
        return " or ".join(f"({' and '.join(map(str, group))})" for group in self.groups)


NetworkLink = Union[AnyLink, NoOverlap, AnyOf]  # noqa: UP007 (an alias evaluated at run time)
"""Everything that a network takes in."""

GroupsLike = Iterable[Iterable[Link | tuple[Hashable, RelationLike, Hashable]]]


@cache
def _mask_is_convex(mask: int) -> bool:
    try:
        constraints_of(mask)
    except ValueError:
        return False
    return True


def is_convex(link: NetworkLink) -> bool:
    """Whether a :class:`timegraph.TimeGraph` can hold the link."""
    if isinstance(link, Link):
        return _mask_is_convex(link.relation.mask)
    return not isinstance(link, (NoOverlap, AnyOf))


def as_link(given: Any) -> Link:
    """A link as it is written in groups: a :class:`timegraph.Link` or ``(a, relation, b)``.

    Raises ``ValueError`` for a distance, which cannot be one of several alternatives, and
    ``TypeError`` for what is not a link.
    """
    if isinstance(given, Link):
        return Link(given.a, AllenSet(given.relation), given.b, given.source)
    if isinstance(given, tuple) and len(given) == 3:
        return Link(given[0], AllenSet(given[1]), given[2])
    if isinstance(given, (NoOverlap, AnyOf)) or not hasattr(given, "source"):
        raise TypeError(f"a group has links (a, relation, b), not {given!r}")
    kind = "comparison of endpoints" if isinstance(given, PointLink) else "distance or date"
    raise ValueError(
        f"a {kind} cannot be one of several alternatives: {given}; add it by itself, or say it as "
        "a relation of two intervals"
    )


def groups_of(groups: Any) -> tuple[tuple[Link, ...], ...]:
    """Groups of links as data; raises as :func:`as_link`."""
    return tuple(tuple(map(as_link, group)) for group in groups)


def negated(groups: Iterable[Iterable[Link]], source: Any) -> Iterator[Link | AnyOf]:
    """What holds where none of the groups does: of each group some link does not hold."""
    for group in groups:
        links = [Link(link.a, ~link.relation, link.b, source) for link in group]
        yield links[0] if len(links) == 1 else AnyOf(tuple((link,) for link in links), source)


def pairs_of(link: NoOverlap) -> Iterator[Link]:
    """The links that a set without overlap stands for."""
    for a, b in combinations(link.intervals, 2):
        yield Link(a, APART, b, link.source)


def entities_in(link: NetworkLink) -> tuple[Any, ...]:
    """The intervals that a link names; instants are none."""
    if isinstance(link, NoOverlap):
        return link.intervals
    if isinstance(link, AnyOf):
        return tuple(
            end for group in link.groups for member in group for end in entities_in(member)
        )
    if isinstance(link, Link):
        return link.a, link.b
    ends = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    return tuple(entity for entity, side in ends if side != "at")


# Why a network answers as it does: the links that decide it, none of which can be left out.


@dataclass(frozen=True, slots=True)
class NetworkProof(RelationProof):
    """Why "a relation b" is answered as it is, with the texts of a :class:`timegraph.Proof`: the
    ``links`` contradict the opposite of a YES, or what a NO denies, while no part of them does.
    ``possible`` are the relations that can still hold."""

    links: tuple[NetworkLink, ...]

    def _reasons(self) -> list[str]:
        return [cite(link, self.name) for link in self.links]

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data."""
        return {**RelationProof.to_json(self), "links": [cite(link) for link in self.links]}
