"""Small calls that between them use every kernel of distances, so that all are compiled.

Importing this module loads numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import numpy as np

from timegraph._compiled.jit import any_compiled
from timegraph._metric.compiled import Bounds, CompiledNetwork
from timegraph._metric.kernels import network
from timegraph._metric.protocol import Arc
from timegraph._metric.weights import SCALE

__all__ = ["MODULES", "compiled", "steps", "use_all"]

MODULES: tuple[ModuleType, ...] = (network,)
"""All files of kernels."""


def steps() -> Iterator[bool]:
    """Use every kernel, one or two at each step; yields whether that was all."""
    made = CompiledNetwork.close(3, Bounds.of([Arc(0, 1, 0, 0), Arc(1, 2, -1, 1)]))
    assert made is not None
    yield False
    made.add([Arc(2, 0, SCALE, 2)])
    yield False
    made.mask(0, 1)
    yield False
    made.support(0, 2)
    made.row(0)
    yield False
    made.path(0, 2)
    yield False
    starts = np.zeros(40, np.int32)
    made.masks(starts, starts)
    yield True


def compiled() -> bool:
    """Whether some kernel had to be compiled, since no machine code was kept for it."""
    return any_compiled(MODULES)


def use_all() -> None:
    """Use every kernel now."""
    for _ in steps():
        pass
