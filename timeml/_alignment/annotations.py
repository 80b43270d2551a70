"""Which events and timexes of a system pair with which of the key, by where they stand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from operator import attrgetter, itemgetter
from typing import Any, Literal, TypeVar, get_args

from timeml._alignment.text_alignment import (
    Matched,
    Span,
    TextAlignment,
    folded,
    indices,
    pair_by_overlap,
    pair_in_text_order,
    token_starts,
)
from timeml._model import Attributes, EntityIndex, Event, Layout, Mark, Raw, Timex3, Token
from timeml.document import ALink, Document, Instance, SLink, TLink

# Documents without their text, whose annotations keep their spans in it.
#
# The public files of THYME are such, and what systems write for Clinical TempEval. As long as
# both documents are about one text, the spans say what stands at the same place.


_One = TypeVar("_One", Event, Timex3)
_AnyLink = TypeVar("_AnyLink", TLink, SLink, ALink)
_PIECE = re.compile(r"(\d{1,18}),(\d{1,18})")


def placed(document: Document, other: Document) -> Document:
    """A document without its text, with its annotations where their spans say that they stand: in
    the text of the ``other`` document, if that has one. Any other document as it is."""
    every: list[Event | Timex3] = [*document.events, *document.timexes]
    has_spans = any(name == "span" for annotation in every for name, _ in annotation.extra)
    if document.text.strip() or (document.layout.format == "timeml" and not has_spans):
        return document
    length = len(other.text) if other.text.strip() else None
    timexes = tuple(_placed(timex, length) for timex in document.timexes)
    return replace(
        document,
        text=other.text,
        events=tuple(_placed(event, length) for event in document.events),
        timexes=timexes,
        dct=timexes[0] if document.dct is not None else None,
    )


def same_places(*documents: Document) -> TextAlignment:
    """The alignment of a text that is not there with itself."""
    every: list[Event | Timex3] = []
    for document in documents:
        every += (*document.events, *document.timexes)
    length = max((annotation.end or 0 for annotation in every), default=0)
    return TextAlignment([(0, 0, length)] if length else [], (length, length))


def _placed(one: _One, length: int | None) -> _One:
    pieces = [_PIECE.fullmatch(piece) for piece in dict(one.extra).get("span", "").split(";")]
    spans = [(int(piece[1]), int(piece[2])) for piece in pieces if piece is not None]
    if one.start is not None or len(spans) < len(pieces):
        return one
    start, end = min(spans)[0], max(end for _, end in spans)
    if start > end or (length is not None and end > length):
        return one
    return replace(one, start=start, end=end)


AlignBy = Literal["overlap", "first-token"]
ALIGN_BY: tuple[AlignBy, ...] = get_args(AlignBy)
"""How annotations pair: by the characters that they share, or as the official normaliser does."""

Place = tuple[int, int] | None
"""The span of an annotation in the indices of its text; ``None`` outside the text."""

_Pairer = Callable[[Sequence[Span], Sequence[Span], Matched], list[tuple[int, int]]]

_PAIRERS: dict[AlignBy, tuple[_Pairer, _Pairer]] = {
    "overlap": (
        partial(pair_by_overlap, prefer_first=True),
        partial(pair_by_overlap, prefer_first=False),
    ),
    "first-token": (
        partial(pair_by_overlap, prefer_first=True, same_token=True),
        pair_in_text_order,
    ),
}
"""How events pair, and how timexes do."""


@dataclass(frozen=True, slots=True)
class PartialPair:
    """Two annotations that pair although they do not cover the same characters.

    ``system_id`` and ``key_id`` are eids or tids, ``system_text`` and ``key_text`` their words.
    """

    system_id: str
    key_id: str
    system_text: str
    key_text: str

    def __str__(self) -> str:
        return (
            f"{self.system_id} {self.system_text!r} is paired with {self.key_id} {self.key_text!r}"
        )


def pair_annotations(
    system: Document, key: Document, text: TextAlignment, align_by: AlignBy
) -> tuple[list[tuple[Event, Event]], list[tuple[Timex3, Timex3]], list[PartialPair]]:
    """The (system's, key's) events and timexes that pair, in the order of the key, and the pairs
    that do not cover the same characters, timexes first.

    ``text`` aligns the text of the system with that of the key. The creation time pairs with the
    creation time, as the first pair of timexes; what stands outside the text pairs in order with
    what has the same words. If a document made in Python repeats an id, its first annotation
    counts.
    """
    by_events, by_timexes = _PAIRERS[align_by]
    sides = [(document.text, _tokens(document.text, align_by)) for document in (system, key)]
    timexes, key_timexes = _unique(system.timexes, "tid"), _unique(key.timexes, "tid")
    creation: list[tuple[Timex3, Timex3]] = []
    if system.dct is not None and key.dct is not None:
        creation = [(timexes.pop(0), key_timexes.pop(0))]
    spans = _spans(*sides[0], timexes), _spans(*sides[1], key_timexes)
    timex_pairs, partial_timexes = _pairs(timexes, key_timexes, *spans, text, by_timexes)
    events, key_events = _unique(system.events, "eid"), _unique(key.events, "eid")
    spans = _spans(*sides[0], events), _spans(*sides[1], key_events)
    event_pairs, partial_events = _pairs(events, key_events, *spans, text, by_events)
    partial = [PartialPair(a.tid, b.tid, a.text, b.text) for a, b in partial_timexes]
    partial += [PartialPair(a.eid, b.eid, a.text, b.text) for a, b in partial_events]
    return event_pairs, creation + timex_pairs, partial


def places_of(document: Document, *, creation_time: bool) -> list[Place]:
    """Where the events and timexes of a document stand, with its ``creation_time`` or without."""
    timexes = _unique(document.timexes, "tid")[0 if creation_time else 1 :]
    return _places(document.text, [*_unique(document.events, "eid"), *timexes])


def _unique(annotations: Iterable[_One], id: str) -> list[_One]:
    """The first annotation of each id."""
    first: dict[str, _One] = {}
    for annotation in annotations:
        first.setdefault(getattr(annotation, id), annotation)
    return list(first.values())


def _places(text: str, annotations: Sequence[Event | Timex3]) -> list[Place]:
    offsets = [(annotation.start, annotation.end) for annotation in annotations]
    known = [offset for pair in offsets for offset in pair if offset is not None]
    # Where the text itself is not there, only its offsets are known.
    index = indices(text, known) if text else {offset: offset for offset in known}
    return [
        None if start is None or end is None else (index[start], index[end])
        for start, end in offsets
    ]


def _spans(
    text: str, tokens: list[int], annotations: Sequence[Event | Timex3]
) -> list[Span | None]:
    """Where the annotations of one kind stand in their own text, those of equal starts in file
    order; ``None`` outside the text."""
    places = _places(text, annotations)
    starts = sorted((place[0], n) for n, place in enumerate(places) if place is not None)
    order = {n: rank for rank, (_, n) in enumerate(starts)}
    return [
        None if place is None else Span(*place, order[n], token=_token(place, tokens))
        for n, place in enumerate(places)
    ]


def _tokens(text: str, align_by: AlignBy) -> list[int]:
    """The indices at which tokens start, and the length of all; empty where none are needed."""
    if align_by == "overlap":
        return []
    return [*indices(text, [*token_starts(text), len(text)]).values()]


def _token(place: tuple[int, int], tokens: list[int]) -> tuple[int, int]:
    """Where the first token of an annotation stands."""
    number = bisect_right(tokens, place[0])
    return (tokens[number - 1], tokens[number]) if 0 < number < len(tokens) else (0, 0)


def _pairs(
    system: Sequence[_One],
    key: Sequence[_One],
    spans: Sequence[Span | None],
    key_spans: Sequence[Span | None],
    text: TextAlignment,
    pairer: _Pairer,
) -> tuple[list[tuple[_One, _One]], list[tuple[_One, _One]]]:
    """The annotations of one kind that pair, in the order of the key, and those of them that do not
    cover the same characters."""
    numbers = [
        {span.order: n for n, span in enumerate(of_one) if span is not None}
        for of_one in (spans, key_spans)
    ]
    mine = [
        there
        for span in sorted(filter(None, spans), key=attrgetter("order"))
        if (there := _in_key(span, text)) is not None
    ]
    yours = sorted(filter(None, key_spans), key=attrgetter("order"))
    pairs: list[tuple[int, int]] = [
        (numbers[0][first], numbers[1][other])
        for first, other in pairer(mine, yours, text.matched_in_second)
    ]
    outside: list[list[tuple[int, Event | Timex3]]] = [
        [(n, one) for n, (one, span) in enumerate(zip(of_one, own, strict=True)) if span is None]
        for of_one, own in ((system, spans), (key, key_spans))
    ]
    paired = sorted([*pairs, *_with_same_words(*outside)], key=itemgetter(1))
    partial = [(n, other) for n, other in paired if _is_partial(spans[n], key_spans[other], text)]
    return (
        [(system[first], key[other]) for first, other in paired],
        [(system[first], key[other]) for first, other in partial],
    )


def _in_key(span: Span, text: TextAlignment) -> Span | None:
    """A span of the system in the key's indices; ``None`` if it has no counterpart there."""
    if span.start == span.end:
        gap = text.gap(span.start)
        return None if gap is None else Span(gap, gap, span.order)
    there = text.span(span.start, span.end)
    if there is None:
        return None
    first = text.counterpart(span.start) is not None
    token_there = text.span(*span.token) if span.token[1] else None
    return Span(*there, span.order, first, token_there or (0, 0))


def _with_same_words(
    system: Sequence[tuple[int, Event | Timex3]], key: Sequence[tuple[int, Event | Timex3]]
) -> Iterator[tuple[int, int]]:
    """Pairs outside the text: without positions, the k-th "Monday" pairs with the k-th one."""
    waiting: dict[str, deque[int]] = defaultdict(deque)
    for number, annotation in system:
        waiting[_words(annotation)].append(number)
    for number, annotation in key:
        same = waiting.get(_words(annotation))
        if same:
            yield same.popleft(), number


def _words(annotation: Event | Timex3) -> str:
    return "".join(folded(annotation.text).split())


def _is_partial(span: Span | None, other: Span | None, text: TextAlignment) -> bool:
    """Whether spans that pair do not cover the same characters."""
    if span is None or span.start == span.end:
        return False
    there = None if other is None else (other.start, other.end)
    return text.span(span.start, span.end) != there


# The new ids of a system's annotations: those of the key where they pair, else fresh ones.


_NUMBER = re.compile(r"[0-9]{1,18}$")


def ids_of(document: Document) -> set[str]:
    """Every id of the document's events, instances and timexes."""
    ids = {event.eid for event in document.events}
    ids.update(timex.tid for timex in document.timexes)
    ids.update(instance.eiid for instance in document.instances)
    return ids


class NewIds:
    """The new id of each annotation of a system, by its old one.

    ``events`` and ``timexes`` map ids of the system to the annotations of the key that they pair
    with. ``eids``, ``eiids`` and ``tids`` map old ids to new ones, and ``every`` all of them: an
    id that is an eid and also an eiid or tid means the latter, as in questions. ``added`` maps
    the old eid of an event without instance to the eiid of the instance that it gets. ``of_key``
    are all ids of the key.

    Fresh ids are numbered after every number in the key's ids, in the system's file order. So
    they do not depend on the ids of the system, and no question about the key can mean them.
    """

    def __init__(
        self,
        system: Document,
        key: Document,
        events: Mapping[str, Event],
        timexes: Mapping[str, Timex3],
    ) -> None:
        self._system = system
        self._key = key
        self.eids: dict[str, str] = {}
        self.eiids: dict[str, str] = {}
        self.tids: dict[str, str] = {}
        self.added: dict[str, str] = {}
        self.of_key = ids_of(key)
        used = [int(match.group()) for id in self.of_key if (match := _NUMBER.search(id))]
        self._numbers = count(max(used, default=0) + 1)
        for timex in system.timexes:
            if timex.tid not in self.tids:
                paired = timexes.get(timex.tid)
                self.tids[timex.tid] = paired.tid if paired else self.fresh("t")
        for event in system.events:
            if event.eid not in self.eids:
                self._name(event, events.get(event.eid))
        self.every: dict[str, str] = {**self.eids, **self.tids, **self.eiids}

    def fresh(self, prefix: str) -> str:
        """An id that neither the key nor any other annotation has."""
        return f"{prefix}{next(self._numbers)}"

    def _name(self, event: Event, paired: Event | None) -> None:
        if paired is None:
            eid = self.fresh("e")
            names = ["ei" + eid[1:]]
        else:
            eid = paired.eid
            names = [instance.eiid for instance in paired.instances] or self._alias(paired)
        self.eids[event.eid] = eid
        for index, instance in enumerate(event.instances):
            if instance.eiid not in self.eiids:
                new = names[index] if index < len(names) else self.fresh("ei")
                self.eiids[instance.eiid] = new
        if paired is not None and not event.instances:
            if paired.instances:
                self.added[event.eid] = names[0]
            elif self._system.entity(event.eid) is event and not self._is_entity(paired):
                # The eid means another annotation of the key, so the event needs an id of its own.
                self.added[event.eid] = self.fresh("ei")

    def _alias(self, event: Event) -> list[str]:
        """``eiN`` for an event ``eN`` of the key without instance, if a question may use it."""
        alias = "ei" + event.eid[1:]
        means_it = self._key.resolve(alias) == event.eid and self._is_entity(event)
        return [alias] if means_it else []

    def _is_entity(self, event: Event) -> bool:
        """Whether the eid of an event of the key means that event."""
        return self._key.entity(event.eid) is event


# A document with new ids: every annotation and every reference to one, consistently.


_PREFIX = re.compile(r"(?:ei|[a-z])(?=[0-9]+$)")

_REFERENCES: dict[str, dict[str, str]] = {
    "EVENT": {"eid": "event"},
    "TIMEX3": {
        "tid": "timex",
        "anchorTimeID": "timex",
        "beginPoint": "timex",
        "endPoint": "timex",
    },
    "MAKEINSTANCE": {"eiid": "instance", "eventID": "event"},
    "CONFIDENCE": {"tagID": "any"},
}
"""By element that is only in the layout, the attributes that hold ids, and ids of what."""


class Renaming:
    """A system's document with new ids, in which every reference means what it meant before.

    ``events`` maps each old eid to the event with its new ids. A reference to nothing stays as it
    is, except where its id would now mean something; then it gets a fresh id of no meaning.
    """

    def __init__(self, system: Document, key: Document, ids: NewIds) -> None:
        self._system = system
        self._key = key
        self._ids = ids
        self._new_eids = set(ids.eids.values())
        self._new_tids = set(ids.tids.values())
        self._unused: dict[str, str] = {}  # id of no meaning -> fresh id of no meaning
        self._new_events = tuple(self._event(event) for event in system.events)
        self.events: dict[str, Event] = {}
        for old, new in zip(system.events, self._new_events, strict=True):
            self.events.setdefault(old.eid, new)
        self._new_lost = {id: self._lost(id) for id in sorted(system.layout.lost)}
        # What an id will mean in the new document.
        self._index = EntityIndex(
            self._new_events,
            [replace(timex, tid=ids.tids[timex.tid]) for timex in system.timexes],
            lost=self._new_lost.values(),
        )

    def document(self) -> Document:
        """The system's document with its new ids."""
        system = self._system
        timexes = tuple(self._timex(timex) for timex in system.timexes)
        return replace(
            system,
            dct=timexes[0] if system.dct is not None else None,
            timexes=timexes,
            events=self._new_events,
            tlinks=self._links(system.tlinks, "source", "target"),
            slinks=self._links(system.slinks, "event_instance_id", "subordinated_event_instance"),
            alinks=self._links(system.alinks, "event_instance_id", "related_to_event_instance"),
            layout=self._layout(),
        )

    def _event(self, event: Event) -> Event:
        ids = self._ids
        eid = ids.eids[event.eid]
        instances = tuple(
            replace(instance, eiid=ids.eiids[instance.eiid], event_id=eid)
            for instance in event.instances
        )
        if not instances and event.eid in ids.added:
            instances = (Instance(ids.added[event.eid], eid),)
        return replace(event, eid=eid, instances=instances)

    def _timex(self, timex: Timex3) -> Timex3:
        def new(id: str | None) -> str | None:
            return id and self._among(id, self._ids.tids, self._new_tids)

        return replace(
            timex,
            tid=self._ids.tids[timex.tid],
            anchor_time_id=new(timex.anchor_time_id),
            begin_point=new(timex.begin_point),
            end_point=new(timex.end_point),
        )

    def _links(self, links: Iterable[_AnyLink], *ends: str) -> tuple[_AnyLink, ...]:
        """Links with the new ids at these ends."""
        renamed = []
        for link in links:
            new: dict[str, Any] = {end: self._reference(getattr(link, end)) for end in ends}
            renamed.append(replace(link, **new))
        return tuple(renamed)

    def _reference(self, id: str) -> str:
        """The new id at an end of a link."""
        entity = self._system.resolve_end(id)
        if entity is None:
            return self._dangling(id)
        new = self._entity(entity)
        if id == entity:
            return new
        # An eid that means its first instance, or the alias eiN of eN, stays one.
        annotation = self._system.entity(entity)
        assert isinstance(annotation, Event)  # a timex has only one id
        eid = self._ids.eids[annotation.eid]
        kept = eid if id == annotation.eid else "ei" + eid[1:]
        return kept if self._index.resolve_end(kept) == new else new

    def _entity(self, entity: str) -> str:
        """The new id of an entity of the system."""
        annotation = self._system.entity(entity)
        if isinstance(annotation, Timex3):
            return self._ids.tids[entity]
        if annotation.instances:
            return self._ids.eiids[entity]
        return self.events[entity].ids[0]

    def _dangling(self, id: str) -> str:
        """The new id of a reference to nothing."""
        if not id or (id not in self._ids.of_key and self._index.resolve_end(id) is None):
            return id
        return self._unused_id(id)

    def _lost(self, id: str) -> str:
        """The new id of a lost instance.

        It changes if it is an alias in the key, because a lost id hides the alias.
        """
        if id in self._ids.eiids:
            return self._ids.eiids[id]
        is_alias = id not in self._ids.of_key and self._key.resolve(id) is not None
        return self._unused_id(id) if is_alias else id

    def _unused_id(self, id: str) -> str:
        if id not in self._unused:
            prefix = _PREFIX.match(id)
            self._unused[id] = self._ids.fresh(prefix.group() if prefix else "x")
        return self._unused[id]

    def _among(self, id: str, old: Mapping[str, str], new: set[str]) -> str:
        """The new id of a reference that can only mean annotations of one kind."""
        if id in old:
            return old[id]
        return self._unused_id(id) if id in new else id

    def _layout(self) -> Layout:
        """The layout with new ids and with marks for the instances that were added.

        The ids of elements that were left out are renamed, too, so that the written file is read
        in the same way.
        """
        layout = self._system.layout
        if not layout.tokens:  # it was not read from a file
            return layout
        tokens: list[Token] = [
            self._raw(token) if isinstance(token, Raw) else token for token in layout.tokens
        ]
        lost = frozenset(self._new_lost.values())
        if not self._ids.added:
            return replace(layout, tokens=tuple(tokens), lost=lost)
        last = len(tokens)
        if Mark.MAKEINSTANCE in tokens:
            last -= tokens[::-1].index(Mark.MAKEINSTANCE)
        tokens[last:last] = [Mark.MAKEINSTANCE] * len(self._ids.added)
        old: list[int] = []  # the new indices of the old instances, in their order
        added: list[int] = []
        index = 0
        for before, after in zip(self._system.events, self._new_events, strict=True):
            indices = range(index, index + len(after.instances))
            (old if before.instances else added).extend(indices)
            index += len(after.instances)
        order = tuple([old[k] for k in layout.instance_order or range(len(old))] + added)
        return replace(layout, tokens=tuple(tokens), instance_order=order, lost=lost)

    def _raw(self, raw: Raw) -> Raw:
        kind = raw.tag.rsplit("}")[-1]
        known = _REFERENCES.get(kind)
        if not known:
            return raw
        attributes = tuple(self._attributes(raw.attributes, known))
        return raw if attributes == raw.attributes else replace(raw, attributes=attributes)

    def _attributes(
        self, attributes: Attributes, known: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        ids = self._ids
        for name, value in attributes:
            kind = known.get(name)
            if not value or kind is None:
                yield name, value
            elif kind == "event":
                yield name, self._among(value, ids.eids, self._new_eids)
            elif kind == "timex":
                yield name, self._among(value, ids.tids, self._new_tids)
            elif kind == "instance":
                new = ids.eiids.get(value) or ids.tids.get(value)
                yield name, new or self._new_lost.get(value, value)
            else:
                yield name, ids.every.get(value, value)
