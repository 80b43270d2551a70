"""Repairs: the fewest or lightest links to remove so that the others agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.repairs.search import (
        Repair as Repair,
        independent_conflicts as independent_conflicts,
        independent_conflicts_within as independent_conflicts_within,
        smallest_repair as smallest_repair,
    )

_HOMES = {
    "search": "Repair independent_conflicts independent_conflicts_within smallest_repair",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
