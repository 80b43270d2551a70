"""A document's text as HTML, with its entities marked and everything escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from timegraph.pictures.captions import Caption
from timeml.marked_text import marked_html

__all__ = ["MOST_CHARACTERS", "marked_text"]

MOST_CHARACTERS = 1_000_000
"""Characters of a text that a page shows."""

_BLOCK = 1_000
_AT_ONCE = 50_000  # characters that a browser lays out at once


def marked_text(text: str, captions: Sequence[Caption]) -> str:
    """The first :data:`MOST_CHARACTERS` of ``text`` with a ``mark`` for each caption in it that has
    a place, in pieces of whole lines: of a long text a browser need not lay out all at once."""
    shown = text[:MOST_CHARACTERS]
    marks = [
        (caption.start, min(caption.end, len(shown)), _opening(number, caption))
        for number, caption in enumerate(captions)
        if caption.start is not None and caption.end is not None and caption.start < len(shown)
    ]
    # What a browser has not laid out yet has a guessed height, so that words below it would move.
    kind = "block" if len(shown) > _AT_ONCE else "piece"
    return "".join(
        f'<div class="{kind}">{part}</div>' for part in _blocks(shown, sorted(marks)) if part
    )


def _blocks(text: str, marks: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    """The text as HTML in pieces of at least :data:`_BLOCK` characters, each to the end of a line
    where no mark is open."""
    begin = end_of_marks = k = 0
    here: list[tuple[int, int, str]] = []
    while begin < len(text):
        end = text.find("\n", begin + _BLOCK) + 1 or len(text)
        while k < len(marks) and marks[k][0] < end:
            here.append(marks[k])
            end_of_marks = max(end_of_marks, marks[k][1])
            if end_of_marks > end:
                end = text.find("\n", end_of_marks) + 1 or len(text)
            k += 1
        moved = [(start - begin, stop - begin, opening) for start, stop, opening in here]
        yield marked_html(text[begin:end], moved)
        here.clear()
        begin = end


def _opening(number: int, caption: Caption) -> str:
    value = f" = {caption.value}" if caption.value else ""
    return (
        f'<mark class="{caption.kind}" data-e="{number}" tabindex="0" role="button" '
        f'aria-pressed="false" title="{escape(caption.id + value)}">'
    )
