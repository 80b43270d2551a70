"""The attribute ``mod`` of a TIMEX3: what it makes of the place that the value names.

TimeML 1.2.1 (Saurí et al. 2006), TIMEX3 attribute ``mod``; the modifiers are those of TIDES (Ferro
et al. 2005, section 2.4.1).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from timeml._timex.meanings import CalendarInterval, Unresolvable
from timeml.gregorian import Instant

__all__ = ["LENGTH_UNKNOWN", "LONGER", "PARTS", "SHORTER", "modified", "narrowed"]

PARTS = frozenset({"START", "MID", "END"})
SHORTER = frozenset({"LESS_THAN", "EQUAL_OR_LESS"})
LONGER = frozenset({"MORE_THAN", "EQUAL_OR_MORE"})
LENGTH_UNKNOWN = frozenset({"APPROX", "BEFORE", "AFTER", "ON_OR_BEFORE", "ON_OR_AFTER"})

# The first, middle and last third of a period, and a quarter of a third more on each open side:
# "early May" may still be said on the 13th.
_THIRDS = {
    "START": (Fraction(0), Fraction(5, 12)),
    "MID": (Fraction(1, 4), Fraction(3, 4)),
    "END": (Fraction(7, 12), Fraction(1)),
}
# "Earlier this year" is START and "later this year" END for annotators, but compares with now.
_COMPARING = {"START": "earlier", "END": "later"}


def modified(place: CalendarInterval, mod: str) -> CalendarInterval | Unresolvable:
    """The place of a date or time with a mod, at its word: START, MID and END are somewhere
    within the period. A date of EDTF, which is itself somewhere within its bounds, is compared
    with: BEFORE it is before the latest instant at which it can start."""
    if mod in PARTS:
        return replace(place, exact=False, latest_start=None, earliest_end=None)
    if mod == "APPROX":
        return Unresolvable("approximate")
    earliest: Instant | None = None
    latest: Instant | None = None
    if mod == "BEFORE":
        latest = _start(place)
    elif mod == "ON_OR_BEFORE":
        latest = place.latest
    elif mod == "AFTER":
        earliest = _end(place)
    elif mod == "ON_OR_AFTER":
        earliest = place.earliest
    else:
        return Unresolvable("unusable-mod", mod)
    return CalendarInterval(earliest, latest, False, place.granularity, place.zone)


def _start(place: CalendarInterval) -> Instant | None:
    """The latest instant at which it starts; of a TIMEX3 value the first."""
    if place.granularity != "period":
        return place.earliest
    return place.latest if place.latest_start is None else place.latest_start


def _end(place: CalendarInterval) -> Instant | None:
    """The earliest instant at which it ends; of a TIMEX3 value the last."""
    if place.granularity != "period":
        return place.latest
    return place.earliest if place.earliest_end is None else place.earliest_end


def narrowed(place: CalendarInterval, mod: str, text: str) -> CalendarInterval | Unresolvable:
    """The same as annotators mean it: START, MID and END of a period that is known are within
    its first, middle or last third and a bit."""
    within = modified(place, mod)
    if mod not in PARTS or not place.exact or isinstance(within, Unresolvable):
        return within
    if _COMPARING.get(mod, "\0") in text.casefold():
        return within
    assert place.earliest is not None
    assert place.latest is not None
    length = place.latest - place.earliest
    first, last = (_plain(place.earliest + share * length) for share in _THIRDS[mod])
    return replace(within, earliest=first, latest=last)


def _plain(number: Fraction) -> Instant:
    return number.numerator if number.denominator == 1 else number
