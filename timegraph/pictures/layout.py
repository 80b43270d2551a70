"""A timeline as data: what is drawn where, and nothing that is not entailed.

Every entity has one place. Those that dates bound stand on the *dated axis*
(:mod:`timegraph.pictures.orders`), all others that something connects in *bands*
(:mod:`timegraph.pictures.orders`). In both an entity that stands wholly left of another is
entailed to be before it, or right before it; overlap claims nothing, and ranks are not a scale.
Between parts position claims nothing; arrows (:mod:`timegraph.pictures.orders`) say the
rest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from timegraph._graph.distances import Bounds
from timegraph._wording import counted, seconds_in_words
from timegraph.allen import Allen, AllenSet
from timegraph.links import AnyLink, DistanceConstraint, Endpoint, Link, Placement, cite
from timegraph.pictures.orders import (
    Band,
    Dated,
    Place,
    Window,
    arrows_of,
    bands_of,
    dated_of,
    members_of,
    windows_of,
)
from timegraph.reduction import entailed, in_force
from timegraph.report.plain_text import display_width, printable, wrapped
from timeml import Event
from timeml.gregorian import rounded
from timeml.timex_value import Instant, format_instant

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.links import Naming
    from timeml import Document


# Links that were left out as contradictory, as pictures show them: broken arrows.


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


# Packing: lines with labels below them, each as high up as nothing else is in its way.


_CELL = 4  # pixels of a column of cells; rows are counted by the caller

Span = tuple[float, float]
"""From where to where, in pixels."""


@dataclass(slots=True)
class Packer:
    """A sheet that grows downwards; each row has a bit for each of its columns that is taken."""

    rows: list[int] = field(default_factory=list)

    @property
    def height(self) -> int:
        """How many rows are used."""
        return len(self.rows)

    def place(self, line: Span, line_rows: int, box: Span, box_rows: int) -> int:
        """The first row at which a line and the box right below it are free; they are taken
        there."""
        parts = [(_bits(line), line_rows), (_bits(box), box_rows)]
        needed = [bits for bits, rows in parts for _ in range(rows)]
        row = 0
        while (taken := self._taken(row, needed)) is not None:
            row = taken + 1
        self.rows += [0] * (row + len(needed) - len(self.rows))
        for k, bits in enumerate(needed, start=row):
            self.rows[k] |= bits
        return row

    def _taken(self, row: int, needed: list[int]) -> int | None:
        """Some row that has to be passed before ``needed`` can be free, ``None`` if it is."""
        for k, (bits, taken) in enumerate(
            zip(needed, self.rows[row : row + len(needed)], strict=False)
        ):
            if bits & taken:
                return row + k if bits == needed[0] else row
        return None


@dataclass(slots=True)
class Shelf:
    """A sheet of ``width`` pixels on which boxes stand below each other, wherever most is free."""

    width: float
    depths: list[float] = field(init=False)
    """How far down each column of cells is taken."""

    def __post_init__(self) -> None:
        self.depths = [0.0] * max(1, int(self.width // _COLUMN))

    @property
    def height(self) -> float:
        return max(self.depths)

    def place(self, width: float, height: float) -> Span:
        """The left side and the top of a box: as high up as it can stand, and then leftmost."""
        columns = min(len(self.depths), int(-(-width // _COLUMN)))
        starts = range(len(self.depths) - columns + 1)
        top, first = min((max(self.depths[k : k + columns]), k) for k in starts)
        self.depths[first : first + columns] = [top + height] * columns
        return first * _COLUMN, top


_COLUMN = 8.0  # pixels


def _bits(span: Span) -> int:
    first, last = int(span[0] // _CELL), int(-(-span[1] // _CELL))
    return (1 << max(last, first + 1)) - (1 << first)


# How long entities last, where a graph says more than that they start before they end.


def lengths_of(
    graph: TimeGraph, entities: Sequence[Hashable], windows: Mapping[int, Window]
) -> dict[int, Bounds]:
    """The bounds on the length of each entity, by its number, of which one is known and is not
    already that of its window on the calendar; none for a graph without distances.

    They are without the thousandths of a second that dates may add.
    """
    if not any(isinstance(constraint, DistanceConstraint) for constraint, _ in in_force(graph)):
        return {}
    pairs: list[tuple[Endpoint, Endpoint]] = [
        ((entity, "start"), (entity, "end")) for entity in entities
    ]
    lengths = {}
    for number, exact in enumerate(graph.distances(pairs)):
        bounds = exact.rounded(rounded)
        if number in windows:
            bounds = _beyond(windows[number], bounds)
        if bounds.lower or bounds.upper is not None:
            lengths[number] = bounds
    return lengths


def _beyond(window: Window, bounds: Bounds) -> Bounds:
    """The bounds without those that the window has."""
    start, end, core = window.earliest_start, window.latest_end, window.core
    lower, upper, lower_reached, upper_reached = bounds
    if upper is not None and start is not None and end is not None and upper >= end - start:
        upper, upper_reached = None, True
    if lower is not None and core is not None and lower <= core[1] - core[0]:
        lower, lower_reached = None, True
    return Bounds(lower, upper, lower_reached, upper_reached)


def short_length(bounds: Bounds) -> str:
    """A length in a few words: "3 days", "2 to 3 days", "3 days or more". Whether a bound is
    reached is left to ``str(bounds)``."""
    low, high = _words(bounds.lower or None), _words(bounds.upper)
    if low is None:
        return "" if high is None else f"up to {high}"
    if high is None:
        return f"{low} or more"
    if low == high:
        return low
    (number, _, unit), (_, _, other) = low.partition(" "), high.partition(" ")
    one_unit = unit.rstrip("s") == other.rstrip("s") and " " not in unit
    return f"{number if one_unit else low} to {high}"


def _words(seconds: Fraction | None) -> str | None:
    return None if seconds is None else seconds_in_words(seconds)


# What a picture calls the entities of a document.


_WORDS = 28
"""Characters of an entity's words that a picture shows."""

Kind = Literal["event", "timex", "other"]


@dataclass(frozen=True, slots=True)
class Caption:
    """An entity's id, its kind, its words as they are shown, and all of them.

    ``start`` and ``end`` are its place in the document's text, ``None`` outside of it; ``value`` is
    that of a timex; ``length`` says in a few words how long it lasts, where that is known."""

    id: str
    kind: Kind
    words: str
    whole: str
    start: int | None = None
    end: int | None = None
    value: str | None = None
    length: str = ""
    creation: bool = False
    """Whether it is the document's creation time."""

    @property
    def label(self) -> str:
        """What stands next to the entity: a clock before a timex, so that colour is not needed."""
        clock = "\N{WHITE CIRCLE WITH UPPER RIGHT QUADRANT} " if self.kind == "timex" else ""
        length = f" ({self.length})" if self.length else ""
        name = "creation time " if self.creation else ""
        return f"{clock}{name}{self.words or self.id}{length}"


def captions_of(timeline: Timeline, document: Document | None = None) -> list[Caption]:
    """The captions of the entities of a timeline, in their order."""
    captions = [caption_of(entity, document) for entity in timeline.entities]
    for number, bounds in timeline.lengths.items():
        captions[number] = replace(captions[number], length=short_length(bounds))
    return captions


def naming_by(captions: Iterable[Caption]) -> Naming:
    """What texts call the entities of these captions: ``ei21 "cited"``."""
    names = {
        caption.id: f'{caption.id} "{caption.words}"'
        for caption in captions
        if caption.words and caption.kind != "other"
    }
    return lambda entity: names.get(str(entity), str(entity))


def caption_of(entity: Hashable, document: Document | None = None) -> Caption:
    """The caption of an entity; without a document, or where that has no such entity, its name."""
    id = str(entity)
    try:
        annotation = None if document is None else document.entity(id)
    except KeyError:
        annotation = None
    if annotation is None:
        return Caption(id, "other", _shortened(id), id)
    whole = " ".join(annotation.text.split())
    place = annotation.start, annotation.end
    if isinstance(annotation, Event):
        return Caption(id, "event", _shortened(whole), whole, *place)
    value = annotation.value
    creation = document is not None and annotation == document.dct
    words = _shortened(whole or value or "")
    return Caption(id, "timex", words, whole, *place, value, creation=creation)


def _shortened(words: str) -> str:
    return (
        words if len(words) <= _WORDS else words[: _WORDS - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    )


MOST_ENTITIES = 1_500
"""Entities that a picture shows unasked; one of more cannot be read, nor drawn in time."""

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


# A timeline in plain characters, for a terminal.


_NARROWEST = 40
_NAME = 24
_SHORTEST = 16


def plain_timeline(timeline: Timeline, captions: Sequence[Caption], *, width: int = 80) -> str:
    """The timeline as text of at most ``width`` columns (but never fewer than 40), every line
    ended by a line feed.

    In a band an entity stands wholly left of another iff it is certainly before it. Dates, lengths,
    orders between bands and links that were left out are written out.
    """
    width = max(_NARROWEST, width)
    lines = [*_dated(timeline, captions, width), *_plain_islands(timeline, captions, width)]
    lines += _arrows(timeline, captions, width)
    lines += _lengths(timeline, captions, width)
    lines += _broken(timeline, captions, width)
    if timeline.alone:
        names = ", ".join(_named(captions[k]) for k in timeline.alone)
        lines += ["", f"In no link ({len(timeline.alone)}):", *wrapped(f"  {names}", width)]
    if timeline.hidden:
        lines += ["", f"Not shown: {timeline.hidden}"]
    return "".join(f"{line.rstrip()}\n" for line in lines).lstrip("\n")


def _named(caption: Caption) -> str:
    words = "" if caption.words == caption.id else f" {caption.words}"
    return printable(f"{caption.id}{words}".rstrip())


def _dated(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    if not timeline.windows:
        return
    yield from wrapped("On the calendar (from the earliest start to the latest end):", width)
    columns = timeline.dated.extents if timeline.dated else {}
    rows = sorted(timeline.windows, key=lambda k: (columns[k].left, columns[k].right, k))
    for entity in rows:
        window = timeline.windows[entity]
        span = f"{_date(window.earliest_start)} .. {_date(window.latest_end)}"
        if len(span) + _SHORTEST + 3 > width:
            yield f"  {_cut(_named(captions[entity]), width - 2)}"
            yield f"{span:>{width}}"
        else:
            yield f"  {_cut(_named(captions[entity]), width - 3 - len(span))} {span}"


def _unseen(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """Which dated entities are certainly before which, where their windows do not say so: the
    fewest from which, with the windows, all such orders follow."""
    columns = timeline.dated.extents if timeline.dated else {}
    for a, extent in columns.items():
        later = [b for b in columns if extent.right < columns[b].left]
        # What begins behind the end of one of these follows from the order of that one.
        nearest = min((columns[b].right for b in later), default=0)
        end = timeline.windows[a].latest_end
        for b in later:
            start = timeline.windows[b].earliest_start
            if columns[b].left <= nearest and (end is None or start is None or end > start):
                yield a, b


def _date(instant: Instant | None) -> str:
    return "" if instant is None else format_instant(instant)


def _plain_islands(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    for number, island in enumerate(timeline.islands, start=1):
        for part, band in enumerate(island.bands, start=1):
            title = f"Group {number} of {len(timeline.islands)} ({len(island.members)} connected)"
            if len(island.bands) > 1:
                title += f", part {part} of {len(island.bands)}"
            yield ""
            yield from wrapped(f"{title}, not to scale:", width)
            yield from _band(band, captions, width - _NAME - 3)


def _band(band: Band, captions: Sequence[Caption], columns: int) -> Iterator[str]:
    """Each entity in a line of its own; a band of more ranks than fit comes in pieces."""
    each = max(1, min(4, columns // band.ranks))
    in_piece = max(1, columns // each)
    rows = sorted(
        zip(band.members, band.left, band.right, strict=True),
        key=lambda row: (row[1] + row[2], row[0]),
    )
    for begin in range(0, band.ranks, in_piece):
        end = min(begin + in_piece, band.ranks)
        if band.ranks > in_piece:
            yield f"  (ranks {begin + 1} to {end} of {band.ranks})"
        for entity, left, right in rows:
            if left < end and right >= begin:
                first, last = max(left, begin) - begin, min(right, end - 1) - begin
                bar = "=" * ((last - first + 1) * each)
                bar = ("<" if left < begin else "[") + bar[1:] if each > 1 else bar
                bar = bar[:-1] + (">" if right >= end else "]") if each > 1 else bar
                yield f"  {_cut(_named(captions[entity]), _NAME)} {' ' * (first * each)}{bar}"


def _arrows(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    later: dict[int, list[int]] = {}
    for a, b in sorted({*_unseen(timeline), *timeline.arrows}):
        later.setdefault(a, []).append(b)
    if later:
        yield ""
        yield from wrapped("Orders that the lines above do not show:", width)
    for a in later:
        names = ", ".join(_named(captions[b]) for b in later[a])
        yield from wrapped(f"  {_named(captions[a])} < {names}", width)


def _lengths(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    if timeline.lengths:
        yield from ("", "Lengths:")
    for entity, bounds in timeline.lengths.items():
        yield from wrapped(f"  {_named(captions[entity])}: {bounds}", width)


def _broken(timeline: Timeline, captions: Sequence[Caption], width: int) -> Iterator[str]:
    name = naming_by(captions)
    if timeline.broken:
        yield ""
        yield from wrapped(f"Left out as contradictory ({len(timeline.broken)}):", width)
    for broken in timeline.broken:
        yield from wrapped(f"  {printable(cite(broken.link, name))}", width)


def _cut(words: str, width: int) -> str:
    """``words`` in exactly ``width`` columns."""
    while display_width(words) > width:
        words = words[:-2] + "\N{HORIZONTAL ELLIPSIS}"
    return words + " " * (width - display_width(words))
