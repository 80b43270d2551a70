"""The annotations of TimeML as frozen data, as the format defines them.

The element and attribute names are those of the TimeML 1.2.1 specification; ``eventInstanceID``
is spelt ``event_instance_id`` and so on. Offsets are half-open code-point indices into the
document's text, after XML line-end normalisation.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, overload

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


def lid_of(file: str, line: int, cited: str | None) -> str:
    """What a statement of a file is called: by its line, or by its number, which is then below 0,
    and by who says so."""
    lid = f"{file}#{-line}" if line < 0 else f"{file}:{line}"
    return f"{lid} ({cited})" if cited else lid


class TLinkRows(Sequence[TLink]):
    """The TLINKs of a file of statements as columns of numbers; each is made when it is read.

    A row of ``columns`` has the numbers of its source, label and target, of who says so among
    ``cited`` (0 for nobody), and its line, or below 0 its number in a file without lines. The
    ``names`` whose numbers are in ``dates`` are time expressions, the others events.
    """

    def __init__(
        self,
        file: str,
        names: Sequence[str],
        dates: Collection[int],
        labels: Sequence[str],
        cited: Sequence[str | None],
        columns: tuple[array[int], ...],
    ) -> None:
        self.file, self.names, self.dates = file, names, dates
        self.labels, self.cited, self.columns = labels, cited, columns

    def to_themselves(self) -> list[TLink]:
        """The TLINKs whose ends are the same."""
        ends = zip(self.columns[0], self.columns[2], strict=True)
        names = self.names
        return [self[k] for k, (a, b) in enumerate(ends) if names[a] == names[b]]

    def _made(self, rows: Iterable[tuple[int, ...]]) -> Iterator[TLink]:
        make, names, dates, labels = CONSTRUCTORS["TLINK"], self.names, self.dates, self.labels
        for a, label, b, by, line in rows:
            from_ = "timeID" if a in dates else "eventID"
            to = "relatedToTime" if b in dates else "relatedToEvent"
            lid, number = lid_of(self.file, line, self.cited[by]), line if line > 0 else None
            yield make(lid, labels[label], names[a], names[b], from_, to, None, (), number)

    def __iter__(self) -> Iterator[TLink]:
        return self._made(zip(*self.columns, strict=True))

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, k: int) -> TLink: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[TLink, ...]: ...
    def __getitem__(self, k: int | slice) -> TLink | tuple[TLink, ...]:
        if isinstance(k, slice):
            return tuple(self._made(zip(*(column[k] for column in self.columns), strict=True)))
        return next(self._made([tuple(column[k] for column in self.columns)]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, TLinkRows)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


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


Annotation = Event | Instance | Timex3 | Signal | TLink | SLink | ALink
_CLASSES: dict[str, type[Annotation]] = {
    "EVENT": Event,
    "TIMEX3": Timex3,
    "SIGNAL": Signal,
    "MAKEINSTANCE": Instance,
    "TLINK": TLink,
    "SLINK": SLink,
    "ALINK": ALink,
}

ELEMENTS: dict[type[Annotation], str] = {cls: kind for kind, cls in _CLASSES.items()}
"""The name of the element that holds an annotation of each class."""


def _constructor(cls: type[Annotation]) -> Callable[..., Any]:
    """A constructor of ``cls`` that takes all fields by position, several times as fast.

    A frozen dataclass sets each field with a call to ``object.__setattr__``, and these calls took
    more time than everything else in reading a document. This constructor sets the fields of an
    object whose class has the same slots and is not frozen, and then changes the object's class.
    """
    names = tuple(field.name for field in fields(cls))
    # The assignments are written out because a loop is slower.
    assignments = "".join(f"\n    result.{name} = {name}" for name in names)
    source = (
        f"def construct({', '.join(names)}):\n    result = new(mutable){assignments}"
        "\n    result.__class__ = cls\n    return result"
    )
    namespace: dict[str, Any] = {
        "new": object.__new__,
        "mutable": type(cls.__name__, (), {"__slots__": names}),
        "cls": cls,
    }
    exec(source, namespace)
    construct: Callable[..., Any] = namespace["construct"]
    return construct


CONSTRUCTORS = {kind: _constructor(cls) for kind, cls in _CLASSES.items()}
"""By element name, the function that makes an annotation of its fields, in their order."""

IDS = {
    "EVENT": "eid",
    "TIMEX3": "tid",
    "SIGNAL": "sid",
    "MAKEINSTANCE": "eiid",
    "TLINK": "lid",
    "SLINK": "lid",
    "ALINK": "lid",
}
"""By element name, the attribute that holds the annotation's own id."""

# The attributes of each element in the order of the fields of its class. A ``*`` marks a field
# that is not simply the attribute of that name.
_TABLE: dict[str, tuple[str, ...]] = {
    "EVENT": ("eid", "class", "*start", "*end", "*text", "*instances", "*extra", "*line"),
    "TIMEX3": (
        *("tid", "type", "value", "*start", "*end", "*text"),
        *("functionInDocument", "temporalFunction", "mod", "anchorTimeID", "beginPoint"),
        *("endPoint", "quant", "freq", "valueFromFunction", "*extra", "*line"),
    ),
    "SIGNAL": ("sid", "*start", "*end", "*text", "*extra", "*line"),
    "MAKEINSTANCE": (
        *("eiid", "eventID", "tense", "aspect", "polarity", "modality", "pos"),
        *("signalID", "cardinality", "*extra", "*line"),
    ),
    "TLINK": (
        *("lid", "relType", "*source", "*target", "*from", "*to", "signalID", "*extra", "*line"),
    ),
    "SLINK": (
        *("lid", "relType", "eventInstanceID", "subordinatedEventInstance"),
        *("signalID", "*extra", "*line"),
    ),
    "ALINK": (
        *("lid", "relType", "eventInstanceID", "relatedToEventInstance"),
        *("signalID", "*extra", "*line"),
    ),
}

_REQUIRED = {
    *("eid", "tid", "sid", "eiid", "lid", "eventID", "relType", "*source", "*target"),
    *("eventInstanceID", "subordinatedEventInstance", "relatedToEventInstance"),
}
"""Fields that are never None: where the attribute is absent they are ``""``."""

# The first of each is the attribute of TimeML 1.2.1, and the one of a link made in Python. The
# last is that of a dialect, and stands in no document that was read (see ``ends_by_id``).
_ENDS = {
    "*source": ("eventInstanceID", "timeID", "eventID", "from"),
    "*target": ("relatedToEventInstance", "relatedToTime", "relatedToEvent", "to"),
}
_OTHER_ENDS = {name for choices in _ENDS.values() for name in choices[1:]}

_DIALECT = {
    "MAKEINSTANCE": {"eid": "eventID"},
    "SLINK": {"from": "eventInstanceID", "to": "subordinatedEventInstance"},
    "ALINK": {"from": "eventInstanceID", "to": "relatedToEventInstance"},
}
"""What other programs, such as tieval, write for attributes of TimeML."""


class FieldPlan(NamedTuple):
    """How to make the fields of an annotation from an element with certain attributes.

    ``pick`` takes the fields, in order, from the list ``[*values, *constants, extra, line]``.
    There ``values`` are the values of the attributes, and ``extra`` are the names and values of
    the ``unknown`` attributes (given by their indices). The fields that are known later (start,
    end, text, instances) are None. ``dialect`` has the attributes that are not spelt as in TimeML,
    as they are and as they should be.
    """

    pick: Callable[[list[Any]], tuple[Any, ...]]
    constants: tuple[str | None, ...]
    unknown: tuple[int, ...]
    dialect: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1024)
def plan(kind: str, names: tuple[str, ...]) -> FieldPlan:
    """The plan for an element of this name with these attributes.

    A corpus has a few dozen different sets of attributes, so an element costs one look-up
    instead of work for each attribute.
    """
    written, names = names, _as_in_timeml(kind, names)
    ends = {slot: _present(names, choices) for slot, choices in _ENDS.items()}
    constants = (None, "", ends["*source"], ends["*target"])
    none, empty, from_, to, extra, line = range(len(names), len(names) + len(constants) + 2)
    indices = {"*from": from_, "*to": to, "*extra": extra, "*line": line}
    picked: list[int] = []
    for slot in _TABLE[kind]:
        name = ends.get(slot, slot)
        if name in names:
            picked.append(names.index(name))
        else:
            picked.append(indices.get(slot, empty if slot in _REQUIRED else none))
    unknown = tuple(index for index in range(len(names)) if index not in picked)
    dialect = [pair for pair in zip(written, names, strict=True) if pair[0] != pair[1]]
    if kind == "TLINK":
        dialect += [(end, _ENDS[slot][0]) for slot, end in ends.items() if end == _ENDS[slot][-1]]
    return FieldPlan(itemgetter(*picked), constants, unknown, tuple(dialect))


def names_of(kind: str) -> frozenset[str]:
    """The attributes that TimeML has for an element of this name."""
    ends = [name for slot in _TABLE[kind] for name in _ENDS.get(slot, ())[:-1]]
    return frozenset([*ends, *(slot for slot in _TABLE[kind] if slot[0] != "*")])


def _as_in_timeml(kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of attributes, those of a dialect or in another case as TimeML has them, unless
    the element has that attribute, too."""
    known = names_of(kind)
    meant = {name.lower(): name for name in known} | _DIALECT.get(kind, {})
    result = list(names)
    for index, name in enumerate(names):
        other = meant.get(name.lower(), name)
        if name not in known and other not in result:
            result[index] = other
    return tuple(result)


def ends_by_id(link: TLink, timexes: Collection[str], instances: Collection[str]) -> TLink:
    """A TLINK with the general attributes of a dialect, which has one for all kinds of ends, with
    those of TimeML."""
    attributes = []
    for slot, end, attribute in (
        ("*source", link.source, link.source_attribute),
        ("*target", link.target, link.target_attribute),
    ):
        instance, time, event, general = _ENDS[slot]
        kind = time if end in timexes else instance if end in instances else event
        attributes.append(kind if attribute == general else attribute)
    if attributes == [link.source_attribute, link.target_attribute]:
        return link
    return replace(link, source_attribute=attributes[0], target_attribute=attributes[1])


def _present(names: tuple[str, ...], choices: tuple[str, ...]) -> str:
    """The attribute that holds an end of a TLINK: the first choice that is among the names."""
    return next((choice for choice in choices if choice in names), choices[0])


_FIELDS = {cls: tuple(field.name for field in fields(cls)) for cls in _CLASSES.values()}

# What every format has a word of its own for.
_COMMON = {"type", "value", "mod", "functionInDocument"}


def further_fields(kind: str) -> dict[str, str]:
    """By attribute, the fields of a TIMEX3 or a MAKEINSTANCE that other formats than TimeML have as
    further attributes, if at all."""
    slots = zip(_TABLE[kind], _FIELDS[_CLASSES[kind]], strict=True)
    known = _REQUIRED | _COMMON
    return {slot: name for slot, name in slots if slot[0] != "*" and slot not in known}


def attributes(annotation: Annotation) -> Attributes:
    """The attributes of an annotation as a file has them, without those that are absent."""
    cls = type(annotation)
    pairs: list[tuple[str, str]] = []
    for slot, name in zip(_TABLE[ELEMENTS[cls]], _FIELDS[cls], strict=True):
        if slot in _ENDS or slot[0] != "*":
            value = getattr(annotation, name)
            attribute = getattr(annotation, f"{name}_attribute") if slot in _ENDS else slot
            absent = "" if slot in _REQUIRED and attribute not in _OTHER_ENDS else None
            if value is not None and value != absent:
                pairs.append((attribute, value))
    return (*pairs, *annotation.extra)
