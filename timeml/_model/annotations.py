"""The annotations of TimeML as frozen data, as the format defines them.

The element and attribute names are those of the TimeML 1.2.1 specification; ``eventInstanceID``
is spelt ``event_instance_id`` and so on. Offsets are half-open code-point indices into the
document's text, after XML line-end normalisation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from timeml._model.layout import Attributes

__all__ = [
    "ALink",
    "Attributes",
    "Event",
    "Instance",
    "RelType",
    "SLink",
    "Signal",
    "TLink",
    "Timex3",
]


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
