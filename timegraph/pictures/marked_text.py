"""A document's text as HTML, with its entities marked and everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from timegraph.pictures.captions import Caption

__all__ = ["MOST_CHARACTERS", "marked_text"]

MOST_CHARACTERS = 1_000_000
"""Characters of a text that a page shows."""


def marked_text(text: str, captions: Sequence[Caption]) -> str:
    """The first :data:`MOST_CHARACTERS` of ``text`` with a ``mark`` for each caption in it that has
    a place: captions that begin together, the longer first; those that overlap without nesting are
    cut where the outer one ends."""
    shown = text[:MOST_CHARACTERS]
    placed = sorted(
        (
            (caption.start, -(caption.end or 0), number)
            for number, caption in enumerate(captions)
            if caption.start is not None and caption.start < len(shown)
        ),
    )
    parts: list[str] = []
    open_ends: list[int] = []
    at = 0

    def until(end: int) -> None:
        nonlocal at
        while open_ends and open_ends[-1] <= end:
            parts.append(escape(shown[at : open_ends[-1]]) + "</mark>")
            at = open_ends.pop()
        parts.append(escape(shown[at:end]))
        at = end

    for start, minus_end, number in placed:
        until(start)
        end = min([-minus_end, len(shown), *open_ends])
        open_ends.append(end)
        parts.append(_opened(number, captions[number]))
    until(len(shown))
    return "".join(parts)


def _opened(number: int, caption: Caption) -> str:
    value = f" = {caption.value}" if caption.value else ""
    return (
        f'<mark class="{caption.kind}" data-e="{number}" tabindex="0" role="button" '
        f'aria-pressed="false" title="{escape(caption.id + value)}">'
        '<span class="sign" aria-hidden="true"></span>'
    )
