"""What a report of a fault needs to know: versions of timegraph, Python and the libraries."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator

from timegraph._version import __version__

__all__ = ["COMPILING", "describe_environment", "missing_library"]

COMPILING = ("numpy", "numba", "llvmlite", "networkx")
"""What the normal install brings and documents of ordinary size do without."""

_LIBRARIES = ("lxml", "click", *COMPILING, "hypothesis", "narwhals", "matplotlib", "playwright")


def describe_environment() -> Iterator[str]:
    """The lines of ``timegraph --version --verbose``: a name and what it is of each part."""
    from importlib.metadata import PackageNotFoundError, version  # few runs need it

    yield f"timegraph {__version__}"
    yield f"python {platform.python_version()} ({sys.executable})"
    yield f"platform {platform.platform()}"
    for library in _LIBRARIES:
        try:
            yield f"{library} {version(library)}"
        except PackageNotFoundError:
            yield f"{library} not installed"


def missing_library(error: ModuleNotFoundError) -> str | None:
    """What to say where a library of the normal install is missing; ``None`` for any other
    module, of which that is a fault of ours."""
    library = (error.name or "").partition(".")[0]
    if library not in COMPILING:
        return None
    return f"this needs {library}, which is not installed: pip install {library}"
