"""The answers to questions of every kind."""

from __future__ import annotations

from typing import get_args

from timegraph import Answer
from timegraph.qa import AnyAnswer


def test_answers_say_what_they_are_in_words_and_as_json() -> None:
    classes = [kind for kind in get_args(AnyAnswer) if kind is not Answer]
    assert [kind.__name__ for kind in classes] == ["ListAnswer", "WhenAnswer", "LengthAnswer"]
    assert all(callable(kind.in_words) and callable(kind.to_json) for kind in classes)
