"""What a report of a fault needs to know: versions of timegraph, Python and the libraries."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator

from timegraph._lazy import COMPILING
from timegraph._version import __version__

__all__ = ["describe_environment"]

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
