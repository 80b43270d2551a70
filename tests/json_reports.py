"""What JSON reports of measures have, as tests look at it."""

from __future__ import annotations

from typing import Any


def score_of(system: dict[str, Any]) -> dict[str, Any]:
    """The score of a system of a measure that has one score for each."""
    (score,) = system["scores"]
    assert isinstance(score, dict)
    return score


def groups_of(system: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The scores of the groups of a system, of one kind of groups or two crossed kinds."""
    rows = system["groups"][kind]
    assert isinstance(rows, list)
    return rows
