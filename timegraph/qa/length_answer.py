"""The answer to a HOW LONG question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from timeml import Document

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

    def in_words(self, document: Document, *, possible: bool = False) -> str:
        """``at least 3 days``."""
        return self.words

    def to_json(self) -> dict[str, Any]:
        """The bounds as JSON data: ``seconds`` is a whole number, or a fraction as text."""
        return {
            "at_least": _bound(self.lower, self.lower_reached),
            "at_most": _bound(self.upper, self.upper_reached),
            "words": self.words,
        }


def _bound(seconds: Fraction | None, reached: bool) -> dict[str, Any] | None:
    if seconds is None:
        return None
    whole = seconds.denominator == 1
    return {"seconds": int(seconds) if whole else str(seconds), "reached": reached}
