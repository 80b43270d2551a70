"""A document without the links that a repair leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from timeml import TLink

if TYPE_CHECKING:
    from timegraph.links import AnyLink
    from timeml import Document

__all__ = ["without_links"]


def without_links(document: Document, links: Iterable[AnyLink]) -> Document:
    """The document without the TLINKs that are the sources of ``links``, each removed once, where
    it stands in the file; links of other sources are not in a document."""
    sources = (link.source for link in links)
    gone = Counter((link, link.line) for link in sources if isinstance(link, TLink))
    kept = []
    for tlink in document.tlinks:
        if gone[tlink, tlink.line]:
            gone[tlink, tlink.line] -= 1
        else:
            kept.append(tlink)
    return replace(document, tlinks=tuple(kept))
