"""Annotations that begin or end inside a word: mostly offsets that were counted in another way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain

from timegraph.documents.closure import Annotation, Reading, RuleSet
from timegraph.findings import Finding, Rule
from timeml import Event, Signal, Timex3

SPAN_IN_WORD = Rule(
    "span-in-word",
    "warning",
    "annotation that begins or ends inside a word",
    fix="let the annotation begin and end with a word",
    explanation="""
    The first or the last word of an annotation is only in part in it. Where most would begin and
    end with words if offsets were counted in another way (ends as the last character, in UTF-16 or
    in bytes, with other line ends, from 1), there is one finding for the document, which says how.
    """,
    example="""
    It rai<EVENT eid="e1" class="OCCURRENCE">ned</EVENT>.
    <MAKEINSTANCE eiid="ei1" eventID="e1"/>
    """,
)

_COUNT_CHARACTERS = (
    "count the characters of this very text from 0 on; an end is the offset after the last one"
)

_Span = tuple[int, int]


def _shifted(by: int) -> Callable[[str, list[_Span]], list[_Span]]:
    return lambda text, spans: [(start + by, end + by) for start, end in spans]


def _inclusive(text: str, spans: list[_Span]) -> list[_Span]:
    return [(start, end + 1) for start, end in spans]


def _counted(width: Callable[[str], int]) -> Callable[[str, list[_Span]], list[_Span]]:
    """Where spans are whose offsets count each character of the text as so many."""

    def places(text: str, spans: list[_Span]) -> list[_Span]:
        offsets = accumulate(map(width, text), initial=0)
        # Of characters that count nothing the last one begins at the offset.
        index = {offset: number for number, offset in enumerate(offsets)}
        return [(index.get(start, -1), index.get(end, -1)) for start, end in spans]

    return places


_WAYS = {
    "ends are the offsets of the last characters, not those after them": _inclusive,
    "offsets count UTF-16 code units, as Java and JavaScript do": _counted(
        lambda character: 1 + (character > "\uffff")
    ),
    "offsets count a line end as one character, where the text has CR LF": _counted("\r".__ne__),
    "offsets count a line end as two characters, where the text has one": _counted(
        lambda character: 1 + (character == "\n")
    ),
    "offsets count bytes of UTF-8": _counted(
        lambda character: len(character.encode("utf-8", "replace"))
    ),
    "offsets count from 1": _shifted(-1),
    "offsets are one too small": _shifted(1),
}
"""In which ways offsets may be counted, and where spans are then."""


def _in_word(text: str, offset: int) -> bool:
    """Whether an offset is between two letters or two digits, or not in the text at all."""
    if not 0 <= offset <= len(text):
        return True
    around = text[max(0, offset - 1) : offset + 1]
    return len(around) == 2 and (around.isdigit() or all(map(_is_letter, around)))


def _is_letter(character: str) -> bool:
    """Whether this is a letter of an alphabet that has spaces around whole words, as Latin, Greek
    and Cyrillic have them."""
    return character.isalpha() and (character < "\u0590" or "\u1e00" <= character < "\u2000")


def _not_words(text: str, spans: list[_Span]) -> int:
    """How many spans are not words: in part inside one, or with blanks at an end."""
    return sum(
        _in_word(text, start) or _in_word(text, end) or text[start:end] != text[start:end].strip()
        for start, end in spans
    )


def _spans(reading: Reading) -> Iterator[Finding]:
    document, text = reading.document, reading.document.text
    placed: dict[_Span, Event | Timex3 | Signal] = {}
    every: Iterable[Event | Timex3 | Signal] = chain(
        document.events, document.timexes, document.signals
    )
    for annotation in every:
        start, end = annotation.start, annotation.end
        if start is not None and end is not None and start < end:
            placed.setdefault((start, end), annotation)
    spans = list(placed)
    bad = [_in_word(text, start) or _in_word(text, end) for start, end in spans]
    count = sum(bad)
    if count > 1:
        left = {how: _not_words(text, places(text, spans)) for how, places in _WAYS.items()}
        how = min(left, key=left.__getitem__)
        if 4 * left[how] <= count:
            message = (
                f"{count} of {len(spans)} annotations begin or end inside a word; they would not "
                f"if {how}"
            )
            yield reading.finding(SPAN_IN_WORD, message, fix=_COUNT_CHARACTERS)
            return
    for (span, annotation), is_bad in zip(placed.items(), bad, strict=True):
        if is_bad:
            yield _finding(reading, annotation, span)


def _finding(reading: Reading, about: Annotation, span: _Span) -> Finding:
    text = reading.document.text
    offset = next(offset for offset in span if _in_word(text, offset))
    first = last = offset
    while _in_word(text, first) and first > 0:
        first -= 1
    while _in_word(text, last) and last < len(text):
        last += 1
    verb = "begins" if offset == span[0] else "ends"
    message = f"{reading.named(about)} {verb} inside the word {text[first:last]!r}"
    return reading.finding(SPAN_IN_WORD, message, about=about)


SPAN_RULES: tuple[RuleSet, ...] = (((SPAN_IN_WORD,), _spans),)
