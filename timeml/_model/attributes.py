"""Which XML attribute holds which field: the one table that reading and writing share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from timeml._model.annotations import (
    ALink,
    Attributes,
    EntityIndex,
    Event,
    Instance,
    Signal,
    SLink,
    Timex3,
    TLink,
)
from timeml.errors import Diagnostic

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


# What is wrong with the annotations of a document, wherever they come from.


def diagnose(
    events: Sequence[Event],
    tlinks: Sequence[TLink],
    index: EntityIndex,
    *,
    has_dct: bool,
    text: str = "",
    scheme: str = "tml",
    format: str = "timeml",
) -> Iterator[Diagnostic]:
    """What is missing from a document, and then what is wrong with its TLINKs, in file order.

    ``index`` is that of the document with this ``text``; ``has_dct`` says whether it has a creation
    time. Labels of
    a ``scheme`` other than ``tml`` are not known here, and only TimeML demands a creation time and
    instances: files in another ``format`` need not have them.
    """
    if text.strip() and len(index.entities) <= has_dct and not tlinks:
        message = "the document has words, but no event, time expression or link is annotated"
        yield Diagnostic("no-annotation", f"{message}: nothing can be asked of it")
    if format == "timeml":
        yield from _of_document(events, index, has_dct)
    lids: set[str] = set()
    for link in tlinks:
        yield from _of_link(link, index, any_label=scheme != "tml")
        if link.lid in lids:
            message = f"TLINK {link.lid}: an earlier TLINK has the same lid; left out"
            yield Diagnostic("duplicate-id", message, link.lid, link.line)
        elif link.lid:
            lids.add(link.lid)
        else:
            yield Diagnostic("missing-id", "TLINK without a lid", "", link.line)


def _of_document(
    events: Sequence[Event], index: EntityIndex, has_dct: bool
) -> Iterator[Diagnostic]:
    if not has_dct:
        message = (
            "the document has no creation time: no TIMEX3 is in DCT, and none has the "
            "functionInDocument CREATION_TIME or PUBLICATION_TIME"
        )
        yield Diagnostic("no-dct", message)
    yield from _of_events(events, index)


def _of_events(events: Sequence[Event], index: EntityIndex) -> Iterator[Diagnostic]:
    without: list[Event] = []
    for event in events:
        if event.instances:
            continue
        if index.entities[event.eid] is event:
            without.append(event)
        else:
            message = f"EVENT {event.eid} has no MAKEINSTANCE, and another annotation has its id"
            yield Diagnostic("duplicate-id", f"{message}; left out", event.eid, event.line)
    if any(event.instances for event in events):
        for event in without:
            message = f"EVENT {event.eid} has no MAKEINSTANCE; its eid is used instead"
            yield Diagnostic("no-instance", message, event.eid, event.line)
    elif without:
        # Key files have no instances by design, so one line replaces one for each EVENT.
        eids = (
            f"eids of its {len(without)} EVENTs are" if len(without) > 1 else "eid of its EVENT is"
        )
        message = f"the document has no MAKEINSTANCE; the {eids} used instead"
        yield Diagnostic("no-instance", message)


def _of_link(link: TLink, index: EntityIndex, *, any_label: bool) -> Iterator[Diagnostic]:
    name = f"TLINK {link.lid}" if link.lid else "TLINK without a lid"
    if any_label:
        pass
    elif not link.rel_type:
        yield Diagnostic("unknown-reltype", f"{name} has no relType; left out", link.lid, link.line)
    elif link.relation is None:
        message = f"{name} has relType {link.rel_type!r}, which is not a relation type of TimeML"
        yield Diagnostic("unknown-reltype", f"{message}; left out", link.lid, link.line)
    ends = (
        ("source", link.source_attribute, link.source),
        ("target", link.target_attribute, link.target),
    )
    for side, attribute, id in ends:
        if not id:
            message = f"{name} has no {side}; left out"
            yield Diagnostic("dangling-id", message, link.lid, link.line)
        elif index.resolve_end(id) is None:
            message = f"{name}: {attribute}={id!r} is not the id of an annotation; left out"
            yield Diagnostic("dangling-id", message, link.lid, link.line)
    source = index.resolve_end(link.source)
    if source is not None and source == index.resolve_end(link.target):
        message = f"{name} relates {source} to itself"
        yield Diagnostic("self-link", message, link.lid, link.line)
