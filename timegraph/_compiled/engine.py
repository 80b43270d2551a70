"""How graphs are closed: with which index, in how much memory, by kernels or in Python.

The choice is one frozen value that a graph holds and hands on. Importing this module loads neither
numpy nor numba.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from numbers import Integral
from typing import Literal, TypeAlias, get_args

__all__ = ["KERNELS_LOADED", "Engine", "Kernels", "Kind", "kernels_loaded"]

Kind: TypeAlias = Literal["auto", "bit_rows", "chain_index", "grail_index"]
"""The indexes that kernels fill, by the names of their modules."""

Kernels: TypeAlias = Literal["auto", "always", "never"]
"""When to use compiled code."""

KERNELS_LOADED = threading.Event()
"""Set when this process has loaded the kernels of order."""


def kernels_loaded() -> bool:
    """Whether this process has loaded the kernels, which takes about half a second."""
    return KERNELS_LOADED.is_set()


@dataclass(frozen=True)
class Engine:
    """How a graph is closed; answers do not depend on it.

    ``kind`` is the index that kernels fill; ``"auto"`` chooses by size and shape, any other value
    is taken whatever the index needs. ``memory_budget``, in bytes, limits the index that
    ``"auto"`` chooses; by default a quarter of the free memory. ``kernels`` says whether compiled
    code is used: ``"auto"`` where that pays.

    Raises ``ValueError`` for any other value.
    """

    kind: Kind = "auto"
    memory_budget: int | None = None
    kernels: Kernels = "auto"

    def __post_init__(self) -> None:
        for name, allowed in (("kind", Kind), ("kernels", Kernels)):
            value = getattr(self, name)
            if value not in get_args(allowed):
                raise ValueError(f"{name} is one of {', '.join(get_args(allowed))}, not {value!r}")
        budget: object = self.memory_budget
        if budget is None:
            return
        if isinstance(budget, bool) or not isinstance(budget, Integral) or int(budget) < 0:
            raise ValueError(
                "memory_budget is a whole number of bytes from 0 on (2**30 for 1 GB), "
                f"not {budget!r}"
            )
        object.__setattr__(self, "memory_budget", int(budget))

    def uses_kernels(self, amount: int, *, pays_from: int, pays_from_loaded: int) -> bool:
        """Whether kernels do work of this amount: under ``"auto"`` if it is at least
        ``pays_from``, or ``pays_from_loaded`` in a process that has loaded them already."""
        if self.kernels != "auto":
            return self.kernels == "always"
        return amount >= (pays_from_loaded if kernels_loaded() else pays_from)
