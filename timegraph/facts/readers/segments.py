"""Facts as segments of a timeline: "1926 - 1934 : Ada's employer are ( the Mill ) , ( the Mint )".

TimeQA in the form of TG-LLM (Xiong et al. 2024), also used by TISER. Subject and relation stand
together in a label that was written by a program or a language model, so they are guessed. The
object ``Unknown`` says that nothing is known for that time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from timegraph.facts.dates import stated_date
from timegraph.facts.fact import Fact, Source
from timegraph.facts.readers.sentences import NotAFactError
from timegraph.facts.relations import heads_of, relations_called
from timeml.plain_dates import DATE

__all__ = ["UNKNOWN", "is_segment", "read_label", "read_segment"]

UNKNOWN = "Unknown"
"""The object of a segment, or the answer, that stands for "cannot be answered"."""

_SEGMENT = re.compile(
    rf"(?P<start>{DATE})\s*(?:[-–]\s*(?P<end>{DATE})\s*)?:\s+(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_OBJECTS = re.compile(
    r"(?P<label>.*?)\s*\b(?:is|are|was|were)\s+(?P<objects>\(.*\))\s*\.?", re.DOTALL
)
_POSSESSIVE = re.compile(r"\s?'s?\s+|'s?$")


def is_segment(text: str) -> bool:
    """Whether ``text`` begins as a segment does, with dates and a colon."""
    return _SEGMENT.match(text) is not None


def read_segment(text: str, source: Source | None = None) -> list[Fact]:
    """The facts of a segment, one for each object; ``Unknown`` becomes the empty object.

    Raises :class:`NotAFactError`, or :class:`timegraph.facts.DateError` for a date that the
    calendar does not have.
    """
    match = _SEGMENT.fullmatch(text.strip())
    listed = _OBJECTS.fullmatch(match["rest"].strip()) if match else None
    if match is None or listed is None:
        raise NotAFactError(
            f"{text!r} is not a segment like 1926 - 1934 : Ada's employer is ( the Mill )"
        )
    start = stated_date(match["start"])
    end = stated_date(match["end"]) if match["end"] else start
    subject, relation = read_label(listed["label"])
    objects = ("" if name == UNKNOWN else name for name in _in_brackets(listed["objects"]))
    return [Fact(subject, relation, name, start, end, source) for name in objects]


def _in_brackets(text: str) -> list[str]:
    """The objects of "( A ) , ( B ( C ) )": what stands in the outer brackets."""
    objects, depth, begin = [], 0, 0
    for position, character in enumerate(text):
        if character == "(":
            depth += 1
            if depth == 1:
                begin = position + 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                objects.append(text[begin:position].strip())
            if depth < 0:
                break
    if depth:  # a name has a bracket that is not closed
        objects = [part.strip() for part in text.strip()[1:-1].split(" ) , ( ")]
    return objects


@lru_cache(maxsize=8192)
def read_label(label: str) -> tuple[str, str]:
    """The subject and the relation of a label: "Ada's employer", "Rector of the Academy", "Channel
    Four presenter", "Ada" alone (the relation is then empty).

    A relation that the table knows decides where to cut, but not within the small words behind a
    possessive: "Ada's membership organization" is a relation of two words. Else the last possessive
    decides.
    """
    words = " ".join(label.replace("’", "'").split())
    cuts = [(words[: m.start()], words[m.end() :]) for m in _POSSESSIVE.finditer(words)]
    for subject, relation in cuts:
        if relations_called(relation):
            return subject, relation
    if cuts and cuts[-1][1] and cuts[-1][1] == cuts[-1][1].lower():
        return cuts[-1]
    parts = words.split(" ")
    for cut in range(1, len(parts)):
        relation = " ".join(parts[cut:])
        # Names are written with capitals: "University" is the end of one.
        if relation == relation.lower() and relations_called(relation):
            return " ".join(parts[:cut]), relation
    for match in reversed(list(re.finditer(" of ", words))):
        before, behind = words[: match.start()], words[match.end() :]
        # "Rector of the Academy", but not "Embassy of Canada": nobody asks for an embassy so.
        asked = any(heads_of(f"{was} {before} of x") for was in ("who was", "what was"))
        if relations_called(before) and asked:
            return behind, before
    return cuts[-1] if cuts else (words, "")
