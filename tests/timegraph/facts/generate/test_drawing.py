"""Random choices that stay the same."""

from __future__ import annotations

from timegraph.facts.generate import Draw


def test_the_same_seed_draws_the_same() -> None:
    first, second = Draw(5), Draw(5)
    drawn = [first.number(1, 6) for _ in range(20)]
    assert drawn == [second.number(1, 6) for _ in range(20)]
    assert set(drawn) <= set(range(1, 7))
    assert [Draw(5).number(0, 99), Draw(6).number(0, 99)] == [62, 79]


def test_items() -> None:
    draw = Draw(1)
    assert {draw.one_of("ab") for _ in range(30)} == {"a", "b"}
