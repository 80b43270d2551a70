"""The one decorator with which kernels are compiled, and where their machine code is kept.

Compilation is lazy: a kernel is compiled on its first call. Numba keeps the machine code in the
``__pycache__`` beside the source or, where that cannot be written to, in the user's cache folder
(``NUMBA_CACHE_DIR`` overrides both); where no folder can be written to, importing must still
work, so the kernels are then compiled anew in every process. ``NUMBA_DISABLE_JIT=1`` runs them as
plain Python, as the tests do to see them with a debugger's or a coverage tool's eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

__all__ = ["jit"]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def jit(function: _Function) -> _Function:
    """``function`` compiled on its first call, without the interpreter and without its lock."""
    try:
        compiled: Any = njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # no folder for the cache can be written to
        compiled = njit(nogil=True, error_model="numpy")(function)
    return cast(_Function, compiled)
