"""The annotations of TimeML as frozen data, as the format defines them.

The element and attribute names are those of the TimeML 1.2.1 specification; ``eventInstanceID``
is spelt ``event_instance_id`` and so on. Offsets are half-open code-point indices into the
document's text, after XML line-end normalisation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any

from timeml.errors import Diagnostic

# Where an annotation stands in its file.


@dataclass(frozen=True, slots=True)
class Position:
    """The place of a start tag in a file: from its ``<`` to just after its ``>``.

    Lines and columns count from 1, columns in characters (code points); ``end_column`` is that
    of the first character after the tag. What is not known is ``None``.
    """

    line: int
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


# What a TimeML file contains besides its annotations, and the order of everything in it.
#
# A layout is the file as a flat sequence of tokens in file order:
#
# * ``str``: character data (a :class:`Reference` where the file has an entity reference); *
# :class:`Raw`: the start of an element that no field of the document holds (TEXT, DCT, DOCID, any
# unknown element, an annotation that was left out), or a whole comment or processing instruction;
# * :class:`Mark`: the position of an annotation. The k-th ``Mark.EVENT`` is the k-th of
# ``document.events`` and so on. Attributes and ids are never repeated here, so a document with
# renamed ids or other links keeps its layout; * ``Mark.CLOSE``: the end of the latest element
# still open (a :class:`Raw`, EVENT, TIMEX3, SIGNAL). Links, instances, comments and processing
# instructions have none.
#
# This module uses neither XML libraries nor the annotation classes.


Attributes = tuple[tuple[str, str], ...]
"""Names and values of attributes, in file order."""

COMMENT = "!--"
INSTRUCTION = "?"


class Mark(Enum):
    """The position of an annotation in a layout, or the end of an element."""

    EVENT = "EVENT"
    TIMEX3 = "TIMEX3"
    DCT = "the TIMEX3 that is the document creation time"
    SIGNAL = "SIGNAL"
    MAKEINSTANCE = "MAKEINSTANCE"
    TLINK = "TLINK"
    SLINK = "SLINK"
    ALINK = "ALINK"
    CLOSE = "end tag"


@dataclass(frozen=True, slots=True)
class Raw:
    """The start of an element as in the file; names are in Clark notation (``{uri}name``).

    Where ``tag`` is ``"!--"`` (comment) or ``"?"`` (processing instruction), ``content`` is its
    content. ``is_text`` marks an element whose characters are (part of) the document's text.
    """

    tag: str
    attributes: Attributes = ()
    content: str = ""
    is_text: bool = False


class Reference(str):
    """Character data of the form ``&name;``: a reference to an entity that is not resolved."""

    __slots__ = ()


Token = str | Raw | Mark


@dataclass(frozen=True, slots=True)
class Layout:
    """The root element of a file, its tokens, and what the reader reported.

    ``tokens`` is ``None`` for a document that was not read from a file; the writer then lays it
    out itself. ``root_is_text`` is true where there is no TEXT element, so that the characters of
    the root are the text. ``instance_order`` is the order of the MAKEINSTANCE elements, as indices
    into ``document.instances``; it is empty if they are in the order of ``instances``. ``lost``
    are the eiids of MAKEINSTANCE elements that are in the tokens only, because the file lacks
    their event. ``format`` is the format of the file, as :mod:`timeml.readers` names it.
    """

    root: str = "TimeML"
    root_attributes: Attributes = ()
    namespaces: tuple[tuple[str | None, str], ...] = ()
    doctype: str = ""
    before: tuple[Raw, ...] = ()
    after: tuple[Raw, ...] = ()
    tokens: tuple[Token, ...] | None = None
    root_is_text: bool = False
    instance_order: tuple[int, ...] = ()
    lost: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)
    format: str = "timeml"


# How a file names the label scheme of its links, where that is not the one usual in its format.
#
# TimeML has a processing instruction before the root, which other readers pass over::
#
#     <?timegraph labels="matres"?>
#
# Lists of links have a comment of the same content (``# timegraph labels="matres"``), the other
# formats a note or a field that is called :data:`LABEL_SCHEME`.


LABEL_SCHEME = "LabelScheme"
"""What the field is called that names the scheme."""

_INSTRUCTION = re.compile(r"""timegraph\s+labels\s*=\s*(["'])([\w.-]+)\1\s*""")


def instruction(scheme: str) -> str:
    """The content of the instruction or comment that names a scheme."""
    return f'timegraph labels="{scheme}"'


def scheme_in(content: str) -> str | None:
    """The scheme that an instruction or comment of this content names."""
    match = _INSTRUCTION.fullmatch(content.strip())
    return None if match is None else match[2]


def scheme_named_by(notes: Iterable[Raw]) -> str | None:
    """The scheme that the first of the instructions before the root names that names one."""
    return next(_schemes(notes), None)


def with_scheme(notes: tuple[Raw, ...], scheme: str) -> tuple[Raw, ...]:
    """What stands before the root of a TimeML file so that it names this scheme: the same if it
    does so already; TimeML's own labels need no mark."""
    if (scheme_named_by(notes) or "tml") == scheme:
        return notes
    others = tuple(note for note in notes if next(_schemes([note]), None) is None)
    said = () if scheme == "tml" else (Raw(INSTRUCTION, content=instruction(scheme)),)
    return (*others, *said)


def _schemes(notes: Iterable[Raw]) -> Iterator[str]:
    for note in notes:
        scheme = scheme_in(note.content) if note.tag == INSTRUCTION else None
        if scheme is not None:
            yield scheme


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

    __repr__ = Enum.__str__  # can be pasted back

    @property
    def annotated(self) -> bool:
        """Whether a TLINK may have this type (OVERLAPS and its converse are for questions)."""
        return self not in (RelType.OVERLAPS, RelType.OVERLAPPED_BY)

    @classmethod
    def parse(cls, label: str) -> RelType:
        """The type spelt ``label``, in upper or lower case.

        ``OVERLAPED_BY`` is accepted, as the task page of QA TempEval spells it. Raises
        ``ValueError`` with the names of the 16 types for any other label.
        """
        name = label.strip().upper()
        if name == "OVERLAPED_BY":
            name = "OVERLAPPED_BY"
        try:
            return cls(name)
        except ValueError:
            known = ", ".join(member.value for member in cls)
            raise ValueError(f"unknown relation type {label!r}; the types are {known}") from None


@dataclass(frozen=True, slots=True)
class Instance:
    """A MAKEINSTANCE: one occurrence of an event. TLINKs relate instances."""

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
    """An EVENT tag with its instances, in file order (empty where the file has none).

    ``start`` and ``end`` are ``None`` outside the text (e.g. in a headline next to TEXT).
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
        """The ids of this event in a graph: its eiids, or its eid where it has no instance."""
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

    ``source``, ``target`` and ``rel_type`` are as in the file, ``""`` where the file lacks them.
    ``source_attribute`` and ``target_attribute`` name the attributes that held the ids
    (``eventInstanceID``, ``timeID``, ``eventID``; ``relatedToEventInstance``, ``relatedToTime``,
    ``relatedToEvent``).
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
        """The relation type, or ``None`` where a TLINK may not have this label."""
        return _relation(self.rel_type)


@lru_cache(maxsize=256)
def _relation(label: str) -> RelType | None:
    try:
        relation = RelType.parse(label)
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


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement that is not a link between two ids, such as a date or a length, as ``data`` of
    :mod:`timeml.readers.statements`; ``lid`` names it in messages."""

    lid: str
    line: int | None = field(compare=False)
    data: Mapping[str, Any] = field(hash=False)


# The entities of a document, and which of them an id means.
#
# This is the only place that decides what an id means. Questions, the ends of links, diagnostics
# and the renaming of ids all ask it.


class EntityIndex:
    """Which annotation owns each entity id, and which entity every other id means.

    ``entities`` maps each entity id to its annotation: first the document creation time, then in
    text order. The entity ids are those of all timexes and instances, and the eid of an event
    without instance. Where several annotations have the same id, a timex owns it before an
    instance, and an instance before an event; of the same kind, the first in the file owns it.

    ``lost`` holds the ids of instances that the document does not contain because the file lacks
    their event. Such an id is not an alias of an event.
    """

    def __init__(
        self,
        events: Sequence[Event],
        timexes: Sequence[Timex3],
        *,
        has_dct: bool = False,
        lost: Collection[str] = (),
    ) -> None:
        owners: dict[str, Event | Timex3] = {}
        for timex in timexes:
            owners.setdefault(timex.tid, timex)
        for event in events:
            for instance in event.instances:
                owners.setdefault(instance.eiid, event)
        self._events: dict[str, Event] = {}
        for event in events:
            self._events.setdefault(event.eid, event)
            if not event.instances:
                owners.setdefault(event.eid, event)
        self._lost = frozenset(lost)
        rest: list[Event | Timex3] = [*timexes[has_dct:], *events]
        rest.sort(key=_text_order)
        self.entities: dict[str, Event | Timex3] = {
            id: annotation
            for annotation in (*timexes[:has_dct], *rest)
            for id in _own_ids(annotation)
            if owners[id] is annotation
        }

    def resolve(self, id: str) -> str | None:
        """The entity that an id in a question means; ``None`` if it means nothing.

        In this order: an entity id; an eid, meaning the first instance of its event; ``eiN`` as
        an alias of the event ``eN`` where no instance has the id ``eiN``, not even a lost one.
        """
        if id in self.entities:
            return id
        event = self._events.get(id) or self._by_alias(id)
        return None if event is None else self._entity_of(event)

    def resolve_end(self, id: str) -> str | None:
        """The entity at an end of a link; ``None`` if there is none.

        As :meth:`resolve`, but ``eiN`` stands for the event ``eN`` only where ``eN`` is an entity
        id of that event. Elsewhere ``eiN`` names an instance that the file lost, and to relate
        another instance of the event in its place would invent a relation.
        """
        if id in self.entities or id in self._events:
            return self.resolve(id)
        event = self._by_alias(id)
        return event.eid if event is not None and self._owns(event, event.eid) else None

    def _by_alias(self, id: str) -> Event | None:
        if not id.startswith("ei") or id in self._lost:
            return None
        return self._events.get("e" + id[2:])

    def _entity_of(self, event: Event) -> str | None:
        if self._owns(event, event.eid):
            return event.eid
        return next((id for id in event.ids if self._owns(event, id)), None)

    def _owns(self, event: Event, id: str) -> bool:
        return self.entities.get(id) is event


def _own_ids(annotation: Event | Timex3) -> tuple[str, ...]:
    return (annotation.tid,) if isinstance(annotation, Timex3) else annotation.ids


def _text_order(span: Event | Timex3) -> tuple[int, int]:
    """By start, then the longer first; what stands outside the text comes first."""
    return (-1, 0) if span.start is None or span.end is None else (span.start, -span.end)
