"""Which XML attribute holds which field: the one table that reading and writing share."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields, replace
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from timeml._model.annotations import (
    ALink,
    Attributes,
    Event,
    Instance,
    Signal,
    SLink,
    Timex3,
    TLink,
)

__all__ = [
    "CONSTRUCTORS",
    "ELEMENTS",
    "IDS",
    "Annotation",
    "FieldPlan",
    "attributes",
    "ends_by_id",
    "further_fields",
    "names_of",
    "plan",
]

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
    """A TLINK of a dialect that has one attribute for all kinds of ends, with those of TimeML."""
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
