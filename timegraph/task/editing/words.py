"""The words of a text by number, and the text with their numbers and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timegraph.task.marked_texts.model import Mark, MarkedText

__all__ = ["NumberedWords"]

_WORD = re.compile(r"\w+(?:[-'’.,:/]\w+)*")
_PUNCTUATION = re.compile(r"[^\s\w]*")


class NumberedWords:
    """The words of a text, numbered from 1. Punctuation between words has no number."""

    def __init__(self, text: str) -> None:
        self._spans = [found.span() for found in _WORD.finditer(text)]

    def __len__(self) -> int:
        return len(self._spans)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The characters from one word to another. Raises ``ValueError`` for numbers that no word
        has."""
        if not 1 <= first <= last <= len(self):
            shown = str(first) if first == last else f"{first}-{last}"
            raise ValueError(f"there are no words {shown}; the words are 1 to {len(self)}")
        return self._spans[first - 1][0], self._spans[last - 1][1]

    def shown(self, marked: MarkedText, first: int = 1, last: int | None = None) -> str:
        """The lines from one word to another, with the number before each word and with the
        marks: ``1:Farkas [2:became]{e19} 3:a``."""
        if not len(self):
            return ""
        low, high = self.span(first, len(self) if last is None else last)
        for mark in marked.marks:
            if mark.start < high and low < mark.end:  # marks are shown whole
                low, high = min(low, mark.start), max(high, mark.end)
        punctuation = _PUNCTUATION.match(marked.text, high)
        high = high if punctuation is None else punctuation.end()
        pieces: list[str] = []
        done = low
        for place, piece in sorted(self._insertions(marked), key=lambda one: one[0]):
            offset = place[0]
            if low <= offset <= high:
                pieces += marked.text[done:offset], piece
                done = offset
        return "".join((*pieces, marked.text[done:high]))

    def _insertions(self, marked: MarkedText) -> Iterator[tuple[tuple[int, int, int], str]]:
        """What is inserted, each with its place: at the same offset the end of a mark comes before
        the beginning of the next, and that before the number of the word."""
        for number, (start, _) in enumerate(self._spans, start=1):
            yield (start, 2, 0), f"{number}:"
        for order, mark in enumerate(marked.marks):
            yield (mark.start, 1, order), "["
            empty = mark.start == mark.end
            yield (mark.end, 1 if empty else 0, order), f"]{{{_label(mark)}}}"


def _label(mark: Mark) -> str:
    return mark.id if mark.value is None else f"{mark.id} {mark.value}"
