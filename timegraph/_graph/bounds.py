"""What is known of a distance, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import NamedTuple

from timegraph._metric.lengths import Length, Zone, length_in, length_of, stepped_in
from timegraph._wording.counting import seconds_in_words
from timegraph.answer import Answer


class Bounds(NamedTuple):
    """What is known of a distance: ``lower <= distance <= upper``, in seconds.

    ``None`` means that there is no bound. ``lower_reached`` and ``upper_reached`` say whether the
    distance can be the bound itself; otherwise it is above or below the bound.
    """

    lower: Fraction | None
    upper: Fraction | None
    lower_reached: bool = True
    upper_reached: bool = True

    def answer(
        self,
        *,
        at_least: object = None,
        at_most: object = None,
        more_than: object = None,
        less_than: object = None,
        dates: tuple[Bounds, Bounds] | None = None,
        zone: Zone | None = None,
    ) -> Answer:
        """Whether the distance y - x satisfies all the limits that are given: yes, no or unknown.

        Lengths are those of :meth:`timegraph.TimeGraph.add_distance`. One in months is counted from
        the date of x where ``dates`` has what is known of x and y, in seconds since 1970; and else
        it is as short or as long as it can be, whichever is harder to fulfil; so are days and weeks
        in a time ``zone``. Raises ``ValueError`` if no length is given, else as
        :meth:`~timegraph.TimeGraph.ask_distance`.
        """
        above = [
            (length_in(zone, length), strict)
            for length, strict in ((at_least, False), (more_than, True))
            if length is not None
        ]
        below = [
            (length_in(zone, length), strict)
            for length, strict in ((at_most, False), (less_than, True))
            if length is not None
        ]
        if not above and not below:
            raise ValueError("give at_least, at_most or both; or more_than, less_than")
        answers = [_compared(self, *value, _above, dates, zone) for value in above]
        answers += [_compared(self, *value, _below, dates, zone) for value in below]
        if Answer.NO in answers or any(
            high.most < low.least or (high.most == low.least and (strict or below_strict))
            for low, strict in above
            for high, below_strict in below
        ):
            return Answer.NO
        return Answer.UNKNOWN if Answer.UNKNOWN in answers else Answer.YES

    @property
    def shortest(self) -> timedelta | Fraction | None:
        """The lower bound as a ``timedelta``; in seconds if none is so short or so long, or it is
        no whole number of microseconds."""
        return _timedelta(self.lower)

    @property
    def longest(self) -> timedelta | Fraction | None:
        """The upper bound; see :attr:`shortest`."""
        return _timedelta(self.upper)

    def rounded(self, by: Callable[[Fraction], Fraction]) -> Bounds:
        """The same with each bound as ``by`` makes it; a bound that changes is reached."""
        lower = None if self.lower is None else by(self.lower)
        upper = None if self.upper is None else by(self.upper)
        exact = lower is not None and lower == upper
        return Bounds(
            lower,
            upper,
            self.lower_reached or exact or lower != self.lower,
            self.upper_reached or exact or upper != self.upper,
        )

    def __str__(self) -> str:
        if self.lower is not None and self.lower == self.upper:
            return f"exactly {seconds_in_words(self.lower)}"
        low = "at least" if self.lower_reached else "more than"
        high = "at most" if self.upper_reached else "less than"
        parts = [] if self.lower is None else [f"{low} {seconds_in_words(self.lower)}"]
        parts += [] if self.upper is None else [f"{high} {seconds_in_words(self.upper)}"]
        return " and ".join(parts) or "unbounded"


def _timedelta(seconds: Fraction | None) -> timedelta | Fraction | None:
    micro = None if seconds is None else seconds * 1_000_000
    if micro is None or micro.denominator != 1:
        return seconds
    try:
        return timedelta(microseconds=int(micro))
    except OverflowError:
        return seconds


def _beyond(x: Bounds, y: Bounds, length: Length, zone: Zone | None) -> Bounds:
    """What is known of how far y lies after the instant this length after x, both dates."""
    earliest, latest = stepped_in(zone, x.lower, x.upper, length)
    exact = x.lower is not None and x.lower == x.upper
    return Bounds(
        None if y.lower is None or latest is None else y.lower - latest,
        None if y.upper is None or earliest is None else y.upper - earliest,
        y.lower_reached or not exact,
        y.upper_reached or not exact,
    )


def _compared(
    bounds: Bounds,
    length: Length,
    strict: bool,
    compare: Callable[[Bounds, Length, bool], Answer],
    dates: tuple[Bounds, Bounds] | None,
    zone: Zone | None,
) -> Answer:
    answer = compare(bounds, length, strict)
    if answer is Answer.UNKNOWN and length.of_calendar and dates is not None:
        return compare(_beyond(*dates, length, zone), length_of(0), strict)
    return answer


def _above(bounds: Bounds, length: Length, strict: bool) -> Answer:
    """Whether the distance is at least so long, or longer where ``strict``."""
    excluded = strict and bounds.lower_reached
    if bounds.lower is not None and (bounds.lower, not excluded) >= (length.most, True):
        return Answer.YES
    allowed = not strict and bounds.upper_reached
    if bounds.upper is not None and (bounds.upper, allowed) < (length.least, True):
        return Answer.NO
    return Answer.UNKNOWN


def _below(bounds: Bounds, length: Length, strict: bool) -> Answer:
    """Whether the distance is at most so long, or shorter where ``strict``."""
    excluded = strict and bounds.upper_reached
    if bounds.upper is not None and (bounds.upper, excluded) <= (length.least, False):
        return Answer.YES
    allowed = not strict and bounds.lower_reached
    if bounds.lower is not None and (bounds.lower, not allowed) > (length.most, False):
        return Answer.NO
    return Answer.UNKNOWN
