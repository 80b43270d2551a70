"""How contradictions are worded."""

from __future__ import annotations

from timegraph._wording import contradiction_in_words


def test_what_a_link_contradicts_is_named() -> None:
    words = contradiction_in_words("l2", ["a < b"], ["l0", "l1"])
    assert words == "l2 (a < b) contradicts l0; l1"
    assert contradiction_in_words("l2", ["a < b"], ["l0"], 3).endswith("contradicts l0; and 3 more")


def test_a_link_may_contradict_itself() -> None:
    assert contradiction_in_words("l2", ["a < a"], []) == "l2 cannot hold by itself (a < a)"
