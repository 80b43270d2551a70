"""Ids of a document with the words that they stand for."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from timeml import Event

if TYPE_CHECKING:
    from timegraph.links import Naming
    from timeml import Document

__all__ = ["described", "named", "naming"]

_LONGEST = 40


def named(document: Document, entity: str) -> str:
    """An entity with the words that it stands for: ``ei21 cited``."""
    return f"{entity} {_words(document, entity)}".rstrip()


def _words(document: Document, entity: str) -> str:
    words = " ".join(document.entity(entity).text.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def naming(document: Document) -> Naming:
    """What texts call the entities of a graph of ``document``: ``ei21 "cited"``; by their ids
    alone those without words, and dates that questions brought in."""

    def name(entity: Hashable) -> str:
        try:
            words = _words(document, str(entity))
        except KeyError:
            words = ""
        return f'{entity} "{words}"' if words else str(entity)

    return name


def described(document: Document, id: str) -> str:
    """``id`` with the words that it stands for: ``ei21 "cited"``, ``t8 "1995"``."""
    entity = document.resolve(id)
    if entity is None:
        return f"{id} (not in the document)"
    shown = f'{id} "{_words(document, entity)}"'
    annotation = document.entity(entity)
    if not isinstance(annotation, Event) and annotation.value:
        shown += f" {annotation.value}"
    return shown
