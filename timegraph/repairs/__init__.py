"""Repairs: the fewest or lightest links to remove so that the others agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.repairs.search import (
        Repair,
        independent_conflicts,
        independent_conflicts_within,
        smallest_repair,
    )

__all__ = ["Repair", "independent_conflicts", "independent_conflicts_within", "smallest_repair"]

_HOMES = {
    "search": "Repair independent_conflicts independent_conflicts_within smallest_repair",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
