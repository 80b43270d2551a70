"""The files that a path holds: itself, those in a folder, or those in an archive."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from timeml._archives import unpack
from timeml.readers.files import File, beside

__all__ = ["files_at"]


def files_at(path: Path, *, recursive: bool = True) -> Iterator[File]:
    """The file at ``path``, or all files in a folder or in an archive, sorted by name; with
    ``recursive`` those in subfolders, too. Hidden ones are left out.

    Raises ``OSError``, and :class:`TimeMLError` for a damaged archive.
    """
    if path.is_dir():
        names = sorted(_walk(path, recursive))
        for name in names:
            whole = path / name
            yield File(name, str(whole), whole.read_bytes, beside(whole))
    elif path.name.lower().endswith((".zip", ".tar.gz", ".tgz", ".tar")):
        contents = unpack(path, _visible, recursive=recursive)
        for name, data in contents.items():
            yield File(name, str(path / name), _constant(data), _among(contents, name))
    else:
        yield File(path.name, str(path), path.read_bytes, beside(path))


def _walk(folder: Path, recursive: bool) -> Iterator[str]:
    for place, folders, files in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if recursive and not name.startswith(".")]
        for name in files:
            whole = Path(place, name)
            if _visible(name) and whole.is_file():  # reading a pipe or a device may never end
                yield whole.relative_to(folder).as_posix()


def _raise(error: OSError) -> None:
    raise error


def _visible(name: str) -> bool:
    return not os.path.basename(name).startswith(".")


def _constant(data: bytes) -> Callable[[], bytes]:
    return lambda: data


def _among(contents: dict[str, bytes], name: str) -> Callable[[str], bytes | None]:
    folder = os.path.dirname(name)
    return lambda other: contents.get(f"{folder}/{other}" if folder else other)
