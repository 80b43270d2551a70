"""Losses are counted by kind, with a few examples."""

from timeml.writers import Loss, Losses


def test_losses_are_counted_by_kind() -> None:
    losses = Losses()
    for number in range(5):
        losses.add("signals", "a", f"s{number}")
    losses.add("texts", "b")
    assert losses.counted == (
        Loss("signals", 5, ("a:s0", "a:s1", "a:s2")),
        Loss("texts", 1, ("b",)),
    )
