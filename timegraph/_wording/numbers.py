"""Numbers in words: "a", "two", "twenty-one", "half a", "a hundred"."""

from __future__ import annotations

from fractions import Fraction

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
          "eighteen", "nineteen")  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_PLAIN = {word: number for number, word in enumerate((*_ONES, *_TEENS), start=1)}
_PLAIN |= {word: 10 * number for number, word in enumerate(_TENS, start=2)}
_SEVERAL = {"hundred": 100, "dozen": 12}

NUMBER_WORDS = (
    rf"(?:half\s+an?|(?:an?|one)\s+(?:{'|'.join(_SEVERAL)})|"
    rf"(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS)}|"
    rf"{'|'.join(_ONES)}|an?)"
)
"""A pattern (to compile without regard to case) of every number that :func:`number_in` reads
next to digits; it has no groups."""


def number_in(words: str) -> Fraction:
    """The number that a match of :data:`NUMBER_WORDS`, or digits, stand for."""
    parts = words.lower().replace("-", " ").split()
    if parts[-1] in _SEVERAL:
        return Fraction(_SEVERAL[parts[-1]])
    if parts[0] == "half":
        return Fraction(1, 2)
    if parts[0] in ("a", "an"):
        return Fraction(1)
    if parts[0].isdigit():
        return Fraction(int(parts[0]))
    return Fraction(sum(_PLAIN[part] for part in parts))
