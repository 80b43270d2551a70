"""From a passage to the document that it was taken from: its place there, and its events.

Passages are the documents' own sentences, with other white space and other quotation marks. Both
texts are compared without either; a passage is at the one place where its characters occur.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from timegraph.torque.passages import Passage, PassageSet, Span
from timegraph.torque.problems import Problem
from timeml import Collection, Document, TimeMLError

__all__ = ["AlignedPassage", "align_passage", "align_passages"]

_QUOTES = frozenset("\"'`´‘’“”„«»")


@dataclass(frozen=True, slots=True)
class AlignedPassage:
    """A passage in its document.

    ``start`` and ``end`` are offsets of the document's text. ``entities`` has, for each event of
    the passage that the document annotates, the id that graphs use: the event's first instance,
    or the event itself if it has none. ``again`` says that the text is in the document at other
    places, too.
    """

    passage: Passage
    document: Document
    start: int
    end: int
    entities: Mapping[Span, str]
    again: bool = False

    @property
    def instances(self) -> int:
        """How many of the events have an instance in the document."""
        instances = {instance.eiid for instance in self.document.instances}
        return sum(entity in instances for entity in self.entities.values())


def align_passages(
    passages: PassageSet, documents: Collection
) -> tuple[dict[str, AlignedPassage], list[Problem]]:
    """The passages that could be placed, by name, and a problem for each other one.

    A document is found by the name that its passage gives, as in every command. A document that
    is missing or cannot be read, and a text that is not in it, is a problem.
    """
    aligned: dict[str, AlignedPassage] = {}
    problems: list[Problem] = []
    read: dict[str, Document | None] = {}
    for passage in passages.passages:
        name = passage.document
        if name not in read:
            read[name] = _document(documents, name, passage, problems)
        document = read[name]
        if document is None:
            if not any(problem.passage == passage.name for problem in problems):
                message = f"its document {name or '(no name)'} cannot be used"
                problems.append(Problem("no-document", passage.name, "", message))
            continue
        try:
            aligned[passage.name] = align_passage(passage, document)
        except LookupError as error:
            problems.append(Problem("not-aligned", passage.name, "", str(error.args[0])))
    return aligned, problems


def _document(
    documents: Collection, name: str, passage: Passage, problems: list[Problem]
) -> Document | None:
    try:
        file = documents.match(name) if name else None
        if file is not None:
            return documents.read(file)
        message = f"{documents.path} has no document {name or 'of this name'}"
    except (TimeMLError, OSError, ValueError) as error:
        message = str(error)
    problems.append(Problem("no-document", passage.name, "", message))
    return None


def align_passage(passage: Passage, document: Document) -> AlignedPassage:
    """A passage in its document: at the first place where its text is. A passage without a list of
    events has those that the document annotates in it. Raises ``LookupError`` if its text is not
    there."""
    theirs, places = _characters(document.text)
    ours, characters = _characters(passage.text)
    first = theirs.find(ours) if ours else -1
    if first < 0:
        raise LookupError(f"{document.name}: the document does not contain the passage")
    there = {place: places[first + k] for k, place in enumerate(characters)}
    last = first + len(ours) - 1
    if not passage.listed:
        passage = replace(
            passage, events=_annotated(document, places[first : last + 1], characters)
        )
    entities = {}
    for event in passage.events:
        covered = [there[place] for place in range(*event) if place in there]
        entity = _entity(document, covered[0], covered[-1] + 1) if covered else None
        if entity is not None:
            entities[event] = entity
    again = theirs.find(ours, first + 1) >= 0
    return AlignedPassage(passage, document, places[first], places[last] + 1, entities, again)


def _annotated(
    document: Document, places: Sequence[int], characters: Sequence[int]
) -> tuple[Span, ...]:
    """The events of a document as spans of a passage whose ``characters`` are at its ``places``:
    the words that each event covers there; of events that overlap the first counts."""
    spans: list[Span] = []
    begin, end = places[0], places[-1] + 1
    bounds = ((event.start, event.end) for event in document.events)
    placed = [(start, end) for start, end in bounds if start is not None and end is not None]
    for start, after in sorted(placed):
        if begin <= start < after <= end:
            covered = characters[bisect_left(places, start) : bisect_left(places, after)]
            if covered and (not spans or spans[-1][1] <= covered[0]):
                spans.append((covered[0], covered[-1] + 1))
    return tuple(spans)


def _characters(text: str) -> tuple[str, list[int]]:
    """The characters that count, case-folded one by one, and the offset of each."""
    kept = [
        (character.casefold()[:1], place)
        for place, character in enumerate(text)
        if not character.isspace() and character not in _QUOTES
    ]
    return "".join(character for character, _ in kept), [place for _, place in kept]


def _entity(document: Document, start: int, end: int) -> str | None:
    """The entity of the annotated event that shares most characters with a span; of several the
    one that begins where the span does, then the first."""
    best: tuple[int, bool, int] | None = None
    entity = None
    for position, event in enumerate(document.events):
        if event.start is None or event.end is None:
            continue
        shared = min(event.end, end) - max(event.start, start)
        rank = shared, event.start == start, -position
        if shared > 0 and (best is None or rank > best):
            best, entity = rank, event.ids[0]
    return entity
