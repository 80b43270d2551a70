"""How a contradiction is worded, wherever it is reported."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["contradiction_in_words"]


def contradiction_in_words(
    link: str, constraints: Iterable[object], against: Iterable[str], more: int = 0
) -> str:
    """The sentence for every report of a contradiction: which ``constraints`` of a link contradict
    which links, and how many ``more``. Without links ``against`` it, the link contradicts itself.
    """
    what = "; ".join(map(str, constraints))
    named = [*against, *([f"and {more} more"] if more else [])]
    if not named:
        return f"{link} cannot hold by itself ({what})"
    return f"{link} ({what}) contradicts {'; '.join(named)}"
