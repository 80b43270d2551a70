"""The answer to a HOW LONG question, as data."""

from __future__ import annotations

import pickle
from fractions import Fraction

from timegraph.qa import LengthAnswer, answer_in_words, answer_to_json
from timeml import Document

ANSWER = LengthAnswer(Fraction(1, 3), Fraction(60), False, True, "less")


def test_it_is_written_in_words_and_as_json() -> None:
    assert answer_in_words(Document(), ANSWER) == "less"
    assert answer_to_json(ANSWER) == {
        "at_least": {"seconds": "1/3", "reached": False},
        "at_most": {"seconds": 60, "reached": True},
        "words": "less",
    }
    assert answer_to_json(LengthAnswer(None, None, True, True, "unknown"))["at_most"] is None
    assert pickle.loads(pickle.dumps(ANSWER)) == ANSWER
