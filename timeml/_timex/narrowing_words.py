"""Words by which a time expression says less than its value: "Wednesday night" with the value of
the whole day, "early 1998" without a mod, "fiscal 1989".

English only, as the corpora are; in other languages values are taken as they are.
"""

from __future__ import annotations

import re
from dataclasses import replace

from timeml._timex.dates import fiscal_span
from timeml._timex.meanings import CalendarInterval
from timeml.gregorian import DAY, date_of

__all__ = ["implied_mod", "less_than_the_value"]

_PARTS = {
    "morning": "MO",
    "afternoon": "AF",
    "evening": "EV",
    "night": "NI",
    "tonight": "NI",
    "overnight": "NI",
}
_MODS = {"early": "START", "mid": "MID", "late": "END"}
_WORDS = re.compile(r"[^\W\d_]+")
_FISCAL_UNITS = frozenset({"year", "half", "quarter"})


def implied_mod(text: str) -> str:
    """The mod that the words ask for, ``""`` if they ask for none or for several."""
    mods = {_MODS[word] for word in _words(text) if word in _MODS}
    return mods.pop() if len(mods) == 1 else ""


def less_than_the_value(place: CalendarInterval, text: str) -> CalendarInterval:
    """The place that the words name: a part of the day that the value names, or bounds of a
    fiscal period; else ``place`` as it is."""
    words = _words(text)
    if place.granularity == "day":
        parts = {_PARTS[word] for word in words if word in _PARTS}
        if place.exact and len(parts) == 1:
            return replace(place, exact=False, granularity="part-of-day", part=parts.pop())
    elif place.granularity in _FISCAL_UNITS and "fiscal" in words:
        assert place.earliest is not None
        year = date_of(int(place.earliest // DAY))[0]
        first, last = fiscal_span(year)
        return CalendarInterval(first * DAY, last * DAY, False, "fiscal-year")
    return place


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())
