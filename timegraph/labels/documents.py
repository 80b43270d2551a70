"""Documents with the labels of another scheme; :mod:`timegraph.documents.labels` does the work."""

from __future__ import annotations

from timegraph.documents.labels import TranslatedDocument, translate_labels

__all__ = ["TranslatedDocument", "translate_labels"]
