"""Facts as sentences: "Ada worked for the Mill from January 1926 to January 1934."

The ``fact_context`` of Complex-TR (Tan et al. 2023), and the facts of TempReason (Tan, Ng & Bing
2023), whose verbs stand in the present.
"""

from __future__ import annotations

import re

from timegraph.facts.dates import OPEN, DateError, Granule, stated_date
from timegraph.facts.fact import Fact, Source
from timegraph.facts.relations import read_statement
from timeml.plain_dates import DATE

__all__ = ["NotAFactError", "read_sentence"]


class NotAFactError(ValueError):
    """A line that is not a fact of any known form; the message says why."""


_OPEN = r"(?:the\s+)?(?:present(?:\s+day)?|now|today)"
# The last dates of the sentence count, so that names may hold others; periods come first.
_DATES = tuple(
    re.compile(rf"(?P<statement>.*\S)\s+{form}\s*[.;]*", re.IGNORECASE | re.DOTALL)
    for form in (
        rf"from\s+(?P<start>{DATE})\s+(?:to|until|till)\s+(?P<end>{DATE}|{_OPEN})",
        rf"(?:since|from)\s+(?P<start>{DATE})(?P<end>)",
        rf"(?P<start>)(?:until|till|to)\s+(?P<end>{DATE})",
        rf"(?:in|on)\s+(?P<start>{DATE})",
    )
)
# What stands before the end of a period is its start, unless it is part of a name.
_FROM = re.compile(r"\bfrom\s+(\S.*)")


def read_sentence(text: str, source: Source | None = None) -> Fact:
    """The fact that a sentence states.

    Its last words are its dates: "from D to D", "since D", "until D", or "in D" for both. Raises
    :class:`NotAFactError`, or :class:`timegraph.facts.DateError` for a date that the calendar does
    not have.
    """
    written = text.strip()
    match = next((m for form in _DATES if (m := form.fullmatch(written))), None)
    if match is None:
        raise NotAFactError(
            f"{text!r} does not end with dates, such as from January 1926 to January 1934"
        )
    half = None if match["start"] else _FROM.search(match["statement"])
    if half is not None and (half[1][0].islower() or any(map(str.isdigit, half[1]))):
        raise DateError(f"{half[1]!r} is not a date; write dates like January 1926")
    statement = read_statement(match["statement"])
    if statement is None:
        raise NotAFactError(
            f"{match['statement']!r} has no verb that states a relation, such as worked for, was "
            "married to, was the head coach of"
        )
    start, end = _dates(match)
    return Fact(statement.subject, statement.relation, statement.object, start, end, source)


def _dates(match: re.Match[str]) -> tuple[Granule, Granule]:
    parts = match.groupdict()
    start, end = parts["start"], parts.get("end", parts["start"])
    is_open = not end or re.fullmatch(_OPEN, end, re.IGNORECASE)
    return stated_date(start) if start else OPEN, OPEN if is_open else stated_date(end)
