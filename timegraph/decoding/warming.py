"""Small calls that between them use every kernel of decoding, so that all are compiled.

Importing this module loads numba.
"""

from __future__ import annotations

from types import ModuleType

from timegraph.decoding.decoder import decode
from timegraph.decoding.kernels import ascent, paths, search

__all__ = ["MODULES", "use_all"]

MODULES: tuple[ModuleType, ...] = (ascent, paths, search)
"""All files of kernels."""


def use_all() -> None:
    """Decode three votes that contradict each other, which need a bound."""
    votes = [("a", "b", "b", 2), ("b", "c", "b", 2), ("a", "c", "a", 3), ("c", "d", "i", 1)]
    for mode in ("closed", "links"):
        decode(votes, labels="tbd", mode=mode, program=False)
