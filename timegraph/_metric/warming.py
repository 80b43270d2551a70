"""Small calls that between them use every kernel of distances, so that all are compiled.

Importing this module loads numba.
"""

from __future__ import annotations

from types import ModuleType

from timegraph._metric.compiled import Bounds, CompiledNetwork
from timegraph._metric.kernels import network
from timegraph._metric.protocol import Arc
from timegraph._metric.weights import SCALE

__all__ = ["MODULES", "use_all"]

MODULES: tuple[ModuleType, ...] = (network,)
"""All files of kernels."""


def use_all() -> None:
    """Call every kernel."""
    made = CompiledNetwork.close(3, Bounds.of([Arc(0, 1, 0, 0), Arc(1, 2, -1, 1)]))
    assert made is not None
    made.add([Arc(2, 0, SCALE, 2)])
    made.tightest(0, 2)
    made.among((0, 1, 2))
