"""brat standoff (Stenetorp et al. 2012): ``NAME.txt`` with the text and ``NAME.ann`` next to it.

brat has its own ids: those of the document are kept in notes of the type ``OriginalId``. What
relates an entity to a creation time outside the text is its attribute DocTimeRel.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.brat import ORIGINAL_ID
from timeml.readers.draft import CREATION_TIME, DOC_TIME_REL, is_timex, timex_type
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, Span, flat
from timeml.writers.marks import in_text

_ID = re.compile(r"T\d+")
_TYPE = re.compile(r"[A-Za-z0-9_-]+")
_WORD = re.compile(r"\S+")


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """Two files for each document."""
    files = {}
    for name, document in documents.items():
        whole = flat(document, name, losses)
        mark = codecs.BOM_UTF8 if whole.text.startswith("\ufeff") else b""
        files[f"{name}.txt"] = mark + whole.text.encode("utf-8")
        lines = _Lines(name, whole, losses).all(document.scheme)
        files[f"{name}.ann"] = "".join(f"{line}\n" for line in lines).encode("utf-8")
    return files


class _Lines:
    """The lines about one document."""

    def __init__(self, name: str, whole: Flat, losses: Losses) -> None:
        self.name = name
        self.whole = whole
        self.losses = losses
        self.pieces = {
            entity.id: self._pieces_of(entity) for entity in whole.entities if entity.placed
        }
        self.placed = [entity for entity in whole.entities if self.pieces.get(entity.id)]
        self.ids = _ids(self.placed)
        self.said = in_text(self._with_plain_labels(), name, self.ids, losses)
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

    def _lost(self, what: str, id: str) -> None:
        self.losses.add(what, self.name, id)

    def _entity(self, one: Entity) -> str:
        id = self.ids[one.id]
        if id != one.id:
            self._note(id, ORIGINAL_ID, one.id)
        type = _type_of(one)
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


def _type_of(one: Entity) -> str:
    """The type of an entity, which says whether it is an event or a timex."""
    if one.is_dct:
        return CREATION_TIME
    if one.is_timex:
        return one.kind if one.kind and timex_type(one.kind) == one.kind else "TIMEX3"
    return (
        one.kind if one.kind and _TYPE.fullmatch(one.kind) and not is_timex(one.kind) else "EVENT"
    )


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """A span without the line ends in it, which brat refuses."""
    piece = start
    for index in range(start, end + 1):
        if index == end or text[index] in "\n\r":
            if piece < index:
                yield piece, index
            piece = index + 1
