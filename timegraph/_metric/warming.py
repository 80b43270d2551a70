"""Small calls that between them use every kernel of distances, so that all are compiled.

Importing this module loads numba.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from timegraph._metric.compiled import CompiledNetwork
from timegraph._metric.kernels import network

__all__ = ["MODULES", "use_all"]

MODULES: tuple[ModuleType, ...] = (network,)
"""All files of kernels."""


def use_all() -> None:
    """Call every kernel."""
    x, y = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    value, strict = np.array([5, 7], np.int64), np.zeros(2, np.int32)
    made = CompiledNetwork.close(3, x, y, value, strict)
    assert made is not None
    made.insert(y, x, value, strict, strict)
    made.tightest(0, 2)
