"""Forms of one word."""

from __future__ import annotations

import pytest

from timegraph.torque.questions import base_forms, related


@pytest.mark.parametrize(
    ("one", "other", "nearness"),
    [
        ("said", "Said", 3),
        ("froze", "frozen", 2),
        ("planned", "plan", 2),
        ("rallies", "rally", 2),
        ("dying", "died", 2),
        ("announcement", "announced", 1),
        ("refusal", "refused", 1),
        ("meet", "meat", 0),
        ("start", "state", 0),
    ],
)
def test_nearness(one: str, other: str, nearness: int) -> None:
    assert related(one, other) == related(other, one) == nearness


def test_base_forms_hold_the_word_itself() -> None:
    assert {"went", "go"} <= base_forms("went")
    assert "make" in base_forms("making")
