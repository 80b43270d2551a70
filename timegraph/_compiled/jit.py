"""The decorators with which kernels are compiled, and where the machine code is kept.

The first call of a kernel on a machine compiles it, which takes some seconds in all. Every later
process loads the machine code in a tenth of a second, most of it numba's own start. Importing this
module imports numba (a quarter of a second or more), so only modules that large graphs need do.

Numba keeps the machine code in the ``__pycache__`` next to the source or, where that cannot be
written to, in the user's cache folder; ``NUMBA_CACHE_DIR`` overrides both. Where no folder can be
written to, importing must still work, so each process then compiles the kernels again. Entries are
valid for one version of Python, of numba, of the source file and one kind of processor; the options
below are not part of that. ``NUMBA_DISABLE_JIT=1`` runs the kernels as plain Python.

Two rules follow, and tests hold them. Processes may compile at the same time: numba replaces files
in one step, but two processes that save different signatures of *one* function could still mix them
up, so each kernel is only ever called with one signature. And a cached kernel does not notice that
a function of another file has changed, so each kernel file has all the functions that its kernels
call.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar, cast

from numba import njit, types

# Nothing takes the address of a kernel, so none needs an entry for C, which takes time to compile.
_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_HELPER: Any = {"no_cpython_wrapper": True, **_OPTIONS}
_types: Any = types  # whose annotations are not whole

_Function = TypeVar("_Function", bound=Callable[..., Any])


def jit(function: _Function) -> _Function:
    """``function`` compiled on its first call, without the interpreter and without its lock."""
    try:
        compiled: Any = njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # no folder for the cache can be written to
        compiled = njit(**_OPTIONS)(function)
    return cast(_Function, _compiled_once(compiled))


def helper(function: _Function) -> _Function:
    """``function`` compiled as part of the kernels that call it.

    It is not kept on disk by itself: the files of the kernels contain its code already, and every
    process would have one more file to look for. Python cannot call it: compiling the entry for
    that takes longer than many a function.
    """
    return cast(_Function, _compiled_once(njit(**_HELPER)(function)))


def _compiled_once(function: Any) -> Any:
    """``function``, which numba would compile again for each combination of sizes of integers and
    of constants with which compiled code calls it."""
    if hasattr(function, "get_call_template"):  # it has none where numba is switched off
        template = function.get_call_template
        function.get_call_template = lambda args, kws: template(tuple(map(_plain, args)), kws)
    return function


def _plain(given: Any) -> Any:
    """The type as which compiled code hands over what it has as ``given``."""
    kind = _types.unliteral(given)
    small = isinstance(kind, _types.Integer) and kind.bitwidth < 64
    return _types.int64 if small else kind


def kernels_of(modules: tuple[ModuleType, ...]) -> list[Any]:
    """The compiled functions of these files that callers call."""
    return [
        value
        for module in modules
        for name, value in vars(module).items()
        if name in module.__all__ and hasattr(value, "signatures")
    ]


def any_compiled(modules: tuple[ModuleType, ...]) -> bool:
    """Whether a kernel of these files had to be compiled, since no machine code was kept for it."""
    return any(kernel.stats.cache_misses for kernel in kernels_of(modules))
