"""What is known of a distance, and what it answers."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from timegraph._metric.lengths import Length, length_of, seconds_in_words
from timegraph.answer import Answer

__all__ = ["Bounds"]


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
    ) -> Answer:
        """Whether the distance is at least, at most, more and less than so long, all that is given.

        Lengths are those of :meth:`timegraph.TimeGraph.add_distance`. One in months is as short or
        as long as it can be, whichever is harder to fulfil. Raises ``ValueError`` if none is given,
        else as :meth:`~timegraph.TimeGraph.ask_distance`.
        """
        above = [
            (length_of(length), strict)
            for length, strict in ((at_least, False), (more_than, True))
            if length is not None
        ]
        below = [
            (length_of(length), strict)
            for length, strict in ((at_most, False), (less_than, True))
            if length is not None
        ]
        if not above and not below:
            raise ValueError("give at_least, at_most or both; or more_than, less_than")
        answers = [self._above(*one) for one in above] + [self._below(*one) for one in below]
        if Answer.NO in answers or any(
            high.most < low.least or (high.most == low.least and (strict or below_strict))
            for low, strict in above
            for high, below_strict in below
        ):
            return Answer.NO
        return Answer.UNKNOWN if Answer.UNKNOWN in answers else Answer.YES

    def _above(self, length: Length, strict: bool) -> Answer:
        lower, upper = self.lower, self.upper
        excluded = strict and self.lower_reached
        if lower is not None and (lower, not excluded) >= (length.most, True):
            return Answer.YES
        allowed = not strict and self.upper_reached
        if upper is not None and (upper, allowed) < (length.least, True):
            return Answer.NO
        return Answer.UNKNOWN

    def _below(self, length: Length, strict: bool) -> Answer:
        lower, upper = self.lower, self.upper
        excluded = strict and self.upper_reached
        if upper is not None and (upper, excluded) <= (length.least, False):
            return Answer.YES
        allowed = not strict and self.lower_reached
        if lower is not None and (lower, not allowed) > (length.most, False):
            return Answer.NO
        return Answer.UNKNOWN

    def __str__(self) -> str:
        if self.lower is not None and self.lower == self.upper:
            return f"exactly {seconds_in_words(self.lower)}"
        low = "at least" if self.lower_reached else "more than"
        high = "at most" if self.upper_reached else "less than"
        parts = [] if self.lower is None else [f"{low} {seconds_in_words(self.lower)}"]
        parts += [] if self.upper is None else [f"{high} {seconds_in_words(self.upper)}"]
        return " and ".join(parts) or "unbounded"
