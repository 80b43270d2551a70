"""Dates as people write them: compared, sorted, and checked in columns of tables.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.dates.comparing import (
        DateComparison as DateComparison,
        compare as compare,
        in_certain_order as in_certain_order,
    )
    from timegraph.dates.granules import (
        OPEN as OPEN,
        DateError as DateError,
        Granule as Granule,
        Step as Step,
        StepError as StepError,
        read_date as read_date,
        read_step as read_step,
        shift as shift,
    )
    from timeml.edtf import EdtfError as EdtfError, Moment as Moment, When as When

_HOMES = {
    "comparing": "DateComparison EdtfError Moment When compare in_certain_order",
    "granules": "OPEN DateError Granule Step StepError read_date read_step shift",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
