"""The answer to a HOW LONG question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["LengthAnswer"]


@dataclass(frozen=True, slots=True)
class LengthAnswer:
    """How long something lasts: ``lower <= seconds <= upper``, ``None`` for no bound.

    ``lower_reached`` and ``upper_reached`` say whether it can be as long as the bound itself.
    ``words`` is the same in words: ``at least 2 days and less than 4 days``, or ``unknown``.
    """

    lower: Fraction | None
    upper: Fraction | None
    lower_reached: bool
    upper_reached: bool
    words: str
