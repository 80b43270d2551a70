"""A timeline as data: what is drawn where, and nothing that is not entailed.

Every entity has one place. Those that dates bound stand on the *dated axis*
(:mod:`timegraph.pictures.orders.dated`), all others that something connects in *bands*
(:mod:`timegraph.pictures.orders.bands`). In both an entity that stands wholly left of another is
entailed to be before it, or right before it; overlap claims nothing, and ranks are not a scale.
Between parts position claims nothing; arrows (:mod:`timegraph.pictures.orders.arrows`) say the
rest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.allen import Allen, AllenSet
from timegraph.pictures.broken import Broken, broken_links, named_by
from timegraph.pictures.lengths import lengths_of
from timegraph.pictures.orders.arrows import Place, arrows_of
from timegraph.pictures.orders.bands import Band, bands_of, members_of
from timegraph.pictures.orders.dated import Dated, dated_of
from timegraph.pictures.orders.windows import Window, windows_of
from timegraph.reduction import entailed

if TYPE_CHECKING:
    from timegraph._graph.bounds import Bounds
    from timegraph.graph import TimeGraph

__all__ = ["MOST_ENTITIES", "Island", "Timeline", "shown_entities", "timeline_of"]

MOST_ENTITIES = 1_500
"""Entities that a picture shows unasked; one of more cannot be read, nor drawn in time."""

_BEFORE = AllenSet([Allen.BEFORE, Allen.MEETS])
_AFTER = _BEFORE.converse


@dataclass(frozen=True, slots=True)
class Island:
    """Entities that something connects, in bands; entities are numbered as in the timeline."""

    members: tuple[int, ...]
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """What a picture of a graph shows.

    ``entities`` are those that it shows, in insertion order; each stands in one place: on the
    ``dated`` axis, in a band of one of the ``islands`` (the largest first), or among those
    ``alone``, of which nothing is known together with any other. ``windows`` has what dates say
    of entities, by number, ``earlier`` how many each has before it. ``masks`` has the mask of the
    relations from entity i to entity j, i < j, where something is known. ``hidden`` is how many
    entities were left out.

    An arrow ``(a, b)`` says that a is before b; ``lengths`` has how long entities last, where the
    graph says more than their windows; ``broken`` are links that were left out as contradictory.
    """

    entities: tuple[Hashable, ...]
    windows: dict[int, Window]
    islands: tuple[Island, ...]
    alone: tuple[int, ...]
    masks: dict[tuple[int, int], int]
    hidden: int = 0
    arrows: tuple[tuple[int, int], ...] = ()
    lengths: Mapping[int, Bounds] = field(default_factory=dict)
    broken: tuple[Broken, ...] = ()
    dated: Dated | None = None
    earlier: tuple[int, ...] = ()

    def __repr__(self) -> str:
        entities = counted(len(self.entities), "entity", "entities")
        groups = counted(len(self.islands), "group")
        return f"<Timeline: {entities}, {len(self.windows)} with dates, {groups}>"

    @property
    def places(self) -> dict[int, Place]:
        """Where entities stand, but for those alone; part 0 is the dated axis."""
        dated = self.dated.extents if self.dated else {}
        places = {k: Place(0, extent.left, extent.right) for k, extent in dated.items()}
        bands = (band for island in self.islands for band in island.bands)
        for part, band in enumerate(bands, start=1):
            for k, left, right in zip(band.members, band.left, band.right, strict=True):
                places[k] = Place(part, left, right)
        return places


def timeline_of(graph: TimeGraph, *, only: Iterable[Hashable] | None = None) -> Timeline:
    """The timeline of a graph, or of the entities ``only`` (``KeyError`` for an unknown one).

    What is shown of a part is what the whole graph entails of it.
    """
    shown = graph.entities if only is None else _chosen(graph, only)
    number = {entity: k for k, entity in enumerate(shown)}
    masks: dict[tuple[int, int], int] = {}
    before, after, known = [0] * len(shown), [0] * len(shown), [0] * len(shown)
    for a, relations, b in entailed(graph, among=None if len(shown) == len(graph) else shown):
        i, j = number.get(a, -1), number.get(b, -1)
        if i < 0 or j < 0:
            continue
        if i > j:
            i, j, relations = j, i, relations.converse
        masks[i, j] = relations.mask
        known[i] |= 1 << j
        known[j] |= 1 << i
        if relations <= _AFTER:
            i, j = j, i
        elif not relations <= _BEFORE:
            continue
        before[j] |= 1 << i
        after[i] |= 1 << j
    windows = {
        number[entity]: window for entity, window in windows_of(graph).items() if entity in number
    }
    timeline = Timeline(
        tuple(shown),
        windows,
        tuple(_islands(known, before, windows)),
        tuple(k for k in range(len(shown)) if not known[k] and k not in windows),
        masks,
        len(graph) - len(shown),
        lengths=lengths_of(graph, shown, windows),
        broken=broken_links(graph, number),
        dated=dated_of(windows, before, after, masks),
        earlier=tuple(map(int.bit_count, before)),
    )
    return replace(timeline, arrows=tuple(arrows_of(before, timeline.places)))


def _islands(
    known: Sequence[int], before: Sequence[int], windows: Mapping[int, Window]
) -> Iterator[Island]:
    """Entities without dates that something connects, the largest sets first; at last, as one,
    those that are connected with dated ones only."""
    undated = sum(1 << k for k in range(len(known)) if k not in windows)
    islands: list[list[int]] = []
    loose = []
    left = undated
    for k in range(len(known)):
        if not left >> k & 1 or not known[k]:
            continue
        reached, further = 1 << k, known[k] & undated
        while further:
            reached |= further
            further = _union(known[m] for m in members_of(further)) & undated & ~reached
        left &= ~reached
        members = list(members_of(reached))
        if len(members) > 1:
            islands.append(members)
        else:
            loose += members
    for members in sorted(islands, key=len, reverse=True):
        yield Island(tuple(members), tuple(bands_of(before, members)))
    if loose:
        # Their order is that of nobody: one rank for all.
        yield Island(tuple(loose), (Band(tuple(loose), (0,) * len(loose), (0,) * len(loose), 1),))


def _union(sets: Iterable[int]) -> int:
    union = 0
    for members in sets:
        union |= members
    return union


def _chosen(graph: TimeGraph, only: Iterable[Hashable]) -> tuple[Hashable, ...]:
    asked = set(only)
    unknown = [entity for entity in asked if entity not in graph]
    if unknown:
        noun = "entity" if len(unknown) == 1 else "entities"
        raise KeyError(f"no {noun} {', '.join(sorted(map(repr, unknown)))} in the graph")
    return tuple(entity for entity in graph.entities if entity in asked)


def shown_entities(graph: TimeGraph) -> tuple[Hashable, ...]:
    """The entities of a graph that a picture shows: all, or of more than :data:`MOST_ENTITIES` the
    first that links name."""
    if len(graph) <= MOST_ENTITIES:
        return graph.entities
    named = {entity for link in graph.links for entity in named_by(link)}
    linked = tuple(entity for entity in graph.entities if entity in named)
    return linked[:MOST_ENTITIES] or graph.entities[:MOST_ENTITIES]
