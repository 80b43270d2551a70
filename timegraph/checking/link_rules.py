"""What is linked, how often and by which ids: they name an annotation, and one of the right kind.

TimeML 1.2.1 has an attribute for each kind of id: ``eventInstanceID`` for instances, ``timeID``
for timexes, ``signalID`` for signals, and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from timegraph.documents.build import build, read_links
from timegraph.documents.closure import Annotation, Reading, RuleSet
from timegraph.documents.durations import ReadDuration, add_durations, read_durations
from timegraph.findings import CitedLink, Finding, Rule
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING
from timegraph.proofs import explain_distance
from timeml import TLink

WRONG_ID_KIND = Rule(
    "wrong-id-kind",
    "warning",
    "id of the wrong kind for its attribute",
    fix="put the id in the attribute for its kind, or write the id that was meant",
    explanation="""
    An attribute holds the id of another kind of annotation than it is for, such as
    `eventInstanceID` that of an EVENT instead of its MAKEINSTANCE. The link is read as it is meant.
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
_EVENT_INSTANCE, _TIMEX, _SIGNAL = "an event instance", "a timex", "a signal"
_REFERENCES = (
    ("slinks", "eventInstanceID", "event_instance_id", _EVENT_INSTANCE),
    ("slinks", "subordinatedEventInstance", "subordinated_event_instance", _EVENT_INSTANCE),
    ("alinks", "eventInstanceID", "event_instance_id", _EVENT_INSTANCE),
    ("alinks", "relatedToEventInstance", "related_to_event_instance", _EVENT_INSTANCE),
    ("timexes", "anchorTimeID", "anchor_time_id", _TIMEX),
    ("timexes", "beginPoint", "begin_point", _TIMEX),
    ("timexes", "endPoint", "end_point", _TIMEX),
    *((group, "signalID", "signal_id", _SIGNAL)
      for group in ("instances", "tlinks", "slinks", "alinks")),
)  # fmt: skip
"""References other than the ends of TLINKs: whose they are, attribute, field, and kind."""


_Kinds = Mapping[str, Collection[str]]
"""The ids of a document by kind."""


def _references(reading: Reading) -> Iterator[Finding]:
    document = reading.document
    kinds: _Kinds = {
        # An event without instance stands for itself wherever an instance can stand.
        "an event instance": {i.eiid for i in document.instances}
        | {event.eid for event in document.events if not event.instances},
        "a timex": {timex.tid for timex in document.timexes},
        "an event": {event.eid for event in document.events},
        "a signal": {signal.sid for signal in document.signals},
    }
    for link in document.tlinks:
        for attribute, id in (
            (link.source_attribute, link.source),
            (link.target_attribute, link.target),
        ):
            kind = _TLINK_ENDS.get(attribute, "")
            # What nothing has is a dangling end, which reading the document reports.
            if id not in kinds.get(kind, ()) and document.resolve_end(id) is not None:
                yield from _wrong(reading, kinds, link, attribute, id, kind)
    for group, attribute, field, kind in _REFERENCES:
        for annotation in getattr(document, group):
            id = getattr(annotation, field)
            if id not in kinds[kind] and (id or kind is _EVENT_INSTANCE):
                yield from _wrong(reading, kinds, annotation, attribute, id, kind)


def _wrong(
    reading: Reading, kinds: _Kinds, about: Annotation, attribute: str, id: str, kind: str
) -> Iterator[Finding]:
    """What is wrong with an id that does not name ``kind``."""
    named = reading.named(about)
    if not id:
        message = f"{named} has no {attribute}"
        fix = f"add the id of {kind}, or remove the annotation"
        yield reading.finding(DANGLING_REFERENCE, message, about=about, fix=fix)
        return
    actual = next((kind for kind, ids in kinds.items() if id in ids), None)
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


REFERENCE_RULES: tuple[RuleSet, ...] = (((WRONG_ID_KIND, DANGLING_REFERENCE), _references),)


# Links that repeat or reverse each other, and events in no link.


REPEATED_LINK = Rule(
    "repeated-link",
    "warning",
    "link that repeats an earlier one",
    fix="remove one of the two",
    explanation="""
    A TLINK repeats what an earlier one says of the same two entities. IDENTITY and SIMULTANEOUS
    mean the same relation in time.
    """,
    example="""
    It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
    <MAKEINSTANCE eiid="ei1" eventID="e1"/>
    <TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>
    <TLINK lid="l2" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>
    """,
)

REVERSED_LINK = Rule(
    "reversed-link",
    "warning",
    "link that repeats an earlier one in the other direction",
    fix="remove one of the two",
    explanation="""
    A TLINK repeats an earlier one in the other direction: a is before b, and b is after a.
    """,
    example="""
    It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
    <MAKEINSTANCE eiid="ei1" eventID="e1"/>
    <TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>
    <TLINK lid="l2" relType="AFTER" timeID="t0" relatedToEventInstance="ei1"/>
    """,
)

UNLINKED_EVENT = Rule(
    "unlinked-event",
    "note",
    "event in no temporal link",
    fix="add a TLINK that places the event, or leave it if its time is not known",
    explanation="""
    An event is in no TLINK, so that nothing is known of its time; guidelines do not always ask for
    one. Where a document has no TLINK at all, there is one finding for the document.
    """,
    example="""
    It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT> and
    <EVENT eid="e2" class="OCCURRENCE">snowed</EVENT>.
    <MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
    <TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>
    """,
)

_MANY = 10
_NEARLY_ALL = 0.9
"""From so many pairs of entities on, if so large a part of them is linked in both directions, the
format wants it, and one finding replaces one for each pair."""


def _repeated(reading: Reading) -> Iterator[Finding]:
    """TLINKs that repeat what an earlier one says of a pair, in the same direction or the other.

    What they mean counts, so IDENTITY repeats SIMULTANEOUS; two that say nothing repeat nothing.
    """
    # In most documents no pair is linked twice, and in others few are; a hash is small to keep.
    once, again = set[int](), set[int]()
    for _, a, b in reading.document.linked:
        pair = hash((a, b) if a < b else (b, a))
        (again if pair in once else once).add(pair)
    if not again:
        return
    # Relations by their masks, which are faster to compare: there are few, and many links.
    converse: dict[int, int] = {}
    seen: dict[tuple[str, str], dict[int, TLink]] = {}
    alone = 0
    turned: list[tuple[TLink, TLink]] = []
    for link, source, relation, target in read_links(reading.document, reading.interpretation):
        said = relation.mask
        if said == NOTHING.mask:
            continue
        if hash((source, target) if source < target else (target, source)) not in again:
            alone += 1
            continue
        forward = seen.get((source, target))
        if forward is not None and said in forward:
            yield _pair_finding(reading, REPEATED_LINK, link, forward[said])
            continue
        backward = seen.get((target, source))
        if backward is not None and source != target:
            if said not in converse:
                converse[said] = relation.converse.mask
            if converse[said] in backward:
                turned.append((link, backward[converse[said]]))
                continue
        if forward is None:
            forward = seen[source, target] = {}
        forward[said] = link
    yield from _turned(reading, turned, of=alone + len(seen))


def _turned(reading: Reading, turned: list[tuple[TLink, TLink]], *, of: int) -> Iterator[Finding]:
    """The links that reverse another, among links of so many pairs."""
    if len(turned) < _MANY or len(turned) < _NEARLY_ALL * of:
        for link, first in turned:
            yield _pair_finding(reading, REVERSED_LINK, link, first)
        return
    link, first = turned[0]
    example = f"{reading.named(link)} reverses {reading.describer.link(first)}"
    message = f"{len(turned)} of {of} pairs are linked in both directions, e.g. {example}"
    yield reading.finding(REVERSED_LINK, message, about=link)


def _pair_finding(reading: Reading, rule: Rule, link: TLink, first: TLink) -> Finding:
    described = reading.describer.link(first)
    where = "" if first.line is None else f", line {first.line}"
    how = "repeats" if rule is REPEATED_LINK else "reverses"
    return reading.finding(
        rule,
        f"{reading.named(link)} {how} {described}{where}",
        about=link,
        links=(reading.describer.link(link), described),
    )


def _unlinked(reading: Reading) -> Iterator[Finding]:
    document = reading.document
    if not document.events:
        return
    placed = {end for _, *ends in document.linked for end in ends}
    alone = [event for event in document.events if placed.isdisjoint(event.ids)]
    if not document.tlinks:
        # An input document has none by design: one finding says so, not one for each event.
        message = f"the document has no TLINK: its {len(alone)} events have no place in time"
        yield reading.finding(UNLINKED_EVENT, message)
        return
    for event in alone:
        message = f"{reading.named(event)} is in no TLINK"
        yield reading.finding(UNLINKED_EVENT, message, about=event)


PAIR_RULES: tuple[RuleSet, ...] = (
    ((REPEATED_LINK, REVERSED_LINK), _repeated),
    ((UNLINKED_EVENT,), _unlinked),
)


# Durations whose length contradicts what is known of them.
#
# What stands between two dates is as long as these say: a length that does not fit is reported
# always. If lengths are read (:attr:`timegraph.options.Interpretation.durations`), so are those
# that links and dates contradict.


TIMEX_LENGTH = Rule(
    "timex-length",
    "warning",
    "duration whose value does not fit its dates or links",
    fix="write the length that is meant, or fix the begin point, the end point or the links",
    explanation="""
    The begin point and the end point of a DURATION have dates, and what lies between them is longer
    or shorter than its value by more than its unit. With `--durations soft` or `exact`, lengths
    that contradict links and dates are reported, too
    ([durations](distances.md#durations-in-documents)).
    """,
    example="""
    It rained from <TIMEX3 tid="t1" type="DATE" value="2019-01-03">3 January</TIMEX3> to
    <TIMEX3 tid="t2" type="DATE" value="2019-07-01">1 July</TIMEX3>,
    <TIMEX3 tid="t3" type="DURATION" value="P2M" beginPoint="t1" endPoint="t2">two months</TIMEX3>.
    """,
)
_OWN_DATES = "the dates of its begin point and end point"


def _lengths(reading: Reading) -> Iterator[Finding]:
    document, interpretation = reading.document, reading.interpretation
    if interpretation.durations == "off":
        for read in read_durations(document, interpretation):
            if read.outcome == "rounded":
                yield _length_finding(reading, read, _OWN_DATES, ())
        return
    graph = build(document, replace(interpretation, durations="off"))
    for read in add_durations(graph, document, interpretation):
        if read.outcome == "rounded":
            yield _length_finding(reading, read, _OWN_DATES, ())
        elif read.outcome == "contradicted":
            links = _links(reading, graph, read)
            names = ", ".join(filter(None, (link.id for link in links)))
            yield _length_finding(reading, read, f"{names} and dates" if names else "dates", links)


def _length_finding(
    reading: Reading, read: ReadDuration, by: str, links: tuple[CitedLink, ...]
) -> Finding:
    timex = read.timex
    message = f"{reading.named(timex)} has value={timex.value!r}, but {by} make it {read.known}"
    anchors = [point for point in (timex.begin_point, timex.end_point) if point]
    return reading.finding(
        TIMEX_LENGTH, f"{message} long", about=timex, mentions=(timex.tid, *anchors), links=links
    )


def _links(reading: Reading, graph: TimeGraph, read: ReadDuration) -> tuple[CitedLink, ...]:
    """The links behind what is known of a length; what the calendar says is in the message."""
    assert read.length is not None
    chains = explain_distance(graph, read.length.x, read.length.y)
    links = {id(link): link for chain in chains for link in chain.links}
    tlinks = [link for link in links.values() if hasattr(link.source, "rel_type")]
    return tuple(map(reading.describer.link, tlinks))


LENGTH_RULES: tuple[RuleSet, ...] = (((TIMEX_LENGTH,), _lengths),)
