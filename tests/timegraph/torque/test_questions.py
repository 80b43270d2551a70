"""What questions ask: orders, points, reality; and what is not understood."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.torque.questions import Asked, NotUnderstood, parse_torque_question


@pytest.mark.parametrize(
    ("text", "order", "anchor"),
    [
        ("What happened before the ferry sailed?", "before", "the ferry sailed"),
        ("what happened AFTER the storm", "after", "the storm"),
        ("What was happening while they slept?", "overlap", "they slept"),
        ("What happened during the 45-minute talk?", "overlap", "the 45-minute talk"),
        ("What happened as soon as he left?", "after", "he left"),
        ("After he left, what happened?", "after", "he left"),
        ("According to the mayor, what happened before the parade?", "before", "the parade"),
        ("What happened before the parade, according to the mayor?", "before", "the parade"),
        ("What led to the rally?", "before", "the rally"),
        ("What happened now that talks were held?", "after", "talks were held"),
        ("What took place prior to the fire?", "before", "the fire"),
        ("What people such as bakers do before dawn?", "before", "dawn"),
    ],
)
def test_order_and_anchor(text: str, order: str, anchor: str) -> None:
    asked = parse_torque_question(text)
    assert (asked.order, asked.anchor) == (order, anchor)


@pytest.mark.parametrize(
    ("text", "side", "negated"),
    [
        ("What started before the fire?", "start", False),
        ("What ended after the fire?", "end", False),
        ("What might happen after the fire?", None, False),
        ("What did not happen after the fire?", None, True),
        ("What failed to happen after the fire?", None, True),
        ("What didn't start after the fire?", "start", True),
        ("What do people not on the list do after the fire?", None, False),
    ],
)
def test_point_and_negation(text: str, side: str | None, negated: bool) -> None:
    asked = parse_torque_question(text)
    assert (asked.side, asked.negated) == (side, negated)


def test_the_warm_ups_are_about_the_creation_time() -> None:
    assert parse_torque_question("What events have already finished?") == Asked(
        "before", side="end"
    )
    begun = parse_torque_question("What events have begun but has not finished?")
    assert begun == Asked("overlap")
    future = parse_torque_question("What will happen in the future?")
    assert (future.order, future.side, future.anchor_side) == ("after", "start", "end")


def test_what_has_not_finished() -> None:
    asked = parse_torque_question("What happened before the rehearsal but has not finished?")
    assert asked.anchor == "the rehearsal"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("What has started?", "before"),
        ("What is still going on?", "overlap"),
        ("What might happen eventually?", "after"),
        ("What did they do in the past?", "before"),
    ],
)
def test_without_an_anchor_the_tense_decides(text: str, order: str) -> None:
    asked = parse_torque_question(text)
    assert (asked.order, asked.anchor) == (order, None)


@pytest.mark.parametrize("text", ["", "Why?", "The ferry."])
def test_what_says_no_order_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood, match="has no word of order"):
        parse_torque_question(text)


@given(st.text(max_size=60))
def test_any_text_is_understood_or_refused(text: str) -> None:
    try:
        asked = parse_torque_question(text)
    except NotUnderstood:
        return
    assert asked.order in ("before", "after", "overlap")
