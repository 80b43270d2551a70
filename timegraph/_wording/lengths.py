"""Lengths of time in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["seconds_in_words"]

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def seconds_in_words(seconds: Fraction | int) -> str:
    """Seconds as days, hours, minutes and seconds: "3 days 4 hours", "-5 minutes"."""
    from fractions import Fraction  # graphs without distances do not need it

    seconds = Fraction(seconds)
    if not seconds:
        return "0"
    sign, rest = ("-", -seconds) if seconds < 0 else ("", seconds)
    parts = []
    for name, size in _UNITS:
        count = rest // size
        rest -= count * size
        if count:
            parts.append(f"{count} {name}{'s' if count != 1 else ''}")
    if rest:
        shown = str(rest.numerator) if rest.denominator == 1 else str(rest)
        parts.append(f"{shown} second{'s' if rest != 1 else ''}")
    return sign + " ".join(parts)
