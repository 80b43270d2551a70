"""Writing files so that an interrupted run damages nothing, and reading large ones."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_bytes(pieces: Iterable[bytes], path: str | os.PathLike[str]) -> None:
    """Write ``pieces`` to ``path`` atomically: if the run is interrupted, the old file stays.
    Raises ``OSError`` that names ``path``, whatever file could not be written."""
    from pathlib import Path  # graphs do not need it

    try:  # a link stays a link; the file that it names is new
        _write_bytes(pieces, Path(path).resolve())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write_bytes(pieces: Iterable[bytes], target: Path) -> None:
    if target.exists() and not target.is_file():
        with target.open("wb") as device:  # a device or a pipe is written to, not replaced
            device.writelines(pieces)
        return
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        with suppress(FileNotFoundError):  # where it was moved just before
            os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# The garbage collector, paused where it finds nothing.


@contextmanager
def no_collections() -> Iterator[None]:
    """Pause the garbage collector, also as a decorator.

    Reading a large file makes objects that all stay. Looking through them again and again for
    garbage takes a quarter of the time.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
