"""What is loaded when first used: public names, and what upper rooms do for lower ones.

A command that asks one document one question needs few modules. Importing the others would take
longer than answering.

A graph can be saved whatever its entities are; who writes them stands above it, and the graph does
not know them. ``timegraph/__init__.py`` fills the registry of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

COMPILING = ("numpy", "numba", "llvmlite", "networkx")
"""What the normal install brings and documents of ordinary size do without."""

_SERVING: dict[str, tuple[str, ...]] = {}


def lazily(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` (PEP 562) and ``__all__`` of a package.

    ``modules`` has, by each module relative to the package, the public names that are there. A name
    is loaded once and then kept in the package.
    """
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with named_if_missing():
            value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(import_module(package), name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(import_module(package)), *homes})

    return load, names, sorted(homes)


class Later:
    """A module that is loaded when a name in it is first used. Type checkers see the module::

    if TYPE_CHECKING:
        from timegraph._graph import distances
    else:
        distances = Later("timegraph._graph.distances")
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._loaded: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        if self._loaded is None:
            self._loaded = import_module(self._module)
        return getattr(self._loaded, name)


def fill(purpose: str, *homes: str) -> None:
    """Say which modules of this package serve a ``purpose``."""
    _SERVING[purpose] = homes


def registered(purpose: str) -> Iterator[Any]:
    """Who serves a ``purpose``, in the order in which :func:`fill` named them; each is loaded only
    when its turn comes."""
    return (import_module(f"timegraph.{home}") for home in _SERVING[purpose])


def missing_library(error: ModuleNotFoundError) -> str | None:
    """What to say where a library of the normal install is missing; ``None`` for any other
    module, of which that is a fault of ours."""
    library = (error.name or "").partition(".")[0]
    if library not in COMPILING:
        return None
    return f"this needs {library}, which is not installed: pip install {library}"


@contextmanager
def named_if_missing() -> Iterator[None]:
    """Around what needs a library of the normal install: if it cannot be imported, say how to
    install it.

    Raises ``ModuleNotFoundError`` with these words."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = missing_library(error)
        if missing is None:
            raise
        raise ModuleNotFoundError(missing, name=error.name) from None
