"""Durations with a begin point or an end point: where they lie.

A duration of n units that was read from text is longer than n - 1 and shorter than n + 1 of them
as annotators mean it; at its word it is as long as it says, to the day.
"""

from __future__ import annotations

from dataclasses import replace

from timeml._timex.meanings import CalendarInterval, Duration, Unresolvable
from timeml._timex.mods import LENGTH_UNKNOWN, LONGER, PARTS, SHORTER
from timeml.gregorian import Instant

__all__ = ["Limits", "between", "lasting_from", "lasting_until", "limits", "part_of"]

Limits = tuple[Duration | None, Duration | None]
"""The least and the greatest length of a duration; ``None`` where it is not known."""


def part_of(place: CalendarInterval | Unresolvable, mod: str) -> CalendarInterval | Unresolvable:
    """The start, middle or end of an anchored duration, which is only somewhere within it; the
    duration itself for any other mod."""
    if mod not in PARTS or isinstance(place, Unresolvable):
        return place
    return _bounds(place.zone, place.earliest, place.latest)


def between(begin: CalendarInterval, end: CalendarInterval) -> CalendarInterval | Unresolvable:
    """The duration that starts within ``begin`` and ends within ``end``, whatever its length.

    Within, or at its bounds: "the last two weeks" with today's date for an end point may end as
    today begins.
    """
    if (begin.zone is None) != (end.zone is None):
        return Unresolvable("mixed-zones")
    if begin.earliest is not None and end.latest is not None and end.latest <= begin.earliest:
        return Unresolvable("anchors-contradict")
    return replace(
        _bounds(begin.zone, begin.earliest, end.latest),
        latest_start=begin.latest,
        earliest_end=end.earliest,
    )


def limits(length: Duration, mod: str, *, loose: bool) -> Limits:
    """The least and the greatest length that a duration with this value and mod can have:
    ``loose`` as annotators mean it, else at its word."""
    if not length.known or mod in LENGTH_UNKNOWN:
        return None, None
    least, most = (length.less_a_unit, length.plus_a_unit) if loose else (length, length)
    return None if mod in SHORTER else least, None if mod in LONGER else most


def lasting_from(begin: CalendarInterval, lasting: Limits) -> CalendarInterval:
    """The duration that starts within ``begin``."""
    least, most = lasting
    return replace(
        _bounds(begin.zone, begin.earliest, _after(begin.latest, most)),
        latest_start=begin.latest,
        earliest_end=_after(begin.earliest, least),
    )


def lasting_until(end: CalendarInterval, lasting: Limits) -> CalendarInterval:
    """The duration that ends within ``end``."""
    least, most = lasting
    return replace(
        _bounds(end.zone, _before(end.earliest, most), end.latest),
        latest_start=_before(end.latest, least),
        earliest_end=end.earliest,
    )


def _after(instant: Instant | None, length: Duration | None) -> Instant | None:
    return None if instant is None or length is None else length.after(instant)


def _before(instant: Instant | None, length: Duration | None) -> Instant | None:
    return None if instant is None or length is None else length.before(instant)


def _bounds(zone: int | None, earliest: Instant | None, latest: Instant | None) -> CalendarInterval:
    return CalendarInterval(earliest, latest, False, "duration", zone)
