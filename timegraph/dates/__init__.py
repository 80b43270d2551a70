"""Dates as people write them: compared, sorted, and checked in columns of tables.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.dates.comparing import DateComparison, compare, in_certain_order
    from timegraph.dates.granules import (
        OPEN,
        DateError,
        Granule,
        Step,
        StepError,
        read_date,
        read_step,
        shift,
    )
    from timeml.edtf import EdtfError, Moment, When

__all__ = [
    "OPEN",
    "DateComparison",
    "DateError",
    "EdtfError",
    "Granule",
    "Moment",
    "Step",
    "StepError",
    "When",
    "compare",
    "in_certain_order",
    "read_date",
    "read_step",
    "shift",
]

_HOMES = {
    "comparing": "DateComparison EdtfError Moment When compare in_certain_order",
    "granules": "OPEN DateError Granule Step StepError read_date read_step shift",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
