"""A document's text as HTML, with its entities marked and everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from timegraph.pictures.captions import Caption
from timeml.marked_text import marked_html

__all__ = ["MOST_CHARACTERS", "marked_text"]

MOST_CHARACTERS = 1_000_000
"""Characters of a text that a page shows."""


def marked_text(text: str, captions: Sequence[Caption]) -> str:
    """The first :data:`MOST_CHARACTERS` of ``text`` with a ``mark`` for each caption in it that has
    a place."""
    shown = text[:MOST_CHARACTERS]
    marks = [
        (caption.start, caption.end, _opening(number, caption))
        for number, caption in enumerate(captions)
        if caption.start is not None and caption.end is not None and caption.start < len(shown)
    ]
    return marked_html(shown, marks)


def _opening(number: int, caption: Caption) -> str:
    value = f" = {caption.value}" if caption.value else ""
    return (
        f'<mark class="{caption.kind}" data-e="{number}" tabindex="0" role="button" '
        f'aria-pressed="false" title="{escape(caption.id + value)}">'
        '<span class="sign" aria-hidden="true"></span>'
    )
