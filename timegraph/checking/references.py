"""Ids in attributes: whether they name an annotation, and one of the kind that belongs there.

TimeML 1.2.1 has an attribute for each kind of id: ``eventInstanceID`` for instances, ``timeID``
for timexes, ``signalID`` for signals, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator

from timegraph.documents.reading import Annotation, Reading, RuleSet
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timeml import Document

__all__ = ["RULE_SETS"]

WRONG_ID_KIND = Rule(
    "wrong-id-kind",
    "warning",
    "id of the wrong kind for its attribute",
    fix="put the id in the attribute for its kind, or write the id that was meant",
    explanation="""
    An attribute holds the id of another kind of annotation than it is for: `timeID` that of an
    event, `eventInstanceID` that of an EVENT instead of its MAKEINSTANCE, `signalID` that of a
    timex. The link is read as it is meant.
    """,
    example="""
    It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
    <MAKEINSTANCE eiid="ei12" eventID="e1"/>
    <TLINK lid="l1" relType="BEFORE" eventInstanceID="e1" relatedToTime="t0"/>
    """,
)

DANGLING_REFERENCE = Rule(
    "dangling-reference",
    "warning",
    "reference to an annotation that is not there",
    fix="write the id of an annotation of this document, or remove the attribute",
    explanation="""
    An attribute other than the end of a TLINK refers to nothing: an end of an SLINK or ALINK,
    `signalID`, `anchorTimeID`, `beginPoint`, `endPoint`.
    """,
    example="""
    It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT> for
    <TIMEX3 tid="t1" type="DURATION" value="P2D" beginPoint="t7">two days</TIMEX3>.
    <MAKEINSTANCE eiid="ei1" eventID="e1"/>
    """,
)

_TLINK_ENDS = {
    "eventInstanceID": "an event instance",
    "relatedToEventInstance": "an event instance",
    "timeID": "a timex",
    "relatedToTime": "a timex",
    "eventID": "an event",
    "relatedToEvent": "an event",
}
_TIMEX_POINTS = (
    ("anchor_time_id", "anchorTimeID"),
    ("begin_point", "beginPoint"),
    ("end_point", "endPoint"),
)


class _Ids:
    """The ids of a document by kind."""

    def __init__(self, document: Document) -> None:
        without = {event.eid for event in document.events if not event.instances}
        self.kinds: dict[str, frozenset[str]] = {
            # An event without instance stands for itself wherever an instance can stand.
            "an event instance": frozenset({i.eiid for i in document.instances} | without),
            "a timex": frozenset(timex.tid for timex in document.timexes),
            "an event": frozenset(event.eid for event in document.events),
            "a signal": frozenset(signal.sid for signal in document.signals),
        }

    def kind(self, id: str) -> str | None:
        return next((kind for kind, ids in self.kinds.items() if id in ids), None)


def _references(reading: Reading) -> Iterator[Finding]:
    document = reading.document
    ids = _Ids(document)
    instances, timexes = ids.kinds["an event instance"], ids.kinds["a timex"]
    for link in document.tlinks:
        for attribute, id in (
            (link.source_attribute, link.source),
            (link.target_attribute, link.target),
        ):
            kind = _TLINK_ENDS.get(attribute, "")
            # What nothing has is a dangling end, which reading the document reports.
            if id not in ids.kinds.get(kind, ()) and document.resolve_end(id) is not None:
                yield from _wrong(reading, ids, link, attribute, id, kind)
    for slink in document.slinks:
        for attribute, id in (
            ("eventInstanceID", slink.event_instance_id),
            ("subordinatedEventInstance", slink.subordinated_event_instance),
        ):
            if id not in instances:
                yield from _wrong(reading, ids, slink, attribute, id, "an event instance")
    for alink in document.alinks:
        for attribute, id in (
            ("eventInstanceID", alink.event_instance_id),
            ("relatedToEventInstance", alink.related_to_event_instance),
        ):
            if id not in instances:
                yield from _wrong(reading, ids, alink, attribute, id, "an event instance")
    for timex in document.timexes:
        for field, attribute in _TIMEX_POINTS:
            point = getattr(timex, field)
            if point and point not in timexes:
                yield from _wrong(reading, ids, timex, attribute, point, "a timex")
    signals = ids.kinds["a signal"]
    for group in (document.instances, document.tlinks, document.slinks, document.alinks):
        for annotation in group:
            signal = annotation.signal_id
            if signal and signal not in signals:
                yield from _wrong(reading, ids, annotation, "signalID", signal, "a signal")


def _wrong(
    reading: Reading, ids: _Ids, about: Annotation, attribute: str, id: str, kind: str
) -> Iterator[Finding]:
    """What is wrong with an id that does not name ``kind``."""
    named = reading.named(about)
    if not id:
        message = f"{named} has no {attribute}"
        fix = f"add the id of {kind}, or remove the annotation"
        yield reading.finding(DANGLING_REFERENCE, message, about=about, fix=fix)
        return
    actual = ids.kind(id)
    if actual is None and reading.document.resolve(id) is None:
        message = f"{named}: no annotation has the id in {attribute}={id!r}"
        yield reading.finding(DANGLING_REFERENCE, message, about=about, mentions=(id,))
        return
    mention = reading.describer.mention(id)
    is_what = f"is {actual}" if actual else "is an alias"
    fix = ""
    if actual == "an event" and kind == "an event instance":
        instance = reading.document.resolve(id)
        fix = f"did you mean the instance {instance}?" if instance else ""
    yield reading.finding(
        WRONG_ID_KIND,
        f"{named}: {attribute} holds {mention}, which {is_what}, not {kind}",
        about=about,
        mentions=(id,),
        fix=fix,
    )


RULE_SETS: tuple[RuleSet, ...] = (((WRONG_ID_KIND, DANGLING_REFERENCE), _references),)
