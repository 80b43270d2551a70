"""Lengths of time in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from timegraph._wording import seconds_in_words

DAY = 86_400


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0"),
        (DAY, "1 day"),
        (-3 * DAY - 3600, "-3 days 1 hour"),
        (90, "1 minute 30 seconds"),
        (Fraction(1, 2), "1/2 seconds"),
    ],
)
def test_seconds_in_words(seconds: int, words: str) -> None:
    assert seconds_in_words(seconds) == words
