"""Documents with the labels of another scheme; :mod:`timegraph.documents.closure` does the work."""

from __future__ import annotations

from timegraph.documents.closure import TranslatedDocument, translate_labels

__all__ = ["TranslatedDocument", "translate_labels"]
