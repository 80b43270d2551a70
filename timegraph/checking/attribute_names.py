"""Attributes that look misspelt, and attributes that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from timegraph.checking.attribute_values import ATTRIBUTES
from timegraph.documents.reading import Annotation, Reading, RuleSet, kind_of
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timegraph.labels import near
from timeml.timex_value import Unresolvable, parse_value

__all__ = ["RULE_SETS"]

UNKNOWN_ATTRIBUTE = Rule(
    "unknown-attribute",
    "warning",
    "attribute that looks misspelt",
    fix="write the attribute as TimeML spells it",
    explanation="""
    An annotation has an attribute that TimeML does not have, but that looks like a slip for one
    that it has. Other attributes are left in peace.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-02" anchorTimes="t0">today</TIMEX3>.
    """,
)

MISSING_ATTRIBUTE = Rule(
    "missing-attribute",
    "warning",
    "required attribute that is missing",
    fix="add the attribute",
    explanation="""
    An EVENT has no class, a TIMEX3 no type, or neither value nor valueFromFunction, an SLINK or an
    ALINK no lid or no relType, all of which TimeML 1.2.1 requires. Where all of several elements
    lack the attribute, as in key files of question kits, there is one finding for the document.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE">today</TIMEX3>.
    """,
)
_KNOWN = {
    "EVENT": ("eid", "class"),
    "MAKEINSTANCE": (
        *("eiid", "eventID", "tense", "aspect", "polarity", "modality", "pos", "signalID"),
        "cardinality",
    ),
    "TIMEX3": (
        *("tid", "type", "value", "functionInDocument", "temporalFunction", "mod"),
        *("anchorTimeID", "beginPoint", "endPoint", "quant", "freq", "valueFromFunction"),
    ),
    "SIGNAL": ("sid",),
    "TLINK": (
        *("lid", "relType", "eventInstanceID", "timeID", "eventID", "relatedToEventInstance"),
        *("relatedToTime", "relatedToEvent", "signalID"),
    ),
    "SLINK": (
        *("lid", "relType", "eventInstanceID", "subordinatedEventInstance", "signalID"),
        *("eventID", "subordinatedEvent"),
    ),
    "ALINK": (
        *("lid", "relType", "eventInstanceID", "relatedToEventInstance", "signalID"),
        *("eventID", "relatedToEvent"),
    ),
}
"""The attributes of TimeML 1.2.1 and 1.2."""

_VALUES = {(attribute.element, attribute.name): attribute.values for attribute in ATTRIBUTES}

# Attributes that corpora and systems add on purpose: near one of TimeML's, but not meant for it.
_ADDED = frozenset(
    {"eventid", "stem", "form", "text", "dct", "lemma", "origin", "comment", "alt_value"}
)

# What the specification requires of all variants: the document's annotations, field, attribute.
_REQUIRED = (
    ("events", "class_", "class"),
    ("timexes", "type", "type"),
    ("timexes", "value", "value"),
    ("slinks", "lid", "lid"),
    ("slinks", "rel_type", "relType"),
    ("alinks", "lid", "lid"),
    ("alinks", "rel_type", "relType"),
)


def _misspelt(reading: Reading) -> Iterator[Finding]:
    for annotation in _annotations(reading):
        for name, value in annotation.extra:
            kind = kind_of(annotation)
            meant = _meant(kind, name)
            if meant is not None:
                fits = not _field(annotation, meant) and _is_value(kind, meant, value)
                yield reading.finding(
                    UNKNOWN_ATTRIBUTE,
                    f"{reading.named(annotation)} has {name}={value!r}, an attribute that TimeML "
                    "does not have",
                    about=annotation,
                    fix=f"did you mean {meant}?" if fits else f"remove the attribute {name}",
                )


def _field(annotation: Annotation, name: str) -> str | None:
    """What the field holds that is named as an attribute is: ``anchor_time_id``, ``class_``."""
    field = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
    value: str | None = getattr(annotation, field, None) or getattr(annotation, f"{field}_", None)
    return value


def _is_value(kind: str, name: str, value: str) -> bool:
    """Whether an attribute of TimeML can have this value."""
    if (kind, name) == ("TIMEX3", "value"):
        meaning = parse_value(value)
        return not isinstance(meaning, Unresolvable) or meaning.reason == "no-such-date"
    return value in _VALUES.get((kind, name), (value,))


def _annotations(reading: Reading) -> Iterator[Annotation]:
    document = reading.document
    yield from document.events
    yield from document.instances
    yield from document.timexes
    yield from document.signals
    yield from document.tlinks
    yield from document.slinks
    yield from document.alinks


@lru_cache(maxsize=1024)
def _meant(kind: str, name: str) -> str | None:
    """The attribute that a slip was meant for; ``None`` for other attributes and other things."""
    names = _KNOWN[kind]
    return None if name in names or name in _ADDED else near(name, names)


def _missing(reading: Reading) -> Iterator[Finding]:
    for of, field, name in _REQUIRED:
        every: tuple[Annotation, ...] = getattr(reading.document, of)
        without = [annotation for annotation in every if not _has(annotation, field)]
        if 1 < len(without) == len(every):
            kind = kind_of(every[0])
            message = f"none of the {len(every)} {kind}s has the attribute {name}"
            yield reading.finding(MISSING_ATTRIBUTE, message, fix=f"add the attribute {name}")
        else:
            for annotation in without:
                yield reading.finding(
                    MISSING_ATTRIBUTE,
                    f"{reading.named(annotation)} has no {name}",
                    about=annotation,
                    fix=f"add the attribute {name}",
                )


def _has(annotation: Annotation, field: str) -> bool:
    """Whether an annotation has what a field holds; a timex may say how its value is found."""
    if field == "value" and getattr(annotation, "value_from_function", None) is not None:
        return True
    return getattr(annotation, field) not in (None, "")


RULE_SETS: tuple[RuleSet, ...] = (
    ((UNKNOWN_ATTRIBUTE,), _misspelt),
    ((MISSING_ATTRIBUTE,), _missing),
)
