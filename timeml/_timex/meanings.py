"""What a TIMEX3 value can mean: an interval of the calendar, a reference, a length, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from timeml.gregorian import Instant, add_months, format_instant

__all__ = [
    "FLOATING_BEFORE_ZONED",
    "REASONS",
    "UNTRUSTED",
    "ZONED_BEFORE_FLOATING",
    "CalendarInterval",
    "Duration",
    "Reference",
    "Unresolvable",
]

_UP_TO_A_DAY = frozenset({"day", "part-of-day", "hour", "minute", "second"})


# A clock is at most 12 hours behind UTC and at most 14 ahead, so a floating L lies between
# L - 14 h and L + 12 h UTC.
FLOATING_BEFORE_ZONED = 12 * 3600
"""Seconds by which a floating instant must be less than a zoned one to be surely earlier."""
ZONED_BEFORE_FLOATING = 14 * 3600
"""Seconds by which a zoned instant must be less than a floating one to be surely earlier."""


@dataclass(frozen=True, slots=True)
class CalendarInterval:
    """Where on the calendar a time expression lies.

    If ``exact``, it *is* the half-open interval [``earliest``, ``latest``). If not, it is some
    interval within these bounds; ``None`` is a side without a bound. A duration with an anchor
    knows more: it starts at ``latest_start`` at the latest and ends at ``earliest_end`` at the
    earliest.

    Instants are seconds from 1970-01-01T00:00:00 in the proleptic Gregorian calendar (``int``,
    or ``Fraction`` where the value has fractions). ``zone`` is ``None`` for a floating value,
    whose instants are local time, and else its offset from UTC in seconds, and then the instants
    are UTC. The two kinds compare only as far as no offset in use on earth (-12 to +14 hours)
    can change the order; see :meth:`precedes`. ``part`` is the code of a part of the day
    (``"MO"``, ``"NI"``), ``None`` for everything else.
    """

    earliest: Instant | None
    latest: Instant | None
    exact: bool = True
    granularity: str = "day"
    zone: int | None = None
    latest_start: Instant | None = None
    earliest_end: Instant | None = None
    part: str | None = None

    @property
    def coarse(self) -> bool:
        """Whether the value names a period longer than a day: a weekend, a month, a century; so
        does every duration."""
        return self.granularity not in _UP_TO_A_DAY

    @property
    def bounds(self) -> CalendarInterval:
        """The same read as *some* interval within its bounds."""
        return replace(self, exact=False) if self.exact else self

    def at_zone(self, zone: int) -> CalendarInterval:
        """A floating interval read on the clock ``zone`` seconds ahead of UTC; others as is."""
        if self.zone is not None:
            return self

        def move(instant: Instant | None) -> Instant | None:
            return None if instant is None else instant - zone

        return replace(
            self,
            earliest=move(self.earliest),
            latest=move(self.latest),
            zone=zone,
            latest_start=move(self.latest_start),
            earliest_end=move(self.earliest_end),
        )

    def precedes(self, other: CalendarInterval) -> bool:
        """Whether this certainly ends no later than ``other`` starts. Between a floating and a
        zoned value that takes a gap of more than 14 hours if the floating one is the later,
        of more than 12 if it is the earlier."""
        if self.latest is None or other.earliest is None:
            return False
        if (self.zone is None) == (other.zone is None):
            return self.latest <= other.earliest
        slack = FLOATING_BEFORE_ZONED if self.zone is None else ZONED_BEFORE_FLOATING
        return self.latest + slack < other.earliest

    def __str__(self) -> str:
        def show(instant: Instant | None) -> str:
            return "..." if instant is None else format_instant(instant)

        suffix = "" if self.zone is None else " UTC"
        within = "" if self.exact else "within "
        return f"{within}[{show(self.earliest)}, {show(self.latest)}){suffix}"


@dataclass(frozen=True, slots=True)
class Reference:
    """``PRESENT_REF``, ``PAST_REF`` or ``FUTURE_REF``: placed by the creation time only.

    The present starts no later than the creation time and ends no earlier; the past ends before
    it starts; the future starts after it ends.
    """

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Duration:
    """A length: months of whatever length, and seconds. Both ``None``: a length not known
    (``PXD``, a season, a night). ``unit`` is one of the smallest unit that is named, as months
    and seconds: a length read from text is exact to that unit only."""

    months: int | None
    seconds: Instant | None
    unit: tuple[int, Instant] = field(default=(0, 0), compare=False)

    @property
    def known(self) -> bool:
        """Whether the length can be added to an instant."""
        return self.months is not None

    @property
    def plus_a_unit(self) -> Duration:
        """The length with one more of its :attr:`unit`; an unknown length as it is."""
        if self.months is None or self.seconds is None:
            return self
        return Duration(self.months + self.unit[0], self.seconds + self.unit[1], self.unit)

    @property
    def less_a_unit(self) -> Duration:
        """The length with one less of its :attr:`unit`, but never less than nothing; an unknown
        length as it is."""
        if self.months is None or self.seconds is None:
            return self
        months, seconds = self.months - self.unit[0], self.seconds - self.unit[1]
        if months <= 0:
            months, seconds = 0, max(seconds, 0)
        return Duration(months, seconds, self.unit)

    def after(self, instant: Instant) -> Instant:
        """``instant`` plus this length: months first, clamped to the month's last day, then
        seconds, as XML Schema adds them. Raises ``ValueError`` for an unknown length."""
        return self._added(instant, 1)

    def before(self, instant: Instant) -> Instant:
        """``instant`` minus this length. Raises ``ValueError`` for an unknown length."""
        return self._added(instant, -1)

    def _added(self, instant: Instant, sign: int) -> Instant:
        if self.months is None or self.seconds is None:
            raise ValueError("a duration of unknown length cannot be added; check `known` first")
        moved = add_months(instant, sign * self.months) if self.months else instant
        result = moved + sign * self.seconds
        if isinstance(result, Fraction) and result.denominator == 1:
            return int(result)
        return result


@dataclass(frozen=True, slots=True)
class Unresolvable:
    """Why the calendar cannot resolve a value. ``reason`` is one of :data:`REASONS`."""

    reason: str
    detail: str = ""

    def __str__(self) -> str:
        about = f" ({self.detail})" if self.detail else ""
        return f"{REASONS[self.reason]}{about} [{self.reason}]"


REASONS: Mapping[str, str] = MappingProxyType(
    {
        "no-value": "the timex has no value",
        "malformed": "the value does not have a TIMEX3 form",
        "no-such-date": "no such date or time exists",
        "unspecified-year": "the value does not give the year",
        "no-date": "the value is a time of day without a date",
        "set": "a set of times is not an interval",
        "unanchored-duration": "a duration without beginPoint or endPoint is only a length",
        "unresolved-anchor": "the duration's anchor cannot be resolved either",
        "anchor-cycle": "the duration is anchored to itself",
        "anchors-contradict": "the duration's end point lies before its begin point",
        "mixed-zones": "one anchor of the duration has a time zone and the other has none",
        "approximate": "an approximate value has no certain bounds",
        "unusable-mod": "the mod gives no certain bounds for a value of this kind",
        "years-ago": "thousands or millions of years ago have no given year to count from",
        "leap-second": "leap seconds are not supported",
        "prefix-spelt-as-year": "the value is a decade or a century, but the text writes its "
        "digits as a year",
        "date-for-duration": "the timex is a DURATION, but its value is a date",
        "contradicts-text": "the value contradicts the date that its text names",
        "far-from-creation-time": "the value lies centuries from the creation time, and its text "
        "does not name the year",
    }
)
"""Every reason for which a value is refused, by its code, in words."""

UNTRUSTED = frozenset(
    {"prefix-spelt-as-year", "date-for-duration", "contradicts-text", "far-from-creation-time"}
)
"""The reasons for which a value that has a place is not trusted to mean it."""
