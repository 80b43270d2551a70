"""What a picture calls the entities of a document."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from timeml import Event

if TYPE_CHECKING:
    from timeml import Document

__all__ = ["Caption", "caption_of"]

_WORDS = 28
"""Characters of an entity's words that a picture shows."""

Kind = Literal["event", "timex", "other"]


@dataclass(frozen=True, slots=True)
class Caption:
    """An entity's id, its kind, its words as they are shown, and all of them.

    ``start`` and ``end`` are its place in the document's text, ``None`` outside of it; ``value`` is
    that of a timex."""

    id: str
    kind: Kind
    words: str
    whole: str
    start: int | None = None
    end: int | None = None
    value: str | None = None

    @property
    def label(self) -> str:
        """What stands beside the entity: a clock before a timex, so that colour is not needed."""
        return ("\N{WHITE CIRCLE WITH UPPER RIGHT QUADRANT} " if self.kind == "timex" else "") + (
            self.words or self.id
        )


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
    return Caption(id, "timex", _shortened(whole or value or ""), whole, *place, value)


def _shortened(words: str) -> str:
    return (
        words if len(words) <= _WORDS else words[: _WORDS - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    )
