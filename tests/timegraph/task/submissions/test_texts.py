"""Texts compared, and the first difference shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph.task.submissions.texts import TextChange, text_change

TEXT = "One. The crane toppled onto the quay on Thursday morning, hours after the warning of gusts."


@given(st.text("ab \n\t\u00a0", max_size=12), st.text("ab \n\t\u00a0", max_size=12))
def test_white_space_does_not_count(one: str, other: str) -> None:
    same = [c for c in one if not c.isspace()] == [c for c in other if not c.isspace()]
    assert (text_change(one, other) is None) == same


def test_the_first_difference_has_its_words() -> None:
    change = text_change(TEXT, TEXT.replace("Thursday", "Friday").replace("gusts", "hail"))
    assert change == TextChange(
        "...crane toppled onto the quay on Thursday morning, hours after the warnin...",
        "...crane toppled onto the quay on Friday morning, hours after the warning...",
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("", TextChange("One.", "")),
        ("One", TextChange("One.", "One")),
        ("One.\nTwo.", TextChange("One.", "One. Two.")),
        ("one.", TextChange("One.", "one.", case_only=True)),
    ],
)
def test_ends_and_case(found: str, expected: TextChange) -> None:
    assert text_change("One.", found) == expected
