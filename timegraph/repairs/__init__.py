"""Repairs: the fewest or lightest links to remove so that the others agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.repairs.repair import Repair, smallest_repair
    from timegraph.repairs.search import independent_conflicts, independent_conflicts_within

__all__ = ["Repair", "independent_conflicts", "independent_conflicts_within", "smallest_repair"]

_HOMES = {
    "repair": "Repair smallest_repair",
    "search": "independent_conflicts independent_conflicts_within",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
