"""The annotations of one TimeML document as frozen data: what the format says, and no more.

Nothing here reads XML or reasons about time. The element and attribute names are those of the
TimeML 1.2.1 specification; ``eventInstanceID`` is spelt ``event_instance_id`` and so on.
Offsets are half-open code-point indices into :attr:`Document.text`, after XML line-end
normalisation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from timeml._layout import Layout
from timeml.errors import Diagnostic

__all__ = [
    "ALink",
    "Document",
    "Event",
    "Instance",
    "RelType",
    "SLink",
    "Signal",
    "TLink",
    "Timex3",
]

Attributes = tuple[tuple[str, str], ...]
"""Attributes that this library has no field for, in file order; kept for the round trip."""


class RelType(Enum):
    """The relation types of a TLINK in TimeML 1.2.1, with the two that only questions use."""

    BEFORE = "BEFORE"
    AFTER = "AFTER"
    IBEFORE = "IBEFORE"
    IAFTER = "IAFTER"
    INCLUDES = "INCLUDES"
    IS_INCLUDED = "IS_INCLUDED"
    BEGINS = "BEGINS"
    BEGUN_BY = "BEGUN_BY"
    ENDS = "ENDS"
    ENDED_BY = "ENDED_BY"
    SIMULTANEOUS = "SIMULTANEOUS"
    IDENTITY = "IDENTITY"
    DURING = "DURING"
    DURING_INV = "DURING_INV"
    OVERLAPS = "OVERLAPS"
    OVERLAPPED_BY = "OVERLAPPED_BY"

    @property
    def annotated(self) -> bool:
        """Whether TimeML lets a TLINK bear this type (OVERLAPS and its converse are only asked)."""
        return self not in (RelType.OVERLAPS, RelType.OVERLAPPED_BY)

    @classmethod
    def parse(cls, label: str) -> RelType:
        """The type spelt ``label``, in any case; ``OVERLAPED_BY`` is accepted as the QA TempEval
        task page spells it. Raises ``ValueError`` naming the 16 types for any other label."""
        name = label.strip().upper()
        if name == "OVERLAPED_BY":
            name = "OVERLAPPED_BY"
        try:
            return cls(name)
        except ValueError:
            known = ", ".join(member.value for member in cls)
            raise ValueError(f"unknown relation type {label!r}; known: {known}") from None


@dataclass(frozen=True, slots=True)
class Instance:
    """A MAKEINSTANCE: one occurrence of an event; the thing that TLINKs relate."""

    eiid: str
    event_id: str
    tense: str | None = None
    aspect: str | None = None
    polarity: str | None = None
    modality: str | None = None
    pos: str | None = None
    signal_id: str | None = None
    cardinality: str | None = None
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """An EVENT tag with its instances, in file order (none where the file makes none).

    ``start`` and ``end`` are ``None`` outside the text (e.g. in a headline beside TEXT).
    """

    eid: str
    class_: str | None
    start: int | None
    end: int | None
    text: str
    instances: tuple[Instance, ...] = ()
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """The graph's entities for this event: its eiids, or the eid where there is no instance."""
        return tuple(i.eiid for i in self.instances) or (self.eid,)


@dataclass(frozen=True, slots=True)
class Timex3:
    """A TIMEX3 tag. ``start`` and ``end`` are ``None`` outside the text (e.g. in DCT)."""

    tid: str
    type: str | None
    value: str | None
    start: int | None
    end: int | None
    text: str
    function_in_document: str | None = None
    temporal_function: str | None = None
    mod: str | None = None
    anchor_time_id: str | None = None
    begin_point: str | None = None
    end_point: str | None = None
    quant: str | None = None
    freq: str | None = None
    value_from_function: str | None = None
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Signal:
    """A SIGNAL tag: words such as "before" that signal a relation.

    ``start`` and ``end`` are ``None`` outside the text.
    """

    sid: str
    start: int | None
    end: int | None
    text: str
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TLink:
    """A TLINK: ``source rel_type target``.

    ``source`` and ``target`` are ids as the file has them, with the attribute that held each
    (``eventInstanceID``, ``timeID``, ``eventID`` / ``relatedToEventInstance``, ``relatedToTime``,
    ``relatedToEvent``). ``rel_type`` is the label as the file has it. What the file lacks
    (an id, an end, the type) is ``""``.
    """

    lid: str
    rel_type: str
    source: str
    target: str
    source_attribute: str = "eventInstanceID"
    target_attribute: str = "relatedToEventInstance"
    signal_id: str | None = None
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)

    @property
    def relation(self) -> RelType | None:
        """The relation type, or ``None`` where the label is none that a TLINK may bear."""
        try:
            relation = RelType.parse(self.rel_type)
        except ValueError:
            return None
        return relation if relation.annotated else None


@dataclass(frozen=True, slots=True)
class SLink:
    """An SLINK: subordination of one event instance to another."""

    lid: str
    rel_type: str
    event_instance_id: str
    subordinated_event_instance: str
    signal_id: str | None = None
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ALink:
    """An ALINK: an aspectual event instance and its argument."""

    lid: str
    rel_type: str
    event_instance_id: str
    related_to_event_instance: str
    signal_id: str | None = None
    extra: Attributes = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Document:
    """One TimeML document: its text and the annotations on it.

    All annotations are tuples in file order, but that the document creation time ``dct`` is the
    first of ``timexes``. Ids are unique among events, among timexes and instances, and among
    signals; where a file repeats one, the first annotation wins and the others are kept in the
    layout, so that they survive a round trip, with a diagnostic. Two documents are equal if
    their texts and annotations are; ``name`` (the file's name without folders, ``""`` if there
    was none) and ``layout`` (what else the file holds, and where) are not compared.

    Raises ``ValueError`` if ``dct`` is not the first of ``timexes``.
    """

    text: str = ""
    docid: str | None = None
    dct: Timex3 | None = None
    events: tuple[Event, ...] = ()
    timexes: tuple[Timex3, ...] = ()
    signals: tuple[Signal, ...] = ()
    tlinks: tuple[TLink, ...] = ()
    slinks: tuple[SLink, ...] = ()
    alinks: tuple[ALink, ...] = ()
    name: str = field(default="", compare=False)
    layout: Layout = field(default=Layout(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.dct is not None and (not self.timexes or self.timexes[0] != self.dct):
            raise ValueError("the document creation time must be the first of timexes")

    @cached_property
    def instances(self) -> tuple[Instance, ...]:
        """Every event instance, by event."""
        return tuple(instance for event in self.events for instance in event.instances)

    @cached_property
    def _by_entity(self) -> dict[str, Event | Timex3]:
        """Entity id -> annotation, in the order of :attr:`entities`."""
        spans: list[tuple[int, int, tuple[str, ...], Event | Timex3]] = []
        annotations: list[Event | Timex3] = [*self.timexes, *self.events]
        for annotation in annotations:
            ids = annotation.ids if isinstance(annotation, Event) else (annotation.tid,)
            if annotation.start is None or annotation.end is None:
                spans.append((-1, 0, ids, annotation))
            else:
                spans.append((annotation.start, -annotation.end, ids, annotation))
        spans.sort(key=_by_span)
        if self.dct is not None:
            spans.insert(0, (-1, 0, (self.dct.tid,), self.dct))
        found: dict[str, Event | Timex3] = {}
        for _, _, ids, annotation in spans:
            for entity in ids:
                found.setdefault(entity, annotation)
        return found

    @cached_property
    def _by_eid(self) -> dict[str, Event]:
        found: dict[str, Event] = {}
        for event in self.events:
            found.setdefault(event.eid, event)
        return found

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """The ids that a graph of this document relates: those of all instances and timexes, and
        the eid of an event without instance. In text order (what stands outside the text comes
        first; of two spans with the same start, the longer), after the DCT."""
        return tuple(self._by_entity)

    def entity(self, entity: str) -> Event | Timex3:
        """The annotation that bears this entity id. Raises ``KeyError`` if none does."""
        return self._by_entity[entity]

    def resolve(self, id: str) -> str | None:
        """The entity that an id means, as in questions; ``None`` if the document has none such.

        In this order: an eiid or tid; an eid, meaning its event's first instance; ``eiN`` as an
        alias of ``eN`` where no instance bears that id.
        """
        if id in self._by_entity:
            return id
        event = self._by_eid.get(id)
        if event is None and id.startswith("ei"):
            event = self._by_eid.get("e" + id[2:])
        return None if event is None else event.ids[0]

    @cached_property
    def linked(self) -> tuple[tuple[TLink, str, str], ...]:
        """The TLINKs that can enter a graph, in file order, each with its source's and its
        target's entity id. TLINKs with an end that is no annotation of this document or with a
        type that no TLINK may bear are left out; :attr:`diagnostics` names each."""
        return tuple(
            (link, source, target)
            for link in self.tlinks
            if link.relation is not None
            and (source := self._end(link.source)) is not None
            and (target := self._end(link.target)) is not None
        )

    def _end(self, id: str) -> str | None:
        """The entity at an end of a TLINK: as :meth:`resolve`, but ``eiN`` stands for ``eN`` only
        where that event has no instance. Otherwise it names an instance that was lost, and to
        take another one of the event in its place would invent a relation."""
        entity = self.resolve(id)
        if entity is None or entity == id or id in self._by_eid:
            return entity
        return entity if entity in self._by_eid else None

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the document, by line: what the parser repaired or kept out, then
        what the annotations themselves show (``dangling-id``, ``unknown-reltype``, ``self-link``,
        ``no-instance``, ``no-dct``)."""
        found = [*self.layout.diagnostics, *self._own_diagnostics()]
        return tuple(sorted(found, key=lambda one: -1 if one.line is None else one.line))

    def _own_diagnostics(self) -> Iterator[Diagnostic]:
        if self.dct is None:
            yield Diagnostic("no-dct", "the document has no creation time")
        for event in self.events:
            if not event.instances and self.instances:
                message = f"EVENT {event.eid} has no MAKEINSTANCE; its eid stands for it"
                yield Diagnostic("no-instance", message, event.eid, event.line)
        for link in self.tlinks:
            yield from self._link_diagnostics(link)

    def _link_diagnostics(self, link: TLink) -> Iterator[Diagnostic]:
        which = f"TLINK {link.lid}" if link.lid else "a TLINK without lid"
        if link.relation is None:
            known = ", ".join(member.value for member in RelType if member.annotated)
            message = f"{which} has relType {link.rel_type!r}, none of {known}; left out"
            yield Diagnostic("unknown-reltype", message, link.lid, link.line)
        for end, attribute in (
            (link.source, link.source_attribute),
            (link.target, link.target_attribute),
        ):
            if not end:
                side = "source" if attribute == link.source_attribute else "target"
                message = f"{which} has no {side}; left out"
                yield Diagnostic("dangling-id", message, link.lid, link.line)
            elif self._end(end) is None:
                message = f"{which}: {attribute}={end!r} names nothing in the document; left out"
                yield Diagnostic("dangling-id", message, link.lid, link.line)
        source = self._end(link.source)
        if source is not None and source == self._end(link.target):
            message = f"{which} relates {source} to itself"
            yield Diagnostic("self-link", message, link.lid, link.line)


def _by_span(item: tuple[int, int, tuple[str, ...], Event | Timex3]) -> tuple[int, int]:
    return item[0], item[1]
