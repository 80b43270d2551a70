"""The machine code that graphs work with: of order and, where there are distances, of these."""

from __future__ import annotations

import os.path  # pathlib takes milliseconds to load

from timegraph._compiled.engine import KERNELS_LOADED, Engine
from timegraph._compiled.loading import Loader, Warming

__all__ = ["DISTANCES", "ORDER", "distances_usable"]

_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def _order() -> Warming:
    from timegraph._closure import warming

    return warming


def _distances() -> Warming:
    from timegraph._metric import warming

    return warming


ORDER = Loader(
    "timegraph-kernels",
    "the compiled code",
    _order,
    # Those that graphs of every size need are compiled in about so many seconds.
    seconds_to_compile=6.0,
    folder=os.path.join(_PACKAGE, "_closure", "kernels", "__pycache__"),
    loaded=KERNELS_LOADED,
)
DISTANCES = Loader("timegraph-distances", "the compiled code of distances", _distances, first=ORDER)


def distances_usable(engine: Engine, within: float | None = None) -> bool:
    """As :meth:`timegraph._compiled.loading.Loader.usable`; unlike that, it can be pickled."""
    return DISTANCES.usable(engine, within)
