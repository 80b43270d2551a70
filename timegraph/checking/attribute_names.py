"""Attributes that look misspelt, and attributes that are missing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from timegraph.documents.reading import Annotation, Reading, RuleSet, kind_of
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timegraph.labels import near

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
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-02" anchorTimeId="t0">today</TIMEX3>.
    """,
)

MISSING_ATTRIBUTE = Rule(
    "missing-attribute",
    "note",
    "required attribute that is missing",
    fix="add the attribute",
    explanation="""
    An EVENT has no class, or a TIMEX3 no type or no value.
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

# Attributes that corpora and systems add on purpose: near one of TimeML's, but not meant for it.
_ADDED = frozenset({"eventid", "stem", "form", "text", "dct", "lemma", "origin", "comment"})

# What the specification requires of all variants: the document's annotations, field, attribute.
_REQUIRED = (
    ("events", "class_", "class"),
    ("timexes", "type", "type"),
    ("timexes", "value", "value"),
)


def _misspelt(reading: Reading) -> Iterator[Finding]:
    for annotation in _annotations(reading):
        for name, value in annotation.extra:
            meant = _meant(kind_of(annotation), name)
            if meant is not None:
                yield reading.finding(
                    UNKNOWN_ATTRIBUTE,
                    f"{reading.named(annotation)} has {name}={value!r}, an attribute that TimeML "
                    "does not have",
                    about=annotation,
                    fix=f"did you mean {meant}?",
                )


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
        for annotation in getattr(reading.document, of):
            if getattr(annotation, field) is None:
                yield reading.finding(
                    MISSING_ATTRIBUTE,
                    f"{reading.named(annotation)} has no {name}",
                    about=annotation,
                    fix=f"add the attribute {name}",
                )


RULE_SETS: tuple[RuleSet, ...] = (
    ((UNKNOWN_ATTRIBUTE,), _misspelt),
    ((MISSING_ATTRIBUTE,), _missing),
)
