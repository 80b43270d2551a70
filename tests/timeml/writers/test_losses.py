"""Losses are counted by kind, with a few examples."""

from timeml.document import Document
from timeml.writers import Loss, Losses


def test_losses_are_counted_by_kind() -> None:
    losses = Losses()
    for name, _ in losses.each({"a": Document(), "b": Document()}):
        for number in range(5 if name == "a" else 0):
            losses.add("signals", f"s{number}")
    losses.add("texts")
    assert losses.counted == (
        Loss("signals", 5, ("a:s0", "a:s1", "a:s2")),
        Loss("texts", 1, ("b",)),
    )
