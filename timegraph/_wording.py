"""How messages are worded: numbers, nouns, dates and contradictions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from timegraph._lazy import Later

if TYPE_CHECKING:
    from fractions import Fraction

    from timeml import gregorian
else:
    gregorian = Later("timeml.gregorian")

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
          "eighteen", "nineteen")  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {word: number for number, word in enumerate((*_ONES, *_TEENS), start=1)}
NUMBERS |= {word: 10 * number for number, word in enumerate(_TENS, start=2)}
"""What the words for numbers up to ninety stand for."""

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
    from fractions import Fraction  # graphs without distances do not need it

    parts = words.lower().replace("-", " ").split()
    if parts[-1] in _SEVERAL:
        return Fraction(_SEVERAL[parts[-1]])
    if parts[0] == "half":
        return Fraction(1, 2)
    if parts[0] in ("a", "an"):
        return Fraction(1)
    if parts[0].isdigit():
        return Fraction(int(parts[0]))
    return Fraction(sum(NUMBERS[part] for part in parts))


def numbered(names: Iterable[str]) -> list[str]:
    """The names, each other one of those that are equal with a number: ``model``, ``model (2)``."""
    distinct: dict[str, None] = {}
    for name in names:
        way, number = name, 1
        while way in distinct:
            number += 1
            way = f"{name} ({number})"
        distinct[way] = None
    return list(distinct)


# How a contradiction is worded, wherever it is reported.


def contradiction_in_words(
    link: str, constraints: Iterable[object], against: Iterable[str], more: int = 0
) -> str:
    """The sentence for every report of a contradiction: which ``constraints`` of a link contradict
    which links, and how many ``more``. Without links ``against`` it, the link contradicts itself.
    """
    what = f" ({listed})" if (listed := "; ".join(map(str, constraints))) else ""
    named = [*against, *([f"and {more} more"] if more else [])]
    if not named:
        return f"{link} cannot hold by itself{what}"
    return f"{link}{what} contradicts {'; '.join(named)}"


def counted(number: int, noun: str, plural: str | None = None, *, separator: str = ",") -> str:
    """``1 link``, ``2 links`` or ``1,000 links``; ``plural`` is for nouns that take more than an s
    (``entities``). An empty ``separator`` is for what is read again (``1000 links``)."""
    return f"{number:{separator}} {noun if number == 1 else plural or f'{noun}s'}"


# Instants and periods of the calendar in words: "16 June 2010", "April 1989", "2 May 2024,
# 09:30".
#
# Seconds are counted from 1970-01-01T00:00.


_DATE = re.compile(r"([+-]?\d{4,})(?:-(\d\d)(?:-(\d\d)(?:T(.+))?)?)?")
_PREFIX = re.compile(r"\d{1,3}")
_QUARTER = re.compile(r"([+-]?\d{4,})-(?:Q([1-4])|H([12]))")
_ORDINALS = ("first", "second", "third", "fourth")


def date_in_words(seconds: Fraction | int) -> str:
    """An instant: its day at midnight, else its day and time."""
    return _in_words(gregorian.format_instant(seconds))


def period_in_words(first: Fraction | int, after: Fraction | int) -> str:
    """A period from its first instant to the first one after it."""
    whole = first.denominator == after.denominator == 1
    return _in_words(
        gregorian.format_period(*((int(first), int(after)) if whole else (first, after)))
    )


def _in_words(text: str) -> str:
    first, slash, last = text.partition("/")
    if slash:
        return f"{_in_words(first)} to {_in_words(last)}"
    quarter = _QUARTER.fullmatch(text)
    if quarter:
        part = (
            f"{_ORDINALS[int(quarter[2] or quarter[3]) - 1]} {'quarter' if quarter[2] else 'half'}"
        )
        return f"the {part} of {year_in_words(int(quarter[1]))}"
    if _PREFIX.fullmatch(text):
        decade = len(text) == 3
        return f"the {text}0s" if decade else f"the years {text:0<4} to {text:9<4}"
    match = _DATE.fullmatch(text)
    if match is None:
        return text
    year, month, day, clock = match.groups()
    words = year_in_words(int(year))
    if month:
        words = f"{gregorian.MONTHS[int(month) - 1]} {words}"
    if day:
        words = f"{int(day)} {words}"
    return f"{words}, {clock}" if clock else words


def year_in_words(year: int) -> str:
    """An astronomical year (0 is 1 BC), so that it can be read again: one or two digits alone are
    not a year."""
    if year < 1:
        return f"{1 - year} BC"
    return str(year) if year > 99 else f"AD {year}"


# Lengths of time in words.


_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def seconds_in_words(seconds: Fraction | int) -> str:
    """Seconds as days, hours, minutes and seconds: "3 days 4 hours", "-5 minutes"."""
    from fractions import Fraction

    seconds = Fraction(seconds)
    if not seconds:
        return "0"
    sign, rest = ("-", -seconds) if seconds < 0 else ("", seconds)
    parts = []
    for name, size in _UNITS:
        count = rest // size
        rest -= count * size
        if count:
            parts.append(f"{count} {name}{'s' if count != 1 else ''}")
    if rest:
        shown = str(rest.numerator) if rest.denominator == 1 else str(rest)
        parts.append(f"{shown} second{'s' if rest != 1 else ''}")
    return sign + " ".join(parts)


# Text from a user or a file, short enough for a message.


def quoted(text: str, longest: int = 60) -> str:
    """``text`` in quotes, with single blanks and cut to its beginning: a question file may be any
    file at all, and an error must not print a megabyte of it."""
    return repr(shortened(" ".join(text.split()), longest))


def shortened(text: str, longest: int = 200) -> str:
    """``text``, cut to its beginning."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
