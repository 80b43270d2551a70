"""How answers are compared."""

from __future__ import annotations

import pytest

from timegraph.facts.scoring.scorers import exact_match, normalised, token_f1


@pytest.mark.parametrize(
    ("text", "same"),
    [("The  U.S. Navy, a Fleet", "us navy fleet"), ("theatre", "theatre"), ("The The", ""),
     ("", ""), ("École (Paris)", "école paris"), ("An-the", "anthe")],
)  # fmt: skip
def test_normalised(text: str, same: str) -> None:
    assert normalised(text) == same


def test_exact_match() -> None:
    assert exact_match("The Mill", "mill!")
    assert not exact_match("Mill", "Mills")
    assert exact_match("", "the")


@pytest.mark.parametrize(
    ("gold", "predicted", "f1"),
    [
        ("b c e", "B C d", 2 / 3),
        ("a b c", "B C", 1.0),
        ("x", "x", 1.0),
        ("x", "y", 0.0),
        ("", "", 1.0),
        ("", "x", 0.0),
        ("x", "", 0.0),
        ("x x y", "x y y", 2 / 3),
    ],
)
def test_token_f1(gold: str, predicted: str, f1: float) -> None:
    assert token_f1(gold, predicted) == pytest.approx(f1)
