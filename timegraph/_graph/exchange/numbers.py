"""Exact numbers of seconds as JSON values, and back: a whole one is itself, another ``"1/3"``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

__all__ = ["SECONDS", "read_seconds", "written_seconds"]

SECONDS = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")
"""As the schema has it: int() takes blanks and digits of other scripts, too."""


def written_seconds(value: int | Fraction) -> int | str:
    """A number of seconds as a JSON value."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)


def read_seconds(value: Any) -> int | Fraction:
    """The number again. Raises ``ValueError`` or ``TypeError`` for anything else."""
    if type(value) is int:
        return value
    if not SECONDS.fullmatch(value):
        raise ValueError(value)
    return Fraction(value)
