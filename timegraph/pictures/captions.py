"""What a picture calls the entities of a document."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from timegraph.pictures.lengths import short_length
from timeml import Event

if TYPE_CHECKING:
    from timegraph.links import Naming
    from timegraph.pictures.layout import Timeline
    from timeml import Document

__all__ = ["Caption", "caption_of", "captions_of", "naming_by"]

_WORDS = 28
"""Characters of an entity's words that a picture shows."""

Kind = Literal["event", "timex", "other"]


@dataclass(frozen=True, slots=True)
class Caption:
    """An entity's id, its kind, its words as they are shown, and all of them.

    ``start`` and ``end`` are its place in the document's text, ``None`` outside of it; ``value`` is
    that of a timex; ``length`` says in a few words how long it lasts, where that is known."""

    id: str
    kind: Kind
    words: str
    whole: str
    start: int | None = None
    end: int | None = None
    value: str | None = None
    length: str = ""
    creation: bool = False
    """Whether it is the document's creation time."""

    @property
    def label(self) -> str:
        """What stands beside the entity: a clock before a timex, so that colour is not needed."""
        clock = "\N{WHITE CIRCLE WITH UPPER RIGHT QUADRANT} " if self.kind == "timex" else ""
        length = f" ({self.length})" if self.length else ""
        name = "creation time " if self.creation else ""
        return f"{clock}{name}{self.words or self.id}{length}"


def captions_of(timeline: Timeline, document: Document | None = None) -> list[Caption]:
    """The captions of the entities of a timeline, in their order."""
    captions = [caption_of(entity, document) for entity in timeline.entities]
    for number, bounds in timeline.lengths.items():
        captions[number] = replace(captions[number], length=short_length(bounds))
    return captions


def naming_by(captions: Iterable[Caption]) -> Naming:
    """What texts call the entities of these captions: ``ei21 "cited"``."""
    names = {
        caption.id: f'{caption.id} "{caption.words}"'
        for caption in captions
        if caption.words and caption.kind != "other"
    }
    return lambda entity: names.get(str(entity), str(entity))


def caption_of(entity: Hashable, document: Document | None = None) -> Caption:
    """The caption of an entity; without a document, or where that has no such entity, its name."""
    id = str(entity)
    try:
        annotation = None if document is None else document.entity(id)
    except KeyError:
        annotation = None
    if annotation is None:
        return Caption(id, "other", _shortened(id), id)
    whole = " ".join(annotation.text.split())
    place = annotation.start, annotation.end
    if isinstance(annotation, Event):
        return Caption(id, "event", _shortened(whole), whole, *place)
    value = annotation.value
    creation = document is not None and annotation == document.dct
    words = _shortened(whole or value or "")
    return Caption(id, "timex", words, whole, *place, value, creation=creation)


def _shortened(words: str) -> str:
    return (
        words if len(words) <= _WORDS else words[: _WORDS - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    )
