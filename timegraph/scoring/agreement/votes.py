"""The links of annotators as votes, and an annotation made of what they decode to."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

from timegraph.allen import AllenSet
from timegraph.decoding.candidates import Candidate, weight_of
from timegraph.documents.build import read_links
from timegraph.options import Interpretation
from timegraph.scoring.agreement.texts import SharedText
from timeml import Event, TLink

if TYPE_CHECKING:
    from timegraph.decoding.decoder import Decoded
    from timegraph.labels import Scheme
    from timeml import Document

__all__ = [
    "ANNOTATOR",
    "NO_VOTES",
    "WEIGHT",
    "Votes",
    "decoded_document",
    "end_attributes",
    "other_lids",
    "votes_of",
]

ANNOTATOR = "annotator"
"""The attribute of a merged TLINK that names who made it."""

WEIGHT = "weight"
"""The attribute of a TLINK that says what it weighs; without it, it is one vote."""

_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Votes:
    """What annotators say of pairs of the first annotator's entities, in so many ``links``.
    ``weighed`` counts those that have a weight, ``unplaced`` those left out, with an entity that
    the first lacks."""

    candidates: tuple[Candidate, ...] = ()
    links: int = 0
    weighed: int = 0
    unplaced: int = 0


NO_VOTES = Votes()


def votes_of(
    text: SharedText,
    annotators: Sequence[str],
    interpretation: Interpretation,
    *,
    unlinked: bool = False,
) -> Votes:
    """The votes of each annotator in turn; what one says twice of a pair is one vote, unless it has
    weights. With ``unlinked``, whoever has no link for a pair that another has votes against one.

    Raises :class:`timegraph.decoding.CandidateError` for a weight that is not a number.
    """
    candidates: list[Candidate] = []
    weighed = unplaced = 0
    for number, who in enumerate(annotators):
        stated: set[tuple[str, str, AllenSet]] = set()
        for link, source, meaning, target in read_links(text.documents[number], interpretation):
            a, b = (text.names[number].get(entity) for entity in (source, target))
            if source == target:
                continue
            if a is None or b is None:
                unplaced += 1
                continue
            weight = dict(link.extra).get(WEIGHT)
            weighed += weight is not None
            if weight is None and (a, b, meaning) in stated:
                continue
            stated |= {(a, b, meaning), (b, a, meaning.converse)}
            exact = _ONE if weight is None else weight_of(weight, a, link.rel_type, b)
            candidates.append(Candidate(a, b, link.rel_type, exact, who))
    links = len(candidates)
    if unlinked:
        candidates += _against(candidates, annotators)
    order = {pair: k for k, pair in enumerate(dict.fromkeys(map(_pair, candidates)))}
    candidates.sort(key=lambda candidate: order[_pair(candidate)])
    return Votes(tuple(candidates), links, weighed, unplaced)


def _pair(candidate: Candidate) -> frozenset[Hashable]:
    return frozenset((candidate.a, candidate.b))


def _against(candidates: Sequence[Candidate], annotators: Sequence[str]) -> Iterator[Candidate]:
    """A vote for no link of each annotator who has none for a pair."""
    linked = {(candidate.source, _pair(candidate)) for candidate in candidates}
    for pair, first in {_pair(candidate): candidate for candidate in reversed(candidates)}.items():
        for who in annotators:
            if (who, pair) not in linked:
                yield replace(first, label=None, weight=_ONE, source=who)


def decoded_document(first: Document, decoded: Decoded, scheme: Scheme) -> Document:
    """The document with the decoded links in place of its own.

    A link has the names of those who made it in the attribute :data:`ANNOTATOR`, or, where nobody
    did and the others entail it, ``origin="CLOSURE"``. A pair of which nothing is known has a link
    only if the scheme has a label for that.
    """
    taken = other_lids(first)
    fresh = (lid for number in count(1) if (lid := f"l{number}") not in taken)
    makers = {(link.a, link.b): link.source for link in decoded.links}
    links = []
    for (a, b), label in decoded.labels.items():
        if scheme.meaning(label) is None:
            continue
        made = makers.get((a, b))
        extra: tuple[tuple[str, str], ...] = ()
        if isinstance(made, tuple):
            extra = ((ANNOTATOR, " ".join(dict.fromkeys(map(str, made)))),)
        elif made is not None:
            extra = (("origin", "CLOSURE"),)
        source, target = (end_attributes(first, str(entity)) for entity in (a, b))
        links.append(TLink(next(fresh), label, str(a), str(b), source[0], target[1], extra=extra))
    return replace(
        first,
        tlinks=tuple(links),
        scheme=scheme.name,
        layout=replace(first.layout, format="timeml"),
    )


def other_lids(document: Document) -> frozenset[str]:
    """The ids of links that are not TLINKs."""
    lids = [link.lid for link in document.slinks]
    return frozenset([*lids, *(link.lid for link in document.alinks)])


def end_attributes(document: Document, entity: str) -> tuple[str, str]:
    """The names of the attributes that hold an entity as the source and as the target."""
    annotation = document.entity(entity)
    if not isinstance(annotation, Event):
        return "timeID", "relatedToTime"
    if annotation.instances:
        return "eventInstanceID", "relatedToEventInstance"
    return "eventID", "relatedToEvent"
