"""Dates as people write them: compared, sorted, and checked in columns of tables.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.dates.comparing import DateComparison, compare, in_certain_order
    from timeml.edtf import EdtfError, Moment, When

__all__ = ["DateComparison", "EdtfError", "Moment", "When", "compare", "in_certain_order"]

_HOMES = {"comparing": "DateComparison EdtfError Moment When compare in_certain_order"}

__getattr__, __dir__ = lazily(__name__, _HOMES)
