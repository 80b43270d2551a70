"""Alignment of ids: a system's annotations get the ids of the key's at the same place in the text.

Questions and gold links use the ids of a key document, and every system numbers its own. So an
entity is identified by its place: the EVENT or TIMEX3 on the same characters of the text. The
task of QA TempEval (Llorens et al. 2015) calls this normalisation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from timeml._alignment.annotations import (
    ALIGN_BY as ALIGN_BY,
    AlignBy as AlignBy,
    NewIds,
    PartialPair as PartialPair,
    Place,
    Renaming,
    pair_annotations,
    placed,
    places_of,
    same_places,
)
from timeml._alignment.text_alignment import (
    TextAlignment,
    align_texts,
    token_starts as token_starts,
)
from timeml.document import Document, Event, Timex3
from timeml.errors import TimeMLError, counted


@dataclass(frozen=True, slots=True)
class TextDifference:
    """How much of two texts, and of their annotations, has no counterpart in the other text.

    Characters are those that are not white space. An entity counts as lost if none of its
    characters has a counterpart (it cannot pair), and as touched if only some have (it may pair).
    """

    system_characters: int
    system_lost: int
    key_characters: int
    key_lost: int
    system_entities_lost: int
    system_entities_touched: int
    key_entities_lost: int
    key_entities_touched: int

    def __str__(self) -> str:
        system = _lost_part(
            "the system's text has",
            (self.system_lost, self.system_characters),
            (self.system_entities_lost, self.system_entities_touched),
        )
        key = _lost_part(
            "the key's text has",
            (self.key_lost, self.key_characters),
            (self.key_entities_lost, self.key_entities_touched),
        )
        return f"{system}; {key}"


def _lost_part(start: str, characters: tuple[int, int], entities: tuple[int, int]) -> str:
    lost, total = characters
    share = f" ({lost / total:.1%})" if total else ""
    message = f"{start} {lost:,} of {counted(total, 'character')}{share} without a counterpart"
    if lost:
        message += f", with {entities[0]} of its events and timexes"
    if entities[1]:
        message += f" and parts of {entities[1]} more"
    return message


@dataclass(frozen=True)
class Alignment:
    """A system's document with the ids of the key, and which id became which.

    ``document`` is the system's document with its new ids. ``pairs`` are the events, instances
    and timexes that correspond, as (system's id, key's id): timexes first, then events, in the
    order of the key. ``renamed`` maps every id of the system's events, instances and timexes to
    its new one. ``entities`` maps the key's entities (see :attr:`Document.entities`) that the
    system has to its entities in ``document``. ``partial`` are the pairs of events and
    timexes that do not cover the same characters. ``difference`` says how far the texts differ,
    ``None`` where they agree. ``warnings`` are for people to read and contain no file names.
    """

    document: Document
    pairs: tuple[tuple[str, str], ...]
    renamed: Mapping[str, str]
    entities: Mapping[str, str]
    difference: TextDifference | None = None
    warnings: tuple[str, ...] = ()
    partial: tuple[PartialPair, ...] = ()
    _key: Document = field(default_factory=Document, repr=False, compare=False)

    def __repr__(self) -> str:
        name = f" {self.document.name}" if self.document.name else ""
        pairs = counted(len(self.pairs), "pair")
        return f"<Alignment{name}: {pairs}, {len(self.partial)} of them partial>"

    def resolve(self, id: str) -> str | None:
        """The entity of ``document`` that an id in a question means; ``None`` if there is none.

        The id is one of the key's, so the key decides what it means (:meth:`Document.resolve`).
        The document alone would not know: where it lacks the instance ``ei5``, it would take
        ``ei5`` for the first instance of ``e5``, which in the key is another event.
        """
        entity = self._key.resolve(id)
        return None if entity is None else self.entities.get(entity)


def align_ids(*, system: Document, key: Document, align_by: AlignBy = "overlap") -> Alignment:
    """The system's document with its ids renamed to the key's.

    Both texts are compared as their sequences of non-white-space characters, in any case. Events
    pair with events and timexes with timexes, one to one. With ``align_by="overlap"`` they pair
    greedily, the best pair first: for events, the same first character, then the larger overlap;
    for timexes, the larger overlap; then the smaller difference of the boundaries, then text
    order of the key, then text order of the system.

    ``align_by="first-token"`` pairs as the official normaliser of QA TempEval does, in order to
    reproduce published figures. Events pair only if their first tokens are at the same place.
    Each timex pairs, in text order, with the last one of the key that overlaps with it, unless
    one of the key has exactly its characters.

    A document without its text whose annotations keep their spans, as in the public files of
    THYME, is aligned by these; then both documents have to be about the same text.

    The creation time pairs with the creation time. Annotations outside the text (such as in a
    headline next to TEXT) pair, in order, with those that have the same words.
    Where the texts differ, annotations pair as far as the texts agree, and a warning says how
    much is lost.

    The k-th instance of an event takes the eiid of the k-th instance of its counterpart. If the
    counterpart has no MAKEINSTANCE, the first one becomes ``eiN`` for ``eN``, unless the key uses
    that id otherwise; if only the counterpart has one, the event gets an instance with that eiid.
    Everything else gets a fresh id. All references follow, and references to nothing still refer
    to nothing.

    Time is near linear in the texts and the number of annotations. Raises ``ValueError`` for any
    other ``align_by``, and :class:`TimeMLError` for a document in another format that has neither
    text nor spans, such as a list of links: there is nothing to align it by.
    """
    if align_by not in ALIGN_BY:
        raise ValueError(f"align_by must be one of {', '.join(ALIGN_BY)}, not {align_by!r}")
    mine, yours, text = _aligned(system, key, align_by)
    events, timexes, partial = pair_annotations(mine, yours, text, align_by)
    ids = NewIds(
        system,
        yours,
        {event.eid: other for event, other in events},
        {timex.tid: other for timex, other in timexes},
    )
    renaming = Renaming(system, yours, ids)
    difference = _difference(text, mine, yours)
    return Alignment(
        document=renaming.document(),
        pairs=tuple(_pairs_of_ids(events, timexes)),
        renamed=ids.every,
        entities=dict(_entities(events, timexes, renaming, yours)),
        difference=difference,
        warnings=tuple(_warnings(system, key, difference)),
        partial=tuple(partial),
        _key=key,
    )


def _aligned(
    system: Document, key: Document, align_by: AlignBy
) -> tuple[Document, Document, TextAlignment]:
    """Both documents with their annotations in place, and how their texts correspond."""
    places = placed(system, key), placed(key, system)
    without_text = not any(document.text.strip() for document in places)
    for document, own, whose in zip(
        (system, key), places, ("it", "what it is compared with"), strict=True
    ):
        if document.text.strip() or document.layout.format == "timeml":
            continue
        entities = own.entities[own.dct is not None :]
        lost = entities and all(own.entity(entity).start is None for entity in entities)
        if lost or (without_text and align_by == "first-token"):
            raise TimeMLError(
                f"{whose} has no text to align ids by (format {document.layout.format}); put the "
                "text next to it, name a folder of TimeML that has the text (--texts), or, if both "
                "have the same ids, leave them as they are (--align off)"
            )
    text = same_places(*places) if without_text else align_texts(*(place.text for place in places))
    return *places, text


def _pairs_of_ids(
    events: Iterable[tuple[Event, Event]], timexes: Iterable[tuple[Timex3, Timex3]]
) -> Iterator[tuple[str, str]]:
    for timex, key_timex in timexes:
        yield timex.tid, key_timex.tid
    for event, key_event in events:
        yield event.eid, key_event.eid
        for mine, yours in zip(event.instances, key_event.instances, strict=False):
            yield mine.eiid, yours.eiid


def _entities(
    events: Iterable[tuple[Event, Event]],
    timexes: Iterable[tuple[Timex3, Timex3]],
    renaming: Renaming,
    key: Document,
) -> Iterator[tuple[str, str]]:
    """The entities of the key that the system has, each with its entity in the new document."""
    for _, timex in timexes:
        yield timex.tid, timex.tid
    for mine, yours in events:
        for id, new in zip(yours.ids, renaming.events[mine.eid].ids, strict=False):
            if key.entity(id) is yours:  # else the id means another annotation of the key
                yield id, new


def _difference(text: TextAlignment, system: Document, key: Document) -> TextDifference | None:
    lengths, matched = text.lengths, text.matched
    if lengths == (matched, matched):
        return None
    alone = system.dct is None or key.dct is None
    lost, touched = _affected(places_of(system, creation_time=alone), text.matched_in_first)
    key_places = places_of(key, creation_time=alone)
    key_lost, key_touched = _affected(key_places, text.matched_in_second)
    return TextDifference(
        system_characters=lengths[0],
        system_lost=lengths[0] - matched,
        key_characters=lengths[1],
        key_lost=lengths[1] - matched,
        system_entities_lost=lost,
        system_entities_touched=touched,
        key_entities_lost=key_lost,
        key_entities_touched=key_touched,
    )


def _affected(places: list[Place], matched: Callable[[int, int], int]) -> tuple[int, int]:
    """How many annotations lost all of their characters, and how many lost some."""
    lost = touched = 0
    for place in places:
        if place is not None and place[0] < place[1]:
            count = matched(*place)
            lost += count == 0
            touched += 0 < count < place[1] - place[0]
    return lost, touched


def _warnings(system: Document, key: Document, difference: TextDifference | None) -> Iterator[str]:
    if difference is not None:
        yield f"the texts differ: {difference}"
    if key.dct is not None and system.dct is None:
        yield (
            f"only the document that it is aligned with has a creation time ({key.dct.tid}); "
            "questions about it stay unknown"
        )
