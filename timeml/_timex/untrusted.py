"""Values that are more likely a slip than what the text says: each is refused for a reason.

The calendar as annotators mean it does not use them, and ``timegraph check`` reports them.
"""

from __future__ import annotations

from timeml._timex.meanings import CalendarInterval, Unresolvable
from timeml._timex.stated_dates import StatedDate, spelt_numbers, stated_date
from timeml.gregorian import DAY

__all__ = ["FAR_YEARS", "distrusted"]

FAR_YEARS = 200
"""A value so many years from the creation time is not trusted unless its text spells it."""

_PREFIXES = frozenset({"decade", "century", "millennium"})
_FAR = FAR_YEARS * 365 * DAY


def distrusted(
    place: CalendarInterval,
    *,
    value: str,
    type: str,
    text: str,
    created: CalendarInterval | None,
) -> Unresolvable | None:
    """Why the value of a time expression, which stands for ``place``, is not to be trusted;
    ``None`` if nothing speaks against it. ``created`` is the document's creation time."""
    digits = "".join(filter(str.isdigit, value[:6])) if place.granularity in _PREFIXES else ""
    if digits and digits in spelt_numbers(text):
        return Unresolvable("prefix-spelt-as-year", value)
    has_clock = place.granularity in ("hour", "minute", "second", "part-of-day")
    stated = stated_date(text, has_clock=has_clock)
    fault = stated.fault(place)
    if fault is not None:
        return Unresolvable("contradicts-text", fault)
    if type.strip().upper() == "DURATION" and stated == StatedDate():
        return Unresolvable("date-for-duration", value)
    # Years that the text names, and that the value does not contradict, are meant.
    named = bool(stated.spans) or _spells_year(place, value, text)
    if created is not None and _is_far(place, created) and not named:
        return Unresolvable("far-from-creation-time", value)
    return None


def _is_far(place: CalendarInterval, created: CalendarInterval) -> bool:
    if created.earliest is None or created.latest is None:
        return False
    late = place.earliest is not None and place.earliest - created.latest > _FAR
    return late or (place.latest is not None and created.earliest - place.latest > _FAR)


def _spells_year(place: CalendarInterval, value: str, text: str) -> bool:
    """Whether the text names the year (1492) or a century, which nobody does by mistake."""
    if place.granularity in ("century", "millennium"):
        return True
    year = value.strip().lstrip("BCbc+-")[:4].lstrip("0")
    return bool(year) and year in spelt_numbers(text)
