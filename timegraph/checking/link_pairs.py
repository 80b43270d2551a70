"""Links that repeat or reverse each other, and events in no link."""

from __future__ import annotations

from collections.abc import Iterator

from timegraph.documents.build import read_links
from timegraph.documents.reading import Reading, RuleSet
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timegraph.labels import NOTHING
from timeml import TLink

__all__ = ["RULE_SETS"]

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
    A TLINK repeats an earlier one in the other direction: the first says that a is before b, the
    second that b is after a.
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
    An event is in no TLINK, so that nothing is known of its time. In TimeBank that is so of 1,545
    of 6,714 events: guidelines ask for no link there. Where a document has no TLINK at all, there
    is one finding for the document.
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
    pairs = [(a, b) if a < b else (b, a) for _, a, b in reading.document.linked]
    if len(set(pairs)) == len(pairs):  # in most documents no pair is linked twice
        return
    # Relations by their masks, which are faster to compare: there are few, and many links.
    converse: dict[int, int] = {}
    seen: dict[tuple[str, str], dict[int, TLink]] = {}
    turned: list[tuple[TLink, TLink]] = []
    for link, source, relation, target in read_links(reading.document, reading.interpretation):
        said = relation.mask
        if said == NOTHING.mask:
            continue
        forward = seen.get((source, target))
        if forward is not None and said in forward:
            yield _finding(reading, REPEATED_LINK, link, forward[said])
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
    yield from _turned(reading, turned, of=len(seen))


def _turned(reading: Reading, turned: list[tuple[TLink, TLink]], *, of: int) -> Iterator[Finding]:
    """The links that reverse another, among links of so many pairs."""
    if len(turned) < _MANY or len(turned) < _NEARLY_ALL * of:
        for link, first in turned:
            yield _finding(reading, REVERSED_LINK, link, first)
        return
    link, first = turned[0]
    example = f"{reading.named(link)} reverses {reading.describer.link(first)}"
    message = f"{len(turned)} of {of} pairs are linked in both directions, e.g. {example}"
    yield reading.finding(REVERSED_LINK, message, about=link)


def _finding(reading: Reading, rule: Rule, link: TLink, first: TLink) -> Finding:
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


RULE_SETS: tuple[RuleSet, ...] = (
    ((REPEATED_LINK, REVERSED_LINK), _repeated),
    ((UNLINKED_EVENT,), _unlinked),
)
