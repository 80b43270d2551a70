"""What annotators say together: one document with all their links, and what is wrong with it.

The fewest links whose removal makes the others agree weigh votes by themselves: a link that two
annotators made stands there twice, and costs two to remove.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from timegraph.allen import AllenSet
from timegraph.decoding.candidates import Mode
from timegraph.decoding.decoder import decode
from timegraph.documents.build import read_links
from timegraph.options import Interpretation
from timegraph.repairs import Repair
from timegraph.scoring.agreement.texts import SharedText
from timegraph.scoring.agreement.votes import (
    ANNOTATOR,
    decoded_document,
    end_attributes,
    other_lids,
    votes_of,
)
from timeml import Document, TLink

__all__ = ["Merged", "merge", "merge_votes", "union"]


@dataclass(frozen=True, slots=True)
class Merged:
    """One document made of several annotators', and how many of their links it lacks: those
    ``removed`` so that the others agree (``exact``: as few as possible), or that were outvoted
    (``exact``: no annotation has more votes), and those ``unplaced``, with an entity that the first
    annotator lacks."""

    document: Document
    removed: int
    exact: bool
    unplaced: int


def union(text: SharedText, annotators: Sequence[str]) -> Document:
    """The document of the first annotator with the entities and links of all.

    Each link's id begins with the name of its annotator. It has no line, since that is one of
    another file.
    """
    first = text.documents[0]
    events = {event.eid: event for event in first.events}
    timexes = {timex.tid: timex for timex in first.timexes}
    taken = {*first.entities, *events}
    links: list[TLink] = []
    for document, who, same in zip(text.documents, annotators, text.same_text, strict=True):
        for event in document.events:
            new = tuple(instance for instance in event.instances if instance.eiid not in taken)
            there = events.get(event.eid)
            if there is None:
                events[event.eid] = event if same else replace(event, start=None, end=None)
            elif there.instances and new:
                events[event.eid] = replace(there, instances=(*there.instances, *new))
            taken.update((event.eid, *event.ids))
        for timex in document.timexes:
            if timex.tid not in taken:
                timexes[timex.tid] = timex if same else replace(timex, start=None, end=None)
                taken.add(timex.tid)
        links += _named(document, who)
    return replace(
        first,
        events=tuple(events.values()),
        timexes=tuple(timexes.values()),
        tlinks=tuple(links),
        slinks=(),
        alinks=(),
    )


def _named(document: Document, who: str) -> list[TLink]:
    """The links of one annotator under ids that name them; of equal ids the first counts."""
    named: dict[str, TLink] = {}
    for number, link in enumerate(document.tlinks, start=1):
        lid = f"{who}:{link.lid or f'#{number}'}"
        named.setdefault(lid, replace(link, lid=lid, line=None))
    return list(named.values())


def merge(
    text: SharedText,
    annotators: Sequence[str],
    interpretation: Interpretation,
    repair: Repair | None,
) -> Merged:
    """The annotation of the first annotator with the links of all, without those of a ``repair``
    of the :func:`union`; ``None`` if it has no contradictions.

    What several annotators say of a pair stands there once, with all their names in the attribute
    :data:`ANNOTATOR`. Labels that say nothing are kept where nobody says anything else.
    """
    first = text.documents[0]
    links = () if repair is None else repair.links
    removed = {link.source.lid for link in links if isinstance(link.source, TLink)}
    whole = union(text, annotators)
    spoken: dict[tuple[str, str, AllenSet], list[TLink]] = {}
    unplaced = 0
    for link, a, meaning, b in read_links(whole, interpretation):
        if link.lid in removed or a == b:
            continue
        if a not in first.entities or b not in first.entities:
            unplaced += 1
            continue
        key = (b, a, meaning.converse) if (b, a, meaning.converse) in spoken else (a, b, meaning)
        spoken.setdefault(key, []).append(link)
    informed = {frozenset(key[:2]) for key in spoken if len(key[2]) < 13}
    taken = other_lids(first)
    fresh = (lid for number in count(1) if (lid := f"l{number}") not in taken)
    kept = []
    for (a, b, meaning), same in spoken.items():
        if len(meaning) == 13 and frozenset((a, b)) in informed:
            continue
        makers = list(dict.fromkeys(_maker(link, annotators) for link in same))
        extra = tuple(pair for pair in same[0].extra if pair[0] != ANNOTATOR)
        source, target = (end_attributes(first, entity) for entity in (a, b))
        kept.append(
            replace(
                same[0],
                lid=next(fresh),
                source=a,
                target=b,
                source_attribute=source[0],
                target_attribute=target[1],
                # Signals of the others have ids of their own.
                signal_id=same[0].signal_id if makers[0] == annotators[0] else None,
                extra=(*extra, (ANNOTATOR, " ".join(makers))),
            )
        )
    scheme = interpretation.scheme(first.scheme).name
    document = replace(
        first,
        tlinks=tuple(kept),
        scheme=scheme,
        layout=replace(first.layout, format="timeml"),
    )
    return Merged(document, len(removed), repair is None or repair.exact, unplaced)


def _maker(link: TLink, annotators: Sequence[str]) -> str:
    return next(annotator for annotator in annotators if link.lid.startswith(f"{annotator}:"))


def merge_votes(
    text: SharedText,
    annotators: Sequence[str],
    interpretation: Interpretation,
    mode: Mode,
    time_limit: float | None,
) -> Merged:
    """The annotation of the first annotator with the links that the votes of all decode to
    (:func:`timegraph.decoding.decode`), the best found in so many seconds."""
    first = text.documents[0]
    scheme = interpretation.scheme(first.scheme)
    votes = votes_of(text, annotators, interpretation)
    decoded = decode(votes.candidates, labels=scheme, mode=mode, time_limit=time_limit)
    meanings: dict[tuple[Hashable, Hashable], AllenSet | None] = {}
    for (a, b), label in decoded.labels.items():
        meaning = meanings[a, b] = scheme.meaning(label)
        meanings[b, a] = meaning and meaning.converse
    kept = sum(
        meanings[vote.a, vote.b] == scheme.meaning(vote.label or "") for vote in votes.candidates
    )
    document = decoded_document(first, decoded, scheme)
    return Merged(document, votes.links - kept, decoded.optimal, votes.unplaced)
