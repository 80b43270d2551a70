from __future__ import annotations

import re
from fractions import Fraction

import pytest

from timegraph._wording import NUMBER_WORDS, number_in


@pytest.mark.parametrize(
    ("words", "number"),
    [
        *(("a", 1), ("an", 1), ("one", 1), ("nine", 9), ("ten", 10), ("nineteen", 19)),
        *(("twenty", 20), ("Twenty-one", 21), ("ninety nine", 99), ("a hundred", 100)),
        *(("half a", Fraction(1, 2)), ("half an", Fraction(1, 2)), ("a dozen", 12), ("17", 17)),
    ],
)
def test_numbers_in_words(words: str, number: Fraction | int) -> None:
    assert number_in(words) == number
    assert words.isdigit() or re.fullmatch(NUMBER_WORDS, words, re.IGNORECASE)


@pytest.mark.parametrize("words", ["several", "oneteen", "twenty-ten", "half", "hundred"])
def test_other_words_are_no_number(words: str) -> None:
    assert re.fullmatch(NUMBER_WORDS, words, re.IGNORECASE) is None
