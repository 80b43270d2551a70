"""A timeline as data: what is drawn where, and nothing that is not entailed.

Position claims an order in two places only. On the *dated axis* each entity has the window that the
calendar leaves it, and windows that do not touch are an entailed order. In a *band* an entity is
wholly left of another iff it is entailed to be before it (:mod:`timegraph.pictures.bands`); ranks
are not a scale. Between bands, and between islands, position claims nothing; between the bands of
an island arrows do (:mod:`timegraph.pictures.arrows`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.allen import Allen, AllenSet
from timegraph.pictures.arrows import arrows_of
from timegraph.pictures.bands import Band, bands_of
from timegraph.pictures.broken import Broken, broken_links, named_by
from timegraph.pictures.lengths import lengths_of
from timegraph.pictures.windows import Window, windows_of
from timegraph.reduction import entailed
from timeml.timex_value import Instant

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

    ``entities`` are those that it shows, in insertion order, and ``windows`` has those on the
    dated axis by number. ``islands`` are the largest first; ``alone`` are the entities of which
    nothing is known together with any other. ``masks`` has the mask of the relations from entity i
    to entity j, i < j, where something is known. ``hidden`` is how many entities were left out.

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

    def __repr__(self) -> str:
        entities = counted(len(self.entities), "entity", "entities")
        return f"<Timeline: {entities}, {counted(len(self.islands), 'island')}>"

    @property
    def instants(self) -> tuple[Instant, ...]:
        """The instants at which a window or a core of the dated axis begins or ends, in order."""
        found: set[Instant | None] = set()
        for window in self.windows.values():
            found.update((window.earliest_start, window.latest_end, *(window.core or ())))
        found.discard(None)
        return tuple(sorted(instant for instant in found if instant is not None))


def timeline_of(graph: TimeGraph, *, only: Iterable[Hashable] | None = None) -> Timeline:
    """The timeline of a graph, or of the entities ``only`` (``KeyError`` for an unknown one).

    What is shown of a part is what the whole graph entails of it.
    """
    shown = graph.entities if only is None else _chosen(graph, only)
    number = {entity: k for k, entity in enumerate(shown)}
    masks: dict[tuple[int, int], int] = {}
    before = [0] * len(shown)
    groups = list(range(len(shown)))

    def group(k: int) -> int:
        while groups[k] != k:
            groups[k] = k = groups[groups[k]]
        return k

    for a, relations, b in entailed(graph, among=None if len(shown) == len(graph) else shown):
        i, j = number.get(a, -1), number.get(b, -1)
        if i < 0 or j < 0:
            continue
        if i > j:
            i, j, relations = j, i, relations.converse
        masks[i, j] = relations.mask
        if relations <= _BEFORE:
            before[j] |= 1 << i
        elif relations <= _AFTER:
            before[i] |= 1 << j
        groups[group(i)] = group(j)
    members: dict[int, list[int]] = {}
    for k in range(len(shown)):
        members.setdefault(group(k), []).append(k)
    islands = sorted((own for own in members.values() if len(own) > 1), key=len, reverse=True)
    windows = {
        number[entity]: window for entity, window in windows_of(graph).items() if entity in number
    }
    drawn = tuple(Island(tuple(own), tuple(bands_of(before, own))) for own in islands)
    return Timeline(
        tuple(shown),
        windows,
        drawn,
        tuple(own[0] for own in members.values() if len(own) == 1),
        masks,
        len(graph) - len(shown),
        tuple(arrows_of(before, (island.bands for island in drawn), windows)),
        lengths_of(graph, shown, windows),
        broken_links(graph, number),
    )


def _chosen(graph: TimeGraph, only: Iterable[Hashable]) -> tuple[Hashable, ...]:
    chosen = set(only)
    unknown = [entity for entity in chosen if entity not in graph]
    if unknown:
        noun = "entity" if len(unknown) == 1 else "entities"
        raise KeyError(f"no {noun} {', '.join(sorted(map(repr, unknown)))} in the graph")
    return tuple(entity for entity in graph.entities if entity in chosen)


def shown_entities(graph: TimeGraph) -> tuple[Hashable, ...]:
    """The entities of a graph that a picture shows: all, or of more than :data:`MOST_ENTITIES` the
    first that links name."""
    if len(graph) <= MOST_ENTITIES:
        return graph.entities
    named = {entity for link in graph.links for entity in named_by(link)}
    linked = tuple(entity for entity in graph.entities if entity in named)
    return linked[:MOST_ENTITIES] or graph.entities[:MOST_ENTITIES]
