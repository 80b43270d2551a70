"""Tables of other libraries by way of narwhals: pandas, polars, pyarrow, and whatever has the
Arrow C stream interface."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, get_args

from timegraph.links import GraphFormatError

if TYPE_CHECKING:
    import narwhals as nw


Backend = Literal["pandas", "polars", "pyarrow"]
"""Whose tables are made."""


class TableLibraryError(ImportError):
    """A library for tables is not installed; the message says how to install it."""

    def __init__(self, library: str) -> None:
        super().__init__(
            f"this table needs {library}, which is not installed: pip install "
            + ("'timegraph-qa[tables]'" if library == "narwhals" else library)
        )


def narwhals_() -> Any:
    """The library. Raises :class:`TableLibraryError` where it is not installed."""
    try:
        import narwhals
    except ImportError:
        raise TableLibraryError("narwhals") from None
    return narwhals


def check_backend(backend: object) -> None:
    """Raise ``ValueError`` unless this names a library for tables that are made here, and
    :class:`TableLibraryError` if it is not installed."""
    backends = get_args(Backend)
    if backend not in backends:
        raise ValueError(
            f"backend must be one of {', '.join(map(repr, backends))}, not {backend!r}"
        )
    narwhals_()
    if not _installed(str(backend)):
        raise TableLibraryError(str(backend))


def _installed(library: str) -> bool:
    try:
        import_module(library)
    except ImportError:
        return False
    return True


def opened(frame: Any) -> nw.DataFrame[Any]:
    """A table of another library, in memory. Raises ``TypeError`` for what is not one, and
    :class:`GraphFormatError` if two columns have the same name."""
    narwhals = narwhals_()
    native: object = None
    try:
        native = narwhals.from_native(frame, allow_series=True)
    except TypeError:
        pass  # it may still have the Arrow interface
    except narwhals.exceptions.DuplicateError:
        raise GraphFormatError("the table has two columns of the same name") from None
    table: nw.DataFrame[Any]
    if isinstance(native, narwhals.DataFrame):
        table = native
        return table
    if isinstance(native, narwhals.LazyFrame):
        try:
            table = native.collect()
        except ModuleNotFoundError:
            raise TableLibraryError("pyarrow") from None
        return table
    if native is None and hasattr(type(frame), "__arrow_c_stream__"):
        backend = next(filter(_installed, ("pyarrow", "polars")), None)
        if backend is None:
            raise TableLibraryError("pyarrow")
        table = narwhals.from_arrow(frame, backend=backend)
        return table
    raise TypeError(
        f"{type(frame).__name__} is not a table; give a frame of pandas, polars or pyarrow, or an "
        "object with the Arrow C stream interface"
    )
