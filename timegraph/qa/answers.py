"""The answers to questions of every kind."""

from __future__ import annotations

import re

from timegraph._wording.counting import quoted
from timegraph.answer import Answer
from timegraph.dates.granules import STEP, DateError, Granule, read_date, read_step, shift
from timegraph.documents.calendar_links import place_of
from timegraph.qa.distance_relations import LengthAnswer
from timegraph.qa.listing import ListAnswer
from timegraph.qa.when import WhenAnswer
from timeml import Document
from timeml.edtf import EdtfError, When
from timeml.timex_value import CalendarInterval, Reading, Reference

AnyAnswer = Answer | ListAnswer | WhenAnswer | LengthAnswer


# Times that a question names next to the entities of its document: dates of TIMEX3 and EDTF, dates
# in English, and steps from these ("one year after May 1990").


_STEP = re.compile(
    rf"(?P<step>{STEP})\s+(?P<side>before|after|earlier\s+than|later\s+than)\s+(?P<date>\S.*)",
    re.IGNORECASE,
)


def place_of_literal(
    text: str,
    document: Document,
    *,
    reading: Reading = "exact",
    as_written: bool = False,
) -> CalendarInterval | Reference:
    """Where a time that a question names lies on the clock of ``document``; with ``as_written``
    ``?``, ``~`` and ``%`` are taken at their word.

    Raises ``ValueError`` for what is none.
    """
    granule = _after_a_step(text)
    if granule is not None:
        return CalendarInterval(granule.first, granule.after, granularity=granule.unit)
    try:
        return place_of(text, document, reading=reading, as_written=as_written)
    except ValueError as error:
        if " " not in text:
            raise
        raise ValueError(
            f"{quoted(text)} is not a date; write dates like May 1990, 1998-05-03, one year after "
            "May 1990"
        ) from error


def _after_a_step(text: str) -> Granule | None:
    """The date that lies a step from another; ``None`` for other text."""
    step = _STEP.fullmatch(" ".join(text.split()))
    if step is None:
        return None
    try:
        back = step["side"].lower()[0] in "be"
        return shift(read_date(step["date"]), read_step(step["step"]), back=back)
    except DateError:
        return None


def qualities_of(text: str) -> list[str]:
    """What ``?``, ``~`` and ``%`` in a date say, in words: ``["1850 is approximate"]``."""
    try:
        return When(text).qualities()
    except EdtfError:
        return []
