"""Between documents and graphs: links, calendar, lengths; closure and labels of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.documents.closure import TranslatedDocument, translate_labels

__all__ = ["TranslatedDocument", "translate_labels"]

_HOMES = {"closure": "TranslatedDocument translate_labels"}

__getattr__, __dir__, _ = lazily(__name__, _HOMES)
