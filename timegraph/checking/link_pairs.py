"""Links that repeat or reverse each other, and events in no link."""

from __future__ import annotations

from collections.abc import Iterator

from timegraph.builder import read_links
from timegraph.checking.reading import Reading, RuleSet
from timegraph.findings import Finding
from timegraph.labels import NOTHING
from timeml import TLink

__all__ = ["RULE_SETS"]


_MANY = 10
_NEARLY_ALL = 0.9
"""From so many pairs of entities on, if so large a part of them is linked in both directions, the
format wants it, and one finding replaces one for each pair."""


def _repeated(reading: Reading) -> Iterator[Finding]:
    """TLINKs that say of a pair what one before says, in the same direction or the other.

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
            yield _finding(reading, "repeated-link", link, forward[said])
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
    """The links that turn another round, among links of so many pairs."""
    if len(turned) < _MANY or len(turned) < _NEARLY_ALL * of:
        for link, first in turned:
            yield _finding(reading, "reversed-link", link, first)
        return
    link, first = turned[0]
    example = f"{reading.named(link)} turns round {reading.describer.link(first)}"
    message = f"{len(turned)} of {of} pairs are linked in both directions, e.g. {example}"
    yield reading.finding("reversed-link", message, about=link)


def _finding(reading: Reading, code: str, link: TLink, first: TLink) -> Finding:
    described = reading.describer.link(first)
    where = "" if first.line is None else f", line {first.line}"
    how = "says the same as" if code == "repeated-link" else "turns round"
    return reading.finding(
        code,
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
        yield reading.finding("unlinked-event", message)
        return
    for event in alone:
        message = f"{reading.named(event)} is in no TLINK"
        yield reading.finding("unlinked-event", message, about=event)


RULE_SETS: tuple[RuleSet, ...] = (
    (frozenset({"repeated-link", "reversed-link"}), _repeated),
    (frozenset({"unlinked-event"}), _unlinked),
)
