"""Networks of intervals with any disjunction between them, decided exactly.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph._pace.limits import TimedOut
    from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap
    from timegraph.networks.network import InconsistentError, IntervalNetwork, Scenario

__all__ = [
    "AnyOf",
    "InconsistentError",
    "IntervalNetwork",
    "NetworkLink",
    "NoOverlap",
    "Scenario",
    "TimedOut",
]

_HOMES = {
    "links": "AnyOf NetworkLink NoOverlap",
    "network": "InconsistentError IntervalNetwork Scenario TimedOut",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
