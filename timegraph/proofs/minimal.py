"""A part of a contradiction that cannot be made smaller, whatever decides what agrees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["minimal_conflict"]

_Item = TypeVar("_Item")


def minimal_conflict(
    items: Sequence[_Item], agree: Callable[[list[_Item]], bool]
) -> tuple[_Item, ...]:
    """Of these items, which do not agree, a part of which each is needed; what comes late is left
    out first.

    QuickXplain (Junker 2004, Preferred explanations and relaxations for over-constrained
    problems): halves are tried before single items, so that a small part of many takes few
    decisions.
    """

    def narrowed(given: list[_Item], changed: bool, candidates: list[_Item]) -> list[_Item]:
        """Which of the candidates are needed beside those given, which may be too many already."""
        if changed and not agree(given):
            return []
        if len(candidates) == 1:
            return candidates
        early = candidates[: len(candidates) // 2]
        late = candidates[len(early) :]
        of_late = narrowed([*given, *early], True, late)
        return narrowed([*given, *of_late], bool(of_late), early) + of_late

    return tuple(narrowed([], False, list(items))) if items else ()
