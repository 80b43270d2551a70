"""The event that an anchor names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.torque.answers import find_anchor
from timegraph.torque.passages import PassageSet

TEXT = (
    "The baker said the oven had frozen before the delivery came; a raid on the mill, planned in "
    "May, was called off, and talks began after the strike."
)
EVENTS = "said frozen delivery came raid planned called talks began strike"


@pytest.mark.parametrize(
    ("anchor", "word", "side"),
    [
        ("the oven froze", "frozen", None),
        ("he said the oven had frozen", "said", None),
        ("the baker spoke", "said", None),
        ("the raid on the mill in May", "raid", None),
        ("the raid was called off", "called", None),
        ("the talks began", "talks", "start"),
        ("the end of the strike", "strike", "end"),
        ("planning the raid", "planned", None),
        ("the delivery of bread", "delivery", None),
    ],
)
def test_the_event_that_is_meant(
    anchor: str, word: str, side: str | None, passages: Callable[..., PassageSet]
) -> None:
    (passage,) = passages(TEXT, EVENTS, {}).passages
    event, found_side = find_anchor(anchor, passage)
    assert event is not None
    assert passage.words(event) == word
    assert found_side == side


def test_of_equal_words_the_neighbours_decide(passages: Callable[..., PassageSet]) -> None:
    text = "Anna called her bank first. Much later that day Otto called his uncle."
    (passage,) = passages(text, "called", {}).passages
    second = text.rindex("called")
    both = type(passage)(
        passage.name, text, (*passage.events, (second, second + 6)), passage.questions
    )
    assert find_anchor("Otto called his uncle", both) == ((second, second + 6), None)


def test_what_names_no_event(passages: Callable[..., PassageSet]) -> None:
    (passage,) = passages(TEXT, EVENTS, {}).passages
    assert find_anchor("the parade", passage) == (None, None)
    assert find_anchor("", passage) == (None, None)
