"""Temporal awareness and entity scores by their definitions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction

from tests.oracle.alignment import pairs_by_definition
from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle import (
    Constraint,
    closed_labels,
    constraints_of,
    points_of,
    possible_under,
)
from timeml import Document, Event, Timex3

# Temporal awareness and entity scores by their definitions, link by link and pair by pair.
#
# UzZaman & Allen (2011), Temporal Evaluation; UzZaman et al. (2013), TempEval-3. A link is a
# triple ``(a, Allen relation or a set of them, b)``. Everything is closed again before each link.


Triple = tuple[Hashable, Allen | AllenSet, Hashable]
AwarenessCounts = tuple[int, int, Fraction, int]
"""Matched and total of precision, matched and total of recall."""


def awareness_counts(
    *, gold: Sequence[Triple], system: Sequence[Triple], method: str
) -> AwarenessCounts:
    """The counts of ``default``, ``acl11`` or ``implicit_in_recall``; links in file order."""
    if method == "acl11":
        ours, theirs = _both_ways(system), _both_ways(gold)
    elif method in ("default", "implicit_in_recall"):
        ours, theirs = reduced_links(system), reduced_links(gold)
    else:
        raise ValueError(f"no method {method!r}")
    right = [link for link in ours if _matches(link, gold)]
    matching = [link for link in theirs if _matches(link, system)]
    bonus = Fraction(0)
    if method == "implicit_in_recall":
        common = _ends(ours) & _ends(theirs)
        pairs = len([1 for a in common for b in common if repr(a) < repr(b)])
        unsaid = 1 + pairs - len(matching)
        if unsaid > 0:
            unmentioned = [link for link in ours if not {link, _inverse(link)} & set(theirs)]
            right_too = [link for link in unmentioned if link in entailed_links(gold, [link])]
            bonus = Fraction(99, 100) / unsaid * len(right_too)
    return len(right), len(ours), len(matching) + bonus, len(theirs)


def reduced_links(links: Sequence[Triple]) -> list[Triple]:
    """The links that earlier links do not entail, including contradicting ones; each once."""
    kept: list[Triple] = []
    for number, link in enumerate(links):
        again = link in links[:number]
        if not again and not entailed_links(links[:number], [link], known=_ends([link])):
            kept.append(link)
    return kept


def entailed_links(
    links: Sequence[Triple], asked: Iterable[Triple], *, known: Iterable[Hashable] = ()
) -> list[Triple]:
    """Those of ``asked`` that follow from ``links``, added in file order without contradictions.

    The entities of ``links``, even of a contradicting one, and those in ``known`` are equal to
    themselves; nothing follows about other entities.
    """
    triples = list(asked)
    everyone = _ends(links) | set(known)
    in_force: list[Constraint] = []
    for link in links:
        more = [*in_force, *_said(link)]
        if closed_labels(everyone, more) is not None:
            in_force = more
    labels = closed_labels(everyone, in_force) or {}
    left: dict[tuple[Hashable, Hashable], AllenSet] = {}
    for a, _, b in triples:
        if {a, b} <= everyone and (a, b) not in left:
            points = points_of([a, b])
            left[a, b] = possible_under(
                [(x, sign, y) for (x, y), sign in labels.items() if {x, y} <= points], a, b
            )
    return [(a, r, b) for a, r, b in triples if (a, b) in left and left[a, b] <= AllenSet(r)]


def _matches(link: Triple, other: Sequence[Triple]) -> bool:
    return link in other or _inverse(link) in other or bool(entailed_links(other, [link]))


def _both_ways(links: Iterable[Triple]) -> list[Triple]:
    def ways(link: Triple) -> Iterator[Triple]:
        yield link
        if link[0] != link[2]:
            yield _inverse(link)

    return [way for link in links for way in ways(link)]


def _inverse(link: Triple) -> Triple:
    a, relation, b = link
    return b, relation.converse, a


def _said(link: Triple) -> tuple[Constraint, ...]:
    a, relation, b = link
    return constraints_of(a, AllenSet(relation), b)


def _ends(links: Iterable[Triple]) -> set[Hashable]:
    return {end for a, _, b in links for end in (a, b)}


# Entity scores by their definition (UzZaman et al. 2013, TempEval-3), for equal texts.


def entity_counts(*, gold: Document, system: Document, layer: str) -> dict[str, int]:
    """The number of EVENTs or TIMEX3s (``layer``) on each side, without the creation time, and of
    pairs that cover the same characters (``strict``) or share a character (``relaxed``)."""
    ours, theirs = _annotations(system, layer), _annotations(gold, layer)
    strict = relaxed = 0
    for mine, yours in pairs_by_definition(system, gold):
        if (mine in ours) != (yours in theirs):  # the creation time of one side only
            ours.pop(mine, None)
            theirs.pop(yours, None)
        if mine in ours and yours in theirs:
            relaxed += 1
            strict += _place(system, ours[mine]) == _place(gold, theirs[yours])
    return {
        "system": len(ours),
        "gold": len(theirs),
        "strict": strict,
        "relaxed": relaxed,
    }


def _annotations(document: Document, layer: str) -> dict[str, Event | Timex3]:
    if layer == "EVENT":
        return {event.eid: event for event in document.events}
    return {timex.tid: timex for timex in document.timexes if timex != document.dct}


def _place(document: Document, annotation: Event | Timex3) -> tuple[int, int] | str:
    """The numbers of the first and the last character, white space not counted."""
    if annotation.start is None or annotation.end is None:
        return "".join(annotation.text.split())
    before = document.text[: annotation.start]
    within = document.text[annotation.start : annotation.end]
    first = len("".join(before.split()))
    return first, first + len("".join(within.split()))
