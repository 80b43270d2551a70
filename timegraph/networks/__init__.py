"""Networks of intervals with any disjunction between them, decided exactly.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph._pace import TimedOut as TimedOut
    from timegraph.networks.links import (
        AnyOf as AnyOf,
        NetworkLink as NetworkLink,
        NoOverlap as NoOverlap,
    )
    from timegraph.networks.network import (
        InconsistentError as InconsistentError,
        IntervalNetwork as IntervalNetwork,
        Scenario as Scenario,
    )

_HOMES = {
    "links": "AnyOf NetworkLink NoOverlap",
    "network": "InconsistentError IntervalNetwork Scenario TimedOut",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
