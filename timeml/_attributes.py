"""Which XML attribute holds which field: the one table that parser and writer share."""

from __future__ import annotations

from timeml.document import ALink, Event, Instance, Signal, SLink, Timex3, TLink

__all__ = ["IDS", "INSTANCE", "SOURCES", "TARGETS", "TIMEX", "attributes"]

Annotation = Event | Instance | Timex3 | Signal | TLink | SLink | ALink
Attributes = tuple[tuple[str, str], ...]

IDS = {
    "EVENT": "eid",
    "TIMEX3": "tid",
    "SIGNAL": "sid",
    "MAKEINSTANCE": "eiid",
    "TLINK": "lid",
    "SLINK": "lid",
    "ALINK": "lid",
}

# In the order of the dataclasses' fields, after the id and what else is required.
TIMEX = (
    "functionInDocument",
    "temporalFunction",
    "mod",
    "anchorTimeID",
    "beginPoint",
    "endPoint",
    "quant",
    "freq",
    "valueFromFunction",
)
INSTANCE = ("tense", "aspect", "polarity", "modality", "pos", "signalID", "cardinality")

# The first is what TimeML 1.2.1 says and what a link made in Python has.
SOURCES = ("eventInstanceID", "timeID", "eventID")
TARGETS = ("relatedToEventInstance", "relatedToTime", "relatedToEvent")


def attributes(annotation: Annotation) -> Attributes:
    """An annotation's attributes as a file has them, absent ones left out."""
    pairs: list[tuple[str, str | None]]
    a = annotation
    if isinstance(a, Event):
        pairs = [("eid", a.eid), ("class", a.class_)]
    elif isinstance(a, Timex3):
        pairs = [("tid", a.tid), ("type", a.type), ("value", a.value)]
        pairs += zip(
            TIMEX,
            (
                a.function_in_document,
                a.temporal_function,
                a.mod,
                a.anchor_time_id,
                a.begin_point,
                a.end_point,
                a.quant,
                a.freq,
                a.value_from_function,
            ),
            strict=True,
        )
    elif isinstance(a, Signal):
        pairs = [("sid", a.sid)]
    elif isinstance(a, Instance):
        pairs = [("eventID", a.event_id or None), ("eiid", a.eiid or None)]
        values = (a.tense, a.aspect, a.polarity, a.modality, a.pos, a.signal_id, a.cardinality)
        pairs += zip(INSTANCE, values, strict=True)
    else:
        pairs = [("lid", a.lid or None), ("relType", a.rel_type or None)]
        if isinstance(a, TLink):
            pairs += [
                (a.source_attribute, a.source or None),
                (a.target_attribute, a.target or None),
            ]
        elif isinstance(a, SLink):
            pairs += [
                ("eventInstanceID", a.event_instance_id or None),
                ("subordinatedEventInstance", a.subordinated_event_instance or None),
            ]
        else:
            pairs += [
                ("eventInstanceID", a.event_instance_id or None),
                ("relatedToEventInstance", a.related_to_event_instance or None),
            ]
        pairs.append(("signalID", a.signal_id))
    return (*((name, value) for name, value in pairs if value is not None), *a.extra)
