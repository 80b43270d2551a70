"""brat standoff (Stenetorp et al. 2012): ``NAME.ann``, with its text in ``NAME.txt``.

Entities (T) whose type is that of a time expression (TIMEX3, TIME, DATE, DURATION, SET,
SECTIONTIME, DOCTIME, DCT) are timexes, all others events; DOCTIME and DCT are the creation time.
Relations (R) and the arguments of events (E) are links, named by their type or role. So are
relations without an id (*), which brat writes where the type is symmetric and transitive, from each
entity to the next; Equiv, brat's own, says that entities are one thing and is not a link.

Of the attributes (A, M), normalisations (N) and notes (#), DocTimeRel becomes a link of the layer
``DocTimeRel``, ``value``, ``type`` and ``mod`` those of a timex, a note OriginalId the id of its
entity; the others are kept as they are. A project whose relations are not all of time reads them
with a label scheme of its own, in which those say ``nothing``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import DOC_TIME_REL, Draft, Span, is_creation_time, is_timex, timex_type
from timeml.readers.files import File, decoded
from timeml.readers.marks import in_text
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, flat

ORIGINAL_ID = "OriginalId"
"""The type of the note that has the id of an entity in the document that the file was made of."""

_NUMBER = r"\d{1,18}"
_ENTITY = re.compile(rf"(T\S+)\t(\S+) ({_NUMBER} {_NUMBER}(?:;{_NUMBER} {_NUMBER})*)(?:\t(.*))?")
_RELATION = re.compile(r"(R\S+)\t(\S+) \S+?:(\S+) \S+?:(\S+)\s*")
_EVENT = re.compile(r"(E\S+)\t(\S+):(T\S+)((?: \S+:\S+)*)\s*")
_ATTRIBUTE = re.compile(r"([AM]\S+)\t(\S+) (\S+)(?: (.*?))?\s*")
_NOTE = re.compile(r"#\S*\t(\S+) (\S+)(?:\t(.*))?")
_NORMALISATION = re.compile(r"N\S+\t(\S+) (\S+) (\S+)(?:\t.*)?")
_EQUIVALENCE = re.compile(r"\*\t(\S+)((?: \S+)+)\s*")
# By the first letter of their lines.
_PATTERNS = {
    **{"T": _ENTITY, "R": _RELATION, "E": _EVENT, "A": _ATTRIBUTE, "M": _ATTRIBUTE},
    **{"#": _NOTE, "N": _NORMALISATION, "*": _EQUIVALENCE},
}
_FIELDS = ("value", "type", "mod")


@dataclass(slots=True)
class _Entity:
    """A T line, with what attributes say of it."""

    id: str
    type: str
    spans: list[Span]
    words: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one ``.ann`` file. Raises :class:`timeml.TimeMLError` for a line that is not
    of the format."""
    (file,) = files
    name = file.base[: -len(".ann")] if file.base.endswith(".ann") else file.base
    data = file.next_to(f"{name}.txt")
    text = None if data is None else decoded(data, f"{name}.txt")
    draft = Draft(file, name, text)
    entities: dict[str, _Entity] = {}
    triggers: dict[str, str] = {}
    links: list[tuple[str, str, str, str, int]] = []
    attributes: list[tuple[str, str, str, int]] = []
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line.strip():
            continue
        kind = line[0]
        pattern = _PATTERNS.get(kind)
        match = None if pattern is None else pattern.fullmatch(line)
        if match is None:
            raise file.error(
                f"{line[:40]!r} is not a line of brat: T1<TAB>Event 0 5<TAB>words, or "
                "R1<TAB>BEFORE Arg1:T1 Arg2:T2",
                number,
            )
        if kind == "T":
            spans = [_span(part) for part in match[3].split(";")]
            if match[1] in entities:
                message = f"entity {match[1]}: another entity has the same id; left out"
                draft.fault("duplicate-id", message, match[1], number)
                continue
            entities[match[1]] = _Entity(match[1], match[2], spans, match[4] or "", number)
        elif kind == "R":
            links.append((match[1], match[2], match[3], match[4], number))
        elif kind == "E":
            triggers[match[1]] = match[3]
            for count, argument in enumerate(match[4].split(), start=1):
                role, _, target = argument.partition(":")
                lid = match[1] if count == 1 else f"{match[1]}.{count}"
                links.append((lid, role.rstrip("0123456789"), match[3], target, number))
        elif kind in "AM":
            attributes.append((match[2], match[3], match[4] or "true", number))
        elif kind == "*":
            ends = match[2].split() if match[1] != "Equiv" else []
            links += [("", match[1], *pair, number) for pair in pairwise(ends)]
        else:
            attributes.append((match[1], match[2], match[3] or "", number))
    scheme = next((value for name, _, value, _ in attributes if name == LABEL_SCHEME), "")
    _add(draft, entities, triggers, links, attributes)
    yield draft.document(scheme=scheme)


def _compare(draft: Draft, one: _Entity, id: str) -> None:
    """Report words that are not those of the text: then the places are of another text."""
    text = draft.text
    if text is None or not one.words or any(end > len(text) for _, end in one.spans):
        return
    there = " ".join(text[start:end] for start, end in one.spans)
    if "".join(there.split()) != "".join(one.words.split()):
        message = f"entity {id}: its words are {one.words[:40]!r}, but the text has {there[:40]!r}"
        draft.fault("bad-span", f"{message} in its place", id, one.line)


def _span(text: str) -> Span:
    start, end = text.split()
    return int(start), int(end)


def _add(
    draft: Draft,
    entities: dict[str, _Entity],
    triggers: dict[str, str],
    links: Sequence[tuple[str, str, str, str, int]],
    attributes: Sequence[tuple[str, str, str, int]],
) -> None:
    """Add everything to the draft."""
    to_dct: list[tuple[str, str, int]] = []
    originals: dict[str, str] = {}
    for name, id, value, line in attributes:
        id = triggers.get(id, id)
        if name == DOC_TIME_REL:
            to_dct.append((id, value, line))
        elif name == ORIGINAL_ID:
            originals[id] = value
        elif id in entities and name != LABEL_SCHEME:
            entities[id].attributes[name] = value

    def original(id: str) -> str:
        return originals.get(id, id)

    for entity in entities.values():
        id = original(entity.id)
        _compare(draft, entity, id)
        extra = dict(entity.attributes)
        if not is_timex(entity.type):
            draft.event(
                *(id, entity.spans),
                class_=extra.pop("class", entity.type),
                words=entity.words,
                line=entity.line,
                extra=tuple(extra.items()),
            )
            continue
        given, kind, mod = (extra.pop(name, None) for name in _FIELDS)
        draft.timex(
            *(id, entity.spans),
            type=kind or timex_type(entity.type),
            value=given,
            mod=mod,
            words=entity.words,
            dct=is_creation_time(entity.type) or extra.get("functionInDocument") == "CREATION_TIME",
            line=entity.line,
            extra=tuple(extra.items()),
        )
    for lid, label, source, target, line in links:
        ends = triggers.get(source, source), triggers.get(target, target)
        draft.link(label, *map(original, ends), lid=lid, line=line)
    for id, label, line in to_dct:
        draft.relate_to_creation(original(id), label, line)


_ID = re.compile(r"T\d+")
_TYPE = re.compile(r"[A-Za-z0-9_-]+")
_WORD = re.compile(r"\S+")


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """Two files for each document.

    brat has its own ids: those of the document are kept in notes of the type ``OriginalId``. What
    relates an entity to a creation time outside the text is its attribute DocTimeRel.
    """
    files = {}
    for name, document in losses.each(documents):
        whole = flat(document, losses)
        files[f"{name}.txt"] = whole.file
        lines = _Lines(whole, losses).all(document.scheme)
        files[f"{name}.ann"] = "".join(f"{line}\n" for line in lines).encode("utf-8")
    return files


class _Lines:
    """The lines about one document."""

    def __init__(self, whole: Flat, losses: Losses) -> None:
        self.whole = whole
        self._lost = losses.add
        self.pieces = {
            entity.id: self._pieces_of(entity) for entity in whole.entities if entity.placed
        }
        self.placed = [entity for entity in whole.entities if self.pieces.get(entity.id)]
        self.ids = _ids(self.placed)
        self.said = in_text(self._with_plain_labels(), self.ids, losses)
        self.attributes: list[str] = []
        self.notes: list[str] = []

    def all(self, scheme: str) -> list[str]:
        """Entities, relations, attributes, notes, of which one names the ``scheme`` of labels."""
        entities = [self._entity(entity) for entity in self.placed]
        if scheme != "tml" and self.placed:
            self._note(self.ids[self.placed[0].id], LABEL_SCHEME, scheme)
        relations = [
            f"R{number}\t{link.label} Arg1:{self.ids[link.source]} Arg2:{self.ids[link.target]}"
            for number, link in enumerate(self.said.links, start=1)
        ]
        return [*entities, *relations, *self.attributes, *self.notes]

    def _with_plain_labels(self) -> Flat:
        """The document without links whose labels are not one word."""
        for link in self.whole.links:
            if not _WORD.fullmatch(link.label):
                self._lost("links whose label is empty or contains blanks", link.lid)
        fit = tuple(link for link in self.whole.links if _WORD.fullmatch(link.label))
        return replace(self.whole, links=fit)

    def _pieces_of(self, one: Entity) -> list[Span]:
        return [part for span in one.spans for part in _pieces(self.whole.text, *span)]

    def _entity(self, one: Entity) -> str:
        id = self.ids[one.id]
        if id != one.id:
            self._note(id, ORIGINAL_ID, one.id)
        type = one.label if _TYPE.fullmatch(one.label) else "EVENT"
        if one.is_timex:
            read = timex_type(type)
            said = {"type": one.kind if one.kind != read else None, "value": one.value}
            said["mod"] = one.mod
        else:
            said = {"class": one.kind if one.kind != type else None}
        for key, value in said.items():
            if value is not None:
                self._attribute(id, key, value)
        if one.id in self.said.relative:
            self._attribute(id, DOC_TIME_REL, self.said.relative[one.id])
        for key, value in one.attributes:
            if key == DOC_TIME_REL and one.id in self.said.relative:
                continue  # the link with the creation time says it
            if key in (*said, ORIGINAL_ID, DOC_TIME_REL, LABEL_SCHEME) or not _WORD.fullmatch(key):
                self._lost(f"attributes whose name brat does not allow ({key})", one.id)
            else:
                self._attribute(id, key, value)
        pieces = self.pieces[one.id]
        if (pieces[0][0], pieces[-1][1]) != (one.spans[0][0], one.spans[-1][1]):
            self._lost("line breaks at the edges of annotations", one.id)
        words = " ".join(self.whole.text[start:end] for start, end in pieces)
        spans = ";".join(f"{start} {end}" for start, end in pieces)
        return f"{id}\t{type} {spans}\t{words}"

    def _attribute(self, id: str, key: str, value: str) -> None:
        if _WORD.fullmatch(value):
            self.attributes.append(f"A{len(self.attributes) + 1}\t{key} {id} {value}")
        else:
            self._note(id, key, value)

    def _note(self, id: str, key: str, value: str) -> None:
        if "\n" in value or "\r" in value:
            self._lost("attributes with line breaks", f"{id} {key}")
        else:
            self.notes.append(f"#{len(self.notes) + 1}\t{key} {id}\t{value}")


def _ids(entities: list[Entity]) -> dict[str, str]:
    """brat's ids of the entities: their own where these are such."""
    kept = {entity.id for entity in entities if _ID.fullmatch(entity.id)}
    ids = {}
    number = 0
    for entity in entities:
        if entity.id in kept:
            ids[entity.id] = entity.id
            continue
        number += 1
        while f"T{number}" in kept:
            number += 1
        ids[entity.id] = f"T{number}"
    return ids


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """A span without the line ends in it, which brat refuses."""
    piece = start
    for index in range(start, end + 1):
        if index == end or text[index] in "\n\r":
            if piece < index:
                yield piece, index
            piece = index + 1
