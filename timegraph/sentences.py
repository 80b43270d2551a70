"""Where the sentences of a text begin and end, well enough to show one to a reader.

A blank line ends a sentence, and so does a full stop, question or exclamation mark before a
word that can begin one. After initials and common abbreviations a full stop does not count: a
sentence shown too long is easier to read than one that is cut.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

_ABBREVIATIONS = frozenset(
    re.findall(
        r"\w+",
        """
    adm al approx apr aug ave brig capt cf cmdr co col corp cpl dec dept det dr est etc feb fig ft
    gen gov hon inc jan jr jul jun lt ltd maj mar messrs mr mrs ms mt no nov oct op pfc prof pvt
    rep rev sen sep sept sgt sr st univ vol vs
    """,
    )
)

_CANDIDATE = re.compile(
    r"""
    \n[^\S\n]*\n                           # a blank line
    | (?<=[.!?]) ["'”’)\]]* \s+            # the end of a sentence and what closes it,
      (?= ["'“‘`(\[]* (?:[^\W_a-z]) )      # before what can begin one
    """,
    re.VERBOSE,
)
_LAST_WORD = re.compile(r"(\w+)\.\Z")
_LOOK_BACK = 30


class Sentences:
    """The sentences of ``text``, found when they are first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the sentence around the characters ``[start, end)``; of several
        sentences, if these characters belong to more than one."""
        starts = self._starts
        first = bisect_right(starts, start) - 1
        last = bisect_right(starts, max(start, end - 1))
        return starts[first], starts[last] if last < len(starts) else len(self._text)

    def number(self, offset: int) -> int:
        """The number of the sentence that holds the character at ``offset``, from 0."""
        return bisect_right(self._starts, offset) - 1

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for candidate in _CANDIDATE.finditer(self._text):
            if candidate[0].count("\n") < 2 and self._abbreviated(candidate.start()):
                continue
            starts.append(candidate.end())
        return starts

    def _abbreviated(self, end: int) -> bool:
        """Whether what stands before ``end`` is an abbreviation or an initial with its stop."""
        word = _LAST_WORD.search(self._text[max(0, end - _LOOK_BACK) : end])
        if word is None:
            return False
        return word[1].lower() in _ABBREVIATIONS or (len(word[1]) == 1 and word[1].isupper())
