"""TIMEX3 values on the calendar: what a time expression's annotation says of when it lies.

:func:`parse_value` reads a value alone; :func:`interpret` reads a TIMEX3 with its ``mod``, its
``beginPoint`` and ``endPoint`` and the creation time of its document. The answer is a
:class:`CalendarInterval`, a :class:`Reference` (past, present, future), or an :class:`Unresolvable`
that says why there is none; nothing is guessed and nothing raises.

Forms and mods are those of the TimeML 1.2.1 annotation guidelines (Saurí et al. 2006, on
TIMEX3), which follow the TIDES standard for TIMEX2 (Ferro et al. 2005) and ISO 8601:

* exact: digits of a millennium, century or decade (``1``, ``19``, ``199``), year, half (``H1``),
  quarter (``Q2``), month, ISO week (``W23``), weekend (``W23-WE``), day (also ``W23-3``, ordinal
  and basic forms), hour, minute, second, fractions of them, ``T24:00``, time zones, BC years
  (``BC0350``; ``-0349`` is the same year in ISO 8601) and years beyond 9999;
* bounds only: seasons, parts of the day, fiscal years, X for a digit that is not known, the
  mods START, MID, END, BEFORE, AFTER, ON_OR_BEFORE and ON_OR_AFTER, and durations with an
  anchor;
* refused: every other value, for a reason listed in :data:`REASONS`.

There are four readings (:data:`READINGS`). ``exact`` takes values at their word: an anchored
``P10Y`` is ten years long to the day, START is somewhere within the period, a night ends at
midnight. ``annotators`` takes them as annotators mean them: a length is exact to its unit,
START, MID and END are a third of the period and a bit, a night may last until noon, and values
that are more likely a slip than what the text says are refused (:data:`UNTRUSTED`). ``edtf`` is
``annotators``, and reads a value that TIMEX3 does not have as the date of something in EDTF; what
``?``, ``~`` and ``%`` qualify gives no bound there, and in ``edtf-as-written`` they say nothing.

Floating values (without a zone) are local time at an unknown place, the same throughout a
document. If the creation time has a zone, the floating values of the document are on its clock:
annotators work them out from it. In the reading ``exact`` they then get its zone. In
``annotators`` they stay floating, since on another date the clock may be an hour off (daylight
saving), and zoned values of the creation time's own date are put on that clock. Otherwise a zoned
and a floating value order only where no offset in use could change the order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from timeml._timex.forms import distrusted, names_its_year, parse_value
from timeml._timex.meanings import (
    FLOATING_BEFORE_ZONED,
    LENGTH_UNKNOWN,
    LONGER,
    PARTS,
    REASONS,
    SHORTER,
    UNTRUSTED,
    ZONED_BEFORE_FLOATING,
    CalendarInterval,
    Duration,
    Reference,
    Unresolvable,
    between,
    implied_mod,
    lasting_from,
    lasting_until,
    less_than_the_value,
    limits,
    modified,
    narrowed,
    part_of,
)
from timeml.document import Timex3
from timeml.gregorian import (
    DAY,
    Instant,
    add_months,
    date_of,
    day_number,
    days_in_month,
    format_instant,
    format_period,
)

if TYPE_CHECKING:
    from timeml.document import Document

__all__ = [
    "DAY",
    "FLOATING_BEFORE_ZONED",
    "READINGS",
    "REASONS",
    "UNTRUSTED",
    "ZONED_BEFORE_FLOATING",
    "CalendarInterval",
    "Duration",
    "Instant",
    "Reading",
    "Reference",
    "Unresolvable",
    "add_months",
    "clock_of",
    "date_of",
    "day_number",
    "days_in_month",
    "format_instant",
    "format_period",
    "interpret",
    "length_limits",
    "parse_value",
]

Reading = Literal["annotators", "exact", "edtf", "edtf-as-written"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""How values are read: as annotators mean them; at their word; or as annotators mean them, and in
EDTF where they have no form of TIMEX3."""


def interpret(
    timex: Timex3,
    *,
    document: Document | None = None,
    reading: Reading = "exact",
    trusted: bool = False,
) -> CalendarInterval | Reference | Unresolvable:
    """Where ``timex`` lies on the calendar, or why that is not known.

    ``document`` supplies the timexes that anchor a duration, and the creation time, whose zone,
    if it has one, is that of floating values. With ``trusted`` nothing is refused for a reason of
    :data:`UNTRUSTED`; in the reading ``exact`` nothing ever is. Raises ``ValueError`` for an
    unknown reading, and for nothing else.
    """
    if reading not in READINGS:
        raise ValueError(f"reading must be one of {', '.join(READINGS)}, not {reading!r}")
    return _Reader(document, reading, trusted=trusted).read(timex)


def length_limits(timex: Timex3, *, loose: bool) -> tuple[Duration | None, Duration | None] | None:
    """The least and the greatest length that a TIMEX3 of type DURATION can have, ``None`` where
    there is none; ``None`` if it has no length that is known.

    ``loose``, n units are more than n - 1 and less than n + 1 of them; else they are exactly n. A
    mod that says "more" or "less" compares with n itself, and leaves the other side open; one that
    says nothing of a length (APPROX) leaves both open. START, MID and END of a duration are not as
    long as it.
    """
    length = parse_value(timex.value, timex.type)
    mod = timex.mod.strip().upper() if timex.mod else ""
    if not isinstance(length, Duration) or not length.known:
        return None
    if mod in PARTS or (mod and mod not in _MODS_OF_LENGTHS):
        return None
    return limits(length, mod, loose=loose and mod not in SHORTER | LONGER)


def clock_of(document: Document) -> int | None:
    """How many seconds the clock of the creation time is ahead of UTC; ``None`` if it has no
    zone, or no place on the calendar."""
    created = _created(document)
    return None if created is None else created.zone


def _created(document: Document | None) -> CalendarInterval | None:
    if document is None or document.dct is None:
        return None
    created = parse_value(document.dct.value)
    return created if isinstance(created, CalendarInterval) else None


@lru_cache(maxsize=4096)
def _named_place(value: str | None, text: str) -> CalendarInterval | None:
    place = parse_value(value)
    if isinstance(place, CalendarInterval) and names_its_year(place, value or "", text):
        return place
    return None


class _Reader:
    """Reads the timexes of a document; remembers anchors, and which it is at work on."""

    def __init__(self, document: Document | None, reading: Reading, *, trusted: bool) -> None:
        self._document = document
        self._annotators = reading != "exact"
        self._reading = reading
        self._trusted = trusted or not self._annotators
        self._anchors: dict[str, CalendarInterval | Unresolvable] = {}
        self._created = _created(document)

    def read(self, timex: Timex3) -> CalendarInterval | Reference | Unresolvable:
        meaning = parse_value(timex.value, timex.type)
        if self._reading.startswith("edtf") and isinstance(meaning, Unresolvable):
            meaning = _in_edtf(timex, meaning, as_written=self._reading != "edtf")
        mod = timex.mod.strip().upper() if timex.mod else ""
        if isinstance(meaning, CalendarInterval):
            return self._place(timex, meaning, mod)
        if isinstance(meaning, Duration):
            return self._anchored(timex, meaning, mod)
        if isinstance(meaning, Reference) and mod:
            return Unresolvable("unusable-mod", f"{mod} of {meaning}")
        return meaning

    def _place(
        self, timex: Timex3, place: CalendarInterval, mod: str
    ) -> CalendarInterval | Unresolvable:
        zone = None if self._created is None else self._created.zone
        if not self._annotators:
            if zone is not None:
                place = place.at_zone(zone)
            return modified(place, mod) if mod else place
        if not self._trusted:
            unresolvable = distrusted(
                place,
                value=timex.value or "",
                type=timex.type or "",
                text=timex.text,
                created=self._created,
                named=self._named(),
            )
            if unresolvable is not None:
                return unresolvable
        if zone is not None and self._created is not None:
            place = _on_clock(place, self._created, zone)
        place = less_than_the_value(place, timex.text)
        mod = mod or implied_mod(timex.text)
        if place.part == "NI" and place.latest is not None:
            place = replace(place, latest=place.latest + DAY // 2)
        return narrowed(place, mod, timex.text) if mod else place

    def _named(self) -> Iterator[CalendarInterval]:
        """Where the timexes of the document are that spell their years."""
        for timex in self._document.timexes if self._document is not None else ():
            place = _named_place(timex.value, timex.text)
            if place is not None:
                yield place

    def _anchored(
        self, timex: Timex3, length: Duration, mod: str
    ) -> CalendarInterval | Unresolvable:
        if not timex.begin_point and not timex.end_point:
            return Unresolvable("unanchored-duration")
        if mod and mod not in _MODS_OF_LENGTHS:
            return Unresolvable("unusable-mod", mod)
        self._anchors[timex.tid] = Unresolvable("anchor-cycle")
        begin = self._anchor(timex.begin_point)
        end = self._anchor(timex.end_point)
        lasting = limits(length, mod, loose=self._annotators)
        if isinstance(begin, CalendarInterval):
            if isinstance(end, CalendarInterval):
                return part_of(between(begin, end), mod)
            return part_of(lasting_from(begin, lasting), mod)
        if isinstance(end, CalendarInterval):
            return part_of(lasting_until(end, lasting), mod)
        # Both are refused, or one is and there is no other.
        return begin or end or Unresolvable("unresolved-anchor")

    def _anchor(self, tid: str | None) -> CalendarInterval | Unresolvable | None:
        """The place of the anchor ``tid``, ``None`` for no anchor."""
        if not tid:
            return None
        if tid not in self._anchors:
            self._anchors[tid] = self._resolve(tid)
        return self._anchors[tid]

    def _resolve(self, tid: str) -> CalendarInterval | Unresolvable:
        # Durations anchored to durations anchored to ... go deeper in no real document, and
        # recursion must end somewhere.
        if self._document is None or len(self._anchors) > _DEEPEST:
            return Unresolvable("unresolved-anchor", tid)
        try:
            anchor = self._document.entity(tid)
        except KeyError:
            return Unresolvable("unresolved-anchor", tid)
        if not isinstance(anchor, Timex3):
            return Unresolvable("unresolved-anchor", tid)
        place = self.read(anchor)
        if isinstance(place, CalendarInterval):
            return place
        if isinstance(place, Unresolvable) and place.reason == "anchor-cycle":
            return place
        return Unresolvable("unresolved-anchor", tid)


def _in_edtf(
    timex: Timex3, refusal: Unresolvable, *, as_written: bool
) -> CalendarInterval | Unresolvable:
    """Where a value lies that has no form of TIMEX3; the refusal if it is not EDTF either."""
    if refusal.reason == "set" or timex.value is None:
        return refusal
    from timeml._timex.edtf_values import read_edtf  # few documents have such values

    return read_edtf(timex.value.strip(), as_written=as_written) or refusal


_DEEPEST = 100
_MODS_OF_LENGTHS = SHORTER | LONGER | LENGTH_UNKNOWN | PARTS


def _on_clock(place: CalendarInterval, created: CalendarInterval, zone: int) -> CalendarInterval:
    """A zoned place on the date of the creation time, on the clock of that date; others as is."""
    if place.zone is None or created.earliest is None:
        return place
    local = replace(replace(place, zone=None).at_zone(-zone), zone=None)
    if local.earliest is None or local.latest is None:
        return place
    midnight = (created.earliest + zone) // DAY * DAY
    return local if midnight <= local.earliest and local.latest <= midnight + DAY else place
